import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { tell } from './tell.ts';
import type { ActedTutor } from './tutor-actions.ts';
import { useStaleTutors } from './use-stale-tutors.ts';

export type UnverifyDialogProps = { tutor: ActedTutor; opened: boolean; onClose: () => void };

/** Asks before the badge is taken away. */
export function UnverifyDialog({ tutor: { id, user }, opened, onClose }: UnverifyDialogProps) {
  const toggle = trpc.verification.toggle.useMutation({ onSettled: useStaleTutors() });
  const keepFocus = useReturnFocus(toggle.isPending);

  const confirm = useOneAtATime(async () => {
    keepFocus();
    try {
      // As it was shown: another admin may have taken it away meanwhile, and this gives it to nobody.
      const { message } = await toggle.mutateAsync({ id, isVerified: true });
      tell(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to verify or unverify tutor'));
    }
    onClose();
  });
  useCloseOnBack(opened, () => {
    if (!toggle.isPending) onClose();
  });

  return (
    <ConfirmDialog
      opened={opened}
      title={`Unverify ${user.name}?`}
      message="The Verified badge goes, and the profile waits for review again. The tutor is told."
      confirmLabel="Unverify"
      isProcessing={toggle.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
