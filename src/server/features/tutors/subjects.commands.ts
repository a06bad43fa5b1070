import { only } from '#db/executor.ts';
import type { CtxAs } from '#server/core/context.ts';
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

export function addSubject(ctx: CtxAs<'tutor'>, input: SubjectEntryInput): Promise<SubjectEntryView> {
  return inUnitOfWork(ctx, async (unit) => {
    const { current } = await lockOwnProfileView(unit, 'update');
    if (findEntry(current, input.subject)) throw new DomainError('tutor.subject_added', { field: 'subject' });
    const entry = await resolveEntry(unit.db, current, input);
    return saveEntries(unit, current, { entries: [...toEntries(current), entry], subjectId: entry.subjectId });
  });
}

export function updateSubject(ctx: CtxAs<'tutor'>, { subjectId, ...changes }: UpdateSubjectInput): Promise<SubjectEntryView> {
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
    return saveEntries(unit, current, { entries, subjectId: changed.subjectId });
  });
}

export function removeSubject(ctx: CtxAs<'tutor'>, { subjectId }: SubjectInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { current } = await lockOwnProfileView(unit, 'update');
    const existing = findEntry(current, subjectId);
    if (!existing) throw new DomainError('tutor.entry_not_found');
    await changeProfile(unit, current, { entries: toEntries(current).filter((entry) => entry.subjectId !== existing.subject.id) });
  });
}

export async function setAvailability(ctx: CtxAs<'tutor'>, { subjectId, availability }: SetAvailabilityInput): Promise<SavedAvailability> {
  const saved = await updateSubject(ctx, { subjectId, availability });
  return { message: SUCCESS.availabilitySaved, availability: saved.availability };
}

function findEntry({ subjects }: TutorProfileView, subjectId: string): SubjectEntryView | undefined {
  return subjects.find(({ subject }) => subject.id === subjectId.toLowerCase());
}

type EntriesChange = { entries: readonly Entry[]; subjectId: string };

async function saveEntries(unit: Unit<CtxAs<'tutor'>>, current: TutorProfileView, { entries, subjectId }: EntriesChange): Promise<SubjectEntryView> {
  await changeProfile(unit, current, { entries });
  const { subjects } = only(await getTutorProfiles(unit, [current.id], 'owner'));
  return only(subjects.filter(({ subject }) => subject.id === subjectId));
}
