import { Trans, useLingui } from '@lingui/react/macro';
import { Text, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { dateFormsOf } from '#shared/domain/date-forms.ts';
import { translated } from '#shared/domain/texts.ts';
import type { Slot } from '#shared/domain/weekly-hours.ts';
import { formatClock } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';
import classes from './week.module.css';
import { GRID_HOURS, getOpenPart, toggleHour, type Week } from './week-slots.ts';

export type WeekGridProps = { label: string; week: Week; onChange: (day: Weekday, slots: Slot[]) => void };

type Cell = { day: number; hour: number };

const LAST = { day: WEEKDAYS.length - 1, hour: GRID_HOURS.length - 1 };
const NEXT_CELL_BY_KEY: Record<string, (cell: Cell) => Cell> = {
  ArrowLeft: ({ day, hour }) => ({ day, hour: Math.max(hour - 1, 0) }),
  ArrowRight: ({ day, hour }) => ({ day, hour: Math.min(hour + 1, LAST.hour) }),
  ArrowUp: ({ day, hour }) => ({ day: Math.max(day - 1, 0), hour }),
  ArrowDown: ({ day, hour }) => ({ day: Math.min(day + 1, LAST.day), hour }),
  Home: ({ day }) => ({ day, hour: 0 }),
  End: ({ day }) => ({ day, hour: LAST.hour }),
};

export function WeekGrid({ label, week, onChange }: WeekGridProps) {
  const { i18n } = useLingui();
  const { weekdays } = dateFormsOf(i18n.locale);
  const [current, setCurrent] = useState<Cell>({ day: 0, hour: 9 });
  const [fullDay, setFullDay] = useState<Weekday | null>(null);
  const root = useRef<HTMLTableElement>(null);

  function toggle(day: Weekday, minutes: number): void {
    const slots = toggleHour(week[day], minutes);
    const isTooMany = slots.length > LIMITS.slotsPerDay && slots.length >= week[day].length;
    setFullDay(isTooMany ? day : null);
    if (!isTooMany) onChange(day, slots);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const next = NEXT_CELL_BY_KEY[event.key]?.(current);
    if (!next) return;
    event.preventDefault();
    setCurrent(next);
    root.current?.querySelector<HTMLElement>(`[data-cell="${next.day} ${next.hour}"]`)?.focus();
  }

  return (
    <div className={classes.overview}>
      <table ref={root} className={classes.grid} aria-label={label}>
        <thead>
          <tr>
            <td />
            {GRID_HOURS.map((minutes, hour) => (
              <th key={minutes} scope="col">
                {hour % 3 > 0 ? <VisuallyHidden>{formatHour(minutes, i18n.locale)}</VisuallyHidden> : formatHour(minutes, i18n.locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={handleKeyDown}>
          {WEEKDAYS.map((day, index) => (
            <tr key={day}>
              <th scope="row">{weekdays[index]}</th>
              {GRID_HOURS.map((minutes, hour) => (
                <td key={minutes}>
                  <button
                    type="button"
                    data-cell={`${index} ${hour}`}
                    aria-label={`${translated(i18n, day)}, ${formatClock(minutes, i18n.locale)} – ${formatClock(minutes + 60, i18n.locale)}`}
                    tabIndex={current.day === index && current.hour === hour ? 0 : -1}
                    onFocus={() => setCurrent({ day: index, hour })}
                    onClick={() => toggle(day, minutes)}
                    {...toPressedProps(getOpenPart(week[day], minutes))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text mt={4} size="sm" c={fullDay ? 'red' : 'dimmed'} role="status">
        {fullDay ? (
          `${translated(i18n, fullDay)}: ${translated(i18n, ERRORS['tutor.too_many_slots'].message)}`
        ) : (
          <Trans>Select an hour to open or close it.</Trans>
        )}
      </Text>
    </div>
  );
}

function formatHour(minutes: number, locale: string): string {
  return formatClock(minutes, locale).replace(':00', '');
}

function toPressedProps(part: { from: number; to: number } | null) {
  const isWhole = part !== null && part.to - part.from === 1;
  if (part === null || isWhole) return { 'aria-pressed': isWhole };
  const [from, to] = [`${part.from * 100}%`, `${part.to * 100}%`];
  const style: CSSProperties = {
    backgroundImage: `linear-gradient(to right, transparent ${from}, var(--mantine-primary-color-filled) ${from} ${to}, transparent ${to})`,
  };
  return { 'aria-pressed': 'mixed', style } as const;
}
