import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';

/** What Lingui's `i18n` has; `src/shared` does not import it. */
export type Catalogue = { locale: string; messages: object; _: (id: string, values?: Params) => string };
export type Params = Readonly<Record<string, Value>>;
type Value = string | number;

/** A label or sentence that is a constant of `src/shared`: its English text is its id. Where the catalogue lacks it, it stays in English. */
export const translated = (i18n: Catalogue, constant: string): string => (Object.hasOwn(i18n.messages, constant) ? i18n._(constant) : constant);

/**
 * The language in which a function of ours writes: a tag for sentences, t`Up to ${price} / hour`, whose values are `{0}`, `{1}` … in the
 * catalogues. `t` is the name by which `build/shared-sentences.ts` finds them.
 */
export type Texts = {
  (parts: TemplateStringsArray, ...values: readonly Value[]): string;
  readonly locale: string;
  /** For a label or sentence that is a constant of `src/shared`. */
  readonly of: (constant: string) => string;
  /** For a sentence that was put together in English. Not for what people wrote. */
  readonly recognise: (sentence: string, params?: Params) => string;
};

export const ENGLISH: Texts = Object.assign((parts: TemplateStringsArray, ...values: readonly Value[]) => fill(parts, values), {
  locale: DEFAULT_LOCALE,
  of: (constant: string) => constant,
  recognise: (sentence: string) => sentence,
});

const textsByI18n = new WeakMap<Catalogue, Texts>();

/** In English until `setTexts` has come with a catalogue: a page in English needs none of its code. */
export const textsOf = (i18n: Catalogue): Texts => textsByI18n.get(i18n) ?? ENGLISH;

export function setTexts(i18n: Catalogue, texts: Texts): void {
  textsByI18n.set(i18n, texts);
}

export const fill = (parts: TemplateStringsArray, values: readonly Value[]): string =>
  parts.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`);
