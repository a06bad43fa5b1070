import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { createSigner } from '#server/infra/app-secret.ts';
import { UNKNOWN_ID, useRest } from '#tests/rest/app.ts';
import { answerOf, apiClient, errorAnswer } from '#tests/support/api-client.ts';
import { SECRET } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, NOW, unique } from '#tests/support/factories.ts';
import { countLockWaits } from '#tests/support/races.ts';
import { expectNoWrites } from '#tests/support/table-contents.ts';

const database = useDatabase();
const rest = useRest(database);
const as = async (person: Parameters<typeof rest.tokenOf>[0]) => apiClient(rest, await rest.tokenOf(person));

describe('an account', () => {
  test('can be created, read with its token, and logged out', async () => {
    const email = `${unique('nimal').replace(' ', '.')}@example.com`;
    const { data: created, response } = await apiClient(rest).POST('/api/auth/register', {
      body: { name: 'Nimal Perera', email, password: 'battery staple', role: 'student' },
    });
    expect(response.status).toBe(201);
    const own = apiClient(rest, created?.token);
    expect((await own.GET('/api/auth/me')).data?.user).toEqual(created?.user);
    const { data: renamed } = await own.PUT('/api/auth/me', { body: { name: 'Nimal de Silva' } });
    expect(renamed?.user).toMatchObject({ name: 'Nimal de Silva', email, role: 'student' });
    expect((await own.POST('/api/auth/logout')).data).toMatchObject({ success: true });
    expect(answerOf(await own.GET('/api/auth/me'))).toEqual(errorAnswer(401, 'auth.expired', 'Session expired. Please login again.'));
  });

  test('rejects a photo of another site, under either path', async () => {
    const own = await as(await aStudent(database.db));
    const body = { name: 'Changed', profileImage: 'https://elsewhere.example/a.png' };
    const apiError = { status: 400, body: expect.objectContaining({ code: 'upload.photo_url', message: 'Invalid profile image URL' }) };
    expect(answerOf(await expectNoWrites(database, () => own.PUT('/api/auth/profile', { body })))).toEqual(apiError);
    expect(answerOf(await expectNoWrites(database, () => own.PUT('/api/auth/me', { body })))).toEqual(apiError);
  });

  test('does not get an email address that was registered meanwhile', async () => {
    const pendingEmail = `${unique('wanted').replace(' ', '.')}@example.com`;
    const person = await aStudent(database.db, { pendingEmail });
    const { id } = person;
    const ctx = { db: database.db, now: () => NOW, signer: createSigner(SECRET) };
    const token = await createMailedLink(ctx, { userId: id, email: pendingEmail, purpose: 'email_change' });
    await aStudent(database.db, { email: pendingEmail });
    const own = await as(person);
    const answer = await expectNoWrites(database, () => own.POST('/api/auth/verify-email', { body: { token } }));
    expect(answerOf(answer)).toEqual(errorAnswer(409, 'auth.email_taken', 'An account with this email already exists'));
  });
});

describe('the last two admins', () => {
  test('cannot both be suspended by each other at once', async () => {
    const [first, second] = [await anAdmin(database.db), await anAdmin(database.db)];
    const suspend = async (by: typeof first, { id }: typeof first) =>
      (await as(by)).PATCH('/api/admin/users/{id}/status', { params: { path: { id } }, body: { status: 'suspended', reason: 'Spam' } });
    const answers = await database.sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtext('leaving'))`;
      const suspensions = [suspend(first, second), suspend(second, first)];
      await expect.poll(() => countLockWaits(database)).toBe(2);
      return suspensions;
    });
    const results = [await answers[0], await answers[1]];
    expect(results.map((result) => result?.response.status).sort()).toEqual([200, 409]);
    const apiError = results.find((result) => result?.response.status === 409);
    expect(apiError && answerOf(apiError)).toEqual(errorAnswer(409, 'account.last_admin_suspended', 'The last admin cannot be suspended'));
    expect(await database.db.$count(users, eq(users.status, 'suspended'))).toBe(1);
  });
});

describe('a notification', () => {
  test('from an admin answers 404 for an unknown account', async () => {
    const admin = await as(await anAdmin(database.db));
    const note = { type: 'info' as const, title: 'News', message: 'Words', userId: UNKNOWN_ID };
    const apiError = errorAnswer(404, 'user.not_found', 'User not found');
    expect(answerOf(await expectNoWrites(database, () => admin.POST('/notifications', { body: note })))).toEqual(apiError);
    expect(answerOf(await expectNoWrites(database, () => admin.POST('/api/notifications', { body: note })))).toEqual(apiError);
    expect(answerOf(await expectNoWrites(database, () => admin.POST('/api/notifications/admin/create', { body: note })))).toEqual(apiError);
    const body = { notifications: [{ ...note, userId: (await aStudent(database.db)).id }, note] };
    expect(answerOf(await expectNoWrites(database, () => admin.POST('/api/notifications/admin/bulk', { body })))).toEqual(apiError);
  });

  test('can be read, counted and deleted under both paths', async () => {
    const own = await as(await aStudent(database.db));
    const note = { type: 'info' as const, title: 'Mine', message: 'Words', action: { label: 'See', url: '/bookings/1' } };
    const { data: created } = await own.POST('/notifications', { body: note });
    const [under, underApi] = [await own.GET('/notifications'), await own.GET('/api/notifications')];
    expect(under.data).toEqual(underApi.data);
    expect(under.data?.data).toMatchObject({ notifications: [created?.data], total: 1, hasMore: false });
    expect((await own.GET('/api/notifications/unread-count')).data?.data).toEqual({ unreadCount: 1 });
    const params = { path: { id: `${created?.data.id}` } };
    expect((await own.DELETE('/api/notifications/{id}', { params })).response.status).toBe(200);
    expect(answerOf(await own.DELETE('/notifications/{id}', { params }))).toEqual(
      errorAnswer(404, 'notification.not_found', 'Notification not found'),
    );
  });
});
