import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#db/executor.ts';
import { limits } from '#db/schema/access.ts';
import { inboxEvents } from '#db/schema/inbox.ts';
import { jobs } from '#db/schema/jobs.ts';
import { codes, sessions } from '#db/schema/people.ts';
import { INBOX_DAYS, JOBS } from '#shared/vocabulary/limits.ts';

const DAY = 24 * 3_600_000;
/** Rows of a table at a time, so that nobody waits long for those that go. */
const MOST_ROWS = 1_000;

/** Removes what is over and what was kept long enough, a bounded piece of each; false when there may be more of it. */
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
  ];
  return removed.every((rows) => rows.length < MOST_ROWS);
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
