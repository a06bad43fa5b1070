import { PLATFORM_FEE } from '#shared/vocabulary/limits.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { formatNumber } from './numbers.ts';

/** Money in code; rupees appear on the wire and on screen only. */
export type Cents = number;

const FEE_PERCENT = Math.round(PLATFORM_FEE * 100);

export function toCents(rupees: number): Cents {
  // 1.005 * 100 is 100.49999999999999: a double holds 15 significant digits.
  return Math.round(Number((rupees * 100).toPrecision(15)));
}

export function toRupees(cents: Cents): number {
  return cents / 100;
}

const SIGNS: Record<string, string> = { si: 'රු.', ta: 'ரூ.' };

export function formatRupees(rupees: number, locale: string = DEFAULT_LOCALE): string {
  const cents = toCents(rupees);
  return `${SIGNS[locale] ?? 'Rs.'} ${formatNumber(toRupees(cents), cents % 100 === 0 ? 0 : 2)}`;
}

/** Replaces the `Rs.` of an English amount by the sign of another language. */
export const withSignOf = (locale: string, text: string): string => text.replace(/^Rs\.(?= \d)/, SIGNS[locale] ?? 'Rs.');

/** Rounded half up to the cent. */
export function feeOf(cents: Cents): Cents {
  return Math.floor((cents * FEE_PERCENT + 50) / 100);
}
