import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createRest, type RestParts } from '#server/rest/rest.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

/** Where nobody can be looked up, for this reason. */
function broken(reason: unknown) {
  const said: unknown[] = [];
  const parts: RestParts = {
    config: { appName: 'Vidya', publicUrl: 'http://vidya.test' },
    log: { error: (details, message) => void said.push([message, details]) },
    sessionOf: () => Promise.reject(reason),
    contextOf: () => {
      throw reason;
    },
  };
  return { said, ask: (path: string) => createRest(parts).request(path) };
}

describe('when our side fails', () => {
  test("a call answers its own sentence, never the database's, and the cause is logged", async () => {
    const token = await rest.tokenOf(await aStudent(database.db));
    await database.db.execute(sql`alter table notifications rename to elsewhere`);
    const { status, headers, body } = await rest.get('/notifications', token);
    expect({ status, body }).toEqual({
      status: 500,
      body: { success: false, message: 'Failed to fetch notifications', code: 'server.unexpected' },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(rest.unexpected.splice(0)).toHaveLength(1);
    await database.db.execute(sql`alter table elsewhere rename to notifications`);
  });

  test('a database that is away is 503 with a time to come again, and no news for the log', async () => {
    const { said, ask } = broken(Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }));
    const answer = await ask('/api/auth/me');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toEqual({ success: false, message: 'Something went wrong', code: 'server.unavailable' });
    expect(said).toEqual([]);
  });

  test('a bug outside every call is 500 without a word of it, and is logged', async () => {
    const { said, ask } = broken(new Error('secret detail'));
    const answer = await ask('/api/tutors');
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ success: false, message: 'Something went wrong', code: 'server.unexpected' });
    expect(said).toMatchObject([['unexpected', { err: { message: 'secret detail' } }]]);
  });
});
