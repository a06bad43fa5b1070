/** Answers that are the same for every visitor: stored for some seconds, and until something that visitors see changes. */
export type SharedAnswers = {
  /** The stored answer, or that of the read which is running. */
  get: <T>(key: string, read: () => Promise<T>, isStored: (answer: T) => boolean) => Promise<T>;
  clear: () => void;
};

type Entry = { answer: Promise<unknown>; expiresAt: number };
export type SharedAnswersOptions = { now: () => Date; ttlMs: number; maxEntries?: number };

/** With the texts of `writeShared` one may take 200 KB. */
const MAX_ENTRIES = 150;

/** The ones used longest ago go first. */
export function createSharedAnswers({ now, ttlMs, maxEntries = MAX_ENTRIES }: SharedAnswersOptions): SharedAnswers {
  const entries = new Map<string, Entry>();
  return {
    get<T>(key: string, read: () => Promise<T>, isStored: (answer: T) => boolean): Promise<T> {
      const stored = entries.get(key);
      entries.delete(key);
      if (stored && stored.expiresAt > now().getTime()) {
        entries.set(key, stored);
        // A key is only used for answers of one kind.
        return stored.answer as Promise<T>;
      }
      const answer = read();
      const entry = { answer, expiresAt: now().getTime() + ttlMs };
      entries.set(key, entry);
      const remove = () => entries.get(key) === entry && entries.delete(key);
      answer.then((result) => isStored(result) || remove(), remove);
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
      return answer;
    },
    clear: () => entries.clear(),
  };
}

const texts = new WeakMap<object, Map<unknown, string>>();

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
