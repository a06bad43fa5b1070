import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { isReasonNeeded, transitionProblem } from '#shared/domain/booking-lifecycle.ts';
import { ERRORS } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { tutorOf } from './booking-words.ts';
import classes from './cancel-dialog.module.css';
import { CancellationPreview } from './cancellation-preview.tsx';
import { useMove } from './use-move.ts';

export type CancelDialogProps = {
  booking: BookingView;
  by: Party;
  now: Date;
  zone: string;
  opened: boolean;
  onMoved: () => void;
  onClose: () => void;
};

/** Asks a party before a booking is called off: what it gives to whom, and why. */
export function CancelDialog({ booking, by, now, zone, opened, onMoved, onClose }: CancelDialogProps) {
  const utils = trpc.useUtils();
  const onSettled = () => utils.bookings.invalidate();
  const asStudent = trpc.bookings.cancel.useMutation({ onSettled });
  const asTutor = trpc.bookings.setStatus.useMutation({ onSettled });
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    setProblem(null);
  }

  const isBusy = asStudent.isPending || asTutor.isPending;
  const keepFocus = useReturnFocus(isBusy);
  // What was asked stands until it is answered and gone, whatever becomes of the booking then.
  const [shown, setShown] = useState(booking);
  if (opened && !isBusy && booking !== shown) setShown(booking);

  const { id, status, subject, startTime, endTime } = shown;
  const needsReason = isReasonNeeded(status, { by, to: 'cancelled' });
  const other = by === 'student' ? tutorOf(shown).name : shown.student.name;
  // Meanwhile it may have begun, or somebody else has called it off.
  const refusal = transitionProblem(shown, { by, to: 'cancelled', reason: '-' }, now);

  const explain = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const move = useMove({ explain, onMoved, onClose });
  const cancel = () =>
    move(async () => {
      if (needsReason && reason.trim() === '') {
        explain(ERRORS['booking.reason_missing'].message);
        return null;
      }
      keepFocus();
      const said = { id, reason: reason.trim() || undefined };
      return by === 'student' ? asStudent.mutateAsync(said) : asTutor.mutateAsync({ ...said, status: 'cancelled' });
    });

  useCloseOnBack(opened, () => {
    if (!isBusy) onClose();
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="error"
      title={status === 'pending' ? 'Cancel this request?' : 'Cancel this booking?'}
      message={
        <>
          <p className={classes.session}>
            {`${subject.name} with ${other}`}
            <br />
            <ZonedTime start={startTime} end={endTime} zone={zone} />
          </p>
          {!refusal && 'This cannot be undone, and the time becomes free again.'}
        </>
      }
      confirmLabel="Cancel Booking"
      cancelLabel={refusal ? 'Close' : 'Keep Booking'}
      isProcessing={isBusy}
      isBlocked={refusal !== null}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      {refusal ? (
        <p className={classes.refused} role="alert">
          {ERRORS[refusal].message}
        </p>
      ) : (
        <>
          <CancellationPreview booking={shown} by={by} zone={zone} />
          <Textarea
            ref={field}
            w="100%"
            label={needsReason ? 'Reason for cancelling' : 'Reason for cancelling (optional)'}
            description={`${other} will read this.`}
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
        </>
      )}
    </ConfirmDialog>
  );
}
