import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ChangeEvent, useEffect, useState } from 'react';
import { refusalOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import type { ResetPasswordInput } from '#shared/contracts/auth.ts';
import { VALIDATION } from '#shared/messages.ts';
import { CODES } from '#shared/vocabulary/limits.ts';
import classes from './auth-card.module.css';
import { byContract, useContracts } from './by-contract.ts';
import { errorsOf, focusFirst } from './form-errors.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { ResendCode } from './resend-code.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

const checked = byContract(({ resetPasswordInput }) => resetPasswordInput);
const FAILED = 'Failed to reset password. Please try again.';

export type ResetPasswordFormProps = {
  /** Where the code went; without it there is a field for it. */
  email?: string;
  /** The password is a new one: lead on. */
  onDone: (done: { email: string; message: string }) => void;
};

export function ResetPasswordForm({ email, onDone }: ResetPasswordFormProps) {
  useContracts();
  const form = useForm<ResetPasswordInput>({
    initialValues: { email: email ?? '', code: '', password: '' },
    validate: checked,
    validateInputOnBlur: true,
  });
  const [isAskingEmail, setAskingEmail] = useState(email === undefined);
  const reset = trpc.auth.resetPassword.useMutation();

  const { getInputNode } = form;
  useEffect(() => {
    if (isAskingEmail && email !== undefined) getInputNode('email')?.focus();
  }, [isAskingEmail, email, getInputNode]);

  /** What the link of the page names may be no address at all. */
  function show(errors: Record<string, unknown>): void {
    if (errors.email) setAskingEmail(true);
    focusFirst(form, errors);
  }

  function askEmail(): void {
    form.setFieldError('email', VALIDATION.email);
    show({ email: VALIDATION.email });
  }

  const submit = useOneAtATime(async (values: ResetPasswordInput) => {
    try {
      const { message } = await reset.mutateAsync(values);
      toast.success(message);
      onDone({ email: values.email.trim(), message });
    } catch (error) {
      const refused = refusalOf(error);
      const errors = refused?.code === 'auth.code' ? { code: refused.message } : errorsOf(form, refused?.errors ?? []);
      form.setErrors(errors);
      show(errors);
    }
  });

  /** Mails and phones put spaces, dashes and words around it. */
  function writeCode({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    form.setFieldValue('code', currentTarget.value.replace(/\D/g, '').slice(0, CODES.digits));
  }

  const hasFieldErrors = Object.keys(form.errors).length > 0;
  return (
    <form noValidate onSubmit={form.onSubmit(submit, show)}>
      {reset.error && !hasFieldErrors && <ProblemNotice error={reset.error} otherwise={FAILED} />}
      {isAskingEmail && (
        <TextInput className={classes.field} label="Email" type="email" autoComplete="email" inputMode="email" {...form.getInputProps('email')} />
      )}
      <TextInput
        className={classes.field}
        label="6-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        {...form.getInputProps('code')}
        onChange={writeCode}
      />
      <PasswordInput className={classes.field} label="New password" autoComplete="new-password" {...form.getInputProps('password')} />
      <Button type="submit" size="lg" mt="xs" loading={reset.isPending} fullWidth>
        Reset password
      </Button>
      <ResendCode email={form.values.email} onNoEmail={askEmail} />
    </form>
  );
}
