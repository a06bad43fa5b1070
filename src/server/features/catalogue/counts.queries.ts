import { eq, sql } from 'drizzle-orm';
import { subjects, topics } from '#db/schema/catalogue.ts';
import { tutorSubjects, tutorSubjectTopics } from '#db/schema/tutors.ts';
import type { Ctx } from '#server/core/context.ts';
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

const tutorsOfSubject = sql<number>`case when subjects.is_active
  then coalesce((select counter.tutors from listing_counts counter where counter.scope = subjects.id), 0) else 0 end`.mapWith(Number);
const tutorsOfTopic = sql<number>`case when topics.is_active and subjects.is_active
  then (select count(*) from tutor_listings listing where listing.scope = topics.id) else 0 end`.mapWith(Number);

export function countTopics({ db }: Ctx): Promise<TopicCount[]> {
  return db
    .select({
      subjectId: topics.subjectId,
      active: sql<number>`count(*) filter (where ${topics.isActive})`.mapWith(Number),
      total: sql<number>`count(*)`.mapWith(Number),
    })
    .from(topics)
    .groupBy(topics.subjectId);
}

export function listSubjectTutorCounts({ db }: Ctx): Promise<SubjectTutorCount[]> {
  return db
    .select({ subjectId: subjects.id, subjectName: subjects.name, tutorCount: tutorsOfSubject })
    .from(subjects)
    .where(eq(subjects.isActive, true))
    .orderBy(sql`lower(${subjects.name}) collate "C"`, subjects.id);
}

export async function getSubjectTutorCount({ db }: Ctx, { id }: CatalogueId): Promise<TutorCount> {
  const [count] = await db.select({ tutorCount: tutorsOfSubject }).from(subjects).where(byId(subjects.id, id));
  if (!count) throw new DomainError('subject.not_found');
  return count;
}

export async function getTopicTutorCount({ db }: Ctx, { id }: CatalogueId): Promise<TutorCount> {
  const [count] = await db
    .select({ tutorCount: tutorsOfTopic })
    .from(topics)
    .innerJoin(subjects, eq(subjects.id, topics.subjectId))
    .where(byId(topics.id, id));
  if (!count) throw new DomainError('topic.not_found');
  return count;
}

export async function listTopicTutorCounts(ctx: Ctx, { subjectId }: SubjectIdInput): Promise<TopicTutorCount[]> {
  const isAdmin = ctx.actor?.role === 'admin';
  return ctx.db
    .select({ topicId: topics.id, topicName: topics.name, topicDescription: topics.description, tutorCount: tutorsOfTopic })
    .from(topics)
    .innerJoin(subjects, eq(subjects.id, topics.subjectId))
    .where(sql`${byId(topics.subjectId, subjectId)} and (${topics.isActive} or ${isAdmin})`)
    .orderBy(sql`lower(${topics.name}) collate "C"`, topics.id);
}

const NO_DEPENDANTS: Dependants = { subjects: 0, topics: 0, tutors: 0 };

export async function countDependants({ db }: Ctx, { of, id }: DependantsQuery): Promise<Dependants> {
  if (!isUuid(id)) return NO_DEPENDANTS;
  if (of === 'category') return { ...NO_DEPENDANTS, subjects: await db.$count(subjects, eq(subjects.categoryId, id)) };
  if (of === 'topic') return { ...NO_DEPENDANTS, tutors: await db.$count(tutorSubjectTopics, eq(tutorSubjectTopics.topicId, id)) };
  const [topicCount, tutors] = await Promise.all([
    db.$count(topics, eq(topics.subjectId, id)),
    db.$count(tutorSubjects, eq(tutorSubjects.subjectId, id)),
  ]);
  return { ...NO_DEPENDANTS, topics: topicCount, tutors };
}
