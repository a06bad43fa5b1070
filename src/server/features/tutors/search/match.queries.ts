import { groupBy } from '#shared/domain/groups.ts';
import { isLevel, parseSearchText } from '#shared/domain/search-text.ts';
import type { Entity, EntityKind, EntityMatch, ExpandedWord } from './expand.queries.ts';

/** Words of a search that are matched together: by one entity, or by what tutors have written. */
export type Segment = {
  /** Indices in the list of words. */
  words: readonly number[];
  /** A word that is still being typed may be a prefix of catalogue names and of places; then its kind is `text`, with entities of both. */
  kind: 'catalogue' | 'place' | 'text';
  entities: readonly Entity[];
  /** False for levels, unless other words make it a name: "A/L" is not part of a name, but "Al Fareed" is one. */
  canBeName: boolean;
  /** A tutor needs to match one of them, as in "maths or physics". */
  alternatives?: readonly Segment[];
};

/**
 * Assigns words to entities, whatever their order; only the words of one place have to be adjacent.
 * "Kandy" beside "dance" is the dance; beside "history" or alone it is the town.
 */
export function toSegments(words: readonly ExpandedWord[]): Segment[] {
  const indices = [...words.keys()];
  const longPlaces = findLongPlaces(words.map((word) => toMatches(word)));
  const inLongPlaces = new Set(longPlaces.flatMap((segment) => segment.words));
  const matches = words.map((word) => toMatches(word, isMetAlone));
  const others = indices.filter((index) => !inLongPlaces.has(index));
  const catalogue = coverByCatalogue(others, matches)
    .filter(({ words: [index = 0, ...more] }) => more.length > 0 || !isVagueBeside(words[index], words))
    .map((group, _, groups) => withPlaces(group, matches, groups.length === 1))
    .map((group) => (isLevelGroup(words, group) ? withAllKinds(group, matches) : group));
  const known = new Set(catalogue.flatMap((segment) => segment.words));
  const rest = others.filter((index) => !known.has(index)).map((index) => toPlaceOrText(index, matches));
  const groups = [...longPlaces, ...catalogue, ...rest].sort((one, other) => (one.words[0] ?? 0) - (other.words[0] ?? 0));
  const hasName = groups.some(({ kind }) => kind === 'text') && groups.filter(({ kind }) => kind === 'catalogue').length === 1;
  return groups.map((group) => {
    const hasLevel = group.kind === 'catalogue' && group.words.some((index) => isLevelWord(words[index]));
    return { ...group, canBeName: !hasLevel || (hasName && group.words.length === 1) };
  });
}

type Group = Omit<Segment, 'canBeName'>;

/** How a word matches an entity: `isNamed` by its name, `isPlaceName` as the name of a place, `isComplete` not only as a prefix, `isOfName` not only as a synonym. */
type Match = Entity & { isNamed: boolean; isPlaceName: boolean; isComplete: boolean; isOfName: boolean };
/** What one word may stand for, by the id of the entity. */
type Matches = ReadonlyMap<number, Match>;

/** Only the best kind of match counts: "art" does not mean "artificial". For one or two letters prefixes count as well, because they are rarely words. */
function toMatches({ matches, forms }: ExpandedWord, isMet: (one: EntityMatch, plain: string) => boolean = () => true): Matches {
  const met = matches.filter((one) => isMet(one, forms[0]?.plain ?? ''));
  const best = [['word', 'synonym'], ['sound'], ['prefix']].find((ways) => met.some(({ match }) => ways.includes(match)));
  const isShort = forms.every(({ plain }) => plain.length <= 2 && !isLevel(plain));
  const byEntity = groupBy(
    met.filter(({ match }) => best?.includes(match) || isShort),
    ({ entity }) => String(entity.id),
  );
  return new Map(
    byEntity.map((of) => [
      of[0].entity.id,
      {
        ...of[0].entity,
        isNamed: of.some(({ match }) => match === 'word'),
        isPlaceName: of.every(({ isPlaceName }) => isPlaceName),
        isComplete: of.some(({ match }) => match !== 'prefix'),
        isOfName: of.some(({ isSynonym }) => !isSynonym),
      },
    ]),
  );
}

/**
 * Words of names that mean nothing beside other words: "maths new syllabus" is neither in Mulleriyawa New Town nor about New Media. Nothing in the
 * data distinguishes them from words such as "Lavinia", so they are listed.
 */
const VAGUE_WORDS = new Set([
  ...['town', 'district', 'city', 'junction', 'road', 'place', 'point', 'pt', 'mount', 'mt', 'pass', 'island', 'gardens', 'bazaar', 'airport'],
  ...['north', 'south', 'east', 'west', 'new', 'grand', 'union', 'scheme', 'housing', 'sri', 'maha', 'uda', 'pita', 'ela', 'oya', 'nagar', 'ja'],
  ...['දිස්ත්රික්කය', 'නගරය', 'ටවුම්', 'ශ්රී', 'මහ', 'ඇල', 'එල', 'ඔය', 'වීදිය', 'තුඩුව'],
  ...['மாவட்டம்', 'நகரம்', 'நகர்', 'டவுன்', 'ஸ்ரீ', 'மஹா', 'ஓயா', 'வீதி'],
]);

const isVague = (plain: string): boolean => VAGUE_WORDS.has(plain) || /^\d+$/.test(plain);
export const isVagueBeside = (word: ExpandedWord | undefined, words: readonly ExpandedWord[]): boolean =>
  words.length > 1 && word?.forms.every(({ plain }) => isVague(plain)) === true;

/** A single word matches a place with that name, or with the word in its name unless the word is vague. */
function isMetAlone({ entity, match, isPlaceName }: EntityMatch, plain: string): boolean {
  return entity.kind !== 'place' || isPlaceName || (match === 'word' && !isVague(plain));
}

const isOfKind = ({ kind }: Entity, wide: 'catalogue' | 'place'): boolean => (kind === 'place') === (wide === 'place');
const listOfKind = (matches: Matches = new Map(), kind: 'catalogue' | 'place'): Match[] =>
  [...matches.values()].filter((entity) => isOfKind(entity, kind));
export const isLevelWord = (word: ExpandedWord | undefined): boolean => word?.forms.every(({ plain }) => isLevel(plain)) ?? false;

function isLevelGroup(words: readonly ExpandedWord[], { kind, words: indices }: Group): boolean {
  return kind === 'catalogue' && indices.every((index) => isLevelWord(words[index]));
}

/** Place names of several words, each as long as possible. */
function findLongPlaces(matches: readonly Matches[]): Group[] {
  const groups: Group[] = [];
  for (let from = 0; from < matches.length; ) {
    const lists = matches.slice(from);
    const length = [...lists.keys()].map((index) => lists.length - index).find((size) => commonPlaces(lists.slice(0, size)).length > 0) ?? 1;
    const words = [...lists.keys()].slice(0, length).map((index) => from + index);
    if (length > 1) groups.push({ words, kind: 'place', entities: commonPlaces(lists.slice(0, length)) });
    from += length;
  }
  return groups;
}

function commonPlaces([first = new Map(), ...others]: readonly Matches[]): Match[] {
  return listOfKind(first, 'place').filter(({ id }) => others.every((list) => list.has(id)));
}

/** A greedy cover: takes the entity with the most words, preferring its own words to those of its parents, and repeats with the remaining words. */
function coverByCatalogue(indices: readonly number[], matches: readonly Matches[]): Group[] {
  const reaches = listReaches(indices, matches);
  const [best] = reaches
    .filter(({ words }) => words.length > 0)
    .sort(byReach)
    .map(({ words }) => words);
  if (!best) return [];
  const group: Group = { words: best, kind: 'catalogue', entities: commonEntities(best, reaches) };
  const left = indices.filter((index) => !best.includes(index));
  return [group, ...coverByCatalogue(left, matches)];
}

function byReach(one: Reach, other: Reach): number {
  const span = ({ words }: Reach) => (words.at(-1) ?? 0) - (words[0] ?? 0);
  const first = ({ words }: Reach) => words[0] ?? 0;
  return other.words.length - one.words.length || other.own.length - one.own.length || span(one) - span(other) || first(one) - first(other);
}

/** The words that match an entity itself (`own`), and those that match it or its parents (`words`): in "A/L maths" the category has "A/L". */
type Reach = { entity: Match; own: readonly number[]; words: readonly number[] };

function listReaches(indices: readonly number[], matches: readonly Matches[]): Reach[] {
  const entities = new Map(indices.flatMap((index) => listOfKind(matches[index], 'catalogue').map((one) => [one.id, one])));
  return [...entities.values()].map((entity) => {
    const own = ownWords(entity, indices, matches);
    const isOfParent = (index: number) => entity.parents.some((id) => matches[index]?.has(id));
    return { entity, own, words: own.length > 0 ? indices.filter((index) => own.includes(index) || isOfParent(index)) : [] };
  });
}

/**
 * The words that match an entity itself. The name of a place counts only beside another word of the entity that is not a word of its subject: "history
 * kandy" is History in Kandy, not a topic about it. A topic whose name consists of places only matches if nothing else is typed.
 */
function ownWords(entity: Match, indices: readonly number[], matches: readonly Matches[]): number[] {
  const own = indices.filter((index) => matches[index]?.has(entity.id));
  const others = own.filter((index) => !matches[index]?.get(entity.id)?.isPlaceName);
  const isOfSubject = (index: number) => entity.parents.some((id) => matches[index]?.get(id)?.kind === 'subject');
  const isWholeName = own.length > 1 && own.length === matches.length && own.length === parseSearchText(entity.name ?? '').words.length;
  return others.some((index) => !isOfSubject(index)) || (others.length === 0 && isWholeName) ? own : others;
}

/** The entities that match all of the words themselves; if no tutor has any of these, also those that match them with their parents. */
function commonEntities(words: readonly number[], reaches: readonly Reach[]): Match[] {
  const having = (part: 'own' | 'words') =>
    reaches.filter((reach) => words.every((index) => reach[part].includes(index))).map(({ entity }) => entity);
  const [alone, all] = [having('own'), having('words')];
  const preferred = [alone, all].find((entities) => entities.some(({ hasTutors }) => hasTutors));
  return ofFirstKind(preferred ?? (alone.length > 0 ? alone : all));
}

/**
 * A single word that also matches a place is the place; while it is being typed, it may be a prefix of either. Beside a subject it is no prefix of a
 * synonym: "physics kan" becomes "physics kandy" rather than Physics with "kanitham".
 */
function withPlaces(group: Group, matches: readonly Matches[], isOnlyTaught: boolean): Group {
  const [index = 0, ...others] = group.words;
  const places = listOfKind(others.length === 0 ? matches[index] : undefined, 'place');
  if (places.length === 0) return group;
  if (places.some(({ isComplete }) => isComplete)) return { ...group, kind: 'place', entities: places };
  const taught = isOnlyTaught ? group.entities : group.entities.filter(({ id }) => matches[index]?.get(id)?.isOfName);
  return { ...group, kind: 'text', entities: [...taught, ...places] };
}

function toPlaceOrText(index: number, matches: readonly Matches[]): Group {
  const entities = listOfKind(matches[index], 'place');
  return { words: [index], kind: entities.length > 0 ? 'place' : 'text', entities };
}

/** "A/L" alone means everything at that level. */
function withAllKinds(group: Group, matches: readonly Matches[]): Group {
  return { ...group, entities: group.words.flatMap((index) => listOfKind(matches[index], 'catalogue')) };
}

const KINDS: readonly EntityKind[] = ['subject', 'topic', 'category'];

/**
 * Subjects before topics before categories: "science" means the subject Science, not everything in A/L Physical Science. "Commerce" is the name of a
 * category and only a synonym for some subjects, so it means both.
 */
function ofFirstKind(all: readonly Match[]): Match[] {
  const withTutors = all.filter(({ hasTutors }) => hasTutors);
  const entities = withTutors.length > 0 ? withTutors : all;
  const isNamed = (kind: EntityKind) => entities.some((entity) => entity.kind === kind && entity.isNamed);
  if (isNamed('category') && !isNamed('subject')) return entities.filter(({ kind }) => kind !== 'topic');
  const first = KINDS.find((kind) => entities.some((entity) => entity.kind === kind));
  return entities.filter(({ kind }) => kind === first);
}
