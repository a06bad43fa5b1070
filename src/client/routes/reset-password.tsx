import { createFileRoute } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { searchParams, words } from '#client/api/search-params.ts';
import { requireGuest } from '#client/api/session.ts';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { ResetPasswordForm } from '#client/features/auth/reset-password-form.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const params = searchParams({ email: words(LIMITS.email) });

export const Route = createFileRoute('/reset-password')({
  validateSearch: params,
  beforeLoad: ({ context, cause }) => requireGuest(context, cause),
  head: () => titled('Reset password', 'Choose a new password with the code that we have mailed to you.'),
  component: ResetPasswordPage,
});

function ResetPasswordPage() {
  const { email } = Route.useSearch();
  const navigate = Route.useNavigate();

  return (
    <AuthCard
      title="Choose a new password"
      intro={
        email === undefined ? (
          'Enter your email address and the 6-digit code that we have sent to it.'
        ) : (
          <>
            If there is an account for <strong>{email}</strong>, a 6-digit code is on its way to it.{' '}
            <AnchorLink to="/forgot-password" state={{ email }}>
              Use another address
            </AnchorLink>
          </>
        )
      }
      after={<AnchorLink to="/login">Back to login</AnchorLink>}
    >
      <ResetPasswordForm
        key={email}
        email={email}
        onDone={(done) => void navigate({ to: '/login', state: { email: done.email, done: done.message }, replace: true })}
      />
    </AuthCard>
  );
}
