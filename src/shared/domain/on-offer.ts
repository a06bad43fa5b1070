import { bookableMethods, type TeachingMode } from './rates.ts';
import type { AvailabilityDay } from './weekly-hours.ts';

export type OfferedSubject = { isActive: boolean; modes: readonly TeachingMode[]; week: readonly AvailabilityDay[] };

export function isBookable({ isActive, modes, week }: OfferedSubject): boolean {
  return isActive && bookableMethods(modes).length > 0 && week.some(({ slots }) => slots.length > 0);
}

type SubjectEntry = { subject: { isActive: boolean }; teachingModes: readonly TeachingMode[]; availability: readonly AvailabilityDay[] };

/** `isBookable` for a subject as a profile lists it. */
export function canBeBooked({ subject: { isActive }, teachingModes, availability }: SubjectEntry): boolean {
  return isBookable({ isActive, modes: teachingModes, week: availability });
}
