import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, uniqueEmail } from '#tests/support/factories.ts';
import { useLoggedServer } from '#tests/support/logged-server.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const server = useLoggedServer(database, () => ({ RATE_LIMITS: 'login=3/900' }));
const tokenOf = (userId: string) => createSessions(database.db).createSession(userId, { isRemembered: true, origin: 'password', userAgent: '' });

const ID = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/;

// spec s13-telemetry.1 | S13 2 | One line a request: its number, route, status, time and account, and nothing about a person |
//   src/server/request-log.ts
describe('the line of a request', () => {
  test('says the route as a pattern, the procedures, the status, the time and who asked', async () => {
    const [student, tutor] = await Promise.all([aStudent(database.db), aTutor(database.db)]);
    const token = await tokenOf(student.id);
    const response = await server.send(`/api/tutors/${tutor.id}?secret=1`, { as: token });
    expect(response.headers.get('x-request-id')).toMatch(ID);
    const line = await server.lineOf(response, 'request');
    expect(line).toMatchObject({
      method: 'GET',
      route: '/api/tutors/:id',
      procedures: ['tutors.byId', 'tutors.contact'],
      status: 200,
      user: student.id,
    });
    expect(line.ms).toBeGreaterThan(0);
    const text = JSON.stringify(line);
    for (const secret of [student.email, student.name, token, tutor.id, 'secret', '127.0.0.1']) expect(text).not.toContain(secret);
  });

  test.each([
    ['/trpc/catalogue.menu,statistics.public?batch=1&input=%7B%7D', '/trpc/*'],
    ['/calendar/a-feed-that-nobody-may-read.ics', '/calendar/*'],
    ['/unsubscribe?token=a-token', '/unsubscribe'],
    ['/api/no/such/path', '/api/*'],
  ])('%s has the route %s', async (path, route) => {
    const line = await server.lineOf(await server.send(path), 'request');
    expect(line.route).toBe(route);
    expect(JSON.stringify(line)).not.toMatch(/a-feed-that|a-token/);
  });
});

// spec s13-telemetry.2 | S13 2 | An unexpected error tells the person a number, and the log has its cause under that number |
//   src/server/core/errors.ts, src/server/core/trpc.ts
test('an unexpected error has one number for the person and for the log', async () => {
  const token = await tokenOf((await aStudent(database.db)).id);
  await database.db.execute(sql`alter table notifications rename to elsewhere`);
  const [rest, trpc] = await Promise.all([server.send('/notifications', { as: token }), server.send('/trpc/notifications.list', { as: token })]);
  await database.db.execute(sql`alter table elsewhere rename to notifications`);

  const number = rest.headers.get('x-request-id');
  expect(await rest.json()).toEqual({ success: false, message: 'Failed to fetch notifications', code: 'server.unexpected', requestId: number });
  expect(JSON.stringify((await server.lineOf(rest, 'unexpected')).cause)).toContain('42P01');
  expect(await server.lineOf(rest, 'request')).toMatchObject({ level: 40, status: 500 });
  const sentence = `Failed to fetch notifications. If you contact us, quote this number: ${trpc.headers.get('x-request-id')}.`;
  expect(await trpc.text()).toContain(sentence);
});

// spec s13-telemetry.3 | S13 2 | The security log has sign-ins, refusals, lock-outs and what was changed, by account and hashed network |
//   src/server/core/security-log.ts
describe('the security log', () => {
  test('has sign-ins, wrong passwords and the lock-out, without the address that was tried', async () => {
    const student = await aStudent(database.db, { email: uniqueEmail(), passwordHash: PASSWORD_HASH });
    const signIn = (password: string) => server.send('/api/auth/login', { body: { email: student.email, password } });
    const signedIn = await server.lineOf(await signIn(PASSWORD), 'security');
    expect(signedIn).toMatchObject({ security: 'signed_in', user: student.id, origin: 'password' });
    expect(signedIn.network).toMatch(/^[\w-]{12}$/);
    const wrong = await server.lineOf(await signIn('not this one'), 'security');
    expect(wrong).toMatchObject({ security: 'refused', code: 'auth.credentials', procedure: 'auth.login', user: null, network: signedIn.network });
    for (let status = 401; status === 401; ) ({ status } = await signIn('not this one'));
    const lockedOut = await server.lineOf(await signIn('not this one'), 'security');
    expect(lockedOut).toMatchObject({ security: 'refused', code: 'request.limited' });
    expect(JSON.stringify(server.lines)).not.toContain(student.email);
  });

  test('has what an admin did', async () => {
    const [admin, student] = await Promise.all([anAdmin(database.db), aStudent(database.db)]);
    const input = { userId: student.id, status: 'suspended', reason: 'A reason.' };
    const done = await server.send('/trpc/moderation.setAccountStatus', { as: await tokenOf(admin.id), body: { json: input } });
    expect(await server.lineOf(done, 'security')).toMatchObject({ security: 'admin.acted', user: admin.id, subject: student.id });
  });

  test('has nothing that was not stored', async () => {
    const observed: unknown[] = [];
    const ctx = contextAs(database, null, { observe: (observation) => void observed.push(observation) });
    const change = (isUndone: boolean) =>
      inUnitOfWork(ctx, async ({ record }) => {
        record({ type: 'email.change_asked', userId: '01a2266a-166a-79d1-8c96-ef889a92fb0f' });
        record({ type: 'email.changed', name: 'Nimal', from: 'old@example.com', to: 'new@example.com' });
        if (isUndone) throw new Error('undone');
      });
    await expect(change(true)).rejects.toThrow('undone');
    expect(observed).toEqual([]);
    await change(false);
    expect(observed).toEqual([{ of: 'security', entry: { event: 'email.changed', userId: null, network: expect.any(String) } }]);
  });
});
