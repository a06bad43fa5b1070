import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { notifications } from '#db/schema/notifications.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

type Notification = { id: string; title: string };
type Page = { success: true; data: { notifications: Notification[]; total: number; currentPage: number; totalPages: number; hasMore: boolean } };

let person: User;
let as: string;

beforeEach(async () => {
  person = await aStudent(database.db);
  as = await rest.tokenOf(person);
});

type New = Partial<typeof notifications.$inferInsert>;
async function aNotification(overrides: New = {}): Promise<string> {
  const values = { userId: person.id, kind: 'custom', type: 'info', category: 'general', title: 'Hello', message: 'There', ...overrides } as const;
  const [row] = await database.db.insert(notifications).values(values).returning({ id: notifications.id });
  return row?.id ?? '';
}

const page = async (query = '') => (await rest.get<Page>(`/notifications${query}`, as)).body.data;
const idsOf = async (query = '') => (await page(query)).notifications.map(({ id }) => id);
const own = () => selectNotifications(database, person.id);

describe.each(['/notifications', '/api/notifications'])('GET %s', (base) => {
  // spec errors.2 | D Language | A notification carries `kind` and `params` beside its English | src/server/rest/wire/notifications.ts
  test("answers a booking's notification with texts for people, kind and params for programs", async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { student: person, tutor });
    await rest.call('PATCH', `/api/tutors/bookings/${booking.id}`, { as: await rest.tokenOf(tutor.user), body: { status: 'confirmed' } });
    const { status, headers, body } = await rest.get<Page>(base, as);
    expect(status).toBe(200);
    expect(headers.get('vary')).toContain('Accept, Authorization');
    expect(headers.get('cache-control')).toBe('no-store');
    const [only] = body.data.notifications;
    expect(body).toEqual({
      success: true,
      data: {
        notifications: [
          {
            _id: only?.id,
            id: expect.any(String),
            user: person.id,
            type: 'success',
            category: 'booking',
            title: 'Booking Confirmed',
            message: `Your booking for ${booking.subjectName} has been confirmed.`,
            action: { label: 'View Booking', url: `/bookings/${booking.id}` },
            priority: expect.any(String),
            metadata: { kind: 'booking.confirmed', params: expect.objectContaining({ subject: booking.subjectName }) },
            expiresAt: null,
            read: false,
            timestamp: NOW.toISOString(),
            createdAt: NOW.toISOString(),
            updatedAt: NOW.toISOString(),
          },
        ],
        total: 1,
        currentPage: 1,
        totalPages: 1,
        hasMore: false,
      },
    });
  });

  test('answers JSON clients the same page, whatever else they accept', async () => {
    const headers = { Accept: 'application/json, text/plain, */*' };
    expect(await rest.call('GET', base, { as, headers })).toMatchObject({ status: 200, body: { success: true } });
  });
});

describe('GET /notifications', () => {
  // spec rest-notifications.1 | C §7 | GET /notifications with page, limit, read, category, sortBy, sortOrder | src/server/rest/notifications.ts
  test('answers pages, newest first, without expired ones', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 23; index += 1) ids.unshift(await aNotification({ createdAt: new Date(NOW.getTime() - (50 - index) * HOUR) }));
    await aNotification({ expiresAt: new Date(NOW.getTime() - 1) });
    await aNotification({ userId: (await aStudent(database.db)).id });

    expect(await page()).toMatchObject({ total: 23, currentPage: 1, totalPages: 2, hasMore: true });
    expect(await idsOf()).toEqual(ids.slice(0, 20));
    expect(await idsOf('?page=2')).toEqual(ids.slice(20));
    expect(await idsOf('?limit=50')).toEqual(ids);
    expect(await page('?page=3&limit=10')).toMatchObject({ currentPage: 3, totalPages: 3, hasMore: false });
    expect(await page('?page=9')).toEqual({ notifications: [], total: 23, currentPage: 9, totalPages: 2, hasMore: false });
    for (const query of ['?page=0&limit=-5', '?page=x&limit=y', '?page=&limit=', '?page=null'])
      expect(await idsOf(query), query).toEqual(ids.slice(0, 20));
  });

  test('filters by read and category, sorts, and ignores unknown values', async () => {
    const first = await aNotification({ title: 'B', readAt: NOW, createdAt: new Date(NOW.getTime() - 3 * HOUR) });
    const second = await aNotification({ title: 'A', category: 'review', createdAt: new Date(NOW.getTime() - 2 * HOUR) });
    expect(await idsOf('?read=true')).toEqual([first]);
    expect(await idsOf('?read=false')).toEqual([second]);
    expect(await idsOf('?category=review')).toEqual([second]);
    expect(await idsOf('?sortBy=title&sortOrder=asc')).toEqual([second, first]);
    expect(await idsOf('?sortBy=createdAt&sortOrder=asc')).toEqual([first, second]);
    for (const query of [
      '?read=maybe',
      '?category=nonsense',
      '?category=all',
      '?sortBy=password',
      '?sortOrder=sideways',
      '?__proto__=1&sortBy=__proto__',
    ]) {
      expect(await idsOf(query), query).toEqual([second, first]);
    }
  });
});

describe('counts of notifications', () => {
  // spec rest-notifications.3 | C §7 | GET unread-count and stats | src/server/rest/notifications.ts
  test('answer the unread and those per category', async () => {
    await aNotification({ readAt: NOW });
    await aNotification({ category: 'review' });
    await aNotification({ category: 'review' });
    expect((await rest.get('/notifications/unread-count', as)).body).toEqual({ success: true, data: { unreadCount: 2 } });
    expect((await rest.get('/notifications/stats', as)).body).toEqual({
      success: true,
      data: { total: 3, unread: 2, read: 1, categories: { general: 1, review: 2 } },
    });
  });
});

describe('PATCH /notifications/mark-read', () => {
  const mark = async (body: unknown) => (await rest.call('PATCH', '/notifications/mark-read', { as, body })).body;
  const updated = (updatedCount: number) => ({ success: true, message: 'Notifications marked as read', data: { updatedCount } });

  // spec rest-notifications.4 | C §7 | PATCH mark-read and mark-all-read | src/server/rest/notifications.ts
  test('marks the listed ones and skips unknown, malformed and foreign ids', async () => {
    const notification = await aNotification();
    await aNotification();
    const foreign = await aNotification({ userId: (await aStudent(database.db)).id });
    expect(await mark({ notificationIds: [notification, foreign, UNKNOWN_ID, ...MALFORMED_IDS, null, 7, {}] })).toEqual(updated(1));
    expect((await own()).filter(({ readAt }) => readAt !== null).map(({ id }) => id)).toEqual([notification]);
    expect(await mark({ notificationIds: [notification] })).toEqual(updated(0));
  });

  test('marks one given as text, none for an empty list, all without the key', async () => {
    const notification = await aNotification();
    await aNotification();
    await aNotification();
    for (const none of [[], null, '', {}, 'nonsense']) expect(await mark({ notificationIds: none }), JSON.stringify(none)).toEqual(updated(0));
    expect(await mark({ notificationIds: notification })).toEqual(updated(1));
    expect(await mark({})).toEqual(updated(2));
    await aNotification();
    expect(await mark('')).toEqual(updated(1));
    await aNotification();
    expect((await rest.call('PATCH', '/notifications/mark-read', { as })).body).toEqual(updated(1));
  });

  test('rejects a body that is not an object', async () => {
    const notification = await aNotification();
    expect(await mark([notification])).toMatchObject({ success: false, message: 'Invalid request body' });
  });
});

describe('the other calls of notifications', () => {
  test('mark-all-read marks all own notifications', async () => {
    await aNotification();
    await aNotification();
    const foreign = await aNotification({ userId: (await aStudent(database.db)).id });
    const { status, body } = await rest.call('PATCH', '/api/notifications/mark-all-read', { as });
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'Notifications marked as read', data: { updatedCount: 2 } } });
    expect((await database.db.select().from(notifications).where(eq(notifications.id, foreign)))[0]?.readAt).toBeNull();
  });

  // spec rest-notifications.5 | C §7 | DELETE one, and delete-read | src/server/rest/notifications.ts
  test('delete-read deletes the read ones, and is not taken for an id', async () => {
    await aNotification({ readAt: NOW });
    const unread = await aNotification();
    const { status, body } = await rest.call('DELETE', '/notifications/delete-read', { as });
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'Notifications deleted successfully', data: { deletedCount: 1 } },
    });
    expect((await own()).map(({ id }) => id)).toEqual([unread]);
  });

  // spec rest-notifications.6 | R §8 | DELETE clear-all, all of the own | src/server/rest/notifications.ts
  test.each(['/notifications', '/api/notifications'])('%s/clear-all deletes all own notifications, read or not', async (base) => {
    await aNotification({ readAt: NOW });
    await aNotification();
    const { status, body } = await rest.call('DELETE', `${base}/clear-all`, { as });
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, message: 'Notifications deleted successfully', data: { deletedCount: 2 } },
    });
    expect(await own()).toEqual([]);
  });

  test("DELETE removes one by its id and answers 404 for another user's, an unknown and a malformed id", async () => {
    const notification = await aNotification();
    const foreign = await aNotification({ userId: (await aStudent(database.db)).id });
    expect(await rest.call('DELETE', `/notifications/${notification}`, { as })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Notification deleted successfully' },
    });
    for (const id of [notification, foreign, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await rest.call('DELETE', `/notifications/${id}`, { as });
      expect({ status, body }, id).toEqual({
        status: 404,
        body: { success: false, message: 'Notification not found', code: 'notification.not_found' },
      });
    }
    expect(await database.db.select().from(notifications).where(eq(notifications.id, foreign))).toHaveLength(1);
  });
});
