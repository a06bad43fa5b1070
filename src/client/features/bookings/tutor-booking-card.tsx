import { Button, Textarea } from '@mantine/core';
import { Check, CheckCheck, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { refusalOf, sentenceOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { isReasonNeeded, moveProblem } from '#shared/domain/booking-lifecycle.ts';
import { formatRange } from '#shared/domain/zone.ts';
import { ERRORS } from '#shared/errors.ts';
import { bookingMoved } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { BookingCard, CallLink, Fact } from './booking-card.tsx';

const MOVES = ['confirmed', 'completed', 'cancelled'] as const;
type Target = (typeof MOVES)[number];

const ACTIONS = {
  confirmed: { label: 'Confirm', Icon: Check, variant: 'filled' },
  completed: { label: 'Complete Session', Icon: CheckCheck, variant: 'filled' },
  cancelled: { label: 'Cancel', Icon: X, variant: 'default' },
} as const satisfies Record<Target, { label: string; Icon: typeof Check; variant: string }>;

export type TutorBookingCardProps = { booking: BookingView; now: Date; zone: string; isNew?: boolean };

export function TutorBookingCard({ booking, now, zone, isNew }: TutorBookingCardProps) {
  const [asked, setAsked] = useState<Target | null>(null);
  const moves = MOVES.filter((to) => canMove(booking, to, now));

  return (
    <>
      <BookingCard
        booking={booking}
        person={booking.student}
        heading={headingOf(booking)}
        now={now}
        zone={zone}
        isNew={isNew}
        actions={
          moves.length > 0 &&
          moves.map((to) => {
            const { label, Icon, variant } = ACTIONS[to];
            return (
              <Button key={to} variant={variant} leftSection={<Icon size={18} aria-hidden="true" />} onClick={() => setAsked(to)}>
                {label}
              </Button>
            );
          })
        }
      >
        <Fact name="Contact number" isWide>
          <CallLink number={booking.contactNumber} />
        </Fact>
      </BookingCard>
      <MoveDialog booking={booking} zone={zone} to={asked} onClose={() => setAsked(null)} />
    </>
  );
}

/** A parent or guardian books for a child. */
function headingOf({ student, childName }: BookingView): string {
  return childName ? `For ${childName}, booked by ${student.name}` : student.name;
}

/** A reason that is still to be given is no obstacle yet. */
function canMove(booking: BookingView, to: Target, now: Date): boolean {
  const problem = moveProblem(booking, { by: 'tutor', to }, now);
  return problem === null || problem === 'booking.reason_missing';
}

type MoveDialogProps = { booking: BookingView; zone: string; to: Target | null; onClose: () => void };

function MoveDialog({ booking, zone, to, onClose }: MoveDialogProps) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [shown, setShown] = useState<Target>('confirmed');
  if (to !== null && to !== shown) setShown(to);

  const setStatus = trpc.bookings.setStatus.useMutation({
    onSuccess: ({ status }) => {
      toast.success(bookingMoved(status));
      onClose();
    },
    onError: (error) => {
      toast.error(sentenceOf(error, 'Failed to update booking status'));
      if (refusalOf(error)?.status === 409) onClose();
    },
    onSettled: () => utils.bookings.invalidate(),
  });

  const needsReason = isReasonNeeded(booking.status, { by: 'tutor', to: shown });
  const confirm = () => {
    if (setStatus.isPending) return;
    if (needsReason && reason.trim() === '') {
      setProblem(ERRORS['booking.reason_missing'].message);
      field.current?.focus();
      return;
    }
    setStatus.mutate({ id: booking.id, status: shown, reason: shown === 'cancelled' ? reason.trim() || undefined : undefined });
  };

  return (
    <ConfirmDialog opened={to !== null} {...wordsOf(booking, shown, zone)} isProcessing={setStatus.isPending} onConfirm={confirm} onClose={onClose}>
      {shown === 'cancelled' && (
        <Textarea
          ref={field}
          w="100%"
          label={needsReason ? 'Reason for cancelling' : 'Reason for cancelling (optional)'}
          description={`${booking.student.name} will read this.`}
          rows={3}
          maxLength={LIMITS.reason}
          required={needsReason}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setProblem(null);
          }}
        />
      )}
    </ConfirmDialog>
  );
}

type Words = Pick<ConfirmDialogProps, 'type' | 'title' | 'message' | 'confirmLabel' | 'cancelLabel'>;

function wordsOf({ student, subject, startTime, endTime, status }: BookingView, to: Target, zone: string): Words {
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
