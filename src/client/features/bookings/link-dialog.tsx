import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { ConfirmModal } from '#client/ui/confirm-modal.tsx';
import { toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { toMeetingLink } from '#shared/domain/typed-link.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LinkField } from './link-field.tsx';

const FAILED = msg`Failed to save the meeting link. Please try again.`;

const schema = () => import('#shared/contracts/bookings.ts').then(({ setMeetingLinkInput }) => setMeetingLinkInput.pick({ meetingLink: true }));

export type LinkDialogProps = { booking: BookingView; opened: boolean; onClose: () => void };

/** Takes another `key` with each opening, and then begins with the saved link. */
export function LinkDialog({ booking, opened, onClose }: LinkDialogProps) {
  const { t, i18n } = useLingui();
  const studentName = booking.student.name;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const setMeetingLink = useMutation(
    trpc.bookings.setMeetingLink.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.bookings.pathFilter()) }),
  );
  const form = useAppForm({
    initialValues: { meetingLink: booking.meetingLink ?? '' },
    schema,
    toInput: ({ meetingLink }) => ({ meetingLink: toMeetingLink(meetingLink) }),
    fallbackMessage: i18n._(FAILED),
    validateOnBlur: 'filled',
    onSubmit: async ({ meetingLink }) => {
      await setMeetingLink.mutateAsync({ id: booking.id, meetingLink: toMeetingLink(meetingLink) });
      toast.success(SUCCESS.meetingLinkSaved);
      onClose();
    },
    onError: (error) => {
      const apiError = toApiError(error);
      if (apiError?.status === 400) form.showErrors({ meetingLink: textsOf(i18n).recognise(apiError.message, apiError.params) });
      if (apiError?.status !== 409) return;
      toast.error(errorMessageWithReason(error, i18n._(FAILED)));
      onClose();
    },
  });

  return (
    <ConfirmModal
      opened={opened}
      type="info"
      title={t`Meeting link`}
      message={t`${studentName} joins you here.`}
      confirmLabel={t`Save Link`}
      cancelLabel={t`Cancel`}
      isProcessing={form.isSubmitting}
      problem={form.errors.meetingLink ? null : form.formError}
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      <LinkField form={form} label={t`Link to your room`} required data-autofocus />
    </ConfirmModal>
  );
}
