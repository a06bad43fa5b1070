import { Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { explanationOf, refusalOf } from '#client/api/refusals.ts';
import { trpc } from '#client/api/trpc.ts';
import { useOneAtATime } from '#client/api/use-one-at-a-time.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { isReasonNeeded } from '#shared/domain/booking-lifecycle.ts';
import { cancellationFigures, refundShare } from '#shared/domain/cancellation.ts';
import { toCents, toRupees } from '#shared/domain/money.ts';
import { ERRORS } from '#shared/errors.ts';
import { bookingMoved, NO_PAYMENT } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { CancellationFigures } from './cancellation-figures.tsx';
import { linkProblem } from './link-problem.ts';
import { moveWords } from './move-words.ts';
import type { Target } from './tutor-moves.ts';

export type MoveDialogProps = { booking: BookingView; now: Date; zone: string; to: Target | null; onMoved: () => void; onClose: () => void };

/** Asks a tutor before a booking is moved, for what belongs to the move. */
export function MoveDialog({ booking, now, zone, to, onMoved, onClose }: MoveDialogProps) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const [shown, setShown] = useState<Target>('confirmed');
  if (to !== null && to !== shown) {
    setShown(to);
    setProblem(null);
  }

  const setStatus = trpc.bookings.setStatus.useMutation({ onSettled: () => utils.bookings.invalidate() });
  const needsReason = isReasonNeeded(booking.status, { by: 'tutor', to: shown });
  const takesLink = shown === 'confirmed' && booking.learningMethod === 'online';
  const meetingLink = takesLink ? link.trim() : '';

  const explain = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };

  const confirm = useOneAtATime(async () => {
    if (needsReason && reason.trim() === '') return explain(ERRORS['booking.reason_missing'].message);
    const wrong = meetingLink && (await linkProblem(meetingLink));
    if (wrong) return explain(wrong);
    try {
      const { status } = await setStatus.mutateAsync({
        id: booking.id,
        status: shown,
        reason: shown === 'cancelled' ? reason.trim() || undefined : undefined,
        meetingLink: meetingLink || undefined,
      });
      toast.success(bookingMoved(status));
      onClose();
      onMoved();
    } catch (error) {
      const refusal = refusalOf(error);
      const ofField = refusal?.errors.find(({ field: name }) => name === 'reason' || name === 'meetingLink');
      if (ofField) return explain(ofField.message);
      toast.error(explanationOf(error, 'Failed to update booking status'));
      if (refusal?.status !== 409) return;
      onClose();
      onMoved();
    }
  });

  return (
    <ConfirmDialog
      opened={to !== null}
      {...moveWords(booking, shown, zone)}
      isProcessing={setStatus.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {takesLink && (
        <TextInput
          ref={field}
          w="100%"
          type="url"
          inputMode="url"
          autoComplete="off"
          label="Your own meeting link (optional)"
          description="Leave this empty, and we make a room for the two of you."
          placeholder="https://"
          maxLength={LIMITS.meetingLink}
          value={link}
          error={problem}
          onChange={(event) => {
            setLink(event.currentTarget.value);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) void confirm();
          }}
        />
      )}
      {shown === 'cancelled' && (
        <>
          <Figures booking={booking} now={now} />
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
        </>
      )}
    </ConfirmDialog>
  );
}

/** By the function that the server asks, so that what is said before is what is kept after. */
function Figures({ booking: { status, startTime, amount }, now }: { booking: BookingView; now: Date }) {
  const { refund, tutorGets, platformFee } = cancellationFigures(toCents(amount), refundShare({ by: 'tutor', status, startTime, now }));
  return (
    <CancellationFigures refund={toRupees(refund)} tutorShare={toRupees(tutorGets)} platformFee={toRupees(platformFee)}>
      <p>{NO_PAYMENT}</p>
    </CancellationFigures>
  );
}
