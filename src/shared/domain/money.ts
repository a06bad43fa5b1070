import { PLATFORM_FEE } from '#shared/vocabulary/limits.ts';
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

export function formatRupees(rupees: number): string {
  const cents = toCents(rupees);
  return `Rs. ${formatNumber(toRupees(cents), cents % 100 === 0 ? 0 : 2)}`;
}

/** Rounded half up to the cent. */
export function feeOf(cents: Cents): Cents {
  return Math.floor((cents * FEE_PERCENT + 50) / 100);
}

export type EarningsGroup = { month: string; amount: Cents; sessions: number };
export type Earned = { gross: Cents; fee: Cents; net: Cents; sessions: number };
type Earnings = { thisMonth: Earned; total: Earned; months: ({ month: string } & Earned)[] };

export function earningsOf(groups: readonly EarningsGroup[], { thisMonth, months }: { thisMonth: string; months: number }): Earnings {
  const of = (month: string) => earned(groups.filter((group) => group.month === month));
  const listed = monthsUpTo(thisMonth, months).map((month) => ({ month, ...of(month) }));
  return { thisMonth: of(thisMonth), total: earned(groups), months: listed };
}

/** The fee is rounded per session, so that no half cent is lost. */
function earned(groups: readonly EarningsGroup[]): Earned {
  const sum = (figure: (group: EarningsGroup) => number) => groups.reduce((total, group) => total + figure(group), 0);
  const gross = sum(({ amount, sessions }) => amount * sessions);
  const fee = sum(({ amount, sessions }) => feeOf(amount) * sessions);
  return { gross, fee, net: gross - fee, sessions: sum(({ sessions }) => sessions) };
}

function monthsUpTo(last: string, count: number): string[] {
  const year = Number(last.slice(0, 4));
  const month = Number(last.slice(5, 7));
  return Array.from({ length: count }, (_, index) => new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 7));
}
