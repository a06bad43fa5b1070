import type { SearchFilters } from '#shared/contracts/tutor-search.ts';
import { groupBy } from '#shared/domain/groups.ts';
import { toSavedFilters } from '#shared/domain/saved-search.ts';
import { isAnySearch, type PartOfSearch, splitFilters } from '#shared/domain/search-offers.ts';
import { replaceInText } from '#shared/domain/text-parts.ts';
import { removeFromText } from '#shared/domain/text-removal.ts';
import type { SavedFilters } from '#shared/vocabulary/search.ts';
import type { Segment } from './match.queries.ts';
import { listParts, type Part, partOf, type ReadText } from './search-text.queries.ts';
import { placeLabel, segmentsOf, typedAs, type Word } from './segments.queries.ts';

/** `filters` have typing errors corrected, and still contain all words. */
export type CorrectedSearch = { filters: SavedFilters; known: ReadText };

export function toCorrected(input: SearchFilters, known: ReadText): CorrectedSearch {
  const correct = (text: string | undefined) => text && known.corrections.reduce((current, { from, to }) => replaceInText(current, from, to), text);
  return { filters: toSavedFilters({ ...input, search: correct(input.search), location: correct(input.location) }), known };
}

/** Each part of the search with the rest of the search, except rests that would find everybody or are shown already. */
export function listWithout(search: CorrectedSearch, shown: ReadText | null): PartOfSearch[] {
  const { known } = search;
  const gone = shown && listGone(known, shown);
  // Without its unknown words the search finds somebody, and that result is shown.
  if (gone?.length === 0) return [];
  const unknown = listUnknown(known).map((segment) => typedAs(known.words, segment));
  const all = withoutUnknown(search);
  const ofText = groupByLabel(known).filter(({ parts }) => !gone || !isSame(parts, gone));
  const parts: PartOfSearch[] = [...splitFilters(all), ...ofText.map((group) => ({ ...group, rest: withoutParts(search, group.parts) }))];
  const labelled = parts.map(({ labels, ...one }) => ({ ...one, labels: [...unknown, ...labels] }));
  const ofUnknown = { part: 'name' as const, labels: unknown, rest: all };
  return [...(unknown.length > 0 ? [ofUnknown] : []), ...labelled].filter(({ rest }) => !isAnySearch(rest));
}

export type NamedPlaces = { entities: number[]; rest: SavedFilters; namedIn: 'search' | 'location' };

/** The places that the search names, with the rest of the search. */
export function splitPlaces(search: CorrectedSearch): NamedPlaces | null {
  const { filters, known } = search;
  const inLocation = ofKind(segmentsOf(known.locations), 'place');
  if (filters.location && inLocation.length > 0) {
    const all = withoutUnknown(search);
    return { entities: idsOf(inLocation), rest: splitFilters(all).find(({ part }) => part === 'place')?.rest ?? all, namedIn: 'location' };
  }
  // The name of a road is a place that no entity has.
  const inSearch = ofKind(known.allSegments, 'place').filter(({ entities }) => entities.length > 0);
  return inSearch.length > 0 ? { entities: idsOf(inSearch), rest: withoutSegments(search, inSearch), namedIn: 'search' } : null;
}

/** The scopes of subjects and topics that the words name, with the rest of the search. */
export function splitTaught(search: CorrectedSearch): { scopes: string[]; rest: SavedFilters } {
  const segments = ofKind(search.known.allSegments, 'catalogue');
  const { category: _category, subject: _subject, topic: _topic, ...rest } = withoutSegments(search, segments);
  return { scopes: segments.flatMap(({ entities }) => entities.flatMap(({ scope }) => scope ?? [])), rest };
}

const ofKind = (segments: readonly Segment[], kind: Segment['kind']): Segment[] => segments.filter((segment) => segment.kind === kind);
const idsOf = (segments: readonly Segment[]): number[] => segments.flatMap(({ entities }) => entities.map(({ id }) => id));

const listUnknown = ({ segments, allSegments }: ReadText): Segment[] => allSegments.filter((segment) => !segments.includes(segment));

type Group = Pick<PartOfSearch, 'part' | 'labels'> & { parts: Part[] };

/** Words with the same meaning, as in "online zoom", are one part. */
function groupByLabel(known: ReadText): Group[] {
  const groups = groupBy(listParts(known), (one) => `${partOf(one)} ${labelOf(known, one)}`);
  return groups.map(([first, ...others]) => ({ part: partOf(first), labels: [labelOf(known, first)], parts: [first, ...others] }));
}

function labelOf({ words }: ReadText, { segment, filter }: Part): string {
  if (!segment) return filter?.label ?? '';
  const text = typedAs(words.map(withCorrection), segment);
  return segment.kind === 'place' ? placeLabel(segment, text) : text;
}

const withCorrection = (word: Word): Word => ({ ...word, text: word.correction ?? word.text });

const isIn = ({ segment, filter }: Part, { segments, filters }: ReadText): boolean =>
  segment ? segments.includes(segment) : filter !== undefined && filters.includes(filter);

const listGone = (known: ReadText, shown: ReadText): Part[] => listParts(known).filter((part) => !isIn(part, shown));

const isSame = (parts: readonly Part[], others: readonly Part[]): boolean =>
  parts.length === others.length && parts.every((part) => others.some((one) => one.segment === part.segment && one.filter === part.filter));

export const withoutUnknown = (search: CorrectedSearch): SavedFilters => withoutParts(search, []);

const withoutSegments = (search: CorrectedSearch, segments: readonly Segment[]): SavedFilters =>
  withoutParts(
    search,
    segments.map((segment) => ({ segment })),
  );

/** Also removes the words that no tutor has. */
function withoutParts({ filters, known }: CorrectedSearch, parts: readonly Part[]): SavedFilters {
  const segments = [...listUnknown(known), ...parts.flatMap(({ segment }) => segment ?? [])];
  const gone = new Set(segments.flatMap(({ words }) => words));
  const filtersGone = parts.flatMap(({ filter }) => filter ?? []);
  // Only fillers such as "class" would be left, which would be searched as names.
  if (gone.size + filtersGone.length === known.words.length + known.filters.length) return { ...filters, search: undefined };
  const texts = [...[...gone].map((index) => textOf(known.words, index)), ...filtersGone.map(({ text }) => text)];
  return { ...filters, search: texts.reduce(removeFromText, filters.search ?? '') };
}

const textOf = (words: ReadText['words'], index: number): string => words[index]?.correction ?? words[index]?.text ?? '';
