import { Button } from '@mantine/core';
import { LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import rows from '#client/features/account/icon-rows.module.css';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { NewRecoveryCodes } from '#shared/contracts/factors.ts';
import { SECOND_FACTOR } from '#shared/vocabulary/limits.ts';
import classes from './two-step.module.css';

const FAILED = 'Failed to make new recovery codes. Please try again.';

export type RecoveryRowProps = { left: number; onRenewed: (made: NewRecoveryCodes) => void };

export function RecoveryRow({ left, onRenewed }: RecoveryRowProps) {
  const [isAsked, setAsked] = useState(false);
  const renew = trpc.auth.renewRecoveryCodes.useMutation({
    onSuccess: onRenewed,
    onError: (error) => toast.error(errorMessageWithReason(error, FAILED)),
    onSettled: () => setAsked(false),
  });
  return (
    <li className={rows.row}>
      <span className={rows.icon} aria-hidden="true">
        <LifeBuoy size={20} />
      </span>
      <div>
        <p className={classes.name}>Recovery codes</p>
        <p className={classes.about}>
          {left} of {SECOND_FACTOR.recoveryCodes} left. They sign you in when you have neither the app nor a passkey at hand.
        </p>
      </div>
      <Button className={rows.end} variant="default" onClick={() => setAsked(true)}>
        Make new codes
      </Button>
      <ConfirmDialog
        opened={isAsked}
        type="warning"
        title="Make new recovery codes?"
        message="The codes from before stop working at once."
        confirmLabel="Make new codes"
        cancelLabel="Keep the old ones"
        isProcessing={renew.isPending}
        onConfirm={() => renew.mutate()}
        onClose={() => setAsked(false)}
      />
    </li>
  );
}
