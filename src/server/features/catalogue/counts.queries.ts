import { eq, sql } from 'drizzle-orm';
import { subjects, topics } from '#db/schema/catalogue.ts';
import { tutorSubjects, tutorSubjectTopics } from '#db/schema/tutors.ts';
import { type Ctx, callerOf } from '#server/core/context.ts';
import { byId, isUuid } from '#server/core/ids.ts';
import type {
  CatalogueId,
  Dependants,
  DependantsQuery,
  SubjectIdInput,
  SubjectTutorCount,
  TopicCount,
  TopicTutorCount,
  TutorCount,
} from '#shared/contracts/catalogue.ts';
import { DomainError } from '#shared/errors.ts';

/** What is inactive lists nobody, whether or not the listings know it yet. */
const listedWithSubject = sql<number>`case when subjects.is_active
  then coalesce((select counter.tutors from listing_counts counter where counter.scope = subjects.id), 0) else 0 end`.mapWith(Number);
const listedWithTopic = sql<number>`case when topics.is_active and subjects.is_active
  then (select count(*) from tutor_listings listing where listing.scope = topics.id) else 0 end`.mapWith(Number);

/** Of all subjects that have topics, by one statement. */
export function topicCounts({ db }: Ctx): Promise<TopicCount[]> {
  return db
    .select({
      subjectId: topics.subjectId,
      active: sql<number>`count(*) filter (where ${topics.isActive})`.mapWith(Number),
      total: sql<number>`count(*)`.mapWith(Number),
    })
    .from(topics)
    .groupBy(topics.subjectId);
}

/** Of the active subjects. */
export function subjectTutorCounts({ db }: Ctx): Promise<SubjectTutorCount[]> {
  return db
    .select({ subjectId: subjects.id, subjectName: subjects.name, tutorCount: listedWithSubject })
    .from(subjects)
    .where(eq(subjects.isActive, true))
    .orderBy(sql`lower(${subjects.name}) collate "C"`, subjects.id);
}

export async function subjectTutorCountOf({ db }: Ctx, { id }: CatalogueId): Promise<TutorCount> {
  const [count] = await db.select({ tutorCount: listedWithSubject }).from(subjects).where(byId(subjects.id, id));
  if (!count) throw new DomainError('subject.not_found');
  return count;
}

export async function topicTutorCountOf({ db }: Ctx, { id }: CatalogueId): Promise<TutorCount> {
  const [count] = await db
    .select({ tutorCount: listedWithTopic })
    .from(topics)
    .innerJoin(subjects, eq(subjects.id, topics.subjectId))
    .where(byId(topics.id, id));
  if (!count) throw new DomainError('topic.not_found');
  return count;
}

/** The active ones, for an admin all. */
export async function topicTutorCounts(ctx: Ctx, { subjectId }: SubjectIdInput): Promise<TopicTutorCount[]> {
  const isAdmin = callerOf(ctx)?.role === 'admin';
  return ctx.db
    .select({ topicId: topics.id, topicName: topics.name, topicDescription: topics.description, tutorCount: listedWithTopic })
    .from(topics)
    .innerJoin(subjects, eq(subjects.id, topics.subjectId))
    .where(sql`${byId(topics.subjectId, subjectId)} and (${topics.isActive} or ${isAdmin})`)
    .orderBy(sql`lower(${topics.name}) collate "C"`, topics.id);
}

const NOTHING: Dependants = { subjects: 0, topics: 0, tutors: 0 };

/** What is told before an entry is deleted. */
export async function dependantsOf({ db }: Ctx, { of, id }: DependantsQuery): Promise<Dependants> {
  if (!isUuid(id)) return NOTHING;
  if (of === 'category') return { ...NOTHING, subjects: await db.$count(subjects, eq(subjects.categoryId, id)) };
  if (of === 'topic') return { ...NOTHING, tutors: await db.$count(tutorSubjectTopics, eq(tutorSubjectTopics.topicId, id)) };
  const [topicsGone, tutors] = await Promise.all([
    db.$count(topics, eq(topics.subjectId, id)),
    db.$count(tutorSubjects, eq(tutorSubjects.subjectId, id)),
  ]);
  return { ...NOTHING, topics: topicsGone, tutors };
}
