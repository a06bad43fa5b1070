import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/access.ts';
import { favourites } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import type { ApiKeyScope } from '#shared/vocabulary/integrations.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, NOW, signedIn, type User } from '#tests/support/factories.ts';
import { aReset } from '#tests/support/resets.ts';
import { SESSION_EXPIRED, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
let now = NOW;
const rest = useRest(database, { now: () => now });
const BY_KEY = { success: false, message: 'This cannot be done with an API key', code: 'auth.by_key' };

const createKey = async (person: User, scope: ApiKeyScope) =>
  callerAs(database, await signedIn(database.db, person)).apiKeys.make({ name: 'My program', scope });
const keyOf = async (person: User, scope: ApiKeyScope) => (await createKey(person, scope)).key;
const me = async (key: string) => {
  const { status, body } = await rest.get('/api/auth/me', key);
  return { status, body };
};
const isOver = { status: 401, body: SESSION_EXPIRED };

type Operation = { responses: Record<string, unknown> };
type Call = { method: string; path: string; operation: Operation };
let calls: Call[];
beforeAll(async () => {
  const { body } = await rest.get<{ paths: Record<string, Record<string, Operation>> }>('/api/openapi.json');
  calls = Object.entries(body.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })))
    .filter(({ operation }) => !('302' in operation.responses));
});

async function refusedTo(key: string): Promise<string[]> {
  const apiError: string[] = [];
  for (const { method, path } of calls) {
    const { status, body } = await rest.call<{ code?: string }>(method, path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
      as: key,
      ...(method !== 'GET' && { body: {} }),
    });
    if (body.code !== BY_KEY.code) continue;
    expect({ status, body }, `${method} ${path}`).toMatchObject({ status: 403, body: BY_KEY });
    apiError.push(`${method} ${path}`);
  }
  return apiError;
}
const named = (list: readonly Call[]) => list.map(({ method, path }) => `${method} ${path}`);
const isDeletion = ({ method, path }: Call) => method === 'DELETE' && /^\/api\/admin\/(students|tutors)\/\{id\}$/.test(path);
const isWayIn = ({ method, path }: Call) => path.startsWith('/api/auth/') && !/^GET \/api\/auth\/(me|profile)$/.test(`${method} ${path}`);

// spec keys.5 | D API keys | `read` opens GET calls, `write` all; never /api/auth/* but GET me and profile: 403 `This cannot be done with an API
//   key`, before the body is read | src/server/rest/rest.ts
describe('an API key for any documented call', () => {
  test('with scope read opens GET calls only', async () => {
    expect(calls.length).toBeGreaterThan(100);
    const key = await keyOf(await aStudent(database.db), 'read');
    expect(await refusedTo(key)).toEqual(named(calls.filter((call) => call.method !== 'GET' || isWayIn(call))));
  });

  test.each(['student', 'tutor', 'admin'] as const)(
    'with scope write opens everything to a %s but sign-in, own account and deletions of people',
    async (role) => {
      const key = await keyOf(await aStudent(database.db, { role }), 'write');
      expect(await refusedTo(key)).toEqual(named(calls.filter((call) => isWayIn(call) || (role === 'admin' && isDeletion(call)))));
    },
  );
});

describe('a call that a key does not open', () => {
  test.each([
    ['broken off', '{"tutorId":'],
    ['that is too large', 'x'.repeat(3 * 1024 * 1024)],
    ['that no database holds', '{"message":"\\u0000"}'],
    [
      'in a form',
      (() => {
        const form = new FormData();
        form.set('title', 'News');
        return form;
      })(),
    ],
  ])('is rejected before its body is validated: %s', async (_, body) => {
    const key = await keyOf(await aStudent(database.db), 'read');
    const posted = ['/notifications', '/api/upload/profile-photo', '/api/auth/login'].map((path) => ['POST', path] as const);
    for (const [method, path] of [...posted, ['PUT', '/api/auth/me'] as const]) {
      expect(await rest.call(method, path, { as: key, body }), path).toMatchObject({ status: 403, body: BY_KEY });
    }
  });

  // spec keys.5
  test('is rejected before the path and the role are checked', async () => {
    const student = await aStudent(database.db);
    const [read, write] = [await keyOf(student, 'read'), await keyOf(student, 'write')];
    for (const path of ['/api/auth/nothing', '/api/auth', '/api/auth/me/', '/api/%61uth/login']) {
      expect(await rest.get(path, write), path).toMatchObject({ status: 403, body: BY_KEY });
    }
    expect(await rest.call('DELETE', '/api/nothing', { as: read })).toMatchObject({ status: 403, body: BY_KEY });
    expect(await rest.call('DELETE', '/api/nothing', { as: write })).toMatchObject({ status: 404 });
    expect(await rest.call('PUT', '/api/tutors/profile', { as: read, body: {} })).toMatchObject({ status: 403, body: BY_KEY });
  });
});

describe('an API key', () => {
  // spec keys.4
  test("acts as its owner, with the owner's role", async () => {
    const { user } = await aTutor(database.db);
    const [ofTutor, ofStudent] = [await keyOf(user, 'read'), await keyOf(await aStudent(database.db), 'write')];
    expect(await me(ofTutor)).toMatchObject({ status: 200, body: { user: { _id: user.id, role: 'tutor', email: user.email } } });
    expect((await rest.get('/api/tutors/bookings', ofTutor)).status).toBe(200);
    const apiError = { status: 403, body: { success: false, message: 'Only tutors can view tutor bookings', code: 'auth.role' } };
    expect(await rest.get('/api/tutors/bookings', ofStudent)).toMatchObject(apiError);
    expect(await rest.get('/api/admin/students', ofStudent)).toMatchObject({ status: 403, body: { code: 'auth.role' } });
    expect((await rest.get('/api/admin/students', await keyOf(await anAdmin(database.db), 'read'))).status).toBe(200);
  });

  // spec keys.4
  test('writes as its owner where its scope allows it', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db, { isVerified: true, verificationStatus: 'approved' })];
    const path = `/api/students/favorites/${tutor.id}`;
    expect(await rest.call('POST', path, { as: await keyOf(student, 'read') })).toMatchObject({ status: 403, body: BY_KEY });
    expect(await database.db.$count(favourites, eq(favourites.studentId, student.id))).toBe(0);
    expect(await rest.call('POST', path, { as: await keyOf(student, 'write') })).toMatchObject({ status: 201 });
    expect(await database.db.$count(favourites, eq(favourites.studentId, student.id))).toBe(1);
  });

  // spec keys.7 | R §2.2, D API keys | One that nobody has is judged as a bad token: a visitor on calls for everyone, else 401 |
  //   src/server/services.ts
  test('that is unknown makes the caller a visitor of public calls', async () => {
    const key = await keyOf(await aStudent(database.db), 'write');
    const unknown = ['vk_', 'vk_x', `vk_${'A'.repeat(43)}`, `${key}x`, key.slice(0, -1), key.toUpperCase(), `vk_${'A'.repeat(5000)}`];
    for (const as of unknown) {
      expect(await me(as)).toEqual(isOver);
      expect(await rest.call('POST', '/notifications', { as, body: {} })).toMatchObject(isOver);
      expect(await rest.call('PUT', '/api/auth/me', { as, body: {} })).toMatchObject(isOver);
      expect((await rest.get('/api/subjects', as)).status).toBe(200);
      expect(await rest.call('POST', '/api/auth/login', { as, body: '{' })).toMatchObject({ status: 400, body: { code: 'request.body' } });
    }
  });

  // spec keys.13 | D API keys | Last use is kept to the minute, with one write a minute at most | src/server/infra/api-keys.ts
  test('records to the minute when it was used, whether or not it opened the call', async () => {
    const person = await aStudent(database.db);
    const lastUsed = async () => (await callerAs(database, person).apiKeys.list()).map(({ lastUsedAt }) => lastUsedAt?.toISOString());
    const key = await keyOf(person, 'read');
    expect(await lastUsed()).toEqual([undefined]);
    now = new Date('2026-03-02T04:30:30.000Z');
    await me(key);
    expect(await lastUsed()).toEqual(['2026-03-02T04:30:00.000Z']);
    now = new Date('2026-03-02T04:31:59.000Z');
    await rest.call('POST', '/notifications', { as: key, body: {} });
    expect(await lastUsed()).toEqual(['2026-03-02T04:31:00.000Z']);
    now = NOW;
  });
});

describe('an API key becomes invalid', () => {
  // spec keys.10 | D API keys | Revocation ends it at once; it is for its owner alone | src/server/features/api-keys/api-keys.commands.ts
  test('immediately when it is revoked', async () => {
    const person = await aStudent(database.db);
    const { id, key } = await createKey(person, 'read');
    expect((await me(key)).status).toBe(200);
    await callerAs(database, person).apiKeys.revoke({ id });
    expect(await me(key)).toEqual(isOver);
  });

  // spec keys.11 | D API keys | Suspension ends it for good, deletion of the account too | src/server/features/api-keys/api-keys.projector.ts
  test('for good when its owner is suspended', async () => {
    const [person, admin] = [await aStudent(database.db), callerAs(database, await anAdmin(database.db))];
    const key = await keyOf(person, 'write');
    for (const status of ['suspended', 'active'] as const) {
      await admin.moderation.setAccountStatus({ userId: person.id, status, reason: 'Asked for money' });
      expect(await me(key)).toEqual(isOver);
      expect(await rest.call('PATCH', '/notifications/mark-all-read', { as: key })).toMatchObject(isOver);
    }
    expect(await me(await keyOf(person, 'read'))).toMatchObject({ status: 200 });
  });

  // spec keys.11
  test('while its owner is suspended, even if it were still stored', async () => {
    const person = await aStudent(database.db);
    const key = await keyOf(person, 'read');
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id));
    expect(await me(key)).toEqual(isOver);
  });

  // spec keys.11
  test('when the account is deleted', async () => {
    const person = await aStudent(database.db);
    const key = await keyOf(person, 'read');
    await callerAs(database, await signedIn(database.db, await anAdmin(database.db))).moderation.deleteStudent({ id: person.id });
    expect(await me(key)).toEqual(isOver);
    expect(await database.db.$count(apiKeys, eq(apiKeys.userId, person.id))).toBe(0);
  });

  // spec keys.12 | D API keys, S8 C | A change of password does not end it unless that is asked for; a reset does |
  //   src/server/infra/api-keys.ts
  test('after a password reset, and after a password change that asks for it', async () => {
    const person = await aStudent(database.db, { passwordHash: await createPasswords().hash('a good password') });
    const key = await keyOf(person, 'read');
    await callerAs(database, person).auth.changePassword({
      currentPassword: 'a good password',
      newPassword: 'a better password',
      revokeAccess: false,
    });
    expect(await me(key)).toMatchObject({ status: 200 });
    const { code } = await aReset(contextAs(database, null), person);
    await callerAs(database, null).auth.resetPassword({ email: person.email, code, password: 'the best password' });
    expect(await me(key)).toMatchObject(isOver);
  });
});
