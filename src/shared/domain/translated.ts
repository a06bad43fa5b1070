/** What Lingui's `i18n` has; `src/shared` does not import it. */
type Catalogue = { messages: object; _: (id: string, values?: Params) => string };
type Params = Record<string, string | number>;

/**
 * A sentence or label of `src/shared`, as the server sends it too. Its English text is its id in the catalogues; where a catalogue lacks it,
 * it stays in English. `params`: what the server has put into the sentence.
 */
export function translated(i18n: Catalogue, sentence: string, params: Params = {}): string {
  if (Object.hasOwn(i18n.messages, sentence)) return i18n._(sentence);
  if (Object.keys(params).length === 0) return sentence;
  const template = Object.keys(i18n.messages).find((id) => id.includes('{') && filled(id, params) === sentence);
  return template === undefined ? sentence : i18n._(template, params);
}

const filled = (template: string, params: Params): string => template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
