import type { Distance } from '#shared/vocabulary/search.ts';
import { groupBy } from './groups.ts';

/**
 * `text` as it was typed; `word` in the form in which names are compared. `isAlternative`: an alternative to the previous word, as in "maths or
 * physics". `withinKm`: the word states a distance, which needs a town beside it.
 */
export type SearchWord = { text: string; word: string; isAlternative?: boolean; withinKm?: Distance };
/** `from` and `to` are offsets in the text; `before` is what is between the previous token and this one. */
export type Token = Pick<SearchWord, 'text' | 'word'> & { from: number; to: number; before: string };

const asWords = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${pattern})(?![\\p{L}\\p{M}\\p{N}])`, 'giu');

/** "A.L." among other initials, or after a title, is part of a name. */
const NO_INITIALS = {
  before: "(?<!(?<![\\p{L}\\p{M}/\\-'’])\\p{L}\\.\\s?)(?<!\\b(?:mr|mrs|ms|dr|prof|rev|ven)\\.?\\s)",
  after: '(?!\\.\\s?\\p{L}\\.)',
};
const GCE = asWords('g\\s?\\.?\\s?c\\s?\\.?\\s?e|අ\\s?\\.?\\s?පො\\s?\\.?\\s?ස|க\\s?\\.?\\s?பொ\\s?\\.?\\s?த');
const LEVELS = {
  al: asWords(
    `${NO_INITIALS.before}a\\s?[-/.'’]?\\s?l(?:evels?)?${NO_INITIALS.after}|advanced\\s+levels?|උසස්\\s?පෙළ|උ[/.]\\s?පෙළ|உயர்\\s?தர(?:ம்)?|உ[/.]\\s?த`,
  ),
  ol: asWords(
    `${NO_INITIALS.before}o\\s?[-/.'’]?\\s?l(?:evels?)?${NO_INITIALS.after}|ordinary\\s+levels?|සාමාන්ය\\s?පෙළ|සා[/.]\\s?පෙළ|சாதாரண\\s?தர(?:ம்)?|சா[/.]\\s?த`,
  ),
} as const;

const GRADE = '(?<grade>1[0-3]|[1-9])';
const GRADES = `${GRADE}(?:\\s*(?:[-–—/&]|to|and)\\s*(?:1[0-3]|[1-9]))?`;
const SINHALA_GRADE = '(?:ශ්ර(?:ේ|ෙ)ණි(?:ය|යේ)?|වසර(?:ේ)?)';
const GRADE_PATTERNS = [
  `(?:grades?|grd?|years?)\\.?\\s*${GRADES}`,
  `${GRADES}\\s*(?:වන|වැනි|වෙනි)?\\s*(?:${SINHALA_GRADE}|wasara|vasara|shreniya|sreniya)`,
  `${GRADE}\\s?(?:th|st|nd|rd)\\s+grade`,
  `${GRADE}\\s*(?:ம்|ஆம்)\\s*(?:தரம்|தர|ஆண்டு)`,
  `(?:${SINHALA_GRADE}|தரம்|ஆண்டு)\\s*${GRADES}`,
].map(asWords);

/** The words by which `search_synonyms` connects grades with the catalogue. */
function toGradeWord(grade: number): string {
  if (grade >= 12) return 'al';
  return grade >= 10 ? 'ol' : `grade${grade}`;
}

export const isLevel = (word: string): boolean => Object.keys(LEVELS).includes(word) || /^grade[1-9]$/.test(word);

/** Normalises a word like the database function `search_text`. */
export function toPlainWord(text: string): string {
  const joined = text.normalize('NFC').replace(/[\u200b-\u200d\u2060\ufeff]/gu, '');
  return joined
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC');
}

/** The characters that separate words are those of the database function `text_words`. */
const WORD = /[^\s,.;:!?()/&+\-'"’–‘“”—…·•|[\]{}<>*#@%^=~`_$\\]+/gu;
/** "2,000", "1,00,000", "1.5k" and "1500/=", also directly after or before a currency. */
const NUMBER =
  /(?<=^|[^\p{L}\p{M}\p{N}]|(?<![\p{L}\p{M}\p{N}])(?:rs|lkr|රු|රුපියල්|ரூ|ரூபா))(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?k?(?:\/[=-])?\+?(?![.,]?\p{N})(?!(?!(?:rs|lkr|rupees|kms?|kilomet(?:er|re)s?)(?![\p{L}\p{M}\p{N}]))\p{Script=Latin})/giu;

export function splitIntoTokens(text: string): Token[] {
  const { plain, offsets } = composeText(text);
  const tokens: Omit<Token, 'before'>[] = [];
  let rest = plain;
  const take = (pattern: RegExp, toWord: (match: RegExpExecArray) => string) => {
    for (const match of rest.matchAll(pattern)) {
      const [from, to] = [offsets[match.index] ?? 0, offsets[match.index + match[0].length] ?? text.length];
      tokens.push({ text: text.slice(from, to), word: toWord(match), from, to });
    }
    rest = rest.replace(pattern, (typed) => ' '.repeat(typed.length));
  };
  take(GCE, () => 'gce');
  for (const pattern of GRADE_PATTERNS) take(pattern, ({ groups }) => toGradeWord(Number(groups?.grade)));
  take(LEVELS.al, () => 'al');
  take(LEVELS.ol, () => 'ol');
  take(NUMBER, ([typed]) => typed.toLowerCase().replace(/,|\/[=-]|\+/g, ''));
  take(WORD, ([typed]) => toPlainWord(typed));
  const inOrder = tokens.filter(({ word }) => /[\p{L}\p{N}]/u.test(word)).sort((one, other) => one.from - other.from);
  return inOrder.map((token, index) => ({ ...token, before: text.slice(inOrder[index - 1]?.to ?? 0, token.from) }));
}

/** The text in NFC and without joiners; `offsets` maps its positions to those of the original text. */
function composeText(text: string): { plain: string; offsets: number[] } {
  const offsets: number[] = [];
  let plain = '';
  for (const { 0: letter, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const composed = letter.normalize('NFC').replace(/[\u200b-\u200d\u2060]/gu, '');
    plain += composed;
    for (let unit = 0; unit < composed.length; unit += 1) offsets.push(index);
  }
  return { plain, offsets };
}

/** The lists of names are constants, so each is split once. */
const wordsByFirst = new WeakMap<readonly string[], ReadonlyMap<string, readonly (readonly string[])[]>>();

function indexNames(names: readonly string[]): ReadonlyMap<string, readonly (readonly string[])[]> {
  const known = wordsByFirst.get(names);
  if (known) return known;
  const groups = groupBy(
    names.map((name) => name.split(' ')),
    ([first = '']) => first,
  );
  const index = new Map(groups.map((group) => [group[0][0] ?? '', group]));
  wordsByFirst.set(names, index);
  return index;
}

/** The number of tokens that the longest matching name takes, beginning at the index `at`; 0 where none matches. */
export function lengthOf(tokens: readonly Token[], at: number, names: readonly string[]): number {
  const candidates = indexNames(names).get(tokens[at]?.word ?? '') ?? [];
  return Math.max(0, ...candidates.map((words) => (words.every((word, index) => tokens[at + index]?.word === word) ? words.length : 0)));
}
