import { Button, PasswordInput } from '@mantine/core';
import { NewPasswordField } from '#client/features/auth/index.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { ChangePasswordInput, Viewer } from '#shared/contracts/auth.ts';
import { SUCCESS } from '#shared/messages.ts';
import classes from './account-form.module.css';
import { FormFooter, FormOpener, useAccountForm } from './account-form.tsx';

const FAILED = 'Failed to change password. Please try again.';
const schema = () => import('#shared/contracts/auth.ts').then(({ changePasswordForm }) => changePasswordForm);

export type PasswordSectionProps = { user: Viewer };

export function PasswordSection({ user }: PasswordSectionProps) {
  if (!user.hasPassword) return <p className={classes.note}>You sign in with Google, so there is no password to change here.</p>;
  return (
    <>
      <p className={classes.note}>When you change it, you are signed out on all other devices.</p>
      <FormOpener label="Change password">{(close) => <ChangePasswordForm user={user} onClose={close} />}</FormOpener>
    </>
  );
}

type Values = ChangePasswordInput & { confirmPassword: string };

type ChangePasswordFormProps = { user: Viewer; onClose: () => void };

function ChangePasswordForm({ user, onClose }: ChangePasswordFormProps) {
  const utils = trpc.useUtils();
  const changePassword = trpc.auth.changePassword.useMutation();
  const form = useAccountForm<Values>({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '', revokeAccess: true },
    schema,
    fallbackMessage: FAILED,
    fieldByCode: { 'auth.current_password': 'currentPassword' },
    onSubmit: async ({ currentPassword, newPassword, revokeAccess }) => {
      await changePassword.mutateAsync({ currentPassword, newPassword, revokeAccess });
      void utils.account.sessions.invalidate();
      if (revokeAccess) void Promise.all([utils.apiKeys.invalidate(), utils.webhooks.invalidate(), utils.calendar.invalidate()]);
      toast.success(SUCCESS.passwordChanged);
      onClose();
    },
  });

  return (
    <form noValidate className={classes.form} onSubmit={form.handleSubmit}>
      <PasswordInput className={classes.field} label="Current password" autoComplete="current-password" {...form.getInputProps('currentPassword')} />
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <NewPasswordField
        className={classes.field}
        label="New password"
        owner={user}
        {...form.getInputProps('newPassword')}
        value={form.values.newPassword}
      />
      <PasswordInput className={classes.field} label="Confirm new password" autoComplete="new-password" {...form.getInputProps('confirmPassword')} />
      <Checkbox
        label="Also sign out everywhere else and remove API keys, webhooks and calendar links"
        {...form.getInputProps('revokeAccess', { type: 'checkbox' })}
      />
      <p className={classes.note}>Keep this ticked if somebody else may have used your account. Without it, only other sessions end.</p>
      <FormFooter error={form.formError}>
        <Button type="submit" loading={form.isSubmitting}>
          Change password
        </Button>
        <Button variant="subtle" disabled={form.isSubmitting} onClick={onClose}>
          Cancel
        </Button>
      </FormFooter>
    </form>
  );
}
