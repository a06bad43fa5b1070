import { type SQL, sql } from 'drizzle-orm';
import { inline } from '#db/planner-hints.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';

export type TextField = 'words' | 'locations';

/**
 * How common the texts of a search are, which decides between the index of the texts and that of the order.
 * PostgreSQL's own estimates of LIKE are too far off for it.
 */
export type TextEstimate = {
  isCommonText: boolean;
  isFrequentText: boolean;
  exceedsCountCap: boolean;
  rarerField: TextField;
};

export const NO_ESTIMATE: TextEstimate = { isCommonText: false, isFrequentText: false, exceedsCountCap: false, rarerField: 'words' };

export type TextLength = 'none' | 'short' | 'long';

export function estimateText(length: TextLength) {
  const hits = length === 'none' ? sql`select 0 as hits, 0 as in_words, 0 as in_locations` : sampleHits;
  return {
    sample: sql`cross join lateral (${hits}) sample
      cross join lateral (select reltuples as texts from pg_class where oid = 'tutor_texts'::regclass) size`,
    columns: {
      isCommonText: sql<boolean>`${length === 'long' ? isCommonText : isCommonShortText}`,
      isFrequentText: sql<boolean>`${length === 'long' ? isFrequentText : sql`false`}`,
      exceedsCountCap: sql<boolean>`${length === 'long' ? exceedsCountCap : sql`false`}`,
      rarerField: sql<TextField>`case when in_words <= in_locations then 'words' else 'locations' end`,
    },
  };
}

const SAMPLE_SIZE = 200;
const ofSample = (part: number): SQL => inline(SAMPLE_SIZE * part);

const sampleHits = sql`
  select count(*) filter (where has_words and has_locations) as hits, count(*) filter (where has_words) as in_words,
    count(*) filter (where has_locations) as in_locations
  from (select tutor_id from tutor_listings where scope = requested.scopes[1] order by profile_created_at, tutor_id limit ${ofSample(1)}) sampled
  join tutor_texts using (tutor_id)
  cross join lateral (
    select strpos(tutor_texts.words, coalesce(requested.words, '')) > 0 as has_words,
      strpos(tutor_texts.locations, coalesce(requested.locations, '')) > 0 as has_locations
  ) matches`;

/** A letter or two may be in almost every text or in none. */
const isCommonShortText = sql`hits > ${ofSample(0.05)}`;

/**
 * The index reads all texts that match; the order reads until a thousand match, the longer the fewer there are.
 * Both cost the same when all of 10,000 texts match, or a tenth of 1,000,000.
 */
const isCommonText = sql`hits ^ 2 * texts > ${ofSample(1)} ^ 2 * 10000`;

const isFrequentText = sql`hits >= ${ofSample(0.01)} and hits * texts > ${ofSample(1)} * ${inline(3 * SEARCH.countCap)}`;

export const likeContaining = (text: string) => sql.raw(`like '%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`);

/** Whoever has a word has each part of it. */
const exceedsCountCap = sql`coalesce((
  case when requested.locations is null then (select max(tutors) from listing_words where word ${likeContaining('requested.words')})
    when requested.words is null then (select max(places) from listing_words where word ${likeContaining('requested.locations')}) end
), 0) > ${inline(SEARCH.countCap)}`;
