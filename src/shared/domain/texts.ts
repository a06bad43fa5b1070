import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';

/** The part of Lingui's `i18n` that is used here, with our own additions; `src/shared` must not import Lingui. */
export type Catalogue = { locale: string; messages: object; _: (id: string, values?: Params) => string; names?: Names; texts?: Texts };
/** Translations that admins have entered, by the English name. */
export type Names = ReadonlyMap<string, string>;
export type Params = Readonly<Record<string, Value>>;
type Value = string | number;

/** Translates a constant of `src/shared`, whose English text is its id. Returns it in English where the catalogue lacks it. */
export const translated = (i18n: Catalogue, constant: string): string => (Object.hasOwn(i18n.messages, constant) ? i18n._(constant) : constant);

/** Translates the name of a category, subject or topic: by the admins' translation, else by the catalogue. */
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
  /** The catalogue's translation of a constant, without those of admins; null where there is none. */
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

/** English until the catalogue of another language has called `setTexts`, so that English pages do not load that code. */
export const textsOf = (i18n: Catalogue): Texts => i18n.texts ?? ENGLISH;

export function setTexts(i18n: Catalogue, texts: Texts): void {
  i18n.texts = texts;
}

export const fill = (parts: TemplateStringsArray, values: readonly Value[]): string =>
  parts.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`);
