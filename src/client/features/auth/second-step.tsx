import { Button, TextInput } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import { type SecondStepRequired, secondStepForm } from '#shared/contracts/factors.ts';
import authClasses from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import { Notice } from './notice.tsx';
import classes from './second-step.module.css';

const FAILED = 'Login failed. Please try again';

export type SecondStepProps = {
  step: SecondStepRequired;
  /** The session that it has begun on the server; nothing of it is stored in this browser yet. */
  onStarted: (started: StartedSession) => void;
  /** To the first step, with why where there is a reason. */
  onBack: (problem?: string) => void;
  backLabel?: string;
};

/** After the password or Google: a code, or a passkey. Import it only on demand. */
export function SecondStep({ step, onStarted, onBack, backLabel = 'Back to login' }: SecondStepProps) {
  const { challenge, methods } = step;
  const hasApp = methods.includes('totp');
  const hasPasskey = methods.includes('passkey');
  const [isRecovery, setRecovery] = useState(!hasApp && !hasPasskey);
  const isCodeShown = hasApp || isRecovery;
  const complete = trpc.auth.completeLogin.useMutation();
  const passkeyOptions = trpc.auth.passkeyLoginOptions.useMutation();
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null);

  /** Nothing that is typed here helps any more. */
  function isOver(error: unknown): boolean {
    if (toApiError(error)?.code !== 'auth.challenge') return false;
    onBack(errorMessageWithReason(error, FAILED));
    return true;
  }

  const { form, onSubmit, isBusy, problem } = useContractForm({
    initialValues: { code: '' },
    contract: () => secondStepForm,
    failed: FAILED,
    fieldOf: { 'auth.second_factor_code': 'code' },
    onFailed: isOver,
    send: async ({ code }) => onStarted(await complete.mutateAsync({ challenge, code })),
  });

  const { focusOn } = form;
  useEffect(() => {
    if (isCodeShown) focusOn('code');
  }, [isCodeShown, focusOn]);

  const signWithPasskey = useOneAtATime(async () => {
    setPasskeyProblem(null);
    try {
      const { answerOf } = await import('./passkey-browser.ts');
      const { options } = await passkeyOptions.mutateAsync({ challenge });
      onStarted(await complete.mutateAsync({ challenge, passkey: await answerOf(options) }));
    } catch (error) {
      if (!isOver(error)) setPasskeyProblem(errorMessageWithReason(error, 'The passkey was not used. Please try again, or use another way.'));
    }
  });

  return (
    <AuthCard title="Confirm that it is you" intro="This account has two-step sign-in.">
      <div className={classes.step}>
        {hasPasskey && (
          <>
            {passkeyProblem && <Notice tone="danger">{passkeyProblem}</Notice>}
            <Button
              size="lg"
              fullWidth
              leftSection={<KeyRound size={20} />}
              loading={passkeyOptions.isPending}
              onClick={() => void signWithPasskey()}
            >
              Use a passkey
            </Button>
            {isCodeShown && <p className={classes.or}>or</p>}
          </>
        )}
        {isCodeShown && (
          <form noValidate onSubmit={onSubmit}>
            <TextInput
              className={authClasses.field}
              label={isRecovery ? 'Recovery code' : '6-digit code'}
              placeholder={isRecovery ? 'abcde-12345' : undefined}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              {...form.textProps('code')}
            />
            {problem && (
              <p className={authClasses.problem} role="alert">
                {problem}
              </p>
            )}
            <Button type="submit" size="lg" variant={hasPasskey ? 'default' : 'filled'} loading={isBusy} fullWidth>
              Continue
            </Button>
          </form>
        )}
        <div className={classes.others}>
          <button
            type="button"
            className={classes.other}
            onClick={() => {
              form.setValues({ code: '' });
              setRecovery(!isRecovery);
            }}
          >
            {otherWay({ isRecovery, hasApp })}
          </button>
          <button type="button" className={classes.other} onClick={() => onBack()}>
            {backLabel}
          </button>
        </div>
      </div>
    </AuthCard>
  );
}

function otherWay({ isRecovery, hasApp }: { isRecovery: boolean; hasApp: boolean }): string {
  if (!isRecovery) return 'Use a recovery code';
  return hasApp ? 'Use the code of your app' : 'Hide the recovery code';
}
