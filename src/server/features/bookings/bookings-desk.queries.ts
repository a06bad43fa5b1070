import { eq, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { totalsOf } from '#db/figures.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { As } from '#server/core/context.ts';
import { anyOf } from '#server/core/ids.ts';
import {
  type BookingView,
  DESK_STATUSES,
  type DeskBookingsInput,
  type DeskBookingsPage,
  type DeskSort,
  type DeskStatus,
} from '#shared/contracts/bookings.ts';
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { asAdminsSee, selectBookings, toBookingView } from './bookings.queries.ts';

const FIGURES = BOOKING_STATUSES.map((status) => `bookings.${status}` as const);

/** The order of each index, and for the oldest the same from its other end. */
const ORDERS: Record<DeskSort, readonly [SQL, SQL]> = {
  newest: [downwards(bookings.createdAt), downwards(bookings.id)],
  oldest: [sql`${bookings.createdAt} asc nulls first`, sql`${bookings.id} asc nulls first`],
  amount: [downwards(bookings.amountCents), downwards(bookings.id)],
};

/** Bookings of the whole platform; the totals are figures, which are exact and cost nothing to count. */
export async function bookingsOnDesk(ctx: As<'admin'>, { sortBy, page, limit, ...asked }: DeskBookingsInput): Promise<DeskBookingsPage> {
  const status = DESK_STATUSES.find((one) => one === asked.status);
  const totals = await totalsOf(ctx.db, FIGURES);
  const counted = FIGURES.filter((name) => status === 'all' || name === `bookings.${status}`);
  const total = counted.reduce((sum, name) => sum + totals[name], 0);
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const found = status === undefined || page > totalPages ? [] : await bookingsAt(ctx, { status, sortBy, page, limit });
  return { bookings: found, totalPages, page, total };
}

/** What is skipped is skipped in the index alone; only what is shown is looked up, with all that belongs to it. */
async function bookingsAt({ db }: As<'admin'>, { status, sortBy, page, limit }: DeskBookingsInput & { status: DeskStatus }): Promise<BookingView[]> {
  const order = ORDERS[sortBy];
  const places = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(status === 'all' ? undefined : eq(bookings.status, status))
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit);
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const records = await selectBookings(db, anyOf(bookings.id, ids), order);
  return records.map((record) => asAdminsSee(record, toBookingView(record)));
}
