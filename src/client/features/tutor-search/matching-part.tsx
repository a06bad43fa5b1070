import { Fragment } from 'react';
import { toPlainWord } from '#shared/domain/search-tokens.ts';

export type NamePart = { text: string; isMatch: boolean };

const WORD = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;
/** A letter with its vowel signs and joined letters, which no browser should cut. */
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginnings of words of the name that were typed, whatever the case, accents or joiners. */
export function splitByMatch(name: string, typed: string): NamePart[] {
  const beginnings = [...typed.matchAll(WORD)].map(([word]) => toPlainWord(word)).filter((word) => word !== '');
  const parts: NamePart[] = [];
  let end = 0;
  for (const { 0: word, index } of name.matchAll(WORD)) {
    const length = Math.max(0, ...beginnings.map((beginning) => matchLength(word, beginning)));
    if (length === 0) continue;
    parts.push({ text: name.slice(end, index), isMatch: false }, { text: name.slice(index, index + length), isMatch: true });
    end = index + length;
  }
  return [...parts, { text: name.slice(end), isMatch: false }].filter(({ text }) => text !== '');
}

function matchLength(word: string, beginning: string): number {
  if (!toPlainWord(word).startsWith(beginning)) return 0;
  let length = 0;
  for (const { segment } of graphemes.segment(word)) {
    if (toPlainWord(word.slice(0, length)).length >= beginning.length) break;
    length += segment.length;
  }
  return length;
}

export function MatchingPart({ name, typed }: { name: string; typed: string }) {
  let offset = 0;
  return splitByMatch(name, typed).map(({ text, isMatch }) => {
    offset += text.length;
    return isMatch ? <b key={offset}>{text}</b> : <Fragment key={offset}>{text}</Fragment>;
  });
}
