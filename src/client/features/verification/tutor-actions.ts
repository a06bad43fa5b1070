import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { invalidateAll, useTRPC } from '#client/lib/rpc/trpc.ts';
import { copyText } from '#client/ui/copy-text.ts';
import { toast } from '#client/ui/toasts.ts';
import type { TutorRow } from '#shared/contracts/verification.ts';

export type TutorAction = 'reject' | 'unverify' | 'remind' | 'status' | 'delete';

export type ProfileVersion = Pick<TutorRow, 'revision' | 'verificationStatus'>;
export type TargetTutor = ProfileVersion & Pick<TutorRow, 'id' | 'status'> & { user: { id: string; name: string } };

export function showResult(message: string): void {
  if (message.includes('success')) toast.success(message);
  else toast.error(message);
}

export async function copyEmail(email: string): Promise<void> {
  if (await copyText(email)) toast.success('Email copied to clipboard');
  else toast.error('The email could not be copied. Please select and copy it.');
}

/** Also after a refused action: another admin may have been faster. */
export function useInvalidateTutors(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => invalidateAll(queryClient, [trpc.verification, trpc.tutors]);
}

export function useRemind(): (id: string) => Promise<void> {
  const invalidate = useInvalidateTutors();
  const trpc = useTRPC();
  const { mutateAsync } = useMutation(trpc.verification.remind.mutationOptions({ onSettled: () => void invalidate() }));
  return useOneAtATime(async (id: string) => {
    try {
      const { message } = await mutateAsync({ id });
      showResult(message);
    } catch (error) {
      toast.error(errorMessageWithReason(error, 'Failed to send profile reminder'));
    }
  });
}
