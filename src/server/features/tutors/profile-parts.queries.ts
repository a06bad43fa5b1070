import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { subjects, topics } from '#db/schema/catalogue.ts';
import { uploads } from '#db/schema/files.ts';
import { anyOf } from '#server/core/ids.ts';
import type { SubjectEntryInput, TutorProfileView } from '#shared/contracts/tutors.ts';
import { type StoredMode, type StoredSlot, toStoredModes, toStoredSlots } from '#shared/domain/bookable.ts';
import { withBothModes } from '#shared/domain/rates.ts';
import { mergedWeek, weekProblem } from '#shared/domain/weekly-hours.ts';
import { DomainError } from '#shared/errors.ts';
import { DOCUMENT_TYPES, type DocumentType } from '#shared/vocabulary/content.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';

export type Entry = { subjectId: string; topicIds: readonly string[]; modes: readonly StoredMode[]; slots: readonly StoredSlot[] };
export type Document = { id: string; type: DocumentType };

type CurrentProfile = Pick<TutorProfileView, 'subjects' | 'documents'>;

export async function resolveEntries(db: Executor, current: CurrentProfile, inputs: readonly SubjectEntryInput[]): Promise<Entry[]> {
  const catalogue = await readCatalogue(db, inputs);
  const entries = inputs.map((entry, index) => toEntry(catalogue, { entry, path: `subjects.${index}.`, current }));
  const duplicate = entries.findIndex(({ subjectId }, index) => entries.findIndex((other) => other.subjectId === subjectId) < index);
  if (duplicate >= 0) throw new DomainError('tutor.subject_twice', { field: `subjects.${duplicate}.subject` });
  return entries;
}

export async function resolveEntry(db: Executor, current: CurrentProfile, entry: SubjectEntryInput): Promise<Entry> {
  return toEntry(await readCatalogue(db, [entry]), { entry, path: '', current });
}

export function toEntries({ subjects: taught }: Pick<CurrentProfile, 'subjects'>): Entry[] {
  return taught.map(({ subject, selectedTopics, teachingModes, availability }) => ({
    subjectId: subject.id,
    topicIds: selectedTopics.map(({ id }) => id),
    modes: toStoredModes(teachingModes),
    slots: toStoredSlots(availability),
  }));
}

export async function resolveDocuments(
  db: Executor,
  { current, ownerId }: { current: CurrentProfile; ownerId: string },
  inputs: readonly string[],
): Promise<Document[]> {
  const names = [...new Set(inputs)];
  if (names.length > LIMITS.documents) throw new DomainError('upload.too_many', { params: { count: 0 }, field: 'documents' });
  const rows = await db
    .select({ id: uploads.id, path: uploads.path })
    .from(uploads)
    .where(
      and(
        eq(uploads.ownerId, ownerId),
        eq(uploads.purpose, 'document'),
        or(anyOf(uploads.id, names), sql`${uploads.path} = any(${sql.param(names)})`),
      ),
    );
  const ids = names.map((name) => {
    const upload = rows.find(({ id, path }) => id === name.toLowerCase() || path === name);
    if (!upload) throw new DomainError('upload.unknown', { field: 'documents' });
    return upload.id;
  });
  return [...new Set(ids)].map((id) => ({ id, type: toDocumentType(current.documents.find((document) => document.id === id)?.type) }));
}

type Catalogue = ReadonlyMap<string, Subject>;
type Subject = { id: string; isActive: boolean; topics: { id: string; name: string; isActive: boolean }[] };

async function readCatalogue(db: Executor, inputs: readonly SubjectEntryInput[]): Promise<Catalogue> {
  const rows = await db
    .select({ id: subjects.id, isActive: subjects.isActive, topic: { id: topics.id, name: topics.name, isActive: topics.isActive } })
    .from(subjects)
    .leftJoin(topics, eq(topics.subjectId, subjects.id))
    .where(
      anyOf(
        subjects.id,
        inputs.map(({ subject }) => subject),
      ),
    )
    .orderBy(asc(topics.id));
  const subjectsById = new Map<string, Subject>();
  for (const { topic, ...row } of rows) {
    const subject = subjectsById.get(row.id) ?? { ...row, topics: [] };
    if (topic) subject.topics.push(topic);
    subjectsById.set(row.id, subject);
  }
  return subjectsById;
}

function toEntry(catalogue: Catalogue, { entry, path, current }: { entry: SubjectEntryInput; path: string; current: CurrentProfile }): Entry {
  const subject = catalogue.get(entry.subject.toLowerCase());
  const existing = current.subjects.find((existing) => existing.subject.id === subject?.id);
  if (!subject || !(subject.isActive || existing)) throw new DomainError('tutor.subject_unknown', { field: `${path}subject` });

  const selectedIds = existing?.selectedTopics.map(({ id }) => id) ?? [];
  const offered = subject.topics.filter(({ id, isActive }) => isActive || selectedIds.includes(id));
  const topicIds = new Set(entry.selectedTopics.flatMap((nameOrId) => findTopicId(offered, nameOrId) ?? []));
  if (topicIds.size > LIMITS.topicsPerSubject) throw new DomainError('tutor.too_many_topics', { field: `${path}selectedTopics` });

  const week = mergedWeek(entry.availability);
  const problem = weekProblem(week);
  if (problem) throw new DomainError(problem, { field: `${path}availability` });
  return { subjectId: subject.id, topicIds: [...topicIds], modes: toStoredModes(withBothModes(entry.teachingModes)), slots: toStoredSlots(week) };
}

function findTopicId(topics: Subject['topics'], nameOrId: string): string | undefined {
  const key = nameOrId.trim().toLowerCase();
  return (topics.find(({ id }) => id === key) ?? topics.find(({ name }) => name.toLowerCase() === key))?.id;
}

function toDocumentType(type: string | undefined): DocumentType {
  return DOCUMENT_TYPES.find((known) => known === type) ?? 'other';
}
