import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { errorMessageWithReason, toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { toast } from '#client/ui/toasts.ts';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { SUCCESS } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { linkProblem } from './link-problem.ts';

export type LinkDialogProps = { booking: BookingView; opened: boolean; onClose: () => void };

/** Where a tutor holds an online session. */
export function LinkDialog({ booking, opened, onClose }: LinkDialogProps) {
  const utils = trpc.useUtils();
  const [link, setLink] = useState(booking.meetingLink ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setLink(booking.meetingLink ?? '');
    setProblem(null);
  }

  const setMeetingLink = trpc.bookings.setMeetingLink.useMutation({ onSettled: () => utils.bookings.invalidate() });
  const keepFocus = useReturnFocus(setMeetingLink.isPending);

  const explain = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };

  const save = useOneAtATime(async () => {
    const wrong = await linkProblem(link.trim());
    if (wrong) return explain(wrong);
    keepFocus();
    try {
      await setMeetingLink.mutateAsync({ id: booking.id, meetingLink: link.trim() });
      toast.success(SUCCESS.meetingLinkSaved);
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal?.status === 400) return explain(refusal.message);
      toast.error(errorMessageWithReason(error, 'Failed to save the meeting link. Please try again.'));
      if (refusal?.status === 409) onClose();
    }
  });

  useCloseOnBack(opened, () => {
    if (!setMeetingLink.isPending) onClose();
  });

  return (
    <ConfirmDialog
      opened={opened}
      type="info"
      title="Meeting link"
      message={`${booking.student.name} joins you here.`}
      confirmLabel="Save Link"
      cancelLabel="Cancel"
      isProcessing={setMeetingLink.isPending}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <TextInput
        ref={field}
        w="100%"
        type="url"
        inputMode="url"
        autoComplete="off"
        data-autofocus
        label="Link to your room"
        placeholder="https://"
        maxLength={LIMITS.meetingLink}
        required
        value={link}
        error={problem}
        onChange={(event) => {
          setLink(event.currentTarget.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save();
        }}
      />
    </ConfirmDialog>
  );
}
