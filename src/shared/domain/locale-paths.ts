import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/vocabulary/locales.ts';

const PREFIX = new RegExp(`^/(${LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join('|')})(?=[/?#]|$)`);

/** Of a path, with or without its search: `/si/tutors` is Sinhala, and what has no prefix is English. */
export function localeOf(path: string): Locale {
  const [, prefix] = PREFIX.exec(path) ?? [];
  return LOCALES.find((locale) => locale === prefix) ?? DEFAULT_LOCALE;
}

/** The path by which routes, guards and lists of paths know a page. */
export function withoutLocale(path: string): string {
  const rest = path.replace(PREFIX, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The address of a page in a language. `locale` as Lingui's `i18n` has it. */
export function withLocale(path: string, locale: string): string {
  const rest = withoutLocale(path);
  if (locale === DEFAULT_LOCALE) return rest;
  return `/${locale}${rest.replace(/^\/(?=[?#]|$)/, '')}`;
}
