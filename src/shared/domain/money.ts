import { PLATFORM_FEE } from '#shared/vocabulary/limits.ts';

/** Whole cents of a rupee; money is rupees only on the wire and on screen. */
export type Cents = number;

const FEE_PERCENT = Math.round(PLATFORM_FEE * 100);

const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const WITH_CENTS = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function toCents(rupees: number): Cents {
  // 1.005 * 100 is 100.49999999999999: fifteen digits are what a double holds.
  return Math.round(Number((rupees * 100).toPrecision(15)));
}

export function toRupees(cents: Cents): number {
  return cents / 100;
}

/** `Rs. 1,25,000`, and `Rs. 1,500.50` where there are cents. */
export function formatRupees(rupees: number): string {
  const cents = toCents(rupees);
  const figures = cents % 100 === 0 ? WHOLE : WITH_CENTS;
  return `Rs. ${figures.format(toRupees(cents))}`;
}

/** The platform's fee, rounded half up to the cent. */
export function feeOf(cents: Cents): Cents {
  return Math.floor((cents * FEE_PERCENT + 50) / 100);
}
