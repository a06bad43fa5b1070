import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { translated } from '#shared/domain/texts.ts';
import { OCCUPYING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { type Role, UNKNOWN_TUTOR } from '#shared/vocabulary/people.ts';

/** A parent or guardian books for a child. */
export function formatStudent(i18n: I18n, { student, childName }: Pick<BookingView, 'student' | 'childName'>): string {
  const { name } = student;
  return childName ? i18n._(msg`For ${childName}, booked by ${name}`) : name;
}

/** Also works for a tutor whose account is deleted. */
export function getTutor(i18n: I18n, { tutor }: Pick<BookingView, 'tutor'>): { name: string; profileImage: string } {
  return tutor.user ?? { name: translated(i18n, UNKNOWN_TUTOR), profileImage: '' };
}

export function formatParties(i18n: I18n, booking: BookingView, role: Role): string {
  const { childName } = booking;
  const student = formatStudent(i18n, booking);
  const tutor = getTutor(i18n, booking).name;
  const name = role === 'student' ? tutor : student;
  if (role === 'admin') return i18n._(msg`${student}, with ${tutor}`);
  if (!childName) return i18n._(msg`With ${name}`);
  return role === 'student' ? i18n._(msg`${childName} with ${tutor}`) : student;
}

export function isOccupying({ status }: Pick<BookingView, 'status'>): boolean {
  return OCCUPYING_STATUSES.some((occupying) => occupying === status);
}

export function canCallTutor(booking: Pick<BookingView, 'tutor' | 'status' | 'endTime'>, now: Date): boolean {
  return booking.tutor.phone !== '' && isOccupying(booking) && now < booking.endTime;
}
