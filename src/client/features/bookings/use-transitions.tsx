import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Check, CheckCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyDialogs, preloadOnIntent } from '#client/ui/lazy-part.tsx';
import { useOpener } from '#client/ui/use-opener.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { transitionProblem } from '#shared/domain/booking-lifecycle.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { useOpenDialog } from './open-dialog.ts';

export const TransitionDialogs = lazyDialogs(() => import('./transition-dialog.tsx').then((module) => module.TransitionDialogs));

const TARGETS = ['confirmed', 'completed', 'cancelled'] as const;
export type Target = (typeof TARGETS)[number];

export const ACTIONS = {
  confirmed: { label: msg`Confirm`, Icon: Check, variant: 'filled' },
  completed: { label: msg`Complete Session`, Icon: CheckCheck, variant: 'filled' },
  cancelled: { label: msg({ message: 'Cancel', context: 'a booking' }), Icon: X, variant: 'default' },
} as const satisfies Record<Target, { label: MessageDescriptor; Icon: typeof Check; variant: string }>;

/** A missing reason does not rule a transition out: the dialog asks for it. */
export function getTransitions(booking: BookingView, by: Party, now: Date): Target[] {
  return TARGETS.filter((to) => {
    const problem = transitionProblem(booking, { by, to }, now);
    return problem === null || problem === 'booking.reason_missing';
  });
}

export type TransitionsProps = { booking: BookingView; by: Party; now: Date };

export type Transitions = { buttons: ReactNode; dialogs: ReactNode; open: (to: Target, opener: Element | null) => void };

/** The dialogs are separate, so that they stay mounted while the buttons move or disappear. */
export function useTransitions({ booking, by, now }: TransitionsProps): Transitions {
  const { i18n } = useLingui();
  const [openDialog, setOpenDialog] = useOpenDialog<Target>(booking);
  const isOpen = openDialog !== null;
  const { setOpener, returnFocus } = useOpener(isOpen);
  const close = () => setOpenDialog(null);
  const open = (to: Target, opener: Element | null) => {
    setOpener(opener);
    setOpenDialog(to);
  };

  return {
    open,
    buttons: getTransitions(booking, by, now).map((to) => {
      const { label, Icon, variant } = ACTIONS[to];
      return (
        <Button
          key={to}
          variant={variant}
          leftSection={<Icon size={18} aria-hidden="true" />}
          {...preloadOnIntent(TransitionDialogs)}
          onClick={({ currentTarget }) => open(to, currentTarget)}
        >
          {i18n._(label)}
        </Button>
      );
    }),
    // A list has many closed dialogs, so their forms are mounted from the first opening on.
    dialogs: (
      <TransitionDialogs
        isNeeded={isOpen}
        onLoadError={close}
        booking={booking}
        by={by}
        now={now}
        openDialog={openDialog}
        onDone={returnFocus}
        onClose={close}
      />
    ),
  };
}
