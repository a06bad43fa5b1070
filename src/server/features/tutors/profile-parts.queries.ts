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

/** A subject of a profile as it is stored. */
export type Entry = { subjectId: string; topicIds: readonly string[]; modes: readonly StoredMode[]; slots: readonly StoredSlot[] };
export type Document = { id: string; type: DocumentType };

type Before = Pick<TutorProfileView, 'subjects' | 'documents'>;

/** The entries that were sent, checked, with their subjects and topics found in the catalogue. */
export async function entriesOf(db: Executor, before: Before, sent: readonly SubjectEntryInput[]): Promise<Entry[]> {
  const catalogue = await catalogueOf(db, sent);
  const entries = sent.map((entry, nth) => entryOf(catalogue, { entry, path: `subjects.${nth}.`, before }));
  const twice = entries.findIndex(({ subjectId }, nth) => entries.findIndex((other) => other.subjectId === subjectId) < nth);
  if (twice >= 0) throw new DomainError('tutor.subject_twice', { field: `subjects.${twice}.subject` });
  return entries;
}

/** An entry that was sent by itself, by the same rules. */
export async function entryAlone(db: Executor, before: Before, entry: SubjectEntryInput): Promise<Entry> {
  return entryOf(await catalogueOf(db, [entry]), { entry, path: '', before });
}

/** What a profile teaches, as it is stored. */
export function entriesIn({ subjects: taught }: Pick<Before, 'subjects'>): Entry[] {
  return taught.map(({ subject, selectedTopics, teachingModes, availability }) => ({
    subjectId: subject.id,
    topicIds: selectedTopics.map(({ id }) => id),
    modes: toStoredModes(teachingModes),
    slots: toStoredSlots(availability),
  }));
}

/** The caller's own uploads, named by id or path, in the order sent; a known one keeps its type. */
export async function documentsOf(
  db: Executor,
  { before, ownerId }: { before: Before; ownerId: string },
  sent: readonly string[],
): Promise<Document[]> {
  const names = [...new Set(sent)];
  if (names.length > LIMITS.documents) throw new DomainError('upload.too_many', { params: { count: 0 }, field: 'documents' });
  const found = await db
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
    const upload = found.find(({ id, path }) => id === name.toLowerCase() || path === name);
    if (!upload) throw new DomainError('upload.unknown', { field: 'documents' });
    return upload.id;
  });
  return [...new Set(ids)].map((id) => ({ id, type: typeOf(before.documents.find((document) => document.id === id)?.type) }));
}

type Catalogue = ReadonlyMap<string, Subject>;
type Subject = { id: string; isActive: boolean; topics: { id: string; name: string; isActive: boolean }[] };

async function catalogueOf(db: Executor, sent: readonly SubjectEntryInput[]): Promise<Catalogue> {
  const rows = await db
    .select({ id: subjects.id, isActive: subjects.isActive, topic: { id: topics.id, name: topics.name, isActive: topics.isActive } })
    .from(subjects)
    .leftJoin(topics, eq(topics.subjectId, subjects.id))
    .where(
      anyOf(
        subjects.id,
        sent.map(({ subject }) => subject),
      ),
    )
    .orderBy(asc(topics.id));
  const found = new Map<string, Subject>();
  for (const { topic, ...row } of rows) {
    const subject = found.get(row.id) ?? { ...row, topics: [] };
    if (topic) subject.topics.push(topic);
    found.set(row.id, subject);
  }
  return found;
}

function entryOf(catalogue: Catalogue, { entry, path, before }: { entry: SubjectEntryInput; path: string; before: Before }): Entry {
  const subject = catalogue.get(entry.subject.toLowerCase());
  const present = before.subjects.find((present) => present.subject.id === subject?.id);
  if (!subject || !(subject.isActive || present)) throw new DomainError('tutor.subject_unknown', { field: `${path}subject` });

  const kept = present?.selectedTopics.map(({ id }) => id) ?? [];
  const offered = subject.topics.filter(({ id, isActive }) => isActive || kept.includes(id));
  const topicIds = new Set(entry.selectedTopics.flatMap((wanted) => topicIdOf(offered, wanted) ?? []));
  if (topicIds.size > LIMITS.topicsPerSubject) throw new DomainError('tutor.too_many_topics', { field: `${path}selectedTopics` });

  const week = mergedWeek(entry.availability);
  const problem = weekProblem(week);
  if (problem) throw new DomainError(problem, { field: `${path}availability` });
  return { subjectId: subject.id, topicIds: [...topicIds], modes: toStoredModes(withBothModes(entry.teachingModes)), slots: toStoredSlots(week) };
}

/** By id, else by name, ignoring case. */
function topicIdOf(topics: Subject['topics'], wanted: string): string | undefined {
  const word = wanted.trim().toLowerCase();
  return (topics.find(({ id }) => id === word) ?? topics.find(({ name }) => name.toLowerCase() === word))?.id;
}

function typeOf(type: string | undefined): DocumentType {
  return DOCUMENT_TYPES.find((known) => known === type) ?? 'other';
}
