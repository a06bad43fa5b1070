import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import type { Ctx } from '#server/core/context.ts';
import { byId } from '#server/core/ids.ts';
import type { ExportInput } from '#shared/contracts/exports.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/content.ts';
import { type Lines, timeText, type Wanted, yesOrNo } from './csv-table.queries.ts';

type Of<T extends ExportInput['table']> = Extract<ExportInput, { table: T }>;
type Named = typeof subjectCategories | typeof subjects | typeof topics;

/** The order of the screens. */
const folded = ({ name }: Named): SQL<string> => sql<string>`lower(${name}) collate "C"`;

function byName({ after }: Wanted, table: Named): SQL | undefined {
  if (after === null) return undefined;
  const [name, last] = after;
  return sql`(${folded(table)}, ${table.id}) > (${name}, ${last}::uuid)`;
}

function byOrder({ after }: Wanted): SQL | undefined {
  if (after === null) return undefined;
  const [order, name, last] = after;
  return sql`(${subjectCategories.order}, ${folded(subjectCategories)}, ${subjectCategories.id}) > (${order}::integer, ${name}, ${last}::uuid)`;
}

const subjectsIn = sql<number>`(select count(*)::integer from subjects where subjects.category_id = subject_categories.id)`;

export function categoryLines({ db, platform: { zone } }: Ctx): Lines {
  return {
    columns: ['Category id', 'Name', 'Description', 'Subjects', 'Order', 'Active', 'Colour', 'Icon', `Created (${zone})`, `Last updated (${zone})`],
    read: async (wanted) => {
      const key = folded(subjectCategories);
      const rows = await db
        .select({ category: subjectCategories, key, subjects: subjectsIn })
        .from(subjectCategories)
        .where(byOrder(wanted))
        .orderBy(subjectCategories.order, key, subjectCategories.id)
        .limit(wanted.limit);
      return rows.map(({ category: { id, name, description, order, isActive, color, icon, createdAt, updatedAt }, key, subjects }) => {
        const made = [timeText(createdAt, zone), timeText(updatedAt, zone)];
        return { place: [order, key, id], values: [id, name, description, subjects, order, yesOrNo(isActive), color, icon, ...made] };
      });
    },
  };
}

const topicsOf = sql`(
  select count(*)::integer as total, count(*) filter (where ${topics.isActive})::integer as active
  from ${topics} where ${topics.subjectId} = ${subjects.id})`;

export function subjectLines({ db, platform: { zone } }: Ctx, { search, category }: Of<'subjects'>): Lines {
  const { id, name, description, categoryId } = subjects;
  const isFound = search === '' ? undefined : sql`position(lower(${search}) in lower(${name} || chr(10) || ${description})) > 0`;
  return {
    columns: [
      'Subject id',
      'Name',
      'Description',
      'Category',
      'Active topics',
      'All topics',
      'Active',
      `Created (${zone})`,
      `Last updated (${zone})`,
    ],
    read: async (wanted) => {
      const key = folded(subjects);
      const rows = await db
        .select({ subject: subjects, key, category: subjectCategories.name, active: sql<number>`own.active`, total: sql<number>`own.total` })
        .from(subjects)
        .leftJoin(subjectCategories, eq(subjectCategories.id, categoryId))
        .innerJoinLateral(sql`${topicsOf} own`, sql`true`)
        .where(and(isFound, category ? isIn(category) : undefined, byName(wanted, subjects)))
        .orderBy(key, id)
        .limit(wanted.limit);
      return rows.map(({ subject, key, category, active, total }) => {
        const { id, name, description, isActive, createdAt, updatedAt } = subject;
        const made = [timeText(createdAt, zone), timeText(updatedAt, zone)];
        return { place: [key, id], values: [id, name, description, category, active, total, yesOrNo(isActive), ...made] };
      });
    },
  };
}

function isIn(category: string): SQL {
  return category === UNCATEGORIZED ? isNull(subjects.categoryId) : byId(subjects.categoryId, category);
}

export function topicLines({ db, platform: { zone } }: Ctx, { subjectId }: Of<'topics'>): Lines {
  return {
    columns: ['Topic id', 'Subject', 'Name', 'Description', 'Active', `Created (${zone})`, `Last updated (${zone})`],
    read: async (wanted) => {
      const key = folded(topics);
      const rows = await db
        .select({ topic: topics, key, subject: subjects.name })
        .from(topics)
        .innerJoin(subjects, eq(subjects.id, topics.subjectId))
        .where(and(byId(topics.subjectId, subjectId), byName(wanted, topics)))
        .orderBy(key, topics.id)
        .limit(wanted.limit);
      return rows.map(({ topic: { id, name, description, isActive, createdAt, updatedAt }, key, subject }) => {
        const made = [timeText(createdAt, zone), timeText(updatedAt, zone)];
        return { place: [key, id], values: [id, subject, name, description, yesOrNo(isActive), ...made] };
      });
    },
  };
}
