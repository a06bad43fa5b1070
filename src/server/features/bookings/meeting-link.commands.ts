import type { As } from '#server/core/context.ts';
import type { BookingView, SetMeetingLinkInput } from '#shared/contracts/bookings.ts';

// being built
export async function setMeetingLink(_: As<'tutor'>, __: SetMeetingLinkInput): Promise<BookingView> {
  throw new Error('being built');
}
