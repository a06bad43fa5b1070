import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { ReviewModal } from '#client/features/reviews/index.ts';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { useOpenDialog } from './open-dialog.ts';

export type ReviewParts = { button: ReactNode; dialog: ReactNode; open: (opener: Element | null) => void };

/** The dialog is separate, so that it stays mounted while the button moves. */
export function useReview(booking: BookingView, by: Party): ReviewParts {
  const [openDialog, setOpenDialog] = useOpenDialog<'review'>(booking);
  const isOpen = openDialog !== null;
  const { setOpener, focusOpener } = useOpener(isOpen);
  const open = (opener: Element | null) => {
    if (opener instanceof HTMLElement) setOpener(opener);
    setOpenDialog('review');
  };
  if (by !== 'student' || booking.status !== 'completed') return { button: null, dialog: null, open };

  function close(): void {
    setOpenDialog(null);
    // The dialog that asks before a review is deleted comes between, so this one has lost its opener.
    focusOpener();
  }

  return {
    open,
    button: (
      <Button
        variant={booking.isReviewed ? 'default' : 'filled'}
        leftSection={<Star size={18} aria-hidden="true" />}
        onClick={({ currentTarget }) => open(currentTarget)}
      >
        {booking.isReviewed ? <Trans>Edit Review</Trans> : <Trans context="verb">Review</Trans>}
      </Button>
    ),
    dialog: <ReviewModal booking={booking} opened={isOpen} onClose={close} />,
  };
}
