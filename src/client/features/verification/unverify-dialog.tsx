import { useMutation } from '@tanstack/react-query';
import { useConfirmation } from '#client/lib/forms/use-confirmation.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { showResult, type TargetTutor, useInvalidateTutors } from './tutor-actions.ts';

export type UnverifyDialogProps = { tutor: Pick<TargetTutor, 'id'> & { user: { name: string } }; opened: boolean; onClose: () => void };

export function UnverifyDialog({ tutor: { id, user }, opened, onClose }: UnverifyDialogProps) {
  const trpc = useTRPC();
  const toggle = useMutation(trpc.verification.toggle.mutationOptions({ onSettled: useInvalidateTutors() }));
  const confirm = useConfirmation({
    mutation: toggle,
    // What was shown: where another admin has unverified the tutor meanwhile, this verifies nobody.
    input: { id, isVerified: true },
    fallbackMessage: 'Failed to verify or unverify tutor',
    toast: { success: showResult, error: toast.error },
    onClose,
  });

  return (
    <ConfirmDialog
      opened={opened}
      title={`Unverify ${user.name}?`}
      message="The profile loses the Verified badge and waits for review again. We tell the tutor."
      confirmLabel="Unverify"
      isProcessing={toggle.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
