import { eq } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { tutorsWith } from '#db/listing-backlog.ts';
import { withLocks } from '#db/locks.ts';
import { subjects, topics } from '#db/schema/catalogue.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import type { CatalogueId, CreateTopicInput, SetActiveInput, TopicView, UpdateTopicInput } from '#shared/contracts/catalogue.ts';
import { cleanAliases } from '#shared/domain/aliases.ts';
import { DomainError } from '#shared/errors.ts';
import { getSavedTopic, withCompiledName } from './catalogue.queries.ts';
import { type CatalogueUnit, changeCatalogue, createOutdatedMarker, diff, pickChanged, toAuditAction, withCleanAliases } from './catalogue.steps.ts';

type Topic = typeof topics.$inferSelect;
type Fields = Pick<Topic, 'name' | 'aliases' | 'nameSi' | 'nameTa' | 'description' | 'subjectId' | 'isActive'>;
type Change = (topic: Topic) => Partial<Fields>;

const LISTING_FIELDS = ['name', 'subjectId', 'isActive'] as const;

export async function createTopic(ctx: CtxAs<'admin'>, { subject, ...input }: CreateTopicInput): Promise<TopicView> {
  const saved = await changeCatalogue(ctx, 'topic.name_taken', async (unit) => {
    const at = unit.now();
    const subjectId = await findSubjectId(unit.db, subject);
    const created = only(
      await unit.db
        .insert(topics)
        .values({ ...input, aliases: cleanAliases(input.aliases, input.name), subjectId, createdAt: at, updatedAt: at })
        .returning(),
    );
    recordAuditEntry(unit, 'topic.created', created, { after: await withSubjectName(unit.db, fieldsOf(created)) });
    return getSavedTopic(unit, created.id);
  });
  return withCompiledName(ctx, saved);
}

export async function updateTopic(ctx: CtxAs<'admin'>, { id, subject, ...input }: UpdateTopicInput): Promise<TopicView> {
  const saved = await changeCatalogue(ctx, 'topic.name_taken', async (unit) => {
    const subjectId = subject === undefined ? undefined : await findSubjectId(unit.db, subject);
    return updateFields(unit, id, (topic) => ({ ...withCleanAliases(topic, input), subjectId }));
  });
  return withCompiledName(ctx, saved);
}

export async function setTopicActive(ctx: CtxAs<'admin'>, { id, isActive }: SetActiveInput): Promise<TopicView> {
  const saved = await changeCatalogue(ctx, 'topic.name_taken', (unit) =>
    updateFields(unit, id, (topic) => ({ isActive: isActive ?? !topic.isActive })),
  );
  return withCompiledName(ctx, saved);
}

export async function deleteTopic(ctx: CtxAs<'admin'>, { id }: CatalogueId): Promise<void> {
  await changeCatalogue(ctx, 'topic.name_taken', async (unit) => {
    const { db } = unit;
    const existing = await findTopic(db, id);
    const markOutdated = createOutdatedMarker(unit, tutorsWith.topic(existing.id));
    await markOutdated();
    const topic = await lockTopic(db, existing.id);
    await markOutdated();
    recordAuditEntry(unit, 'topic.deleted', topic, { before: await withSubjectName(db, fieldsOf(topic)) });
    await db.delete(topics).where(eq(topics.id, topic.id));
  });
}

async function updateFields(unit: CatalogueUnit, id: string, toChanges: Change): Promise<TopicView> {
  const { db, now, record } = unit;
  const existing = await findTopic(db, id);
  const markOutdated = createOutdatedMarker(unit, tutorsWith.topic(existing.id));
  if (affectsListings(diff<Fields>(fieldsOf(existing), toChanges(existing)))) await markOutdated();
  const topic = await lockTopic(db, existing.id);
  const changes = diff<Fields>(fieldsOf(topic), toChanges(topic));
  if (!changes) return getSavedTopic(unit, topic.id);
  if (affectsListings(changes)) await markOutdated();
  await db
    .update(topics)
    .set({ ...changes, updatedAt: now() })
    .where(eq(topics.id, topic.id));
  if (changes.subjectId !== undefined) record({ type: 'topic.moved', topicId: topic.id });
  const [before, after] = [await withSubjectName(db, pickChanged(topic, changes)), await withSubjectName(db, changes)];
  recordAuditEntry(unit, toAuditAction('topic', changes), topic, { before, after });
  return getSavedTopic(unit, topic.id);
}

function affectsListings(changes: Partial<Fields> | null): boolean {
  return changes !== null && LISTING_FIELDS.some((field) => field in changes);
}

async function findTopic(db: Executor, id: string): Promise<Topic> {
  const [topic] = await db.select().from(topics).where(byId(topics.id, id));
  if (!topic) throw new DomainError('topic.not_found');
  return topic;
}

async function lockTopic(db: Executor, id: string): Promise<Topic> {
  const locked = await withLocks(db, { topics: { update: [id] } });
  const [topic] = locked.topics;
  if (!topic) throw new DomainError('topic.not_found');
  return topic;
}

async function findSubjectId(db: Executor, id: string): Promise<string> {
  const [subject] = await db.select({ id: subjects.id }).from(subjects).where(byId(subjects.id, id));
  if (!subject) throw new DomainError('subject.not_found', { field: 'subject' });
  return subject.id;
}

async function withSubjectName(db: Executor, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { subjectId, ...others } = values;
  if (typeof subjectId !== 'string') return others;
  const [subject] = await db.select({ name: subjects.name }).from(subjects).where(eq(subjects.id, subjectId));
  return { ...others, subject: subject?.name ?? '' };
}

function fieldsOf({ name, aliases, nameSi, nameTa, description, subjectId, isActive }: Topic): Fields {
  return { name, aliases, nameSi, nameTa, description, subjectId, isActive };
}
