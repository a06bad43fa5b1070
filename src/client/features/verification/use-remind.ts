import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { toast } from '#client/ui/toasts.ts';
import { tell } from './tell.ts';
import { useStaleTutors } from './use-stale-tutors.ts';

/** Asks a tutor for what is missing; what came of it is said. */
export function useRemind(): (id: string) => Promise<void> {
  const stale = useStaleTutors();
  const { mutateAsync } = trpc.verification.remind.useMutation();
  return useOneAtATime(async (id: string) => {
    try {
      const { message } = await mutateAsync({ id });
      tell(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to send profile reminder'));
    }
    void stale();
  });
}
