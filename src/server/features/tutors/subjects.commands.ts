import { only } from '#db/executor.ts';
import { lockTutorsFromRequests } from '#db/locks.ts';
import type { As } from '#server/core/context.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type {
  SavedAvailability,
  SetAvailabilityInput,
  SubjectEntryInput,
  SubjectEntryView,
  SubjectInput,
  TutorProfileView,
  UpdateSubjectInput,
} from '#shared/contracts/tutors.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { changeProfile, profileToChange } from './profile.steps.ts';
import { type Entry, entriesIn, entryAlone } from './profile-parts.queries.ts';
import { tutorProfiles } from './tutors.queries.ts';

/** Puts a subject after those that are there. */
export function addSubject(ctx: As<'tutor'>, input: SubjectEntryInput): Promise<SubjectEntryView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { before } = await profileToChange(unit, lockTutorsFromRequests);
    if (presentEntry(before, input.subject)) throw new DomainError('tutor.subject_added', { field: 'subject' });
    const entry = await entryAlone(unit.db, before, input);
    return saveEntries(unit, before, { entries: [...entriesIn(before), entry], answered: entry.subjectId });
  });
}

/** Changes what was sent of an entry. */
export function updateSubject(ctx: As<'tutor'>, { subjectId, ...sent }: UpdateSubjectInput): Promise<SubjectEntryView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { before } = await profileToChange(unit, lockTutorsFromRequests);
    const present = presentEntry(before, subjectId);
    if (!present) throw new DomainError('tutor.entry_not_found');
    const changed = await entryAlone(unit.db, before, {
      subject: present.subject.id,
      selectedTopics: sent.selectedTopics ?? present.selectedTopics.map(({ id }) => id),
      teachingModes: sent.teachingModes ?? present.teachingModes,
      availability: sent.availability ?? present.availability,
    });
    const entries = entriesIn(before).map((entry) => (entry.subjectId === changed.subjectId ? changed : entry));
    return saveEntries(unit, before, { entries, answered: changed.subjectId });
  });
}

export function removeSubject(ctx: As<'tutor'>, { subjectId }: SubjectInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { before } = await profileToChange(unit, lockTutorsFromRequests);
    const present = presentEntry(before, subjectId);
    if (!present) throw new DomainError('tutor.entry_not_found');
    await changeProfile(unit, before, { entries: entriesIn(before).filter((entry) => entry.subjectId !== present.subject.id) });
  });
}

/** Replaces the week of an entry. */
export async function setAvailability(ctx: As<'tutor'>, { subjectId, availability }: SetAvailabilityInput): Promise<SavedAvailability> {
  const saved = await updateSubject(ctx, { subjectId, availability });
  return { message: SUCCESS.availabilitySaved, availability: saved.availability };
}

function presentEntry({ subjects }: TutorProfileView, subjectId: string): SubjectEntryView | undefined {
  return subjects.find(({ subject }) => subject.id === subjectId.toLowerCase());
}

type Saving = { entries: readonly Entry[]; answered: string };

async function saveEntries(unit: Unit<As<'tutor'>>, before: TutorProfileView, { entries, answered }: Saving): Promise<SubjectEntryView> {
  await changeProfile(unit, before, { entries });
  const { subjects } = only(await tutorProfiles(unit, [before.id], 'owner'));
  return only(subjects.filter(({ subject }) => subject.id === answered));
}
