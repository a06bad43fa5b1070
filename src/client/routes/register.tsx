import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute, redirect as goTo } from '@tanstack/react-router';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { getArrivedToken, hasGoogleParams, readGoogleToken, removeGoogleSignUp, storeGoogleSignUp } from '#client/features/auth/google-sign-up.ts';
import { RegisterWizard } from '#client/features/auth/register-wizard.tsx';
import { getPathAfterSignUp } from '#client/features/auth/sign-up.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';
import { requireNewcomer, toReturnPath } from '#client/lib/session/session.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { Spinner } from '#client/ui/page-state.tsx';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { SIGN_UP_ROLES } from '#shared/vocabulary/people.ts';

const params = searchParams({
  redirect: toReturnPath,
  role: oneOf(SIGN_UP_ROLES),
  isGoogleAuth: oneOf([true]),
  token: text(LIMITS.url),
  email: text(LIMITS.email),
  name: text(LIMITS.name.max),
  trip: text(LIMITS.id),
});

export const Route = createFileRoute('/register')({
  staticData: { isPublic: true, isForGuests: true, catalogues: ['auth'] },
  validateSearch: params,
  beforeLoad: async ({ context, cause, search }) => {
    if (cause === 'preload') return;
    if (hasGoogleParams(search)) {
      const token = readGoogleToken(search);
      if (token) storeGoogleSignUp(token);
      throw goTo({ to: '/register', search: { redirect: search.redirect }, replace: true });
    }
    const arrived = getArrivedToken();
    if (arrived) {
      const { identifyArrivedToken } = await import('#client/features/auth/callback.ts');
      // What is asked about waits in memory, not in the address.
      if ((await identifyArrivedToken(context.session, arrived)) === 'question') throw goTo({ to: '/auth/callback', replace: true });
    }
    if (context.session.viewer()?.role) removeGoogleSignUp();
    await requireNewcomer(context, arrived ? 'enter' : cause);
  },
  head: ({ match: { context } }) =>
    pageTitle(context.i18n._(msg`Sign Up`), context.i18n._(msg`Join as a student to find a tutor, or as a tutor to be found. It costs nothing.`)),
  component: RegisterPage,
  pendingComponent: Spinner,
});

function RegisterPage() {
  const { t } = useLingui();
  const { redirect, role } = Route.useSearch();
  const navigate = Route.useNavigate();

  return (
    <AuthCard
      title={t`Create your account`}
      intro={
        <Trans>
          It takes a minute, and costs nothing. Already have an account?{' '}
          <AnchorLink to="/login" search={{ redirect }}>
            Login
          </AnchorLink>
        </Trans>
      }
    >
      <RegisterWizard role={role} onDone={(me) => void navigate({ href: getPathAfterSignUp(me, redirect), replace: true })} />
    </AuthCard>
  );
}
