import { SEARCH } from '#shared/vocabulary/limits.ts';
import { MEDIUM_NAMES, type TeachingMedium, type TeachingModeType } from '#shared/vocabulary/people.ts';
import { formatRupees } from './money.ts';
import { editDistance } from './typos.ts';

/** `text` as it was typed; `word` as names are compared. */
export type SearchWord = { text: string; word: string };

type FilterValue =
  | { kind: 'mode'; mode: TeachingModeType }
  | { kind: 'medium'; medium: TeachingMedium }
  | { kind: 'female' }
  /** Rupees an hour. */
  | { kind: 'price'; maxPrice: number };
export type TextFilter = FilterValue & { text: string; label: string };

export type SearchText = {
  words: SearchWord[];
  filters: TextFilter[];
  isShortened: boolean;
};

const LEVELS = {
  al: /(?<![\p{L}\p{M}\p{N}])(?:a\s?[-/.'’]?\s?l(?:evels?)?|advanced\s+levels?|(?:grade|gr\.?|தரம்)\s*1[23]|1[23]\s*(?:ශ්‍රේණිය|ශ්රේණිය|වසර)|උසස්\s?පෙළ|උ\/පෙළ|உயர்\s?தர(?:ம்)?|உ\/த)(?![\p{L}\p{M}\p{N}])/giu,
  ol: /(?<![\p{L}\p{M}\p{N}])(?:o\s?[-/.'’]?\s?l(?:evels?)?|ordinary\s+levels?|(?:grade|gr\.?|தரம்)\s*1[01]|1[01]\s*(?:ශ්‍රේණිය|ශ්රේණිය|වසර)|සාමාන්‍ය\s?පෙළ|සාමාන්ය\s?පෙළ|සා\/පෙළ|சாதாரண\s?தர(?:ம்)?|சா\/த)(?![\p{L}\p{M}\p{N}])/giu,
} as const;
export const isLevel = (word: string): boolean => Object.keys(LEVELS).includes(word);

/** The same marks as in `text_words` of the database stand between words. */
const WORD = /[^\s,.;:!?()/&+\-'"’–‘“”—…·•|[\]{}<>*#@%^=~`_$\\]+/gu;
const NUMBER = /(?<![\p{L}\p{M}\p{N}])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\p{Script=Latin}\p{N}])/gu;

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
  ...['female', 'lady', 'ladies', 'woman', 'women', 'miss', 'madam', 'teacheress', 'guruwariya', 'guruthumiya'],
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
const PRICE_WORDS = {
  before: ['under', 'below', 'less than', 'up to', 'upto', 'max', 'maximum', 'within', 'cheaper than'],
  currency: ['rs', 'lkr', 'rupees', 'රු', 'රුපියල්', 'ரூ', 'ரூபா', 'ரூபாய்', 'ரூபாவுக்கு'],
  after: ['අඩු', 'ට අඩු', 'අඩුවෙන්', 'දක්වා', 'வரை', 'குறைவு', 'குறைவான', 'கீழ்', 'க்கு குறைவு', 'or less', 'or below'],
};
const FILLERS = new Set([
  ...['class', 'classes', 'tuition', 'tution', 'teacher', 'teachers', 'tutor', 'tutors', 'sir', 'lesson', 'lessons', 'coaching', 'gce', 'subject'],
  ...[
    'near',
    'nearby',
    'in',
    'for',
    'at',
    'around',
    'from',
    'to',
    'the',
    'an',
    'and',
    'with',
    'best',
    'good',
    'find',
    'me',
    'of',
    'a',
    'town',
    'area',
    'district',
  ],
  ...['panthi', 'panthiya', 'pantiya', 'pantis', 'guru', 'guruwaraya', 'පන්ති', 'පන්තිය', 'පන්තියක්', 'ගුරුවරයා', 'ගුරුවරු', 'ගුරුවරයෙක්', 'සර්', 'ටියුෂන්'],
  ...['උගන්වන', 'විභාගය', 'හා', 'සහ', 'மற்றும்', 'வகுப்பு', 'வகுப்புகள்', 'ஆசிரியர்', 'ஆசிரியர்கள்', 'சேர்', 'டியூஷன்', 'பரீட்சை', 'பாடம்'],
  ...['g', 'c', 'e', 'க', 'பொ', 'த', 'අ', 'පො', 'ස'],
]);

/** The words of a search text, and the filters that some of them stand for. Words after the first `SEARCH.maxWords` do not count. */
export function parseSearchText(text: string): SearchText {
  const all = splitText(text);
  const tokens = all.slice(0, SEARCH.maxWords);
  const words: Token[] = [];
  const filters: TextFilter[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = readFilter(tokens, at);
    if (found) {
      filters.push({ ...found.value, text: sliceOf(text, tokens.slice(at, at + found.length)), label: labelOf(found.value) });
      at += found.length;
    } else {
      const token = tokens[at];
      if (token) words.push(token);
      at += 1;
    }
  }
  const telling = words.filter(({ word }) => !FILLERS.has(word));
  const named = telling.length > 0 || filters.length > 0 ? telling : words;
  return { words: named.map(({ text: typed, word }) => ({ text: typed, word })), filters, isShortened: all.length > tokens.length };
}

/** As `search_text` of the database compares a word. */
export function toPlainWord(text: string): string {
  const joined = text.normalize('NFC').replace(/[\u200b-\u200d\u2060\ufeff]/gu, '');
  return joined
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');
}

type Token = SearchWord & { from: number; to: number };

function splitText(text: string): Token[] {
  const tokens: Token[] = [];
  let rest = text;
  const take = (pattern: RegExp, toWord: (typed: string) => string) => {
    for (const { 0: typed, index } of rest.matchAll(pattern))
      tokens.push({ text: typed, word: toWord(typed), from: index, to: index + typed.length });
    rest = rest.replace(pattern, (typed) => ' '.repeat(typed.length));
  };
  take(LEVELS.al, () => 'al');
  take(LEVELS.ol, () => 'ol');
  take(NUMBER, (typed) => typed.replaceAll(',', ''));
  take(WORD, toPlainWord);
  return tokens.filter(({ word }) => /[\p{L}\p{N}]/u.test(word)).sort((one, other) => one.from - other.from);
}

const sliceOf = (text: string, tokens: readonly Token[]): string => text.slice(tokens[0]?.from, tokens.at(-1)?.to);

type Found = { value: FilterValue; length: number };

function readFilter(tokens: readonly Token[], at: number): Found | null {
  return readMedium(tokens, at) ?? readPrice(tokens, at) ?? readMode(tokens, at) ?? readFemale(tokens, at);
}

function readMedium(tokens: readonly Token[], at: number): Found | null {
  for (const [medium, names] of Object.entries(LANGUAGE_WORDS) as [TeachingMedium, readonly string[]][]) {
    const language = lengthOf(tokens, at, names);
    if (language === 0) continue;
    const length = lengthOf(tokens, at + language, MEDIUM_WORDS) || (isNearly(tokens[at + language]?.word, 'medium') ? 1 : 0);
    if (length > 0) return { value: { kind: 'medium', medium }, length: language + length };
  }
  return null;
}

function readPrice(tokens: readonly Token[], at: number): Found | null {
  const before = lengthOf(tokens, at, PRICE_WORDS.before);
  const currency = lengthOf(tokens, at + before, PRICE_WORDS.currency);
  const number = at + before + currency;
  const maxPrice = Number(tokens[number]?.word ?? Number.NaN);
  if (Number.isNaN(maxPrice)) return null;
  const unit = lengthOf(tokens, number + 1, PRICE_WORDS.currency);
  const joined = ['ට', 'க்கு'].includes(tokens[number + 1 + unit]?.word ?? '') ? 1 : 0;
  const after = lengthOf(tokens, number + 1 + unit + joined, PRICE_WORDS.after);
  if (before === 0 && currency === 0 && after === 0) return null;
  return { value: { kind: 'price', maxPrice }, length: before + currency + 1 + unit + (after > 0 ? joined + after : 0) };
}

function readMode(tokens: readonly Token[], at: number): Found | null {
  let found: Found | null = null;
  for (const [mode, names] of Object.entries(MODE_WORDS) as [TeachingModeType, readonly string[]][]) {
    const length = lengthOf(tokens, at, names);
    // A beginning of "online" counts at the end only, where it is still being typed.
    const isBegun = length === 1 && /^onl(?:in?)?$/.test(tokens[at]?.word ?? '') && at < tokens.length - 1;
    if (length > (found?.length ?? 0) && !isBegun) found = { value: { kind: 'mode', mode }, length };
  }
  return found;
}

function readFemale(tokens: readonly Token[], at: number): Found | null {
  const length = lengthOf(tokens, at, FEMALE_WORDS);
  return length > 0 ? { value: { kind: 'female' }, length } : null;
}

/** How many words the longest of the names takes that stands there. */
function lengthOf(tokens: readonly Token[], at: number, names: readonly string[]): number {
  const lengths = names.map((name) => {
    const parts = name.split(' ');
    return parts.every((part, index) => tokens[at + index]?.word === part) ? parts.length : 0;
  });
  return Math.max(...lengths);
}

const isNearly = (word: string | undefined, known: string): boolean => word !== undefined && word.length >= 5 && editDistance(word, known, 1) <= 1;

const MODE_LABELS: Record<TeachingModeType, string> = { online: 'Online', 'home-visit': 'Home Visit', group: 'Group class' };

function labelOf(value: FilterValue): string {
  switch (value.kind) {
    case 'mode':
      return MODE_LABELS[value.mode];
    case 'medium':
      return `${MEDIUM_NAMES[value.medium]} medium`;
    case 'female':
      return 'Female tutors';
    case 'price':
      return `up to ${formatRupees(value.maxPrice)}`;
  }
}
