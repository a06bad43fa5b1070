import { useQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';

/** The id of the booking in the list that has a dialog open, or null. */
export const PinBooking = createContext<(id: string | null) => void>(() => {});

export function useOpenDialog<Name>({ id }: BookingView): [openDialog: Name | null, setOpenDialog: (name: Name | null) => void] {
  const pin = use(PinBooking);
  const [openDialog, setOpenDialog] = useState<Name | null>(null);
  return [
    openDialog,
    (name) => {
      setOpenDialog(name);
      pin(name === null ? null : id);
    },
  ];
}

export type PinnedList = { bookings: readonly BookingView[]; pinnedId: string | null; pin: (id: string | null) => void };

/** The list plus the booking whose dialog is open, even if it has left the list: in its old position, with its current data. */
export function usePinnedBooking(listed: readonly BookingView[]): PinnedList {
  const [pinnedId, pin] = useState<string | null>(null);
  const [last, setLast] = useState<{ booking: BookingView; index: number } | null>(null);
  const index = listed.findIndex(({ id }) => id === pinnedId);
  const booking = listed[index];
  if (booking && (booking !== last?.booking || index !== last.index)) setLast({ booking, index });

  const missing = !booking && last?.booking.id === pinnedId ? last : null;
  const trpc = useTRPC();
  const { data } = useQuery(trpc.bookings.byId.queryOptions({ id: pinnedId ?? '' }, { enabled: missing !== null, staleTime: 0 }));
  return { bookings: missing ? listed.toSpliced(missing.index, 0, data ?? missing.booking) : listed, pinnedId, pin };
}
