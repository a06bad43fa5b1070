import { groupBy } from '#shared/domain/groups.ts';
import type { TeachingModeType } from '#shared/vocabulary/people.ts';
import { type Entity, type ExpandedWord, isLatin, MAX_WORDS_WITH_PIECE } from './expand.queries.ts';
import { isLevelWord, isVagueBeside, type Segment } from './match.queries.ts';

type EntityInTerms = Pick<Entity, 'id' | 'parents'>;

/** What a tutor has to match: one of the entities, or the query `otherwise`. */
export type TermsCondition = {
  /** `tutor_texts.terms` contains pairs of a subject or category with a place, but none of topics (`other`). */
  kind: 'subject' | 'place' | 'other';
  entities: readonly EntityInTerms[];
  /** A `tsquery`; null where only the entities count. */
  otherwise: string | null;
};

/** A tutor has to teach one of these subjects or categories in this mode. */
export type TaughtInMode = { mode: TeachingModeType; entities: readonly number[] };

/** With more pairs, joining two long lists of the index is faster than looking up the pairs. */
const MAX_PAIRS = 200;

/** The condition on `tutor_texts.terms` as the text of a `tsquery`; null without conditions. */
export function joinConditions(conditions: readonly TermsCondition[], taught: TaughtInMode | null = null): string | null {
  // The subject of the mode may form a pair with the place too.
  const ofMode = taught ? [toEntitiesCondition('subject', taught.entities)] : [];
  const required = conditions.filter((condition) => !(taught && isImplied(condition, taught)));
  const pair = findPair([...required, ...ofMode]);
  const parts = [
    ...(pair ? [pairQuery(...pair)] : []),
    ...required.filter((condition) => !pair?.includes(condition)).map(conditionQuery),
    ...(taught ? [taught.entities.map((id) => quote(`${MODE_PREFIX[taught.mode]}${id}`)).join(' | ')] : []),
  ];
  return parts.length > 0 ? parts.map((part) => `(${part})`).join(' & ') : null;
}

/** An unfinished word may be a prefix of places and of catalogue names: then the places are the entities, and the others go into `otherwise`. */
export function toCondition(words: readonly ExpandedWord[], segment: Segment): TermsCondition {
  const { entities, canBeName, alternatives } = segment;
  if (alternatives) return joinAlternatives(alternatives.map((one) => toCondition(words, one)));
  const written = canBeName ? writtenQuery(words, segment) : null;
  const places = entities.filter(({ kind }) => kind === 'place');
  if (places.length === 0) return { kind: areSubjects(segment) ? 'subject' : 'other', entities, otherwise: written };
  const others = entities.filter(({ kind }) => kind !== 'place');
  return { kind: 'place', entities: places, otherwise: either(others.length > 0 ? entitiesQuery(others) : null, written) };
}

/** Matches tutors who meet the condition without any of its entities; null where that is impossible. */
export const otherwiseQuery = ({ entities, otherwise }: TermsCondition): string | null =>
  otherwise && `(${otherwise}) & !(${entitiesQuery(entities)})`;

/** Matches tutors who have one of the entities. */
export const toEntitiesCondition = (kind: TermsCondition['kind'], ids: readonly number[]): TermsCondition => ({
  kind,
  entities: ids.map((id) => ({ id, parents: [] })),
  otherwise: null,
});

export const toMediumsCondition = (mediums: readonly string[]): TermsCondition => ({
  kind: 'other',
  entities: [],
  otherwise: mediums.map((medium) => quote(`m:${medium}`)).join(' | '),
});

/**
 * Matches tutors who come to the place, or wrote a word that begins with `word` or is one of `longerWords`, the words that contain it. If these
 * are few, they are complete, and the prefix is not needed.
 */
export function toLocationCondition(word: ExpandedWord, longerWords?: readonly string[]): TermsCondition {
  const entities = word.matches.map(({ entity }) => entity).filter(({ kind }) => kind === 'place');
  const isNumber = word.forms.every((form) => /^\d+$/.test(form.plain));
  const isComplete = isNumber || isNameOfPlace(word) || (longerWords !== undefined && longerWords.length < MAX_WORDS_WITH_PIECE);
  const writtenAsEntity = listWrittenAsEntity(word, entities);
  const others = (list: readonly string[]) => list.filter((one) => !writtenAsEntity.has(one));
  const plain = others(word.forms.map((form) => form.plain)).map((one) => `${quote(`l:${one}`)}${isComplete ? '' : ':*'}`);
  const longer = others(longerWords ?? []).map((one) => quote(`l:${one}`));
  return { kind: 'place', entities, otherwise: either(...new Set([...plain, ...longer])) };
}

/** Separate queries for how a tutor may match a segment; null where that is impossible. */
export type SegmentQueries = { byEntity: string | null; byName: string | null };

export function toSegmentQueries(
  words: readonly ExpandedWord[],
  { words: indices, kind, entities, canBeName, alternatives }: Segment,
): SegmentQueries {
  if (alternatives) {
    const queries = alternatives.map((one) => toSegmentQueries(words, one));
    const joined = (by: keyof SegmentQueries) => either(...queries.map((one) => one[by] && `(${one[by]})`));
    return { byEntity: joined('byEntity'), byName: joined('byName') };
  }
  const named = indices.flatMap((index) => {
    const word = words[index];
    return word ? [`(${inNames(word).join(' | ')})`] : [];
  });
  // In a text, places count as words that tutors wrote, not as entities.
  const ofKind = kind === 'text' ? entities.filter((entity) => entity.kind !== 'place') : entities;
  return {
    byEntity: ofKind.length > 0 ? entitiesQuery(ofKind) : null,
    byName: canBeName && named.length > 0 ? named.join(' & ') : null,
  };
}

/** Matches tutors who have the word in any of its meanings. */
export function toWordQuery(word: ExpandedWord): string {
  return [...new Set(word.matches.map(({ entity }) => quote(`e${entity.id}`))), ...writtenAs(word)].join(' | ');
}

/** Matches tutors with one of the words in their name, or in the name of what they teach. */
export function toCalledQuery(words: readonly ExpandedWord[]): string {
  const entities = words.flatMap(({ matches }) => matches.filter(({ match }) => match === 'word' || match === 'synonym'));
  const inName = words.flatMap(({ forms }) => forms.map(({ plain }) => quote(`n:${plain}`)));
  return [...new Set([...entities.map(({ entity }) => quote(`e${entity.id}`)), ...inName])].join(' | ');
}

/** Matches tutors with all words in their name; the last word may be a prefix. */
export function toNameQuery(forms: readonly { plain: string; key: string }[]): string {
  const words = forms.map((form, index) => ({
    forms: [{ ...form, isLatin: isLatin(form.plain) }],
    isLast: index === forms.length - 1,
    longerWords: null,
    matches: [],
  }));
  return words.map((word) => `(${inNames(word).join(' | ')})`).join(' & ');
}

export function isNameOfPlace({ matches }: ExpandedWord): boolean {
  return matches.some(({ entity, match, isPlaceName }) => entity.kind === 'place' && match === 'word' && isPlaceName);
}

const MODE_PREFIX: Record<TeachingModeType, string> = { online: 'o', 'home-visit': 'h', group: 'g' };

function joinAlternatives(conditions: readonly TermsCondition[]): TermsCondition {
  const [first, ...others] = new Set(conditions.map(({ kind }) => kind));
  return {
    kind: first && others.length === 0 ? first : 'other',
    entities: conditions.flatMap(({ entities }) => entities),
    otherwise: either(...conditions.map(({ otherwise }) => otherwise)),
  };
}

const areSubjects = ({ kind, entities }: Segment): boolean => kind === 'catalogue' && entities.every((entity) => entity.kind !== 'topic');

const either = (...queries: (string | null)[]): string | null => queries.filter((query) => query !== null).join(' | ') || null;

type Pair = readonly [subject: TermsCondition, place: TermsCondition];

/** The pair with the fewest terms; at a tie the last place. The index then reads one short list instead of joining two long ones. */
function findPair(conditions: readonly TermsCondition[]): Pair | null {
  const ofKind = (kind: TermsCondition['kind']) => conditions.filter((condition) => condition.kind === kind && condition.entities.length > 0);
  const pairs = ofKind('subject').flatMap((subject) => ofKind('place').map((place): Pair => [subject, place]));
  const [first] = pairs.toReversed().sort((one, other) => countTerms(one) - countTerms(other));
  return first && countTerms(first) <= MAX_PAIRS ? first : null;
}

const countTerms = ([subject, place]: Pair): number => withoutContained(subject.entities).length * withoutContained(place.entities).length;

function pairQuery(subject: Pair[0], place: Pair[1]): string {
  const places = withoutContained(place.entities);
  const pairs = withoutContained(subject.entities).flatMap(({ id }) => places.map((one) => quote(`p${id}.${one.id}`)));
  const both = ([one, other]: readonly [string | null, string | null]) => (one && other ? [`(${one}) & (${other})`] : []);
  return [
    ...pairs,
    ...both([subject.otherwise, entitiesQuery(place.entities)]),
    ...both([entitiesQuery(subject.entities), place.otherwise]),
    ...both([subject.otherwise, place.otherwise]),
  ].join(' | ');
}

/** Teaching one of the entities in the mode implies having the entity. */
function isImplied({ kind, entities }: TermsCondition, taught: TaughtInMode): boolean {
  return kind === 'subject' && taught.entities.every((id) => entities.some((entity) => entity.id === id));
}

const conditionQuery = ({ entities, otherwise }: TermsCondition): string =>
  [...withoutContained(entities).map(({ id }) => quote(`e${id}`)), ...(otherwise ? [`(${otherwise})`] : [])].join(' | ');

const entitiesQuery = (entities: readonly EntityInTerms[]): string =>
  withoutContained(entities)
    .map(({ id }) => quote(`e${id}`))
    .join(' | ');

/** Drops entities whose parent is in the list too: a tutor with a town also has its district, so the term of the district is enough. */
function withoutContained<E extends EntityInTerms>(entities: readonly E[]): E[] {
  const ids = new Set(entities.map(({ id }) => id));
  return [...new Map(entities.filter(({ parents }) => !parents.some((parent) => ids.has(parent))).map((entity) => [entity.id, entity])).values()];
}

function writtenQuery(words: readonly ExpandedWord[], { words: indices, entities }: Segment): string | null {
  const [first, ...others] = indices.flatMap((index) => words[index] ?? []);
  if (!first) return null;
  if (others.length > 0) return [first, ...others].map((word) => `(${writtenAs(word).join(' | ')})`).join(' & ');
  const isNameOnly = isVagueBeside(first, words);
  return (isNameOnly ? inNames(first) : writtenAs(first, listWrittenAsEntity(first, entities))).join(' | ');
}

/**
 * Words that are names of places in the list: a tutor who wrote one among the locations has its entity, so the term `l:` of the same word would only
 * add a second long list.
 */
function listWrittenAsEntity({ matches }: ExpandedWord, entities: readonly EntityInTerms[]): Set<string> {
  const ids = new Set(entities.map(({ id }) => id));
  const ofPlaces = groupBy(
    matches.filter(({ entity }) => entity.kind === 'place'),
    ({ word }) => word,
  );
  return new Set(ofPlaces.filter((of) => of[0].isPlaceName && of.every(({ entity }) => ids.has(entity.id))).map(([{ word }]) => word));
}

/** Shorter sounds match too many names. */
const MIN_SOUND = 2;

/** Terms for a word in a name or in the locations that a tutor wrote; in another script by the sound. */
function writtenAs(word: ExpandedWord, writtenAsEntity: ReadonlySet<string> = new Set()): string[] {
  const inPlaces = word.forms.flatMap(({ plain }) => spelled('l', plain, word));
  const asEntity = new Set([...writtenAsEntity].map((written) => quote(`l:${written}`)));
  return [...inPlaces.filter((term) => !asEntity.has(term)), ...inNames(word)];
}

function inNames(word: ExpandedWord): string[] {
  return word.forms.flatMap((form) => [...spelled('n', form.plain, word), ...sounding(form, isBeginning(word))]);
}

/** Writes a prefix as the words that begin with it, if they are few and known: these are found faster, and need no recheck of the rows. */
function spelled(kind: 'n' | 'l', plain: string, word: ExpandedWord): string[] {
  const term = quote(`${kind}:${plain}`);
  if (!isBeginning(word)) return [term];
  return word.longerWords ? [term, ...word.longerWords.map((longer) => quote(`${kind}:${longer}`))] : [`${term}:*`];
}

const MIN_COMPLETE = 4;

/** The last word is a prefix, unless it is a complete known word: as a prefix it would make the index read every longer word. */
function isBeginning(word: ExpandedWord): boolean {
  const isKnown = word.matches.some(({ match }) => match === 'word' || match === 'synonym');
  return word.isLast && !isLevelWord(word) && !(isKnown && word.forms.every(({ plain }) => plain.length >= MIN_COMPLETE));
}

function sounding({ key, isLatin }: ExpandedWord['forms'][number], isUnfinished: boolean): string[] {
  // The last letter of an unfinished Sinhala or Tamil word may still get another vowel.
  const sound = isUnfinished && !isLatin ? key.replace(/a$/, '') : key;
  if (sound.length < MIN_SOUND) return [];
  return [isLatin ? quote(`x:${sound}`) : `${quote(`k:${sound}`)}${isUnfinished ? ':*' : ''}`];
}

/** A quoted lexeme of a `tsquery`. */
const quote = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, '$&$&')}'`;
