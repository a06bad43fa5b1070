import type { BookingView } from '#shared/contracts/bookings.ts';
import type { PaymentStatus } from '#shared/vocabulary/bookings.ts';
import { UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

export const PAYMENTS = { pending: 'Pending', completed: 'Completed', failed: 'Failed', refunded: 'Refunded' } as const satisfies Record<
  PaymentStatus,
  string
>;

/** The end of its id, by which people name a booking. */
export const shortId = ({ id }: Pick<BookingView, 'id'>): string => id.slice(-8);

export const tutorName = ({ tutor }: Pick<BookingView, 'tutor'>): string => tutor.user?.name || UNKNOWN_TUTOR;
