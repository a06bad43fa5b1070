import { PARTS_OF_DAY, type PartOfDay } from '#shared/vocabulary/search.ts';
import { WEEKDAYS, type Weekday } from '#shared/vocabulary/weekdays.ts';
import { lengthOf, type Token } from './search-tokens.ts';
import { editDistance } from './typos.ts';

const withEndings = (words: readonly string[], endings: readonly string[]): string[] =>
  words.flatMap((word) => endings.map((ending) => word + ending));
const sinhala = (...words: string[]): string[] => withEndings(words, ['', 'ට', 'වල', 'වලට', 'වලදී']);
const tamil = (...words: string[]): string[] => withEndings(words, ['', 'யில்', 'கள்', 'களில்', 'க்கு']);
const english = (...words: string[]): string[] => withEndings(words, ['', 's']);

const DAY_WORDS: Record<Weekday, readonly string[]> = {
  Monday: [...english('monday'), ...sinhala('සඳුදා', 'සදුදා'), ...tamil('திங்கட்கிழமை', 'திங்கள்கிழமை', 'திங்கட் கிழமை', 'திங்கள் கிழமை'), 'sanduda'],
  Tuesday: [
    ...english('tuesday'),
    ...sinhala('අඟහරුවාදා', 'අගහරුවාදා'),
    ...tamil('செவ்வாய்க்கிழமை', 'செவ்வாய்கிழமை', 'செவ்வாய்க் கிழமை', 'செவ்வாய் கிழமை'),
    ...['tues', 'angaharuwada', 'angaharuvada'],
  ],
  Wednesday: [...english('wednesday', 'wensday'), ...sinhala('බදාදා'), ...tamil('புதன்கிழமை', 'புதன் கிழமை'), 'weds', 'badada'],
  Thursday: [
    ...english('thursday'),
    ...sinhala('බ්රහස්පතින්දා'),
    ...tamil('வியாழக்கிழமை', 'வியாழன்கிழமை', 'வியாழக் கிழமை', 'வியாழன் கிழமை'),
    ...['thurs', 'brahaspathinda'],
  ],
  Friday: [...english('friday'), ...sinhala('සිකුරාදා'), ...tamil('வெள்ளிக்கிழமை', 'வெள்ளிகிழமை', 'வெள்ளிக் கிழமை', 'வெள்ளி கிழமை'), ...['fri', 'sikurada']],
  Saturday: [...english('saturday'), ...sinhala('සෙනසුරාදා'), ...tamil('சனிக்கிழமை', 'சனிகிழமை', 'சனிக் கிழமை', 'சனி கிழமை'), 'senasurada'],
  Sunday: [...english('sunday'), ...sinhala('ඉරිදා'), ...tamil('ஞாயிற்றுக்கிழமை', 'ஞாயிறுகிழமை', 'ஞாயிற்றுக் கிழமை', 'ஞாயிறு கிழமை'), ...['ஞாயிறு', 'irida']],
};
/** Names of people, of an exam and of planets too: they are days only beside another day or a part of one, as in "sat & sun" and "sat morning". */
const SHORT_WORDS: Record<Weekday, readonly string[]> = {
  Monday: ['mon', 'திங்கள்'],
  Tuesday: ['tue', 'අඟහ', 'செவ்வாய்'],
  Wednesday: ['wed', 'புதன்'],
  Thursday: ['thu', 'thur', 'බ්රහස්', 'வியாழன்'],
  Friday: ['සිකු', 'வெள்ளி'],
  Saturday: ['sat', 'සෙන', 'சனி'],
  Sunday: ['sun'],
};
const WEEKEND_WORDS = [
  ...['weekend', 'weekends', 'week end', 'week ends', 'sathi anthaya'],
  ...sinhala('සති අන්ත', 'සතිඅන්ත', 'සති අන්තය', 'සතිඅන්තය', 'සති අන්තයේ', 'සතිඅන්තයේ'),
  ...['வார இறுதி', 'வாரஇறுதி', 'வார இறுதியில்', 'வாரஇறுதியில்', 'வார இறுதிகளில்', 'வார இறுதி நாட்கள்', 'வார இறுதி நாட்களில்'],
];
const WORKDAY_WORDS = [
  ...['weekday', 'weekdays', 'week day', 'week days', 'සතියේ දින', 'සතියේ දිනවල', 'සතියේ දවස්වල'],
  ...['வார நாட்கள்', 'வார நாட்களில்', 'வாரநாட்கள்', 'வாரநாட்களில்'],
];
const PART_WORDS: Record<PartOfDay, readonly string[]> = {
  morning: [...english('morning'), 'උදේ', 'උදේට', 'උදෑසන', 'උදෑසනට', 'காலை', 'காலையில்', 'ude', 'udesana'],
  afternoon: [...english('afternoon', 'after noon'), ...['පස්වරු', 'පස්වරුව', 'පස්වරුවේ', 'පස්වරුවට', 'දවල්', 'දවල්ට', 'பிற்பகல்', 'பிற்பகலில்', 'மதியம்']],
  evening: [
    ...english('evening', 'night'),
    ...['සවස', 'සවස්', 'සවසට', 'හවස', 'හවසට', 'රෑ', 'රෑට', 'රාත්රී', 'රාත්රිය', 'රාත්රියේ', 'hawasa', 'havasa'],
    ...['மாலை', 'மாலையில்', 'இரவு', 'இரவில்'],
  ],
};
const LEADS = [
  ...['on', 'every', 'on every', 'each', 'on each', 'this', 'on the', 'in', 'in the', 'at', 'at the', 'during', 'during the'],
  ...['සෑම', 'හැම', 'ஒவ்வொரு'],
];
const JOINTS = ['or', 'and', 'හෝ', 'හා', 'සහ', 'அல்லது', 'மற்றும்'];
const JOINT_MARKS = ['', ',', '/', '&', '+'];
const TO = ['to', 'till', 'until', 'through', 'සිට', 'முதல்'];
const AFTER_RANGE = ['දක්වා', 'வரை'];
/** No name is so near to one of them. */
const LONG_NAMES = ['tuesday', 'wednesday', 'thursday', 'saturday'];
const MIN_LETTERS = 6;

/** `words`: those of them that may be a name as well. */
export type FoundTimes = { value: { kind: 'times'; days: Weekday[]; parts: PartOfDay[]; words: string[] }; length: number };

/** "On Saturday", "sat or sun", "mon-fri", "weekend" and "in the morning". */
export function readTimes(tokens: readonly Token[], at: number): FoundTimes | null {
  const first = at + lengthOf(tokens, at, LEADS);
  const [days, parts] = [readDays(tokens, first), readParts(tokens, first)];
  const found = days ?? parts;
  if (!found) return null;
  return {
    value: { kind: 'times', days: days?.values ?? [], parts: days ? [] : (parts?.values ?? []), words: found.words },
    length: found.end - at,
  };
}

type Item<T> = { values: readonly T[]; isShort?: boolean; length: number };
type List<T> = { values: T[]; words: string[]; end: number };

function readDays(tokens: readonly Token[], at: number): List<Weekday> | null {
  const items = readList(tokens, at, readDay);
  const last = items.at(-1);
  if (!last) return null;
  const values = WEEKDAYS.filter((day) => items.some((item) => item.values.includes(day)));
  const isAlone = values.length < 2 && items.every(({ isShort }) => isShort);
  return isAlone && !readPart(tokens, last.end) ? null : { values, words: listWords(tokens, items), end: last.end };
}

function readParts(tokens: readonly Token[], at: number): List<PartOfDay> | null {
  const items = readList(tokens, at, readPart);
  const last = items.at(-1);
  if (!last) return null;
  const values = PARTS_OF_DAY.filter((part) => items.some((item) => item.values.includes(part)));
  return { values, words: listWords(tokens, items), end: last.end };
}

type Read<T> = (tokens: readonly Token[], at: number) => Item<T> | null;
type Placed<T> = Item<T> & { end: number };

const listWords = (tokens: readonly Token[], items: readonly Placed<unknown>[]): string[] =>
  items.flatMap(({ length, end }) => (length === 1 ? (tokens[end - 1]?.word ?? []) : []));

function readList<T>(tokens: readonly Token[], at: number, read: Read<T>): Placed<T>[] {
  const items: Placed<T>[] = [];
  for (let next = read(tokens, at), from = at; next; ) {
    items.push({ ...next, end: from + next.length });
    from += next.length;
    const joint = lengthOfJoint(tokens, from);
    if (joint !== null) from += joint;
    next = joint === null ? null : read(tokens, from);
  }
  return items;
}

function lengthOfJoint(tokens: readonly Token[], at: number): number | null {
  const joint = lengthOf(tokens, at, JOINTS);
  return joint > 0 || JOINT_MARKS.includes(tokens[at]?.before.trim() ?? '.') ? joint : null;
}

/** "Monday to Friday" is all five. */
function readDay(tokens: readonly Token[], at: number): Item<Weekday> | null {
  const first = readOneDay(tokens, at);
  if (!first) return null;
  const end = at + first.length;
  const to = lengthOf(tokens, end, TO);
  const isRange = to > 0 || /^\s*[-–—]\s*$/.test(tokens[end]?.before ?? '');
  const last = isRange ? readOneDay(tokens, end + to) : null;
  if (!last || first.values.length > 1 || last.values.length > 1) return first;
  const length = first.length + to + last.length;
  return { values: listDays(first.values[0], last.values[0]), length: length + lengthOf(tokens, at + length, AFTER_RANGE) };
}

function listDays(first: Weekday = 'Monday', last: Weekday = 'Sunday'): Weekday[] {
  const [from, to] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  return WEEKDAYS.filter((_, index) => (from <= to ? index >= from && index <= to : index >= from || index <= to));
}

function readOneDay(tokens: readonly Token[], at: number): Item<Weekday> | null {
  const weekend = lengthOf(tokens, at, WEEKEND_WORDS);
  if (weekend > 0) return { values: ['Saturday', 'Sunday'], length: weekend };
  const workdays = lengthOf(tokens, at, WORKDAY_WORDS);
  if (workdays > 0) return { values: listDays('Monday', 'Friday'), length: workdays };
  for (const day of WEEKDAYS) {
    const length = lengthOf(tokens, at, DAY_WORDS[day]) || (isNearly(tokens, at, day.toLowerCase()) ? 1 : 0);
    if (length > 0) return { values: [day], length };
  }
  const short = WEEKDAYS.find((day) => lengthOf(tokens, at, SHORT_WORDS[day]) > 0);
  return short ? { values: [short], isShort: true, length: 1 } : null;
}

/** With a typing error; at the end of the text also where it is still being typed. */
function isNearly(tokens: readonly Token[], at: number, name: string): boolean {
  const word = tokens[at]?.word ?? '';
  if (!LONG_NAMES.includes(name) || word.length < MIN_LETTERS) return false;
  return editDistance(word, name, 1) <= 1 || (at === tokens.length - 1 && name.startsWith(word));
}

function readPart(tokens: readonly Token[], at: number): Item<PartOfDay> | null {
  for (const part of PARTS_OF_DAY) {
    const length = lengthOf(tokens, at, PART_WORDS[part]);
    if (length > 0) return { values: [part], length };
  }
  return null;
}
