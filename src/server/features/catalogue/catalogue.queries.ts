import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { listCatalogueNames } from '#db/catalogue-names.ts';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import type { Ctx } from '#server/core/context.ts';
import { isUuid } from '#server/core/ids.ts';
import type {
  CatalogueId,
  CatalogueMenu,
  CatalogueNames,
  CategoriesQuery,
  CategoryView,
  NamesQuery,
  SubjectsQuery,
  SubjectTopicsQuery,
  SubjectView,
  TopicsQuery,
  TopicView,
} from '#shared/contracts/catalogue.ts';
import { DomainError } from '#shared/errors.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/search.ts';

const placeholder = sql.placeholder;

const selectAllCategories = prepareOnce((db) => selectCategories(db, undefined).prepare('categories'));
const selectCategory = prepareOnce((db) => selectCategories(db, eq(subjectCategories.id, placeholder('id'))).prepare('category_by_id'));

function selectCategories(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: subjectCategories.id,
      name: subjectCategories.name,
      aliases: forAdmins(subjectCategories.aliases),
      nameSi: forAdmins(subjectCategories.nameSi),
      nameTa: forAdmins(subjectCategories.nameTa),
      description: subjectCategories.description,
      icon: subjectCategories.icon,
      color: subjectCategories.color,
      order: subjectCategories.order,
      isActive: subjectCategories.isActive,
      subjects: sql<CategoryView['subjects']>`coalesce((
        select json_agg(json_build_object('id', subject.id, 'name', subject.name, 'description', subject.description, 'isActive', subject.is_active)
          order by lower(subject.name) collate "C", subject.id)
        from subjects subject
        where subject.category_id = subject_categories.id and (subject.is_active or not ${placeholder('activeOnly')}::boolean)
      ), '[]')`,
      createdAt: subjectCategories.createdAt,
      updatedAt: subjectCategories.updatedAt,
    })
    .from(subjectCategories)
    .where(and(where, sql`(${subjectCategories.isActive} or not ${placeholder('activeOnly')}::boolean)`))
    .orderBy(subjectCategories.order, orderByName(subjectCategories.name), subjectCategories.id);
}

const selectMenu = prepareOnce((db) =>
  db
    .select({
      name: subjectCategories.name,
      icon: subjectCategories.icon,
      subjects: sql<CatalogueMenu['uncategorized']>`coalesce((
        select json_agg(json_build_object('id', subject.id, 'name', subject.name) order by lower(subject.name) collate "C", subject.id)
        from subjects subject
        where subject.category_id = subject_categories.id and subject.is_active
      ), '[]')`,
    })
    .from(subjectCategories)
    .where(sql`${subjectCategories.isActive}`)
    .orderBy(subjectCategories.order, orderByName(subjectCategories.name), subjectCategories.id)
    .prepare('catalogue_menu'),
);

const selectAllSubjects = prepareOnce((db) => selectSubjects(db, undefined).prepare('subjects'));
const selectSubject = prepareOnce((db) => selectSubjects(db, eq(subjects.id, placeholder('id'))).prepare('subject_by_id'));

function selectSubjects(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: subjects.id,
      name: subjects.name,
      aliases: forAdmins(subjects.aliases),
      nameSi: forAdmins(subjects.nameSi),
      nameTa: forAdmins(subjects.nameTa),
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
        sql`(${matchesActive(subjects.isActive)} or exists (
          select from tutor_subjects entry join tutor_profiles profile on profile.id = entry.tutor_id
          where entry.subject_id = ${subjects.id} and profile.user_id = ${placeholder('tutorUserId')}::uuid
        ))`,
        matchesSearch(subjects.name),
        sql`case ${placeholder('category')}::text when 'any' then true when ${UNCATEGORIZED} then ${subjects.categoryId} is null
          else ${subjects.categoryId}::text = lower(${placeholder('category')}::text) end`,
      ),
    )
    .orderBy(orderByName(subjects.name), subjects.id);
}

const selectAllTopics = prepareOnce((db) => selectTopics(db, undefined).prepare('topics'));
const selectTopic = prepareOnce((db) => selectTopics(db, eq(topics.id, placeholder('id'))).prepare('topic_by_id'));
const selectTopicsOfSubject = prepareOnce((db) => selectTopics(db, eq(topics.subjectId, placeholder('subjectId'))).prepare('topics_of_subject'));

function selectTopics(db: Executor, where: SQL | undefined) {
  return db
    .select({
      id: topics.id,
      name: topics.name,
      aliases: forAdmins(topics.aliases),
      nameSi: forAdmins(topics.nameSi),
      nameTa: forAdmins(topics.nameTa),
      description: topics.description,
      subject: { id: subjects.id, name: subjects.name },
      isActive: topics.isActive,
      createdAt: topics.createdAt,
      updatedAt: topics.updatedAt,
    })
    .from(topics)
    .innerJoin(subjects, eq(subjects.id, topics.subjectId))
    .where(and(where, matchesActive(topics.isActive), matchesSearch(topics.name)))
    .orderBy(orderByName(topics.name), topics.id);
}

export async function listCategories(ctx: Ctx, { activeOnly }: CategoriesQuery): Promise<CategoryView[]> {
  return withCompiledNames(ctx, toViews(await selectAllCategories(ctx.db).execute({ isAdmin: isAdmin(ctx), activeOnly })));
}

export async function getMenu(ctx: Ctx): Promise<CatalogueMenu> {
  const [categories, uncategorized] = await Promise.all([
    selectMenu(ctx.db).execute(),
    selectAllSubjects(ctx.db).execute({ isAdmin: false, active: 'true', tutorUserId: null, search: '', category: UNCATEGORIZED }),
  ]);
  return { categories, uncategorized };
}

export const listNames = ({ db }: Ctx, { locale }: NamesQuery): Promise<CatalogueNames> => listCatalogueNames(db, locale);

export async function listSubjects(ctx: Ctx, { search, category, active }: SubjectsQuery): Promise<SubjectView[]> {
  const caller = ctx.actor;
  const rows = await selectAllSubjects(ctx.db).execute({
    isAdmin: isAdmin(ctx),
    active: active ?? (isAdmin(ctx) ? 'all' : 'true'),
    tutorUserId: active === undefined && caller?.role === 'tutor' ? caller.id : null,
    search: search?.trim() ?? '',
    category: category || 'any',
  });
  return withCompiledNames(ctx, toViews(rows));
}

export async function getCategory(ctx: Ctx, { id }: CatalogueId): Promise<CategoryView> {
  const [category] = isUuid(id) ? toViews(await selectCategory(ctx.db).execute({ id, isAdmin: isAdmin(ctx), activeOnly: false })) : [];
  if (!category) throw new DomainError('category.not_found');
  return withCompiledName(ctx, category);
}

export async function getSubject(ctx: Ctx, { id }: CatalogueId): Promise<SubjectView> {
  const caller = ctx.actor;
  const tutorUserId = caller?.role === 'tutor' ? caller.id : null;
  const filter = { isAdmin: isAdmin(ctx), active: isAdmin(ctx) ? 'all' : 'true', tutorUserId };
  const [subject] = isUuid(id) ? toViews(await selectSubject(ctx.db).execute({ ...filter, id, search: '', category: 'any' })) : [];
  if (!subject) throw new DomainError('subject.not_found');
  return withCompiledName(ctx, subject);
}

export async function getTopic(ctx: Ctx, { id }: CatalogueId): Promise<TopicView> {
  const [topic] = isUuid(id) ? toViews(await selectTopic(ctx.db).execute({ id, isAdmin: isAdmin(ctx), active: 'all', search: '' })) : [];
  if (!topic) throw new DomainError('topic.not_found');
  return withCompiledName(ctx, topic);
}

export const getSavedCategory = async ({ db }: DbContext, id: string): Promise<CategoryView> =>
  only(toViews(await selectCategory(db).execute({ id, isAdmin: true, activeOnly: false })));
export const getSavedSubject = async ({ db }: DbContext, id: string): Promise<SubjectView> =>
  only(toViews(await selectSubject(db).execute({ id, isAdmin: true, active: 'all', tutorUserId: null, search: '', category: 'any' })));
export const getSavedTopic = async ({ db }: DbContext, id: string): Promise<TopicView> =>
  only(toViews(await selectTopic(db).execute({ id, isAdmin: true, active: 'all', search: '' })));

type DbContext = { db: Executor };

export async function listTopics(ctx: Ctx, { search, subjectId, active }: TopicsQuery): Promise<TopicView[]> {
  const filter = { active, search: search?.trim() ?? '' };
  if (subjectId) return readTopicsOfSubject(ctx, subjectId, filter);
  return withCompiledNames(ctx, toViews(await selectAllTopics(ctx.db).execute({ ...filter, isAdmin: isAdmin(ctx) })));
}

export function listTopicsOfSubject(ctx: Ctx, { subjectId, activeOnly }: SubjectTopicsQuery): Promise<TopicView[]> {
  return readTopicsOfSubject(ctx, subjectId, { active: activeOnly ? 'true' : 'all', search: '' });
}

async function readTopicsOfSubject(ctx: Ctx, subjectId: string, filter: { active: string; search: string }): Promise<TopicView[]> {
  if (!isUuid(subjectId)) return [];
  return withCompiledNames(ctx, toViews(await selectTopicsOfSubject(ctx.db).execute({ subjectId, ...filter, isAdmin: isAdmin(ctx) })));
}

function isAdmin(ctx: Ctx): boolean {
  return ctx.actor?.role === 'admin';
}

function forAdmins<C extends AnyPgColumn>(column: C): SQL<C['_']['data'] | null> {
  return sql`case when ${placeholder('isAdmin')}::boolean then ${column} end`.mapWith(column);
}

type OfAdmins = { aliases: string[] | null; nameSi: string | null; nameTa: string | null };

function toViews<R extends OfAdmins>(rows: readonly R[]): (Omit<R, keyof OfAdmins> & Partial<SavedNames>)[] {
  return rows.map(({ aliases, nameSi, nameTa, ...view }) => (aliases ? { ...view, aliases, nameSi, nameTa } : view));
}

type SavedNames = OfAdmins & { aliases: string[] };
type Named = { name: string; aliases?: string[] | undefined };

/** For admins: what families read where no translation is stored. */
async function withCompiledNames<V extends Named>({ textsIn }: Pick<Ctx, 'textsIn'>, views: readonly V[]): Promise<V[]> {
  if (!views.some(({ aliases }) => aliases)) return [...views];
  const [sinhala, tamil] = await Promise.all([textsIn('si'), textsIn('ta')]);
  return views.map((view) => ({ ...view, compiledSi: sinhala.find(view.name), compiledTa: tamil.find(view.name) }));
}

export const withCompiledName = async <V extends Named>(ctx: Pick<Ctx, 'textsIn'>, view: V): Promise<V> => only(await withCompiledNames(ctx, [view]));

function matchesActive(isActive: typeof subjects.isActive | typeof topics.isActive): SQL {
  return sql`(${placeholder('active')}::text = 'all' or ${isActive} = (${placeholder('active')}::text = 'true'))`;
}

function matchesSearch(name: typeof subjects.name | typeof topics.name): SQL {
  return sql`position(lower(${placeholder('search')}::text) in lower(${name})) > 0`;
}

function orderByName(name: typeof subjectCategories.name | typeof subjects.name | typeof topics.name): SQL {
  return sql`lower(${name}) collate "C"`;
}
