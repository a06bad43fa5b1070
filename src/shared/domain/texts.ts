import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';

/** What Lingui's `i18n` has, and what of ours goes with it; `src/shared` does not import it. */
export type Catalogue = { locale: string; messages: object; _: (id: string, values?: Params) => string; names?: Names; texts?: Texts };
/** Translations that admins keep, by the English name. */
export type Names = ReadonlyMap<string, string>;
export type Params = Readonly<Record<string, Value>>;
type Value = string | number;

/** A label or sentence that is a constant of `src/shared`: its English text is its id. Where the catalogue lacks it, it stays in English. */
export const translated = (i18n: Catalogue, constant: string): string => (Object.hasOwn(i18n.messages, constant) ? i18n._(constant) : constant);

/** Of a category, subject or topic: as admins have translated it, else as the catalogue has. */
export const translatedName = (i18n: Catalogue, name: string): string => i18n.names?.get(name) ?? translated(i18n, name);

export function setNames(i18n: Catalogue, names: readonly (readonly [string, string])[]): void {
  i18n.names = new Map(names);
}

/**
 * The language in which a function of ours writes: a tag for sentences, t`Up to ${price} / hour`, whose values are `{0}`, `{1}` … in the
 * catalogues. `t` is the name by which `build/shared-sentences.ts` finds them.
 */
export type Texts = {
  (parts: TemplateStringsArray, ...values: readonly Value[]): string;
  readonly locale: string;
  /** For a label or sentence that is a constant of `src/shared`. */
  readonly of: (constant: string) => string;
  /** For the name of a category, subject or topic. */
  readonly nameOf: (name: string) => string;
  /** What the catalogue has for a constant, of which admins have not had a say. */
  readonly find: (constant: string) => string | null;
  /** For a sentence that was put together in English. Not for what people wrote. */
  readonly recognise: (sentence: string, params?: Params) => string;
};

export const ENGLISH: Texts = Object.assign((parts: TemplateStringsArray, ...values: readonly Value[]) => fill(parts, values), {
  locale: DEFAULT_LOCALE,
  of: (constant: string) => constant,
  nameOf: (name: string) => name,
  find: () => null,
  recognise: (sentence: string) => sentence,
});

/** In English until `setTexts` has come with a catalogue: a page in English needs none of its code. */
export const textsOf = (i18n: Catalogue): Texts => i18n.texts ?? ENGLISH;

export function setTexts(i18n: Catalogue, texts: Texts): void {
  i18n.texts = texts;
}

export const fill = (parts: TemplateStringsArray, values: readonly Value[]): string =>
  parts.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`);
