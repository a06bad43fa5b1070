import { Check, X } from 'lucide-react';
import { useId } from 'react';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { PendingLimit } from '#shared/domain/pending-requests.ts';
import type { RepeatedSession } from '#shared/domain/weekly-repeat.ts';
import classes from './repeat-choice.module.css';
import { FEWER_WEEKS } from './requests-limit.tsx';

export type RepeatChoiceProps = {
  repeats: readonly RepeatedSession[];
  weeks: number;
  zone: string;
  /** Why fewer weeks are offered than the calendar has. */
  limit: PendingLimit | null;
  onChange: (weeks: number) => void;
};

/** The same hour in the weeks that follow; which of them can be had is said before the click. */
export function RepeatChoice({ repeats, weeks, zone, limit, onChange }: RepeatChoiceProps) {
  const name = useId();
  if (repeats.length < 2 && limit === null) return null;
  // The time that was chosen before could be repeated more often.
  const chosen = Math.min(weeks, repeats.length);

  return (
    <fieldset className={classes.choice}>
      <legend className={classes.legend}>Repeat weekly</legend>
      <div className={classes.options}>
        {repeats.map(({ start }, index) => (
          <label key={start.getTime()} className={classes.option}>
            <input type="radio" name={name} checked={chosen === index + 1} onChange={() => onChange(index + 1)} />
            <span>{index === 0 ? 'Just once' : `${index + 1} weeks`}</span>
          </label>
        ))}
      </div>
      {limit !== null && <p className={classes.note}>{FEWER_WEEKS[limit]}</p>}
      {chosen > 1 && (
        <>
          <ul className={classes.weeks}>
            {repeats.slice(0, chosen).map(({ start, end, isFree }) => (
              <li key={start.getTime()} className={isFree ? classes.week : classes.taken}>
                {isFree ? <Check size={18} aria-hidden="true" /> : <X size={18} aria-hidden="true" />}
                <span className={classes.when}>
                  <ZonedTime start={start} end={end} zone={zone} />
                </span>
                <em>{isFree ? 'Free' : 'Not available'}</em>
              </li>
            ))}
          </ul>
          <p className={classes.note}>
            {repeats.slice(0, chosen).every(({ isFree }) => isFree)
              ? 'Each week is a booking of its own, which you can cancel by itself.'
              : 'Weeks that are not available are left out. Each of the others is a booking of its own.'}
          </p>
        </>
      )}
    </fieldset>
  );
}
