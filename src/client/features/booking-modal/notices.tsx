import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Hourglass, ShieldQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageConfig } from '#client/lib/page-config.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { Notice } from '#client/ui/notice.tsx';
import type { PendingLimit } from '#shared/domain/booking-request.ts';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';

const { ofStudentAndTutor, ofStudent, ofUnconfirmed } = PENDING_REQUESTS;

export const FEWER_WEEKS: Record<PendingLimit, MessageDescriptor> = {
  'booking.too_many_pending_tutor': msg`At most ${ofStudentAndTutor} of your requests to one tutor can wait for an answer. You can book more weeks once the tutor has answered.`,
  'booking.too_many_pending': msg`At most ${ofStudent} of your requests can wait for an answer. You can book more weeks once a tutor has answered.`,
  'booking.email_unconfirmed': msg`Until your email address is confirmed, at most ${ofUnconfirmed} of your requests can wait for an answer. Open the link in our mail to book more weeks.`,
};

export function RequestsLimit({ limit }: { limit: PendingLimit }) {
  const { t, i18n } = useLingui();
  return (
    <Notice role="region" title={t`No more requests for now`} icon={Hourglass} actions={limit === 'booking.email_unconfirmed' && <ConfirmEmail />}>
      {translated(i18n, ERRORS[limit].message)}
    </Notice>
  );
}

export function UnverifiedTutor({ children }: { children?: ReactNode }) {
  const { t } = useLingui();
  const { appName, unverifiedHomeVisits } = pageConfig();
  return (
    <Notice role="region" title={t`Not verified yet`} icon={ShieldQuestionMark}>
      {t`${appName} has not checked this tutor's documents, education and experience yet.`}
      {!unverifiedHomeVisits && ` ${t`Until then only online sessions can be booked.`}`}
      {children}
    </Notice>
  );
}

export function ConfirmEmail() {
  const { isBusy, outcome, resend } = useResendLink();
  return (
    <div>
      <Button variant="default" loading={isBusy} onClick={() => void resend()}>
        <Trans>Send the mail again</Trans>
      </Button>
      <div role={outcome && !outcome.isSent ? 'alert' : 'status'}>{outcome && <p>{outcome.message}</p>}</div>
    </div>
  );
}
