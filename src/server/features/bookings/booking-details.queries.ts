import type { SignedIn } from '#server/core/context.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';

// being built
export async function bookingById(_: SignedIn, __: { id: string }): Promise<BookingDetails> {
  throw new Error('being built');
}
