import { Trans, useLingui } from '@lingui/react/macro';
import { Paper, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { getNow } from '#client/ui/clock.ts';
import { ConfirmModal } from '#client/ui/confirm-modal.tsx';
import { ZonedTime } from '#client/ui/zoned-time.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { isReasonNeeded, transitionProblem } from '#shared/domain/booking-lifecycle.ts';
import { retainedOf } from '#shared/domain/cancellation.ts';
import { toCents, toRupees } from '#shared/domain/money.ts';
import { translated, translatedName } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { getTutor } from './booking-text.ts';
import { CancellationPreview } from './cancellation-terms.tsx';
import { useTransitionForm } from './use-transition-form.ts';

const schema = () => import('#shared/contracts/bookings.ts').then(({ cancelBookingInput }) => cancelBookingInput.pick({ reason: true }));

export type CancelDialogProps = {
  booking: BookingView;
  by: Party;
  now: Date;
  opened: boolean;
  onDone: () => void;
  onClose: () => void;
};

export function CancelDialog({ booking, by, now, opened, onDone, onClose }: CancelDialogProps) {
  const { t, i18n } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries(trpc.bookings.pathFilter());
  const cancel = useMutation(trpc.bookings.cancel.mutationOptions({ onSettled }));
  const setStatus = useMutation(trpc.bookings.setStatus.mutationOptions({ onSettled }));
  const [shown, setShown] = useState(booking);
  const { id, status, subject, startTime, endTime, amount } = shown;
  const subjectName = translatedName(i18n, subject.name);
  const needsReason = isReasonNeeded(status, { by, to: 'cancelled' });
  const otherParty = by === 'student' ? getTutor(i18n, shown).name : shown.student.name;
  // The session may have begun meanwhile, or the other party may have cancelled it.
  const problem = transitionProblem(shown, { by, to: 'cancelled', reason: '-' }, now);

  const close = () => {
    form.clearErrors();
    onClose();
  };
  const form = useTransitionForm({
    initialValues: { reason: '' },
    schema,
    toInput: ({ reason }) => ({ reason: reason.trim() }),
    send: ({ reason }) => {
      const input = { id, reason: reason.trim() || undefined };
      if (by !== 'student') return setStatus.mutateAsync({ ...input, status: 'cancelled' });
      const retained = retainedOf(toCents(amount), { by, status, startTime, now: getNow() });
      return cancel.mutateAsync({ ...input, maxRetained: toRupees(retained) });
    },
    onDone,
    onClose: close,
  });
  // Keeps the question while it is sent and while the dialog closes.
  if (opened && !form.isSubmitting && booking !== shown) setShown(booking);

  function submit(): void {
    if (needsReason && form.values.reason.trim() === '') form.showErrors({ reason: translated(i18n, ERRORS['booking.reason_missing'].message) });
    else void form.submit();
  }

  return (
    <ConfirmModal
      opened={opened}
      type="error"
      title={status === 'pending' ? t`Cancel this request?` : t`Cancel this booking?`}
      message={
        <>
          <Text fw={600} mb={6}>
            <Trans>
              {subjectName} with {otherParty}
            </Trans>
            <br />
            <ZonedTime start={startTime} end={endTime} />
          </Text>
          {!problem && <Trans>This cannot be undone, and the time becomes free again.</Trans>}
        </>
      }
      confirmLabel={t`Cancel Booking`}
      cancelLabel={problem ? t`Close` : t`Keep Booking`}
      isProcessing={form.isSubmitting}
      isBlocked={problem !== null}
      problem={problem ? null : form.formError}
      onConfirm={submit}
      onClose={close}
    >
      {problem ? (
        <Paper component="p" w="100%" p="0.75rem 0.875rem" radius="md" bg="var(--vidya-danger-tint)" c="var(--vidya-danger-ink)" role="alert">
          {translated(i18n, ERRORS[problem].message)}
        </Paper>
      ) : (
        <>
          <CancellationPreview booking={shown} by={by} />
          <Textarea
            w="100%"
            label={needsReason ? t`Reason for cancelling` : t`Reason for cancelling (optional)`}
            description={t`${otherParty} will read this.`}
            rows={3}
            maxLength={LIMITS.reason}
            required={needsReason}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </ConfirmModal>
  );
}
