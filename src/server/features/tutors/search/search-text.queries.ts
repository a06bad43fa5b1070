import type { Executor } from '#db/executor.ts';
import type { SearchFilters, SearchReading } from '#shared/contracts/tutors.ts';
import { parseSearchText, type SearchWord, type TextFilter } from '#shared/domain/search-text.ts';
import { allowedTypos, correctWord } from '#shared/domain/typos.ts';
import { type ExpandedWord, expandWords, findSimilarWords, findWordsWith } from './expand.queries.ts';
import { type Segment, toLocationQuery, toSegmentQueries, toSegments, toTermsQuery, toWordQuery } from './match.queries.ts';
import type { TextConditions } from './search-criteria.queries.ts';
import { findUnknownTerms } from './term-frequency.queries.ts';
import { findTown, type Town } from './towns.queries.ts';

/** `correction` is what it was read as instead, where it has a typing error. */
type Word = SearchWord & { expanded: ExpandedWord; correction?: string };

/** The texts of a search as they were read: `search`, of which each word may be anything, and `location`, of which each names a place. */
export type ReadText = {
  words: readonly Word[];
  locations: readonly Word[];
  /** That the location names, and nothing beside it. */
  town: Town | null;
  segments: readonly Segment[];
  filters: readonly TextFilter[];
  corrections: SearchReading['corrections'];
  leftOut: readonly string[];
  isShortened: boolean;
  /** There is a text, and no word in it. */
  isWordless: boolean;
};

export async function readText(db: Executor, { search = '', location = '' }: SearchFilters): Promise<ReadText> {
  const [inSearch, inLocation] = [parseSearchText(search), parseSearchText(location)];
  const [words, locations, town] = await Promise.all([
    expand(db, inSearch.words),
    expand(db, inLocation.words),
    findTown(db, nameOf(inLocation.words)),
  ]);
  const isWordless = (search !== '' && words.length + inSearch.filters.length === 0) || (location !== '' && locations.length === 0);
  const { filters, isShortened } = inSearch;
  return { words, locations, town, segments: segmentsOf(words), filters, corrections: [], leftOut: [], isShortened, isWordless };
}

export function toConditions({ words, locations, town, segments, filters }: ReadText): TextConditions {
  const expanded = words.map((word) => word.expanded);
  const ofCatalogue = segments.filter(({ kind }) => kind === 'catalogue');
  const [only, ...others] = ofCatalogue;
  return {
    terms: toTermsQuery(expanded, segments),
    location: {
      terms: toTermsQuery(
        [],
        [],
        locations.map((word) => toLocationQuery(word.expanded)),
      ),
      town,
    },
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
      ...places.map((segment) => ({ kind: 'place' as const, label: placeLabel(segment, typedAs(words, segment)), text: typedAs(words, segment) })),
      ...filters.map(({ kind, label, text: typed }) => ({ kind, label, text: typed })),
    ],
    corrections,
    leftOut: [...leftOut],
    isShortened,
    town: town?.name ?? null,
  };
}

/**
 * With the words that no tutor has replaced: in `location` by words of which they are a piece (`rest-contract.md`, call 29), and the others by
 * those that were probably meant. Null where there are none.
 */
export async function correctText(db: Executor, text: ReadText): Promise<ReadText | null> {
  const all = [...text.words, ...text.locations];
  const queries = all.map(({ expanded }) => toWordQuery(expanded));
  if (queries.length === 0) return null;
  const unknown = await findUnknownTerms(db, queries);
  const unknownWords = all.filter((_, index) => unknown.has(index));
  const completed = await completePieces(
    db,
    unknownWords.filter((word) => text.locations.includes(word)),
  );
  const corrected = await correctTypos(
    db,
    unknownWords.filter((word) => !completed.has(word)),
  );
  if (completed.size + corrected.size === 0) return null;
  const replaced = (word: Word): Word => completed.get(word) ?? corrected.get(word) ?? word;
  const words = text.words.map(replaced);
  const corrections = [...corrected.values()].map(({ text: from, correction: to = from }) => ({ from, to }));
  const locations = text.locations.map(replaced);
  const town = await findTown(db, nameOf(locations.map((word) => ({ text: word.correction ?? word.text }))));
  return { ...text, words, locations, town, segments: segmentsOf(words), corrections };
}

async function completePieces(db: Executor, pieces: readonly Word[]): Promise<Map<Word, Word>> {
  if (pieces.length === 0) return new Map();
  const wordsWith = await findWordsWith(db, pieces.map(plainOf));
  return new Map(
    pieces.flatMap((word): [Word, Word][] => {
      const forms = wordsWith.get(plainOf(word))?.map((plain) => ({ plain, key: '', isLatin: true })) ?? [];
      return forms.length > 0 ? [[word, { ...word, expanded: { isLast: false, forms, matches: [] } }]] : [];
    }),
  );
}

async function correctTypos(db: Executor, words: readonly Word[]): Promise<Map<Word, Word>> {
  const wrong = words.filter((word) => allowedTypos(plainOf(word)) > 0);
  if (wrong.length === 0) return new Map();
  const similar = await findSimilarWords(db, wrong.map(plainOf));
  const corrected = new Map<Word, Word>();
  for (const word of wrong) {
    const alternatives = correctWord(plainOf(word), similar);
    if (alternatives.length > 0) corrected.set(word, await replaceWord(db, word, alternatives));
  }
  return corrected;
}

/** The same search without some of its words, in the order in which they are tried until a tutor is found. */
export async function relaxText(db: Executor, text: ReadText): Promise<ReadText[]> {
  const { words, segments, filters } = text;
  const unknown = await findUnknownTerms(
    db,
    segments.map((segment) => toTermsQuery(expandedOf(words), [segment]) ?? ''),
  );
  const known = segments.filter((_, index) => !unknown.has(index));
  const parts: Part[] = [...known.map((segment) => ({ segment })), ...filters.map((filter) => ({ filter }))];
  const others = (part: Part) => parts.filter((one) => one !== part);
  const byRank = parts.toSorted((one, other) => rankOf(one) - rankOf(other));
  const choices = [...(unknown.size > 0 ? [parts] : []), ...byRank.map(others), ...byRank.toReversed().map((part) => [part])];
  return choices.filter((choice) => choice.length > 0).map((choice) => onlyWith(text, choice));
}

type Part = { segment?: Segment; filter?: TextFilter };

/** What is given up first: a place, then a name, then what a filter says, and last what is taught. */
function rankOf({ segment, filter }: Part): number {
  if (segment) return { place: 0, text: 1, catalogue: 6 }[segment.kind];
  return { price: 2, female: 3, medium: 4, mode: 5 }[filter?.kind ?? 'mode'];
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

async function expand(db: Executor, words: readonly SearchWord[]): Promise<Word[]> {
  const expanded = await expandWords(
    db,
    words.map(({ word }) => word),
  );
  return words.flatMap((word, index) => {
    const found = expanded[index];
    return found ? [{ ...word, expanded: found }] : [];
  });
}

async function replaceWord(db: Executor, word: Word, alternatives: readonly string[]): Promise<Word> {
  const found = await expandWords(db, alternatives);
  const matches = found.flatMap((one) => one.matches.filter(({ match }) => match !== 'prefix'));
  return { ...word, correction: alternatives[0] ?? word.text, expanded: { isLast: false, forms: found.flatMap(({ forms }) => forms), matches } };
}

const expandedOf = (words: readonly Word[]): ExpandedWord[] => words.map(({ expanded }) => expanded);
const segmentsOf = (words: readonly Word[]): Segment[] => toSegments(expandedOf(words));
const plainOf = ({ expanded, word }: Word): string => expanded.forms[0]?.plain ?? word;
const typedAs = (words: readonly Word[], segment: Segment): string => segment.words.map((index) => words[index]?.text ?? '').join(' ');

function placeLabel({ entities }: Segment, typed: string): string {
  const names = entities.flatMap(({ name }) => name ?? []).toSorted((one, other) => one.length - other.length);
  return names.find((name) => name.toLowerCase() === typed.toLowerCase()) ?? names[0] ?? typed;
}
