import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import type { Slot } from '#shared/domain/weekly-hours.ts';
import { formatClock } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import classes from './week-grid.module.css';
import { GRID_HOURS, openPart, toggledHour, type Week } from './week-slots.ts';

export type WeekGridProps = { subject: string; week: Week; onChange: (day: Weekday, slots: Slot[]) => void };

type Place = { day: number; hour: number };

const LAST = { day: WEEKDAYS.length - 1, hour: GRID_HOURS.length - 1 };
const MOVES: Record<string, (place: Place) => Place> = {
  ArrowLeft: ({ day, hour }) => ({ day, hour: Math.max(hour - 1, 0) }),
  ArrowRight: ({ day, hour }) => ({ day, hour: Math.min(hour + 1, LAST.hour) }),
  ArrowUp: ({ day, hour }) => ({ day: Math.max(day - 1, 0), hour }),
  ArrowDown: ({ day, hour }) => ({ day: Math.min(day + 1, LAST.day), hour }),
  Home: ({ day }) => ({ day, hour: 0 }),
  End: ({ day }) => ({ day, hour: LAST.hour }),
};

/** The whole week at a glance, where there is room: a press opens or closes an hour, the arrow keys go from one to the next. */
export function WeekGrid({ subject, week, onChange }: WeekGridProps) {
  const [at, setAt] = useState<Place>({ day: 0, hour: 9 });
  const [fullDay, setFullDay] = useState<Weekday | null>(null);
  const root = useRef<HTMLTableElement>(null);

  function toggle(day: Weekday, minutes: number): void {
    const slots = toggledHour(week[day], minutes);
    const isTooMany = slots.length > LIMITS.slotsPerDay && slots.length >= week[day].length;
    setFullDay(isTooMany ? day : null);
    if (!isTooMany) onChange(day, slots);
  }

  function move(event: KeyboardEvent): void {
    const next = MOVES[event.key]?.(at);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    root.current?.querySelector<HTMLElement>(`[data-cell="${next.day} ${next.hour}"]`)?.focus();
  }

  return (
    <div className={classes.overview}>
      <table ref={root} className={classes.grid} aria-label={`Weekly hours of ${subject}`}>
        <thead>
          <tr>
            <td />
            {GRID_HOURS.map((minutes, hour) => (
              <th key={minutes} scope="col">
                <span data-unseen={hour % 3 > 0 || undefined}>{formatClock(minutes).replace(':00', '')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={move}>
          {WEEKDAYS.map((day, index) => (
            <tr key={day}>
              <th scope="row">{day.slice(0, 3)}</th>
              {GRID_HOURS.map((minutes, hour) => (
                <td key={minutes}>
                  <button
                    type="button"
                    className={classes.hour}
                    data-cell={`${index} ${hour}`}
                    aria-label={`${day}, ${formatClock(minutes)} – ${formatClock(minutes + 60)}`}
                    tabIndex={at.day === index && at.hour === hour ? 0 : -1}
                    onFocus={() => setAt({ day: index, hour })}
                    onClick={() => toggle(day, minutes)}
                    {...lookOf(openPart(week[day], minutes))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.hint} role="status" data-wrong={fullDay !== null || undefined}>
        {fullDay ? `${fullDay}: ${ERRORS['tutor.too_many_slots'].message}` : 'Press an hour to open or close it.'}
      </p>
    </div>
  );
}

/** Where only a part of the hour is open, that part is filled. */
function lookOf(part: { from: number; to: number } | null) {
  const isWhole = part !== null && part.to - part.from === 1;
  if (part === null || isWhole) return { 'aria-pressed': isWhole };
  const [from, to] = [`${part.from * 100}%`, `${part.to * 100}%`];
  const style: CSSProperties = {
    backgroundImage: `linear-gradient(to right, transparent ${from}, var(--mantine-primary-color-filled) ${from} ${to}, transparent ${to})`,
  };
  return { 'aria-pressed': 'mixed', style } as const;
}
