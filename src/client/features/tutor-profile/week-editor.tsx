import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { memo, useId, useState } from 'react';
import { lazyDialog } from '#client/ui/lazy-part.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { textsOf } from '#shared/domain/texts.ts';
import type { Slot } from '#shared/domain/weekly-hours.ts';
import { cityOf } from '#shared/domain/zone.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';
import { LiveError } from './fields.tsx';
import classes from './week.module.css';
import { WeekDay } from './week-day.tsx';
import { WeekGrid } from './week-grid.tsx';
import { findDayError, setDays, type Week } from './week-slots.ts';

const CopyDayDialog = lazyDialog(() => import('./week-copy-dialogs.tsx').then((module) => module.CopyDayDialog));

export type WeekEditorProps = {
  legend: string;
  intro: string;
  /** Of the grid. */
  label: string;
  week: Week;
  path: string;
  errors: Readonly<Record<string, string>>;
  onChange: (week: Record<Weekday, Slot[]>) => void;
};

// Memoised: its two hundred controls would render again with each key in a rate.
export const WeekEditor = memo(function WeekEditor({ legend, intro, label, week, path, errors, onChange }: WeekEditorProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const city = cityOf(useTimeZone(), textsOf(i18n));
  const [dayToCopy, setDayToCopy] = useState<{ day: Weekday; index: number; isOpen: boolean }>({ day: 'Monday', index: 0, isOpen: false });

  const error = errors[path];
  const isShownByDay = WEEKDAYS.some((day) => findDayError(i18n, day, week[day]) === error);
  const changeDay = (day: Weekday, slots: Slot[]) => onChange(setDays(week, [day], slots));

  function closeCopyDay(): void {
    setDayToCopy((current) => ({ ...current, isOpen: false }));
  }

  return (
    <fieldset className={classes.week} aria-describedby={`${id}-error`} data-path={path} tabIndex={-1}>
      <legend>{legend}</legend>
      <Text size="sm" c="dimmed" mb="xs">{`${intro} ${t`Times are in ${city} time.`}`}</Text>
      <LiveError id={`${id}-error`} mb="xs">
        {isShownByDay ? null : error}
      </LiveError>
      <WeekGrid label={label} week={week} onChange={changeDay} />
      <div className={classes.days}>
        {WEEKDAYS.map((day, index) => (
          <WeekDay
            key={day}
            day={day}
            slots={week[day]}
            path={`${path}.${index}`}
            error={findErrorBelow(errors, `${path}.${index}`)}
            onChange={(slots) => changeDay(day, slots)}
            onCopy={() => setDayToCopy({ day, index: dayToCopy.index + 1, isOpen: true })}
          />
        ))}
      </div>
      <CopyDayDialog
        key={dayToCopy.index}
        opened={dayToCopy.isOpen}
        day={dayToCopy.day}
        week={week}
        onCopy={(days) => {
          onChange(setDays(week, days, week[dayToCopy.day]));
          closeCopyDay();
        }}
        onClose={closeCopyDay}
      />
    </fieldset>
  );
});

function findErrorBelow(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  const found = Object.keys(errors).find((field) => field === path || field.startsWith(`${path}.`));
  return found === undefined ? undefined : errors[found];
}
