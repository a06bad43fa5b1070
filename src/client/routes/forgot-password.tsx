import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { ForgotPasswordForm } from '#client/features/auth/forgot-password-form.tsx';
import { pageTitle } from '#client/lib/page-config.ts';
import { requireGuest } from '#client/lib/session/session.ts';
import { AnchorLink } from '#client/ui/links.tsx';

export const Route = createFileRoute('/forgot-password')({
  staticData: { catalogues: ['auth'] },
  beforeLoad: ({ context, cause }) => requireGuest(context, cause),
  head: ({ match: { context } }) =>
    pageTitle(context.i18n._(msg`Forgot password`), context.i18n._(msg`Get a code by email to choose a new password.`)),
  component: ForgotPasswordPage,
});

function ForgotPasswordPage() {
  const { t } = useLingui();
  const navigate = Route.useNavigate();
  const typed = useLocation({ select: ({ state }) => state.email });

  return (
    <AuthCard
      title={t`Forgot your password?`}
      intro={t`Tell us the email address of your account. We send you a 6-digit code to choose a new password with.`}
      footer={<AnchorLink to="/login">{t`Back to login`}</AnchorLink>}
    >
      <ForgotPasswordForm email={typed} onSent={(email) => void navigate({ to: '/reset-password', search: { email } })} />
    </AuthCard>
  );
}
