import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Box, Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { useResendLink } from '#client/lib/session/use-resend-link.ts';
import { FIELD_HEIGHT } from '#client/ui/field-height.ts';
import { toast } from '#client/ui/toasts.ts';
import type { ChangeEmailInput, Viewer } from '#shared/contracts/auth.ts';
import { translated } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { AccountForm, FormFooter, FormOpener, useAccountForm } from './account-form.tsx';
import { useSetAccount } from './use-set-account.ts';

const FAILED = msg`Failed to update profile. Please try again.`;
const schema = () => import('#shared/contracts/auth.ts').then(({ changeEmailInput }) => changeEmailInput);

export type EmailSectionProps = { user: Viewer };

export function EmailSection({ user }: EmailSectionProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Group gap="0.375rem 0.75rem">
        <Text component="strong" fw={600}>
          {user.email}
        </Text>
        {user.emailVerified ? <Badge color="green">{t`Confirmed`}</Badge> : <Badge color="yellow">{t`Not confirmed yet`}</Badge>}
      </Group>
      {!user.emailVerified && <UnconfirmedNotice />}
      {user.pendingEmail !== null && <PendingChange address={user.pendingEmail} />}
      {user.hasPassword ? (
        <FormOpener label={t`Change email`}>{(close) => <ChangeEmailForm user={user} onClose={close} />}</FormOpener>
      ) : (
        <Text c="dimmed" mt={4}>
          {translated(i18n, ERRORS['auth.email_from_google'].message)}
        </Text>
      )}
    </>
  );
}

function UnconfirmedNotice() {
  const { isBusy, outcome, resend } = useResendLink();
  return (
    <WaitingBox>
      <Box flex="1 1 14rem" miw={0}>
        <Text>
          <Trans>Open the link we emailed you to confirm this address.</Trans>
        </Text>
        <Text fw={600} role="status">
          {outcome?.message}
        </Text>
      </Box>
      <Button variant="default" loading={isBusy} onClick={() => void resend()}>
        <Trans>Resend</Trans>
      </Button>
    </WaitingBox>
  );
}

function PendingChange({ address }: { address: string }) {
  const { i18n } = useLingui();
  const setAccount = useSetAccount();
  const trpc = useTRPC();
  const cancel = useMutation(
    trpc.auth.cancelEmailChange.mutationOptions({
      onSuccess: setAccount,
      onError: (error) => toast.error(errorMessageWithReason(error, i18n._(FAILED))),
    }),
  );
  return (
    <WaitingBox>
      <Text flex="1 1 14rem" miw={0}>
        <Trans>
          Open the link we sent to <strong>{address}</strong>. Your email address stays the same until you do.
        </Trans>
      </Text>
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        <Trans>Cancel change</Trans>
      </Button>
    </WaitingBox>
  );
}

function WaitingBox({ children }: { children: ReactNode }) {
  return (
    <Group justify="space-between" gap="0.5rem 1rem" mt="md" p="0.75rem 1rem" bdrs="md" bg="var(--vidya-info-tint)" c="var(--vidya-info-ink)">
      {children}
    </Group>
  );
}

type ChangeEmailFormProps = { user: Viewer; onClose: () => void };

function ChangeEmailForm({ user, onClose }: ChangeEmailFormProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const changeEmail = useMutation(trpc.auth.changeEmail.mutationOptions());
  const form = useAccountForm<ChangeEmailInput>({
    initialValues: { email: '', password: '' },
    schema,
    fallbackMessage: i18n._(FAILED),
    fieldByCode: { 'auth.current_password': 'password', 'auth.email_taken': 'email', 'auth.email_unchanged': 'email' },
    onSubmit: async (values) => {
      await changeEmail.mutateAsync(values);
      await queryClient.invalidateQueries(trpc.auth.me.pathFilter());
      toast.success(SUCCESS.emailChangeRequested);
      onClose();
    },
  });

  return (
    <AccountForm onSubmit={form.handleSubmit}>
      <TextInput
        mih={FIELD_HEIGHT}
        label={t`New email address`}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <input type="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordInput mih={FIELD_HEIGHT} label={t`Current password`} autoComplete="current-password" {...form.getInputProps('password')} />
      <Text c="dimmed" mt={4}>
        <Trans>Once you open the link, you are signed out on all other devices, and your API keys, webhooks and calendar links are removed.</Trans>
      </Text>
      <FormFooter error={form.formError}>
        <Button type="submit" loading={form.isSubmitting}>
          <Trans>Send confirmation link</Trans>
        </Button>
        <Button variant="subtle" disabled={form.isSubmitting} onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </FormFooter>
    </AccountForm>
  );
}
