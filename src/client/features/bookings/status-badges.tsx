import { Badge } from '@mantine/core';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type TimeState, timeState } from '#shared/domain/booking-lifecycle.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';

export const STATUSES = {
  pending: { label: 'Pending', color: 'yellow' },
  confirmed: { label: 'Confirmed', color: 'green' },
  completed: { label: 'Completed', color: 'blue' },
  cancelled: { label: 'Cancelled', color: 'gray' },
} as const satisfies Record<BookingStatus, { label: string; color: string }>;

const MOMENTS = { upcoming: null, ongoing: 'Ongoing', ended: 'Ended' } as const satisfies Record<TimeState, string | null>;

export type StatusBadgesProps = {
  booking: BookingView;
  now: Date;
  /** It has appeared while the list was open. */
  isNew?: boolean;
};

export function StatusBadges({ booking, now, isNew = false }: StatusBadgesProps) {
  const state = timeState(booking, now);
  const moment = state && MOMENTS[state];
  const { label, color } = STATUSES[booking.status];

  return (
    <>
      {isNew && (
        <Badge color="terracotta" variant="filled">
          New
        </Badge>
      )}
      <Badge color={color}>{label}</Badge>
      {moment && <Badge color="teal">{moment}</Badge>}
    </>
  );
}
