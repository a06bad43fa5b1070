import { Button } from '@mantine/core';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { ResetPasswordWithLinkInput } from '#shared/contracts/auth.ts';
import classes from './auth-card.module.css';
import { NewPasswordField } from './new-password-field.tsx';
import { ProblemNotice } from './problem-notice.tsx';

const FAILED = 'Failed to reset password. Please try again.';

export type ResetLinkFormProps = {
  /** Of the mailed link, which needs no code. */
  token: string;
  /** The address that the mail went to. */
  email?: string;
  /** The password is a new one: lead on. */
  onDone: (message: string) => void;
};

export function ResetLinkForm({ token, email = '', onDone }: ResetLinkFormProps) {
  const reset = trpc.auth.resetPasswordWithLink.useMutation();
  const { form, onSubmit, isBusy, error, problem } = useContractForm<ResetPasswordWithLinkInput>({
    initialValues: { token, password: '' },
    contract: ({ resetPasswordWithLinkInput }) => resetPasswordWithLinkInput,
    failed: FAILED,
    send: async (values) => {
      const { message } = await reset.mutateAsync(values);
      toast.success(message);
      onDone(message);
    },
  });

  return (
    <form noValidate onSubmit={onSubmit}>
      {problem !== null && <ProblemNotice error={error} otherwise={FAILED} />}
      <NewPasswordField className={classes.field} label="New password" owner={{ name: '', email }} {...form.textProps('password')} />
      <Button type="submit" size="lg" mt="xs" loading={isBusy} fullWidth>
        Reset password
      </Button>
      {toApiError(error)?.code === 'auth.link' && (
        <AnchorLink className={classes.tall} to="/forgot-password" state={{ email }}>
          Ask for a new code
        </AnchorLink>
      )}
    </form>
  );
}
