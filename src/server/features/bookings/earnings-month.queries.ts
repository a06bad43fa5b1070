import { and, asc, eq, gt, gte, lt, or } from 'drizzle-orm';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import type { CtxAs } from '#server/core/context.ts';
import { CSV_BOM, csvLine, toTimeText } from '#server/core/csv.ts';
import type { BookingsMonthInput, EarningsFile, EarningsMonth } from '#shared/contracts/bookings.ts';
import { earnedOf } from '#shared/domain/earnings.ts';
import { type Cents, feeOf, toRupees } from '#shared/domain/money.ts';
import { monthSpan } from '#shared/domain/months.ts';
import { HOUR_MS } from '#shared/vocabulary/durations.ts';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';
import { UNKNOWN_STUDENT } from '#shared/vocabulary/people.ts';
import { whereTutor } from './bookings.queries.ts';

/** Not paged: one person can teach only so many sessions in a month. */
export async function getEarningsMonth(ctx: CtxAs<'tutor'>, { month }: BookingsMonthInput): Promise<EarningsMonth> {
  const { from, until } = monthSpan(month, ctx.platform.zone);
  const isCharged = and(eq(bookings.status, 'cancelled'), gt(bookings.retainedCents, 0));
  const rows = await ctx.db
    .select({ booking: bookings, student: users.name })
    .from(bookings)
    .leftJoin(users, eq(users.id, bookings.studentId))
    .where(and(whereTutor(ctx), gte(bookings.startTime, from), lt(bookings.startTime, until), or(eq(bookings.status, 'completed'), isCharged)))
    .orderBy(asc(bookings.startTime), asc(bookings.id));
  const completed = rows.filter(({ booking }) => booking.status === 'completed');
  const cancelled = rows.filter(({ booking }) => booking.status === 'cancelled');
  const { gross, fee, net, sessions } = earnedOf(completed.map(({ booking }) => booking.amountCents));
  return {
    completed: completed.map((row) => ({ ...toSession(row), ...toEarned(row.booking.amountCents) })),
    cancelled: cancelled.map((row) => ({ ...toSession(row), ...toCharge(chargeOf(row)) })),
    earned: { gross: toRupees(gross), fee: toRupees(fee), net: toRupees(net), sessions },
    charges: toCharge(
      cancelled.map(chargeOf).reduce((sum, charge) => ({ owed: sum.owed + charge.owed, fee: sum.fee + charge.fee }), { owed: 0, fee: 0 }),
    ),
  };
}

type Row = { booking: typeof bookings.$inferSelect; student: string | null };
type Charge = { owed: Cents; fee: Cents };

function toSession({ booking: { id, startTime, endTime, subjectName, amountCents }, student }: Row) {
  return {
    id,
    startTime,
    student: student ?? UNKNOWN_STUDENT,
    subject: subjectName,
    hours: (endTime.getTime() - startTime.getTime()) / HOUR_MS,
    price: toRupees(amountCents),
  };
}

function toEarned(amount: Cents): { fee: number; net: number } {
  const fee = feeOf(amount);
  return { fee: toRupees(fee), net: toRupees(amount - fee) };
}

function chargeOf({ booking: { retainedCents, platformFeeCents } }: Row): Charge {
  return { owed: retainedCents ?? 0, fee: platformFeeCents ?? 0 };
}

function toCharge({ owed, fee }: Charge): { owed: number; fee: number; due: number } {
  return { owed: toRupees(owed), fee: toRupees(fee), due: toRupees(owed - fee) };
}

export async function getEarningsFile(ctx: CtxAs<'tutor'>, input: BookingsMonthInput): Promise<EarningsFile> {
  const { zone } = ctx.platform;
  const t = await ctx.namedTextsIn(ctx.client.locale ?? DEFAULT_LOCALE);
  const { completed, cancelled } = await getEarningsMonth(ctx, input);
  const columns = [
    t`Start (${zone})`,
    t`Student`,
    t`Subject`,
    t`Hours`,
    t`Status`,
    t`Price (Rs.)`,
    t`Owed after cancelling (Rs.)`,
    t`Platform fee (Rs.)`,
    t`Net (Rs.)`,
    t`Due to the tutor (Rs.)`,
  ];
  const lines = [
    ...completed.map((row) => ({ ...row, values: [t`completed`, row.price, null, row.fee, row.net, null] })),
    ...cancelled.map((row) => ({ ...row, values: [t`cancelled`, row.price, row.owed, row.fee, null, row.due] })),
  ].sort((a, b) => a.startTime.getTime() - b.startTime.getTime());
  const text = lines.map(({ startTime, student, subject, hours, values }) =>
    csvLine([toTimeText(startTime, zone), student === UNKNOWN_STUDENT ? t.of(student) : student, t.nameOf(subject), hours, ...values]),
  );
  return { name: `earnings-${input.month}.csv`, text: CSV_BOM + csvLine(columns) + text.join('') };
}
