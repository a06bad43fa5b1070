import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import type { Ctx } from '#server/core/context.ts';
import { toTimeText } from '#server/core/csv.ts';
import { byId } from '#server/core/ids.ts';
import { UNCATEGORIZED } from '#shared/vocabulary/search.ts';
import { type Batch, type CsvTable, type InputFor, toYesNo } from './csv-table.queries.ts';

type NamedTable = typeof subjectCategories | typeof subjects | typeof topics;

const foldedName = ({ name }: NamedTable): SQL<string> => sql<string>`lower(${name}) collate "C"`;

function isAfterName({ after }: Batch, table: NamedTable): SQL | undefined {
  if (after === null) return undefined;
  const [name, lastId] = after;
  return sql`(${foldedName(table)}, ${table.id}) > (${name}, ${lastId}::uuid)`;
}

function isAfterOrder({ after }: Batch): SQL | undefined {
  if (after === null) return undefined;
  const [order, name, lastId] = after;
  return sql`(${subjectCategories.order}, ${foldedName(subjectCategories)}, ${subjectCategories.id}) > (${order}::integer, ${name}, ${lastId}::uuid)`;
}

const subjectCount = sql<number>`(select count(*)::integer from subjects where subjects.category_id = subject_categories.id)`;

export function createCategoryTable({ db, platform: { zone } }: Ctx): CsvTable {
  return {
    columns: [
      'Category id',
      'Name',
      'Other names',
      'Description',
      'Subjects',
      'Order',
      'Active',
      'Colour',
      'Icon',
      `Created (${zone})`,
      `Last updated (${zone})`,
    ],
    read: async (batch) => {
      const key = foldedName(subjectCategories);
      const rows = await db
        .select({ category: subjectCategories, key, subjects: subjectCount })
        .from(subjectCategories)
        .where(isAfterOrder(batch))
        .orderBy(subjectCategories.order, key, subjectCategories.id)
        .limit(batch.limit);
      return rows.map(({ category: { id, name, aliases, description, order, isActive, color, icon, createdAt, updatedAt }, key, subjects }) => {
        const times = [toTimeText(createdAt, zone), toTimeText(updatedAt, zone)];
        return {
          sortKey: [order, key, id],
          values: [id, name, aliases.join('; '), description, subjects, order, toYesNo(isActive), color, icon, ...times],
        };
      });
    },
  };
}

const topicCounts = sql`(
  select count(*)::integer as total, count(*) filter (where ${topics.isActive})::integer as active
  from ${topics} where ${topics.subjectId} = ${subjects.id})`;

export function createSubjectTable({ db, platform: { zone } }: Ctx, { search, category }: InputFor<'subjects'>): CsvTable {
  const { id, name, nameSi, nameTa, aliases, description, categoryId } = subjects;
  const matchesSearch =
    search === ''
      ? undefined
      : sql`position(lower(${search}) in lower(concat_ws(chr(10), ${name}, ${nameSi}, ${nameTa}, ${description}, array_to_string(${aliases}, chr(10))))) > 0`;
  return {
    columns: [
      'Subject id',
      'Name',
      'Other names',
      'Description',
      'Category',
      'Active topics',
      'All topics',
      'Active',
      `Created (${zone})`,
      `Last updated (${zone})`,
    ],
    read: async (batch) => {
      const key = foldedName(subjects);
      const rows = await db
        .select({ subject: subjects, key, category: subjectCategories.name, active: sql<number>`own.active`, total: sql<number>`own.total` })
        .from(subjects)
        .leftJoin(subjectCategories, eq(subjectCategories.id, categoryId))
        .innerJoinLateral(sql`${topicCounts} own`, sql`true`)
        .where(and(matchesSearch, category ? isInCategory(category) : undefined, isAfterName(batch, subjects)))
        .orderBy(key, id)
        .limit(batch.limit);
      return rows.map(({ subject, key, category, active, total }) => {
        const { id, name, aliases, description, isActive, createdAt, updatedAt } = subject;
        const times = [toTimeText(createdAt, zone), toTimeText(updatedAt, zone)];
        return { sortKey: [key, id], values: [id, name, aliases.join('; '), description, category, active, total, toYesNo(isActive), ...times] };
      });
    },
  };
}

function isInCategory(category: string): SQL {
  return category === UNCATEGORIZED ? isNull(subjects.categoryId) : byId(subjects.categoryId, category);
}

export function createTopicTable({ db, platform: { zone } }: Ctx, { subjectId }: InputFor<'topics'>): CsvTable {
  return {
    columns: ['Topic id', 'Subject', 'Name', 'Other names', 'Description', 'Active', `Created (${zone})`, `Last updated (${zone})`],
    read: async (batch) => {
      const key = foldedName(topics);
      const rows = await db
        .select({ topic: topics, key, subject: subjects.name })
        .from(topics)
        .innerJoin(subjects, eq(subjects.id, topics.subjectId))
        .where(and(byId(topics.subjectId, subjectId), isAfterName(batch, topics)))
        .orderBy(key, topics.id)
        .limit(batch.limit);
      return rows.map(({ topic: { id, name, aliases, description, isActive, createdAt, updatedAt }, key, subject }) => {
        const times = [toTimeText(createdAt, zone), toTimeText(updatedAt, zone)];
        return { sortKey: [key, id], values: [id, subject, name, aliases.join('; '), description, toYesNo(isActive), ...times] };
      });
    },
  };
}
