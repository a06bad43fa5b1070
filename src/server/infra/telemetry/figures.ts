import { sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';

type Counts = Readonly<Record<string, number>>;
export type Figures = { jobs: Counts; connections: Counts; bookings: Counts };

type Row = { name: string; count: number };

const BOOKINGS_MS = 5 * MINUTE_MS;
/** Counting stops here: more would change nothing for an alert, and would read a table of millions. */
const MAX_COUNTED_JOBS = 10_000;
const LATE_MS = 60_000;

/** `bookings` are counted every five minutes only, because that reads the whole table. */
export function createFigures(db: Executor, now: () => Date): () => Promise<Figures> {
  let stored: Promise<Counts> = Promise.resolve({});
  let storedUntil = Number.NEGATIVE_INFINITY;

  return async () => {
    const at = now().getTime();
    if (at >= storedUntil) {
      storedUntil = at + BOOKINGS_MS;
      stored = countBookings(db);
      stored.catch(() => {
        storedUntil = Number.NEGATIVE_INFINITY;
      });
    }
    const [jobCounts, connections, bookingCounts] = await Promise.all([countJobs(db, new Date(at)), countConnections(db), stored]);
    return { jobs: jobCounts, connections, bookings: bookingCounts };
  };
}

async function countJobs(db: Executor, at: Date): Promise<Counts> {
  const [now, late] = [at.toISOString(), new Date(at.getTime() - LATE_MS).toISOString()];
  const count = (where: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select from ${jobs} where ${where} limit ${MAX_COUNTED_JOBS}) counted)`;
  const rows = await db.execute<Row>(sql`
    select 'waiting' as name, ${count(sql`dead_at is null and due_at > ${now}::timestamptz`)} as count
    union all select 'due', ${count(sql`dead_at is null and due_at <= ${now}::timestamptz`)}
    union all select 'late', ${count(sql`dead_at is null and due_at <= ${late}::timestamptz and (claimed_until is null or claimed_until < ${now}::timestamptz)`)}
    union all select 'dead', ${count(sql`dead_at is not null`)}`);
  return toCounts(rows);
}

async function countConnections(db: Executor): Promise<Counts> {
  const rows = await db.execute<Row>(sql`
    select coalesce(state, 'other') as name, count(*)::int as count from pg_stat_activity where datname = current_database() group by 1`);
  return toCounts(rows);
}

async function countBookings(db: Executor): Promise<Counts> {
  return toCounts(await db.execute<Row>(sql`select status::text as name, count(*)::int as count from ${bookings} group by 1`));
}

function toCounts(rows: readonly Row[]): Counts {
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
