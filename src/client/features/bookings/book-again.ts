import type { BookingView } from '#shared/contracts/bookings.ts';
import { BOOKABLE_METHODS } from '#shared/vocabulary/bookings.ts';

/** To the booking dialog of the tutor, for the same subject and method. Null where the tutor has left. */
export function getBookAgainLink({ tutor: { id }, subject, learningMethod }: Pick<BookingView, 'tutor' | 'subject' | 'learningMethod'>) {
  if (id === '') return null;
  const method = BOOKABLE_METHODS.find((bookable) => bookable === learningMethod);
  return { to: '/tutors/$id', params: { id }, search: { book: 1, subject: subject.id || subject.name, method } } as const;
}
