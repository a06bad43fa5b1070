import { useState } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { DeadLetter } from '#shared/contracts/dead-letters.ts';
import { NOT_DISCARDED, useDeadLetterAction } from './use-dead-letter-action.ts';

export type DiscardDialogProps = { job: DeadLetter | null; onClose: () => void; onAnswered: () => void };

export function DiscardDialog({ job, onClose, onAnswered }: DiscardDialogProps) {
  const [shown, setShown] = useState(job);
  if (job && job !== shown) setShown(job);
  const discard = trpc.deadLetters.discard.useMutation();
  const confirm = useDeadLetterAction({
    act: () => discard.mutateAsync({ id: shown?.id ?? '' }).finally(onClose),
    failed: NOT_DISCARDED,
    onAnswered,
  });
  useCloseOnBack(job !== null, () => {
    if (!discard.isPending) onClose();
  });
  return (
    <ConfirmDialog
      opened={job !== null}
      type="error"
      title="Discard this job?"
      message={`“${shown?.job ?? ''}” is then done by nobody, and cannot be tried again.`}
      confirmLabel="Discard"
      cancelLabel="Keep it"
      isProcessing={discard.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
