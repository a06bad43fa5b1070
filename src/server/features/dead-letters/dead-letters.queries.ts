import { isNotNull, sql } from 'drizzle-orm';
import { downwards } from '#db/columns.ts';
import type { Executor } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import type { As } from '#server/core/context.ts';
import { cursorFrom, pageBy } from '#server/core/cursor.ts';
import { anyOf } from '#server/core/ids.ts';
import type { DeadLettersInput, DeadLettersPage } from '#shared/contracts/dead-letters.ts';
import { jobInWords } from '#shared/domain/job-words.ts';

const NO_PROBLEM = 'Nothing is known of what went wrong.';

/** What is tried no more, the last to be given up first. What jobs were told stays here: it may hold an address or a path. */
export async function deadLettersOf({ db }: As<'admin'>, { cursor, limit }: DeadLettersInput): Promise<DeadLettersPage> {
  const { at, id } = cursorFrom(cursor);
  const { kind, params, tries, lastError } = jobs;
  const rows = await db
    .select({ id: jobs.id, kind, params, tries, lastError, diedAt: sql`${jobs.deadAt}`.mapWith(jobs.createdAt) })
    .from(jobs)
    .where(sql`${isNotNull(jobs.deadAt)} and (${jobs.deadAt}, ${jobs.id}) < (${at}::timestamptz, ${id}::uuid)`)
    .orderBy(downwards(jobs.deadAt), downwards(jobs.id))
    .limit(limit + 1);
  const { shown, nextCursor } = pageBy(rows, limit, ({ diedAt }) => diedAt);
  const told = shown.map((row) => row.params);
  const [people, subjects] = [await peopleIn(db, told), await subjectsIn(db, told)];
  return {
    jobs: shown.map((row) => ({
      id: row.id,
      job: jobInWords(row.kind, row.params),
      person: people.get(textIn(row.params, 'userId')) ?? people.get(textIn(row.params, 'email').toLowerCase()) ?? null,
      booking: subjects.get(textIn(row.params, 'bookingId')) ?? null,
      tries: row.tries,
      problem: row.lastError ?? NO_PROBLEM,
      diedAt: row.diedAt,
    })),
    nextCursor,
  };
}

type Told = Readonly<Record<string, unknown>>;

const textIn = (told: Told, name: string): string => {
  const value = told[name];
  return typeof value === 'string' ? value : '';
};
const textsIn = (told: readonly Told[], name: string): string[] => [...new Set(told.map((one) => textIn(one, name)).filter((text) => text !== ''))];

/** Names by the ids of accounts; of those whom only an address names, by that. */
async function peopleIn(db: Executor, told: readonly Told[]): Promise<ReadonlyMap<string, string>> {
  const addresses = textsIn(told, 'email').map((address) => address.toLowerCase());
  const rows = await db
    .select({ id: users.id, name: users.name, address: sql<string>`lower(${users.email})` })
    .from(users)
    .where(sql`${anyOf(users.id, textsIn(told, 'userId'))} or lower(${users.email}) = any(${sql.param(addresses)}::text[])`);
  return new Map(rows.flatMap(({ id, name, address }) => [[id, name] as const, [address, name] as const]));
}

async function subjectsIn(db: Executor, told: readonly Told[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: bookings.id, subjectName: bookings.subjectName })
    .from(bookings)
    .where(anyOf(bookings.id, textsIn(told, 'bookingId')));
  return new Map(rows.map(({ id, subjectName }) => [id, subjectName]));
}
