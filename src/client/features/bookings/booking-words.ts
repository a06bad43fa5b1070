import type { BookingView } from '#shared/contracts/bookings.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { type Role, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

/** A parent or guardian books for a child. */
export function studentHeading({ student, childName }: Pick<BookingView, 'student' | 'childName'>): string {
  return childName ? `For ${childName}, booked by ${student.name}` : student.name;
}

/** Whoever teaches, or has taught and left. */
export function tutorOf({ tutor }: Pick<BookingView, 'tutor'>): { name: string; profileImage: string } {
  return tutor.user ?? { name: UNKNOWN_TUTOR, profileImage: '' };
}

/** Between whom a session is, said to one of them or to an admin. */
export function partiesInWords(booking: BookingView, role: Role): string {
  const { student, childName } = booking;
  const tutor = tutorOf(booking).name;
  if (role === 'student') return childName ? `${childName} with ${tutor}` : `With ${tutor}`;
  if (role === 'tutor') return childName ? studentHeading(booking) : `With ${student.name}`;
  return `${studentHeading(booking)}, with ${tutor}`;
}

/** Whether the parties still have something to arrange. */
export function isHeld({ status }: Pick<BookingView, 'status'>): boolean {
  return OCCUPYING_STATUSES.some((holding) => holding === status);
}

/** Whether the student can call the tutor about a session that is still to come or under way. */
export function canCallTutor(booking: Pick<BookingView, 'tutor' | 'status' | 'endTime'>, now: Date): boolean {
  return booking.tutor.phone !== '' && isHeld(booking) && now < booking.endTime;
}

/** Where a telephone dials it; people write blanks, brackets and hyphens. */
export function telephone(number: string): string {
  return `tel:${number.replaceAll(/[\s().-]/g, '')}`;
}
