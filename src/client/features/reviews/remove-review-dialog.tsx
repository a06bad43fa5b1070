import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessage, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';

export function useInvalidateReviews(): () => Promise<unknown> {
  const { reviews, bookings, tutors, favourites } = trpc.useUtils();
  return () => Promise.all([reviews, bookings, tutors, favourites].map((queries) => queries.invalidate()));
}

export type RemoveReviewDialogProps = { reviewId: string | undefined; opened: boolean; onClose: () => void; onRemoved: () => void };

export function RemoveReviewDialog({ reviewId, opened, onClose, onRemoved }: RemoveReviewDialogProps) {
  const remove = trpc.reviews.remove.useMutation({ onSettled: useInvalidateReviews() });
  const restoreFocus = useReturnFocus(remove.isPending);

  const confirm = useOneAtATime(async () => {
    if (reviewId === undefined) return;
    restoreFocus();
    try {
      const { message } = await remove.mutateAsync({ id: reviewId });
      toast.success(message);
      onRemoved();
    } catch (error) {
      toast.error(errorMessage(error, 'Failed to delete review. Please try again.'));
      if (toApiError(error)?.code === 'review.not_found') onRemoved();
    }
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title="Delete your review?"
      message="It goes for good, with the tutor’s reply. You can write another one afterwards."
      confirmLabel="Delete review"
      cancelLabel="Keep it"
      isProcessing={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
