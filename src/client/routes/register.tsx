import { createFileRoute } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { HOME, requireGuest, returnPath } from '#client/api/session.ts';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { RegisterWizard } from '#client/features/auth/register-wizard.tsx';
import { AnchorLink } from '#client/ui/links.tsx';

export const Route = createFileRoute('/register')({
  staticData: { isForGuests: true },
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({ redirect: returnPath(redirect) }),
  beforeLoad: ({ context, cause }) => requireGuest(context, cause),
  head: () => titled('Sign Up'),
  component: RegisterPage,
});

function RegisterPage() {
  const { redirect } = Route.useSearch();
  const navigate = Route.useNavigate();

  return (
    <AuthCard
      title="Create your account"
      intro="It takes a minute, and costs nothing."
      after={
        <>
          Already have an account?{' '}
          <AnchorLink to="/login" search={{ redirect }}>
            Login
          </AnchorLink>
        </>
      }
    >
      <RegisterWizard onDone={(role) => void navigate({ to: HOME[role], replace: true })} />
    </AuthCard>
  );
}
