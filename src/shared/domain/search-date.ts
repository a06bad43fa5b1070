import { SEARCH } from '#shared/vocabulary/limits.ts';
import { NEGATIONS } from './search-text.ts';
import { lengthOf, splitIntoTokens, type Token } from './search-tokens.ts';
import { addDays, wallClock } from './zone.ts';

/** By days from today. "Ada" is a name, too, and "nalai" a part of others. */
const DATE_WORDS: readonly (readonly string[])[] = [
  ['today', 'tonight', 'අද', 'අදට', 'අද දින', 'අද දිනට', 'இன்று', 'இன்றைக்கு', 'இன்னைக்கு'],
  [
    ...[
      'tomorrow',
      'tomorow',
      'tommorow',
      'tommorrow',
      'tomorrw',
      'tommrow',
      'tmrw',
      'tmrow',
      '2moro',
      '2morrow',
      'heta',
      'hetata',
      'naalai',
      'naalaikku',
    ],
    ...['හෙට', 'හෙටට', 'හෙට දින', 'හෙට දිනට', 'நாளை', 'நாளைக்கு', 'நாளைய'],
  ],
  [
    ...['day after tomorrow', 'the day after tomorrow', 'අනිද්දා', 'අනිද්දට', 'anidda', 'aniddha'],
    ...['நாளை மறுநாள்', 'நாளை மறுநாளுக்கு', 'நாளை மறுதினம்', 'நாளை மறுதினத்திற்கு'],
  ],
];
/** "From tomorrow" and "not tomorrow" name no day. */
const NO_DAY = {
  before: [...NEGATIONS.before, 'from', 'since', 'after', 'before', 'until', 'till', 'by', 'starting'],
  after: [...NEGATIONS.after, 'සිට', 'ඉඳන්', 'පටන්', 'පසු', 'පසුව', 'முதல்', 'பிறகு', 'பின்'],
};
const MAX_WORDS_BEFORE = Math.max(...NO_DAY.before.map((words) => words.split(' ').length));

/** `texts`: what says so, as it was typed. */
export type DateInText = { date: string; texts: string[] };

/** The one date that the words of a search name by its distance from today. Nothing can be booked today: "today or tomorrow" is tomorrow. */
export function readDateInText(text: string, { now, zone }: { now: Date; zone: string }): DateInText | null {
  const tokens = splitIntoTokens(text).slice(0, SEARCH.maxWords);
  const found: { days: number; text: string }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const one = readDays(tokens, at);
    if (one && isExcluded(tokens, at, one.length)) return null;
    if (one) found.push({ days: one.days, text: text.slice(tokens[at]?.from, tokens[at + one.length - 1]?.to) });
    at += one?.length ?? 1;
  }
  const days = [...new Set(found.map((one) => one.days))];
  const [chosen, another] = days.length > 1 ? days.filter((one) => one > 0) : days;
  if (chosen === undefined || another !== undefined) return null;
  return { date: addDays(wallClock(now, zone).date, chosen), texts: found.map((one) => one.text) };
}

function readDays(tokens: readonly Token[], at: number): { days: number; length: number } | null {
  const lengths = DATE_WORDS.map((words) => lengthOf(tokens, at, words));
  const length = Math.max(...lengths);
  return length > 0 ? { days: lengths.indexOf(length), length } : null;
}

function isExcluded(tokens: readonly Token[], at: number, length: number): boolean {
  const starts = Array.from({ length: MAX_WORDS_BEFORE }, (_, index) => at - index - 1);
  const isLed = starts.some((start) => start >= 0 && start + lengthOf(tokens, start, NO_DAY.before) === at);
  const next = tokens[at + length];
  return isLed || lengthOf(tokens, at + length, NO_DAY.after) > 0 || (next?.word === 's' && /^['’]$/.test(next.before));
}
