import { sql } from 'drizzle-orm';
import { type Executor, prepareOnce } from '#db/executor.ts';
import { EVERYWHERE, listingWords } from '#db/schema/listing.ts';
import { allowedTypos, correctTypos, splitWords } from '#shared/domain/typos.ts';
import { type Criteria, isLong, type TextAlternatives } from './listing-conditions.queries.ts';
import { findListedTutors } from './listings.queries.ts';
import type { Search } from './search-criteria.queries.ts';
import type { TextField } from './text-estimates.queries.ts';

type Correction = Pick<Criteria, TextField>;

export async function correctSearch(db: Executor, search: Search): Promise<Correction | null> {
  const { criteria } = search;
  const [words, locations] = await Promise.all([correctField(db, search, 'words'), correctField(db, search, 'locations')]);
  if (!words && !locations) return null;
  return { words: words ?? criteria.words, locations: locations ?? criteria.locations };
}

async function correctField(db: Executor, search: Search, field: TextField): Promise<TextAlternatives | null> {
  const text = search.criteria[field]?.[0];
  if (text === undefined) return null;
  const words = splitWords(text).filter((word) => allowedTypos(word) > 0);
  if (words.length === 0 || (await isKnownText(db, search, field))) return null;
  const similarWords = await selectSimilarWords(db).execute({ words });
  const [first, ...others] = correctTypos(text, field === 'locations' ? similarWords.filter(({ places }) => places > 0) : similarWords);
  if (first === undefined) return null;
  return [first, ...others].every(isLong) ? [first, ...others] : [first];
}

async function isKnownText(db: Executor, { criteria, unknownFields }: Search, field: TextField): Promise<boolean> {
  if (unknownFields.includes(field)) return false;
  const [text = ''] = criteria[field] ?? [];
  // Its one word is not unknown, so it is part of a word that somebody is listed with.
  if (splitWords(text)[0] === text) return true;
  const other = field === 'words' ? 'locations' : 'words';
  if (criteria.scopes[0] === EVERYWHERE && !criteria.filters && criteria[other] === null) return false;
  const anywhere = { ...criteria, scopes: [EVERYWHERE], filters: null, [other]: null, isCommonText: false, hasRarePrice: false };
  return (await findListedTutors(db, anywhere, { order: 'rating.desc', limit: 1 })).length > 0;
}

const selectSimilarWords = prepareOnce((db) =>
  db
    .select()
    .from(listingWords)
    .where(
      sql`word_slips(${listingWords.word}) && array(select unnest(word_slips(typed.word)) from unnest(${sql.placeholder('words')}::text[]) typed (word))`,
    )
    .prepare('similar_words'),
);
