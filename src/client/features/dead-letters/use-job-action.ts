import { useQueryClient } from '@tanstack/react-query';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { invalidateAll, useTRPC } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';

export const RETRY_FAILED = 'Failed to retry. Please try again.';

export type JobAction = {
  send: () => Promise<{ message: string; leftOut?: string[] }>;
  fallbackMessage: string;
  onAnswer: () => void;
};

/** Reads the list again even after an error, because another admin may have been faster. */
export function useJobAction({ send, fallbackMessage, onAnswer }: JobAction): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useOneAtATime(async () => {
    let isAnswered = true;
    try {
      const { message, leftOut = [] } = await send();
      if (leftOut.length > 0) toast.warning(message);
      else toast.success(message);
    } catch (error) {
      isAnswered = toApiError(error) !== null;
      toast.error(errorMessageWithReason(error, fallbackMessage));
    }
    await invalidateAll(queryClient, [trpc.deadLetters, trpc.statistics.waiting]);
    if (isAnswered) onAnswer();
  });
}
