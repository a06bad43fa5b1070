import type { Leaving } from '#shared/contracts/account.ts';
import { formatRupees } from '#shared/domain/money.ts';
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
        <section className={classes.money} aria-labelledby="leave-terms">
          <h3 id="leave-terms">Under our cancellation terms</h3>
          <dl>
            <Figure name="Refundable to the student" rupees={refund} />
            <Figure name="Due to the tutor" rupees={dueToTutor} />
            <Figure name="Platform fee" rupees={platformFee} />
          </dl>
          <p>{NO_PAYMENT}</p>
        </section>
      )}
      <p className={classes.last}>
        <strong>This cannot be undone.</strong>
      </p>
    </>
  );
}

function Figure({ name, rupees }: { name: string; rupees: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatRupees(rupees)}</dd>
    </div>
  );
}
