import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { createFileRoute, redirect as goTo, useLocation } from '@tanstack/react-router';
import { useCallback } from 'react';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { EmailConfirmation } from '#client/features/auth/email-confirmation.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const params = searchParams({ token: text(LIMITS.id) });

export const Route = createFileRoute('/verify-email')({
  staticData: { catalogues: ['auth', 'refusals'] },
  validateSearch: params,
  beforeLoad: ({ cause, search: { token } }) => {
    if (cause === 'preload' || token === undefined) return;
    throw goTo({ to: '/verify-email', state: { linkToken: token }, replace: true });
  },
  head: ({ match: { context } }) =>
    pageTitle(context.i18n._(msg`Confirm your email address`), context.i18n._(msg`Where the link of a confirmation mail leads.`)),
  component: VerifyEmailPage,
});

function VerifyEmailPage() {
  const { t } = useLingui();
  const navigate = Route.useNavigate();
  const { linkToken, isConfirmed } = useLocation({ select: ({ state }) => state });
  const settle = useCallback((done: boolean) => void navigate({ state: { isConfirmed: done }, replace: true }), [navigate]);

  return (
    <AuthCard title={t`Your email address`} intro={isConfirmed ? undefined : t`Confirm it only for an account of your own.`}>
      <EmailConfirmation token={linkToken} isConfirmed={isConfirmed} onDone={settle} />
    </AuthCard>
  );
}
