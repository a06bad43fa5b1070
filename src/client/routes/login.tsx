import { createFileRoute } from '@tanstack/react-router';
import { titled } from '#client/api/page-config.ts';
import { requireGuest, returnPath } from '#client/api/session.ts';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { LoginForm } from '#client/features/auth/login-form.tsx';
import { AnchorLink } from '#client/ui/links.tsx';

export const Route = createFileRoute('/login')({
  staticData: { isForGuests: true },
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } => ({ redirect: returnPath(redirect) }),
  beforeLoad: ({ context, cause }) => requireGuest(context, cause),
  head: () => titled('Login'),
  component: LoginPage,
});

function LoginPage() {
  const { redirect } = Route.useSearch();
  const navigate = Route.useNavigate();

  return (
    <AuthCard
      title="Welcome back"
      intro="Login to book sessions and keep up with your lessons."
      after={
        <>
          New here?{' '}
          <AnchorLink to="/register" search={{ redirect }}>
            Sign up
          </AnchorLink>
        </>
      }
    >
      <LoginForm onDone={() => void navigate({ href: redirect ?? '/', replace: true })} />
    </AuthCard>
  );
}
