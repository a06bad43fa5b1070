import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import { type Ctx, callerOf } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import { prepared } from '#server/core/prepared.ts';
import type {
  CategoriesQuery,
  CategoryView,
  SubjectsQuery,
  SubjectTopicsQuery,
  SubjectView,
  TopicsQuery,
  TopicView,
} from '#shared/contracts/catalogue.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/content.ts';

const given = sql.placeholder;

const categoryRows = prepared((db) =>
  db
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
    .where(sql`${subjectCategories.isActive} or not ${given('activeOnly')}::boolean`)
    .orderBy(subjectCategories.order, byName(subjectCategories.name), subjectCategories.id)
    .prepare('categories'),
);

const subjectRows = prepared((db) =>
  db
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
        sql`(${isShown(subjects.isActive)} or exists (
          select from tutor_subjects entry join tutor_profiles profile on profile.id = entry.tutor_id
          where entry.subject_id = ${subjects.id} and profile.user_id = ${given('tutorUserId')}::uuid
        ))`,
        isNamedLike(subjects.name),
        sql`case ${given('category')}::text when 'any' then true when ${UNCATEGORIZED} then ${subjects.categoryId} is null
          else ${subjects.categoryId}::text = lower(${given('category')}::text) end`,
      ),
    )
    .orderBy(byName(subjects.name), subjects.id)
    .prepare('subjects'),
);

const topicRows = prepared((db) => selectTopics(db, undefined).prepare('topics'));
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
