import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/people.ts';
import { NO_CLIENT } from '#server/core/context.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, signedIn, type User } from '#tests/support/factories.ts';
import { aReset } from '#tests/support/resets.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const PASSWORD = 'correct horse';
const REQUIRED = { success: false, message: 'Please confirm that it is you to continue.', code: 'auth.confirmation_required' };
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await createPasswords().hash(PASSWORD);
});

const PATHS: [string, () => Promise<string>][] = [
  ['students', async () => (await aStudent(database.db)).id],
  ['tutors', async () => (await aTutor(database.db)).id],
];

async function longAgo(person: User): Promise<string> {
  const token = await rest.tokenOf(person);
  await database.db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, person.id));
  return token;
}

describe.each(PATHS)('DELETE /api/admin/%s/{id}', (path, anId) => {
  // spec s8-taking-back.10 | S8 C | Clients of REST confirm by `POST /api/auth/confirm-password` | src/server/rest/account.ts
  test('requires a new session, or an older one that has confirmed the password', async () => {
    const admin = await anAdmin(database.db, { passwordHash });
    expect((await rest.call('DELETE', `/api/admin/${path}/${await anId()}`, { as: await rest.tokenOf(admin) })).status).toBe(200);
    const as = await longAgo(admin);
    const id = await anId();
    expect(await rest.call('DELETE', `/api/admin/${path}/${id}`, { as })).toMatchObject({ status: 403, body: REQUIRED });
    const confirmed = await rest.call('POST', '/api/auth/confirm-password', { as, body: { password: PASSWORD } });
    expect(confirmed).toMatchObject({ status: 200, body: { success: true, message: 'Thank you, it is you.' } });
    expect((await rest.call('DELETE', `/api/admin/${path}/${id}`, { as })).status).toBe(200);
  });

  test('is rejected while the email address of the admin is not confirmed', async () => {
    const admin = await anAdmin(database.db, { emailVerifiedAt: null });
    const answer = await rest.call('DELETE', `/api/admin/${path}/${await anId()}`, { as: await rest.tokenOf(admin) });
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.email_unconfirmed' } });
  });

  test('is rejected with an API key', async () => {
    const admin = await signedIn(database.db, await anAdmin(database.db));
    const { key } = await callerAs(database, admin).apiKeys.make({ name: 'A program', scope: 'write' });
    const answer = await rest.call('DELETE', `/api/admin/${path}/${await anId()}`, { as: key });
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.by_key' } });
  });
});

describe('POST /api/auth/confirm-password', () => {
  test('rejects a wrong password beside its field, a missing one, and an account without one', async () => {
    const as = await longAgo(await anAdmin(database.db, { passwordHash }));
    const send = (body: object, token: string | undefined = as) => rest.call('POST', '/api/auth/confirm-password', { as: token, body });
    expect(await send({ password: 'wrong' })).toMatchObject({
      status: 400,
      body: { code: 'auth.current_password', errors: [{ field: 'password', message: 'Current password is incorrect' }] },
    });
    expect(await send({})).toMatchObject({ status: 400, body: { code: 'request.invalid', errors: [{ field: 'password', message: 'Required' }] } });
    const google = await longAgo(await aStudent(database.db, { passwordHash: null }));
    expect(await send({ password: PASSWORD }, google)).toMatchObject({ status: 400, body: { code: 'auth.google_account' } });
  });
});

describe('an account recovered by its owner', () => {
  // spec s8-taking-back.2 | S8 C | Over REST and in calendars as well | src/server/features/calendar/calendar.projector.ts
  test("rejects the intruder's key, session and calendar link", async () => {
    const person = await signedIn(database.db, await aStudent(database.db, { passwordHash }));
    const caller = callerAs(database, person);
    const { key } = await caller.apiKeys.make({ name: 'Of the intruder', scope: 'write' });
    const { url } = await caller.calendar.makeFeed();
    const token = await rest.tokenOf(person);
    for (const as of [key, token]) expect((await rest.get('/api/auth/me', as)).status).toBe(200);
    expect((await rest.get(new URL(url).pathname)).status).toBe(200);
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id));

    const { code: otp } = await aReset(contextAs(database, null, { client: NO_CLIENT }), person);
    const reset = await rest.call('POST', '/api/auth/reset-password', { body: { email: person.email, otp, password: 'battery staple' } });
    expect(reset.status).toBe(200);
    for (const as of [key, token]) expect((await rest.get('/api/auth/me', as)).status).toBe(401);
    expect((await rest.get(new URL(url).pathname)).status).toBe(404);
    const login = await rest.call('POST', '/api/auth/login', { body: { email: person.email, password: 'battery staple' } });
    expect(login).toMatchObject({ status: 200, body: { user: { emailVerified: true } } });
  });

  test('loses its keys by a change of password over REST only on request', async () => {
    const person = await signedIn(database.db, await aStudent(database.db, { passwordHash }));
    const { key } = await callerAs(database, person).apiKeys.make({ name: 'A program', scope: 'read' });
    const as = await rest.tokenOf(person);
    const change = (body: object) => rest.call('POST', '/api/auth/change-password', { as, body });
    await change({ currentPassword: PASSWORD, newPassword: 'battery staple' });
    expect((await rest.get('/api/auth/me', key)).status).toBe(200);
    await change({ currentPassword: 'battery staple', newPassword: PASSWORD, revokeAccess: true });
    expect((await rest.get('/api/auth/me', key)).status).toBe(401);
  });
});
