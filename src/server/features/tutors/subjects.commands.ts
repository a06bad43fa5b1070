import { only } from '#db/executor.ts';
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
import { changeProfile, lockOwnProfileView } from './profile.steps.ts';
import { type Entry, resolveEntry, toEntries } from './profile-parts.queries.ts';
import { getTutorProfiles } from './tutors.queries.ts';

/** Puts a subject after those that are there. */
export function addSubject(ctx: As<'tutor'>, input: SubjectEntryInput): Promise<SubjectEntryView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { current } = await lockOwnProfileView(unit, 'update');
    if (findEntry(current, input.subject)) throw new DomainError('tutor.subject_added', { field: 'subject' });
    const entry = await resolveEntry(unit.db, current, input);
    return saveEntries(unit, current, { entries: [...toEntries(current), entry], answered: entry.subjectId });
  });
}

/** Changes what was sent of an entry. */
export function updateSubject(ctx: As<'tutor'>, { subjectId, ...changes }: UpdateSubjectInput): Promise<SubjectEntryView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { current } = await lockOwnProfileView(unit, 'update');
    const existing = findEntry(current, subjectId);
    if (!existing) throw new DomainError('tutor.entry_not_found');
    const changed = await resolveEntry(unit.db, current, {
      subject: existing.subject.id,
      selectedTopics: changes.selectedTopics ?? existing.selectedTopics.map(({ id }) => id),
      teachingModes: changes.teachingModes ?? existing.teachingModes,
      availability: changes.availability ?? existing.availability,
    });
    const entries = toEntries(current).map((entry) => (entry.subjectId === changed.subjectId ? changed : entry));
    return saveEntries(unit, current, { entries, answered: changed.subjectId });
  });
}

export function removeSubject(ctx: As<'tutor'>, { subjectId }: SubjectInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { current } = await lockOwnProfileView(unit, 'update');
    const existing = findEntry(current, subjectId);
    if (!existing) throw new DomainError('tutor.entry_not_found');
    await changeProfile(unit, current, { entries: toEntries(current).filter((entry) => entry.subjectId !== existing.subject.id) });
  });
}

/** Replaces the week of an entry. */
export async function setAvailability(ctx: As<'tutor'>, { subjectId, availability }: SetAvailabilityInput): Promise<SavedAvailability> {
  const saved = await updateSubject(ctx, { subjectId, availability });
  return { message: SUCCESS.availabilitySaved, availability: saved.availability };
}

function findEntry({ subjects }: TutorProfileView, subjectId: string): SubjectEntryView | undefined {
  return subjects.find(({ subject }) => subject.id === subjectId.toLowerCase());
}

type EntriesChange = { entries: readonly Entry[]; answered: string };

async function saveEntries(unit: Unit<As<'tutor'>>, current: TutorProfileView, { entries, answered }: EntriesChange): Promise<SubjectEntryView> {
  await changeProfile(unit, current, { entries });
  const { subjects } = only(await getTutorProfiles(unit, [current.id], 'owner'));
  return only(subjects.filter(({ subject }) => subject.id === answered));
}
