import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { findWritable } from './addresses.ts';
import { failUnreachable } from './migrate.ts';

/** `shared`: each transaction may have another connection of the server, as with PgBouncer in transaction mode. */
export type Pooling = 'none' | 'shared' | 'shared, and knows prepared statements';

/** A busy pooler may give the second client another connection than the one that was just free. */
const TRIES = 5;
const TIMEOUT_MS = 2_000;

type Addresses = { url: string; directUrl: string | null; readUrl: string | null; isPrepared: boolean };

/** Where a pooler mixes up what was prepared, one statement runs in the place of another, and nobody is told: so the server does not start. */
export async function refuseWrongPooling({ url, directUrl, readUrl, isPrepared }: Addresses): Promise<void> {
  // One after the other: they may lead to the same pooler.
  const pooling = await findPooling(url);
  const direct = directUrl === null ? null : await findPooling(directUrl);
  // A replica may be away at the start.
  const read = readUrl === null ? null : await findPooling(readUrl).catch(() => null);
  if (pooling !== 'none' && directUrl === null)
    throw new Error('DATABASE_URL leads to a pooler in transaction mode: DATABASE_DIRECT_URL has to name PostgreSQL itself (docs/production.md)');
  if (direct !== null && direct !== 'none')
    throw new Error('DATABASE_DIRECT_URL leads to a pooler in transaction mode, and not to PostgreSQL itself');
  if (isPrepared && [pooling, read].includes('shared'))
    throw new Error('DATABASE_PREPARE=on needs a pooler that knows prepared statements: PgBouncer 1.21 or newer, with max_prepared_statements');
}

export async function findPooling(url: string): Promise<Pooling> {
  const address = await findWritable(url);
  const [one, other] = [openOne(address), openOne(address)];
  try {
    const [first] = await askPrepared(one).catch(failUnreachable);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await other.begin(async (held) => {
        const [taken] = await held`select pg_backend_pid() as pid`.simple();
        return taken?.pid === first?.pid ? whileHeld(one) : null;
      });
      if (found) return found;
    }
    return 'none';
  } finally {
    await Promise.all([one, other].map((sql) => sql.end({ timeout: 0 })));
  }
}

const openOne = (address: string): Sql => postgres(address, { max: 1, fetch_types: false, idle_timeout: 0, onnotice: () => {} });

/** Prepared under a name, which postgres.js does with statements that have a parameter. */
const askPrepared = (sql: Sql) => sql.unsafe<{ pid: number }[]>('select pg_backend_pid() + $1::int as pid', [0], { prepare: true });

/** Somebody else has the connection on which `one` prepared its statement. */
async function whileHeld(one: Sql): Promise<Pooling> {
  const query = askPrepared(one);
  const isKnown = await Promise.race([
    query.then(
      // postgres.js prepares again what the server does not know, and notes the error here.
      () => !('retried' in query && query.retried),
      () => false,
    ),
    pause(TIMEOUT_MS, false, { ref: false }),
  ]);
  return isKnown ? 'shared, and knows prepared statements' : 'shared';
}
