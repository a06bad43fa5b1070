import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NewPasswordField } from '#client/features/auth/index.ts';
import { invalidateAll, useTRPC } from '#client/lib/rpc/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { toast } from '#client/ui/toasts.ts';
import type { ChangePasswordInput, Viewer } from '#shared/contracts/auth.ts';
import { SUCCESS } from '#shared/messages.ts';
import { AccountForm, FormFooter, FormOpener, useAccountForm } from './account-form.tsx';

const schema = () => import('#shared/contracts/auth.ts').then(({ changePasswordForm }) => changePasswordForm);

export type PasswordSectionProps = { user: Viewer };

export function PasswordSection({ user }: PasswordSectionProps) {
  const { t } = useLingui();
  if (!user.hasPassword)
    return (
      <Text c="dimmed" mt={4}>
        <Trans>You sign in with Google, so there is no password to change here.</Trans>
      </Text>
    );
  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>When you change it, you are signed out on all other devices.</Trans>
      </Text>
      <FormOpener label={t`Change password`}>{(close) => <ChangePasswordForm user={user} onClose={close} />}</FormOpener>
    </>
  );
}

type Values = ChangePasswordInput & { confirmPassword: string };

type ChangePasswordFormProps = { user: Viewer; onClose: () => void };

function ChangePasswordForm({ user, onClose }: ChangePasswordFormProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const changePassword = useMutation(trpc.auth.changePassword.mutationOptions());
  const form = useAccountForm<Values>({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '', revokeAccess: true },
    schema,
    fallbackMessage: t`Failed to change password. Please try again.`,
    fieldByCode: { 'auth.current_password': 'currentPassword' },
    onSubmit: async ({ currentPassword, newPassword, revokeAccess }) => {
      await changePassword.mutateAsync({ currentPassword, newPassword, revokeAccess });
      void queryClient.invalidateQueries(trpc.account.sessions.pathFilter());
      if (revokeAccess) void invalidateAll(queryClient, [trpc.apiKeys, trpc.webhooks, trpc.calendar]);
      toast.success(SUCCESS.passwordChanged);
      onClose();
    },
  });

  return (
    <AccountForm onSubmit={form.handleSubmit}>
      <PasswordInput mih={FIELD_HEIGHT} label={t`Current password`} autoComplete="current-password" {...form.getInputProps('currentPassword')} />
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <NewPasswordField mih={FIELD_HEIGHT} label={t`New password`} owner={user} {...form.getInputProps('newPassword')} />
      <PasswordInput mih={FIELD_HEIGHT} label={t`Confirm new password`} autoComplete="new-password" {...form.getInputProps('confirmPassword')} />
      <Checkbox
        label={t`Also sign out everywhere else and remove API keys, webhooks and calendar links`}
        {...form.getInputProps('revokeAccess', { type: 'checkbox' })}
      />
      <Text c="dimmed" mt={4}>
        <Trans>Keep this selected if someone else may have used your account. Otherwise, only your other sessions are signed out.</Trans>
      </Text>
      <FormFooter error={form.formError}>
        <Button type="submit" loading={form.isSubmitting}>
          <Trans>Change password</Trans>
        </Button>
        <Button variant="subtle" disabled={form.isSubmitting} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </FormFooter>
    </AccountForm>
  );
}
