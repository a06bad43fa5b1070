import { sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { EVERYWHERE, listingWords } from '#db/schema/listing.ts';
import { prepared } from '#server/core/prepared.ts';
import { meanings, slipsForgiven, wordsOf } from '#shared/domain/typos.ts';
import { listedTutors } from './listed-tutors.queries.ts';
import { type Field, isLong, type Texts, type Wanted } from './listing-conditions.queries.ts';
import type { Search } from './wanted-tutors.queries.ts';

type Meaning = Pick<Wanted, Field>;

/** What a search without a result may have meant by its texts; null where they stand somewhere as they are, or nothing is near. */
export async function forgiven(db: Executor, search: Search): Promise<Meaning | null> {
  const { wanted } = search;
  const [words, locations] = await Promise.all([meant(db, search, 'words'), meant(db, search, 'locations')]);
  if (!words && !locations) return null;
  return { words: words ?? wanted.words, locations: locations ?? wanted.locations };
}

/** Null for a text that is no typo: somebody who is listed has it, or nobody has anything near. */
async function meant(db: Executor, search: Search, field: Field): Promise<Texts | null> {
  const text = search.wanted[field]?.[0];
  if (text === undefined) return null;
  const words = wordsOf(text).filter((word) => slipsForgiven(word) > 0);
  if (words.length === 0 || (await isHeld(db, search, field))) return null;
  const near = await nearWords(db).execute({ words });
  const [first, ...others] = meanings(text, field === 'locations' ? near.filter(({ places }) => places > 0) : near);
  if (first === undefined) return null;
  return [first, ...others].every(isLong) ? [first, ...others] : [first];
}

async function isHeld(db: Executor, { wanted, unheard }: Search, field: Field): Promise<boolean> {
  if (unheard.includes(field)) return false;
  const [text = ''] = wanted[field] ?? [];
  // Part of a word that is known is held by whoever has the word.
  if (wordsOf(text)[0] === text) return true;
  const other = field === 'words' ? 'locations' : 'words';
  if (wanted.scopes[0] === EVERYWHERE && !wanted.filters && wanted[other] === null) return false;
  const anywhere = { ...wanted, scopes: [EVERYWHERE], filters: null, [other]: null, isCommon: false, isRarelyPriced: false };
  return (await listedTutors(db, anywhere, { order: 'rating.desc', limit: 1 })).length > 0;
}

const nearWords = prepared((db) =>
  db
    .select()
    .from(listingWords)
    .where(
      sql`word_slips(${listingWords.word}) && array(select unnest(word_slips(typed.word)) from unnest(${sql.placeholder('words')}::text[]) typed (word))`,
    )
    .prepare('near_words'),
);
