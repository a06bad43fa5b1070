import { Badge, Button, PasswordInput, TextInput } from '@mantine/core';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { toast } from '#client/ui/toasts.ts';
import type { ChangeEmailInput, Viewer } from '#shared/contracts/auth.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import classes from './account-form.module.css';
import { FormFooter, FormOpener, useAccountForm } from './account-form.tsx';
import { useSetAccount } from './use-set-account.ts';

const FAILED = 'Failed to update profile. Please try again.';
const schema = () => import('#shared/contracts/auth.ts').then(({ changeEmailInput }) => changeEmailInput);

export type EmailSectionProps = { user: Viewer };

export function EmailSection({ user }: EmailSectionProps) {
  return (
    <>
      <div className={classes.fact}>
        <strong>{user.email}</strong>
        {user.emailVerified ? <Badge color="green">Confirmed</Badge> : <Badge color="yellow">Not confirmed yet</Badge>}
      </div>
      {!user.emailVerified && <UnconfirmedNotice />}
      {user.pendingEmail !== null && <PendingChange address={user.pendingEmail} />}
      {user.hasPassword ? (
        <FormOpener label="Change email">{(close) => <ChangeEmailForm user={user} onClose={close} />}</FormOpener>
      ) : (
        <p className={classes.note}>{ERRORS['auth.email_from_google'].message}</p>
      )}
    </>
  );
}

function UnconfirmedNotice() {
  const { isBusy, outcome, resend } = useResendLink();
  return (
    <div className={classes.waiting}>
      <div className={classes.said}>
        <p>Open the link that we have mailed to you, so that we know that this address is yours.</p>
        <p className={classes.outcome} role="status">
          {outcome?.message}
        </p>
      </div>
      <Button variant="default" loading={isBusy} onClick={() => void resend()}>
        Resend
      </Button>
    </div>
  );
}

function PendingChange({ address }: { address: string }) {
  const setAccount = useSetAccount();
  const cancel = trpc.auth.cancelEmailChange.useMutation({
    onSuccess: setAccount,
    onError: (error) => toast.error(errorMessageWithReason(error, FAILED)),
  });
  return (
    <div className={classes.waiting}>
      <p className={classes.said}>
        Waiting for you to open the link mailed to <strong>{address}</strong>. Until then, nothing changes.
      </p>
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel change
      </Button>
    </div>
  );
}

type ChangeEmailFormProps = { user: Viewer; onClose: () => void };

function ChangeEmailForm({ user, onClose }: ChangeEmailFormProps) {
  const utils = trpc.useUtils();
  const changeEmail = trpc.auth.changeEmail.useMutation();
  const form = useAccountForm<ChangeEmailInput>({
    initialValues: { email: '', password: '' },
    schema,
    fallbackMessage: FAILED,
    fieldByCode: { 'auth.current_password': 'password', 'auth.email_taken': 'email', 'auth.email_unchanged': 'email' },
    onSubmit: async (values) => {
      await changeEmail.mutateAsync(values);
      await utils.auth.me.invalidate();
      toast.success(SUCCESS.emailChangeRequested);
      onClose();
    },
  });

  return (
    <form noValidate className={classes.form} onSubmit={form.handleSubmit}>
      <TextInput
        className={classes.field}
        label="New email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordInput className={classes.field} label="Current password" autoComplete="current-password" {...form.getInputProps('password')} />
      <p className={classes.note}>
        Once you open the link, you are signed out on all other devices, and your API keys, webhooks and calendar links are removed.
      </p>
      <FormFooter error={form.formError}>
        <Button type="submit" loading={form.isSubmitting}>
          Send confirmation link
        </Button>
        <Button variant="subtle" disabled={form.isSubmitting} onClick={onClose}>
          Cancel
        </Button>
      </FormFooter>
    </form>
  );
}
