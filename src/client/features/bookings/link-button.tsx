import { Button, TextInput } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { useAppForm } from '#client/lib/forms/use-app-form.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { canHaveLink } from '#shared/domain/meeting-link.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { useOpenDialog } from './open-dialog.ts';

const FAILED = 'Failed to save the meeting link. Please try again.';

const schema = () => import('#shared/contracts/bookings.ts').then(({ setMeetingLinkInput }) => setMeetingLinkInput.pick({ meetingLink: true }));

export type LinkButtonProps = { booking: BookingView; now: Date };

export function LinkButton({ booking, now }: LinkButtonProps) {
  const [openDialog, setOpenDialog] = useOpenDialog<'link'>(booking);
  const isOpen = openDialog !== null;
  const { opener } = useOpener(isOpen);
  const utils = trpc.useUtils();
  const setMeetingLink = trpc.bookings.setMeetingLink.useMutation({ onSettled: () => utils.bookings.invalidate() });
  const close = () => setOpenDialog(null);

  const form = useAppForm({
    initialValues: { meetingLink: '' },
    schema,
    fallbackMessage: FAILED,
    onSubmit: async ({ meetingLink }) => {
      await setMeetingLink.mutateAsync({ id: booking.id, meetingLink: meetingLink.trim() });
      toast.success(SUCCESS.meetingLinkSaved);
      close();
    },
    onError: (error) => {
      const apiError = toApiError(error);
      if (apiError?.status === 400) form.showErrors({ meetingLink: apiError.message });
      else toast.error(errorMessageWithReason(error, FAILED));
      if (apiError?.status === 409) close();
    },
  });
  useCloseOnBack(isOpen, () => {
    if (!form.isSubmitting) close();
  });

  const isOffered = canHaveLink(booking) && now < booking.endTime;
  if (!isOffered && !isOpen) return null;
  return (
    <>
      {isOffered && (
        <Button
          variant="default"
          leftSection={<Link2 size={18} aria-hidden="true" />}
          onClick={(event) => {
            opener.current = event.currentTarget;
            form.setValues({ meetingLink: booking.meetingLink ?? '' });
            setOpenDialog('link');
          }}
        >
          {booking.meetingLink ? 'Edit Link' : 'Add Link'}
        </Button>
      )}
      <ConfirmDialog
        opened={isOpen}
        type="info"
        title="Meeting link"
        message={`${booking.student.name} joins you here.`}
        confirmLabel="Save Link"
        cancelLabel="Cancel"
        isProcessing={form.isSubmitting}
        onConfirm={() => void form.submit()}
        onClose={close}
      >
        <TextInput
          w="100%"
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          label="Link to your room"
          placeholder="https://"
          maxLength={LIMITS.meetingLink}
          required
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) void form.submit();
          }}
          {...form.getInputProps('meetingLink')}
        />
      </ConfirmDialog>
    </>
  );
}
