import type { ConfirmDialogProps } from '#client/ui/confirm-dialog.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatRange } from '#shared/domain/zone.ts';
import type { Target } from './moves.ts';

/** Where only the tutor takes a booking. */
export type Forward = Exclude<Target, 'cancelled'>;
type Words = Pick<ConfirmDialogProps, 'type' | 'title' | 'message' | 'confirmLabel' | 'cancelLabel'>;

/** What a tutor is asked before a move. */
export function moveWords({ student, subject, startTime, endTime }: BookingView, to: Forward, zone: string): Words {
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
  }
}
