import { SEARCH } from '#shared/vocabulary/limits.ts';
import type { TeachingMedium, TeachingModeType } from '#shared/vocabulary/people.ts';
import { describeDays, describeMediums, describeParts } from './filter-text.ts';
import { formatRupees } from './money.ts';
import { type FoundTimes, readTimes } from './search-days.ts';
import { lengthOfFrom, readDistance } from './search-distances.ts';
import { readPrice } from './search-prices.ts';
import { lengthOf, type SearchWord, splitIntoTokens, type Token } from './search-tokens.ts';
import { ENGLISH } from './texts.ts';
import { editDistance } from './typos.ts';

export { isLevel, type SearchWord, toPlainWord } from './search-tokens.ts';

type FilterValue =
  | { kind: 'mode'; mode: TeachingModeType }
  /** A tutor needs one of them. */
  | { kind: 'medium'; mediums: readonly TeachingMedium[] }
  | { kind: 'female' }
  /** Rupees an hour. */
  | { kind: 'price'; maxPrice: number }
  | FoundTimes['value'];
export type TextFilter = FilterValue & { text: string; label: string };

export type SearchText = {
  words: SearchWord[];
  filters: TextFilter[];
  isShortened: boolean;
};

const MODE_WORDS: Record<TeachingModeType, readonly string[]> = {
  online: ['online', 'onlin', 'onli', 'onl', 'zoom', 'ඔන්ලයින්', 'මාර්ගගත', 'අන්තර්ජාල', 'ஆன்லைன்', 'ஒன்லைன்', 'இணையவழி', 'நிகழ்நிலை'],
  'home-visit': [
    'home visit',
    'home visits',
    'home visiting',
    'home tuition',
    'home tutor',
    'home class',
    'at home',
    'ගෙදරට ඇවිත්',
    'ගෙදරට',
    'නිවසට',
    'නිවසට පැමිණ',
    'வீட்டிற்கு',
    'வீட்டுக்கு',
    'வீட்டில்',
  ],
  group: ['group', 'group class', 'group classes', 'කණ්ඩායම්', 'කණ්ඩායම', 'சமூக வகுப்பு', 'குழு'],
};
const FEMALE_WORDS = [
  ...['female', 'lady', 'ladies', 'woman', 'women', 'woman s', 'women s', 'lady s', 'miss', 'madam', 'teacheress', 'guruwariya', 'guruthumiya'],
  ...['ගුරුවරිය', 'ගුරුවරියක්', 'ගුරුතුමිය', 'ගුරුතුමියක්', 'කාන්තා', 'මිස්', 'ஆசிரியை', 'பெண்', 'மிஸ்'],
];
const LANGUAGE_WORDS: Record<TeachingMedium, readonly string[]> = {
  english: ['english', 'eng', 'ඉංග්රීසි', 'ඉංග්රිසි', 'ආංග්ල', 'ஆங்கில', 'ஆங்கிலம்', 'ingreesi', 'aangila'],
  sinhala: ['sinhala', 'sinhalese', 'sin', 'සිංහල', 'சிங்கள', 'சிங்களம்'],
  tamil: ['tamil', 'tam', 'demala', 'දෙමළ', 'தமிழ்', 'thamil'],
};
const MEDIUM_WORDS = [
  ...['medium', 'med', 'madhyaya', 'madyaya', 'madhya', 'moolam', 'mulam', 'මාධ්ය', 'මාධ්යය', 'මාධ්යයෙන්', 'மூலம்', 'மொழி மூலம்', 'மொழிமூலம்'],
];
const OR = ['or', 'හෝ', 'அல்லது'];
const LIST_WORDS = [...OR, 'and', 'හා', 'සහ', 'மற்றும்'];
export const NEGATIONS = {
  before: [
    ...['not', 'no', 'non', 'without', 'except', 'except for', 'excluding', 'other than', 'apart from', 'outside', 'outside of'],
    ...['dont want', 'don t want', 'don t need', 'do not want'],
  ],
  after: ['නොවන', 'නැති', 'නැතුව', 'එපා', 'හැර', 'இல்லாத', 'இல்லாமல்', 'அல்லாத', 'வேண்டாம்', 'தவிர'],
};
/** These words end what a negation excludes, unless they come first in it. */
const NEXT_PARTS = ['in', 'near', 'for', 'from', 'at', 'with', 'around', 'but', 'who', ...NEGATIONS.before];
const EXCLUDED_LIST = ['or', 'nor'];
/** At the end of a text these words introduce something that is not typed yet, so they are ignored there. */
const LEADING_WORDS = [
  ...['under', 'below', 'less than', 'more than', 'cheaper than', 'no more than', 'not more than', 'upto', 'up to', 'within', 'above', 'over'],
  ...['at least', 'between', 'starting from', 'not', 'without', 'except', 'except for', 'excluding', 'other than', 'apart from', 'outside'],
  ...['in', 'near', 'for', 'at', 'around', 'from', 'to', 'with', 'of', 'or', 'and', 'හෝ', 'හා', 'සහ', 'அல்லது', 'மற்றும்'],
].map((words) => words.split(' '));
const TITLES = new Set(['dr', 'prof', 'rev', 'ven']);
/** "Group theory" is a topic, and "group maths" a group class. */
const PHRASES = {
  before: new Set(['functional', 'blood', 'age', 'focus', 'peer']),
  after: new Set([
    ...['theory', 'studies', 'work', 'project', 'projects', 'dance', 'dancing', 'singing', 'discussion', 'dynamics', 'psychology', 'therapy'],
    ...['elements', 'rights', 'health', 'history', 'literature', 'empowerment', 'entrepreneurship', 'writers'],
  ]),
};
const PHRASE_WORDS = new Set(['group', 'woman', 'women', 'ladies']);
/** "I need" is a sentence, and "TOPIK I" is a topic. */
const AFTER_I = new Set(['need', 'want', 'am', 'would', 'like', 'have', 'can', 'look', 'm', 'd', 've', 'll']);
/** What an apostrophe joins to "I" or "women". */
const CONTRACTIONS = new Set(['m', 'd', 've', 'll', 're', 's', 't']);
const FILLERS = new Set([
  ...['class', 'classes', 'tuition', 'tution', 'tutoring', 'teacher', 'teachers', 'tutor', 'tutors', 'sir', 'lesson', 'lessons', 'coaching'],
  ...['gce', 'subject', 'private', 'near', 'nearby', 'in', 'for', 'at', 'around', 'from', 'to', 'on', 'town', 'area', 'district'],
  ...['the', 'a', 'an', 'and', 'or', 'but', 'with', 'of', 'only', 'some', 'any', 'best', 'good', 'available', 'please', 'pls', 'plz', 'hi', 'hello'],
  ...['me', 'my', 'we', 'our', 'you', 'someone', 'somebody', 'anyone', 'who', 'that', 'there', 'is', 'are', 'am', 'do', 'does', 'can', 'could'],
  ...['would', 'need', 'needed', 'want', 'wants', 'wanted', 'required', 'like', 'look', 'looking', 'search', 'searching', 'find', 'get', 'have'],
  ...['has', 'learn', 'teach', 'teaches', 'son', 'daughter', 'anywhere'],
  ...['panthi', 'panthiya', 'pantiya', 'pantis', 'guru', 'guruwaraya', 'පන්ති', 'පන්තිය', 'පන්තියක්', 'ගුරුවරයා', 'ගුරුවරු', 'ගුරුවරයෙක්', 'සර්', 'ටියුෂන්'],
  ...['උගන්වන', 'විභාගය', 'හා', 'සහ', 'හෝ', 'මට', 'මගේ', 'ඕනෑ', 'ඕන', 'ඕනේ', 'අවශ්යයි', 'හොයනවා', 'සොයනවා', 'සඳහා', 'ළඟ', 'අසල', 'හොඳ', 'හොඳම', 'කරුණාකර'],
  ...['வகுப்பு', 'வகுப்புகள்', 'ஆசிரியர்', 'ஆசிரியர்கள்', 'சேர்', 'டியூஷன்', 'பரீட்சை', 'பாடம்', 'மற்றும்', 'அல்லது', 'எனக்கு', 'என்', 'வேண்டும்', 'தேவை'],
  ...['தேடுகிறேன்', 'அருகில்', 'நல்ல', 'சிறந்த', 'ஒரு', 'தயவுசெய்து'],
]);

/** What is between a word and the previous one; null for nothing but blanks and fillers such as "in". */
type Joint = 'or' | ',' | 'filter' | null;

/** Splits a search text into words and the filters that some of them stand for. Ignores words after the first `SEARCH.maxWords`. */
export function parseSearchText(text: string): SearchText {
  const all = splitIntoTokens(text);
  const tokens = withoutLeadingWords(all.slice(0, SEARCH.maxWords));
  const words: (SearchWord & { joint: Joint })[] = [];
  const filters: TextFilter[] = [];
  let joint: Joint = 'filter';
  for (let at = 0; at < tokens.length; ) {
    const { value, length, ...distance } = readNegation(tokens, at) ??
      readDistance(tokens, at) ??
      readFilter(tokens, at) ?? { value: null, length: 1 };
    const part = tokens.slice(at, at + length);
    const [typed, word] = [text.slice(part[0]?.from, part.at(-1)?.to), part.map((token) => token.word).join(' ')];
    joint = value ? 'filter' : joinedBy(part, joint);
    if (value) filters.push({ ...value, text: typed, label: labelOf(value) });
    else if (!isOfSentence(tokens, at)) words.push({ text: typed, word, ...distance, joint });
    if (!value && !FILLERS.has(word)) joint = null;
    at += length;
  }
  const [some, isShortened] = [withoutFillers(words), all.length > SEARCH.maxWords];
  return { words: withAlternatives(filters.length > 0 ? some : orAll(some, words)), filters, isShortened };
}

function joinedBy([token]: readonly Token[], joint: Joint): Joint {
  if (!token || joint === 'filter' || joint === 'or') return joint;
  const mark = token.before.trim();
  return OR.includes(token.word) || mark === '/' ? 'or' : mark === ',' ? ',' : joint;
}

/** In "kandy, galle or matara" the comma means "or" too. */
function withAlternatives(words: readonly (SearchWord & { joint: Joint })[]): SearchWord[] {
  const isAlternative = (at: number): boolean => words[at]?.joint === 'or' || (words[at]?.joint === ',' && isAlternative(at + 1));
  return words.map(({ joint: _, ...word }, index) => (isAlternative(index) ? { ...word, isAlternative: true } : word));
}

function withoutLeadingWords(tokens: readonly Token[]): readonly Token[] {
  const longest = Math.max(...LEADING_WORDS.map((words) => (isAtEnd(tokens, words) ? words.length : 0)));
  return longest > 0 && longest < tokens.length ? withoutLeadingWords(tokens.slice(0, -longest)) : tokens;
}

const isAtEnd = (tokens: readonly Token[], words: readonly string[]): boolean =>
  words.every((word, index) => tokens[tokens.length - words.length + index]?.word === word);

/** Splits the text of the location field, where words such as "online" are no filters, because tutors write them as locations. */
export function parsePlaceText(text: string): Omit<SearchText, 'filters'> {
  const all = splitIntoTokens(text);
  const words = all.slice(0, SEARCH.maxWords).map((token) => ({ text: token.text, word: token.word }));
  return { words: orAll(withoutFillers(words), words), isShortened: all.length > words.length };
}

const withoutFillers = <T extends SearchWord>(words: readonly T[]): T[] => words.filter(({ word }) => !FILLERS.has(word));
const orAll = <T>(some: T[], all: T[]): T[] => (some.length > 0 ? some : all);

function isOfSentence(tokens: readonly Token[], at: number): boolean {
  const { before = '', word = '' } = tokens[at] ?? {};
  return (/^['’]$/.test(before) && CONTRACTIONS.has(word)) || (word === 'i' && AFTER_I.has(tokens[at + 1]?.word ?? ''));
}

/** `value` is null for what no filter can express: it stays a text that no tutor has, so that the answer reports it as left out. */
type Found = { value: FilterValue | null; length: number };

const MAX_FILLERS = 2;

/** Reads "not online", "no group or home visit", "not in Colombo" and "කොළඹ හැර" as one text each. */
function readNegation(tokens: readonly Token[], at: number): Found | null {
  const negation = readPrice(tokens, at) ? 0 : lengthOf(tokens, at, NEGATIONS.before);
  if (negation === 0) return readNegationAfter(tokens, at);
  if (tokens[at + negation]?.word === 'only') return null;
  let end = at + negation;
  while (end < at + negation + MAX_FILLERS && isFiller(tokens[end]) && !readFilter(tokens, end)) end += 1;
  const first = readFilter(tokens, end);
  const excluded = first ? null : readExcludedWords(tokens, end);
  // "Non-metals" and "No. 1" exclude nothing.
  if (!first) return excluded && !(tokens[at]?.word === 'non' || /^\d/.test(tokens[end]?.word ?? '')) ? { value: null, length: excluded - at } : null;
  for (let next: Found | null = first, list = 0; next; next = list > 0 ? readFilter(tokens, end + list) : null) {
    end += list + next.length;
    list = lengthOf(tokens, end, EXCLUDED_LIST);
  }
  return { value: null, length: end - at };
}

function readNegationAfter(tokens: readonly Token[], at: number): Found | null {
  const negation = isFiller(tokens[at]) || readFilter(tokens, at) ? 0 : lengthOf(tokens, at + 1, NEGATIONS.after);
  return negation > 0 ? { value: null, length: 1 + negation } : null;
}

/** Up to the end of the clause or the next part of the search, because no list says which words are one place; null where there are none. */
function readExcludedWords(tokens: readonly Token[], from: number): number | null {
  const distance = readDistance(tokens, from)?.length ?? 0;
  const first = from + distance + (distance > 0 ? lengthOfFrom(tokens, from + distance) : 0);
  let end = first;
  while (end < tokens.length && (end === first || !isNextPart(tokens, end))) end += 1;
  return end > from ? end : null;
}

const isNextPart = (tokens: readonly Token[], at: number): boolean =>
  /[,;.:!?()]/.test(tokens[at]?.before ?? '') || lengthOf(tokens, at, NEXT_PARTS) > 0 || readFilter(tokens, at) !== null;

const isFiller = (token: Token | undefined): boolean => FILLERS.has(token?.word ?? '');

function readFilter(tokens: readonly Token[], at: number): Found | null {
  const found = readMedium(tokens, at) ?? readPriceFilter(tokens, at) ?? readMode(tokens, at) ?? readFemale(tokens, at) ?? readTimes(tokens, at);
  const negation = found ? lengthOf(tokens, at + found.length, NEGATIONS.after) : 0;
  return found && negation > 0 ? { value: null, length: found.length + negation } : found;
}

/** "Sinhala medium", and "Sinhala or English medium". */
function readMedium(tokens: readonly Token[], at: number): Found | null {
  const mediums: TeachingMedium[] = [];
  let found: Found | null = null;
  let [end, hasComma, hasListWord] = [at, false, false];
  for (let language = readLanguage(tokens, end); language; language = readLanguage(tokens, end)) {
    mediums.push(language.medium);
    end += language.length;
    const length = lengthOf(tokens, end, MEDIUM_WORDS) || (isNearly(tokens[end]?.word, 'medium') ? 1 : 0);
    end += length;
    // "English, Sinhala medium" is English in Sinhala.
    if (length > 0 && (!hasComma || hasListWord)) found = { value: { kind: 'medium', mediums: [...new Set(mediums)] }, length: end - at };
    const word = lengthOf(tokens, end, LIST_WORDS);
    const mark = tokens[end]?.before.replace(/^\s*([/&+,])\s*$/, '$1') ?? '';
    if (word === 0 && !['/', '&', '+', '-', ','].includes(mark)) break;
    hasListWord ||= word > 0 || mark === '/' || mark === '&';
    hasComma ||= word === 0 && mark === ',' && length === 0;
    end += word;
  }
  return found;
}

function readLanguage(tokens: readonly Token[], at: number): { medium: TeachingMedium; length: number } | null {
  for (const [medium, names] of Object.entries(LANGUAGE_WORDS) as [TeachingMedium, readonly string[]][]) {
    const length = lengthOf(tokens, at, names);
    if (length > 0) return { medium, length };
  }
  return null;
}

function readPriceFilter(tokens: readonly Token[], at: number): Found | null {
  const price = readPrice(tokens, at);
  return price && { value: price.maxPrice === null ? null : { kind: 'price', maxPrice: price.maxPrice }, length: price.length };
}

function readMode(tokens: readonly Token[], at: number): Found | null {
  let found: Found | null = null;
  for (const [mode, names] of Object.entries(MODE_WORDS) as [TeachingModeType, readonly string[]][]) {
    const length = lengthOf(tokens, at, names);
    // A beginning of "online" counts at the end only, where it is still being typed.
    const isBegun = length === 1 && /^onl(?:in?)?$/.test(tokens[at]?.word ?? '') && at < tokens.length - 1;
    if (length > (found?.length ?? 0) && !isBegun && !isInPhrase(tokens, at, length)) found = { value: { kind: 'mode', mode }, length };
  }
  return found;
}

function readFemale(tokens: readonly Token[], at: number): Found | null {
  const length = lengthOf(tokens, at, FEMALE_WORDS);
  const isName = TITLES.has(tokens[at - 1]?.word ?? '') || isInPhrase(tokens, at, length);
  return length > 0 && !isName ? { value: { kind: 'female' }, length } : null;
}

function isInPhrase(tokens: readonly Token[], at: number, length: number): boolean {
  const after = tokens[at + length]?.word ?? '';
  const isBefore = PHRASES.after.has(after) || (tokens[at]?.word === 'group' && /^\d+$/.test(after));
  return PHRASE_WORDS.has(tokens[at]?.word ?? '') && length > 0 && (isBefore || PHRASES.before.has(tokens[at - 1]?.word ?? ''));
}

const isNearly = (word: string | undefined, known: string): boolean => word !== undefined && word.length >= 5 && editDistance(word, known, 1) <= 1;

const MODE_LABELS: Record<TeachingModeType, string> = { online: 'Online', 'home-visit': 'Home Visit', group: 'Group class' };

/** In English, as it goes over the wire: pages recognise it (`recognised`). */
function labelOf(value: FilterValue): string {
  const t = ENGLISH;
  switch (value.kind) {
    case 'mode':
      return MODE_LABELS[value.mode];
    case 'medium':
      return describeMediums(value.mediums) ?? '';
    case 'female':
      return 'Female tutors';
    case 'price':
      return t`up to ${formatRupees(value.maxPrice)}`;
    case 'times':
      return describeDays(value.days) ?? describeParts(value.parts) ?? '';
  }
}
