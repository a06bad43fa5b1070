import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { updateThread } from './message-cache.ts';

const FAILED = 'Failed to change the conversation. Please try again.';

export type BlockDialogProps = { thread: ThreadView; opened: boolean; onClose: () => void };

export function BlockDialog({ thread, opened, onClose }: BlockDialogProps) {
  const utils = trpc.useUtils();
  const block = trpc.messages.block.useMutation({ onSettled: () => utils.messages.invalidate() });
  const { isBlockedByMe, other } = thread;
  // Keeps the text while the dialog closes.
  const [isUnblocking, setUnblocking] = useState(isBlockedByMe);
  if (opened && !block.isPending && isUnblocking !== isBlockedByMe) setUnblocking(isBlockedByMe);

  const confirm = useOneAtATime(async () => {
    try {
      const updated = await block.mutateAsync({ threadId: thread.id, isBlocked: !isUnblocking });
      onClose();
      updateThread(utils, updated);
    } catch (error) {
      toast.error(errorMessageWithReason(error, FAILED));
    }
  });

  const texts = isUnblocking
    ? ({
        type: 'info',
        title: `Unblock ${other.name}?`,
        message: 'You can message each other again, unless the other person has blocked you too.',
        confirmLabel: 'Unblock',
      } as const)
    : ({
        type: 'warning',
        title: `Block ${other.name}?`,
        message: 'You will not be able to message each other. Your bookings do not change, and you can unblock at any time.',
        confirmLabel: 'Block',
      } as const);

  return <ConfirmDialog opened={opened} {...texts} isProcessing={block.isPending} onConfirm={() => void confirm()} onClose={onClose} />;
}
