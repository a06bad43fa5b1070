import { useMutation } from '@tanstack/react-query';
import { useConfirmation } from '#client/lib/forms/use-confirmation.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { Consequences } from '#shared/contracts/moderation.ts';
import type { StudentRow } from '#shared/contracts/students.ts';
import { bookingSentences, ConsequencesList, useConsequences } from './consequences.tsx';
import { getName } from './students-table.tsx';

export type DeleteStudentDialogProps = { student: StudentRow; opened: boolean; onClose: () => void; onDone: () => void };

export function DeleteStudentDialog({ student, opened, onClose, onDone }: DeleteStudentDialogProps) {
  const consequences = useConsequences([student.id], opened);
  const trpc = useTRPC();
  const remove = useMutation(trpc.moderation.deleteStudent.mutationOptions());
  const confirm = useConfirmation({
    mutation: remove,
    input: { id: student.id },
    fallbackMessage: 'Failed to delete student',
    closesOn: [404],
    toast,
    onClose,
    onDone,
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={`Delete ${getName(student)}?`}
      message="The account is deleted. This cannot be undone, and this is what happens:"
      confirmLabel="Delete student"
      isProcessing={remove.isPending}
      isBlocked={!consequences.data}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <ConsequencesList query={consequences} toSentences={deletionSentences} />
    </ConfirmDialog>
  );
}

const deletionSentences = (consequences: Consequences): string[] => [
  ...bookingSentences(consequences),
  ...reviewSentences(consequences.reviews),
  'Their favorites and saved searches are deleted. The other people keep bookings and messages, without their name.',
  'They are signed out everywhere, notified by email, and can register again with the same address.',
];

function reviewSentences(count: number): string[] {
  if (count === 0) return [];
  return [count === 1 ? 'Their review stays, without their name.' : `The ${count} reviews they wrote stay, without their name.`];
}
