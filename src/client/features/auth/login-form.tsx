import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { AnchorLink } from '#client/ui/links.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { LoginForm as Values } from '#shared/contracts/auth.ts';
import type { SecondStepRequired } from '#shared/contracts/factors.ts';

const schema = () => import('#shared/contracts/auth.ts').then(({ loginForm }) => loginForm);
/** Loaded with the contracts, after the first paint. */
const messages = () => import('#shared/messages.ts');

export type LoginFormProps = {
  email?: string;
  onDone: () => void;
  onSecondStep: (step: SecondStepRequired, isRemembered: boolean) => void;
};

export function LoginForm({ email = '', onDone, onSecondStep }: LoginFormProps) {
  const { t } = useLingui();
  const failed = t`Login failed. Please try again`;
  const problemId = useId();
  const trpc = useTRPC();
  const login = useMutation(trpc.auth.beginLogin.mutationOptions());
  const form = useAppForm<Values>({
    initialValues: { email, password: '', rememberMe: true },
    schema,
    fallbackMessage: failed,
    onError: (error) => toast.error(errorMessage(error, failed)),
    onSubmit: async (values) => {
      const result = await login.mutateAsync(values);
      if ('secondStep' in result) return onSecondStep(result.secondStep, values.rememberMe);
      session.begin(result.started, { isRemembered: values.rememberMe });
      void messages().then(({ SUCCESS }) => toast.success(SUCCESS.login));
      onDone();
    },
  });

  return (
    <form noValidate onSubmit={form.handleSubmit} aria-describedby={form.error !== null ? problemId : undefined}>
      <TextInput mih={FIELD_HEIGHT} label={t`Email`} type="email" autoComplete="email" inputMode="email" {...form.getInputProps('email')} />
      <PasswordInput mih={FIELD_HEIGHT} label={t`Password`} autoComplete="current-password" {...form.getInputProps('password')} />
      <Group justify="space-between" gap="0 1rem">
        <Checkbox label={t`Remember me`} {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
        <AnchorLink display="inline-block" lh="2.75rem" to="/forgot-password" state={{ email: form.values.email }}>
          <Trans>Forgot password?</Trans>
        </AnchorLink>
      </Group>
      {form.error !== null && (
        <Text id={problemId} c="red" size="sm">
          {errorMessageWithReason(form.error, failed)}
        </Text>
      )}
      <Button type="submit" size="lg" mt="md" loading={form.isSubmitting} fullWidth>
        <Trans>Login</Trans>
      </Button>
    </form>
  );
}
