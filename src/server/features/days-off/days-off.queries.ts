import type { As } from '#server/core/context.ts';
import type { BookingsInside, DaysOffInput, DaysOffView } from '#shared/contracts/tutors.ts';

// being built
export async function ownDaysOff(_: As<'tutor'>): Promise<DaysOffView[]> {
  throw new Error('being built');
}

export async function bookingsInside(_: As<'tutor'>, __: DaysOffInput): Promise<BookingsInside> {
  throw new Error('being built');
}
