import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Dialog } from '#client/ui/dialog.tsx';
import { WEEKDAYS } from '#shared/vocabulary/content.ts';
import { hoursSentence } from './teaching-words.ts';
import classes from './week-copy.module.css';
import { type OtherWeek, slotsInWeek, slotsText, type Week } from './week-slots.ts';

export type CopyWeekDialogProps = {
  opened: boolean;
  subject: string;
  week: Week;
  sources: readonly OtherWeek[];
  onCopy: (source: OtherWeek) => void;
  onClose: () => void;
};

/** Asks whose week this subject is to have, and says what it loses by it. */
export function CopyWeekDialog({ opened, subject, week, sources, onCopy, onClose }: CopyWeekDialogProps) {
  const name = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const source = sources.find(({ key }) => key === chosen) ?? sources[0];

  return (
    <Dialog
      opened={opened}
      title="Copy hours from another subject"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!source} onClick={() => source && onCopy(source)}>
            Copy
          </Button>
        </>
      }
    >
      <fieldset className={classes.choices} data-single>
        <legend>{`The week for ${subject}`}</legend>
        {sources.map((other) => (
          <label key={other.key} className={classes.choice}>
            <input type="radio" name={name} checked={source?.key === other.key} onChange={() => setChosen(other.key)} />
            <span>
              {other.name}
              <small>{hoursSentence(other.week)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {slotsInWeek(week) > 0 && (
        <div className={classes.replaced}>
          <p>This replaces all hours that the subject has now:</p>
          <ul>
            {WEEKDAYS.filter((day) => week[day].length > 0).map((day) => (
              <li key={day}>{`${day}: ${slotsText(week[day])}`}</li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
