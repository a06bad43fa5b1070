import { ActionIcon, Group, Text, VisuallyHidden } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { addDays, daysBetween, formatDate } from '#shared/domain/zone.ts';
import classes from './day-strip.module.css';
import type { ShownTime } from './slot-grid.tsx';
import { Tile } from './tile.tsx';

const WEEK = 7;

export type DayStripProps = {
  first: string;
  last: string;
  shown: string;
  getTimes: (date: string) => readonly ShownTime[];
  onShow: (date: string) => void;
};

export function DayStrip({ first, last, shown, getTimes, onShow }: DayStripProps) {
  const name = useId();
  const weeks = Math.ceil((daysBetween(first, last) + 1) / WEEK);
  const week = Math.floor(daysBetween(first, shown) / WEEK);
  const datesOfWeek = (index: number) => Array.from({ length: WEEK }, (_, day) => addDays(first, index * WEEK + day)).filter((date) => date <= last);
  const showWeek = (index: number) => {
    const dates = datesOfWeek(index);
    const date = dates.find((day) => countFree(getTimes(day)) > 0) ?? dates[0];
    if (date) onShow(date);
  };
  const dates = datesOfWeek(week);

  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <ActionIcon variant="default" radius="xl" aria-label="Earlier week" disabled={week === 0} onClick={() => showWeek(week - 1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </ActionIcon>
        <Text fw={600} ta="center" aria-live="polite">
          {formatSpan(dates)}
        </Text>
        <ActionIcon variant="default" radius="xl" aria-label="Later week" disabled={week >= weeks - 1} onClick={() => showWeek(week + 1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </ActionIcon>
      </Group>

      <fieldset className={classes.days}>
        <VisuallyHidden component="legend">Day</VisuallyHidden>
        {dates.map((date) => {
          const day = toDay(date, getTimes(date));
          return (
            <Tile
              key={date}
              className={day.isOpen ? classes.day : `${classes.day} ${classes.closed}`}
              name={name}
              aria-label={day.label}
              checked={date === shown}
              disabled={day.isEmpty}
              onChange={() => onShow(date)}
            >
              <Text span size="xs" lh="inherit">
                {day.weekday}
              </Text>
              <span className={classes.number}>{day.number}</span>
              <span className={classes.free}>{day.note}</span>
            </Tile>
          );
        })}
      </fieldset>
    </>
  );
}

/** Else the first day of all. */
export function findFirstOpenDay({ first, last, getTimes }: Pick<DayStripProps, 'first' | 'last' | 'getTimes'>): string {
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (countFree(getTimes(date)) > 0) return date;
  }
  return first;
}

function countFree(offer: readonly ShownTime[]): number {
  return offer.filter(({ isTaken, note }) => !isTaken && note === undefined).length;
}

function toDay(date: string, offer: readonly ShownTime[]) {
  const count = countFree(offer);
  const { weekday, day: number } = toParts(date);
  const [note, description] = describeOffer(offer.length, count);
  return { isEmpty: offer.length === 0, isOpen: count > 0, weekday, number, note, label: `${formatDate(date)}: ${description}` };
}

function describeOffer(offered: number, free: number): [string, string] {
  if (offered === 0) return ['–', 'no times'];
  if (free === 0) return ['Full', 'fully booked'];
  return [`${free} free`, free === 1 ? '1 time free' : `${free} times free`];
}

/** `24 – 30 Nov 2026`, `29 Nov – 5 Dec 2026` */
function formatSpan(dates: readonly string[]): string {
  const [from, to] = [toParts(dates[0]), toParts(dates.at(-1))];
  if (from.year !== to.year) return `${from.day} ${from.month} ${from.year} – ${to.day} ${to.month} ${to.year}`;
  if (from.month !== to.month) return `${from.day} ${from.month} – ${to.day} ${to.month} ${to.year}`;
  return `${from.day} – ${to.day} ${to.month} ${to.year}`;
}

function toParts(date = '') {
  const [weekday = '', day = '', month = '', year = ''] = date && formatDate(date).split(/,? /);
  return { weekday, day, month, year };
}
