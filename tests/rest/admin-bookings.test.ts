import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aSubject, aTopic, aTutor, type Booking, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, SITE, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
let admin: string;
let student: User;
let tutor: Tutor;
const created: Booking[] = [];

type Page = { bookings: { _id: string }[]; totalPages: number; currentPage: number; total: number; totalBookings: number };
const page = (query = '') => rest.get<Page>(`/api/admin/bookings${query}`, admin);

beforeAll(async () => {
  const { db } = database;
  admin = await rest.tokenOf(await anAdmin(db));
  student = await aStudent(db, { name: 'Nimal Perera', email: 'nimal@vidya.test', profileImage: '/files/photos/nimal.webp' });
  const subject = await aSubject(db, { name: 'Physics' });
  tutor = await aTutor(db, { subjects: [{ subjectId: subject.id }], user: { name: 'Kamala Silva', email: 'kamala@vidya.test' } });
  const topic = await aTopic(db, { name: 'Waves', subjectId: subject.id });
  for (const [index, status] of (['pending', 'confirmed', 'cancelled'] as const).entries()) {
    const startTime = new Date(NOW.getTime() + (index + 30) * HOUR);
    const at = { startTime, createdAt: new Date(NOW.getTime() + index * HOUR), updatedAt: NOW };
    const topics = index === 0 ? [{ id: topic.id, name: topic.name }] : [];
    created.push(
      await aBooking(db, { student, tutor, status, topics, amountCents: [100_050, 500_000, 1_000][index] ?? 0, address: '1 Secret Road', ...at }),
    );
  }
});

describe('GET /api/admin/bookings', () => {
  // spec rest-admin.11 | C §7, R §4.9 75 | GET /api/admin/bookings with page, status, sortBy | src/server/rest/admin.ts
  test('answers a page of all bookings in their usual shape', async () => {
    const { status, body } = await page();
    expect(status).toBe(200);
    expect(body).toEqual({ bookings: expect.any(Array), totalPages: 1, currentPage: 1, total: 3, totalBookings: 3 });
    expect(body.bookings.map(({ _id }) => _id)).toEqual([created[2]?.id, created[1]?.id, created[0]?.id]);
    expect(body.bookings.at(-1)).toMatchObject({
      _id: created[0]?.id,
      id: created[0]?.id,
      status: 'pending',
      student: { _id: student.id, name: 'Nimal Perera', profileImage: `${SITE}/files/photos/nimal.webp` },
      tutor: { _id: tutor.id, user: { name: 'Kamala Silva' } },
      subject: { name: 'Physics' },
      selectedTopics: [{ name: 'Waves' }],
      startTime: '2026-03-03T10:30:00.000Z',
      amount: 1000.5,
      paymentStatus: 'pending',
      notes: '',
      address: '',
      meetingLink: null,
      cancellationReason: null,
    });
  });

  test.each([
    ['?status=all&sortBy=newest&page=1', [2, 1, 0]],
    ['?sortBy=oldest', [0, 1, 2]],
    ['?sortBy=amount', [1, 0, 2]],
    ['?sortBy=startTime', [2, 1, 0]],
    ['?sortBy=&status=&page=&limit=', [2, 1, 0]],
    ['?page=abc&limit=abc&sortBy=undefined&status=null', [2, 1, 0]],
    ['?page=-1&limit=0', [2, 1, 0]],
    ['?status=pending', [0]],
    ['?status=completed', []],
    ['?status=paid', []],
    ['?status=%25', []],
    ['?page=2', []],
    ['?page=999999999999', []],
    ['?limit=2&page=2', [0]],
  ])('%s', async (query, expected) => {
    const { status, body } = await page(query);
    expect(status).toBe(200);
    expect(body.bookings.map(({ _id }) => created.findIndex(({ id }) => id === _id))).toEqual(expected);
    expect(body.totalPages).toBeGreaterThanOrEqual(1);
  });

  // spec rest-admin.11
  test('counts exactly on every page, before and after the sweep', async () => {
    const totals = { totalPages: 2, currentPage: 2, total: 3, totalBookings: 3 };
    expect((await page('?limit=2&page=2')).body).toMatchObject(totals);
    await sweepExpired(database.db, NOW);
    expect((await page('?limit=2&page=2')).body).toMatchObject(totals);
    expect((await page('?status=cancelled')).body).toMatchObject({ totalPages: 1, currentPage: 1, total: 1 });
  });
});

describe('GET /api/admin/dashboard/stats', () => {
  // spec rest-admin.5 | C §7, R §4.9 66 | GET /api/admin/dashboard/stats | src/server/rest/admin.ts
  test('answers six numbers', async () => {
    await database.db
      .update(bookings)
      .set({ status: 'completed' })
      .where(eq(bookings.id, created[1]?.id ?? ''));
    const { status, body } = await rest.get('/api/admin/dashboard/stats', admin);
    expect([status, body]).toEqual([
      200,
      { totalTutors: 1, totalStudents: 1, activeSubjects: 1, pendingVerifications: 0, totalBookings: 3, totalRevenue: 5000 },
    ]);
  });
});

// spec rest-admin.14 | R §8 | POST /api/admin/bookings/{id}/notify | src/server/rest/admin.ts
describe('POST /api/admin/bookings/{id}/notify', () => {
  const notify = (id: string, as = admin) => rest.call('POST', `/api/admin/bookings/${id}/notify`, { as });

  test('reminds the tutor of a pending booking only', async () => {
    const { status, body } = await notify(created[0]?.id ?? '');
    expect([status, body]).toEqual([200, { success: true, message: 'Reminder sent successfully' }]);
    for (const index of [1, 2]) {
      const apiError = await notify(created[index]?.id ?? '');
      const message = 'Reminders can only be sent for pending bookings';
      expect([apiError.status, apiError.body]).toEqual([409, { success: false, message, code: 'booking.answered' }]);
    }
  });

  test.each([UNKNOWN_ID, ...MALFORMED_IDS])('answers 404 for the id %s', async (id) => {
    const { status, body } = await notify(id);
    expect([status, body]).toMatchObject([404, { message: 'Booking not found' }]);
  });
});

// spec rest-admin.5
test.each([
  ['GET', '/api/admin/bookings', 'Only admins can view all bookings'],
  ['GET', '/api/admin/dashboard/stats', 'Only admins can view dashboard stats'],
  ['POST', `/api/admin/bookings/${UNKNOWN_ID}/notify`, 'Only admins can remind tutors of their bookings'],
])('%s %s is for admins only', async (method, path, message) => {
  expect(await rest.call(method, path)).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
  for (const person of [student, tutor.user]) {
    const as = await rest.tokenOf(person);
    expect(await rest.call(method, path, { as })).toMatchObject({ status: 403, body: { success: false, message, code: 'auth.role' } });
  }
});
