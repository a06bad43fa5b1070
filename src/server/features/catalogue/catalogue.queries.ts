import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import { type Ctx, callerOf } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import { prepared } from '#server/core/prepared.ts';
import type {
  CatalogueId,
  CategoriesQuery,
  CategoryView,
  SubjectsQuery,
  SubjectTopicsQuery,
  SubjectView,
  TopicsQuery,
  TopicView,
} from '#shared/contracts/catalogue.ts';
import { DomainError } from '#shared/errors.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/content.ts';

const given = sql.placeholder;

const categoryRows = prepared((db) => selectCategories(db, undefined).prepare('categories'));
const categoryRow = prepared((db) => selectCategories(db, eq(subjectCategories.id, given('id'))).prepare('category_by_id'));

function selectCategories(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: subjectCategories.id,
      name: subjectCategories.name,
      description: subjectCategories.description,
      icon: subjectCategories.icon,
      color: subjectCategories.color,
      order: subjectCategories.order,
      isActive: subjectCategories.isActive,
      subjects: sql<CategoryView['subjects']>`coalesce((
        select json_agg(json_build_object('id', subject.id, 'name', subject.name, 'description', subject.description, 'isActive', subject.is_active)
          order by lower(subject.name) collate "C", subject.id)
        from subjects subject
        where subject.category_id = subject_categories.id and (subject.is_active or not ${given('activeOnly')}::boolean)
      ), '[]')`,
      createdAt: subjectCategories.createdAt,
      updatedAt: subjectCategories.updatedAt,
    })
    .from(subjectCategories)
    .where(and(where, sql`(${subjectCategories.isActive} or not ${given('activeOnly')}::boolean)`))
    .orderBy(subjectCategories.order, byName(subjectCategories.name), subjectCategories.id);
}

const subjectRows = prepared((db) => selectSubjects(db, undefined).prepare('subjects'));
const subjectRow = prepared((db) => selectSubjects(db, eq(subjects.id, given('id'))).prepare('subject_by_id'));

function selectSubjects(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: subjects.id,
      name: subjects.name,
      description: subjects.description,
      isActive: subjects.isActive,
      category: {
        id: subjectCategories.id,
        name: subjectCategories.name,
        icon: subjectCategories.icon,
        color: subjectCategories.color,
        order: subjectCategories.order,
      },
      createdAt: subjects.createdAt,
      updatedAt: subjects.updatedAt,
    })
    .from(subjects)
    .leftJoin(subjectCategories, eq(subjectCategories.id, subjects.categoryId))
    .where(
      and(
        where,
        sql`(${isShown(subjects.isActive)} or exists (
          select from tutor_subjects entry join tutor_profiles profile on profile.id = entry.tutor_id
          where entry.subject_id = ${subjects.id} and profile.user_id = ${given('tutorUserId')}::uuid
        ))`,
        isNamedLike(subjects.name),
        sql`case ${given('category')}::text when 'any' then true when ${UNCATEGORIZED} then ${subjects.categoryId} is null
          else ${subjects.categoryId}::text = lower(${given('category')}::text) end`,
      ),
    )
    .orderBy(byName(subjects.name), subjects.id);
}

const topicRows = prepared((db) => selectTopics(db, undefined).prepare('topics'));
const topicRow = prepared((db) => selectTopics(db, eq(topics.id, given('id'))).prepare('topic_by_id'));
const topicRowsOfSubject = prepared((db) => selectTopics(db, eq(topics.subjectId, given('subjectId'))).prepare('topics_of_subject'));

function selectTopics(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: topics.id,
      name: topics.name,
      description: topics.description,
      subject: { id: subjects.id, name: subjects.name },
      isActive: topics.isActive,
      createdAt: topics.createdAt,
      updatedAt: topics.updatedAt,
    })
    .from(topics)
    .innerJoin(subjects, eq(subjects.id, topics.subjectId))
    .where(and(where, isShown(topics.isActive), isNamedLike(topics.name)))
    .orderBy(byName(topics.name), topics.id);
}

/** Categories in their order, each with its subjects. */
export function categoriesWithSubjects(ctx: Ctx, { activeOnly }: CategoriesQuery): Promise<CategoryView[]> {
  return categoryRows(ctx.db).execute({ activeOnly });
}

/** Unless asked otherwise the active ones, for an admin all, for a tutor also those of the own profile. */
export function subjectsFor(ctx: Ctx, { search, category, active }: SubjectsQuery): Promise<SubjectView[]> {
  const caller = callerOf(ctx);
  return subjectRows(ctx.db).execute({
    active: active ?? (caller?.role === 'admin' ? 'all' : 'true'),
    tutorUserId: active === undefined && caller?.role === 'tutor' ? caller.id : null,
    search: search?.trim() ?? '',
    category: category || 'any',
  });
}

/** An inactive one too, as in the list of them. */
export async function categoryById(ctx: Ctx, { id }: CatalogueId): Promise<CategoryView> {
  const [category] = isUuid(id) ? await categoryRow(ctx.db).execute({ id, activeOnly: false }) : [];
  if (!category) throw new DomainError('category.not_found');
  return category;
}

/** An inactive one for those who have it in their list. */
export async function subjectById(ctx: Ctx, { id }: CatalogueId): Promise<SubjectView> {
  const caller = callerOf(ctx);
  const asked = { active: caller?.role === 'admin' ? 'all' : 'true', tutorUserId: caller?.role === 'tutor' ? caller.id : null };
  const [subject] = isUuid(id) ? await subjectRow(ctx.db).execute({ ...asked, id, search: '', category: 'any' }) : [];
  if (!subject) throw new DomainError('subject.not_found');
  return subject;
}

/** An inactive one too, as in the list of its subject. */
export async function topicById(ctx: Ctx, { id }: CatalogueId): Promise<TopicView> {
  const [topic] = isUuid(id) ? await topicRow(ctx.db).execute({ id, active: 'all', search: '' }) : [];
  if (!topic) throw new DomainError('topic.not_found');
  return topic;
}

/** As an admin sees them who has just saved them. */
export const savedCategory = async ({ db }: Saved, id: string): Promise<CategoryView> =>
  only(await categoryRow(db).execute({ id, activeOnly: false }));
export const savedSubject = async ({ db }: Saved, id: string): Promise<SubjectView> =>
  only(await subjectRow(db).execute({ id, active: 'all', tutorUserId: null, search: '', category: 'any' }));
export const savedTopic = async ({ db }: Saved, id: string): Promise<TopicView> =>
  only(await topicRow(db).execute({ id, active: 'all', search: '' }));

type Saved = { db: Executor };

export function topicsFor(ctx: Ctx, { search, subjectId, active }: TopicsQuery): Promise<TopicView[]> {
  const asked = { active, search: search?.trim() ?? '' };
  return subjectId ? ofSubject(ctx, subjectId, asked) : topicRows(ctx.db).execute(asked);
}

/** Inactive ones too: the admin's screen lists them to switch them on again. */
export function topicsOfSubject(ctx: Ctx, { subjectId, activeOnly }: SubjectTopicsQuery): Promise<TopicView[]> {
  return ofSubject(ctx, subjectId, { active: activeOnly ? 'true' : 'all', search: '' });
}

async function ofSubject(ctx: Ctx, subjectId: string, asked: { active: string; search: string }): Promise<TopicView[]> {
  return isUuid(subjectId) ? topicRowsOfSubject(ctx.db).execute({ subjectId, ...asked }) : [];
}

function isShown(isActive: typeof subjects.isActive | typeof topics.isActive): SQL {
  return sql`(${given('active')}::text = 'all' or ${isActive} = (${given('active')}::text = 'true'))`;
}

/** A substring, every character of it meant literally. */
function isNamedLike(name: typeof subjects.name | typeof topics.name): SQL {
  return sql`position(lower(${given('search')}::text) in lower(${name})) > 0`;
}

function byName(name: typeof subjectCategories.name | typeof subjects.name | typeof topics.name): SQL {
  return sql`lower(${name}) collate "C"`;
}
