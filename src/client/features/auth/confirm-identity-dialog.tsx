import { Button, PasswordInput } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { useContractForm } from '#client/lib/forms/use-contract-form.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessage, errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { Loading } from '#client/ui/page-state.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { ERRORS } from '#shared/errors.ts';
import classes from './confirm-identity-dialog.module.css';
import { noteReturn } from './confirmed-return.ts';

const TITLE = 'Confirm that it is you';
const FAILED = 'Failed to confirm that it is you. Please try again.';
const WITH_GOOGLE = '/api/auth/google?purpose=confirm';

export type ConfirmIdentityDialogProps = { opened: boolean; onDone: (isConfirmed: boolean) => void };

/** Stands above whatever asked for it, which stays as it is. */
export function ConfirmIdentityDialog({ opened, onDone }: ConfirmIdentityDialogProps) {
  const { data: me, error } = trpc.auth.me.useQuery(undefined, { enabled: opened });
  // Shown once both are known, so that no button appears under the finger; without the passkeys the other ways still work.
  const { data: factors, isPending } = trpc.auth.factors.useQuery(undefined, { enabled: opened, retry: false });
  const hasPasskey = 'PublicKeyCredential' in window && (factors?.passkeys.length ?? 0) > 0;
  // What was typed is gone when it opens again.
  return opened && me && !isPending ? (
    <Proof key={me.id} me={me} hasPasskey={hasPasskey} onDone={onDone} />
  ) : (
    <Waiting opened={opened} error={error} onDone={onDone} />
  );
}

function Waiting({ opened, error, onDone }: ConfirmIdentityDialogProps & { error: unknown }) {
  return (
    <Dialog opened={opened} title={TITLE} size="sm" onClose={() => onDone(false)}>
      {error ? <p className={classes.problem}>{errorMessage(error, FAILED)}</p> : <Loading label="Loading…">{null}</Loading>}
    </Dialog>
  );
}

type Values = { password: string };
type ProofProps = { me: Viewer; hasPasskey: boolean; onDone: (isConfirmed: boolean) => void };

function Proof({ me, hasPasskey, onDone }: ProofProps) {
  const confirm = trpc.auth.confirmIdentity.useMutation();
  const formId = useId();
  const { form, onSubmit, isBusy, problem } = useContractForm<Values>({
    initialValues: { password: '' },
    contract: ({ confirmPasswordInput }) => confirmPasswordInput,
    failed: FAILED,
    fieldOf: { 'auth.current_password': 'password' },
    send: async (values) => {
      await confirm.mutateAsync(values);
      onDone(true);
    },
  });
  const cancel = () => onDone(false);
  useCloseOnBack(true, () => {
    if (!isWaiting) cancel();
  });
  const isByGoogle = !me.hasPassword || me.socialProvider === 'google';
  const canGoogle = isByGoogle && pageConfig().hasGoogle;
  const passkey = usePasskeyProof(() => onDone(true));
  const isWaiting = isBusy || passkey.isBusy;

  return (
    <Dialog
      opened
      title={TITLE}
      size="sm"
      isBusy={isWaiting}
      onClose={cancel}
      footer={
        <>
          <Button variant="default" disabled={isWaiting} onClick={cancel}>
            Cancel
          </Button>
          {me.hasPassword && (
            <Button type="submit" form={formId} loading={isBusy} disabled={passkey.isBusy}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <p className={classes.reason}>
        This step protects your account if somebody else gets hold of your browser. It then holds for ten minutes, and what you were doing goes on by
        itself.
      </p>
      {me.hasPassword && (
        <form id={formId} noValidate onSubmit={onSubmit}>
          <input type="email" autoComplete="username" value={me.email} readOnly hidden />
          <PasswordInput
            className={classes.field}
            label="Your password"
            autoComplete="current-password"
            data-autofocus
            {...form.textProps('password')}
          />
          {problem && (
            <p className={classes.problem} role="alert">
              {problem}
            </p>
          )}
        </form>
      )}
      {me.hasPassword && (hasPasskey || canGoogle) && <p className={classes.or}>or</p>}
      {hasPasskey && (
        <>
          <Button
            className={classes.passkey}
            variant={me.hasPassword ? 'default' : 'filled'}
            fullWidth
            leftSection={<KeyRound size={18} aria-hidden="true" />}
            loading={passkey.isBusy}
            disabled={isBusy}
            data-autofocus={me.hasPassword ? undefined : true}
            onClick={() => void passkey.use()}
          >
            Use a passkey
          </Button>
          {passkey.problem && (
            <p className={classes.problem} role="alert">
              {passkey.problem}
            </p>
          )}
        </>
      )}
      {canGoogle && (
        <>
          <Button
            component="a"
            href={WITH_GOOGLE}
            variant="default"
            fullWidth
            data-autofocus={me.hasPassword || hasPasskey ? undefined : true}
            onClick={noteReturn}
          >
            Continue with Google
          </Button>
          <p className={classes.note}>You leave this page for a moment and come back to it.</p>
        </>
      )}
      {!me.hasPassword && !canGoogle && !hasPasskey && (
        <p className={classes.problem} role="alert">
          {ERRORS['auth.google_unavailable'].message}
        </p>
      )}
    </Dialog>
  );
}

/** Has a passkey of this account sign that its owner is there. */
function usePasskeyProof(onConfirmed: () => void) {
  const { client } = trpc.useUtils();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const use = useOneAtATime(async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { answerOf } = await import('./passkey-browser.ts');
      const { challenge, options } = await client.auth.passkeyConfirmationOptions.mutate();
      await client.auth.confirmIdentity.mutate({ passkey: { challenge, answer: await answerOf(options) } });
      onConfirmed();
    } catch (error) {
      setProblem(errorMessageWithReason(error, FAILED));
    } finally {
      setBusy(false);
    }
  });
  return { isBusy, problem, use };
}

/** Another link by mail, and another try once it was opened, in whatever browser. */
export function ConfirmAddressDialog({ opened, onDone }: ConfirmIdentityDialogProps) {
  const { isBusy, outcome, resend } = useResendLink();
  const cancel = () => onDone(false);
  useCloseOnBack(opened, cancel);
  return (
    <Dialog
      opened={opened}
      title="Confirm your email address first"
      size="sm"
      onClose={cancel}
      footer={
        <>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button data-autofocus onClick={() => onDone(true)}>
            Try again
          </Button>
        </>
      }
    >
      <p className={classes.reason}>
        We have mailed you a link. Open it, so that we know that this address is yours, and then try again. What you have typed stays as it is.
      </p>
      <Button variant="default" loading={isBusy} onClick={() => void resend()}>
        Send the link again
      </Button>
      <p className={classes.outcome} role="status">
        {outcome?.message}
      </p>
    </Dialog>
  );
}
