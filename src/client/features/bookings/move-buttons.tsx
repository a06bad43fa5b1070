import { Button } from '@mantine/core';
import { Check, CheckCheck, X } from 'lucide-react';
import { useState } from 'react';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { MoveDialog } from './move-dialog.tsx';
import { type Target, tutorMoves } from './tutor-moves.ts';
import { useWayBack } from './use-way-back.ts';

const ACTIONS = {
  confirmed: { label: 'Confirm', Icon: Check, variant: 'filled' },
  completed: { label: 'Complete Session', Icon: CheckCheck, variant: 'filled' },
  cancelled: { label: 'Cancel', Icon: X, variant: 'default' },
} as const satisfies Record<Target, { label: string; Icon: typeof Check; variant: string }>;

export type MoveButtonsProps = { booking: BookingView; now: Date; zone: string };

/** Where the tutor may take the booking now. */
export function MoveButtons({ booking, now, zone }: MoveButtonsProps) {
  const [asked, setAsked] = useState<Target | null>(null);
  const { opener, leadBack } = useWayBack();
  return (
    <>
      {tutorMoves(booking, now).map((to) => {
        const { label, Icon, variant } = ACTIONS[to];
        return (
          <Button
            key={to}
            variant={variant}
            leftSection={<Icon size={18} aria-hidden="true" />}
            onClick={(event) => {
              opener.current = event.currentTarget;
              setAsked(to);
            }}
          >
            {label}
          </Button>
        );
      })}
      <MoveDialog booking={booking} now={now} zone={zone} to={asked} onMoved={leadBack} onClose={() => setAsked(null)} />
    </>
  );
}
