import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { ResetPasswordInput, ResetPasswordWithLinkInput } from '#shared/contracts/auth.ts';
import { translated } from '#shared/domain/texts.ts';
import { VALIDATION } from '#shared/messages.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { getResetRequest, storeResetRequest, useCodePause } from './reset-code.ts';

const RESET_FAILED = msg`Failed to reset password. Please try again.`;

const contracts = () => import('#shared/contracts/auth.ts');
const codeSchema = () => contracts().then(({ resetPasswordInput }) => resetPasswordInput);
const linkSchema = () => contracts().then(({ resetPasswordWithLinkInput }) => resetPasswordWithLinkInput);

export type ResetPasswordFormProps = {
  email?: string;
  onDone: (done: { email: string; message: string }) => void;
};

export function ResetPasswordForm({ email, onDone }: ResetPasswordFormProps) {
  const { t, i18n } = useLingui();
  const failed = i18n._(RESET_FAILED);
  const [hasEmailField, setEmailField] = useState(email === undefined);
  const emailRef = useRef<HTMLInputElement>(null);
  const trpc = useTRPC();
  const reset = useMutation(trpc.auth.resetPassword.mutationOptions());
  const form = useAppForm<ResetPasswordInput>({
    initialValues: { email: email ?? '', code: '', password: '' },
    schema: codeSchema,
    fallbackMessage: failed,
    fieldByCode: { 'auth.code': 'code' },
    onSubmit: async (values) => {
      const { message } = await reset.mutateAsync({ ...values, requestId: getResetRequest(values.email) });
      toast.success(message);
      onDone({ email: values.email.trim(), message });
    },
  });

  // The address of the page may hold something that is not an email address.
  if (form.errors.email && !hasEmailField) setEmailField(true);
  useEffect(() => {
    if (hasEmailField && email !== undefined) emailRef.current?.focus();
  }, [hasEmailField, email]);

  return (
    <form noValidate onSubmit={form.handleSubmit}>
      {form.formError !== null && <ProblemNotice error={form.error} fallbackMessage={failed} />}
      {toApiError(form.error)?.code === 'request.limited' && (
        <p>
          <Trans>You can also use the link in the email, without a code.</Trans>
        </p>
      )}
      {hasEmailField && (
        <TextInput
          ref={emailRef}
          mih={FIELD_HEIGHT}
          label={t`Email`}
          type="email"
          autoComplete="email"
          inputMode="email"
          {...form.getInputProps('email')}
        />
      )}
      <TextInput
        mih={FIELD_HEIGHT}
        label={t`6-digit code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        {...form.getInputProps('code')}
        // Mails and phones put spaces, dashes and words around the code.
        onChange={({ currentTarget }) => form.setFieldValue('code', currentTarget.value.replace(/\D/g, '').slice(0, CODES.digits))}
      />
      <NewPasswordField
        mih={FIELD_HEIGHT}
        label={t`New password`}
        owner={{ name: '', email: form.values.email }}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="lg" mt="xs" loading={form.isSubmitting} fullWidth>
        <Trans>Reset password</Trans>
      </Button>
      <ResendCode email={form.values.email} onEmailMissing={() => form.showErrors({ ...form.errors, email: translated(i18n, VALIDATION.email) })} />
    </form>
  );
}

function ResendCode({ email, onEmailMissing }: { email: string; onEmailMissing: () => void }) {
  const { t, i18n } = useLingui();
  const pauseId = useId();
  const { secondsLeft, pause } = useCodePause(email);
  const trpc = useTRPC();
  const send = useMutation(trpc.auth.forgotPassword.mutationOptions());
  const isPaused = secondsLeft > 0;

  const handleClick = useOneAtATime(async () => {
    if (isPaused) return;
    if (email.trim() === '') return onEmailMissing();
    try {
      const { requestId } = await send.mutateAsync({ email });
      storeResetRequest(email, requestId);
      pause();
    } catch (error) {
      const seconds = toApiError(error)?.retryAfter ?? 0;
      if (seconds > 0) pause(seconds);
    }
  });

  return (
    <Stack align="center" gap={4} mt="sm" ta="center">
      <div role="status">
        {send.isSuccess && (
          <Text c="var(--mantine-color-success)" size="sm">
            {translated(i18n, send.data.message)}
          </Text>
        )}
      </div>
      {send.error && <ProblemNotice error={send.error} fallbackMessage={t`Failed to resend code. Please try again.`} hasCountdown />}
      <Button
        variant="subtle"
        size="md"
        // `disabled` and `loading` would both take the focus away.
        aria-disabled={isPaused || send.isPending}
        data-disabled={isPaused || send.isPending || undefined}
        aria-describedby={isPaused ? pauseId : undefined}
        onClick={() => void handleClick()}
      >
        <Trans>Resend code</Trans>
      </Button>
      {isPaused && (
        <Text id={pauseId} c="dimmed" size="sm" mih="1.5em" data-tabular>
          {formatPause(i18n, secondsLeft)}
        </Text>
      )}
    </Stack>
  );
}

function formatPause(i18n: I18n, seconds: number): string {
  if (seconds < 100) return i18n._(msg`You can ask for another code in ${plural(seconds, { one: '# second', other: '# seconds' })}.`);
  const minutes = Math.ceil(seconds / 60);
  return i18n._(msg`You can ask for another code in ${minutes} minutes.`);
}

export type ResetLinkFormProps = {
  token: string;
  email?: string;
  onDone: (message: string) => void;
};

export function ResetLinkForm({ token, email = '', onDone }: ResetLinkFormProps) {
  const { t, i18n } = useLingui();
  const failed = i18n._(RESET_FAILED);
  const trpc = useTRPC();
  const reset = useMutation(trpc.auth.resetPasswordWithLink.mutationOptions());
  const form = useAppForm<ResetPasswordWithLinkInput>({
    initialValues: { token, password: '' },
    schema: linkSchema,
    fallbackMessage: failed,
    onSubmit: async (values) => {
      const { message } = await reset.mutateAsync(values);
      toast.success(message);
      onDone(message);
    },
  });

  return (
    <form noValidate onSubmit={form.handleSubmit}>
      {form.formError !== null && <ProblemNotice error={form.error} fallbackMessage={failed} />}
      <NewPasswordField mih={FIELD_HEIGHT} label={t`New password`} owner={{ name: '', email }} {...form.getInputProps('password')} />
      <Button type="submit" size="lg" mt="xs" loading={form.isSubmitting} fullWidth>
        <Trans>Reset password</Trans>
      </Button>
      {toApiError(form.error)?.code === 'auth.link' && (
        <AnchorLink display="inline-block" lh="2.75rem" to="/forgot-password" state={{ email }}>
          <Trans>Ask for a new code</Trans>
        </AnchorLink>
      )}
    </form>
  );
}
