import type { As } from '#server/core/context.ts';
import type { BookingCounts, BookingsWeekInput, BookingView, EarningsView } from '#shared/contracts/bookings.ts';

// being built
export async function bookingCountsOf(_: As<'tutor'>): Promise<BookingCounts> {
  throw new Error('being built');
}

export async function bookingsInWeek(_: As<'tutor'>, __: BookingsWeekInput): Promise<BookingView[]> {
  throw new Error('being built');
}

export async function nextSessions(_: As<'tutor'>): Promise<BookingView[]> {
  throw new Error('being built');
}

export async function earningsOf(_: As<'tutor'>): Promise<EarningsView> {
  throw new Error('being built');
}
