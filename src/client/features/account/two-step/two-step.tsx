import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import form from '#client/features/account/account-form.module.css';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { ErrorState, Loading } from '#client/ui/page-state.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useMinuteClock } from '#client/ui/use-minute-clock.ts';
import type { NewRecoveryCodes, SecondFactors } from '#shared/contracts/factors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { AppRow } from './app-row.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RecoveryRow } from './recovery-row.tsx';
import classes from './two-step.module.css';

/** Beside the button that would remove the last one of an admin. */
const LAST = 'Admins need two-step sign-in. Add a passkey or an app first.';
const NOT_SHOWN = 'Failed to fetch your two-step sign-in';

/** An authenticator app, passkeys, and the codes for when both are lost. */
export function TwoStep() {
  const { data, error, isFetching, refetch } = trpc.auth.factors.useQuery(undefined, { refetchOnWindowFocus: 'always' });
  return (
    <>
      <p className={form.note}>
        A second step protects your account even if somebody learns your password. Use an authenticator app, a passkey, or both.
      </p>
      {data && <Factors factors={data} />}
      {!data && error && (
        <ErrorState
          title="Error Loading Two-step Sign-in"
          message={errorMessageWithReason(error, NOT_SHOWN)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <Loading label="Loading two-step sign-in…">
          <Skeleton height={160} />
        </Loading>
      )}
    </>
  );
}

function Factors({ factors }: { factors: SecondFactors }) {
  const utils = trpc.useUtils();
  const now = useMinuteClock();
  const [codes, setCodes] = useState<string[] | null>(null);
  const count = factors.passkeys.length + (factors.hasApp ? 1 : 0);
  const whyNotRemoved = factors.isRequired && count === 1 ? LAST : null;

  /** Something was set up or renewed; codes come with the first factor, and are shown this once. */
  function changed(made: NewRecoveryCodes | null, sentence: string): void {
    if (made?.recoveryCodes) setCodes(made.recoveryCodes);
    toast.success(sentence);
    // From now on the server refuses this admin nothing.
    const me = session.viewer();
    if (me?.isSecondFactorDue && made) session.update({ ...me, isSecondFactorDue: false });
    void utils.auth.factors.invalidate();
  }

  function saved(): void {
    setCodes(null);
    // Not before: the sections that have been missing would push the codes away.
    void utils.auth.me.invalidate();
  }

  return (
    <>
      {factors.isRequired && count === 0 && !codes && (
        <p className={classes.due} role="status">
          Admins need two-step sign-in. Set up an authenticator app or a passkey to use the admin area.
        </p>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={saved} />}
      <ul className={classes.list}>
        <AppRow
          isOn={factors.hasApp}
          whyNotRemoved={whyNotRemoved}
          onEnabled={(made) => changed(made, 'Two-step sign-in is on')}
          onDisabled={() => changed(null, SUCCESS.totpOff)}
        />
        <PasskeyRows passkeys={factors.passkeys} whyNotRemoved={whyNotRemoved} now={now} onChanged={changed} />
        {count > 0 && <RecoveryRow left={factors.recoveryCodes} onRenewed={(made) => changed(made, 'You have new recovery codes')} />}
      </ul>
    </>
  );
}
