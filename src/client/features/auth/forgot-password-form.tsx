import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { toast } from '#client/ui/toasts.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { pauseCodes, storeResetRequest } from './reset-code.ts';

const schema = () => import('#shared/contracts/auth.ts').then(({ forgotPasswordInput }) => forgotPasswordInput);

export type ForgotPasswordFormProps = {
  email?: string;
  onSent: (email: string) => void;
};

export function ForgotPasswordForm({ email = '', onSent }: ForgotPasswordFormProps) {
  const { t } = useLingui();
  const failed = t`Failed to send OTP. Please try again.`;
  const trpc = useTRPC();
  const forgot = useMutation(trpc.auth.forgotPassword.mutationOptions());
  const form = useAppForm({
    initialValues: { email },
    schema,
    fallbackMessage: failed,
    onSubmit: async (values) => {
      const { message, requestId } = await forgot.mutateAsync(values);
      pauseCodes(values.email);
      storeResetRequest(values.email, requestId);
      toast.success(message);
      onSent(values.email);
    },
  });

  return (
    <form noValidate onSubmit={form.handleSubmit}>
      {form.formError !== null && <ProblemNotice error={form.error} fallbackMessage={failed} />}
      <TextInput mih={FIELD_HEIGHT} label={t`Email`} type="email" autoComplete="email" inputMode="email" {...form.getInputProps('email')} />
      <Button type="submit" size="lg" mt="xs" loading={form.isSubmitting} fullWidth>
        <Trans>Send code</Trans>
      </Button>
    </form>
  );
}
