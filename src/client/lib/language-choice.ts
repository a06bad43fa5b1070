import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/vocabulary/locales.ts';
import { browserStorage } from './storage.ts';

const KEY = 'language';
const OTHERS = new RegExp(`\\b(?:${LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join('|')})\\b`, 'i');

/** In this browser: in the menu, or by closing an offer. */
export function chosenLanguage(): Locale | null {
  const stored = browserStorage.read(KEY);
  return LOCALES.find((locale) => locale === stored) ?? null;
}

export const rememberLanguage = (locale: Locale): void => void browserStorage.write(KEY, locale);

/** Whether it is worth loading the code that finds out. */
export const mayReadOthers = (page: string, ofAccount: Locale | null | undefined): boolean =>
  (ofAccount && ofAccount !== page) || browserStorage.read(KEY) !== null || OTHERS.test(navigator.languages.join());
