import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { findWritable } from './addresses.ts';
import { failUnreachable } from './migrate.ts';

/** `shared`: each transaction may get another server connection, as with PgBouncer in transaction mode. */
export type Pooling = 'none' | 'shared' | 'shared, and knows prepared statements';

/** A busy pooler may give the second client another connection than the one that the first has just released. */
const TRIES = 5;
const TIMEOUT_MS = 2_000;

type Addresses = { url: string; directUrl: string | null; readUrl: string | null; isPrepared: boolean };

/** Keeps the server from starting behind a pooler that mixes up prepared statements: one would silently run in place of another. */
export async function refuseWrongPooling({ url, directUrl, readUrl, isPrepared }: Addresses): Promise<void> {
  // Checked one after the other, because they may lead to the same pooler.
  const pooling = await findPooling(url);
  const direct = directUrl === null ? null : await findPooling(directUrl);
  // The replica may be unavailable while the server starts.
  const read = readUrl === null ? null : await findPooling(readUrl).catch(() => null);
  if (pooling !== 'none' && directUrl === null)
    throw new Error('DATABASE_URL leads to a pooler in transaction mode: DATABASE_DIRECT_URL has to name PostgreSQL itself (docs/production.md)');
  if (direct !== null && direct !== 'none')
    throw new Error('DATABASE_DIRECT_URL leads to a pooler in transaction mode, and not to PostgreSQL itself');
  if (isPrepared && [pooling, read].includes('shared'))
    throw new Error('DATABASE_PREPARE=on needs a pooler that knows prepared statements: PgBouncer 1.21 or newer, with max_prepared_statements');
}

async function findPooling(url: string): Promise<Pooling> {
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

/** postgres.js prepares a statement under a name only if it has a parameter. */
const askPrepared = (sql: Sql) => sql.unsafe<{ pid: number }[]>('select pg_backend_pid() + $1::int as pid', [0], { prepare: true });

/** Called while another client holds the server connection on which `one` has prepared its statement. */
async function whileHeld(one: Sql): Promise<Pooling> {
  const query = askPrepared(one);
  const isKnown = await Promise.race([
    query.then(
      // postgres.js prepares a statement again that the server does not know, and sets `retried`.
      () => !('retried' in query && query.retried),
      () => false,
    ),
    pause(TIMEOUT_MS, false, { ref: false }),
  ]);
  return isKnown ? 'shared, and knows prepared statements' : 'shared';
}
