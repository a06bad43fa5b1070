import type { As } from '#server/core/context.ts';
import type {
  SavedAvailability,
  SetAvailabilityInput,
  SubjectEntryInput,
  SubjectEntryView,
  SubjectInput,
  UpdateSubjectInput,
} from '#shared/contracts/tutors.ts';

// being built
export async function addSubject(_: As<'tutor'>, __: SubjectEntryInput): Promise<SubjectEntryView> {
  throw new Error('being built');
}

export async function updateSubject(_: As<'tutor'>, __: UpdateSubjectInput): Promise<SubjectEntryView> {
  throw new Error('being built');
}

export async function removeSubject(_: As<'tutor'>, __: SubjectInput): Promise<void> {
  throw new Error('being built');
}

export async function setAvailability(_: As<'tutor'>, __: SetAvailabilityInput): Promise<SavedAvailability> {
  throw new Error('being built');
}
