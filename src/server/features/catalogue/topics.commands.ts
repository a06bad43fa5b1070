import { eq } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { tutorsWith } from '#db/listing-backlog.ts';
import { withLocks } from '#db/locks.ts';
import { subjects, topics } from '#db/schema/catalogue.ts';
import type { As } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { byId } from '#server/core/ids.ts';
import type { CatalogueId, CreateTopicInput, SetActiveInput, TopicView, UpdateTopicInput } from '#shared/contracts/catalogue.ts';
import { DomainError } from '#shared/errors.ts';
import { savedTopic } from './catalogue.queries.ts';
import { changesOf, deedOf, type Editing, editing, outdatedBy, partOf } from './editing.steps.ts';

type Topic = typeof topics.$inferSelect;
type Fields = Pick<Topic, 'name' | 'description' | 'subjectId' | 'isActive'>;
type Change = (topic: Topic) => Partial<Fields>;

/** What a tutor is found by. */
const LISTED = ['name', 'subjectId', 'isActive'] as const;

export function createTopic(ctx: As<'admin'>, { subject, ...input }: CreateTopicInput): Promise<TopicView> {
  return editing(ctx, 'topic.name_taken', async (unit) => {
    const at = unit.now();
    const subjectId = await knownSubject(unit.db, subject);
    const made = only(
      await unit.db
        .insert(topics)
        .values({ ...input, subjectId, createdAt: at, updatedAt: at })
        .returning(),
    );
    recordDeed(unit, 'topic.created', made, { after: await told(unit.db, fieldsOf(made)) });
    return savedTopic(unit, made.id);
  });
}

/** Changes what was sent of it; one that goes to another subject leaves the selections of tutors. */
export function updateTopic(ctx: As<'admin'>, { id, subject, ...sent }: UpdateTopicInput): Promise<TopicView> {
  return editing(ctx, 'topic.name_taken', async (unit) => {
    const subjectId = subject === undefined ? undefined : await knownSubject(unit.db, subject);
    return change(unit, id, () => ({ ...sent, subjectId }));
  });
}

export function setTopicActive(ctx: As<'admin'>, { id, isActive }: SetActiveInput): Promise<TopicView> {
  return editing(ctx, 'topic.name_taken', (unit) => change(unit, id, (topic) => ({ isActive: isActive ?? !topic.isActive })));
}

/** It leaves the selections of tutors; bookings and reviews keep the name. */
export async function deleteTopic(ctx: As<'admin'>, { id }: CatalogueId): Promise<void> {
  await editing(ctx, 'topic.name_taken', async (unit) => {
    const { db } = unit;
    const seen = await topicAsSeen(db, id);
    const outdate = outdatedBy(unit, tutorsWith.topic(seen.id));
    await outdate();
    const topic = await lockedTopic(db, seen.id);
    await outdate();
    recordDeed(unit, 'topic.deleted', topic, { before: await told(db, fieldsOf(topic)) });
    await db.delete(topics).where(eq(topics.id, topic.id));
  });
}

async function change(unit: Editing, id: string, wanted: Change): Promise<TopicView> {
  const { db, now, record } = unit;
  const seen = await topicAsSeen(db, id);
  const outdate = outdatedBy(unit, tutorsWith.topic(seen.id));
  if (isListedBy(changesOf<Fields>(fieldsOf(seen), wanted(seen)))) await outdate();
  const topic = await lockedTopic(db, seen.id);
  const changes = changesOf<Fields>(fieldsOf(topic), wanted(topic));
  if (!changes) return savedTopic(unit, topic.id);
  if (isListedBy(changes)) await outdate();
  await db
    .update(topics)
    .set({ ...changes, updatedAt: now() })
    .where(eq(topics.id, topic.id));
  if (changes.subjectId !== undefined) record({ type: 'topic.moved', topicId: topic.id });
  const [before, after] = [await told(db, partOf(topic, changes)), await told(db, changes)];
  recordDeed(unit, deedOf('topic', changes), topic, { before, after });
  return savedTopic(unit, topic.id);
}

function isListedBy(changes: Partial<Fields> | null): boolean {
  return changes !== null && LISTED.some((field) => field in changes);
}

async function topicAsSeen(db: Executor, id: string): Promise<Topic> {
  const [topic] = await db.select().from(topics).where(byId(topics.id, id));
  if (!topic) throw new DomainError('topic.not_found');
  return topic;
}

async function lockedTopic(db: Executor, id: string): Promise<Topic> {
  const locked = await withLocks(db, { topics: { update: [id] } });
  const [topic] = locked.topics;
  if (!topic) throw new DomainError('topic.not_found');
  return topic;
}

async function knownSubject(db: Executor, id: string): Promise<string> {
  const [subject] = await db.select({ id: subjects.id }).from(subjects).where(byId(subjects.id, id));
  if (!subject) throw new DomainError('subject.not_found', { field: 'subject' });
  return subject.id;
}

/** A subject by its name, which says more than an id. */
async function told(db: Executor, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { subjectId, ...others } = values;
  if (typeof subjectId !== 'string') return others;
  const [subject] = await db.select({ name: subjects.name }).from(subjects).where(eq(subjects.id, subjectId));
  return { ...others, subject: subject?.name ?? '' };
}

function fieldsOf({ name, description, subjectId, isActive }: Topic): Fields {
  return { name, description, subjectId, isActive };
}
