import type { BookingView } from '#shared/contracts/bookings.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { type Role, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

/** A parent or guardian books for a child. */
export function formatStudent({ student, childName }: Pick<BookingView, 'student' | 'childName'>): string {
  return childName ? `For ${childName}, booked by ${student.name}` : student.name;
}

/** Also works for a tutor whose account is deleted. */
export function getTutor({ tutor }: Pick<BookingView, 'tutor'>): { name: string; profileImage: string } {
  return tutor.user ?? { name: UNKNOWN_TUTOR, profileImage: '' };
}

export function formatParties(booking: BookingView, role: Role): string {
  const { student, childName } = booking;
  const tutor = getTutor(booking).name;
  if (role === 'student') return childName ? `${childName} with ${tutor}` : `With ${tutor}`;
  if (role === 'tutor') return childName ? formatStudent(booking) : `With ${student.name}`;
  return `${formatStudent(booking)}, with ${tutor}`;
}

export function isOccupying({ status }: Pick<BookingView, 'status'>): boolean {
  return OCCUPYING_STATUSES.some((occupying) => occupying === status);
}

export function canCallTutor(booking: Pick<BookingView, 'tutor' | 'status' | 'endTime'>, now: Date): boolean {
  return booking.tutor.phone !== '' && isOccupying(booking) && now < booking.endTime;
}
