import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#db/client.ts';
import { sendAhead } from '#db/executor.ts';
import { createBegin } from '#db/transaction.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW } from '#tests/support/factories.ts';

const database = useDatabase();

/** Of PostgreSQL's messages, each a letter, its length and that much. What a client sends first has no letter. */
function createMessageReader(isGreeted: boolean, onMessage: (letter: string) => void) {
  let rest = Buffer.alloc(0);
  let hasLetters = isGreeted;
  return (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (;;) {
      const head = hasLetters ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      if (hasLetters) onMessage(rest.toString('latin1', 0, 1));
      hasLetters = true;
      rest = rest.subarray(end);
    }
  };
}

/** A way to the database that counts how often somebody waits for it: statements are sent while nothing is left to be answered. */
async function countRoundTrips() {
  let trips = 0;
  const proxy = createServer((client) => {
    // The greeting.
    let unanswered = 1;
    const server = dial(Number(new URL(database.url).port), new URL(database.url).hostname);
    client.on(
      'data',
      createMessageReader(false, (letter) => {
        // Sync, and a query without parameters.
        if (letter !== 'S' && letter !== 'Q') return;
        if (unanswered === 0) trips += 1;
        unanswered += 1;
      }),
    );
    server.on(
      'data',
      createMessageReader(true, (letter) => {
        if (letter === 'Z') unanswered -= 1;
      }),
    );
    for (const socket of [client, server]) socket.on('error', () => {});
    client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(database.url);
  // Listening on TCP, it has one.
  url.port = String((proxy.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  const connection = connect(url.href, { max: 1 });
  onTestFinished(async () => {
    await connection.close();
    proxy.close();
  });
  return {
    db: connection.db,
    async tripsOf(work: () => Promise<unknown>): Promise<number> {
      const before = trips;
      await work();
      return trips - before;
    },
  };
}

async function aTable(columns = 'id integer unique') {
  const name = `written_${randomUUID().replaceAll('-', '')}`;
  await database.sql.unsafe(`create table ${name} (${columns})`);
  const table = sql.raw(name);
  const ids = async (): Promise<number[]> => (await database.sql.unsafe(`select id from ${name} order by id`)).map(({ id }) => id);
  return { name, table, ids };
}

// spec s14-bookings.21 | S14 3 | BEGIN goes with the first statement of a transaction, and COMMIT with the last |
//   src/db/transaction.ts, patches/postgres+3.4.9.patch
test('a transaction waits for PostgreSQL no oftener than its statements do', async () => {
  const { db, tripsOf } = await countRoundTrips();
  const begin = createBegin(db);
  const { table, ids } = await aTable();
  const writeTwice = (first: number) =>
    begin(async (tx, last) => {
      await tx.execute(sql`insert into ${table} values (${first})`);
      last();
      await tx.execute(sql`insert into ${table} values (${first + 1})`);
    });
  await writeTwice(1);
  expect(await tripsOf(() => writeTwice(3))).toBe(2);
  expect(await ids()).toEqual([1, 2, 3, 4]);
});

// spec s14-bookings.22 | S14 3 | A booking waits for PostgreSQL four times, and five with a key |
//   src/server/features/bookings/bookings.commands.ts, src/server/registry.ts, src/server/core/idempotency.ts
test('a request for a session waits for PostgreSQL four times, and five with a key', async () => {
  const { db, tripsOf } = await countRoundTrips();
  const [student, tutor] = [await aStudent(database.db, { emailVerifiedAt: NOW }), await aTutor(database.db)];
  const request = (hour: number, idempotencyKey?: string) => {
    const startTime = new Date(NEXT_MONDAY_NINE.getTime() + hour * HOUR);
    const time = { startTime, endTime: new Date(startTime.getTime() + HOUR) };
    const booking = { tutorId: tutor.id, subjectId: tutor.subjectId, ...time, learningMethod: 'online', contactNumber: '0771234567' } as const;
    // The notification comes after the answer.
    const caller = callerAs({ db }, student, { hasRateLimits: false, onDelivered: () => {} });
    return caller.bookings.request({ ...booking, selectedTopics: [], notes: '', address: '', ...(idempotencyKey && { idempotencyKey }) });
  };
  await request(0, randomUUID());
  expect(await tripsOf(() => request(1))).toBe(4);
  expect(await tripsOf(() => request(2, randomUUID()))).toBe(5);
});

// spec s14-bookings.23 | S14 3 | Where the last statement fails, nothing of its transaction is stored, and its connection goes on |
//   patches/postgres+3.4.9.patch
test('a transaction whose last statement fails stores nothing', async () => {
  const { db, close } = connect(database.url, { max: 1 });
  onTestFinished(close);
  const { table, ids } = await aTable();
  const refused = createBegin(db)(async (tx, last) => {
    await tx.execute(sql`insert into ${table} values (1)`);
    last();
    await tx.execute(sql`insert into ${table} values (1)`);
  });
  await expect(refused).rejects.toMatchObject({ cause: { code: '23505' } });
  await db.execute(sql`insert into ${table} values (2)`);
  expect(await ids()).toEqual([2]);
});

// spec s14-bookings.23
test('a transaction whose last statement was planned for columns that have changed stores nothing', async () => {
  const { db, close } = connect(database.url, { max: 1 });
  onTestFinished(close);
  const { name, table, ids } = await aTable();
  const begin = createBegin(db);
  const read = (id: number) =>
    begin(async (tx, last) => {
      await tx.execute(sql`insert into ${table} values (${id})`);
      last();
      await tx.execute(sql`select * from ${table} where id <> ${id}`);
    });
  await read(1);
  await database.sql.unsafe(`alter table ${name} add column name text`);
  await expect(read(2)).rejects.toMatchObject({ cause: { message: 'cached plan must not change result type' } });
  expect(await ids()).toEqual([1]);
  // It is planned anew, on the same connection.
  await read(3);
  expect(await ids()).toEqual([1, 3]);
});

// spec s14-bookings.23
test.each([
  ['has no value for a parameter', sql`${sql.param(undefined)}`],
  ['has a number for bytes', sql`length(${sql.param(5)}::bytea)`],
])('a transaction whose last statement cannot be sent, because it %s, stores nothing', async (_, value) => {
  const { db, close } = connect(database.url, { max: 1 });
  onTestFinished(close);
  const { table, ids } = await aTable();
  const write = (isAhead: boolean) =>
    createBegin(db)(async (tx, last) => {
      await tx.execute(sql`insert into ${table} values (1)`);
      const insert = sql`insert into ${table} values (${value})`;
      if (isAhead) sendAhead(tx, insert);
      last();
      await tx.execute(isAhead ? sql`insert into ${table} values (2)` : insert);
    });
  for (const isAhead of [false, true]) await expect(write(isAhead)).rejects.toThrow();
  await db.execute(sql`insert into ${table} values (3)`);
  expect(await ids()).toEqual([3]);
});

// spec s14-bookings.23
test('a statement that nobody waits for fails its transaction', async () => {
  const { table, ids } = await aTable();
  const refused = createBegin(database.db)(async (tx, last) => {
    await tx.execute(sql`insert into ${table} values (1)`);
    sendAhead(tx, sql`insert into ${table} values (1)`);
    last();
    await tx.execute(sql`insert into ${table} values (2)`);
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([]);
});

// spec s14-bookings.23
test('a transaction ends with an error, too, where a statement that nobody waits for is its last one', async () => {
  const { table, ids } = await aTable();
  const refused = createBegin(database.db)(async (tx) => {
    await tx.execute(sql`insert into ${table} values (1)`);
    sendAhead(tx, sql`insert into ${table} values (1)`);
  });
  await expect(refused).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([]);
});

// spec s14-bookings.24 | S14 3 | What a constraint refuses at the commit is an error | patches/postgres+3.4.9.patch
test('a transaction that is refused at its commit is an error', async () => {
  const { table, ids } = await aTable('id integer unique deferrable initially deferred');
  const write = (isLast: boolean) =>
    createBegin(database.db)(async (tx, last) => {
      await tx.execute(sql`insert into ${table} values (1)`);
      if (isLast) last();
      await tx.execute(sql`insert into ${table} values (1)`);
    });
  await expect(write(true)).rejects.toMatchObject({ code: '23505' });
  await expect(write(false)).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([]);
});

// spec s14-bookings.25 | S14 3 | What a transaction goes on with after its end reaches nobody else's | patches/postgres+3.4.9.patch
test('a transaction sends nothing after its last statement, nor after it was rolled back', async () => {
  const { db, close } = connect(database.url, { max: 1 });
  onTestFinished(close);
  const { table, ids } = await aTable();
  const begin = createBegin(db);
  const afterLast = begin(async (tx, last) => {
    last();
    await tx.execute(sql`insert into ${table} values (1)`);
    await tx.execute(sql`insert into ${table} values (2)`);
  });
  await expect(afterLast).rejects.toMatchObject({ cause: { code: 'TRANSACTION_ENDED' } });
  let goOn: Promise<unknown> = Promise.resolve();
  const rolledBack = begin(async (tx) => {
    goOn = db.execute(sql`select 1`).then(() => tx.execute(sql`insert into ${table} values (3)`));
    throw new Error('it is given up');
  });
  await expect(rolledBack).rejects.toThrow('it is given up');
  await expect(goOn).rejects.toMatchObject({ cause: { code: 'TRANSACTION_ENDED' } });
  expect(await ids()).toEqual([1]);
});

// spec s14-bookings.25
test('a transaction inside another one ends with that', async () => {
  const { table, ids } = await aTable();
  const undone = database.db.transaction(async (outer) => {
    await createBegin(outer)(async (tx, last) => {
      last();
      await tx.execute(sql`insert into ${table} values (1)`);
    });
    await outer.execute(sql`insert into ${table} values (2)`);
    throw new Error('it is given up');
  });
  await expect(undone).rejects.toThrow('it is given up');
  expect(await ids()).toEqual([]);
});

// spec s14-bookings.27 | S14 3 | A statement that cannot be sent fails alone: those before and after it have their own answers |
//   patches/postgres+3.4.9.patch
test('a statement that cannot be sent takes the answer of no other one', async () => {
  const { db, close } = connect(database.url, { max: 1 });
  onTestFinished(close);
  const read = (value: number | undefined) => db.execute(sql`select ${sql.param(value)}::int as value`);
  await read(0);
  const [before, refused, after] = await Promise.allSettled([read(1), read(undefined), read(3)]);
  expect(before).toMatchObject({ value: [{ value: 1 }] });
  expect(refused).toMatchObject({ reason: { cause: { code: 'UNDEFINED_VALUE' } } });
  expect(after).toMatchObject({ value: [{ value: 3 }] });
});

// spec s14-bookings.27
test('a transaction whose first statement cannot be sent ends, and its connection goes on', async () => {
  const { db, close } = connect(database.url, { max: 1 });
  onTestFinished(close);
  const { table, ids } = await aTable();
  const refused = createBegin(db)((tx) => tx.execute(sql`insert into ${table} values (${sql.param(undefined)})`));
  await expect(refused).rejects.toMatchObject({ cause: { code: 'UNDEFINED_VALUE' } });
  await db.execute(sql`insert into ${table} values (2)`);
  expect(await ids()).toEqual([2]);
});

// spec s14-bookings.25
test('a statement that has to be planned anew does not run in the transaction that was begun behind it', async () => {
  const { db, close } = connect(database.url, { max: 1 });
  onTestFinished(close);
  const { name, table, ids } = await aTable();
  const insert = (id: number) => db.execute(sql`insert into ${table} values (${id}) returning *`).then(({ length }) => length);
  await insert(1);
  await database.sql.unsafe(`alter table ${name} add column name text`);
  const inserted = insert(2);
  await new Promise(setImmediate);
  const undone = createBegin(db)(async (tx) => {
    await tx.execute(sql`select 1`);
    throw new Error('it is given up');
  });
  await expect(undone).rejects.toThrow('it is given up');
  expect(await inserted).toBe(1);
  expect(await ids()).toEqual([1, 2]);
});

// spec s14-bookings.27
test('a statement that has to be planned anew takes the answer of no other one', async () => {
  const { db, close } = connect(database.url, { max: 1 });
  onTestFinished(close);
  const { name, table } = await aTable();
  const insert = (id: number) => db.execute(sql`insert into ${table} values (${id}) returning *`);
  const read = (value: number) => db.execute(sql`select ${value}::int as value`);
  await insert(1);
  await read(0);
  await database.sql.unsafe(`alter table ${name} add column name text`);
  const [inserted, sentMeanwhile] = await Promise.all([insert(2), read(1).then(() => read(2))]);
  expect([...inserted]).toEqual([{ id: 2, name: null }]);
  expect([...sentMeanwhile]).toEqual([{ value: 2 }]);
});
