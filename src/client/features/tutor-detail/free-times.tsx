import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SimpleGrid, Text, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { formatOwnTime, getOtherZone, useTimeZone } from '#client/ui/time-zone.ts';
import { dateFormsOf } from '#shared/domain/date-forms.ts';
import type { OfferedTime } from '#shared/domain/free-times.ts';
import { cityOf, datePartsOf, formatDate, formatTime, weekdayOf } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import classes from './free-times.module.css';

export type Day = { date: string; offer: readonly OfferedTime[] };

export type FreeDaysProps = { days: readonly Day[]; shown: string; onShow: (date: string) => void };

export function FreeDays({ days, shown, onShow }: FreeDaysProps) {
  const { i18n } = useLingui();
  const name = useId();
  const [first] = days;
  const { columns } = dateFormsOf(i18n.locale);
  const firstColumn = first ? WEEKDAYS.indexOf(weekdayOf(first.date)) + 1 : 1;

  return (
    <fieldset className={classes.days}>
      <VisuallyHidden component="legend">
        <Trans>Day</Trans>
      </VisuallyHidden>
      {WEEKDAYS.map((weekday, index) => (
        <Text key={weekday} span size="xs" c="dimmed" ta="center" aria-hidden="true">
          {columns[index]}
        </Text>
      ))}
      {days.map((day, index) => {
        const { date, offer } = day;
        const freeCount = listFreeTimes(day).length;
        const isMonthShown = index === 0 || date.endsWith('-01');
        return (
          <label
            key={date}
            className={classes.day}
            data-free={freeCount > 0 || undefined}
            style={index === 0 ? { gridColumnStart: firstColumn } : undefined}
          >
            <input
              className={classes.input}
              type="radio"
              name={name}
              aria-label={`${formatDate(date, i18n.locale)}: ${describeDay(i18n, offer.length, freeCount)}`}
              checked={date === shown}
              disabled={freeCount === 0}
              onChange={() => onShow(date)}
            />
            <span className={classes.date}>{Number(date.slice(-2))}</span>
            {isMonthShown && <span className={classes.month}>{datePartsOf(date, i18n.locale).month}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}

export function listFreeTimes({ offer }: Day): OfferedTime[] {
  return offer.filter(({ isTaken }) => !isTaken);
}

function describeDay(i18n: I18n, offered: number, free: number): string {
  if (offered === 0) return i18n._(msg`no times`);
  if (free === 0) return i18n._(msg`fully booked`);
  return i18n._(msg`${plural(free, { one: '# time free', other: '# times free' })}`);
}

export type FreeHoursProps = {
  day: Day;
  onBook?: ((start: Date) => void) | undefined;
};

export function FreeHours({ day, onBook }: FreeHoursProps) {
  const { i18n } = useLingui();
  const zone = useTimeZone();
  const times = listFreeTimes(day);
  const date = formatDate(day.date, i18n.locale);
  const hasTwoClocks = times.some(({ start }) => getOtherZone(zone, start));
  return (
    <div aria-live="polite">
      <Text component="h3" fw={600} lts="normal" mt={4} mb="xs">
        <Trans>Free on {date}</Trans>
      </Text>
      <SimpleGrid component="ul" minColWidth={hasTwoClocks ? '7.5rem' : '5.25rem'} spacing="xs">
        {times.map(({ start }) => (
          <li key={start.getTime()}>
            {onBook ? (
              <button type="button" className={classes.hour} onClick={() => onBook(start)}>
                <Trans>
                  <VisuallyHidden>Book </VisuallyHidden>
                  <Hour start={start} />
                </Trans>
              </button>
            ) : (
              <span className={classes.hour}>
                <Hour start={start} />
              </span>
            )}
          </li>
        ))}
      </SimpleGrid>
    </div>
  );
}

function Hour({ start }: { start: Date }) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const own = getOtherZone(zone, start);
  const [time, city] = own ? [formatOwnTime(start, zone, own, i18n.locale), cityOf(own)] : [];
  return (
    <>
      <time dateTime={start.toISOString()}>{formatTime(start, zone, i18n.locale)}</time>
      {own && (
        <Text span inherit size="xs" c="dimmed" fw={400}>
          {` ${t`${time} in ${city}`}`}
        </Text>
      )}
    </>
  );
}
