import { withSignOf } from './money.ts';

/** What Lingui's `i18n` has; `src/shared` does not import it. */
export type Catalogue = { locale: string; messages: object; _: (id: string, values?: Params) => string };
type Params = Record<string, string | number>;

/**
 * A sentence or label of `src/shared`, as the server sends it too. Its English text is its id in the catalogues; where a catalogue lacks it,
 * it stays in English. `params`: what the server has put into the sentence.
 */
export function translated(i18n: Catalogue, sentence: string, params: Params = {}): string {
  if (Object.hasOwn(i18n.messages, sentence)) return i18n._(sentence);
  if (Object.keys(params).length === 0) return sentence;
  const template = Object.keys(i18n.messages).find((id) => id.includes('{') && filled(id, params) === sentence);
  return template === undefined ? sentence : i18n._(template, translatedValues(i18n, params));
}

/**
 * Of a sentence that a function of `src/shared` has put together in English, by the words around its values. Not for what people wrote, in
 * which it could find such words too.
 */
export function recognised(i18n: Catalogue, sentence: string, params: Params = {}): string {
  const exact = translated(i18n, sentence, params);
  if (exact !== sentence) return exact;
  const found = templateOf(Object.keys(i18n.messages), sentence);
  return found ? i18n._(found.id, translatedValues(i18n, found.values)) : sentence;
}

const filled = (template: string, params: Params): string => template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

function translatedValues(i18n: Catalogue, values: Params): Params {
  const write = (value: string | number) => (typeof value === 'string' ? withSignOf(i18n.locale, recognised(i18n, value)) : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]));
}

/** Fewer letters stand in many sentences, such as ` on `. */
const LEAST_LETTERS = 5;
const SPECIAL = /[$()*+.?[\\\]^{|}]/g;

/** The one that leaves the least to its values. */
function templateOf(ids: readonly string[], sentence: string): { id: string; values: Params } | undefined {
  let best: { id: string; values: Params } | undefined;
  let letters = LEAST_LETTERS - 1;
  for (const id of ids) {
    const [first = '', ...others] = id.split(/\{\d+\}/);
    const length = first.length + others.join('').length;
    if (others.length === 0 || length <= letters || !sentence.startsWith(first) || !sentence.endsWith(others.at(-1) ?? '')) continue;
    const pattern = [first, ...others].map((text) => text.replace(SPECIAL, String.raw`\$&`)).join('(.+?)');
    const match = new RegExp(`^${pattern}$`, 's').exec(sentence);
    if (!match) continue;
    const names = [...id.matchAll(/\{(\d+)\}/g)].map(([, name = '']) => name);
    best = { id, values: Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])) };
    letters = length;
  }
  return best;
}
