import { Button } from '@mantine/core';
import { Hourglass, ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { Notice } from '#client/ui/notice.tsx';
import type { PendingLimit } from '#shared/domain/booking-request.ts';
import { ERRORS } from '#shared/errors.ts';
import { PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';

const { ofStudentAndTutor, ofStudent, ofUnconfirmed } = PENDING_REQUESTS;

export const FEWER_WEEKS: Record<PendingLimit, string> = {
  'booking.too_many_pending_tutor': `At most ${ofStudentAndTutor} of your requests to one tutor can wait for an answer. You can book more weeks once the tutor has answered.`,
  'booking.too_many_pending': `At most ${ofStudent} of your requests can wait for an answer. You can book more weeks once a tutor has answered.`,
  'booking.email_unconfirmed': `Until your email address is confirmed, at most ${ofUnconfirmed} of your requests can wait for an answer. Open the link in our mail to book more weeks.`,
};

export function RequestsLimit({ limit }: { limit: PendingLimit }) {
  return (
    <Notice role="region" title="No more requests for now" icon={Hourglass} actions={limit === 'booking.email_unconfirmed' && <ConfirmEmail />}>
      {ERRORS[limit].message}
    </Notice>
  );
}

export function UnverifiedTutor({ children }: { children?: ReactNode }) {
  const { appName, unverifiedHomeVisits } = pageConfig();
  return (
    <Notice role="region" title="Not verified yet" icon={ShieldQuestionMark}>
      {`${appName} has not checked this tutor's documents, education and experience yet.`}
      {!unverifiedHomeVisits && ' Until then only online sessions can be booked.'}
      {children}
    </Notice>
  );
}

export function ConfirmEmail() {
  const { isBusy, outcome, resend } = useResendLink();
  return (
    <div>
      <Button variant="default" loading={isBusy} onClick={() => void resend()}>
        Send the mail again
      </Button>
      <div role={outcome && !outcome.isSent ? 'alert' : 'status'}>{outcome && <p>{outcome.message}</p>}</div>
    </div>
  );
}
