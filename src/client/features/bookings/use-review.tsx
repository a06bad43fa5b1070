import { Button } from '@mantine/core';
import { Star } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { useAsked } from './held-booking.ts';

/** The dialog in which a student reviews a session; it belongs to another feature. */
export type ReviewDialog = ComponentType<{ booking: BookingView; opened: boolean; onClose: () => void }>;

/** For the student of a completed session, who changes what was said if it is reviewed already; the dialog apart, so that it stays while the button changes places. */
export function useReview(booking: BookingView, Dialog: ReviewDialog | undefined): { button: ReactNode; dialog: ReactNode } {
  const [asked, ask] = useAsked<'review'>(booking);
  const { opener } = useOpener(asked !== null);
  if (!Dialog || booking.status !== 'completed') return { button: null, dialog: null };

  const close = () => {
    ask(null);
    // The question whether to delete comes between: the dialog no longer knows where it was opened.
    opener.current?.focus({ preventScroll: true });
  };
  return {
    button: (
      <Button
        variant={booking.isReviewed ? 'default' : 'filled'}
        leftSection={<Star size={18} aria-hidden="true" />}
        onClick={(event) => {
          opener.current = event.currentTarget;
          ask('review');
        }}
      >
        {booking.isReviewed ? 'Edit Review' : 'Review'}
      </Button>
    ),
    dialog: <Dialog booking={booking} opened={asked !== null} onClose={close} />,
  };
}
