import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';

export const NOT_RETRIED = 'Failed to try again. Please do so once more.';
export const NOT_DISCARDED = 'Failed to discard the job. Please try again.';

/** `onAnswered` is called when the list was read again: what was pressed may be gone. */
type Action = { act: () => Promise<{ message: string }>; failed: string; onAnswered: () => void };

/** Does it once however often it is pressed, says what came of it, and reads the list again: another admin may have been faster. */
export function useDeadLetterAction({ act, failed, onAnswered }: Action): () => Promise<void> {
  const utils = trpc.useUtils();
  return useOneAtATime(async () => {
    let isAnswered = true;
    try {
      const { message } = await act();
      toast.success(message);
    } catch (error) {
      isAnswered = toApiError(error) !== null;
      toast.error(errorMessageWithReason(error, failed));
    }
    await Promise.all([utils.deadLetters.invalidate(), utils.statistics.waiting.invalidate()]);
    if (isAnswered) onAnswered();
  });
}
