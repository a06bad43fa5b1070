import { Hourglass } from 'lucide-react';
import type { PendingLimit } from '#shared/domain/pending-requests.ts';
import { ERRORS } from '#shared/errors.ts';
import { PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';
import { ConfirmEmail } from './confirm-email.tsx';
import classes from './notice.module.css';

const { ofStudentAndTutor, ofStudent, ofUnconfirmed } = PENDING_REQUESTS;

/** Why fewer weeks are offered than there are. */
export const FEWER_WEEKS: Record<PendingLimit, string> = {
  'booking.too_many_pending_tutor': `At most ${ofStudentAndTutor} of your requests to one tutor can wait for an answer. You can book more weeks once the tutor has answered.`,
  'booking.too_many_pending': `At most ${ofStudent} of your requests can wait for an answer. You can book more weeks once a tutor has answered.`,
  'booking.email_unconfirmed': `Until your email address is confirmed, at most ${ofUnconfirmed} of your requests can wait for an answer. Open the link in our mail to book more weeks.`,
};

/** Says before the first choice that no request can be sent now, and what helps. */
export function RequestsLimit({ limit }: { limit: PendingLimit }) {
  return (
    <section className={classes.notice} aria-label="No more requests for now">
      <Hourglass size={20} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.title}>No more requests for now</p>
        <p>{ERRORS[limit].message}</p>
        {limit === 'booking.email_unconfirmed' && (
          <div className={classes.action}>
            <ConfirmEmail />
          </div>
        )}
      </div>
    </section>
  );
}
