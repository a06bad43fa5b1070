import { LOCALES, type Locale } from '#shared/vocabulary/locales.ts';

const OURS = new RegExp(`\\b(?:${LOCALES.join('|')})\\b`, 'i');

/** The language of the product that an `Accept-Language` such as `si-LK, en;q=0.8` prefers. Null where it names none of them. */
export function acceptedLocale(header: string | null | undefined): Locale | null {
  if (!header || !OURS.test(header)) return null;
  let best: { locale: Locale; quality: number } | null = null;
  for (const part of header.split(',')) {
    const [range = '', ...parameters] = part.trim().split(';');
    const locale = LOCALES.find((one) => one === range.trim().toLowerCase().split('-')[0]);
    const given = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)/i.exec(parameter)?.[1]).find((value) => value !== undefined);
    const quality = given === undefined ? 1 : Number(given);
    if (locale && quality > (best?.quality ?? 0)) best = { locale, quality };
  }
  return best?.locale ?? null;
}
