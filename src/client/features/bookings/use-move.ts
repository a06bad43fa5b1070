import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { bookingStatusChanged } from '#shared/messages.ts';

type MoveEnd = {
  /** Says beside a field of the dialog what is wrong with it. */
  explain: (sentence: string) => void;
  onMoved: () => void;
  onClose: () => void;
};

/** Moves a booking, once at a time, and says what came of it. A move that answers nothing was not made, and has said why. */
export function useMove({ explain, onMoved, onClose }: MoveEnd) {
  return useOneAtATime(async (move: () => Promise<Pick<BookingView, 'status'> | null>) => {
    try {
      const moved = await move();
      if (!moved) return;
      toast.success(bookingStatusChanged(moved.status));
    } catch (error) {
      const refusal = toApiError(error);
      const ofField = refusal?.errors.find(({ field }) => field === 'reason' || field === 'meetingLink');
      if (ofField) return explain(ofField.message);
      toast.error(errorMessageWithReason(error, 'Failed to update booking status'));
      if (refusal?.status !== 409) return;
    }
    onClose();
    onMoved();
  });
}
