import { CancellationTerms } from '#client/features/bookings/index.ts';
import type { Leaving } from '#shared/contracts/account.ts';
import { NO_PAYMENT } from '#shared/messages.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import classes from './leave-dialog.module.css';
import { consequences, figuresOf } from './leave-words.ts';

export type LeaveSummaryProps = { leaving: Leaving; role: Role | null };

export function LeaveSummary({ leaving, role }: LeaveSummaryProps) {
  const { refund, dueToTutor, platformFee } = figuresOf(leaving.cancelled);
  return (
    <>
      <ul className={classes.list}>
        {consequences(leaving, role).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {leaving.cancelled.bookings > 0 && (
        <CancellationTerms refund={refund} tutorShare={dueToTutor} platformFee={platformFee}>
          <p>{NO_PAYMENT}</p>
        </CancellationTerms>
      )}
      <p className={classes.last}>
        <strong>This cannot be undone.</strong>
      </p>
    </>
  );
}
