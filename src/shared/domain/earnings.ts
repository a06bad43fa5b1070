import { type Cents, feeOf } from './money.ts';
import { addMonths } from './months.ts';

export type EarningsGroup = { month: string; amount: Cents; sessions: number };
export type Earned = { gross: Cents; fee: Cents; net: Cents; sessions: number };
type Earnings = { thisMonth: Earned; total: Earned; months: ({ month: string } & Earned)[] };

export function earningsOf(groups: readonly EarningsGroup[], { thisMonth, months }: { thisMonth: string; months: number }): Earnings {
  const of = (month: string) => earned(groups.filter((group) => group.month === month));
  const listed = Array.from({ length: months }, (_, index) => addMonths(thisMonth, index + 1 - months)).map((month) => ({ month, ...of(month) }));
  return { thisMonth: of(thisMonth), total: earned(groups), months: listed };
}

/** The fee is rounded per session, so that no half cent is lost. */
function earned(groups: readonly EarningsGroup[]): Earned {
  const sum = (figure: (group: EarningsGroup) => number) => groups.reduce((total, group) => total + figure(group), 0);
  const gross = sum(({ amount, sessions }) => amount * sessions);
  const fee = sum(({ amount, sessions }) => feeOf(amount) * sessions);
  return { gross, fee, net: gross - fee, sessions: sum(({ sessions }) => sessions) };
}

/** The earnings of single sessions, by the same rule as `earningsOf`. */
export function earnedOf(amounts: readonly Cents[]): Earned {
  return earned(amounts.map((amount) => ({ month: '', amount, sessions: 1 })));
}
