import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Executor, only } from '#db/executor.ts';
import { readMigrations } from '#db/migrate.ts';
import { jobs } from '#db/schema/jobs.ts';
import type { Unready } from '#server/core/ports.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';

/** Jobs are stuck when one has been due for this long and none is running. */
const STUCK_MS = 15 * MINUTE_MS;
/** With less, the next uploads or the write-ahead log of the embedded PostgreSQL may not fit. */
const MIN_FREE_BYTES = 200 * 1024 ** 2;

export type ReadinessParts = {
  db: Executor;
  now: () => Date;
  isDatabaseAlive: () => boolean;
  /** The `when` of the newest migration that this release knows. */
  lastMigration: number;
  /** Null where nothing is stored on this machine. */
  countFreeBytes: (() => Promise<number>) | null;
};

/** A schema that is newer than this release is no problem, because the previous release runs on while the next one starts. */
export async function findUnready({ db, now, isDatabaseAlive, lastMigration, countFreeBytes }: ReadinessParts): Promise<Unready[]> {
  const [stored, freeBytes] = await Promise.all([isDatabaseAlive() ? readState(db, now()) : null, countFreeBytes?.() ?? Infinity]);
  const problems: Unready[] = [];
  if (!stored) problems.push('database');
  else {
    if (stored.lastMigration < lastMigration) problems.push('migrations');
    if (stored.isStuck) problems.push('jobs');
  }
  if (freeBytes < MIN_FREE_BYTES) problems.push('disk');
  return problems;
}

type StoredState = { lastMigration: number; isStuck: boolean };

/** A long queue that moves is not stuck. */
async function readState(db: Executor, at: Date): Promise<StoredState | null> {
  const [now, late] = [at.toISOString(), new Date(at.getTime() - STUCK_MS).toISOString()];
  const query = sql`
    select (select coalesce(max(created_at), 0)::float8 from drizzle.__drizzle_migrations) as "lastMigration",
      exists (select from ${jobs} where dead_at is null and due_at < ${late}::timestamptz)
        and not exists (select from ${jobs} where dead_at is null and due_at < ${now}::timestamptz and claimed_until > ${now}::timestamptz) as "isStuck"`;
  return db.execute<StoredState>(query).then(only, () => null);
}

export function readLastMigration(folder: string): number {
  return Math.max(0, ...readMigrations(folder).map(({ when }) => when));
}

/** The folder may not exist yet: it is created with the first file. */
export async function countFreeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(folder) ? folder : dirname(folder));
  return bavail * bsize;
}

export function readVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}
