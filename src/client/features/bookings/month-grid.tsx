import { useLingui } from '@lingui/react/macro';
import { UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { countStatuses, dayAfterKey, formatMonthDay, MONTH_STATUSES, toMonthWeeks } from '#shared/domain/booking-month.ts';
import { dateFormsOf } from '#shared/domain/date-forms.ts';
import { formatMonth, monthOf } from '#shared/domain/months.ts';
import { textsOf, translated } from '#shared/domain/texts.ts';
import { wallClock } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import classes from './month-grid.module.css';
import { STATUSES } from './status-badges.tsx';

export type MonthGridProps = {
  month: string;
  day: string;
  sessions: ReadonlyMap<string, BookingView[]>;
  /** The sessions have been read. */
  isRead: boolean;
  now: Date;
  onChoose: (day: string) => void;
  /** A key led to a day of another month. */
  onLeave: (day: string) => void;
};

export function MonthGrid({ month, day, sessions, isRead, now, onChoose, onLeave }: MonthGridProps) {
  const { i18n } = useLingui();
  const { weekdays } = dateFormsOf(i18n.locale);
  const { date: today } = wallClock(now, useTimeZone());
  const { gridRef, current, setFocused, move } = useFocusedDay(month, day, onLeave);

  return (
    <>
      <table ref={gridRef} {...GRID} aria-label={formatMonth(month, textsOf(i18n))} className={classes.grid}>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday, index) => (
              <th key={weekday} scope="col" abbr={translated(i18n, weekday)}>
                {weekdays[index]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {toMonthWeeks(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, index) =>
                date ? (
                  <td key={date} {...toCell(date === day)}>
                    <UnstyledButton
                      className={classes.day}
                      data-date={date}
                      aria-current={date === today ? 'date' : undefined}
                      aria-label={formatMonthDay(date, isRead ? (sessions.get(date) ?? []) : undefined, textsOf(i18n))}
                      tabIndex={date === current ? 0 : -1}
                      onClick={() => onChoose(date)}
                      onFocus={() => setFocused(date)}
                      onKeyDown={(event) => move(event, date)}
                    >
                      <DayMarks date={date} bookings={sessions.get(date) ?? []} />
                    </UnstyledButton>
                  </td>
                ) : (
                  // The days of the months beside are not shown: their column is all that they have.
                  <td key={WEEKDAYS[index]} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={classes.legend} aria-hidden="true">
        {MONTH_STATUSES.map((status) => (
          <li key={status}>
            <span className={classes.mark} data-status={status} /> {i18n._(STATUSES[status].label)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The grid pattern of ARIA on a table, whose cells are then cells of a grid. */
const GRID = { role: 'grid' } as const;
const toCell = (isSelected: boolean) => ({ 'aria-selected': isSelected });

function DayMarks({ date, bookings }: { date: string; bookings: readonly BookingView[] }) {
  return (
    <>
      <span className={classes.number}>{Number(date.slice(-2))}</span>
      <span className={classes.marks}>
        {countStatuses(bookings).map(({ status, count }) => (
          <span key={status} className={classes.mark} data-status={status}>
            {count}
          </span>
        ))}
      </span>
    </>
  );
}

/** One day of the grid is in the order of Tab, and arrow keys move between them: the grid pattern of ARIA. */
function useFocusedDay(month: string, day: string, onLeave: (day: string) => void) {
  const gridRef = useRef<HTMLTableElement>(null);
  const target = useRef<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);

  const findDay = (date: string) => gridRef.current?.querySelector<HTMLElement>(`[data-date="${date}"]`);

  // After every render: the month of the day may be shown only later.
  useEffect(() => {
    const button = target.current && findDay(target.current);
    if (!button) return;
    target.current = null;
    button.focus();
  });

  function move(event: KeyboardEvent, from: string): void {
    const to = dayAfterKey(event.key, from);
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (monthOf(to) === month) {
      findDay(to)?.focus();
      return;
    }
    target.current = to;
    onLeave(to);
  }

  return { gridRef, current: focused && monthOf(focused) === month ? focused : day, setFocused, move };
}
