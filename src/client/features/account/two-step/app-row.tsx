import { Badge, Button } from '@mantine/core';
import { Smartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import rows from '#client/features/account/icon-rows.module.css';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { ExplainedButton } from '#client/ui/explained-button.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { AppEnrolment, NewRecoveryCodes } from '#shared/contracts/factors.ts';
import { AppEnrolmentForm } from './app-enrolment-form.tsx';
import classes from './two-step.module.css';

const FAILED = 'Failed to change two-step sign-in. Please try again.';

export type AppRowProps = {
  isOn: boolean;
  /** Null where the app can be removed. */
  whyNotRemoved: string | null;
  onEnabled: (made: NewRecoveryCodes) => void;
  onDisabled: () => void;
};

export function AppRow({ isOn, whyNotRemoved, onEnabled, onDisabled }: AppRowProps) {
  const [enrolment, setEnrolment] = useState<AppEnrolment | null>(null);
  const [isAsked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const begin = trpc.auth.beginApp.useMutation({
    onSuccess: setEnrolment,
    onError: (error) => toast.error(errorMessageWithReason(error, FAILED)),
  });
  const disable = trpc.auth.disableApp.useMutation({
    onSuccess: onDisabled,
    onError: (error) => toast.error(errorMessageWithReason(error, FAILED)),
    onSettled: () => setAsked(false),
  });

  function close(): void {
    setEnrolment(null);
    setTimeout(() => opener.current?.focus());
  }

  return (
    <li className={rows.row}>
      <span className={rows.icon} aria-hidden="true">
        <Smartphone size={20} />
      </span>
      <div>
        <div className={classes.name}>
          Authenticator app <Badge color={isOn ? 'green' : 'gray'}>{isOn ? 'On' : 'Off'}</Badge>
        </div>
        <p className={classes.about}>Shows a new 6-digit code every 30 seconds, also without a connection.</p>
      </div>
      {isOn ? (
        <ExplainedButton className={rows.end} variant="default" reason={whyNotRemoved} onClick={() => setAsked(true)}>
          Remove app
        </ExplainedButton>
      ) : (
        enrolment === null && (
          <Button ref={opener} className={rows.end} variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
            Set up app
          </Button>
        )
      )}
      {enrolment && !isOn && (
        <AppEnrolmentForm
          enrolment={enrolment}
          onEnabled={(made) => {
            setEnrolment(null);
            onEnabled(made);
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        opened={isAsked}
        type="warning"
        title="Remove the authenticator app?"
        message="Without a passkey, your password alone signs you in again, and your recovery codes stop working."
        confirmLabel="Remove app"
        cancelLabel="Keep it"
        isProcessing={disable.isPending}
        onConfirm={() => disable.mutate()}
        onClose={() => setAsked(false)}
      />
    </li>
  );
}
