import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { type Client, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { getDashboardPath, session, useViewer } from '#client/lib/session/session.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { ButtonLink } from '#client/ui/links.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LinkElsewhere } from './link-elsewhere.tsx';

/** `elsewhere`: the account is not signed in here. `again`: nothing was decided, and the link is still valid. */
type Confirmation = { outcome: 'confirmed' | 'refused' | 'elsewhere' } | { outcome: 'again'; error: unknown };

const confirmations = new Map<string, Promise<Confirmation>>();

/** A link works only once, so a second mount reuses the first answer. */
function confirmOnce(client: Client, token: string): Promise<Confirmation> {
  const confirmation = confirmations.get(token) ?? confirm(client, token);
  confirmations.set(token, confirmation);
  return confirmation;
}

async function confirm(client: Client, token: string): Promise<Confirmation> {
  try {
    await client.auth.verifyEmail.mutate({ token });
    void session.refresh();
    return { outcome: 'confirmed' };
  } catch (error) {
    const { status = 503, code } = toApiError(error) ?? {};
    if (code === 'auth.link_password_required') {
      // The viewer may sign in and come back to the link.
      confirmations.delete(token);
      return { outcome: 'elsewhere' };
    }
    if (status >= 400 && status < 500 && status !== 429) return { outcome: 'refused' };
    confirmations.delete(token);
    return { outcome: 'again', error };
  }
}

export type EmailConfirmationProps = {
  token?: string;
  isConfirmed?: boolean;
  onDone: (isConfirmed: boolean) => void;
};

export function EmailConfirmation({ token, isConfirmed = false, onDone }: EmailConfirmationProps) {
  if (token !== undefined) return <Confirming key={token} token={token} onDone={onDone} />;
  return isConfirmed ? <Confirmed /> : <Refused />;
}

function Confirming({ token, onDone }: { token: string; onDone: (isConfirmed: boolean) => void }) {
  const { t } = useLingui();
  const client = useTRPCClient();
  const [attempt, setAttempt] = useState(1);
  const [answer, setAnswer] = useState<{ attempt: number; confirmation: Confirmation } | null>(null);
  const confirmation = answer?.attempt === attempt ? answer.confirmation : null;

  useEffect(() => {
    let isCurrent = true;
    void confirmOnce(client, token).then((next) => isCurrent && setAnswer({ attempt, confirmation: next }));
    return () => {
      isCurrent = false;
    };
  }, [client, token, attempt]);

  const outcome = confirmation?.outcome;
  useEffect(() => {
    if (outcome === 'confirmed' || outcome === 'refused') onDone(outcome === 'confirmed');
  }, [outcome, onDone]);

  if (outcome === 'elsewhere') return <LinkElsewhere token={token} onDone={onDone} />;
  if (confirmation?.outcome !== 'again') return <Loading label={t`Confirming your email address…`} />;
  return (
    <>
      <Notice tone="danger" role="alert" mb="lg">
        {errorMessageWithReason(confirmation.error, t`The address could not be confirmed. Please try again.`)}
      </Notice>
      <Button size="lg" fullWidth onClick={() => setAttempt(attempt + 1)}>
        <Trans>Try Again</Trans>
      </Button>
    </>
  );
}

function Confirmed() {
  const { i18n } = useLingui();
  return (
    <>
      <Notice tone="success" role="status" mb="lg">
        {translated(i18n, SUCCESS.emailConfirmed)}
      </Notice>
      <NextLink />
    </>
  );
}

function Refused() {
  const { t, i18n } = useLingui();
  const viewer = useViewer();
  const { isBusy, outcome, resend } = useResendLink();
  const email = viewer?.email;
  return (
    <>
      <Notice tone="danger" role="alert" title={translated(i18n, ERRORS['auth.link'].message)} mb="lg">
        {viewer?.emailVerified
          ? t`Your address ${email} is confirmed, so you may have opened this link before.`
          : t`Each link works once, within 24 hours.`}
      </Notice>
      {outcome && (
        <Notice tone={outcome.isSent ? 'success' : 'danger'} role={outcome.isSent ? 'status' : 'alert'} mb="lg">
          {outcome.message}
        </Notice>
      )}
      {viewer?.emailVerified === false ? (
        <>
          <Text mb="md">
            <Trans>We can send another link to {email}.</Trans>
          </Text>
          <Button size="lg" fullWidth loading={isBusy} onClick={() => void resend()}>
            <Trans>Resend</Trans>
          </Button>
        </>
      ) : (
        <NextLink />
      )}
    </>
  );
}

function NextLink() {
  const viewer = useViewer();
  if (!viewer) {
    return (
      <ButtonLink to="/login" size="lg" fullWidth>
        <Trans>Login</Trans>
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to={getDashboardPath(viewer)} size="lg" fullWidth>
      {viewer.role ? <Trans>Go to your dashboard</Trans> : <Trans>Back to Home</Trans>}
    </ButtonLink>
  );
}
