import { isLevel } from '#shared/domain/search-text.ts';
import type { Entity, EntityKind, ExpandedWord } from './expand.queries.ts';

/** Words of a search that are met together: by one entity, or by what tutors have written. */
export type Segment = {
  /** Places in the list of words. */
  words: readonly number[];
  kind: 'catalogue' | 'place' | 'text';
  entities: readonly Entity[];
};

/** Which words stand for which entity. Words of the catalogue belong together wherever they stand, those of a place only side by side. */
export function toSegments(words: readonly ExpandedWord[]): Segment[] {
  const indices = [...words.keys()];
  const matches = words.map(toMatches);
  const isIn = (kind: 'catalogue' | 'place') => (index: number) => matches[index]?.some((entity) => isOfKind(entity, kind)) ?? false;
  const places = splitRuns(indices.filter(isIn('place'))).flatMap((run) => cover(run, matches, 'place'));
  const inLongPlaces = new Set(places.filter((segment) => segment.words.length > 1).flatMap((segment) => segment.words));
  const inPlaces = new Set(places.flatMap((segment) => segment.words));
  const catalogue = cover(
    indices.filter((index) => isIn('catalogue')(index) && !inLongPlaces.has(index)),
    matches,
    'catalogue',
  )
    // "Kandy" beside "dance" is the dance; alone it is the town.
    .filter((segment) => segment.words.length > 1 || segment.words.every((index) => !inPlaces.has(index)))
    .map((segment) => (segment.words.every((index) => isLevelWord(words[index])) ? withAllKinds(segment, matches) : segment));
  const inCatalogue = new Set(catalogue.flatMap((segment) => segment.words));
  const ofPlaces = places.filter((segment) => segment.words.every((index) => !inCatalogue.has(index)));
  const known = new Set([...catalogue, ...ofPlaces].flatMap((segment) => segment.words));
  const others = indices.filter((index) => !known.has(index)).map((index): Segment => ({ words: [index], kind: 'text', entities: [] }));
  return [...catalogue, ...ofPlaces, ...others].sort((one, other) => (one.words[0] ?? 0) - (other.words[0] ?? 0));
}

/** The condition on `tutor_texts.terms`, a text for `tsquery`; null where there is none. */
export function toTermsQuery(words: readonly ExpandedWord[], segments: readonly Segment[], more: readonly string[] = []): string | null {
  const conditions = [...segments.map((segment) => segmentQuery(words, segment)), ...more];
  return conditions.length > 0 ? conditions.map((condition) => `(${condition})`).join(' & ') : null;
}

/** Apart, what `toTermsQuery` joins for one segment; null where it cannot be met so. */
export type SegmentQueries = { byEntity: string | null; byName: string | null };

export function toSegmentQueries(words: readonly ExpandedWord[], { words: indices, entities }: Segment): SegmentQueries {
  const named = indices.flatMap((index) => {
    const word = words[index];
    return word ? [`(${word.forms.flatMap((form) => namedAs(form, word.isLast)).join(' | ')})`] : [];
  });
  return {
    byEntity: entities.length > 0 ? entities.map(({ id }) => quote(`e${id}`)).join(' | ') : null,
    byName: indices.some((index) => isLevelWord(words[index])) || named.length === 0 ? null : named.join(' & '),
  };
}

/** Whoever has one word, in whatever it stands for. */
export function toWordQuery(word: ExpandedWord): string {
  return [...new Set(word.matches.map(({ entity }) => quote(`e${entity.id}`))), ...writtenAs(word)].join(' | ');
}

/** Whoever names the place, or writes a word that begins so. */
export function toLocationQuery({ forms, matches }: ExpandedWord): string {
  const places = matches.filter(({ entity }) => entity.kind === 'place').map(({ entity }) => quote(`e${entity.id}`));
  return [...new Set(places), ...forms.map(({ plain }) => `${quote(`l:${plain}`)}:*`)].join(' | ');
}

/** Whoever has all words in the name, the last one as a beginning too. */
export function toNameQuery(forms: readonly { plain: string; key: string }[]): string {
  const words = forms.map((form, index) => namedAs({ ...form, isLatin: isLatin(form.plain) }, index === forms.length - 1));
  return words.map((ways) => `(${ways.join(' | ')})`).join(' & ');
}

export const mediumTerm = (medium: string): string => quote(`m:${medium}`);
/** Whoever has one of them. */
export const toEntitiesQuery = (ids: readonly number[]): string => ids.map((id) => quote(`e${id}`)).join(' | ');

/** `isNamed`: the word is in its name. */
type Match = Entity & { isNamed: boolean };

/** What meets the word in the best way: nobody who types "art" is after "artificial". A letter or two may be a word, and are mostly a beginning. */
function toMatches({ matches, forms }: ExpandedWord): Match[] {
  const best = [['word', 'synonym'], ['sound'], ['prefix']].find((ways) => matches.some(({ match }) => ways.includes(match)));
  const isShort = forms.every(({ plain }) => plain.length <= 2 && !isLevel(plain));
  const named = new Set(matches.filter(({ match }) => match === 'word').map(({ entity }) => entity.id));
  return toEntities(matches.filter(({ match }) => best?.includes(match) || isShort)).map((entity) => ({ ...entity, isNamed: named.has(entity.id) }));
}

const toEntities = (matches: ExpandedWord['matches']): Entity[] => [...new Map(matches.map(({ entity }) => [entity.id, entity])).values()];
const isOfKind = ({ kind }: Entity, wide: 'catalogue' | 'place'): boolean => (kind === 'place') === (wide === 'place');
const isLevelWord = (word: ExpandedWord | undefined): boolean => word?.forms.every(({ plain }) => isLevel(plain)) ?? false;

function splitRuns(indices: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const index of indices) {
    const run = runs.at(-1);
    if (run && run.at(-1) === index - 1) run.push(index);
    else runs.push([index]);
  }
  return runs;
}

/** Takes the longest beginning of the words that one entity has all of, and so on with the rest. */
function cover(indices: readonly number[], matches: readonly Match[][], kind: 'catalogue' | 'place'): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < indices.length; ) {
    const lists = indices.slice(from).map((index) => matches[index] ?? []);
    const length = [...lists.keys()].map((index) => lists.length - index).find((size) => commonEntities(lists.slice(0, size), kind).length > 0) ?? 1;
    const entities = commonEntities(lists.slice(0, length), kind);
    if (entities.length > 0) segments.push({ words: indices.slice(from, from + length), kind, entities });
    from += length;
  }
  return segments;
}

function commonEntities(lists: readonly Match[][], kind: 'catalogue' | 'place'): Match[] {
  const ids = lists.map((list) => new Set(list.map(({ id }) => id)));
  const all = [...new Map(lists.flat().map((entity) => [entity.id, entity])).values()].filter((entity) => isOfKind(entity, kind));
  const alone = all.filter(({ id }) => ids.every((of) => of.has(id)));
  if (alone.length > 0) return kind === 'place' ? alone : ofFirstKind(alone);
  // "A/L maths": the subject has the one word and its category the other.
  return ofFirstKind(all.filter(({ id, parents }) => ids.every((of) => of.has(id) || parents.some((parent) => of.has(parent)))));
}

/** "A/L" alone means everything at that level. */
function withAllKinds(segment: Segment, matches: readonly Match[][]): Segment {
  return { ...segment, entities: segment.words.flatMap((index) => matches[index] ?? []).filter((entity) => isOfKind(entity, 'catalogue')) };
}

const KINDS: readonly EntityKind[] = ['subject', 'topic', 'category'];

/**
 * Subjects before topics before categories: "science" means those who teach Science, not all who teach in A/L Physical Science.
 * "Commerce" is the name of a category and only another word for some subjects: there it means both.
 */
function ofFirstKind(entities: readonly Match[]): Match[] {
  const isNamed = (kind: EntityKind) => entities.some((entity) => entity.kind === kind && entity.isNamed);
  if (isNamed('category') && !isNamed('subject')) return entities.filter(({ kind }) => kind !== 'topic');
  const first = KINDS.find((kind) => entities.some((entity) => entity.kind === kind));
  return entities.filter(({ kind }) => kind === first);
}

function segmentQuery(words: readonly ExpandedWord[], { words: indices, entities }: Segment): string {
  const ofEntities = withoutContained(entities).map(({ id }) => quote(`e${id}`));
  // "A/L" is no part of a name, "Al" is.
  if (ofEntities.length > 0 && indices.some((index) => isLevelWord(words[index]))) return ofEntities.join(' | ');
  const written = indices.flatMap((index) => {
    const word = words[index];
    return word ? [writtenAs(word).join(' | ')] : [];
  });
  const byName = written.length > 1 ? written.map((one) => `(${one})`).join(' & ') : written.join('');
  return [...ofEntities, `(${byName})`].join(' | ');
}

/** Whoever has a town has its district: where the word means both, one of the terms is enough. */
function withoutContained(entities: readonly Entity[]): Entity[] {
  const ids = new Set(entities.map(({ id }) => id));
  return entities.filter(({ parents }) => !parents.some((parent) => ids.has(parent)));
}

/** Shorter sounds are met by too many names. */
const MIN_SOUND = 2;

/** In a name or in the places that a tutor writes; in another script, by the sound. */
function writtenAs({ forms, isLast }: ExpandedWord): string[] {
  return forms.flatMap((form) => [`${quote(`l:${form.plain}`)}${isLast ? ':*' : ''}`, ...namedAs(form, isLast)]);
}

function namedAs({ plain, key, isLatin }: ExpandedWord['forms'][number], isLast: boolean): string[] {
  const end = isLast ? ':*' : '';
  // While it is typed, the last letter of a Sinhala or Tamil word may still get another vowel.
  const sound = isLast && !isLatin ? key.replace(/a$/, '') : key;
  const bySound = isLatin ? quote(`x:${sound}`) : `${quote(`k:${sound}`)}${end}`;
  return [`${quote(`n:${plain}`)}${end}`, ...(sound.length >= MIN_SOUND ? [bySound] : [])];
}

const isLatin = (word: string): boolean => /^[ -~]*$/.test(word);

/** A lexeme in the syntax of `tsquery`. */
const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
