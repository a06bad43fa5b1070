import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { makePartingClient } from '#client/lib/rpc/parting-client.ts';
import { useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { getNow } from '#client/ui/clock.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { formatAgendaDate } from '#shared/domain/booking-agenda.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { formatTime, wallClock } from '#shared/domain/zone.ts';
import { bookingStatusChanged } from '#shared/messages.ts';
import { formatStudent } from './booking-text.ts';
import { createConfirmQueue, type Outcome } from './confirm-queue.ts';

/** At most this long does logging out wait for what is being sent. */
const MAX_LOGOUT_WAIT_MS = 3000;

export type Refusal = { id: string; text: string };

export type Confirming = {
  /** Those that Undo would leave as they are. */
  waiting: readonly BookingView[];
  refusals: readonly Refusal[];
  isConfirming: (id: string) => boolean;
  confirm: (bookings: readonly BookingView[]) => void;
  undo: () => void;
  dismiss: () => void;
};

/** Belongs to the page, so that another filter of its list does not send at once. */
export function useConfirming(): Confirming {
  const { t, i18n } = useLingui();
  const zone = useTimeZone();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const client = useTRPCClient();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const isOpen = useRef(true);

  const [queue] = useState(() => {
    const onSent = async ({ confirmed, refused }: Outcome<BookingView>) => {
      const count = confirmed.length;
      if (count === 1) toast.success(bookingStatusChanged('confirmed', textsOf(i18n)));
      if (count > 1) toast.success(t`${count} bookings confirmed successfully`);
      const texts = refused.map(({ booking, error }) => ({ id: booking.id, text: formatRefusal(i18n, booking, error, zone) }));
      if (isOpen.current) setRefusals((earlier) => [...withoutIds(earlier, texts), ...texts]);
      else for (const { text } of texts) toast.error(text);
      await queryClient.invalidateQueries(trpc.bookings.pathFilter());
    };
    return createConfirmQueue<BookingView>({
      send: ({ id }, isParting) => (isParting ? makePartingClient() : client).bookings.setStatus.mutate({ id, status: 'confirmed' }),
      onSent,
    });
  });
  const { waiting, sending } = useSyncExternalStore(queue.subscribe, queue.getState);

  useEffect(() => {
    isOpen.current = true;
    const leave = () => void queue.flush(true);
    const sendBeforeLogout = () =>
      Promise.race([Promise.allSettled([queue.flush()]), new Promise((resolve) => setTimeout(resolve, MAX_LOGOUT_WAIT_MS))]);
    session.beforeLogout.add(sendBeforeLogout);
    const leaveWhenHidden = () => {
      // The last event that a phone is sure to send before it ends a page.
      if (document.visibilityState === 'hidden') leave();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leaveWhenHidden);
    return () => {
      isOpen.current = false;
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leaveWhenHidden);
      session.beforeLogout.delete(sendBeforeLogout);
      void queue.flush();
    };
  }, [queue]);

  return {
    waiting,
    refusals,
    isConfirming: (id) => [...waiting, ...sending].some((booking) => booking.id === id),
    confirm(bookings) {
      setRefusals((earlier) => withoutIds(earlier, bookings));
      queue.confirm(bookings);
    },
    undo: queue.undo,
    dismiss: () => setRefusals([]),
  };
}

const withoutIds = (refusals: readonly Refusal[], others: readonly { id: string }[]): Refusal[] =>
  refusals.filter(({ id }) => others.every((other) => other.id !== id));

/** `Dilini, Mon, 30 Nov, 4:00 PM` */
export function formatRequest(i18n: I18n, booking: BookingView, zone: string): string {
  const { date } = wallClock(booking.startTime, zone);
  return `${formatStudent(i18n, booking)}, ${formatAgendaDate(date, { now: getNow(), zone }, i18n.locale)}, ${formatTime(booking.startTime, zone, i18n.locale)}`;
}

function formatRefusal(i18n: I18n, booking: BookingView, error: unknown, zone: string): string {
  return `${formatRequest(i18n, booking, zone)}: ${errorMessageWithReason(error, i18n._(msg`Failed to update booking status`))}`;
}
