import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Box, Group, Text } from '@mantine/core';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { toFieldErrors } from '#client/lib/forms/field-errors.ts';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { ClientError, errorMessageWithReason, isUnauthenticated } from '#client/lib/rpc/errors.ts';
import { useTRPCClient } from '#client/lib/rpc/trpc.ts';
import type { Account } from '#client/lib/session/session.ts';
import { useViewChange } from '#client/ui/double-press.ts';
import { Notice } from '#client/ui/notice.tsx';
import { toast } from '#client/ui/toasts.ts';
import { newPasswordProblem } from '#shared/domain/new-password.ts';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { VALIDATION } from '#shared/messages.ts';
import type { SignUpRole } from '#shared/vocabulary/people.ts';
import { TERMS_VERSION } from '#shared/vocabulary/terms.ts';
import { getGoogleSignUp } from './google-sign-up.ts';
import { BasicsStep, ChoiceStep } from './register-steps.tsx';
import {
  abandonGoogleSignUp,
  EMPTY_SIGN_UP,
  forgetUnansweredSignUp,
  type SignUpValues,
  signUpDraft,
  signUpWithEmail,
  signUpWithGoogle,
  toHiddenFields,
} from './sign-up.ts';

const STEPS = [msg`Basic Information`, msg`Phone & Role Selection`] as const;
const BASICS = ['name', 'email', 'password', 'confirmPassword'] as const satisfies readonly (keyof SignUpValues)[];

const contracts = () => import('#shared/contracts/auth.ts');
/** The server would refuse such a password after the second step. Which ones are common, only it knows. */
const basicsSchema = async () => {
  const { registerBasics } = await contracts();
  return registerBasics.refine(({ password, ...owner }) => newPasswordProblem(password, owner, () => false) === null, {
    path: ['password'],
    error: ERRORS['auth.password_personal'].message,
  });
};
const choiceSchema = () => contracts().then(({ registerChoice }) => registerChoice);

type Problem = { step: 1 | 2; message: string };

export type RegisterWizardProps = { role?: SignUpRole; onDone: (me: Account) => void };

export function RegisterWizard({ role, onDone }: RegisterWizardProps) {
  const { t, i18n } = useLingui();
  const failed = t`Registration failed. Please try again.`;
  const client = useTRPCClient();
  const { history } = useRouter();
  const isChoosing = useLocation({ select: ({ state }) => state.isChoosing === true });
  const [google, setGoogle] = useState(getGoogleSignUp);
  const [hiddenFields] = useState(() => google && toHiddenFields(google));
  const [problem, setProblem] = useState<Problem | null>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);

  const form = useAppForm<SignUpValues>({
    initialValues: role ? { ...EMPTY_SIGN_UP, role } : EMPTY_SIGN_UP,
    schema: isChoosing ? choiceSchema : basicsSchema,
    toInput: (values) => (google ? { ...values, ...hiddenFields } : values),
    fallbackMessage: failed,
    draft: signUpDraft,
    onSubmit: async ({ name, email, password, phone, role, isGuardian, childName }) => {
      setProblem(null);
      // Where the contract could not be loaded, nothing has checked it.
      if (!role) throw new ClientError(translated(i18n, VALIDATION.role));
      const choice = { role, phone, childName: role === 'student' && isGuardian ? childName : '', termsVersion: TERMS_VERSION };
      onDone(google ? await signUpWithGoogle(client, google, choice) : await signUpWithEmail(client, { name, email, password, ...choice }));
    },
    onError: handleError,
  });

  // Passwords do not survive a reload, but the history entry of the second step does.
  const isReady = google !== null || form.values.password !== '';
  const step = isChoosing && isReady ? 2 : 1;
  const isStale = isChoosing && !isReady;
  useEffect(() => {
    if (isStale) history.replace(history.location.href, {});
  }, [isStale, history]);

  useEffect(() => forgetUnansweredSignUp, []);

  useViewChange(step);
  const shownStep = useRef(step);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    if (step === 1 && BASICS.some((field) => form.errors[field])) form.showErrors(form.errors);
    else headingRef.current?.focus();
  }, [step, form]);

  function handleNext(): void {
    setProblem(null);
    if (!isChoosing) history.push(history.location.href, { isChoosing: true });
  }

  function handleBack(): void {
    setProblem(null);
    if (isChoosing) history.back();
  }

  function abandonGoogle(reason?: string): void {
    if (google) abandonGoogleSignUp(client, google);
    setGoogle(null);
    setProblem(reason === undefined ? null : { step: 1, message: reason });
  }

  function handleError(error: unknown): void {
    const message = errorMessageWithReason(error, failed);
    toast.error(message);
    const errors = toFieldErrors(error, form.getValues());
    if (google && isUnauthenticated(error)) abandonGoogle(message);
    else if (BASICS.some((field) => errors[field])) handleBack();
    else if (Object.keys(errors).length === 0) setProblem({ step: 2, message });
  }

  const message = problem?.step === step ? problem.message : null;
  const stepCount = STEPS.length;
  return (
    <div data-view={step}>
      <Group component="ol" grow gap="xs" mb="md" aria-hidden="true">
        {STEPS.map((name, index) => (
          <Box key={name.id} component="li" h={4} bg={index < step ? 'var(--mantine-primary-color-filled)' : 'var(--vidya-border)'} bdrs={999} />
        ))}
      </Group>
      <Text component="h2" display="grid" size="lg" fw={700} mb="md" style={{ outline: 'none' }} ref={headingRef} tabIndex={-1}>
        <Text span c="dimmed" size="sm" fw={500}>
          {t`Step ${step} of ${stepCount}`}
        </Text>
        {i18n._(STEPS[step === 1 ? 0 : 1])}
      </Text>
      {step === 1 && message && (
        <Notice tone="danger" role="alert" mb="lg">
          {message}
        </Notice>
      )}
      {step === 1 ? (
        <BasicsStep form={form} google={google} onAbandonGoogle={() => abandonGoogle()} onNext={handleNext} />
      ) : (
        <ChoiceStep form={form} problem={message} onBack={handleBack} />
      )}
    </div>
  );
}
