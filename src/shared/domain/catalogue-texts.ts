import { withSignOf } from './money.ts';
import { type Catalogue, fill, type Params, type Texts, translated, translatedName } from './texts.ts';

/** Texts in the language of a catalogue; a message that it lacks is written in English. */
export function catalogueTexts(i18n: Catalogue): Texts {
  const write = (parts: TemplateStringsArray, ...values: readonly (string | number)[]) => {
    const id = idOf(parts);
    return Object.hasOwn(i18n.messages, id) ? i18n._(id, Object.fromEntries(values.entries())) : fill(parts, values);
  };
  return Object.assign(write, {
    locale: i18n.locale,
    of: (constant: string) => translated(i18n, constant),
    nameOf: (name: string) => translatedName(i18n, name),
    find: (constant: string) => (Object.hasOwn(i18n.messages, constant) ? i18n._(constant) : null),
    recognise: (sentence: string, params?: Params) => i18n.names?.get(sentence) ?? recognised(i18n, sentence, params),
  });
}

const idOf = (parts: TemplateStringsArray): string => parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`);

/** Translates a finished English sentence: finds its message by the known values, else by the words around the values. */
function recognised(i18n: Catalogue, sentence: string, params: Params = {}): string {
  if (Object.hasOwn(i18n.messages, sentence)) return i18n._(sentence);
  const ids = Object.keys(i18n.messages);
  const named = Object.keys(params).length > 0 && ids.find((id) => id.includes('{') && filled(id, params) === sentence);
  if (named) return i18n._(named, translatedValues(i18n, params));
  // After the search by values, because the name of a subject may also be the name of a language, which the catalogue translates.
  const name = i18n.names?.get(sentence);
  if (name !== undefined) return name;
  const found = templateOf(ids, sentence);
  if (found) return i18n._(found.id, translatedValues(i18n, found.values));
  return writtenOf(i18n, sentence, { templates: shortTemplates(ids), known: new Map() }) ?? sentence;
}

type Written = { templates: readonly string[]; known: Map<string, string | undefined> };

/** Translates a label such as "On Saturday or Sunday" if all its parts are known. Each part is tried once, because people can type long texts. */
function writtenOf(i18n: Catalogue, sentence: string, written: Written): string | undefined {
  if (sentence.length > MAX_LABEL_LENGTH) return undefined;
  if (!written.known.has(sentence)) written.known.set(sentence, findWritten(i18n, sentence, written));
  return written.known.get(sentence);
}

function findWritten(i18n: Catalogue, sentence: string, written: Written): string | undefined {
  const parts = sentence.split(', ');
  if (parts.every((part) => Object.hasOwn(i18n.messages, part))) return parts.map((part) => i18n._(part)).join(', ');
  for (const id of written.templates) {
    const values = valuesIn(id, sentence);
    const texts = values && writeAll(i18n, values, written);
    if (texts) return i18n._(id, texts);
  }
  return undefined;
}

function writeAll(i18n: Catalogue, values: readonly [name: string, value: string][], written: Written): Record<string, string> | null {
  const texts: Record<string, string> = {};
  for (const [name, value] of values) {
    const text = writtenOf(i18n, value, written);
    if (text === undefined) return null;
    texts[name] = text;
  }
  return texts;
}

const shortTemplates = (ids: readonly string[]): string[] =>
  ids.filter((id) => /\{\d+\}/.test(id) && lettersOf(id) > 0 && lettersOf(id) < MIN_LETTERS);

const filled = (template: string, params: Params): string => template.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

function translatedValues(i18n: Catalogue, values: Params): Params {
  const write = (value: string | number) => (typeof value === 'string' ? withSignOf(i18n.locale, recognised(i18n, value)) : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]));
}

/** Length of the longest label with all its values, such as one with six days of the week. */
const MAX_LABEL_LENGTH = 100;
/** A template with fewer letters, such as ` on `, would match too many sentences. */
const MIN_LETTERS = 5;
const SPECIAL = /[$()*+.?[\\\]^{|}]/g;

/** The matching template with the most letters of its own. */
function templateOf(ids: readonly string[], sentence: string): { id: string; values: Params } | undefined {
  let best: { id: string; values: Params } | undefined;
  let letters = MIN_LETTERS - 1;
  for (const id of ids) {
    const length = lettersOf(id);
    const values = length > letters ? valuesIn(id, sentence) : null;
    if (!values) continue;
    best = { id, values: Object.fromEntries(values) };
    letters = length;
  }
  return best;
}

const lettersOf = (id: string): number => id.split(/\{\d+\}/).join('').length;

function valuesIn(id: string, sentence: string): [name: string, value: string][] | null {
  const [first = '', ...others] = id.split(/\{\d+\}/);
  if (others.length === 0 || !sentence.startsWith(first) || !sentence.endsWith(others.at(-1) ?? '')) return null;
  const pattern = [first, ...others].map((text) => text.replace(SPECIAL, String.raw`\$&`)).join('(.+?)');
  const match = new RegExp(`^${pattern}$`, 's').exec(sentence);
  return match && [...id.matchAll(/\{(\d+)\}/g)].map(([, name = ''], index): [string, string] => [name, match[index + 1] ?? '']);
}
