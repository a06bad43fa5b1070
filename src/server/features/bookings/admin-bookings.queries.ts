import { and, eq, type SQL, sql } from 'drizzle-orm';
import { matchesPerson } from '#db/accounts.ts';
import { downwards } from '#db/columns.ts';
import { only } from '#db/executor.ts';
import { getTotals } from '#db/figures.ts';
import { forceCustomPlan } from '#db/planner-hints.ts';
import { bookings } from '#db/schema/bookings.ts';
import { subjects } from '#db/schema/catalogue.ts';
import type { CtxAs } from '#server/core/context.ts';
import { anyOf, byId } from '#server/core/ids.ts';
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

/** The sort columns of the indexes; `oldest` reads the index of `newest` backwards. */
const ORDERS: Record<AdminBookingSort, readonly [SQL, SQL]> = {
  newest: [downwards(bookings.createdAt), downwards(bookings.id)],
  oldest: [sql`${bookings.createdAt} asc nulls first`, sql`${bookings.id} asc nulls first`],
  amount: [downwards(bookings.amountCents), downwards(bookings.id)],
};

export async function listBookingsForAdmin(ctx: CtxAs<'admin'>, { sortBy, page, limit, ...filter }: AdminBookingsInput): Promise<AdminBookingsPage> {
  const status = ADMIN_BOOKING_STATUSES.find((known) => known === filter.status);
  if (filter.search !== '' && status !== undefined) return findByText(ctx, { status, search: filter.search, sortBy, page, limit });
  const totals = await getTotals(ctx.db, STATUS_COUNTERS);
  const counted = STATUS_COUNTERS.filter((name) => status === 'all' || name === `bookings.${status}`);
  const total = counted.reduce((sum, name) => sum + totals[name], 0);
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const rows = status === undefined || page > totalPages ? [] : await readPage(ctx, { status, sortBy, page, limit });
  return { bookings: rows, totalPages, page, total };
}

type KnownInput = Omit<AdminBookingsInput, 'search' | 'status'> & { status: AdminBookingStatus };

/** A shorter text would match the beginnings of half of all subject names. */
const MIN_SUBJECT_LENGTH = 3;

const beginsWith = (search: string): SQL =>
  search.length < MIN_SUBJECT_LENGTH ? sql`false` : sql`starts_with(lower(${subjects.name}), lower(${search}::text))`;

/** The last eight characters of an id, which people read out to each other. */
const endsWith = (search: string): SQL => {
  const end = /^#?([0-9a-f]{8})$/i.exec(search.trim())?.[1]?.toLowerCase();
  return end === undefined ? sql`false` : sql`right(${bookings.id}::text, 8) = ${end}`;
};

/** Finds accounts by the index of names and emails, and their bookings by the indexes of accounts and subjects; sorts only these. */
async function findByText(ctx: CtxAs<'admin'>, { status, search, sortBy, page, limit }: KnownInput & { search: string }): Promise<AdminBookingsPage> {
  const order = ORDERS[sortBy];
  const found = (condition: SQL) =>
    sql`select ${bookings.id}, ${bookings.createdAt}, ${bookings.amountCents} from ${bookings}
      where ${and(condition, status === 'all' ? undefined : eq(bookings.status, status))}`;
  const people = sql`any(array(select id from people))`;
  const { ids, total } = only(
    await ctx.db.execute<{ ids: string[]; total: number }>(sql`
      with people as materialized (select id from users where role in ('student', 'tutor') and ${matchesPerson(search)} and ${forceCustomPlan(search)}),
      taught as materialized (select id from subjects where ${beginsWith(search)}),
      matching as materialized (
        select bookings.id, row_number() over (order by ${sql.join([...order], sql`, `)}) as place
        from (
          ${found(sql`${bookings.studentId} = ${people}`)}
          union ${found(sql`${bookings.tutorUserId} = ${people}`)}
          union ${found(sql`${bookings.subjectId} = any(array(select id from taught))`)}
          union ${found(byId(bookings.id, search))}
          union ${found(endsWith(search))}
        ) bookings
      )
      select (select count(*)::int from matching) as total,
        array(select id::text from matching order by place limit ${limit} offset ${(page - 1) * limit}) as ids`),
  );
  return { bookings: await readBookings(ctx, ids, order), totalPages: Math.max(1, Math.ceil(total / limit)), page, total };
}

/** OFFSET skips ids in the index only; just the rows of the page are joined. */
async function readPage({ db }: CtxAs<'admin'>, { status, sortBy, page, limit }: KnownInput): Promise<BookingView[]> {
  const order = ORDERS[sortBy];
  const entries = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(status === 'all' ? undefined : eq(bookings.status, status))
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit);
  return readBookings(
    { db },
    entries.map(({ id }) => id),
    order,
  );
}

async function readBookings({ db }: Pick<CtxAs<'admin'>, 'db'>, ids: readonly string[], order: readonly SQL[]): Promise<BookingView[]> {
  if (ids.length === 0) return [];
  const records = await selectBookings(db, anyOf(bookings.id, ids), order);
  return records.map((record) => toAdminView(record, toBookingView(record)));
}
