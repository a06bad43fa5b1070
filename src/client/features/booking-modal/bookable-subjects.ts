import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import { isBookable } from '#shared/domain/on-offer.ts';

/** The subjects that can be booked, in the tutor's own order. */
export function bookableSubjects(subjects: readonly SubjectEntryView[]): SubjectEntryView[] {
  return subjects.filter(({ subject, teachingModes, availability }) =>
    isBookable({ isActive: subject.isActive, modes: teachingModes, week: availability }),
  );
}
