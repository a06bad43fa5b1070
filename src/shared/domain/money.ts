import { PLATFORM_FEE } from '#shared/vocabulary/limits.ts';

/** Money in code; rupees appear on the wire and on screen only. */
export type Cents = number;

const FEE_PERCENT = Math.round(PLATFORM_FEE * 100);

const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const WITH_CENTS = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function toCents(rupees: number): Cents {
  // 1.005 * 100 is 100.49999999999999: a double holds 15 significant digits.
  return Math.round(Number((rupees * 100).toPrecision(15)));
}

export function toRupees(cents: Cents): number {
  return cents / 100;
}

export function formatRupees(rupees: number): string {
  const cents = toCents(rupees);
  const figures = cents % 100 === 0 ? WHOLE : WITH_CENTS;
  return `Rs. ${figures.format(toRupees(cents))}`;
}

/** Rounded half up to the cent. */
export function feeOf(cents: Cents): Cents {
  return Math.floor((cents * FEE_PERCENT + 50) / 100);
}
