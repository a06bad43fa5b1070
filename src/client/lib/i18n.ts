import { type I18n, setupI18n } from '@lingui/core';
import { DEFAULT_LOCALE, type Locale } from '#shared/vocabulary/locales.ts';
import type { Reader } from './catalogue-names.ts';
import type { Catalogue } from './catalogues.ts';

export type { I18n } from '@lingui/core';
export type { Catalogue } from './catalogues.ts';

let ofPage = makeI18n(DEFAULT_LOCALE);

/** In a browser, whose page has one language from beginning to end. The server has one for each request, and asks for none of this. */
export const i18nOfPage = (): I18n => ofPage;

export function setI18nOfPage(i18n: I18n): void {
  ofPage = i18n;
}

/** An English text that is its own id needs no compiling: see `build/messages.ts`. */
export function makeI18n(locale: Locale): I18n {
  return setupI18n({ locale, messages: { [locale]: {} } }).setMessagesCompiler((text) => [text]);
}

/** Undefined where there is nothing to wait for. Never rejects: where a catalogue cannot be loaded, the page is in English. */
export function loadMessages(reader: Reader, ...catalogues: readonly Catalogue[]): Promise<void> | undefined {
  if (reader.i18n.locale === DEFAULT_LOCALE) return undefined;
  return import('./catalogues.ts').then(({ loadCatalogues }) => loadCatalogues(reader, catalogues)).catch(() => undefined);
}

type RouteMatch = { staticData: { catalogues?: readonly Catalogue[] } };

/** Of the routes of a page: `public`, and what they name in `staticData`. */
export const cataloguesFor = (matches: readonly RouteMatch[]): readonly Catalogue[] => [
  'public',
  ...matches.flatMap(({ staticData }) => staticData.catalogues ?? []),
];

/** Loads code that needs the sentences of a part on pages of others, and these with it. */
export const withMessages =
  <T>(catalogue: Catalogue, loadCode: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    const [code] = await Promise.all([loadCode(), loadMessages({ i18n: ofPage }, catalogue)]);
    return code;
  };
