import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/vocabulary/locales.ts';

const PREFIX = /^\/(si|ta)(?=[/?#]|$)/;

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

/** The address of a page in a language. */
export function withLocale(path: string, locale: Locale): string {
  const rest = withoutLocale(path);
  if (locale === DEFAULT_LOCALE) return rest;
  return `/${locale}${rest.replace(/^\/(?=[?#]|$)/, '')}`;
}

const MOST_RANGES = 20;

/** The first of ours among what a browser asks for, best first (RFC 9110, 12.5.4); null where it asks for none. */
export function preferredLocale(acceptLanguage: string): Locale | null {
  const ranges = acceptLanguage.split(',', MOST_RANGES).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { locale: LOCALES.find((locale) => tag === locale || tag.startsWith(`${locale}-`)), weight: weight ? Number(weight.slice(2)) : 1 };
  });
  const known = ranges.filter(({ locale, weight }) => locale !== undefined && weight > 0).sort((one, other) => other.weight - one.weight);
  return known[0]?.locale ?? null;
}
