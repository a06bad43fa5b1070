import { Button, TextInput } from '@mantine/core';
import { type ChangeEvent, useEffect, useState } from 'react';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { ResetPasswordInput } from '#shared/contracts/auth.ts';
import { VALIDATION } from '#shared/messages.ts';
import { CODES } from '#shared/vocabulary/limits.ts';
import classes from './auth-card.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { ResendCode } from './resend-code.tsx';
import { resetRequestFor } from './reset-request.ts';

const FAILED = 'Failed to reset password. Please try again.';

export type ResetPasswordFormProps = {
  /** Where the code went; without it there is a field for it. */
  email?: string;
  /** The password is a new one: lead on. */
  onDone: (done: { email: string; message: string }) => void;
};

export function ResetPasswordForm({ email, onDone }: ResetPasswordFormProps) {
  const [isAskingEmail, setAskingEmail] = useState(email === undefined);
  const reset = trpc.auth.resetPassword.useMutation();
  const { form, onSubmit, isBusy, error, problem } = useContractForm<ResetPasswordInput>({
    initialValues: { email: email ?? '', code: '', password: '' },
    contract: ({ resetPasswordInput }) => resetPasswordInput,
    failed: FAILED,
    fieldOf: { 'auth.code': 'code' },
    send: async (values) => {
      const { message } = await reset.mutateAsync({ ...values, requestId: resetRequestFor(values.email) });
      toast.success(message);
      onDone({ email: values.email.trim(), message });
    },
  });

  // What the link of the page names may be no address at all.
  if (form.errors.email && !isAskingEmail) setAskingEmail(true);

  const { focusOn } = form;
  useEffect(() => {
    if (isAskingEmail && email !== undefined) focusOn('email');
  }, [isAskingEmail, email, focusOn]);

  /** Mails and phones put spaces, dashes and words around it. */
  function writeCode({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    form.setValue('code', currentTarget.value.replace(/\D/g, '').slice(0, CODES.digits));
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      {problem !== null && <ProblemNotice error={error} otherwise={FAILED} />}
      {toApiError(error)?.code === 'request.limited' && <p>The link in the mail works at once, and needs no code.</p>}
      {isAskingEmail && (
        <TextInput className={classes.field} label="Email" type="email" autoComplete="email" inputMode="email" {...form.textProps('email')} />
      )}
      <TextInput
        className={classes.field}
        label="6-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        {...form.textProps('code')}
        onChange={writeCode}
      />
      <NewPasswordField
        className={classes.field}
        label="New password"
        owner={{ name: '', email: form.values.email }}
        {...form.textProps('password')}
      />
      <Button type="submit" size="lg" mt="xs" loading={isBusy} fullWidth>
        Reset password
      </Button>
      <ResendCode email={form.values.email} onNoEmail={() => form.showErrors({ ...form.errors, email: VALIDATION.email })} />
    </form>
  );
}
