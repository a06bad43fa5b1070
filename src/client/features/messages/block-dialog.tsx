import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAtOpening } from '#client/lib/forms/use-at-opening.ts';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { updateThread } from './message-cache.ts';

export type BlockDialogProps = { thread: ThreadView; opened: boolean; onClose: () => void };

export function BlockDialog({ thread, opened, onClose }: BlockDialogProps) {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const block = useMutation(trpc.messages.block.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.messages.pathFilter()) }));
  const returnFocus = useReturnFocus(block.isPending);
  const { name } = thread.other;
  const { value: isUnblocking } = useAtOpening(thread.isBlockedByMe, opened);

  const close = () => {
    block.reset();
    onClose();
  };
  const confirm = useOneAtATime(async () => {
    returnFocus();
    try {
      const updated = await block.mutateAsync({ threadId: thread.id, isBlocked: !isUnblocking });
      close();
      updateThread({ trpc, queryClient }, updated);
    } catch {
      // The dialog says it.
    }
  });

  const texts = isUnblocking
    ? ({
        type: 'info',
        title: t`Unblock ${name}?`,
        message: t`You can message each other again, unless the other person has blocked you too.`,
        confirmLabel: t`Unblock`,
      } as const)
    : ({
        type: 'warning',
        title: t`Block ${name}?`,
        message: t`You will not be able to message each other. Your bookings do not change, and you can unblock at any time.`,
        confirmLabel: t`Block`,
      } as const);

  const problem = block.error && errorMessageWithReason(block.error, t`Failed to change the conversation. Please try again.`);
  return (
    <ConfirmDialog opened={opened} {...texts} isProcessing={block.isPending} problem={problem} onConfirm={() => void confirm()} onClose={close} />
  );
}
