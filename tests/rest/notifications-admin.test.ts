import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { notifications } from '#db/schema/notifications.ts';
import { useDatabase } from '#tests/support/database.ts';
import { HOUR, NOW } from '#tests/support/factories.ts';
import { UNKNOWN_ID, useRest } from './app.ts';
import { useParties } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const BASE = '/api/notifications/admin';
const DAY = 24 * HOUR;

const parties = useParties(database, rest);
beforeEach(() => database.db.delete(notifications));

const note = (more: object = {}) => ({ type: 'info', title: 'Homework', message: 'Chapter 3', userId: parties.student.id, ...more });
const stored = (more: Partial<typeof notifications.$inferInsert> = {}) =>
  database.db.insert(notifications).values({
    userId: parties.student.id,
    kind: 'custom',
    type: 'info',
    category: 'general',
    title: 'Old',
    message: 'News',
    createdAt: NOW,
    ...more,
  });
const count = () => database.db.$count(notifications);

// spec rest-notifications.9 | R §8 | GET /api/notifications/admin/all, of everybody or one person, 50 a page | src/server/rest/notifications.ts
test("GET /all lists everybody's notifications with their accounts, 50 a page, and filters by account", async () => {
  await stored({ title: 'Of the student' });
  await stored({ userId: parties.admin.id, title: 'Of the admin', createdAt: new Date(NOW.getTime() - HOUR) });
  await stored({ title: 'Expired', expiresAt: new Date(NOW.getTime() - HOUR) });
  const { status, body } = await rest.get<{ data: { notifications: object[] } }>(`${BASE}/all`, parties.adminToken);
  expect(status).toBe(200);
  expect(body).toMatchObject({ success: true, data: { total: 2, currentPage: 1, totalPages: 1, hasMore: false } });
  const { id, name, email } = parties.student;
  expect(body.data.notifications).toMatchObject([
    { title: 'Of the student', user: { _id: id, id, name, email, role: 'student' } },
    { title: 'Of the admin', user: { _id: parties.admin.id, role: 'admin' } },
  ]);
  expect((await rest.get(`${BASE}/all?userId=${parties.admin.id}&limit=1`, parties.adminToken)).body).toMatchObject({ data: { total: 1 } });
  expect((await rest.get(`${BASE}/all?userId=nobody`, parties.adminToken)).body).toMatchObject({ data: { total: 0, notifications: [] } });
});

// spec rest-notifications.10 | R §8, S5 | POST /api/notifications/admin/create and bulk: whole or not at all, audited |
//   src/server/features/notifications/notifications.commands.ts
describe('POST /create', () => {
  test('writes to an account and records it in the audit log', async () => {
    const { status, body } = await rest.call('POST', `${BASE}/create`, { as: parties.adminToken, body: note() });
    expect([status, body]).toMatchObject([201, { success: true, data: { user: parties.student.id, title: 'Homework' } }]);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, parties.student.id));
    expect(entries).toMatchObject([{ action: 'notification.created', actorName: parties.admin.name, details: { title: 'Homework' } }]);
  });

  test.each([
    ['nobody', { userId: '' }, 400, 'User ID is required'],
    ['an unknown person', { userId: UNKNOWN_ID }, 404, 'User not found'],
    ['no title', { title: '' }, 400, 'Title is required'],
    ['an unknown type', { type: 'booking' }, 400, 'Invalid notification type'],
  ])('rejects %s', async (_, more, status, message) => {
    expect(await rest.call('POST', `${BASE}/create`, { as: parties.adminToken, body: note(more) })).toMatchObject({ status, body: { message } });
    expect(await count()).toBe(0);
  });
});

// spec rest-notifications.10
describe('POST /bulk', () => {
  const bulk = (body: unknown) => rest.call('POST', `${BASE}/bulk`, { as: parties.adminToken, body });

  test('writes all at once', async () => {
    const answer = await bulk({ notifications: [note(), note({ title: 'Two' }), note({ userId: parties.admin.id })] });
    expect(answer).toMatchObject({ status: 201, body: { success: true, data: { createdCount: 3 } } });
    expect(await count()).toBe(3);
  });

  test.each<[string, () => object, number, string]>([
    ['no list', () => ({}), 400, 'At least one notification is required'],
    ['an empty list', () => ({ notifications: [] }), 400, 'At least one notification is required'],
    ['one without a person', () => ({ notifications: [note(), note({ userId: null })] }), 400, 'User ID is required'],
    ['one to nobody known', () => ({ notifications: [note(), note({ userId: UNKNOWN_ID })] }), 404, 'User not found'],
    ['more than a thousand', () => ({ notifications: Array(1001).fill(note()) }), 400, 'Notifications cannot have more than 1000 entries'],
  ])('rejects %s and writes none', async (_, body, status, message) => {
    expect(await bulk(body())).toMatchObject({ status, body: { message } });
    expect(await count()).toBe(0);
  });
});

// spec audit.4
test('DELETE /cleanup records every batch that it removes', async () => {
  await database.sql`
    insert into notifications (id, user_id, kind, type, category, title, message, read_at, created_at)
    select gen_random_uuid(), ${parties.student.id}, 'custom', 'info', 'general', 'Old', 'News', now(), '2020-01-01' from generate_series(1, 5001)`;
  expect(await rest.call('DELETE', `${BASE}/cleanup`, { as: parties.adminToken })).toMatchObject({
    status: 200,
    body: { data: { deletedCount: 5001 } },
  });
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.action, 'notifications.removed'));
  expect(entries.map(({ actorName, details }) => ({ actorName, details })).sort((a, b) => Number(a.details.count) - Number(b.details.count))).toEqual(
    [
      { actorName: parties.admin.name, details: { daysOld: 90, count: 1 } },
      { actorName: parties.admin.name, details: { daysOld: 90, count: 5000 } },
    ],
  );
});

// spec rest-notifications.11 | R §8 | DELETE /api/notifications/admin/cleanup, 90 days unless it says otherwise |
//   src/server/features/notifications/notifications.commands.ts
test("DELETE /cleanup removes everybody's read notifications older than the given days", async () => {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY - 1);
  await stored({ createdAt: daysAgo(90), readAt: NOW });
  await stored({ createdAt: daysAgo(40), readAt: NOW });
  await stored({ createdAt: daysAgo(400) });
  expect(await rest.call('DELETE', `${BASE}/cleanup`, { as: parties.adminToken })).toMatchObject({
    status: 200,
    body: { data: { deletedCount: 1 } },
  });
  expect(await rest.call('DELETE', `${BASE}/cleanup?daysOld=30`, { as: parties.adminToken })).toMatchObject({ body: { data: { deletedCount: 1 } } });
  expect(await count()).toBe(1);
});
