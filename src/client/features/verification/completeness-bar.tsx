import { completenessColour } from '#shared/domain/profile-completeness.ts';
import classes from './completeness-bar.module.css';
import { COLOURS } from './verification-words.ts';

/** The figure, its word and its colour. */
export function CompletenessBar({ percentage }: { percentage: number }) {
  const colour = completenessColour(percentage);
  return (
    <span className={classes.bar} data-colour={colour}>
      <span className={classes.track} aria-hidden="true">
        <span style={{ width: `${percentage}%` }} />
      </span>
      <span className={classes.figure}>
        {percentage}% <span className={classes.word}>{COLOURS[colour]}</span>
      </span>
    </span>
  );
}
