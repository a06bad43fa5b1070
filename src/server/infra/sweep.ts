import { and, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { limits, requestKeys } from '#db/schema/access.ts';
import { bookings } from '#db/schema/bookings.ts';
import { knownDevices, passwordResets } from '#db/schema/devices.ts';
import { figureChanges, figures } from '#db/schema/figures.ts';
import { jobs } from '#db/schema/jobs.ts';
import { messageThreads } from '#db/schema/messages.ts';
import { reports } from '#db/schema/moderation.ts';
import { inboxEvents, notifications } from '#db/schema/notifications.ts';
import { codes, sessions } from '#db/schema/people.ts';
import { challenges } from '#db/schema/second-factor.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { clockJobs } from '#shared/domain/booking-clock.ts';
import { DAY_MS, HOUR_MS } from '#shared/vocabulary/durations.ts';
import { REQUEST_KEY_HOURS } from '#shared/vocabulary/limits.ts';
import { RETENTION_DAYS, type Retention } from '#shared/vocabulary/privacy.ts';

const BATCH_ROWS = 1_000;
/** PostgreSQL reads an index that was declared with `.desc()` backwards for this order only. */
const OLDEST_OF_NEWEST_FIRST = sql`asc nulls first`;

/** Deletes what has expired, one batch of the oldest rows in each table. Returns false while there may be more. */
export async function sweepExpired(db: Executor, at: Date, retention: Retention = RETENTION_DAYS): Promise<boolean> {
  const daysAgo = (days: number) => new Date(at.getTime() - days * DAY_MS);
  const deleted = [
    await deleteOldest(db, limits.resetsAt, at),
    await deleteOldest(db, codes.expiresAt, at),
    await deleteOldest(db, passwordResets.expiresAt, at),
    await deleteOldest(db, knownDevices.lastUsedAt, daysAgo(retention.devices)),
    await deleteOldest(db, challenges.expiresAt, at),
    await deleteOldest(db, sessions.expiresAt, at),
    await deleteOldest(db, notifications.createdAt, daysAgo(retention.notifications), OLDEST_OF_NEWEST_FIRST),
    await deleteThreadsOfNobody(db),
    await deleteOldest(db, inboxEvents.createdAt, daysAgo(retention.live_events)),
    await deleteOldest(db, jobs.deadAt, daysAgo(retention.failed_jobs)),
    await deleteOldest(db, requestKeys.createdAt, new Date(at.getTime() - REQUEST_KEY_HOURS * HOUR_MS)),
    await deleteOldest(db, webhookDeliveries.createdAt, daysAgo(retention.webhook_log)),
    await deleteReports(db, 'resolved', daysAgo(retention.reports)),
    await deleteReports(db, 'dismissed', daysAgo(retention.reports)),
    await eraseContacts(db, daysAgo(retention.booking_contacts)),
  ];
  const missing = await planMissingJobs(db, at);
  const foldedCounters = await foldCounters(db);
  return [...deleted, missing, foldedCounters].every((rows) => rows.length < BATCH_ROWS);
}

/** `skip locked`: two processes may fold at once. Reads add both tables, so they never see a change twice or not at all. */
function foldCounters(db: Executor) {
  return db.execute<{ id: string }>(sql`
    with gone as (
      delete from ${figureChanges} where id in (select id from ${figureChanges} order by id limit ${BATCH_ROWS} for update skip locked)
      returning id, name, bucket, change
    ), folded as (
      insert into ${figures} as figure (name, bucket, value)
      select name, bucket, sum(change) from gone group by name, bucket order by name, bucket
      on conflict (name, bucket) do update set value = figure.value + excluded.value
    )
    select id from gone`);
}

/** Plans the jobs of bookings that a process of an older release has made or confirmed, while both releases run. */
async function planMissingJobs(db: Executor, at: Date) {
  // Must match the constraint `bookings_tutor_never_twice`, whose index finds these rows.
  const isActive = sql`${bookings.status} in ('pending', 'confirmed')
    and tstzrange(${bookings.startTime}, ${bookings.endTime}, '[)') && tstzrange(null, null, '[)')`;
  const key = sql`case ${bookings.status} when 'pending' then 'booking.unanswered ' || ${bookings.id}
    else 'booking.over ' || ${bookings.id} || ' ' || (extract(epoch from ${bookings.endTime}) * 1000)::bigint end`;
  const { id, status, startTime, endTime, createdAt } = getTableColumns(bookings);
  const bookingsWithoutJobs = await db
    .select({ id, status, startTime, endTime, createdAt })
    .from(bookings)
    .where(sql`${isActive} and (select ${jobs.id} from ${jobs} where ${jobs.key} = ${key} and ${jobs.deadAt} is null) is null`)
    .limit(BATCH_ROWS);
  const rows = bookingsWithoutJobs.flatMap((booking) => clockJobs(booking, at).map((job) => ({ ...job, id: uuidV7(at.getTime()), createdAt: at })));
  // In the order of keys: another process may insert the same jobs.
  rows.sort((one, other) => (one.key < other.key ? -1 : 1));
  if (rows.length > 0) await db.insert(jobs).values(rows).onConflictDoNothing({ target: jobs.key, where: sql`dead_at is null` });
  return bookingsWithoutJobs;
}

/** Conversations whose two parties have both deleted their accounts, so that nobody can read them. */
function deleteThreadsOfNobody(db: Executor) {
  const isOfNobody = and(isNull(messageThreads.studentId), isNull(messageThreads.tutorUserId));
  const rowIds = db.select({ place: sql`ctid` }).from(messageThreads).where(isOfNobody).limit(BATCH_ROWS);
  return db
    .delete(messageThreads)
    .where(and(isOfNobody, sql`ctid = any(array(${rowIds}))`))
    .returning({ id: messageThreads.id });
}

function deleteReports(db: Executor, state: 'resolved' | 'dismissed', before: Date) {
  const isOver = and(eq(reports.state, state), lte(reports.createdAt, before));
  const rowIds = db
    .select({ place: sql`ctid` })
    .from(reports)
    .where(isOver)
    .orderBy(sql`${reports.createdAt} ${OLDEST_OF_NEWEST_FIRST}`)
    .limit(BATCH_ROWS);
  return db
    .delete(reports)
    .where(and(isOver, sql`ctid = any(array(${rowIds}))`))
    .returning({ id: reports.id });
}

/** Must match the condition of `bookings_contacts_end_idx`. */
function eraseContacts(db: Executor, before: Date) {
  const isOver = and(sql`(${bookings.contactNumber} <> '' or ${bookings.address} <> '')`, lte(bookings.endTime, before));
  const rowIds = db.select({ place: sql`ctid` }).from(bookings).where(isOver).orderBy(bookings.endTime).limit(BATCH_ROWS);
  return db
    .update(bookings)
    .set({ contactNumber: '', address: '' })
    .where(and(isOver, sql`ctid = any(array(${rowIds}))`))
    .returning({ id: bookings.id });
}

/** Repeats the condition in the delete, because a row may have been extended since its ctid was read. */
function deleteOldest(db: Executor, column: PgColumn, before: Date, order = sql`asc`) {
  // A column of the schema is in a table.
  const table = column.table as PgTable;
  const isExpired = lte(column, before);
  const rowIds = db.select({ place: sql`ctid` }).from(table).where(isExpired).orderBy(sql`${column} ${order}`).limit(BATCH_ROWS);
  return db
    .delete(table)
    .where(and(isExpired, sql`ctid = any(array(${rowIds}))`))
    .returning({ at: column });
}
