import { Button, TextInput } from '@mantine/core';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import classes from './auth-card.module.css';
import { pauseCodes } from './code-pause.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { keepResetRequest } from './reset-request.ts';

const FAILED = 'Failed to send OTP. Please try again.';

export type ForgotPasswordFormProps = {
  /** Typed on the page before. */
  email?: string;
  /** A code is on its way: lead on with the address as it was typed. */
  onSent: (email: string) => void;
};

export function ForgotPasswordForm({ email = '', onSent }: ForgotPasswordFormProps) {
  const forgot = trpc.auth.forgotPassword.useMutation();
  const { form, onSubmit, isBusy, error, problem } = useContractForm({
    initialValues: { email },
    contract: ({ forgotPasswordInput }) => forgotPasswordInput,
    failed: FAILED,
    send: async (values) => {
      const { message, requestId } = await forgot.mutateAsync(values);
      pauseCodes(values.email);
      keepResetRequest(values.email, requestId);
      toast.success(message);
      onSent(values.email);
    },
  });

  return (
    <form noValidate onSubmit={onSubmit}>
      {problem !== null && <ProblemNotice error={error} otherwise={FAILED} />}
      <TextInput className={classes.field} label="Email" type="email" autoComplete="email" inputMode="email" {...form.textProps('email')} />
      <Button type="submit" size="lg" mt="xs" loading={isBusy} fullWidth>
        Send code
      </Button>
    </form>
  );
}
