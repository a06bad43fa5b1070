import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { Notice } from '#client/ui/notice.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { StartedSession } from '#shared/contracts/auth.ts';
import { type SecondStepRequired, secondStepForm } from '#shared/contracts/factors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { AuthCard } from './auth-card.tsx';

const loadPasskeys = () => import('./passkey-browser.ts');

export type SecondStepProps = {
  step: SecondStepRequired;
  /** Nothing of the session is stored in this browser yet. */
  onStarted: (started: StartedSession) => void;
  onBack: (problem?: string) => void;
  backLabel?: string;
};

export function SecondStep({ step, onStarted, onBack, backLabel }: SecondStepProps) {
  const { t, i18n } = useLingui();
  const failed = t`Login failed. Please try again`;
  const { challenge, methods } = step;
  const hasApp = methods.includes('totp');
  const hasPasskey = methods.includes('passkey');
  const [isRecovery, setRecovery] = useState(!hasApp && !hasPasskey);
  const hasCodeField = hasApp || isRecovery;
  const codeRef = useRef<HTMLInputElement>(null);
  const trpc = useTRPC();
  const complete = useMutation(trpc.auth.completeLogin.mutationOptions());
  const passkeyOptions = useMutation(trpc.auth.passkeyLoginOptions.mutationOptions());
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null);

  function goBackIfOver(error: unknown): boolean {
    if (toApiError(error)?.code !== 'auth.challenge') return false;
    onBack(errorMessageWithReason(error, failed));
    return true;
  }

  const form = useAppForm({
    initialValues: { code: '' },
    schema: secondStepForm,
    fallbackMessage: failed,
    fieldByCode: { 'auth.second_factor_code': 'code' },
    onError: goBackIfOver,
    onSubmit: async ({ code }) => onStarted(await complete.mutateAsync({ challenge, code })),
  });

  useEffect(() => {
    if (hasCodeField) codeRef.current?.focus();
  }, [hasCodeField]);

  const handlePasskey = useOneAtATime(async () => {
    setPasskeyProblem(null);
    try {
      const { signWithPasskey } = await loadPasskeys();
      const { options } = await passkeyOptions.mutateAsync({ challenge });
      onStarted(await complete.mutateAsync({ challenge, passkey: await signWithPasskey(i18n, options) }));
    } catch (error) {
      if (!goBackIfOver(error)) setPasskeyProblem(errorMessageWithReason(error, t`The passkey did not work. Try again or use another method.`));
    }
  });

  function handleSwitch(): void {
    form.setValues({ code: '' });
    setRecovery(!isRecovery);
    if (hasApp) codeRef.current?.focus();
  }

  return (
    <AuthCard title={t`Confirm that it is you`} intro={t`This account has two-step sign-in.`}>
      <Stack gap={0}>
        {hasPasskey && (
          <>
            {passkeyProblem && (
              <Notice tone="danger" role="alert" mb="lg">
                {passkeyProblem}
              </Notice>
            )}
            <Button size="lg" fullWidth leftSection={<KeyRound size={20} />} loading={passkeyOptions.isPending} onClick={() => void handlePasskey()}>
              <Trans>Use a passkey</Trans>
            </Button>
            {hasCodeField && (
              <Text c="dimmed" size="sm" ta="center" mt="md" mb="xs">
                <Trans>or</Trans>
              </Text>
            )}
          </>
        )}
        {hasCodeField && (
          <form noValidate onSubmit={form.handleSubmit}>
            <TextInput
              ref={codeRef}
              mih={FIELD_HEIGHT}
              label={isRecovery ? t`Recovery code` : t`6-digit code`}
              placeholder={isRecovery ? 'abcde-12345' : undefined}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('code')}
            />
            {form.formError !== null && (
              <Text c="red" size="sm" role="alert">
                {form.formError}
              </Text>
            )}
            <Button type="submit" size="lg" variant={hasPasskey ? 'default' : 'filled'} loading={form.isSubmitting} fullWidth>
              <Trans>Continue</Trans>
            </Button>
          </form>
        )}
        <Group justify="space-between" gap="0 1rem" mt="sm">
          <Anchor component="button" type="button" mih={44} onClick={handleSwitch}>
            {i18n._(switchLabel({ isRecovery, hasApp }))}
          </Anchor>
          <Anchor component="button" type="button" mih={44} onClick={() => onBack()}>
            {backLabel ?? <Trans>Back to login</Trans>}
          </Anchor>
        </Group>
      </Stack>
    </AuthCard>
  );
}

function switchLabel({ isRecovery, hasApp }: { isRecovery: boolean; hasApp: boolean }): MessageDescriptor {
  if (!isRecovery) return msg`Use a recovery code`;
  return hasApp ? msg`Use a code from your app` : msg`Hide the recovery code`;
}

export type LoginSecondStepProps = Pick<SecondStepProps, 'step' | 'onBack'> & { isRemembered: boolean; onDone: () => void };

export function LoginSecondStep({ isRemembered, onDone, ...step }: LoginSecondStepProps) {
  function handleStarted(started: StartedSession): void {
    session.begin(started, { isRemembered });
    toast.success(SUCCESS.login);
    onDone();
  }

  return <SecondStep {...step} onStarted={handleStarted} />;
}
