import { and, isNotNull, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import type { CtxAs } from '#server/core/context.ts';
import { isAfterCursor, parseCursor, toPageBy } from '#server/core/cursor.ts';
import { anyOf } from '#server/core/ids.ts';
import type { DeadLettersInput, DeadLettersPage } from '#shared/contracts/dead-letters.ts';
import { describeJob } from '#shared/domain/job-text.ts';

const NO_PROBLEM = 'Nothing is known of what went wrong.';

/** Given up last first. A job's params are not returned: they may contain an email address or a path. */
export async function listDeadLetters({ db }: CtxAs<'admin'>, { cursor, limit }: DeadLettersInput): Promise<DeadLettersPage> {
  const { kind, params, tries, lastError } = jobs;
  const rows = await db
    .select({ id: jobs.id, kind, params, tries, lastError, diedAt: sql`${jobs.deadAt}`.mapWith(jobs.createdAt) })
    .from(jobs)
    .where(and(isNotNull(jobs.deadAt), isAfterCursor(jobs.deadAt, jobs.id, parseCursor(cursor))))
    .orderBy(downwards(jobs.deadAt), downwards(jobs.id))
    .limit(limit + 1);
  const { shown: page, nextCursor } = toPageBy(rows, limit, ({ diedAt }) => diedAt);
  const allParams = page.map((row) => row.params);
  const people = await findPeople(db, allParams);
  const subjects = await findSubjects(db, allParams);
  return {
    jobs: page.map((row) => ({
      id: row.id,
      job: describeJob(row.kind, row.params),
      person: people.get(getText(row.params, 'userId')) ?? people.get(getText(row.params, 'email').toLowerCase()) ?? null,
      booking: subjects.get(getText(row.params, 'bookingId')) ?? null,
      tries: row.tries,
      problem: row.lastError ?? NO_PROBLEM,
      diedAt: row.diedAt,
    })),
    nextCursor,
  };
}

type Params = Readonly<Record<string, unknown>>;

const getText = (params: Params, name: string): string => {
  const value = params[name];
  return typeof value === 'string' ? value : '';
};
const getTexts = (allParams: readonly Params[], name: string): string[] => [
  ...new Set(allParams.map((params) => getText(params, name)).filter((text) => text !== '')),
];

async function findPeople(db: Executor, allParams: readonly Params[]): Promise<ReadonlyMap<string, string>> {
  const addresses = getTexts(allParams, 'email').map((address) => address.toLowerCase());
  const rows = await db
    .select({ id: users.id, name: users.name, address: sql<string>`lower(${users.email})` })
    .from(users)
    .where(sql`${anyOf(users.id, getTexts(allParams, 'userId'))} or lower(${users.email}) = any(${sql.param(addresses)}::text[])`);
  return new Map(rows.flatMap(({ id, name, address }) => [[id, name] as const, [address, name] as const]));
}

async function findSubjects(db: Executor, allParams: readonly Params[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: bookings.id, subjectName: bookings.subjectName })
    .from(bookings)
    .where(anyOf(bookings.id, getTexts(allParams, 'bookingId')));
  return new Map(rows.map(({ id, subjectName }) => [id, subjectName]));
}
