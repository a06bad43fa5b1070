import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions } from '#db/schema/people.ts';
import { createCaller } from '#server/api/router.ts';
import type { Actor } from '#server/core/context.ts';
import { sessionTopic } from '#server/core/deliver.ts';
import { WAKE_ALL } from '#server/core/notifier.ts';
import { createSessionCache } from '#server/core/session-cache.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, withSession } from '#tests/support/factories.ts';
import { useRest } from './app.ts';

const TTL_MS = 5_000;

describe('a session that was looked up', () => {
  const actor: Actor = { id: 'somebody', role: 'student', name: 'Nimal', email: '', via: { by: 'session', sessionId: 's1' } };

  function start({ ttlMs = TTL_MS, maxEntries = 10 } = {}) {
    const state = { at: 0, isAlive: true, lookUps: 0 };
    const cache = createSessionCache({ now: () => new Date(state.at), ttlMs, maxEntries, isDatabaseAlive: () => state.isAlive });
    const find = (sessionId = 's1', look: () => Promise<Actor | null> = async () => actor) =>
      cache.find(sessionId, () => {
        state.lookUps += 1;
        return look();
      });
    return { cache, state, find };
  }

  // spec s14-http.20 | S14 3 | Who is signed in is looked up once in five seconds | src/server/core/session-cache.ts
  test('is not looked up again for five seconds', async () => {
    const { state, find } = start();
    expect([await find(), await find()]).toEqual([actor, actor]);
    state.at = TTL_MS - 1;
    await find();
    expect(state.lookUps).toBe(1);
    state.at = TTL_MS;
    await find();
    expect(state.lookUps).toBe(2);
  });

  // spec s14-http.21 | S14 3 | Such a look-up is forgotten as soon as the session ends, its owner changes or notifications may have been missed |
  //   src/server/core/session-cache.ts
  test.each([
    ['it ends', sessionTopic('s1')],
    ['its owner changes, or gets news', 'somebody'],
    ['notifications may have been missed', WAKE_ALL],
  ])('is looked up again when %s', async (_, topic) => {
    const { cache, state, find } = start();
    await find();
    cache.drop(['jobs', topic]);
    await find();
    expect(state.lookUps).toBe(2);
  });

  test('is not looked up again when another ends', async () => {
    const { cache, state, find } = start();
    await find();
    cache.drop([sessionTopic('s2'), 'somebody else', 'jobs']);
    await find();
    expect(state.lookUps).toBe(1);
  });

  // spec s14-http.21
  test('is not stored when it ended while it was read', async () => {
    const { cache, state, find } = start();
    await find('s1', async () => {
      cache.drop([sessionTopic('s1')]);
      return actor;
    });
    await find();
    expect(state.lookUps).toBe(2);
  });

  // spec s14-http.22 | S14 3 | Without PostgreSQL's notifications no look-up is used twice | src/server/core/session-cache.ts
  test('is looked up again while PostgreSQL is away', async () => {
    const { state, find } = start();
    await find();
    state.isAlive = false;
    await find();
    expect(state.lookUps).toBe(2);
  });

  test('is looked up each time when nobody was found, or when the cache is off', async () => {
    const { state, find } = start();
    expect([await find('s1', async () => null), await find('s1', async () => null)]).toEqual([null, null]);
    expect(state.lookUps).toBe(2);
    const off = start({ ttlMs: 0 });
    await off.find();
    await off.find();
    expect(off.state.lookUps).toBe(2);
  });

  test('gives way to newer ones when there are many', async () => {
    const { state, find } = start({ maxEntries: 1 });
    await find('s1');
    await find('s2');
    await find('s1');
    expect(state.lookUps).toBe(3);
  });
});

describe('with sessions that are looked up once in five seconds', () => {
  const database = useDatabase();
  const rest = useRest(database, { isCaching: true });
  let passwordHash: string;
  beforeAll(async () => {
    passwordHash = await createPasswords().hash('a good password');
  });

  async function signedIn() {
    const student = await aStudent(database.db, { passwordHash });
    const as = await rest.tokenOf(student);
    const me = () => rest.get<{ user?: { name: string } }>('/api/auth/me', as);
    expect((await me()).status).toBe(200);
    return { student, as, me };
  }

  test('a request needs no look-up', async () => {
    const { student, me } = await signedIn();
    await database.db.delete(sessions).where(eq(sessions.userId, student.id));
    expect((await me()).status).toBe(200);
  });

  // spec s14-http.23 | S14 3 | The request after a sign-out, a suspension or a changed password is refused | src/server/core/unit-of-work.ts
  test('the request after a sign-out is refused', async () => {
    const { as, me } = await signedIn();
    await rest.call('POST', '/api/auth/logout', { as });
    expect((await me()).status).toBe(401);
  });

  // spec s14-http.23
  test('the request after a suspension is refused', async () => {
    const { student, me } = await signedIn();
    const admin = await rest.tokenOf(await anAdmin(database.db));
    const answer = await rest.call('POST', '/trpc/moderation.setAccountStatus', {
      as: admin,
      body: { json: { userId: student.id, status: 'suspended', reason: 'Sends spam' } },
    });
    expect(answer.status).toBe(200);
    expect((await me()).status).toBe(401);
  });

  // spec s14-http.23
  test('the other sessions are refused after a changed password', async () => {
    const { student, as, me } = await signedIn();
    const other = await rest.tokenOf(student);
    expect((await rest.get('/api/auth/me', other)).status).toBe(200);
    const body = { json: { currentPassword: 'a good password', newPassword: 'an even better one' } };
    expect((await rest.call('POST', '/trpc/auth.changePassword', { as, body })).status).toBe(200);
    expect([(await rest.get('/api/auth/me', other)).status, (await me()).status]).toEqual([401, 200]);
  });

  // spec s14-http.24 | S14 3 | A session that ends in another process ends here with PostgreSQL's notification | src/server/core/hub.ts
  test('what ends in another process ends here, too', async () => {
    const { student, me } = await signedIn();
    const [session] = await database.db.delete(sessions).where(eq(sessions.userId, student.id)).returning({ id: sessions.id });
    await database.sql`select pg_notify('news', ${sessionTopic(session?.id ?? '')})`;
    await expect.poll(async () => (await me()).status).toBe(401);
  });

  // spec s14-http.25 | S14 3 | What others are told of a person is their new name at once | src/server/features/auth/auth.projector.ts
  test('the request after a changed name uses the new one', async () => {
    const student = await aStudent(database.db);
    const delivered: string[] = [];
    const context = {
      ...contextAs(database, await withSession(database.db, student)),
      onDelivered: (topics: readonly string[]) => void delivered.push(...topics),
    };
    await createCaller(context).auth.updateDetails({ name: 'Nimali Perera' });
    expect(delivered).toContain(student.id);
  });
});
