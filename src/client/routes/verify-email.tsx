import { createFileRoute, redirect as goTo, useLocation } from '@tanstack/react-router';
import { useCallback } from 'react';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { EmailConfirmation } from '#client/features/auth/email-confirmation.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const params = searchParams({ token: text(LIMITS.id) });

export const Route = createFileRoute('/verify-email')({
  validateSearch: params,
  beforeLoad: ({ cause, search: { token } }) => {
    if (cause === 'preload' || token === undefined) return;
    throw goTo({ to: '/verify-email', state: { linkToken: token }, replace: true });
  },
  head: () => pageTitle('Confirm your email address', 'Where the link of a confirmation mail leads.'),
  component: VerifyEmailPage,
});

function VerifyEmailPage() {
  const navigate = Route.useNavigate();
  const { linkToken, isConfirmed } = useLocation({ select: ({ state }) => state });
  const settle = useCallback((done: boolean) => void navigate({ state: { isConfirmed: done }, replace: true }), [navigate]);

  return (
    <AuthCard title="Your email address" intro="Confirm it only for an account of your own.">
      <EmailConfirmation token={linkToken} isConfirmed={isConfirmed} onDone={settle} />
    </AuthCard>
  );
}
