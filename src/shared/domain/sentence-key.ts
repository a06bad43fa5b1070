/**
 * What a catalogue has a plain English sentence under: short, because the code has the sentence itself, and a page the catalogue. FNV-1a with 32
 * bits; `build/catalogue-files.ts` refuses two sentences of one key.
 */
export function sentenceKey(sentence: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < sentence.length; index++) hash = Math.imul(hash ^ sentence.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Finds a sentence by its id, which is its English text or the key that stands for it. */
export const bySentence = <T>(messages: Record<string, T>): Record<string, T> =>
  new Proxy(messages, {
    get: (table, id) => (typeof id === 'string' ? (table[id] ?? table[sentenceKey(id)]) : undefined),
  });
