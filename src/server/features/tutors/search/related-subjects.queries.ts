import { sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';

export type RelatedSubject = { id: string; name: string; category: string | null };

/** For subjects and topics that nobody teaches: the subject of a topic, or else other subjects of the category. */
export async function findRelatedSubjects(db: Executor, scopes: readonly string[]): Promise<RelatedSubject[]> {
  return scopes.length === 0 ? [] : relatedSubjects(db).execute({ scopes: [...scopes] });
}

const relatedSubjects = prepareOnce((db) => {
  const anyScope = sql`any(${sql.placeholder('scopes')}::uuid[])`;
  return db
    .select({ id: sql<string>`id`, name: sql<string>`name`, category: sql<string | null>`category` })
    .from(
      sql`(
        with named as materialized (
          select id, category_id, false as has_topic from subjects where id = ${anyScope}
          union
          select subject.id, subject.category_id, true from topics topic join subjects subject on subject.id = topic.subject_id
          where topic.id = ${anyScope}
        ), related as (
          select subject.id, subject.name, category.name as category, counter.tutors, bool_or(subject.id = named.id) as is_own
          from named
          join subjects subject on subject.id = named.id and named.has_topic or subject.category_id = named.category_id and subject.id <> all(${sql.placeholder('scopes')}::uuid[])
          left join subject_categories category on category.id = subject.category_id
          join listing_counts counter on counter.scope = subject.id and counter.tutors > 0
          where subject.is_active and coalesce(category.is_active, true)
          group by subject.id, category.name, counter.tutors
        )
        select id, name, category, tutors, rank() over (order by is_own desc) as nearness from related
        where not exists (select from tutor_listings where scope = ${anyScope})
      ) found`,
    )
    .where(sql`nearness = 1`)
    .orderBy(sql`tutors desc, name`)
    .limit(SEARCH.offers.subjects)
    .prepare('related_subjects');
});
