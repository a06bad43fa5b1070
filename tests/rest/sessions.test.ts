import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/people.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, NOW } from '#tests/support/factories.ts';
import { AUTHENTICATION_REQUIRED, SESSION_EXPIRED, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

describe('the session of a request', () => {
  // spec rest-auth.3 | C §7 | GET /api/auth/me | src/server/rest/auth.ts
  // spec errors.13 | C §8 Guards | 'Authentication required' | src/shared/errors.ts
  test.each([undefined, '', 'Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'bearer null'])(
    'is absent with the header %j',
    async (authorization) => {
      const headers = authorization === undefined ? undefined : { Authorization: authorization };
      const { status, body } = await rest.call('GET', '/api/auth/me', { headers });
      expect(status).toBe(401);
      expect(body).toEqual(AUTHENTICATION_REQUIRED);
    },
  );

  // spec roles.15 | R §2.2 | A suspended account: its token is a revoked one | src/server/infra/credentials.ts
  test('has expired for garbage, an expired token, a suspended account and a logged-out token', async () => {
    const expired = await rest.tokenOf(await aStudent(database.db));
    await database.db
      .update(sessions)
      .set({ expiresAt: new Date(NOW.getTime() - 1000) })
      .where(eq(sessions.id, hashToken(expired)));
    const suspended = await rest.tokenOf(await aStudent(database.db, { status: 'suspended' }));
    const ended = await rest.tokenOf(await aStudent(database.db));
    expect(await rest.call('POST', '/api/auth/logout', { as: ended })).toMatchObject({ status: 200 });

    for (const token of ['x.y.z', 'a b c', 'r_', `r_${'A'.repeat(5000)}`, expired, suspended, ended]) {
      const { status, body } = await rest.get('/api/auth/me', token);
      expect({ status, body }).toEqual({ status: 401, body: SESSION_EXPIRED });
      expect((await rest.get('/api/tutors/profile', token)).status).toBe(401);
      expect((await rest.get('/notifications', token)).status).toBe(401);
    }
  });

  // spec rest-auth.15 | C §6 | The token travels as a bearer Authorization header | src/server/services.ts
  test('is found with the scheme in any case', async () => {
    const token = await rest.tokenOf(await aStudent(database.db));
    expect((await rest.call('GET', '/api/auth/me', { headers: { Authorization: `bEaReR  ${token}` } })).status).toBe(200);
  });

  // spec roles.4 | P §6 Public | Search, profiles and stats need no login, and a bad token is no hindrance | src/server/core/trpc.ts
  test.each(['Bearer null', 'Bearer x.y.z', '', 'Basic dXNlcjpwYXNz'])(
    'does not matter to public calls with the header %j',
    async (authorization) => {
      const tutor = await aTutor(database.db);
      const paths = ['/subjects', '/subject-categories', '/topics', `/topics/subject/${tutor.subjectId}`, '/stats/public', '/tutors'];
      const ofTutor = ['', '/reviews', '/stats', '/availability'].map((part) => `/tutors/${tutor.id}${part}`);
      for (const path of [...paths, ...ofTutor, `/ratings/tutor/${tutor.id}`]) {
        const { status } = await rest.call('GET', `/api${path}`, { headers: { Authorization: authorization } });
        expect(status, path).toBe(200);
      }
    },
  );

  // spec roles.13 | D Accounts | The role is read from the database at every call | src/server/infra/credentials.ts
  test('has the role that the database has at the time of the call', async () => {
    const person = await aStudent(database.db, { role: null });
    const token = await rest.tokenOf(person);
    expect((await rest.get('/api/auth/me', token)).body).toMatchObject({ user: { role: null } });
    await database.db.update(users).set({ role: 'tutor' }).where(eq(users.id, person.id));
    expect((await rest.get('/api/auth/me', token)).body).toMatchObject({ user: { role: 'tutor' } });
  });

  // spec rest-auth.13 | R §8 | POST /api/auth/logout | src/server/rest/auth.ts
  test('is not needed for logout', async () => {
    const { status, body } = await rest.call('POST', '/api/auth/logout');
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, message: 'Logged out successfully' });
  });
});

describe('the role check', () => {
  // spec roles.7 | P §6 Tutor | Saving a profile, and confirming, cancelling and completing, are for tutors | src/server/core/context.ts
  // spec errors.14 | C §8 Guards | 'Only tutors can ...' | src/server/core/context.ts
  test.each([
    ['PUT', '/api/tutors/profile', 'Only tutors can update tutor profiles'],
    ['PATCH', '/api/tutors/profile', 'Only tutors can update tutor profiles'],
    ['GET', '/api/tutors/bookings', 'Only tutors can view tutor bookings'],
    ['PATCH', '/api/tutors/bookings/1', 'Only tutors can change booking statuses'],
  ])('forbids %s %s to a student and an admin', async (method, path, message) => {
    for (const person of [await aStudent(database.db), await anAdmin(database.db)]) {
      const { status, body } = await rest.call(method, path, {
        as: await rest.tokenOf(person),
        ...(method !== 'GET' && { body: { status: 'nonsense', bio: 7 } }),
      });
      expect({ status, body }).toEqual({ status: 403, body: { success: false, message, code: 'auth.role' } });
    }
  });

  // spec roles.5 | P §6 Student | Booking and the list of own bookings are for students | src/server/features/bookings/bookings.router.ts
  test.each([
    ['GET', '/api/students/bookings', 'Only students can view student bookings'],
    ['POST', '/api/students/bookings', 'Only students can book sessions'],
  ])('forbids %s %s to a tutor and an admin', async (method, path, message) => {
    for (const person of [(await aTutor(database.db)).user, await anAdmin(database.db)]) {
      const { status, body } = await rest.call(method, path, { as: await rest.tokenOf(person), ...(method === 'POST' && { body: {} }) });
      expect({ status, body }).toEqual({ status: 403, body: { success: false, message, code: 'auth.role' } });
    }
  });

  // spec roles.12 | P §6 | Gating by role per area, also on the server | src/server/core/context.ts
  test.each([
    ['PUT', '/api/tutors/profile', { bio: 7 }],
    ['PATCH', '/api/tutors/bookings/1', { status: 7 }],
    ['POST', '/api/students/bookings', {}],
    ['PATCH', '/notifications/mark-read', { notificationIds: {} }],
    ['POST', '/notifications', {}],
  ])('of %s %s comes before the validation of the body', async (method, path, body) => {
    const { status, body: answer } = await rest.call(method, path, { body });
    expect({ status, body: answer }).toEqual({ status: 401, body: AUTHENTICATION_REQUIRED });
  });
});
