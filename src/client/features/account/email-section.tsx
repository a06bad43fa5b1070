import { Badge, Button, PasswordInput, TextInput } from '@mantine/core';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { toast } from '#client/ui/toasts.ts';
import type { ChangeEmailInput, Viewer } from '#shared/contracts/auth.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import classes from './account-form.module.css';
import { FormFoot } from './form-foot.tsx';
import { Opener } from './opener.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useAccountKept } from './use-own-account.ts';

const NOT_CHANGED = 'Failed to update profile. Please try again.';

export type EmailSectionProps = { me: Viewer };

export function EmailSection({ me }: EmailSectionProps) {
  return (
    <>
      <div className={classes.fact}>
        <strong>{me.email}</strong>
        {me.emailVerified ? <Badge color="green">Confirmed</Badge> : <Badge color="yellow">Not confirmed yet</Badge>}
      </div>
      {!me.emailVerified && <Unconfirmed />}
      {me.pendingEmail !== null && <Pending address={me.pendingEmail} />}
      {me.hasPassword ? (
        <Opener label="Change email">{(close) => <ChangeEmailForm me={me} onClose={close} />}</Opener>
      ) : (
        <p className={classes.note}>{ERRORS['auth.email_from_google'].message}</p>
      )}
    </>
  );
}

function Unconfirmed() {
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

function Pending({ address }: { address: string }) {
  const keep = useAccountKept();
  const cancel = trpc.auth.cancelEmailChange.useMutation({
    onSuccess: keep,
    onError: (error) => toast.error(errorMessageWithReason(error, NOT_CHANGED)),
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

type ChangeEmailFormProps = { me: Viewer; onClose: () => void };

function ChangeEmailForm({ me, onClose }: ChangeEmailFormProps) {
  const utils = trpc.useUtils();
  const changeEmail = trpc.auth.changeEmail.useMutation();
  const { form, onSubmit, isBusy, problem } = useAccountForm<ChangeEmailInput>({
    initialValues: { email: '', password: '' },
    contract: ({ changeEmailInput }) => changeEmailInput,
    failed: NOT_CHANGED,
    fieldOf: { 'auth.current_password': 'password', 'auth.email_taken': 'email', 'auth.email_unchanged': 'email' },
    send: async (values) => {
      await changeEmail.mutateAsync(values);
      await utils.auth.me.invalidate();
      toast.success(SUCCESS.emailChangeRequested);
      onClose();
    },
  });

  return (
    <form noValidate className={classes.form} onSubmit={onSubmit}>
      <TextInput
        className={classes.field}
        label="New email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.textProps('email')}
      />
      <input type="email" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordInput className={classes.field} label="Current password" autoComplete="current-password" {...form.textProps('password')} />
      <p className={classes.note}>
        Once you open the link, you are signed out on all other devices, and your API keys, webhooks and calendar links are removed.
      </p>
      <FormFoot problem={problem}>
        <Button type="submit" loading={isBusy}>
          Send confirmation link
        </Button>
        <Button variant="subtle" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
      </FormFoot>
    </form>
  );
}
