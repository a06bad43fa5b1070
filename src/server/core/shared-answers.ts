import { createLoadCache, type LoadCache } from './load-cache.ts';

/** What visitors read, by what they asked: the answer is the same for all of them. */
export type SharedAnswers = LoadCache<{ ok: boolean }>;

/** With the texts of `writeShared` one may take 200 KB. */
const MAX_ENTRIES = 150;

/** Cleared when something that visitors see changes. */
export function createSharedAnswers({ now, ttlMs }: { now: () => Date; ttlMs: number }): SharedAnswers {
  return createLoadCache({ now: () => now().getTime(), ttlMs, maxEntries: MAX_ENTRIES, isStored: ({ ok }) => ok });
}

/** Bytes, where they are sent more than once and their encoding takes longer than the second piece that they add to what is sent. */
export type Written = string | Uint8Array<ArrayBuffer>;
const BYTES_FROM_LENGTH = 8_000;

const encoder = new TextEncoder();
const texts = new WeakMap<object, Map<unknown, Written>>();
/** By the first answer, then by the second. */
type Views = { view?: object; next: WeakMap<object, Views> };
const views: Views = { next: new WeakMap() };

/** Its texts are made once from here on. */
export function markShared(answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && !texts.has(answer)) texts.set(answer, new Map());
}

/** `writer` stands for how it is written: what is equal writes the same text. */
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

/** What is made of shared answers is shared with them, and made once: of the same answers, one view only. */
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
