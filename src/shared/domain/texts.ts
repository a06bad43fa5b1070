import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { type Catalogue, recognised, translated } from './translated.ts';

type Value = string | number;

/**
 * The language in which a function of ours writes: a tag for sentences, t`Up to ${price} / hour`, whose values are `{0}`, `{1}` … in the
 * catalogues. `t` is the name by which `build/shared-sentences.ts` finds them.
 */
export type Texts = {
  (parts: TemplateStringsArray, ...values: readonly Value[]): string;
  readonly locale: string;
  /** For a label or sentence that is a constant of `src/shared`. */
  readonly of: (constant: string) => string;
  /** For a sentence that is answered in English, with what was put into it. Not for what people wrote. */
  readonly recognise: (sentence: string, params?: Readonly<Record<string, Value>>) => string;
};

export const ENGLISH: Texts = Object.assign((parts: TemplateStringsArray, ...values: readonly Value[]) => fill(parts, values), {
  locale: DEFAULT_LOCALE,
  of: (constant: string) => constant,
  recognise: (sentence: string) => sentence,
});

const textsByI18n = new WeakMap<Catalogue, Texts>();

/** What `i18n` has no translation for is in English. */
export function textsOf(i18n: Catalogue): Texts {
  if (i18n.locale === DEFAULT_LOCALE) return ENGLISH;
  const texts = textsByI18n.get(i18n) ?? makeTexts(i18n);
  textsByI18n.set(i18n, texts);
  return texts;
}

function makeTexts(i18n: Catalogue): Texts {
  const write = (parts: TemplateStringsArray, ...values: readonly Value[]) => {
    const id = idOf(parts);
    return Object.hasOwn(i18n.messages, id) ? i18n._(id, Object.fromEntries(values.entries())) : fill(parts, values);
  };
  return Object.assign(write, {
    locale: i18n.locale,
    of: (constant: string) => translated(i18n, constant),
    recognise: (sentence: string, params?: Readonly<Record<string, Value>>) => recognised(i18n, sentence, params),
  });
}

const fill = (parts: TemplateStringsArray, values: readonly Value[]): string =>
  parts.reduce((text, part, index) => `${text}${values[index - 1] ?? ''}${part}`);

const idOf = (parts: TemplateStringsArray): string => parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
