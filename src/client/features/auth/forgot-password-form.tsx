import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { refusalOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import classes from './auth-card.module.css';
import { byContract, useContracts } from './by-contract.ts';
import { pauseCodes } from './code-pause.ts';
import { errorsOf, focusFirst } from './form-errors.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { useOneAtATime } from './use-one-at-a-time.ts';

const checked = byContract(({ forgotPasswordInput }) => forgotPasswordInput);
const FAILED = 'Failed to send OTP. Please try again.';

export type ForgotPasswordFormProps = {
  /** Typed on the page before. */
  email?: string;
  /** A code is on its way: lead on with the address as it was typed. */
  onSent: (email: string) => void;
};

export function ForgotPasswordForm({ email = '', onSent }: ForgotPasswordFormProps) {
  useContracts();
  const form = useForm({ initialValues: { email }, validate: checked, validateInputOnBlur: true });
  const send = trpc.auth.forgotPassword.useMutation();

  const submit = useOneAtATime(async (values: { email: string }) => {
    try {
      const { message } = await send.mutateAsync(values);
      pauseCodes(values.email);
      toast.success(message);
      onSent(values.email);
    } catch (error) {
      const errors = errorsOf(form, refusalOf(error)?.errors ?? []);
      form.setErrors(errors);
      focusFirst(form, errors);
    }
  });

  return (
    <form noValidate onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}>
      {send.error && !form.errors.email && <ProblemNotice error={send.error} otherwise={FAILED} />}
      <TextInput className={classes.field} label="Email" type="email" autoComplete="email" inputMode="email" {...form.getInputProps('email')} />
      <Button type="submit" size="lg" mt="xs" loading={send.isPending} fullWidth>
        Send code
      </Button>
    </form>
  );
}
