import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/vocabulary/locales.ts';

const PREFIX = new RegExp(`^/(${LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join('|')})(?=[/?#]|$)`);

/** The language of a path, with or without a query: `/si/tutors` is Sinhala; a path without a prefix is English. */
export function localeOf(path: string): Locale {
  const [, prefix] = PREFIX.exec(path) ?? [];
  return LOCALES.find((locale) => locale === prefix) ?? DEFAULT_LOCALE;
}

/** The path without its language prefix, as routes and guards use it. */
export function withoutLocale(path: string): string {
  const rest = path.replace(PREFIX, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of a page in a language. */
export function withLocale(path: string, locale: string): string {
  const rest = withoutLocale(path);
  if (locale === DEFAULT_LOCALE) return rest;
  return `/${locale}${rest.replace(/^\/(?=[?#]|$)/, '')}`;
}
