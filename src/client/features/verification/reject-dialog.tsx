import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useKeptText } from '#client/lib/drafts/use-kept-text.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useBackCloses } from '#client/ui/use-back-closes.ts';
import { ERRORS } from '#shared/errors.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { tell } from './tell.ts';
import type { ActedTutor } from './tutor-actions.ts';
import { useStaleTutors } from './use-stale-tutors.ts';

export type RejectDialogProps = { tutor: ActedTutor; opened: boolean; onClose: () => void };

/** Asks why; what was typed stays until it has been sent. */
export function RejectDialog({ tutor: { id, user }, opened, onClose }: RejectDialogProps) {
  const reject = trpc.verification.reject.useMutation({ onSettled: useStaleTutors() });
  const { text: reason, type: setReason, forget } = useKeptText(`reject ${id}`);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const keepFocus = useReturnFocus(reject.isPending);

  const explain = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const confirm = useOneAtATime(async () => {
    if (reason.trim() === '') return explain(ERRORS['verification.reason'].message);
    keepFocus();
    setProblem(null);
    try {
      const { message } = await reject.mutateAsync({ id, reason: reason.trim() });
      tell(message);
      forget();
    } catch (error) {
      const sentence = errorMessageWithReason(error, 'Failed to reject tutor');
      const status = toApiError(error)?.status;
      if (status !== 409 && status !== 404) return explain(sentence);
      toast.error(sentence);
    }
    onClose();
  });
  useBackCloses(opened, () => {
    if (!reject.isPending) onClose();
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={`Reject ${user.name}?`}
      message="Students no longer find the profile until it is submitted again. Bookings that there are stay."
      confirmLabel="Reject"
      isProcessing={reject.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Textarea
        ref={field}
        w="100%"
        label="Reason for the rejection"
        description={`${user.name} will read this, also by mail.`}
        rows={4}
        maxLength={LIMITS.reason}
        required
        value={reason}
        error={problem}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setProblem(null);
        }}
      />
    </ConfirmDialog>
  );
}
