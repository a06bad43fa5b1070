import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { type ConfirmDialogProps, ConfirmModal } from '#client/ui/confirm-modal.tsx';
import { useTimeZone } from '#client/ui/time-zone.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { translatedName } from '#shared/domain/texts.ts';
import { toMeetingLink } from '#shared/domain/typed-link.ts';
import { formatRange } from '#shared/domain/zone.ts';
import { CancelDialog, type CancelDialogProps } from './cancel-dialog.tsx';
import { LinkField } from './link-field.tsx';
import { useTransitionForm } from './use-transition-form.ts';

const schema = () => import('#shared/contracts/bookings.ts').then(({ setBookingStatusInput }) => setBookingStatusInput.pick({ meetingLink: true }));

export type TransitionDialogsProps = Omit<CancelDialogProps, 'opened'> & { openDialog: 'cancelled' | TutorTransition | null };

/** Import it lazily: it brings the code of dialogs and forms. */
export function TransitionDialogs({ openDialog, by, now, ...dialog }: TransitionDialogsProps) {
  return (
    <>
      <CancelDialog {...dialog} by={by} now={now} opened={openDialog === 'cancelled'} />
      {by === 'tutor' && <TransitionDialog {...dialog} to={openDialog === 'cancelled' ? null : openDialog} />}
    </>
  );
}

type TutorTransition = 'confirmed' | 'completed';

type TransitionDialogProps = {
  booking: BookingView;
  to: TutorTransition | null;
  onDone: () => void;
  onClose: () => void;
};

function TransitionDialog({ booking, to, onDone, onClose }: TransitionDialogProps) {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const setStatus = useMutation(
    trpc.bookings.setStatus.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.bookings.pathFilter()) }),
  );
  // Keeps its text while the dialog closes.
  const [shown, setShown] = useState<TutorTransition>('confirmed');
  if (to !== null && to !== shown) setShown(to);
  const takesLink = shown === 'confirmed' && booking.learningMethod === 'online';
  const toLink = (link: string) => (takesLink && toMeetingLink(link)) || undefined;

  const close = () => {
    form.clearErrors();
    onClose();
  };
  const form = useTransitionForm({
    initialValues: { meetingLink: '' },
    schema,
    toInput: ({ meetingLink }) => ({ meetingLink: toLink(meetingLink) }),
    send: ({ meetingLink }) => setStatus.mutateAsync({ id: booking.id, status: shown, meetingLink: toLink(meetingLink) }),
    onDone,
    onClose: close,
  });

  return (
    <ConfirmModal
      opened={to !== null}
      {...getTexts(i18n, booking, shown, zone)}
      isProcessing={form.isSubmitting}
      problem={form.formError}
      onConfirm={() => void form.submit()}
      onClose={close}
    >
      {takesLink && (
        <LinkField
          form={form}
          label={t`Your own meeting link (optional)`}
          description={t`Leave this empty, and we make a room for the two of you.`}
        />
      )}
    </ConfirmModal>
  );
}

type Texts = Pick<ConfirmDialogProps, 'type' | 'title' | 'message' | 'confirmLabel' | 'cancelLabel'>;

function getTexts(i18n: I18n, { student, subject, startTime, endTime }: BookingView, to: TutorTransition, zone: string): Texts {
  const [subjectName, studentName, time] = [translatedName(i18n, subject.name), student.name, formatRange(startTime, endTime, zone, i18n.locale)];
  if (to === 'confirmed') {
    return {
      type: 'success',
      title: i18n._(msg`Confirm this booking?`),
      message: i18n._(msg`${subjectName} with ${studentName}, ${time}. We tell your student immediately.`),
      confirmLabel: i18n._(msg`Confirm`),
      cancelLabel: i18n._(msg`Not now`),
    };
  }
  return {
    type: 'info',
    title: i18n._(msg`Complete this session?`),
    message: i18n._(msg`${subjectName} with ${studentName}, ${time}. It counts as taught from then on.`),
    confirmLabel: i18n._(msg`Complete Session`),
    cancelLabel: i18n._(msg`Not now`),
  };
}
