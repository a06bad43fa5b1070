import { sql } from 'drizzle-orm';
import { type Executor, only, prepareOnce } from '#db/executor.ts';
import { subjectCategories, subjects, topics } from '#db/schema/catalogue.ts';
import { EVERYWHERE, NO_CATEGORY } from '#db/schema/listing.ts';
import { searchEntities, searchWords } from '#db/schema/search.ts';
import type { Exam } from '#shared/vocabulary/search.ts';

/** Words of catalogue names, in the form of `search_words`. */
const WORDS: Record<Exam, readonly string[]> = {
  scholarship: ['scholarship'],
  ol: ['ol'],
  al: ['al'],
  international: ['cambridge', 'edexcel', 'igcse', 'ial'],
};

/**
 * Narrows scopes to an exam: keeps those whose name or whose parent's name contains the exam, else takes their children whose names contain it.
 * "Mathematics (O/L)" stays, and so does the category "O/L Core Subjects"; "Languages" becomes the topic "French for A/L".
 */
export async function narrowToExam(db: Executor, scopes: readonly string[], exam: Exam): Promise<string[]> {
  return only(await scopesForExam(db).execute({ scopes: [...scopes], words: [...WORDS[exam]] })).scopes;
}

const scopesForExam = prepareOnce((db) => {
  const isGiven = (id: unknown) => sql`${id} = any(${sql.placeholder('scopes')}::uuid[])`;
  const isAnywhere = isGiven(sql`${EVERYWHERE}::uuid`);
  const categoryOfSubject = sql`coalesce(${subjects.categoryId}, ${NO_CATEGORY}::uuid)`;
  const says = (id: unknown) => sql`exists (select from named where named.id = ${id})`;
  const ofCategory = sql`(${isGiven(categoryOfSubject)} or ${isAnywhere})`;
  const subjectSays = sql`(${says(subjects.id)} or ${says(subjects.categoryId)})`;
  return db
    .select({ scopes: sql<string[]>`scopes` })
    .from(
      sql`(
        with named as materialized (
          select coalesce(${searchEntities.categoryId}, ${searchEntities.subjectId}, ${searchEntities.topicId}) as id
          from ${searchWords} join ${searchEntities} on ${searchEntities.id} = ${searchWords.entityId}
          where ${searchWords.word} = any(${sql.placeholder('words')}::text[]) and not ${searchWords.isSynonym}
        )
        select array(
          select ${subjectCategories.id} from ${subjectCategories}
          where ${says(subjectCategories.id)} and (${isGiven(subjectCategories.id)} or ${isAnywhere})
          union
          select ${subjects.id} from ${subjects}
          where ${subjects.isActive} and ((${isGiven(subjects.id)} and ${subjectSays})
            or (${ofCategory} and ${says(subjects.id)} and not ${says(subjects.categoryId)}))
          union
          select ${topics.id} from ${topics} join ${subjects} on ${subjects.id} = ${topics.subjectId}
          where ${topics.isActive} and ${subjects.isActive} and ((${isGiven(topics.id)} and (${says(topics.id)} or ${subjectSays}))
            or ((${isGiven(subjects.id)} or ${ofCategory}) and ${says(topics.id)} and not ${subjectSays}))
        ) as scopes
      ) found`,
    )
    .prepare('scopes_for_exam');
});
