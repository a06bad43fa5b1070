import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessageWithReason, isTemporary } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { useMinuteClock } from '#client/ui/clock.ts';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { NewRecoveryCodes, SecondFactors } from '#shared/contracts/factors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { AppRow } from './authenticator-app.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes, RecoveryRow } from './recovery-codes.tsx';

const LAST_FACTOR = msg`Admins need two-step sign-in. Add a passkey or an app first.`;
const LOAD_FAILED = msg`Failed to fetch your two-step sign-in`;

export function TwoStep() {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.auth.factors.queryOptions(undefined, { refetchOnWindowFocus: 'always' }));
  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>A second step protects your account even if someone learns your password. Use an authenticator app, a passkey, or both.</Trans>
      </Text>
      {data && <Factors factors={data} />}
      {!data && error && (
        <QueryError
          title={t`Error Loading Two-step Sign-in`}
          message={errorMessageWithReason(error, i18n._(LOAD_FAILED))}
          query={{ isFetching, refetch }}
        />
      )}
      {!data && !error && (
        <Loading label={t`Loading two-step sign-in…`}>
          <Skeleton height={160} />
        </Loading>
      )}
    </>
  );
}

function Factors({ factors }: { factors: SecondFactors }) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const now = useMinuteClock();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [areCodesUnseen, setCodesUnseen] = useState(false);
  const count = factors.passkeys.length + (factors.hasApp ? 1 : 0);
  const removeBlocker = factors.isRequired && count === 1 ? i18n._(LAST_FACTOR) : null;

  function handleChange(created: NewRecoveryCodes | null, message: string): void {
    if (created?.recoveryCodes) {
      setCodes(created.recoveryCodes);
      setCodesUnseen(false);
    }
    toast.success(message);
    const user = session.viewer();
    if (user?.isSecondFactorDue && created) session.update({ ...user, isSecondFactorDue: false });
    void queryClient.invalidateQueries(trpc.auth.factors.pathFilter());
  }

  /** The server may have made codes in a call whose answer was lost. Adding a factor makes some only where there were none. */
  function handleFailure(error: unknown, makesCodes: boolean): void {
    if (!isTemporary(error)) return;
    if (makesCodes) setCodesUnseen(true);
    void queryClient.invalidateQueries(trpc.auth.factors.pathFilter());
    void queryClient.invalidateQueries(trpc.auth.me.pathFilter());
  }
  const handleAddFailure = (error: unknown) => handleFailure(error, factors.recoveryCodes === 0);

  function handleSaved(): void {
    setCodes(null);
    // Not earlier: the sections that appear would push the codes out of view.
    void queryClient.invalidateQueries(trpc.auth.me.pathFilter());
  }

  return (
    <>
      {factors.isRequired && count === 0 && !codes && (
        <Warning>
          <Trans>Admins need two-step sign-in. Set up an authenticator app or a passkey to use the admin area.</Trans>
        </Warning>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={handleSaved} />}
      {areCodesUnseen && factors.recoveryCodes > 0 && (
        <Warning>
          <Trans>The connection broke before we could show you your recovery codes. Please make new codes and save them.</Trans>
        </Warning>
      )}
      <Box component="ul" mt="xs" mb="-1rem">
        <AppRow
          isOn={factors.hasApp}
          removeBlocker={removeBlocker}
          onEnabled={(created) => handleChange(created, t`Two-step sign-in is on`)}
          onEnableFailed={handleAddFailure}
          onDisabled={() => handleChange(null, SUCCESS.totpOff)}
        />
        <Passkeys passkeys={factors.passkeys} removeBlocker={removeBlocker} now={now} onChanged={handleChange} onAddFailed={handleAddFailure} />
        {count > 0 && (
          <RecoveryRow
            remaining={factors.recoveryCodes}
            onRenewed={(created) => handleChange(created, t`You have new recovery codes`)}
            onRenewFailed={(error) => handleFailure(error, true)}
          />
        )}
      </Box>
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Text mt="md" p="0.875rem 1rem" bdrs="md" fw={600} bg="var(--vidya-warning-tint)" c="var(--vidya-warning-ink)" role="status">
      {children}
    </Text>
  );
}
