import { Button } from '@mantine/core';
import { Check, CheckCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { useAsked } from './held-booking.ts';
import { MoveDialog } from './move-dialog.tsx';
import { movesOf, type Target } from './moves.ts';

const ACTIONS = {
  confirmed: { label: 'Confirm', Icon: Check, variant: 'filled' },
  completed: { label: 'Complete Session', Icon: CheckCheck, variant: 'filled' },
  cancelled: { label: 'Cancel', Icon: X, variant: 'default' },
} as const satisfies Record<Target, { label: string; Icon: typeof Check; variant: string }>;

export type MovesProps = { booking: BookingView; by: Party; now: Date; zone: string };

/** Where this party may take the booking now; the dialogs apart, so that they stay while the buttons go or change places. */
export function useMoves({ booking, by, now, zone }: MovesProps): { buttons: ReactNode; dialogs: ReactNode } {
  const [asked, ask] = useAsked<Target>(booking);
  const { opener, returnFocus: leadBack } = useOpener(asked !== null);
  const dialog = { booking, zone, onMoved: leadBack, onClose: () => ask(null) };

  return {
    buttons: movesOf(booking, by, now).map((to) => {
      const { label, Icon, variant } = ACTIONS[to];
      return (
        <Button
          key={to}
          variant={variant}
          leftSection={<Icon size={18} aria-hidden="true" />}
          onClick={(event) => {
            opener.current = event.currentTarget;
            ask(to);
          }}
        >
          {label}
        </Button>
      );
    }),
    dialogs: (
      <>
        <CancelDialog {...dialog} by={by} now={now} opened={asked === 'cancelled'} />
        {by === 'tutor' && <MoveDialog {...dialog} to={asked === 'cancelled' ? null : asked} />}
      </>
    ),
  };
}
