import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { oauthAccounts, users } from '#db/schema/people.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aUser, NOW, unique } from '#tests/support/factories.ts';
import { AUTHENTICATION_REQUIRED, NOT_FOUND, SESSION_EXPIRED, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const FAILED = '/login?error=Login%20failed.%20Please%20try%20again.';

describe('GET /api/auth/{provider}', () => {
  // spec rest-auth.5 | C §7, R §4.1 5 | GET /api/auth/{provider}: google, and no other | src/server/rest/google.ts
  test.each(['facebook', 'apple', 'github'])('redirects the unknown provider %s to /login', async (provider) => {
    const { status, headers } = await rest.get(`/api/auth/${provider}`);
    expect([status, headers.get('location')]).toEqual([302, FAILED]);
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
  });

  test.each([
    ['GET', '/api/auth/login'],
    ['GET', '/api/auth/register'],
    ['GET', '/api/auth/logout'],
    ['POST', '/api/auth/facebook'],
    ['POST', '/api/auth/google'],
    ['GET', '/api/auth/google/other'],
    ['GET', '/api/auth/Face%20book'],
  ])('answers 404 for %s %s', async (method, path) => {
    expect(await rest.call(method, path)).toMatchObject({ status: 404, body: NOT_FOUND });
  });
});

describe('PUT /api/auth/google/update-role', () => {
  const choose = (as: string | undefined, body: unknown) => rest.call<{ user: object }>('PUT', '/api/auth/google/update-role', { as, body });

  async function newcomer() {
    const person = await aUser(database.db, { role: null, emailVerifiedAt: NOW });
    await database.db.insert(oauthAccounts).values({ provider: 'google', providerUserId: unique('google'), userId: person.id });
    return { person, token: await rest.tokenOf(person) };
  }

  // spec rest-auth.8 | C §7, R §4.1 6 | PUT /api/auth/google/update-role | src/server/rest/google.ts
  // spec roles.14
  test.each([
    [{ role: 'student', phone: '0771234567' }, '0771234567'],
    [{ role: 'tutor' }, ''],
    [{ role: 'tutor', phone: null }, ''],
    [{ role: 'student', phone: '' }, ''],
  ])('answers the whole user for %j, and the token stays valid', async (body, phone) => {
    const { person, token } = await newcomer();
    const answer = await choose(token, body);
    expect(answer.status).toBe(200);
    expect(answer.body.user).toEqual({
      _id: person.id,
      id: person.id,
      name: person.name,
      email: person.email,
      emailVerified: true,
      role: body.role,
      phone,
      profileImage: '',
      socialProvider: 'google',
      createdAt: person.createdAt.toISOString(),
      updatedAt: NOW.toISOString(),
    });
    expect(await rest.get('/api/auth/me', token)).toMatchObject({ status: 200, body: answer.body });
    expect(await choose(token, { role: body.role })).toMatchObject({ status: 200, body: answer.body });
  });

  test.each([
    [{ role: 'admin' }, 'Please select whether you want to join as a Student or Tutor'],
    [{}, 'Please select whether you want to join as a Student or Tutor'],
    [{ role: 'student', phone: '12345' }, 'Phone number must be 10 digits'],
  ])('rejects %j', async (body, message) => {
    const { person, token } = await newcomer();
    expect(await choose(token, body)).toMatchObject({ status: 400, body: { success: false, message, code: 'request.invalid' } });
    const [row] = await database.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.role).toBeNull();
  });

  // spec rest-auth.8
  test('answers 409 for another role and for an account with a password', async () => {
    const { token } = await newcomer();
    await choose(token, { role: 'student' });
    expect(await choose(token, { role: 'tutor' })).toMatchObject({
      status: 409,
      body: { message: 'A role has already been chosen for this account', code: 'auth.role_chosen' },
    });
    const own = await rest.tokenOf(await aStudent(database.db, { passwordHash: 'a hash' }));
    expect(await choose(own, { role: 'student' })).toMatchObject({
      status: 400,
      body: { message: 'This account was not created with Google', code: 'auth.not_google' },
    });
  });

  // spec entities.36
  test('ignores childName and does not return it', async () => {
    const { person, token } = await newcomer();
    const { body } = await choose(token, { role: 'student', childName: 'Sadew' });
    expect(body.user).not.toHaveProperty('childName');
    const [row] = await database.db.select().from(users).where(eq(users.id, person.id));
    expect(row?.childName).toBe('');
  });

  test('requires a session', async () => {
    expect(await choose(undefined, { role: 'student' })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    expect(await choose('r_unknown', { role: 'student' })).toMatchObject({ status: 401, body: SESSION_EXPIRED });
  });
});
