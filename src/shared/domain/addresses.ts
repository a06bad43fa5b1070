import { LIMITS } from '#shared/vocabulary/limits.ts';

/** The joiners within Sinhala words, and the selectors that emoji leave behind. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{Mn}\p{Mc}\p{N}]*/gu;
const LETTER = /\P{M}\p{M}*/gu;

/** The readable last part of a URL. Keeps letters and marks of every script; empty for a name without letters and digits. */
function toSlug(name: string): string {
  const words = name.replaceAll(INVISIBLE, '').normalize('NFKC').toLowerCase().normalize('NFC').match(WORD) ?? [];
  let slug = '';
  for (const letter of words.join('-').match(LETTER) ?? []) {
    if (slug.length + letter.length > LIMITS.slug) break;
    slug += letter;
  }
  return slug.replace(/-$/, '');
}

/** The canonical path of a tutor's profile, encoded. `/tutors/{id}` and any other slug show the same page. */
export function tutorPath({ id, name }: { id: string; name: string }): string {
  const slug = toSlug(name);
  return slug === '' ? `/tutors/${id}` : `/tutors/${id}/${encodeURIComponent(slug)}`;
}

type SearchParams = Record<string, string | number | boolean | undefined>;

/** Encoded as the router encodes it, so that no address leads on to another. */
export function withSearch(path: string, params: SearchParams): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, toParam(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

/** A text that could be parsed as JSON is quoted. */
function toParam(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value);
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

export const postPath = ({ id }: { id: string }): string => `/blogs/${id}`;
