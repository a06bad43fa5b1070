import { createLoadCache, type LoadCache } from './load-cache.ts';

/** Answers by procedure and input, for calls whose answer is the same for all visitors. */
export type SharedAnswers = LoadCache<{ ok: boolean }>;

/** One entry may take 200 KB, including the texts of `writeShared`. */
const MAX_ENTRIES = 150;

/** Cleared when something that visitors see changes. */
export function createSharedAnswers({ now, ttlMs }: { now: () => Date; ttlMs: number }): SharedAnswers {
  return createLoadCache({ now: () => now().getTime(), ttlMs, maxEntries: MAX_ENTRIES, isStored: ({ ok }) => ok });
}

/**
 * A long text that is sent again and again is stored as bytes: encoding it each time takes longer than writing headers and body in two pieces.
 */
export type Written = string | Uint8Array<ArrayBuffer>;
const BYTES_FROM_LENGTH = 8_000;

const encoder = new TextEncoder();
const texts = new WeakMap<object, Map<unknown, Written>>();
/** A tree of the answers that a view is made of: by the first answer, then by the second. */
type Views = { view?: object; next: WeakMap<object, Views> };
const views: Views = { next: new WeakMap() };

/** From now on each text of this answer is written once. */
export function markShared(answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && !texts.has(answer)) texts.set(answer, new Map());
}

/** `writer` is the cache key for `write`: the same `writer` always writes the same text of an answer. */
export function writeShared<T>(answer: T, writer: unknown, write: (answer: T) => string): Written {
  const written = typeof answer === 'object' && answer !== null ? texts.get(answer) : undefined;
  const known = written?.get(writer);
  if (known !== undefined) return known;
  const text = write(answer);
  if (!written) return text;
  const stored = text.length < BYTES_FROM_LENGTH ? text : encoder.encode(text);
  written.set(writer, stored);
  return stored;
}

/** Makes a view of shared answers once, and marks it as shared too. Call it with one `toView` only for the same answers. */
export function viewShared<A extends readonly object[], V extends object>(answers: A, toView: (...answers: A) => V): V {
  if (!answers.every((answer) => texts.has(answer))) return toView(...answers);
  let made = views;
  for (const answer of answers) {
    const next: Views = made.next.get(answer) ?? { next: new WeakMap() };
    made.next.set(answer, next);
    made = next;
  }
  made.view ??= toView(...answers);
  markShared(made.view);
  return made.view as V;
}
