import type { Executor } from '#db/executor.ts';
import { describePlace } from '#shared/domain/filter-text.ts';
import { isLevel, parseSearchText, type SearchWord } from '#shared/domain/search-text.ts';
import type { Distance } from '#shared/vocabulary/search.ts';
import type { Entity, ExpandedWord } from './expand.queries.ts';
import { type Segment, toSegments } from './match.queries.ts';
import { findTowns, listTownsWithin, type Town, type Vicinity } from './towns.queries.ts';

/** `correction`: the word that was searched for instead of a misspelled one. `longerWords`: words of tutors that contain a word of `location`. */
export type Word = SearchWord & { expanded: ExpandedWord; correction?: string; longerWords?: readonly string[] };

/** The word as the database normalises it. */
export const plainOf = ({ expanded, word }: Word): string => expanded.forms[0]?.plain ?? word;

/** `distance`: one of the words states a distance; `from` are the words of the towns that it is measured from. */
export type ReadSegment = Segment & { distance?: Vicinity & { from: readonly (readonly number[])[]; label: string } };

/** The segments of each text, with what connects words: "or", distances, and names of roads. */
export async function readSegments(db: Executor, texts: readonly (readonly Word[])[]): Promise<ReadSegment[][]> {
  const read = texts.map((words) => joinRoads(words, joinAlternatives(words, segmentsOf(words))));
  const distances = texts.flatMap((words, text) => findDistances(words, read[text] ?? []).map((one) => ({ ...one, text })));
  const names = [...new Set(distances.flatMap((one) => one.places.map(({ name }) => name)))];
  const found = await findTowns(db, names);
  const measured = await Promise.all(
    distances.map(async (one) => {
      const towns = one.places.flatMap(({ name }) => found[names.indexOf(name)] ?? []);
      if (towns.length < one.places.length) return [];
      const within = await Promise.all(towns.map((town) => listTownsWithin(db, town, one.withinKm)));
      return [{ ...one, towns, within: [...new Set(within.flat())] }];
    }),
  );
  return read.map((segments, text) =>
    measured
      .flat()
      .filter((one) => one.text === text)
      .reduce(withDistance, segments),
  );
}

export function segmentsOf(words: readonly Word[]): Segment[] {
  return toSegments(words.map(({ expanded }) => expanded)).map((segment) => onlyScience(words, segment));
}

/** The pieces of the text that state the segment, as they were typed. */
export function textsOf(words: readonly Word[], { words: indices, alternatives, distance }: ReadSegment): string[] {
  const ofPlaces = distance?.from.flat() ?? indices;
  const ofDistance = indices.filter((index) => !ofPlaces.includes(index));
  const parts = [ofDistance, ...(distance?.from ?? alternatives?.map((one) => one.words) ?? [indices])];
  return parts.filter(({ length }) => length > 0).map((part) => part.map((index) => words[index]?.text ?? '').join(' '));
}

export function typedAs(words: readonly Word[], { words: indices, alternatives, distance }: ReadSegment): string {
  const typed = indices.map((index, position) => {
    const [word, before] = [words[index], words[indices[position - 1] ?? -1]];
    if (!before) return word?.text;
    if (distance && before.withinKm) return ` of ${word?.text}`;
    return (alternatives || distance) && word?.isAlternative ? ` or ${word.text}` : ` ${word?.text}`;
  });
  return typed.join('');
}

export function placeLabel({ entities, alternatives, distance }: ReadSegment, typed: string): string {
  if (distance) return distance.label;
  if (alternatives) return [...new Set(alternatives.map((one, index) => placeLabel(one, typed.split(' or ')[index] ?? typed)))].join(' or ');
  const names = entities.flatMap(({ name }) => name ?? []).toSorted((one, other) => one.length - other.length);
  return names.find((name) => name.toLowerCase() === typed.toLowerCase()) ?? names[0] ?? typed;
}

const SCIENCE = new Set(['science', 'vidyawa', 'vidyava', 'විද්යාව', 'vignanam', 'vinnanam', 'விஞ்ஞானம்', 'அறிவியல்']);
/** Words that may be part of the name of a Science subject, because they say for whom it is taught. */
const KINDS_OF_SCIENCE = new Set(['science', 'general', 'integrated', 'combined', 'primary', 'igcse', 'gcse', 'cambridge', 'edexcel']);

/** "Science" means the subject of that name, not Political Science. In Sinhala and Tamil many more subject names contain the word. */
function onlyScience(words: readonly Word[], segment: Segment): Segment {
  if (segment.kind !== 'catalogue') return segment;
  const typed = segment.words.flatMap((index) => words[index] ?? []).filter(({ word }) => !isLevel(word));
  const isScience = ({ id, name }: Entity) => {
    if (!typed.every(({ expanded }) => expanded.matches.some(({ entity, word }) => entity.id === id && SCIENCE.has(word)))) return false;
    const ofName = parseSearchText(name ?? '').words.map(({ word }) => word);
    return ofName.includes('science') && ofName.every((word) => KINDS_OF_SCIENCE.has(word) || isLevel(word));
  };
  const entities = typed.length > 0 ? segment.entities.filter(isScience) : [];
  return entities.some(({ hasTutors }) => hasTutors) ? { ...segment, entities } : segment;
}

/** An alternative of an "or", by the indices of its first and last word. */
type Operand = [first: number, last: number];

function joinAlternatives(words: readonly Word[], segments: readonly Segment[]): Segment[] {
  return findChains(words, segments).reduce((current: Segment[], operands) => joinChain(words, current, operands), [...segments]);
}

function findChains(words: readonly Word[], segments: readonly Segment[]): Operand[][] {
  const segmentOf = (index: number) => segments.find((segment) => segment.words.includes(index));
  const chains: Operand[][] = [];
  for (const [index, { isAlternative }] of words.entries()) {
    if (!isAlternative || index === 0) continue;
    const last = chains.at(-1)?.at(-1);
    const isContinued = last && (last[0] === index - 1 || segmentOf(last[0]) === segmentOf(index - 1));
    if (isContinued) last[1] = index - 1;
    else chains.push([[index - 1, index - 1]]);
    chains.at(-1)?.push([index, index]);
  }
  return chains;
}

/**
 * Interprets each alternative without the others: "biology or chemistry" is not only the subject that has both in its name. A level applies to all
 * alternatives, and in "o/l or a/l maths" the subject applies to both levels.
 */
function joinChain(words: readonly Word[], segments: readonly Segment[], operands: readonly Operand[]): Segment[] {
  const unchanged = [...segments];
  const isLevelAt = (index: number) => isLevel(words[index]?.word ?? '');
  const haveLevel = operands.some(([index]) => isLevelAt(index));
  const wordsOf = ([first, last]: Operand, isBefore: boolean) => {
    const together = segments.find((segment) => segment.words.includes(first))?.words ?? [];
    const onSide = haveLevel ? [] : together.filter((index) => (isBefore ? index <= last : index >= first) && !isLevelAt(index));
    return [first, last, ...onSide];
  };
  const alternatives = operands.flatMap((operand) => {
    const others = operands.filter((one) => one !== operand).flatMap((other) => wordsOf(other, other[0] < operand[0]));
    const found = segmentsAmong(words, (index) => !others.includes(index)).find((segment) => segment.words.includes(operand[0]));
    return found?.words.includes(operand[1]) ? [found] : [];
  });
  const [first] = alternatives;
  const areAlike = new Set(alternatives.map((one) => `${one.kind} ${one.words.every(isLevelAt)}`)).size === 1;
  if (!first || !areAlike || alternatives.length < operands.length) return unchanged;
  const indices = [...new Set(alternatives.flatMap((one) => one.words))].toSorted((one, other) => one - other);
  const others = segments.filter((segment) => !segment.words.some((index) => indices.includes(index)));
  if (segments.some((segment) => segment.alternatives && !others.includes(segment))) return unchanged;
  const known = new Set([...indices, ...others.flatMap((segment) => segment.words)]);
  const joined: Segment = {
    words: indices,
    kind: first.kind,
    entities: [...new Map(alternatives.flatMap(({ entities }) => entities).map((entity) => [entity.id, entity])).values()],
    canBeName: alternatives.some(({ canBeName }) => canBeName),
    alternatives,
  };
  return inOrder([...others, joined, ...segmentsAmong(words, (index) => !known.has(index))]);
}

function segmentsAmong(words: readonly Word[], isAmong: (index: number) => boolean): Segment[] {
  const indices = [...words.keys()].filter(isAmong);
  const found = segmentsOf(indices.flatMap((index) => words[index] ?? []));
  return found.map((segment) => ({ ...segment, words: segment.words.flatMap((index) => indices[index] ?? []) }));
}

const inOrder = <T extends Segment>(segments: readonly T[]): T[] => segments.toSorted((one, other) => (one.words[0] ?? 0) - (other.words[0] ?? 0));

const ROADS = new Set([
  ...['road', 'rd', 'street', 'lane', 'avenue', 'mawatha', 'mw', 'පාර', 'මාවත', 'වීදිය', 'පටුමග'],
  ...['வீதி', 'தெரு', 'சாலை', 'ஒழுங்கை', 'மாவத்தை'],
]);

/** "Kandy Road" beside other words does not mean Kandy, but a location that a tutor may have written. */
function joinRoads(words: readonly Word[], segments: readonly Segment[]): Segment[] {
  const roads = segments.flatMap((road) => {
    const [at = 0, ...more] = road.words;
    const before = segments.find((one) => one.words.at(-1) === at - 1);
    const isRoad = more.length === 0 && ROADS.has(words[at]?.word ?? '') && !words[at]?.isAlternative;
    if (!isRoad || !before || before.alternatives || words[at - 1]?.withinKm) return [];
    const isAlone = before.words.length + 1 === words.length;
    const isSubject = before.entities.some(({ kind }) => kind === 'subject');
    return isSubject || (isAlone && before.kind === 'place') ? [] : [{ before, road }];
  });
  return roads.reduce<Segment[]>(
    (current, { before, road }) =>
      inOrder([
        ...current.filter((segment) => segment !== before && segment !== road),
        { words: [...before.words, ...road.words], kind: 'place', entities: [], canBeName: true },
      ]),
    [...segments],
  );
}

type FoundDistance = { index: number; withinKm: Distance; segment: Segment; places: { words: readonly number[]; name: string }[] };

/** A distance is measured from the place after it, else from the last one before it. */
function findDistances(words: readonly Word[], segments: readonly Segment[]): FoundDistance[] {
  const all = segments.filter(({ kind, entities }) => kind === 'place' && entities.length > 0);
  return words.flatMap(({ withinKm }, index) => {
    const next = all.find((one) => one.words[0] === index + 1);
    const segment = next ?? all.findLast((one) => (one.words[0] ?? 0) < index) ?? all[0];
    if (!withinKm || !segment) return [];
    const places = segment.alternatives ?? [segment];
    return [{ index, withinKm, segment, places: places.map((place) => ({ words: place.words, name: placeLabel(place, nameOf(words, place)) })) }];
  });
}

type MeasuredDistance = FoundDistance & { towns: readonly Town[]; within: readonly number[] };

function withDistance(segments: ReadSegment[], { index, withinKm, segment, places, towns, within }: MeasuredDistance): ReadSegment[] {
  if (!segments.includes(segment)) return segments;
  const others = segments.filter((one) => one !== segment && !one.words.includes(index));
  const label = describePlace(towns.map(({ name }) => name).join(' or '), withinKm) ?? '';
  return inOrder<ReadSegment>([
    ...others,
    {
      words: [...segment.words, index].toSorted((one, other) => one - other),
      kind: 'place',
      entities: within.map(toTown),
      canBeName: false,
      distance: { withinKm, towns, from: places.map((place) => place.words), label },
    },
  ]);
}

const toTown = (id: number): Entity => ({ id, kind: 'place', scope: null, parents: [], name: null, hasTutors: true });

const nameOf = (words: readonly Word[], segment: Segment): string =>
  segment.words.map((index) => words[index]?.correction ?? words[index]?.text ?? '').join(' ');
