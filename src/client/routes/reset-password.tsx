import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute, redirect as goTo, useLocation } from '@tanstack/react-router';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { ResetLinkForm, ResetPasswordForm } from '#client/features/auth/reset-password-form.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { searchParams, text } from '#client/lib/search-params.ts';
import { requireGuest } from '#client/lib/session/session.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const params = searchParams({ email: text(LIMITS.email), token: text(LIMITS.id) });

export const Route = createFileRoute('/reset-password')({
  staticData: { catalogues: ['auth'] },
  validateSearch: params,
  beforeLoad: ({ context, cause, search: { email, token } }) => {
    // Before anything else, so that the token is in no history and no referrer.
    if (token !== undefined && cause !== 'preload')
      throw goTo({ to: '/reset-password', search: { email }, state: { resetToken: token }, replace: true });
    return requireGuest(context, cause);
  },
  head: ({ match: { context } }) =>
    pageTitle(context.i18n._(msg`Reset password`), context.i18n._(msg`Choose a new password with the code that we have mailed to you.`)),
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  const { t } = useLingui();
  const { email } = Route.useSearch();
  const navigate = Route.useNavigate();
  const token = useLocation({ select: ({ state }) => state.resetToken });
  const handleDone = (done: { email: string; message: string }) =>
    void navigate({ to: '/login', state: { email: done.email, done: done.message }, replace: true });

  return (
    <AuthCard
      title={t`Choose a new password`}
      intro={token === undefined ? <CodeIntro email={email} /> : <LinkIntro email={email} />}
      footer={<AnchorLink to="/login">{t`Back to login`}</AnchorLink>}
    >
      {token === undefined ? (
        <ResetPasswordForm key={email} email={email} onDone={handleDone} />
      ) : (
        <ResetLinkForm key={token} token={token} email={email} onDone={(message) => handleDone({ email: email ?? '', message })} />
      )}
    </AuthCard>
  );
}

function CodeIntro({ email }: { email?: string }) {
  if (email === undefined) return <Trans>Enter your email address and the 6-digit code that we have sent to it.</Trans>;
  return (
    <Trans>
      If there is an account for <strong>{email}</strong>, a 6-digit code is on its way to it.{' '}
      <AnchorLink to="/forgot-password" state={{ email }}>
        Use another address
      </AnchorLink>
    </Trans>
  );
}

function LinkIntro({ email }: { email?: string }) {
  if (email === undefined) return <Trans>The link from your mail needs no code.</Trans>;
  return (
    <Trans>
      For the account of <strong>{email}</strong>. The link from your mail needs no code.
    </Trans>
  );
}
