import { sql } from 'drizzle-orm';
import { CATALOGUE } from '#shared/vocabulary/limits.ts';
import type { DEFAULT_LOCALE, Locale } from '#shared/vocabulary/locales.ts';
import { type Executor, prepareOnce } from './executor.ts';
import { inline } from './planner-hints.ts';
import { subjectCategories, subjects, topics } from './schema/catalogue.ts';

export type NameLocale = Exclude<Locale, typeof DEFAULT_LOCALE>;
export type CatalogueName = [name: string, translation: string];

/** Translations by the English name. Where entries share a name, a subject wins over a category and a category over a topic; then the older wins. */
export async function listCatalogueNames(db: Executor, locale: NameLocale): Promise<CatalogueName[]> {
  const rows = await selectNames(db).execute({ locale });
  return rows.map(({ name, translation }) => [name, translation]);
}

type Table = typeof subjectCategories | typeof subjects | typeof topics;

const selectNames = prepareOnce((db) => {
  const namesOf = ({ name, nameSi, nameTa, createdAt, id }: Table, rank: number, table: Table) => sql`
    select ${name} as name, case ${sql.placeholder('locale')}::text when 'si' then ${nameSi} else ${nameTa} end as translation,
      ${inline(rank)} as rank, ${createdAt} as created_at, ${id} as id from ${table}`;
  return db
    .select({ name: sql<string>`name`, translation: sql<string>`translation` })
    .from(
      sql`(
        select distinct on (name) name, translation, rank, created_at, id
        from (${namesOf(subjects, 1, subjects)} union all ${namesOf(subjectCategories, 2, subjectCategories)} union all ${namesOf(topics, 3, topics)}) entry
        where translation is not null
        order by name, rank, created_at, id
      ) named`,
    )
    .orderBy(sql`rank, created_at, id`)
    .limit(CATALOGUE.mostNames)
    .prepare('catalogue_names');
});
