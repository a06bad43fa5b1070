import { createLoadCache, type LoadCache } from './load-cache.ts';

/** What visitors read, by what they asked: the answer is the same for all of them. */
export type SharedAnswers = LoadCache<{ ok: boolean }>;

/** With the texts of `writeShared` one may take 200 KB. */
const MAX_ENTRIES = 150;

/** Cleared when something that visitors see changes. */
export function createSharedAnswers({ now, ttlMs }: { now: () => Date; ttlMs: number }): SharedAnswers {
  return createLoadCache({ now: () => now().getTime(), ttlMs, maxEntries: MAX_ENTRIES, isStored: ({ ok }) => ok });
}

const texts = new WeakMap<object, Map<unknown, string>>();
const views = new WeakMap<object, object>();

/** Its texts are made once from here on. */
export function markShared(answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && !texts.has(answer)) texts.set(answer, new Map());
}

/** `writer` stands for how it is written: what is equal writes the same text. */
export function writeShared<T>(answer: T, writer: unknown, write: (answer: T) => string): string {
  const written = typeof answer === 'object' && answer !== null ? texts.get(answer) : undefined;
  const text = written?.get(writer) ?? write(answer);
  written?.set(writer, text);
  return text;
}

/** What is made of a shared answer is shared with it, and made once. An answer is made into one view only. */
export function viewShared<T extends object, V extends object>(answer: T, toView: (answer: T) => V): V {
  if (!texts.has(answer)) return toView(answer);
  const view = (views.get(answer) as V | undefined) ?? toView(answer);
  views.set(answer, view);
  markShared(view);
  return view;
}
