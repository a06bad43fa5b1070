import type { SubjectEntryView } from '#shared/contracts/tutors.ts';
import { isBookable } from '#shared/domain/on-offer.ts';

export function getBookableSubjects(subjects: readonly SubjectEntryView[]): SubjectEntryView[] {
  return subjects.filter(({ subject, teachingModes, availability }) =>
    isBookable({ isActive: subject.isActive, modes: teachingModes, week: availability }),
  );
}
