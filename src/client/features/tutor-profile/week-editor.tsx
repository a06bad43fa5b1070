import { Button } from '@mantine/core';
import { CopyPlus } from 'lucide-react';
import { memo, useId, useState } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { useLazy } from '#client/ui/use-lazy.ts';
import { zoneLabel } from '#client/ui/viewer-zone.ts';
import type { Slot } from '#shared/domain/weekly-hours.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/content.ts';
import { WeekDay } from './week-day.tsx';
import classes from './week-editor.module.css';
import { WeekGrid } from './week-grid.tsx';
import { copyOfWeek, dayProblem, type OtherWeek, type Week, withDay } from './week-slots.ts';

const loadCopyDay = () => import('./week-copy-day.tsx').then((module) => module.CopyDayDialog);
const loadCopyWeek = () => import('./week-copy-week.tsx').then((module) => module.CopyWeekDialog);

export type WeekEditorProps = {
  subject: string;
  week: Week;
  /** Other subjects have hours. */
  hasSources: boolean;
  getSources: () => OtherWeek[];
  /** Of the contract, for whoever looks for a field. */
  path: string;
  errors: Readonly<Record<string, string>>;
  onChange: (week: Record<Weekday, Slot[]>) => void;
};

/** The hours of a subject in every week: an overview to press on where there is room, and each day by itself. */
export const WeekEditor = memo(function WeekEditor({ subject, week, hasSources, getSources, path, errors, onChange }: WeekEditorProps) {
  const id = useId();
  // Each time a dialog of its own: nothing stays chosen from before.
  const [copying, setCopying] = useState<{ day: Weekday; index: number; isOpen: boolean }>({ day: 'Monday', index: 0, isOpen: false });
  const [isCopyingWeek, setCopyingWeek] = useState(false);
  const [sources, setSources] = useState<OtherWeek[]>([]);
  const CopyDayDialog = useLazy(loadCopyDay, { isNeeded: copying.isOpen, onError: closeCopying });
  const CopyWeekDialog = useLazy(loadCopyWeek, { isNeeded: isCopyingWeek, onError: () => setCopyingWeek(false) });

  const general = errors[path];
  const isSaidByDay = WEEKDAYS.some((day) => dayProblem(day, week[day]) === general);
  function closeCopying(): void {
    setCopying((now) => ({ ...now, isOpen: false }));
  }
  function copyWeek(): void {
    setSources(getSources());
    setCopyingWeek(true);
  }
  const change = (day: Weekday, slots: Slot[]) => onChange(withDay(week, [day], slots));

  return (
    <fieldset className={classes.week} aria-describedby={`${id}-error`} data-path={path} tabIndex={-1}>
      <legend>Weekly hours</legend>
      <div className={classes.intro}>
        <p>{`Students can book these hours in every week. Times are in ${zoneLabel(pageConfig().timezone)}.`}</p>
        {hasSources && (
          <Button variant="default" size="sm" leftSection={<CopyPlus size={18} />} onClick={copyWeek}>
            Copy from another subject
          </Button>
        )}
      </div>
      <p id={`${id}-error`} className={classes.error} role="alert">
        {isSaidByDay ? null : general}
      </p>
      <WeekGrid subject={subject} week={week} onChange={change} />
      <div className={classes.days}>
        {WEEKDAYS.map((day, index) => (
          <WeekDay
            key={day}
            day={day}
            slots={week[day]}
            path={`${path}.${index}`}
            error={errorWithin(errors, `${path}.${index}`)}
            onChange={(slots) => change(day, slots)}
            onCopy={() => setCopying({ day, index: copying.index + 1, isOpen: true })}
          />
        ))}
      </div>
      {CopyDayDialog && (
        <CopyDayDialog
          key={copying.index}
          opened={copying.isOpen}
          day={copying.day}
          week={week}
          onCopy={(days) => {
            onChange(withDay(week, days, week[copying.day]));
            closeCopying();
          }}
          onClose={closeCopying}
        />
      )}
      {CopyWeekDialog && (
        <CopyWeekDialog
          opened={isCopyingWeek}
          subject={subject}
          week={week}
          sources={sources}
          onCopy={(source) => {
            onChange(copyOfWeek(source.week));
            setCopyingWeek(false);
          }}
          onClose={() => setCopyingWeek(false)}
        />
      )}
    </fieldset>
  );
});

/** What is wrong with this field, or with one inside it. */
function errorWithin(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  const found = Object.keys(errors).find((field) => field === path || field.startsWith(`${path}.`));
  return found === undefined ? undefined : errors[found];
}
