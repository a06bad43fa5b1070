import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useReturnFocus } from '#client/lib/forms/use-return-focus.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useCloseOnBack } from '#client/ui/use-close-on-back.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { linkProblem } from './link-problem.ts';
import { type Forward, moveWords } from './move-words.ts';
import { useMove } from './use-move.ts';

export type MoveDialogProps = { booking: BookingView; zone: string; to: Forward | null; onMoved: () => void; onClose: () => void };

/** Asks a tutor before a booking is confirmed or completed, for what belongs to the move. */
export function MoveDialog({ booking, zone, to, onMoved, onClose }: MoveDialogProps) {
  const utils = trpc.useUtils();
  const setStatus = trpc.bookings.setStatus.useMutation({ onSettled: () => utils.bookings.invalidate() });
  const keepFocus = useReturnFocus(setStatus.isPending);
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<Forward>('confirmed');
  if (to !== null && to !== shown) {
    setShown(to);
    setProblem(null);
  }

  const takesLink = shown === 'confirmed' && booking.learningMethod === 'online';
  const meetingLink = takesLink ? link.trim() : '';

  const explain = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const move = useMove({ explain, onMoved, onClose });
  const confirm = () =>
    move(async () => {
      const wrong = meetingLink && (await linkProblem(meetingLink));
      if (wrong) {
        explain(wrong);
        return null;
      }
      keepFocus();
      return setStatus.mutateAsync({ id: booking.id, status: shown, meetingLink: meetingLink || undefined });
    });

  useCloseOnBack(to !== null, () => {
    if (!setStatus.isPending) onClose();
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
    </ConfirmDialog>
  );
}
