import { createContext, useContext, useState } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';

/** Of a list: says which booking has a dialog open, or null. Elsewhere nothing needs to be held. */
export const HoldBooking = createContext<(id: string | null) => void>(() => {});

/** Which question about the booking is open. In a list its card stays until there is none any more, and the dialog with it. */
export function useAsked<Question>({ id }: BookingView): [asked: Question | null, ask: (question: Question | null) => void] {
  const hold = useContext(HoldBooking);
  const [asked, setAsked] = useState<Question | null>(null);
  return [
    asked,
    (question) => {
      setAsked(question);
      hold(question === null ? null : id);
    },
  ];
}

/** What a list shows: also, in its old place and as it is by now, the booking that has left it while a dialog of it is open. */
export function useHeldBooking(listed: readonly BookingView[]): { shown: readonly BookingView[]; hold: (id: string | null) => void } {
  const [heldId, hold] = useState<string | null>(null);
  const [last, setLast] = useState<{ booking: BookingView; place: number } | null>(null);
  const place = listed.findIndex(({ id }) => id === heldId);
  const booking = listed[place];
  if (booking && (booking !== last?.booking || place !== last.place)) setLast({ booking, place });

  const gone = !booking && last?.booking.id === heldId ? last : null;
  const { data } = trpc.bookings.byId.useQuery({ id: heldId ?? '' }, { enabled: gone !== null, staleTime: 0 });
  return { shown: gone ? listed.toSpliced(gone.place, 0, data ?? gone.booking) : listed, hold };
}
