import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { Consequences } from '#shared/contracts/moderation.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { bookingSentences, reviewSentences } from './consequences-words.ts';
import { nameOf } from './student-words.ts';
import { useConsequences, WhatHappens } from './what-happens.tsx';

export type DeleteStudentDialogProps = { student: StudentRow; opened: boolean; onClose: () => void; onDone: () => void };

/** Says what goes with a student before they go. */
export function DeleteStudentDialog({ student, opened, onClose, onDone }: DeleteStudentDialogProps) {
  const asked = useConsequences(student.id, opened);
  const remove = trpc.moderation.deleteStudent.useMutation();
  const keepFocus = useReturnFocus(remove.isPending);

  const confirm = useOneAtATime(async () => {
    keepFocus();
    try {
      const { message } = await remove.mutateAsync({ id: student.id });
      toast.success(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to delete student'));
      if (toApiError(error)?.status !== 404) return;
    }
    onClose();
    onDone();
  });
  useCloseOnBack(opened, () => {
    if (!remove.isPending) onClose();
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={`Delete ${nameOf(student)}?`}
      message="The account is deleted. This cannot be undone, and this is what happens:"
      confirmLabel="Delete student"
      isProcessing={remove.isPending}
      isBlocked={!asked.data}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <WhatHappens asked={asked} sentences={deletionSentences} />
    </ConfirmDialog>
  );
}

const deletionSentences = (consequences: Consequences): string[] => [
  ...bookingSentences(consequences),
  ...reviewSentences(consequences),
  'Their favourites are deleted. Bookings and messages stay with the other side, without their name.',
  'They are signed out everywhere, told by mail, and may register again with the same address.',
];
