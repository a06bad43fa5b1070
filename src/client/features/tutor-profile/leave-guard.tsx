import { useBlocker } from '@tanstack/react-router';
import { useCallback } from 'react';
import { session } from '#client/lib/session/session.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';

export type LeaveGuardProps = { isNeeded: boolean; userId: string };

type Places = { current: { pathname: string }; next: { pathname: string } };

/** Asks before a page with something unsaved is left; whoever is no longer signed in is led on without a question. */
export function LeaveGuard({ isNeeded, userId }: LeaveGuardProps) {
  const shouldBlockFn = useCallback(({ current, next }: Places) => current.pathname !== next.pathname && session.viewer()?.id === userId, [userId]);
  const { status, proceed, reset } = useBlocker({ shouldBlockFn, enableBeforeUnload: isNeeded, disabled: !isNeeded, withResolver: true });

  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      type="warning"
      title="Leave without saving?"
      message="What you have changed is not saved yet. This browser keeps it until you come back, save it or discard it; students do not see it."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    />
  );
}
