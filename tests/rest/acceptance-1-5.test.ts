import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { oauthAccounts } from '#db/schema/people.ts';
import { type Actors, createActors, PASSWORD } from '#tests/support/actors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aUser, HOUR, NEXT_MONDAY_NINE, NOW, unique } from '#tests/support/factories.ts';
import { SESSION_EXPIRED, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
let data: Actors;
let adminToken: string;
beforeAll(async () => {
  data = await createActors(database.db);
  adminToken = await rest.tokenOf(data.admin);
});

type Twins = { _id: string; id: string; role: string | null };
type Session = { token: string; user: Twins };
const newEmail = () => `${unique('somebody').replace(' ', '.')}@example.com`;
const register = <T = Session>(overrides: object = {}) =>
  rest.call<T>('POST', '/api/auth/register', {
    body: { name: 'Nimal Perera', email: newEmail(), password: 'battery staple', role: 'student', phone: '0771234567', ...overrides },
  });
const login = <T = Session>(email: string, password = PASSWORD) => rest.call<T>('POST', '/api/auth/login', { body: { email, password } });

describe('acceptance check 1: public calls ignore a bad token', () => {
  const PUBLIC: readonly [number, (of: Actors) => string][] = [
    [14, () => '/api/subjects'],
    [18, () => '/api/subject-categories'],
    [23, () => '/api/topics'],
    [24, ({ subject }) => `/api/topics/subject/${subject.id}`],
    [28, () => '/api/stats/public'],
    [29, () => '/api/tutors'],
    [30, ({ tutor }) => `/api/tutors/${tutor.id}`],
    [31, ({ tutor }) => `/api/tutors/${tutor.id}/reviews`],
    [32, ({ tutor }) => `/api/tutors/${tutor.id}/stats`],
    [33, ({ tutor }) => `/api/tutors/${tutor.id}/availability`],
    [44, ({ post }) => `/api/tutors/blogs/${post.id}`],
    [48, () => '/api/blogs'],
  ];

  // spec s7-checks.1 | R §10 1 | 1. Public calls ignore a bad token | src/server/services.ts
  test.each(PUBLIC)('call %d answers 200', async (_, pathOf) => {
    const path = pathOf(data);
    const { body } = await rest.get(path);
    for (const authorization of ['Bearer null', 'Bearer x.y.z', '']) {
      const answer = await rest.call('GET', path, { headers: { Authorization: authorization } });
      expect({ authorization, status: answer.status, body: answer.body }).toEqual({ authorization, status: 200, body });
    }
  });
});

// spec s7-checks.2 | R §10 2 | 2. Sessions, the profile of whoever asks, a suspended account | src/server/core/context.ts
describe('acceptance check 2: sessions and own profiles', () => {
  test('call 3 answers 401 with a message to a bad token', async () => {
    expect(await rest.get('/api/auth/me', 'x.y.z')).toMatchObject({ status: 401, body: SESSION_EXPIRED });
  });

  test('call 34 answers 404 to a student and an empty profile to a new tutor', async () => {
    const [student, tutor] = [(await register()).body, (await register({ role: 'tutor', name: 'Fresh Tutor' })).body];
    expect(await rest.get('/api/tutors/profile', student.token)).toMatchObject({ status: 404, body: { message: 'Tutor profile not found' } });
    expect(await rest.get('/api/tutors/profile', tutor.token)).toMatchObject({
      status: 200,
      body: { documents: [], subjects: [], user: { name: 'Fresh Tutor' } },
    });
  });

  test('a suspended account cannot log in, its token answers 401, and its bookings that have not ended are cancelled', async () => {
    const student = data.otherStudent;
    const { token } = (await login(student.email)).body;
    const past = new Date(NOW.getTime() - 48 * HOUR);
    const during = new Date(NOW.getTime() - HOUR / 2);
    const bookingBody = {
      pending: await aBooking(database.db, { student, tutor: data.otherTutor }),
      confirmed: await aBooking(database.db, { student, status: 'confirmed', startTime: new Date(NEXT_MONDAY_NINE.getTime() + 3 * HOUR) }),
      ongoing: await aBooking(database.db, { student, status: 'confirmed', startTime: during }),
      ended: await aBooking(database.db, { student, status: 'confirmed', startTime: past }),
      completed: await aBooking(database.db, { student, status: 'completed', startTime: new Date(past.getTime() - 48 * HOUR) }),
    };
    const body = { status: 'suspended', reason: 'Spam' };
    expect((await rest.call('PATCH', `/api/admin/users/${student.id}/status`, { as: adminToken, body })).status).toBe(200);

    expect(await login(student.email)).toMatchObject({
      status: 403,
      body: { success: false, message: expect.stringMatching(/^This account is suspended\. Please contact \S+@\S+\.$/) },
    });
    expect(await rest.get('/api/auth/me', token)).toMatchObject({ status: 401, body: SESSION_EXPIRED });
    const statusOf = async ({ id }: { id: string }) => (await database.db.select().from(bookings).where(eq(bookings.id, id)))[0]?.status;
    const cancelled: string[] = [];
    for (const [name, booking] of Object.entries(bookingBody)) if ((await statusOf(booking)) === 'cancelled') cancelled.push(name);
    expect(cancelled).toEqual(['pending', 'confirmed', 'ongoing']);
  });
});

// spec s7-checks.3 | R §10 3 | 3. Registration, malformed JSON, 3 MB | src/server/rest/auth.ts
describe('acceptance check 3: registration and bodies', () => {
  test('registering answers 400 for an admin, 409 for a second time and 201 without a phone', async () => {
    expect(await register({ role: 'admin' })).toMatchObject({
      status: 400,
      body: { message: 'Please select whether you want to join as a Student or Tutor' },
    });
    const email = newEmail();
    expect((await register({ email, phone: undefined })).status).toBe(201);
    expect(await register({ email: email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { success: false, message: 'An account with this email already exists' },
    });
  });

  test('malformed JSON and a body of 3 MB answer 400, each with its own message', async () => {
    const post = (body: string) => rest.call('POST', '/api/auth/register', { body });
    expect(await post('{"name": ')).toMatchObject({ status: 400, body: { success: false, message: 'Invalid request body' } });
    const large = JSON.stringify({ name: 'x'.repeat(3 * 1024 * 1024) });
    expect(await post(large)).toMatchObject({ status: 400, body: { success: false, message: 'Request is too large' } });
  });
});

// spec s7-checks.4 | R §10 4 | 4. The user has its id twice, and a token from before reports the new role | src/server/rest/wire/auth.ts
describe('acceptance check 4: the signed-in user', () => {
  test('has `_id` and `id` after login, register and me', async () => {
    const email = newEmail();
    const registered = (await register({ email })).body;
    const loggedIn = (await login(email, 'battery staple')).body;
    const { user: me } = (await rest.get<Session>('/api/auth/me', loggedIn.token)).body;
    for (const user of [registered.user, loggedIn.user, me]) {
      expect(user.id).toMatch(/^[\w-]{8,}$/);
      expect(user._id).toBe(user.id);
    }
  });

  test('has both after update-role, and an earlier token stays valid and reports the new role', async () => {
    const newcomer = await aUser(database.db, { role: null, emailVerifiedAt: NOW });
    await database.db.insert(oauthAccounts).values({ provider: 'google', providerUserId: unique('google'), userId: newcomer.id });
    const as = await rest.tokenOf(newcomer);
    expect((await rest.get('/api/auth/me', as)).body).toMatchObject({ user: { role: null } });
    const { status, body } = await rest.call<Session>('PUT', '/api/auth/google/update-role', { as, body: { role: 'tutor' } });
    expect([status, body.user._id, body.user.id, body.user.role]).toEqual([200, newcomer.id, newcomer.id, 'tutor']);
    expect((await rest.get('/api/auth/me', as)).body).toMatchObject({ user: { _id: newcomer.id, role: 'tutor' } });
    expect((await rest.get('/api/tutors/profile', as)).status).toBe(200);
  });
});

describe('acceptance check 5: numbers are JSON numbers', () => {
  type Call = [number, string, (of: Actors) => string, as: 'anyone' | 'student' | 'admin', fields: readonly string[]];
  const COUNTERS = ['rating', 'totalReviews', 'totalRatings', 'totalStudents', 'totalSessions', 'totalEarnings'];
  const OF_TUTOR = [...COUNTERS, 'subjects.teachingModes.rate', 'education.year', 'subjects.subject.category.order'];
  const under = (list: string, fields: readonly string[]) => fields.map((field) => `${list}.${field}`);
  const PAGE = ['totalPages', 'currentPage', 'total'];
  const CALLS: readonly Call[] = [
    [28, 'public stats', () => '/api/stats/public', 'anyone', ['totalTutors', 'activeSubjects', 'averageRating', 'totalReviews']],
    [
      29,
      'search',
      () => '/api/tutors',
      'anyone',
      [...under('tutors', OF_TUTOR), 'pagination.page', 'pagination.pages', 'pagination.total', 'pagination.limit'],
    ],
    [30, 'a tutor', ({ tutor }) => `/api/tutors/${tutor.id}`, 'anyone', OF_TUTOR],
    [
      32,
      'stats of a tutor',
      ({ tutor }) => `/api/tutors/${tutor.id}/stats`,
      'anyone',
      ['totalStudents', 'totalSessions', 'averageRating', 'totalEarnings', 'cancellationCharges'],
    ],
    [53, 'favourites', () => '/api/students/favorites', 'student', ['tutor.rating', 'tutor.totalReviews']],
    [
      66,
      'dashboard',
      () => '/api/admin/dashboard/stats',
      'admin',
      ['totalTutors', 'totalStudents', 'activeSubjects', 'pendingVerifications', 'totalBookings', 'totalRevenue'],
    ],
    [67, 'admin tutors', () => '/api/admin/tutors', 'admin', [...under('tutors', OF_TUTOR), ...PAGE, 'totalTutors']],
    [
      68,
      'admin students',
      () => '/api/admin/students',
      'admin',
      [...under('students.stats', ['totalBookings', 'completedBookings', 'favoriteTutors', 'totalSpent']), ...PAGE, 'totalStudents'],
    ],
    [75, 'admin bookings', () => '/api/admin/bookings', 'admin', [...under('bookings', ['duration', 'amount']), ...PAGE, 'totalBookings']],
  ];

  beforeAll(async () => {
    const { tutor } = data;
    await rest.call('POST', `/api/students/favorites/${tutor.id}`, { as: await rest.tokenOf(data.student) });
    const education = [{ degree: 'BSc', institution: 'University of Colombo', year: 2012 }];
    await rest.call('PUT', '/api/tutors/profile', { as: await rest.tokenOf(tutor.user), body: { education } });
  });

  function valuesAt(body: unknown, [key, ...rest]: readonly string[]): unknown[] {
    if (Array.isArray(body)) return body.flatMap((element) => valuesAt(element, key === undefined ? [] : [key, ...rest]));
    if (key === undefined) return [body];
    return valuesAt((body as Record<string, unknown> | undefined)?.[key], rest);
  }

  // spec s7-checks.5 | R §10 5 | 5. Numbers are JSON numbers | src/server/rest/wire/schemas.ts
  test.each(CALLS)('call %d (%s) answers JSON numbers', async (_, __, pathOf, role, fields) => {
    const as = role === 'anyone' ? undefined : await rest.tokenOf(role === 'admin' ? data.admin : data.student);
    const { status, body } = await rest.get(pathOf(data), as);
    expect(status).toBe(200);
    for (const field of fields) {
      const values = valuesAt(body, field.split('.')).filter((value) => value !== undefined || !/education|category/.test(field));
      expect({ field, types: [...new Set(values.map((value) => typeof value))] }).toEqual({ field, types: ['number'] });
    }
  });
});
