import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aReview, aStudent, aTutor, type User } from '#tests/support/factories.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, SESSION_EXPIRED, SITE, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const REASON = 'Asked for money elsewhere';
let admin: User;
let token: string;

beforeAll(async () => {
  admin = await anAdmin(database.db);
  token = await rest.tokenOf(admin);
});

const setStatus = (id: string, body: unknown, as: string | undefined = token) =>
  rest.call<{ message: string; user: Record<string, unknown> }>('PATCH', `/api/admin/users/${id}/status`, { as, body });

// spec rest-admin.13 | R §8 | PATCH /api/admin/users/{id}/status | src/server/rest/admin.ts
describe('PATCH /api/admin/users/{id}/status', () => {
  test('suspending answers login with 403 and the token with 401 and cancels bookings that have not ended; reinstating restores login', async () => {
    const passwordHash = await createPasswords().hash('correct horse');
    const tutor = await aTutor(database.db, { user: { passwordHash, profileImage: '/files/photos/me.png' } });
    const booking = await aBooking(database.db, { tutor, status: 'confirmed' });
    const foreign = await rest.tokenOf(tutor.user);
    const { status, body } = await setStatus(tutor.user.id.toUpperCase(), { status: ' Suspended ', reason: REASON });
    expect([status, body]).toMatchObject([200, { success: true, message: 'Account suspended successfully' }]);
    expect(body.user).toEqual({
      ...{ _id: tutor.user.id, id: tutor.user.id, name: tutor.user.name, email: tutor.user.email, emailVerified: false, role: 'tutor' },
      ...{ status: 'suspended', phone: '0712345678', profileImage: `${SITE}/files/photos/me.png`, socialProvider: null },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    const login = () => rest.call('POST', '/api/auth/login', { body: { email: tutor.user.email, password: 'correct horse' } });
    expect(await login()).toMatchObject({ status: 403, body: { message: 'This account is suspended. Please contact support@vidya.lk.' } });
    expect(await rest.get('/api/auth/me', foreign)).toMatchObject({ status: 401, body: SESSION_EXPIRED });
    expect((await rest.get(`/api/tutors/${tutor.id}`, foreign)).status).toBe(404);
    const [stored] = await database.db.select().from(schema.bookings).where(eq(schema.bookings.id, booking.id));
    expect(stored).toMatchObject({ status: 'cancelled', cancellationReason: 'Tutor is no longer available' });

    expect(await setStatus(tutor.user.id, { status: 'active', reason: null })).toMatchObject({ status: 200, body: { user: { status: 'active' } } });
    expect((await login()).status).toBe(200);
    expect((await rest.get('/api/auth/me', foreign)).status).toBe(401);
    expect((await rest.get(`/api/tutors/${tutor.id}`)).status).toBe(200);
  });

  // spec errors.69 | R §8 | 'Please provide a reason for suspension', 'Invalid account status', 'You cannot suspend your own account' |
  //   src/shared/errors.ts
  // spec s5-bad-input.1
  test.each<[unknown, string]>([
    [{ reason: REASON }, 'Invalid account status'],
    [{ status: 'closed', reason: REASON }, 'Invalid account status'],
    [{ status: true, reason: REASON }, 'Invalid account status'],
    [{ status: 'suspended' }, 'Please provide a reason for suspension'],
    [{ status: 'suspended', reason: null }, 'Please provide a reason for suspension'],
    [{ status: 'suspended', reason: ' \n ' }, 'Please provide a reason for suspension'],
    [{ status: 'suspended', reason: 5 }, 'Please provide a reason for suspension'],
    [{ status: 'suspended', reason: 'x'.repeat(1001) }, 'Reason cannot be longer than 1000 characters'],
  ])('rejects %j, also for an unknown account', async (body, message) => {
    const student = await aStudent(database.db);
    for (const id of [student.id, UNKNOWN_ID]) expect(await setStatus(id, body)).toMatchObject({ status: 400, body: { success: false, message } });
  });

  // spec errors.69, s5-bad-input.6
  test('requires an admin, an existing account and not the own one', async () => {
    const student = await aStudent(database.db);
    const body = { status: 'suspended', reason: REASON };
    expect(await rest.call('PATCH', `/api/admin/users/${student.id}/status`, { body })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    const apiError = { status: 403, body: { message: 'Only admins can suspend accounts' } };
    expect(await setStatus(admin.id, body, await rest.tokenOf(student))).toMatchObject(apiError);
    const userNotFound = { status: 404, body: { success: false, message: 'User not found' } };
    for (const id of [UNKNOWN_ID, ...MALFORMED_IDS]) expect(await setStatus(id, body)).toMatchObject(userNotFound);
    expect(await setStatus(admin.id, body)).toMatchObject({ status: 409, body: { message: 'You cannot suspend your own account' } });
    expect((await setStatus(admin.id, { status: 'active' })).status).toBe(200);
  });
});

describe('/api/admin/students', () => {
  const students = (query = '') =>
    rest.get<{ students: Record<string, unknown>[]; totalPages: number; currentPage: number; total: number; totalStudents: number }>(
      `/api/admin/students${query}`,
      token,
    );

  // spec rest-admin.7 | C §7, R §4.9 68 | GET /api/admin/students with page, search, sortBy | src/server/rest/admin.ts
  test('GET answers a page with the documented fields for any query', async () => {
    const student = await aStudent(database.db, { name: 'Zulu_Amal', profileImage: '/files/photos/z.png', createdAt: new Date('2030-01-01') });
    const tutor = await aTutor(database.db);
    await aReview(database.db, { booking: await aBooking(database.db, { student, tutor, status: 'completed', amountCents: 150_050 }) });
    const { status, body } = await students();
    expect([status, Object.keys(body).sort()]).toEqual([200, ['currentPage', 'students', 'total', 'totalPages', 'totalStudents']]);
    expect(body.students[0]).toEqual({
      ...{ _id: student.id, id: student.id, name: 'Zulu_Amal', email: student.email, phone: '0771234567' },
      ...{ profileImage: `${SITE}/files/photos/z.png`, createdAt: '2030-01-01T00:00:00.000Z', updatedAt: expect.any(String), status: 'active' },
      stats: { totalBookings: 1, completedBookings: 1, favoriteTutors: 0, totalSpent: 1500.5 },
    });
    const result = await students('?search=zulu_&page=1&limit=1&sortBy=name');
    expect(result.body).toMatchObject({ currentPage: 1, totalPages: 1, total: 1, totalStudents: 1, students: [{ id: student.id }] });
    expect((await students(`?search=${'x'.repeat(500)}`)).body).toMatchObject({ students: [], totalPages: 1, total: 0 });
    const lenient = await students('?page=abc&limit=-1&sortBy=abc&search=');
    expect([lenient.status, lenient.body.currentPage, lenient.body.students[0]?.id]).toEqual([200, 1, student.id]);
    expect((await students('?page=99999999')).body.students).toEqual([]);
  });

  // spec rest-admin.10 | C §7, R §4.9 74 | DELETE /api/admin/students/{id} | src/server/rest/admin.ts
  test('DELETE removes a student and answers 404 for any other id', async () => {
    const student = await aStudent(database.db);
    const { user } = await aTutor(database.db);
    const remove = (id: string, as: string | undefined = token) => rest.call('DELETE', `/api/admin/students/${id}`, { as });
    const notFound = { status: 404, body: { success: false, message: 'Student not found', code: 'student.not_found' } };
    for (const id of [user.id, admin.id, UNKNOWN_ID, ...MALFORMED_IDS]) expect(await remove(id)).toMatchObject(notFound);
    const foreign = await rest.tokenOf(student);
    expect(await remove(student.id, foreign)).toMatchObject({ status: 403, body: { message: 'Only admins can manage students' } });
    expect(await rest.get('/api/admin/students', foreign)).toMatchObject({ status: 403 });
    expect(await remove(student.id)).toMatchObject({ status: 200, body: { success: true, message: 'Student deleted successfully' } });
    expect(await rest.get('/api/auth/me', foreign)).toMatchObject({ status: 401 });
    expect(await remove(student.id)).toMatchObject(notFound);
  });
});
