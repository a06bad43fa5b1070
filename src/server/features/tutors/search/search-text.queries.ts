import { type Executor, only } from '#db/executor.ts';
import { toWellFormed } from '#shared/contracts/common.ts';
import type { SearchFilters, SearchReading } from '#shared/contracts/tutor-search.ts';
import { parsePlaceText, parseSearchText, type SearchWord, type TextFilter } from '#shared/domain/search-text.ts';
import { allowedTypos, correctWord } from '#shared/domain/typos.ts';
import { SEARCH_PARTS, type SearchPart } from '#shared/vocabulary/search.ts';
import { type ExpandedWord, expandTexts, expandWords, findSimilarWords, findWordsWith } from './expand.queries.ts';
import type { ReadFilter, TextConditions } from './search-criteria.queries.ts';
import {
  isNameOfPlace,
  joinConditions,
  toCalledQuery,
  toCondition,
  toLocationCondition,
  toSegmentQueries,
  toWordQuery,
} from './search-terms.queries.ts';
import { placeLabel, plainOf, type ReadSegment, readSegments, textsOf, typedAs, type Word } from './segments.queries.ts';
import { findUnknownTerms } from './term-frequency.queries.ts';
import { findTowns, type Town } from './towns.queries.ts';
import { readWords } from './word-readings.queries.ts';

/** The interpreted texts of a search: `search`, whose words may mean anything, and `location`, whose words are places. */
export type ReadText = {
  words: readonly Word[];
  locations: readonly Word[];
  /** The town that the location field names, if it contains nothing else. */
  town: Town | null;
  segments: readonly ReadSegment[];
  /** `segments` and those that were left out. */
  allSegments: readonly ReadSegment[];
  filters: readonly ReadFilter[];
  corrections: SearchReading['corrections'];
  leftOut: readonly string[];
  isShortened: boolean;
  /** A text was given, but contains no words. */
  isWordless: boolean;
};

type Texts = Pick<SearchFilters, 'search' | 'location'>;

export async function readText(db: Executor, texts: Texts): Promise<ReadText> {
  return only(await readTexts(db, [texts]));
}

export async function readTexts(db: Executor, all: readonly Texts[]): Promise<ReadText[]> {
  // PostgreSQL returns another character for a lone surrogate, so the word would not be found again in the result.
  const wellFormed = all.map(({ search = '', location = '' }) => ({ search: toWellFormed(search), location: toWellFormed(location) }));
  const parsed = wellFormed.map((texts) => ({ ...texts, inSearch: parseSearchText(texts.search), inLocation: parsePlaceText(texts.location) }));
  const lists = parsed.flatMap(({ inSearch, inLocation }) => [inSearch.words, inLocation.words]);
  const [expanded, towns] = await Promise.all([
    expandTexts(
      db,
      lists.map((words) => words.map(({ word }) => word)),
    ),
    findTowns(
      db,
      parsed.map(({ inLocation }) => nameOf(inLocation.words)),
    ),
  ]);
  const read = lists.map((words, list) => withExpanded(words, expanded[list] ?? []));
  const longerWords = await findLongerWords(db, read.filter((_, list) => list % 2 === 1).flat());
  const inSearches = await readWords(
    db,
    read.filter((_, list) => list % 2 === 0),
  );
  const segments = await readSegments(db, inSearches);
  const allFilters = await readFilters(
    db,
    parsed.map(({ inSearch }) => inSearch.filters),
  );
  return parsed.map(({ search, location, inSearch, inLocation }, index) => {
    const [words, wordsOfLocation] = [inSearches[index] ?? [], read[2 * index + 1] ?? []];
    const filters = allFilters[index] ?? [];
    const locations = wordsOfLocation.map((word) => ({ ...word, longerWords: longerWords.get(plainOf(word)) }));
    const isWordless = (search !== '' && words.length + filters.length === 0) || (location !== '' && locations.length === 0);
    const town = towns[index] ?? null;
    const isShortened = inSearch.isShortened || inLocation.isShortened;
    const allSegments = segments[index] ?? [];
    return { words, locations, town, segments: allSegments, allSegments, filters, corrections: [], leftOut: [], isShortened, isWordless };
  });
}

async function readFilters(db: Executor, lists: readonly (readonly TextFilter[])[]): Promise<ReadFilter[][]> {
  const texts = [...new Set(lists.flat().flatMap((filter) => (filter.kind === 'times' ? filter.words : [])))];
  if (texts.length === 0) return lists.map((filters) => [...filters]);
  const expanded = await expandWords(db, texts);
  const queries = expanded.map((word) => toCalledQuery([word]));
  const unknown = await findUnknownTerms(db, queries);
  const called = new Map(texts.flatMap((text, index) => (unknown.has(index) ? [] : [[text, queries[index] ?? '']])));
  return lists.map((filters) =>
    filters.map((filter) => {
      const ofWords = filter.kind === 'times' ? filter.words.flatMap((word) => called.get(word) ?? []) : [];
      return ofWords.length > 0 ? { ...filter, called: ofWords.join(' | ') } : filter;
    }),
  );
}

function withExpanded(words: readonly SearchWord[], expanded: readonly ExpandedWord[]): Word[] {
  return words.flatMap((word, index) => {
    const found = expanded[index];
    return found ? [{ ...word, expanded: found }] : [];
  });
}

export function toConditions({ words, locations, town, segments, filters }: ReadText): TextConditions {
  const expanded = words.map((word) => word.expanded);
  const ofCatalogue = segments.filter(({ kind }) => kind === 'catalogue');
  const [only, ...others] = ofCatalogue;
  return {
    conditions: segments.map((segment) => toCondition(expanded, segment)),
    location: { conditions: locations.map((word) => toLocationCondition(word.expanded, word.longerWords)), town },
    filters,
    scopes: only && others.length === 0 ? only.entities.flatMap(({ scope }) => scope ?? []) : [],
    parts: segments.map((segment) => ({ text: typedAs(words, segment), kind: segment.kind, ...toSegmentQueries(expanded, segment) })),
  };
}

export function toReading(text: ReadText): SearchReading {
  const { words, segments, filters, corrections, leftOut, isShortened, town } = text;
  const places = segments.filter(({ kind }) => kind === 'place');
  return {
    filters: [
      ...places.flatMap((segment) => {
        const label = placeLabel(segment, typedAs(words, segment));
        return textsOf(words, segment).map((text) => ({ kind: 'place' as const, label, text }));
      }),
      ...filters.map((filter) => ({
        kind: filter.kind,
        label: filter.label,
        text: filter.text,
        ...(filter.kind === 'times' && { days: filter.days }),
      })),
    ],
    corrections,
    leftOut: [...leftOut],
    isShortened,
    town: town?.name ?? null,
  };
}

/** Replaces words that no tutor has by similar known words. Null where there is nothing to correct. */
export async function correctText(db: Executor, text: ReadText): Promise<ReadText | null> {
  const all = [...text.words, ...text.locations.filter(({ longerWords = [] }) => longerWords.length === 0)];
  const queries = all.map(({ expanded }) => toWordQuery(expanded));
  if (queries.length === 0) return null;
  const unknown = await findUnknownTerms(db, queries);
  const corrected = await correctTypos(
    db,
    all.filter((_, index) => unknown.has(index)),
  );
  if (corrected.size === 0) return null;
  const replaced = (word: Word): Word => corrected.get(word) ?? word;
  const words = only(await readWords(db, [text.words.map(replaced)]));
  const corrections = [...corrected.values()].map(({ text: from, correction: to = from }) => ({ from, to }));
  const locations = text.locations.map(replaced);
  const town = only(await findTowns(db, [nameOf(locations.map((word) => ({ text: word.correction ?? word.text })))]));
  const segments = only(await readSegments(db, [words]));
  return { ...text, words, locations, town, segments, allSegments: segments, corrections };
}

/** For each word of `location` that is not the name of a place, the words of tutors that contain it: the REST API documents a search by parts of words. */
async function findLongerWords(db: Executor, locations: readonly Word[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const parts = new Set(locations.filter(({ expanded }) => !isNameOfPlace(expanded)).map(plainOf));
  return parts.size > 0 ? findWordsWith(db, [...parts]) : new Map();
}

async function correctTypos(db: Executor, words: readonly Word[]): Promise<Map<Word, Word>> {
  const wrong = words.filter((word) => allowedTypos(plainOf(word)) > 0);
  if (wrong.length === 0) return new Map();
  const similar = await findSimilarWords(db, wrong.map(plainOf));
  const corrected = new Map<Word, Word>();
  for (const word of wrong) {
    const alternatives = correctWord(plainOf(word), similar);
    // A known word that no tutor has is not a typing error.
    const isKnown = alternatives.includes(plainOf(word));
    if (alternatives.length > 0 && !isKnown) corrected.set(word, await replaceWord(db, word, alternatives));
  }
  return corrected;
}

/** Leaves out the words that no tutor has at all. */
export async function leaveOutUnknown(db: Executor, text: ReadText): Promise<ReadText> {
  const { words, segments } = text;
  const unknown = await findUnknownTerms(
    db,
    segments.map((segment) => joinConditions([toCondition(expandedOf(words), segment)]) ?? ''),
  );
  return onlyWith(
    text,
    listParts(text).filter(({ segment }) => !segment || !unknown.has(segments.indexOf(segment))),
  );
}

/** With more parts, leaving out each one alone would take too many searches. */
const MAX_LEFT_OUT_ALONE = 6;

/**
 * Variants of the search without some of its parts, in the order in which they are tried until a tutor is found: without one part, without more and
 * more of them, and with a single part.
 */
export function relaxText(text: ReadText, known: ReadText): ReadText[] {
  const parts = listParts(known);
  const others = (part: Part) => parts.filter((one) => one.segment !== part.segment || one.filter !== part.filter);
  // The name of a road is a place that no entity has.
  const rankOf = (part: Part) => SEARCH_PARTS.indexOf(partOf(part)) + (part.segment?.kind === 'place' && part.segment.entities.length > 0 ? 0.5 : 0);
  const byRank = parts.toSorted((one, other) => rankOf(one) - rankOf(other));
  const withoutOne = byRank.length <= MAX_LEFT_OUT_ALONE ? byRank.map(others) : [];
  const withoutMore = byRank.map((_, index) => byRank.slice(index)).slice(withoutOne.length > 0 ? 2 : 1, -1);
  const choices = [...withoutOne, ...withoutMore, ...byRank.toReversed().map((part) => [part])];
  const relaxed = choices.filter((choice) => choice.length > 0).map((choice) => onlyWith(text, choice));
  return known.leftOut.length > 0 && parts.length > 0 ? [known, ...relaxed] : relaxed;
}

export type Part = { segment?: ReadSegment; filter?: ReadFilter };

export const listParts = ({ segments, filters }: ReadText): Part[] => [
  ...segments.map((segment) => ({ segment })),
  ...filters.map((filter) => ({ filter })),
];

export function partOf({ segment, filter }: Part): SearchPart {
  if (segment) return ({ place: 'place', text: 'name', catalogue: 'taught' } as const)[segment.kind];
  return filter?.kind ?? 'mode';
}

function onlyWith(text: ReadText, parts: readonly Part[]): ReadText {
  const segments = text.segments.filter((segment) => parts.some((part) => part.segment === segment));
  const filters = text.filters.filter((filter) => parts.some((part) => part.filter === filter));
  const leftOut = [
    ...text.segments.filter((segment) => !segments.includes(segment)).map((segment) => typedAs(text.words, segment)),
    ...text.filters.filter((filter) => !filters.includes(filter)).map((filter) => filter.text),
  ];
  return { ...text, segments, filters, leftOut };
}

const nameOf = (words: readonly Pick<SearchWord, 'text'>[]): string => words.map(({ text }) => text).join(' ');

async function replaceWord(db: Executor, word: Word, alternatives: readonly string[]): Promise<Word> {
  const found = await expandWords(db, alternatives);
  const matches = found.flatMap((one) => one.matches.filter(({ match }) => match !== 'prefix'));
  return {
    ...word,
    correction: alternatives[0] ?? word.text,
    expanded: { isLast: false, longerWords: null, forms: found.flatMap(({ forms }) => forms), matches },
  };
}

const expandedOf = (words: readonly Word[]): ExpandedWord[] => words.map(({ expanded }) => expanded);
