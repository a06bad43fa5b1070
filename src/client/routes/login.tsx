import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { createFileRoute, redirect as goTo, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthCard } from '#client/features/auth/auth-card.tsx';
import { OrGoogle } from '#client/features/auth/google-button.tsx';
import { hasGoogleParams, readGoogleToken, removeGoogleSignUp, storeGoogleSignUp } from '#client/features/auth/google-sign-up.ts';
import { LoginForm } from '#client/features/auth/login-form.tsx';
import { PasskeyButton } from '#client/features/auth/passkey-button.tsx';
import { withMessages } from '#client/lib/i18n.ts';
import { pageTitle } from '#client/lib/page-config.ts';
import { oneOf, searchParams, text } from '#client/lib/search-params.ts';
import { requireGuest, toReturnPath } from '#client/lib/session/session.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { AnchorLink } from '#client/ui/links.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { SecondStepRequired } from '#shared/contracts/factors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

const MAX_ERROR_LENGTH = 300;

const SecondStep = lazyPart(() => import('#client/features/auth/second-step.tsx').then((module) => module.LoginSecondStep));
/** A way back from Google that has failed shows a refusal that no call of this page has brought. */
const loadNotice = withMessages('refusals', () => import('#client/features/auth/login-notice.tsx').then(({ LoginNotice }) => LoginNotice));

const params = searchParams({
  redirect: toReturnPath,
  error: (value) => (value === undefined || value === '' ? undefined : String(value).slice(0, MAX_ERROR_LENGTH)),
  isGoogleAuth: oneOf([true]),
  token: text(LIMITS.url),
  email: text(LIMITS.email),
  name: text(LIMITS.name.max),
  trip: text(LIMITS.id),
});

export const Route = createFileRoute('/login')({
  staticData: { isPublic: true, isForGuests: true, catalogues: ['auth'] },
  validateSearch: params,
  beforeLoad: async ({ context, cause, search, location }) => {
    if (cause === 'preload') return;
    const { redirect, error } = search;
    if (error !== undefined && !location.state.isErrorHandled) {
      removeGoogleSignUp();
      context.session.end();
      throw goTo({ to: '/login', search: { redirect, error }, state: { isErrorHandled: true }, replace: true });
    }
    if (hasGoogleParams(search)) {
      const token = readGoogleToken(search);
      if (token) storeGoogleSignUp(token);
      throw goTo({ to: token ? '/register' : '/login', search: { redirect }, replace: true });
    }
    await requireGuest(context, cause);
  },
  loaderDeps: ({ search: { error } }) => ({ error }),
  loader: ({ deps: { error }, location }) => (error !== undefined || location.state.done ? loadNotice() : null),
  gcTime: 0,
  head: ({ match: { context } }) => pageTitle(context.i18n._(msg`Login`), context.i18n._(msg`Login to book tutors and keep up with your lessons.`)),
  component: LoginPage,
});

function LoginPage() {
  const { t } = useLingui();
  const { redirect, error } = Route.useSearch();
  const LoginNotice = Route.useLoaderData();
  const { email, done, isOverProfile } = useLocation({ select: ({ state }) => state });
  const navigate = Route.useNavigate();
  const [step, setStep] = useState<{ required: SecondStepRequired; isRemembered: boolean } | null>(null);
  const handleDone = () => void navigate({ href: redirect ?? '/', state: { isOverProfile }, replace: true });

  function handleBack(problem?: string): void {
    setStep(null);
    if (problem) toast.error(problem);
  }

  if (step) {
    return (
      <SecondStep
        step={step.required}
        isRemembered={step.isRemembered}
        onDone={handleDone}
        onBack={handleBack}
        fallback={<Loading label={t`Loading…`} />}
      />
    );
  }
  return (
    <AuthCard
      title={t`Welcome back`}
      // Above the form: a visitor who has just pressed Book Session has no account yet.
      intro={
        <Trans>
          Login to book sessions and keep up with your lessons. New here?{' '}
          <AnchorLink to="/register" search={{ redirect }}>
            Sign up
          </AnchorLink>
        </Trans>
      }
    >
      {LoginNotice && <LoginNotice error={error} done={done} />}
      <LoginForm email={email} onDone={handleDone} onSecondStep={(required, isRemembered) => setStep({ required, isRemembered })} />
      <OrGoogle />
      <PasskeyButton onDone={handleDone} />
    </AuthCard>
  );
}
