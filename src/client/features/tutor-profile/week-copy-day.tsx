import { Button } from '@mantine/core';
import { useState } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/content.ts';
import classes from './week-copy.module.css';
import { slotsText, type Week } from './week-slots.ts';

export type CopyDayDialogProps = {
  opened: boolean;
  day: Weekday;
  week: Week;
  onCopy: (days: Weekday[]) => void;
  onClose: () => void;
};

const WORKING = WEEKDAYS.slice(0, 5);

/** Asks which days are to have the hours of this one, and says what they lose by it. */
export function CopyDayDialog({ opened, day, week, onCopy, onClose }: CopyDayDialogProps) {
  const [chosen, setChosen] = useState<readonly Weekday[]>([]);
  const others = WEEKDAYS.filter((other) => other !== day);
  const replaced = chosen.filter((other) => week[other].length > 0);
  const slots = week[day];

  return (
    <Dialog
      opened={opened}
      title={TITLES[day]}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onCopy([...chosen])}>
            Copy
          </Button>
        </>
      }
    >
      <p className={classes.what}>{slotsText(slots)}</p>
      <div className={classes.shortcuts}>
        <Button variant="default" size="sm" onClick={() => setChosen(others.filter((other) => WORKING.includes(other)))}>
          Weekdays
        </Button>
        <Button variant="default" size="sm" onClick={() => setChosen(others)}>
          Every day
        </Button>
      </div>
      <fieldset className={classes.choices}>
        <legend>To these days</legend>
        {others.map((other) => (
          <Checkbox
            key={other}
            label={other}
            checked={chosen.includes(other)}
            onChange={(event) => setChosen(event.currentTarget.checked ? [...chosen, other] : chosen.filter((kept) => kept !== other))}
          />
        ))}
      </fieldset>
      <div role="status">
        {chosen.length === 0 && <p className={classes.note}>Choose at least one day.</p>}
        {replaced.length > 0 && (
          <div className={classes.replaced}>
            <p>This replaces the hours that these days have now:</p>
            <ul>
              {WEEKDAYS.filter((other) => replaced.includes(other)).map((other) => (
                <li key={other}>{`${other}: ${slotsText(week[other])}`}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}

const TITLES: Record<Weekday, string> = {
  Monday: "Copy Monday's hours",
  Tuesday: "Copy Tuesday's hours",
  Wednesday: "Copy Wednesday's hours",
  Thursday: "Copy Thursday's hours",
  Friday: "Copy Friday's hours",
  Saturday: "Copy Saturday's hours",
  Sunday: "Copy Sunday's hours",
};
