import { placeOf } from './text-parts.ts';

/** Separators of a list; not the plus signs of "C++". */
const MARK = '[\\s,;:/|&·•–—-]|(?<!\\+)\\+(?!\\+)';
const AND = 'and|or|සහ|හා|හෝ|மற்றும்|அல்லது';
/** Separators and prepositions, which go with what follows them, as in "maths in Kandy". */
const GAP_BEFORE = new RegExp(`(?:${MARK}|(?<![^\\s,;(["“])(?:${AND}|in|near|at|around|from|for|with|of))*$`, 'iu');
const GAP_AFTER = new RegExp(`^(?:${MARK})*`, 'u');
const AND_FIRST = new RegExp(`^(?:${AND})(?!\\S)`, 'iu');
const OPENING = /[(["“]$/;
const CLOSING = /^[)\]"”]/;
/** The end of a sentence. A dot that begins a word belongs to the word, as in ".NET". */
const STOP_FIRST = /^[.!?…]+(?![\p{L}\p{N}])/u;
const STOP_LAST = /[.!?…]$/;

/** Removes the first occurrence of `part` as whole words, whatever its case, together with the separators that joined it to the rest. */
export function removeFromText(text: string, part: string): string {
  const place = placeOf(part).exec(text);
  if (!place) return text.trim();
  const [{ length }, blanksBefore, blanksAfter] = place;
  return joinRest(text.slice(0, place.index) + blanksBefore, blanksAfter + text.slice(place.index + length)).trim();
}

function joinRest(before: string, after: string): string {
  const left = before.replace(GAP_BEFORE, '');
  const right = after.replace(GAP_AFTER, '');
  if (OPENING.test(left) && CLOSING.test(right)) return joinRest(left.slice(0, -1), right.slice(1));
  if (left === '' || OPENING.test(left)) return left + right.replace(AND_FIRST, '').replace(STOP_FIRST, '').replace(GAP_AFTER, '');
  if (STOP_FIRST.test(right)) return left + (STOP_LAST.test(left) ? right.replace(STOP_FIRST, '') : right);
  if (right === '' || CLOSING.test(right)) return left + right;
  const gaps = [before.slice(left.length), after.slice(0, after.length - right.length)];
  return left + (AND_FIRST.test(right) ? ' ' : separatorOf(gaps)) + right;
}

/** A comma if there was one; any other mark only if it was on both sides. */
function separatorOf(gaps: readonly string[]): string {
  const comma = gaps.join('').match(/[,;]/);
  if (comma) return `${comma[0]} `;
  const [mark, other] = gaps.map((gap) => gap.match(/[^\s\p{L}\p{M}]/u)?.[0]);
  if (!mark || !other) return ' ';
  return gaps.every((gap) => /\s/.test(gap)) ? ` ${mark} ` : mark;
}
