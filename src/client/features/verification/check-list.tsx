import { Checkbox } from '#client/ui/checkbox.tsx';
import { ERRORS } from '#shared/errors.ts';
import { VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import classes from './check-list.module.css';
import type { Decision } from './use-decision.ts';
import { CHECKS } from './verification-words.ts';

export type CheckListProps = {
  decision: Decision;
  /** There is nothing to decide by it now. */
  isDecided: boolean;
};

/** What an admin has checked; why nothing can be approved yet is said beside it. */
export function CheckList({ decision: { ticks, isAllTicked, problem, isBusy, list, tick }, isDecided }: CheckListProps) {
  return (
    <fieldset ref={list} className={classes.list} disabled={isBusy}>
      <legend>Verification checks</legend>
      <div className={classes.checks}>
        {VERIFICATION_CHECKS.map((check) => (
          <Checkbox key={check} label={CHECKS[check]} checked={ticks[check]} onChange={({ currentTarget }) => tick(check, currentTarget.checked)} />
        ))}
      </div>
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : (
        !isAllTicked && !isDecided && <p className={classes.hint}>{ERRORS['verification.checks'].message}</p>
      )}
    </fieldset>
  );
}
