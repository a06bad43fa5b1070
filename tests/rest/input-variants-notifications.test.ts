import { beforeEach, describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW, type User } from '#tests/support/factories.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';
import { useParties } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const NOTE = { type: 'info', title: 'News', message: 'Words' };
let other: User;
const parties = useParties(database, rest);
beforeEach(async () => {
  other = await aStudent(database.db);
});
type Answer = { message: string; data: Record<string, unknown> & { user: string; updatedCount: number } };
const createNotification = (user = parties.student) =>
  callerAs(database, user, { hasRateLimits: false }).notifications.create({ type: 'info', title: 'News', message: 'Words' });

// spec rest-input.15 | R §4.8 61 65, §4.9 | Notifications: one id or a list, what one may say; what admins decide |
//   src/server/rest/wire/notifications.ts
describe.each(['/notifications', '/api/notifications'])('PATCH %s/mark-read', (base) => {
  const mark = (body: unknown) => rest.call<Answer>('PATCH', `${base}/mark-read`, { as: parties.studentToken, body });
  type Ids = { own: string[]; foreign: string };
  const BODIES: [string, (of: Ids) => unknown, number][] = [
    ['a list', ({ own }) => ({ notificationIds: own.slice(0, 2) }), 2],
    ['a single id', ({ own }) => ({ notificationIds: own[0] }), 1],
    ['one with blanks', ({ own }) => ({ notificationIds: [` ${own[0]} `] }), 1],
    ['objects', ({ own }) => ({ notificationIds: [{ _id: own[0] }, { id: own[1] }] }), 2],
    ['the same twice', ({ own }) => ({ notificationIds: [own[0], own[0]] }), 1],
    ['unknown and foreign ones, too', ({ own, foreign }) => ({ notificationIds: [own[0], foreign, UNKNOWN_ID, ...MALFORMED_IDS, null, {}, 7] }), 1],
    ['an empty list', () => ({ notificationIds: [] }), 0],
    ['no key', () => ({}), 3],
    ['no body', () => undefined, 3],
    ['another key', () => ({ ids: [] }), 3],
  ];
  test.each(BODIES)('marks the notifications of %s', async (_, bodyOf, count) => {
    const own = [(await createNotification()).id, (await createNotification()).id, (await createNotification()).id];
    const foreign = (await createNotification(other)).id;
    expect(await mark(bodyOf({ own, foreign }))).toMatchObject({ status: 200, body: { success: true, data: { updatedCount: count } } });
    const { body } = await rest.get<Answer>(`${base}/unread-count`, parties.studentToken);
    expect(body.data).toEqual({ unreadCount: 3 - count });
    expect((await rest.get<Answer>('/notifications/unread-count', await rest.tokenOf(other))).body.data).toEqual({ unreadCount: 1 });
  });
});

describe('POST /notifications', () => {
  const write = (overrides: object, token = parties.studentToken) =>
    rest.call<Answer>('POST', '/notifications', { as: token, body: { ...NOTE, ...overrides } });
  const LATER = new Date(NOW.getTime() + 86_400_000).toISOString();

  const FIELDS: [object, object][] = [
    [{}, { category: 'general', priority: 'medium', action: null, metadata: {}, expiresAt: null, read: false }],
    [
      { category: null, priority: null, action: null, metadata: null, expiresAt: null },
      { category: 'general', priority: 'medium', action: null, metadata: {}, expiresAt: null },
    ],
    [
      { category: '', priority: '', action: '', expiresAt: '' },
      { category: 'general', priority: 'medium', action: null, expiresAt: null },
    ],
    ...['success', 'warning', 'error', 'info'].map((type): [object, object] => [{ type }, { type }]),
    [{ action: {} }, { action: null }],
    [{ action: { label: '', url: '' } }, { action: null }],
    [{ action: { label: 'See', url: '/bookings' } }, { action: { label: 'See', url: '/bookings' } }],
    [{ action: { label: 'See', url: 'https://example.com/a' } }, { action: { label: 'See', url: 'https://example.com/a' } }],
    [{ metadata: { of: ['any', { kind: 1 }] } }, { metadata: { of: ['any', { kind: 1 }] } }],
    [{ expiresAt: LATER }, { expiresAt: LATER }],
    [{ expiresAt: Date.parse(LATER) }, { expiresAt: LATER }],
    [{ expiresAt: `${Date.parse(LATER)}` }, { expiresAt: LATER }],
    [
      { read: true, createdAt: '2000-01-01', _id: 'x', timestamp: 1 },
      { read: false, createdAt: NOW.toISOString() },
    ],
  ];
  test.each(FIELDS)('accepts %j', async (input, expected) => {
    const { status, body } = await write(input);
    expect([status, body.data]).toMatchObject([201, { user: parties.student.id, title: 'News', message: 'Words', ...expected }]);
    expect(body.data.updatedAt).toBe(body.data.createdAt);
  });

  const invalid = (field: string, message: string | null, ...values: unknown[]): [object, string | null][] =>
    values.map((value) => [{ [field]: value }, message]);
  const INVALID: [object, string | null][] = [
    ...invalid('type', 'Invalid notification type', undefined, null, '', 'booking', 'INFO!', 7),
    ...invalid('title', 'Title is required', undefined, null, '', ' '),
    ...invalid('title', 'Title cannot be longer than 200 characters', 'x'.repeat(201)),
    ...invalid('message', 'Message is required', undefined, null, '', ' '),
    ...invalid('message', 'Message cannot be longer than 1000 characters', 'x'.repeat(1001)),
    ...invalid('category', null, 'news', 7),
    ...invalid('priority', null, 'highest', 7),
    ...invalid(
      'action',
      null,
      { label: 'See' },
      { url: '/bookings' },
      { label: ' ', url: '/a' },
      'See',
      { label: 'See', url: 'javascript:alert(1)' },
      { label: 'See', url: 'http://example.com' },
      { label: 'See', url: '//example.com' },
      { label: 'See', url: 'bookings' },
    ),
    ...invalid('expiresAt', null, 'soon', '2026-02-30', true),
    ...invalid('metadata', null, 'text', [1], 7),
  ];
  // spec rest-input.15
  test.each(INVALID)('rejects %j: %s', async (input, message) => {
    const answer = await write(input);
    expect([answer.status, answer.body.message]).toEqual([400, message ?? expect.stringMatching(/^\S.*\S$/)]);
  });

  // spec rest-input.15
  test('is for the caller unless an admin names another account', async () => {
    expect((await write({ userId: other.id })).body.data.user).toBe(parties.student.id);
    for (const userId of [other.id, { _id: other.id }, ` ${other.id} `])
      expect((await write({ userId }, parties.adminToken)).body.data.user).toBe(other.id);
    for (const userId of [undefined, null, '']) expect((await write({ userId }, parties.adminToken)).body.data.user).not.toBe(other.id);
    expect((await write({ userId: UNKNOWN_ID }, parties.adminToken)).status).toBe(404);
  });

  test.each([undefined, null, '', {}])('rejects the user %j from an admin where one is required', async (userId) => {
    const answer = await rest.call('POST', '/api/notifications/admin/create', { as: parties.adminToken, body: { ...NOTE, userId } });
    expect(answer).toMatchObject({ status: 400, body: { message: 'User ID is required' } });
    const many = await rest.call('POST', '/api/notifications/admin/bulk', { as: parties.adminToken, body: { notifications: [{ ...NOTE, userId }] } });
    expect(many).toMatchObject({ status: 400, body: { message: 'User ID is required' } });
  });

  test.each([{}, { notifications: [] }, { notifications: null }, { notifications: 'many' }, { notifications: [7] }, { notifications: [null] }])(
    'rejects %j from an admin',
    async (body) => {
      expect((await rest.call('POST', '/api/notifications/admin/bulk', { as: parties.adminToken, body })).status).toBe(400);
    },
  );
});

describe('DELETE /api/notifications/admin/cleanup', () => {
  const DAYS_AGO = [400, 100, 80, 10, 0];
  test.each([
    ['', 2],
    ['daysOld=', 2],
    ['daysOld=null', 2],
    ['daysOld=90', 2],
    ['daysOld=30', 3],
    ['daysOld=365', 1],
    ['daysOld=99999999', 0],
    ['daysOld=0', 4],
  ])('with %s deletes %d of the read ones', async (query, count) => {
    await database.sql`delete from notifications`;
    for (const days of DAYS_AGO) {
      const { id } = await createNotification();
      const at = new Date(NOW.getTime() - days * 86_400_000);
      await database.sql`update notifications set read_at = ${NOW.toISOString()}, created_at = ${at.toISOString()} where id = ${id}`;
      const unread = await createNotification();
      await database.sql`update notifications set created_at = ${at.toISOString()} where id = ${unread.id}`;
    }
    const answer = await rest.call('DELETE', `/api/notifications/admin/cleanup?${query}`, { as: parties.adminToken });
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { deletedCount: count } } });
  });

  // spec s7.7 | §8 | A `daysOld` that is no whole number deletes nothing | src/server/rest/wire/notifications.ts
  test.each(['abc', '-1', '1.5', '9O', '1e1', '0x10'])('rejects daysOld=%s and deletes nothing', async (daysOld) => {
    await database.sql`delete from notifications`;
    const { id } = await createNotification();
    await database.sql`update notifications set read_at = ${NOW.toISOString()}, created_at = '2020-01-01T00:00:00Z' where id = ${id}`;
    const message = 'Days must be a whole number from 0';
    const answer = await rest.call('DELETE', `/api/notifications/admin/cleanup?daysOld=${daysOld}`, { as: parties.adminToken });
    expect([answer.status, answer.body]).toMatchObject([400, { message, code: 'request.invalid', errors: [{ field: 'daysOld', message }] }]);
    expect(await database.sql`select id from notifications`).toHaveLength(1);
  });
});

// spec rest-input.15
describe('decisions of admins', () => {
  const CHECKS = ['documents', 'education', 'experience', 'background', 'interview'];
  const all = (value: unknown) => Object.fromEntries(CHECKS.map((check) => [check, value]));
  const decide = async (call: string, body: unknown) => {
    const { id } = await aTutor(database.db, { verificationStatus: 'pending' });
    return rest.call('PATCH', `/api/admin/tutors/${id}/${call}`, { as: parties.adminToken, body });
  };

  test.each([
    [undefined],
    [{}],
    [{ verificationChecks: all(true) }],
    [{ verificationChecks: all('true') }],
    [{ verificationChecks: { ...all(true), more: false } }],
  ])('approve with %j', async (body) => {
    expect(await decide('approve', body)).toMatchObject({ status: 200, body: { tutor: { isVerified: true, verificationChecks: all(true) } } });
  });
  test.each([all(false), {}, { ...all(true), interview: false }, { ...all(true), interview: undefined }, { ...all(true), background: 1 }])(
    'reject the checks %j',
    async (verificationChecks) => {
      const message = 'Please complete all verification checks before approving';
      expect(await decide('approve', { verificationChecks })).toMatchObject({ status: 400, body: { message } });
    },
  );
  test.each([{}, { reason: null }, { reason: '' }, { reason: ' \n' }, { reason: 7 }, { rejectionReason: 'Blurred' }])(
    'require a reason, which %j does not give',
    async (body) => {
      expect(await decide('reject', body)).toMatchObject({ status: 400, body: { message: 'Please provide a reason for rejection' } });
    },
  );

  const setStatus = (body: object, id = other.id) => rest.call('PATCH', `/api/admin/users/${id}/status`, { as: parties.adminToken, body });
  test.each([{}, { status: null }, { status: '' }, { status: 'gone' }, { status: 7 }, { status: true, reason: 'Spam' }])(
    'reject the account status %j',
    async (body) => {
      expect(await setStatus(body)).toMatchObject({ status: 400, body: { message: 'Invalid account status' } });
    },
  );
  test.each([undefined, null, '', ' '])('reject a suspension for the reason %j', async (reason) => {
    expect(await setStatus({ status: 'suspended', reason })).toMatchObject({
      status: 400,
      body: { message: 'Please provide a reason for suspension' },
    });
  });
  test('suspend an account again, and reinstate it without a reason', async () => {
    for (const status of ['suspended', ' Suspended ', 'active', 'ACTIVE']) {
      const answer = await setStatus({ status, reason: /sus/i.test(status) ? ' Spam ' : undefined });
      expect(answer).toMatchObject({ status: 200, body: { success: true, user: { _id: other.id, status: status.trim().toLowerCase() } } });
    }
  });
});
