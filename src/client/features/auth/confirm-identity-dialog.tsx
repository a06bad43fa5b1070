import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, PasswordInput, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { useBusy } from '#client/lib/forms/use-one-at-a-time.ts';
import { pageConfig } from '#client/lib/page-config.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { storeReturnPath } from '#client/lib/session/confirmed-return.ts';
import { googleUrl } from '#client/lib/session/google-start.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { Loading, QueryError, type QueryErrorProps } from '#client/ui/page-state.tsx';
import type { Viewer } from '#shared/contracts/auth.ts';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';

const TITLE = msg`Confirm that it is you`;
const FAILED = msg`Failed to confirm that it is you. Please try again.`;

const schema = () => import('#shared/contracts/auth.ts').then(({ confirmPasswordInput }) => confirmPasswordInput);

export type ConfirmIdentityDialogProps = { opened: boolean; onDone: (isConfirmed: boolean) => void };

export function ConfirmIdentityDialog({ opened, onDone }: ConfirmIdentityDialogProps) {
  const trpc = useTRPC();
  const { data: me, error, isFetching, refetch } = useQuery(trpc.auth.me.queryOptions(undefined, { enabled: opened }));
  // Waits for the list, so that no button appears under the finger. Without it, the other methods still work.
  const { data: factors, isPending } = useQuery(trpc.auth.factors.queryOptions(undefined, { enabled: opened, retry: false }));
  const hasPasskey = 'PublicKeyCredential' in window && (factors?.passkeys.length ?? 0) > 0;
  return opened && me && !isPending ? (
    <Proof key={me.id} me={me} hasPasskey={hasPasskey} onDone={onDone} />
  ) : (
    <LoadingDialog opened={opened} account={{ error, isFetching, refetch }} onDone={onDone} />
  );
}

type LoadingDialogProps = ConfirmIdentityDialogProps & { account: QueryErrorProps['query'] & { error: unknown } };

function LoadingDialog({ opened, account, onDone }: LoadingDialogProps) {
  const { t, i18n } = useLingui();
  const { error } = account;
  return (
    <Dialog opened={opened} title={i18n._(TITLE)} size="sm" onClose={() => onDone(false)}>
      {error ? (
        <QueryError title={t`Error Loading Account`} message={errorMessageWithReason(error, i18n._(FAILED))} query={account} />
      ) : (
        <Loading label={t`Loading…`}>{null}</Loading>
      )}
    </Dialog>
  );
}

type ProofProps = { me: Viewer; hasPasskey: boolean; onDone: (isConfirmed: boolean) => void };

function Proof({ me, hasPasskey, onDone }: ProofProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const confirm = useMutation(trpc.auth.confirmIdentity.mutationOptions());
  const formId = useId();
  const form = useAppForm({
    initialValues: { password: '' },
    schema,
    fallbackMessage: i18n._(FAILED),
    fieldByCode: { 'auth.current_password': 'password' },
    onSubmit: async (values) => {
      await confirm.mutateAsync(values);
      onDone(true);
    },
  });
  const passkey = usePasskeyConfirmation(() => onDone(true));
  const isBusy = form.isSubmitting || passkey.isBusy;
  const hasGoogle = (!me.hasPassword || me.socialProvider === 'google') && pageConfig().hasGoogle;
  const cancel = () => onDone(false);

  return (
    <Dialog
      opened
      title={i18n._(TITLE)}
      size="sm"
      isBusy={isBusy}
      problem={form.formError}
      onClose={cancel}
      footer={
        <>
          <Button variant="default" disabled={isBusy} onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          {me.hasPassword && (
            <Button type="submit" form={formId} loading={form.isSubmitting} disabled={passkey.isBusy}>
              <Trans>Confirm</Trans>
            </Button>
          )}
        </>
      }
    >
      <Text c="dimmed" mb="md">
        <Trans>This protects your account if someone else uses your browser. It lasts ten minutes, and you continue where you left off.</Trans>
      </Text>
      {me.hasPassword && (
        <form id={formId} noValidate onSubmit={form.handleSubmit}>
          <input type="email" autoComplete="username" value={me.email} readOnly hidden />
          <PasswordInput
            mih={FIELD_HEIGHT}
            label={t`Your password`}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
        </form>
      )}
      {me.hasPassword && (hasPasskey || hasGoogle) && (
        <Text c="dimmed" ta="center" mb="sm">
          <Trans>or</Trans>
        </Text>
      )}
      {hasPasskey && (
        <>
          <Button
            mb="sm"
            variant={me.hasPassword ? 'default' : 'filled'}
            fullWidth
            leftSection={<KeyRound size={18} aria-hidden="true" />}
            loading={passkey.isBusy}
            disabled={form.isSubmitting}
            data-autofocus={me.hasPassword ? undefined : true}
            onClick={() => void passkey.confirm()}
          >
            <Trans>Use a passkey</Trans>
          </Button>
          {passkey.problem && (
            <Text c="red" mb="sm" role="alert">
              {passkey.problem}
            </Text>
          )}
        </>
      )}
      {hasGoogle && (
        <>
          <Button
            component="a"
            href={googleUrl(i18n.locale, 'confirm')}
            variant="default"
            fullWidth
            data-autofocus={me.hasPassword || hasPasskey ? undefined : true}
            onClick={storeReturnPath}
          >
            <Trans>Continue with Google</Trans>
          </Button>
          <Text c="dimmed" size="sm" mt="xs">
            <Trans>You will leave this page briefly and come back.</Trans>
          </Text>
        </>
      )}
      {!me.hasPassword && !hasGoogle && !hasPasskey && (
        <Text c="red" role="alert">
          {translated(i18n, ERRORS['auth.google_unavailable'].message)}
        </Text>
      )}
    </Dialog>
  );
}

const loadPasskeys = () => import('./passkey-browser.ts');

function usePasskeyConfirmation(onConfirmed: () => void) {
  const { i18n } = useLingui();
  const client = useTRPCClient();
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run: confirm } = useBusy(async () => {
    setProblem(null);
    try {
      const { signWithPasskey } = await loadPasskeys();
      const { challenge, options } = await client.auth.passkeyConfirmationOptions.mutate();
      await client.auth.confirmIdentity.mutate({ passkey: { challenge, answer: await signWithPasskey(i18n, options) } });
      onConfirmed();
    } catch (error) {
      setProblem(errorMessageWithReason(error, i18n._(FAILED)));
    }
  });
  return { isBusy, problem, confirm };
}

export function ConfirmAddressDialog({ opened, onDone }: ConfirmIdentityDialogProps) {
  const { t } = useLingui();
  const { isBusy, outcome, resend } = useResendLink();
  const cancel = () => onDone(false);
  return (
    <Dialog
      opened={opened}
      title={t`Confirm your email address first`}
      size="sm"
      onClose={cancel}
      footer={
        <>
          <Button variant="default" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button data-autofocus onClick={() => onDone(true)}>
            <Trans>Try again</Trans>
          </Button>
        </>
      }
    >
      <Text c="dimmed" mb="md">
        <Trans>We have emailed you a link. Open it to confirm this address, then try again. You will not lose anything you have typed.</Trans>
      </Text>
      <Button variant="default" loading={isBusy} onClick={() => void resend()}>
        <Trans>Send the link again</Trans>
      </Button>
      <Text mt="xs" mih="1.5rem" role="status">
        {outcome?.message}
      </Text>
    </Dialog>
  );
}
