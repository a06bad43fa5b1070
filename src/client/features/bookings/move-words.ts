import type { ConfirmDialogProps } from '#client/ui/confirm-dialog.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatRange } from '#shared/domain/zone.ts';
import type { Target } from './tutor-moves.ts';

type Words = Pick<ConfirmDialogProps, 'type' | 'title' | 'message' | 'confirmLabel' | 'cancelLabel'>;

/** What a tutor is asked before a move. */
export function moveWords({ student, subject, startTime, endTime, status }: BookingView, to: Target, zone: string): Words {
  const when = formatRange(startTime, endTime, zone);
  switch (to) {
    case 'confirmed':
      return {
        type: 'success',
        title: 'Confirm this booking?',
        message: `${subject.name} with ${student.name}, ${when}. We tell your student at once.`,
        confirmLabel: 'Confirm',
        cancelLabel: 'Not now',
      };
    case 'completed':
      return {
        type: 'info',
        title: 'Complete this session?',
        message: `${subject.name} with ${student.name}, ${when}. It counts as taught from then on.`,
        confirmLabel: 'Complete Session',
        cancelLabel: 'Not now',
      };
    case 'cancelled':
      return {
        type: 'error',
        title: status === 'pending' ? 'Cancel this request?' : 'Cancel this booking?',
        message: `${subject.name} with ${student.name}, ${when}. This cannot be undone, and the time becomes free again.`,
        confirmLabel: 'Cancel Booking',
        cancelLabel: 'Keep Booking',
      };
  }
}
