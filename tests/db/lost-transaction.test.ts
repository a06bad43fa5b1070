import postgres from 'postgres';
import { expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase();

// spec s14-bookings.20 | S14 3 | What a transaction goes on with after its connection was lost reaches no other connection |
//   patches/postgres+3.4.9.patch
test('a transaction that goes on after its connection was lost changes nothing', async () => {
  const pool = postgres(database.url, { max: 1, onnotice: () => {}, backoff: () => 0 });
  try {
    await pool`create table written (id integer)`;
    let goOn: Promise<unknown> = Promise.resolve();
    const transaction = pool.begin((tx) => {
      goOn = (async () => {
        const [session] = await tx`select pg_backend_pid() as pid`;
        await database.sql`select pg_terminate_backend(${session?.pid})`;
        // Answered by the connection that was opened in place of the lost one.
        await pool`select 1`;
        await tx`insert into written values (1)`;
      })();
      return goOn;
    });
    await expect(transaction).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED)$/) });
    await expect(goOn).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await pool`select id from written`).toHaveLength(0);
  } finally {
    await pool.end({ timeout: 1 });
  }
});
