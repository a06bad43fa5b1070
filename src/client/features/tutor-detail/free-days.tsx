import { useId } from 'react';
import type { OfferedTime } from '#shared/domain/free-times.ts';
import { formatDate, weekdayOf } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import classes from './free-days.module.css';

export type ShownDay = { date: string; offer: readonly OfferedTime[] };

export type FreeDaysProps = { days: readonly ShownDay[]; shown: string; onShow: (date: string) => void };

/** The days as a calendar shows them, week under week; native radio buttons, so the arrow keys work. */
export function FreeDays({ days, shown, onShow }: FreeDaysProps) {
  const name = useId();
  const [first] = days;
  const before = first ? WEEKDAYS.indexOf(weekdayOf(first.date)) : 0;

  return (
    <fieldset className={classes.days}>
      <legend className={classes.legend}>Day</legend>
      {WEEKDAYS.map((weekday) => (
        <span key={weekday} className={classes.weekday} aria-hidden="true">
          {weekday.slice(0, 2)}
        </span>
      ))}
      {days.map((day, index) => {
        const { date, offer } = day;
        const free = freeIn(day).length;
        return (
          <label
            key={date}
            className={classes.day}
            data-open={free > 0 || undefined}
            style={index === 0 ? { gridColumnStart: before + 1 } : undefined}
          >
            <input
              className={classes.input}
              type="radio"
              name={name}
              aria-label={`${formatDate(date)}: ${freeInWords(offer.length, free)}`}
              checked={date === shown}
              disabled={free === 0}
              onChange={() => onShow(date)}
            />
            <span>{Number(date.slice(-2))}</span>
            <span className={classes.month}>{index === 0 || date.endsWith('-01') ? formatDate(date).split(' ')[2] : null}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

export function freeIn({ offer }: ShownDay): OfferedTime[] {
  return offer.filter(({ isTaken }) => !isTaken);
}

function freeInWords(offered: number, free: number): string {
  if (offered === 0) return 'no times';
  if (free === 0) return 'fully booked';
  return free === 1 ? '1 time free' : `${free} times free`;
}
