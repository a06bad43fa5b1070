import { connect } from '#db/client.ts';
import type { Caller } from '#server/api/router.ts';
import { findListedTutors, type Order } from '#server/features/tutors/search/listings.queries.ts';
import { resolveSearch } from '#server/features/tutors/search/search-criteria.queries.ts';
import { readText, toConditions } from '#server/features/tutors/search/search-text.queries.ts';
import { type SearchInput, searchInput } from '#shared/contracts/tutor-search.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';
import { median } from '../median.ts';
import { type Case, TODAY } from './cases.ts';
import type { Bulk } from './databases.ts';

export type Prepared = { case: Case; of: { bulk: Bulk; caller: Caller; input: SearchInput }[] };

const NOW = new Date(`${TODAY}T04:30:00Z`);
export const CLOCK = { now: () => NOW };
const TRIES = 3;
const PAGE = 24;

/** The same search for each database, with its own ids and cursor. */
export async function prepare(one: Case, bulks: readonly Bulk[]): Promise<Prepared> {
  const of = [];
  for (const bulk of bulks) {
    const input = searchInput.parse(one.input(bulk.scopes));
    of.push({ bulk, caller: callerAs(bulk, null, CLOCK), input: { ...input, cursor: one.isDeep ? await middle(bulk, input) : null } });
  }
  return { case: one, of };
}

/** A cursor in the middle of all tutors; with fewer results at half of that, and so on. */
async function middle(bulk: Bulk, input: SearchInput): Promise<string | null> {
  const ctx = contextAs(bulk, null, CLOCK);
  const search = await resolveSearch(ctx, input, toConditions(await readText(ctx.db, input)));
  const order: Order = input.sortBy === 'match' ? 'match.desc' : `${input.sortBy}.${input.sortOrder ?? 'desc'}`;
  for (let offset = Math.floor(bulk.tutors / 2); search && offset > 0; offset = Math.floor(offset / 2)) {
    const rows = await findListedTutors(bulk.db, search.criteria, { order, limit: PAGE, offset });
    if (rows.length > PAGE) return Buffer.from(rows[0]?.keys ?? '').toString('base64url');
  }
  return null;
}

/** Milliseconds in each database: the median of a few tries in turn. */
export async function oneRound({ of }: Prepared): Promise<number[]> {
  const times: number[][] = of.map(() => []);
  for (let index = 0; index < TRIES; index += 1) {
    for (const [which, { caller, input }] of of.entries()) {
      const start = performance.now();
      await caller.tutors.search(input);
      times[which]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}

/** Growing tables that a generic or custom plan of these searches reads sequentially. */
export async function readToTheEnd(prepared: readonly Prepared[]): Promise<{ plans: number; read: string[] }> {
  const read: string[] = [];
  let plans = 0;
  for (const { case: one, of } of prepared) {
    const [last] = of.slice(-1);
    if (!last) continue;
    const { db, statements } = createRecordingDb(last.bulk);
    await callerAs({ db }, null, CLOCK).tutors.search(last.input);
    for (const statement of statements) {
      for (const mode of PLAN_MODES) {
        plans += 1;
        const plan = await explainStatement(last.bulk, statement, mode);
        read.push(...plan.read.map((table) => `#${one.nr} ${one.name}: ${table} (${mode}): ${plan.text}`));
      }
    }
  }
  return { plans, read };
}

/** The share of repeated statements that PostgreSQL parses again. */
export async function measureReparsedShare(prepared: readonly Prepared[]): Promise<number> {
  const [bulk] = prepared.flatMap(({ of }) => of.map((one) => one.bulk));
  if (!bulk) return 0;
  const connection = connect(bulk.url, { max: 1 });
  const { db, statements } = createRecordingDb(connection);
  const caller = callerAs({ db }, null, CLOCK);
  const all = async () => {
    for (const { of } of prepared) await caller.tutors.search({ ...of[0]?.input });
  };
  const executed = async () => {
    const [row] = await connection.sql<
      [{ times: number }]
    >`select coalesce(sum(generic_plans + custom_plans), 0)::int as times from pg_prepared_statements where statement not like '%pg_prepared%'`;
    return row.times;
  };
  await all();
  const before = await executed();
  statements.splice(0);
  await all();
  const planned = (await executed()) - before;
  await connection.close();
  return 1 - planned / statements.length;
}
