import { and, asc, getTableColumns, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { uuidV7 } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { limits, requestKeys } from '#db/schema/access.ts';
import { bookings } from '#db/schema/bookings.ts';
import { knownDevices, passwordResets } from '#db/schema/devices.ts';
import { figureChanges, figures } from '#db/schema/figures.ts';
import { inboxEvents } from '#db/schema/inbox.ts';
import { jobs } from '#db/schema/jobs.ts';
import { codes, sessions } from '#db/schema/people.ts';
import { challenges } from '#db/schema/second-factor.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { clockJobs } from '#shared/domain/booking-clock.ts';
import { DEVICES, INBOX_DAYS, JOBS, REQUEST_KEY_HOURS, WEBHOOKS } from '#shared/vocabulary/limits.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Rows of a table at a time, so that nobody waits long for those that go. */
const MOST_ROWS = 1_000;

/** Removes what is over and what was kept long enough, and plans what was forgotten, a bounded piece of each; false when there may be more of it. */
export async function sweepExpired(db: Executor, at: Date): Promise<boolean> {
  const daysAgo = (days: number) => new Date(at.getTime() - days * DAY);
  const removed = [
    await db
      .delete(limits)
      .where(oldest(db, limits.resetsAt, at))
      .returning({ at: limits.resetsAt }),
    await db
      .delete(codes)
      .where(oldest(db, codes.expiresAt, at))
      .returning({ at: codes.expiresAt }),
    await db
      .delete(passwordResets)
      .where(oldest(db, passwordResets.expiresAt, at))
      .returning({ at: passwordResets.expiresAt }),
    await db
      .delete(knownDevices)
      .where(oldest(db, knownDevices.lastUsedAt, daysAgo(DEVICES.days)))
      .returning({ at: knownDevices.lastUsedAt }),
    await db
      .delete(challenges)
      .where(oldest(db, challenges.expiresAt, at))
      .returning({ at: challenges.expiresAt }),
    await db
      .delete(sessions)
      .where(oldest(db, sessions.expiresAt, at))
      .returning({ at: sessions.expiresAt }),
    await db
      .delete(inboxEvents)
      .where(oldest(db, inboxEvents.createdAt, daysAgo(INBOX_DAYS)))
      .returning({ at: inboxEvents.createdAt }),
    await db
      .delete(jobs)
      .where(oldest(db, jobs.deadAt, daysAgo(JOBS.deadDays)))
      .returning({ at: jobs.deadAt }),
    await db
      .delete(requestKeys)
      .where(oldest(db, requestKeys.createdAt, new Date(at.getTime() - REQUEST_KEY_HOURS * HOUR)))
      .returning({ at: requestKeys.createdAt }),
    await db
      .delete(webhookDeliveries)
      .where(oldest(db, webhookDeliveries.createdAt, daysAgo(WEBHOOKS.logDays)))
      .returning({ at: webhookDeliveries.createdAt }),
  ];
  const planned = await planForgotten(db, at);
  const folded = await foldFigures(db);
  return [...removed, planned, folded].every((rows) => rows.length < MOST_ROWS);
}

/** Changes of figures become part of them; who reads one sees it before or after, and no process waits for another that does the same. */
function foldFigures(db: Executor) {
  return db.execute<{ id: string }>(sql`
    with gone as (
      delete from ${figureChanges} where id in (select id from ${figureChanges} order by id limit ${MOST_ROWS} for update skip locked)
      returning id, name, bucket, change
    ), folded as (
      insert into ${figures} as figure (name, bucket, value)
      select name, bucket, sum(change) from gone group by name, bucket order by name, bucket
      on conflict (name, bucket) do update set value = figure.value + excluded.value
    )
    select id from gone`);
}

/** Plans the clock of bookings that a process of an older version, still running beside this one, has made or confirmed. */
async function planForgotten(db: Executor, at: Date) {
  // Word for word the condition of `bookings_tutor_never_twice`, which finds what is held; of each the index of keys says whether it is planned.
  const isHeld = sql`${bookings.status} in ('pending', 'confirmed')
    and tstzrange(${bookings.startTime}, ${bookings.endTime}, '[)') && tstzrange(null, null, '[)')`;
  const key = sql`case ${bookings.status} when 'pending' then 'booking.unanswered ' || ${bookings.id}
    else 'booking.over ' || ${bookings.id} || ' ' || (extract(epoch from ${bookings.endTime}) * 1000)::bigint end`;
  const { id, status, startTime, endTime, createdAt } = getTableColumns(bookings);
  const forgotten = await db
    .select({ id, status, startTime, endTime, createdAt })
    .from(bookings)
    .where(sql`${isHeld} and (select ${jobs.id} from ${jobs} where ${jobs.key} = ${key} and ${jobs.deadAt} is null) is null`)
    .limit(MOST_ROWS);
  const rows = forgotten.flatMap((booking) => clockJobs(booking, at).map((job) => ({ ...job, id: uuidV7(at.getTime()), createdAt: at })));
  // In one order: another process may be sweeping, too.
  rows.sort((one, other) => (one.key < other.key ? -1 : 1));
  if (rows.length > 0) await db.insert(jobs).values(rows).onConflictDoNothing({ target: jobs.key, where: sql`dead_at is null` });
  return forgotten;
}

/** The time is asked twice: a row that was made to last longer meanwhile is found by its place all the same. */
function oldest(db: Executor, column: PgColumn, until: Date): SQL | undefined {
  const over = lte(column, until);
  const places = db
    .select({ place: sql`ctid` })
    .from(column.table as PgTable)
    .where(over)
    .orderBy(asc(column))
    .limit(MOST_ROWS);
  return and(over, sql`ctid = any(array(${places}))`);
}
