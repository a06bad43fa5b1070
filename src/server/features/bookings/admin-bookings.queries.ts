import { eq, type SQL, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import { totalsOf } from '#db/figures.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { CtxAs } from '#server/core/context.ts';
import { anyOf } from '#server/core/ids.ts';
import {
  ADMIN_BOOKING_STATUSES,
  type AdminBookingSort,
  type AdminBookingStatus,
  type AdminBookingsInput,
  type AdminBookingsPage,
  type BookingView,
} from '#shared/contracts/bookings.ts';
import { BOOKING_STATUSES } from '#shared/vocabulary/bookings.ts';
import { selectBookings, toAdminView, toBookingView } from './bookings.queries.ts';

const STATUS_COUNTERS = BOOKING_STATUSES.map((status) => `bookings.${status}` as const);

/** As the indexes have it; `oldest` reads that of `newest` backwards. */
const ORDERS: Record<AdminBookingSort, readonly [SQL, SQL]> = {
  newest: [downwards(bookings.createdAt), downwards(bookings.id)],
  oldest: [sql`${bookings.createdAt} asc nulls first`, sql`${bookings.id} asc nulls first`],
  amount: [downwards(bookings.amountCents), downwards(bookings.id)],
};

export async function listBookingsForAdmin(ctx: CtxAs<'admin'>, { sortBy, page, limit, ...filter }: AdminBookingsInput): Promise<AdminBookingsPage> {
  const status = ADMIN_BOOKING_STATUSES.find((known) => known === filter.status);
  const totals = await totalsOf(ctx.db, STATUS_COUNTERS);
  const counted = STATUS_COUNTERS.filter((name) => status === 'all' || name === `bookings.${status}`);
  const total = counted.reduce((sum, name) => sum + totals[name], 0);
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const rows = status === undefined || page > totalPages ? [] : await readPage(ctx, { status, sortBy, page, limit });
  return { bookings: rows, totalPages, page, total };
}

/** OFFSET skips ids in the index alone; only the rows of the page are joined. */
async function readPage(
  { db }: CtxAs<'admin'>,
  { status, sortBy, page, limit }: AdminBookingsInput & { status: AdminBookingStatus },
): Promise<BookingView[]> {
  const order = ORDERS[sortBy];
  const entries = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(status === 'all' ? undefined : eq(bookings.status, status))
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit);
  if (entries.length === 0) return [];
  const ids = entries.map(({ id }) => id);
  const records = await selectBookings(db, anyOf(bookings.id, ids), order);
  return records.map((record) => toAdminView(record, toBookingView(record)));
}
