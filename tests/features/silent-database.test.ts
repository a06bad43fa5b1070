import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { useDatabase } from '#tests/support/database.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/faults/tcp-proxy.ts';

const database = useDatabase();
let proxy: TcpProxy;
let connection: Connection;
const heard: string[] = [];
let timesListened = 0;

beforeAll(async () => {
  proxy = await startTcpProxy(Number(new URL(database.url).port));
  connection = connect(proxy.through(database.url), { max: 2 });
  await connection.listen('news', {
    onPayload: (payload) => heard.push(payload),
    onListen: () => {
      timesListened += 1;
    },
  });
});
afterAll(async () => {
  await connection.close();
  await proxy.close();
});

const tell = (payload: string) => database.sql.notify('news', payload);

describe('a connection that listens', () => {
  test('hears what is told', async () => {
    await tell('first');
    await expect.poll(() => heard).toEqual(['first']);
    expect(timesListened).toBe(1);
  });

  // spec s13-faults.44
  test('is replaced, with all others, when it has gone silent, and what waited for an answer fails', async () => {
    await connection.db.execute('select 1');
    proxy.silence('open');
    const waiting = connection.db.execute('select 1').then(
      () => 'answered',
      (error: Error) => error.cause,
    );
    await expect.poll(() => timesListened, { timeout: 6_000 }).toBe(2);
    expect(await waiting).toMatchObject({ code: 'CONNECTION_CLOSED' });
    await tell('second');
    await expect.poll(() => heard).toEqual(['first', 'second']);
    expect([connection.isAlive(), await connection.db.execute('select 1 as one')]).toEqual([true, [{ one: 1 }]]);
  });

  // spec s13-faults.52
  test('leaves a server as soon as it refuses a write', async () => {
    const refused = connection.db.transaction(async (tx) => {
      await tx.execute('set transaction read only');
      await tx.execute('create table never (id int)');
    });
    await expect(refused).rejects.toThrow();
    await expect.poll(() => timesListened, { timeout: 3_000 }).toBe(3);
    expect(await connection.db.execute('select 1 as one')).toEqual([{ one: 1 }]);
  });
});
