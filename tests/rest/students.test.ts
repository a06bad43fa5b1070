import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { favourites } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aReview, aStudent, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const FAVORITES = '/api/students/favorites';
const TUTOR_NOT_FOUND = { success: false, message: 'Tutor Not Found', code: 'tutor.not_found' };

type Favorite = { id: string; tutor: { id: string; rating: number } };

let student: User;
let as: string;

beforeEach(async () => {
  student = await aStudent(database.db, { profileImage: '/files/photos/s.webp' });
  as = await rest.tokenOf(student);
});

const add = (tutorId: string) => rest.call<Favorite>('POST', `${FAVORITES}/${tutorId}`, { as, body: {} });
const remove = (tutorId: string) => rest.call('DELETE', `${FAVORITES}/${tutorId}`, { as });
const listed = () => rest.get<Favorite[]>(FAVORITES, as);

describe('GET /api/students/profile', () => {
  // spec rest-students.4 | C §7, R §4.7 52 | GET /api/students/profile: the profile in the field student | src/server/rest/students.ts
  test('answers the account with statistics of bookings, favourites and spending', async () => {
    const tutor = await aTutor(database.db);
    await aBooking(database.db, { student, tutor });
    await aBooking(database.db, { student, tutor, status: 'completed', startTime: new Date(NOW.getTime() - 30 * HOUR), amountCents: 150_050 });
    await add(tutor.id);
    const { status, body } = await rest.get('/api/students/profile', as);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      student: {
        _id: student.id,
        id: student.id,
        name: student.name,
        email: student.email,
        emailVerified: false,
        role: 'student',
        phone: '0771234567',
        profileImage: 'http://vidya.test/files/photos/s.webp',
        socialProvider: null,
        createdAt: ISO,
        updatedAt: ISO,
        stats: { totalBookings: 2, completedBookings: 1, favoriteTutors: 1, totalSpent: 1500.5 },
      },
    });
  });
});

describe('/api/students/favorites', () => {
  // spec rest-students.6 | C §7, R §4.7 54 55 | POST and DELETE /api/students/favorites/{tutorId} | src/server/rest/students.ts
  test('POST answers 201, and 200 with the same favourite when repeated', async () => {
    const tutor = await aTutor(database.db, {
      bio: 'Patient.',
      isVerified: true,
      verificationStatus: 'approved',
      user: { profileImage: '/files/photos/t.webp' },
    });
    await aReview(database.db, {
      booking: await aBooking(database.db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 30 * HOUR) }),
      rating: 4,
    });
    const { status, body } = await add(tutor.id);
    expect(status).toBe(201);
    const { id, name } = tutor.user;
    expect(body).toEqual({
      _id: body.id,
      id: expect.any(String),
      student: student.id,
      tutor: {
        _id: tutor.id,
        id: tutor.id,
        user: { _id: id, id, name, email: '', profileImage: 'http://vidya.test/files/photos/t.webp' },
        bio: 'Patient.',
        rating: 4,
        totalReviews: 1,
        isVerified: true,
        vacationMode: false,
      },
      createdAt: ISO,
    });
    const repeated = await add(tutor.id);
    expect({ status: repeated.status, body: repeated.body }).toEqual({ status: 200, body });
    expect((await listed()).body).toEqual([body]);
  });

  // spec rest-students.5 | C §7, R §4.7 53 | GET /api/students/favorites: a bare list, each holding a tutor with _id | src/server/rest/students.ts
  test('GET answers a bare array of own favourites, newest first', async () => {
    const tutors = [await aTutor(database.db), await aTutor(database.db), await aTutor(database.db)];
    for (const [index, { id }] of tutors.entries()) {
      await database.db.insert(favourites).values({ studentId: student.id, tutorId: id, createdAt: new Date(NOW.getTime() + index) });
      await database.db.insert(favourites).values({ studentId: (await aStudent(database.db)).id, tutorId: id });
    }
    const { status, body } = await listed();
    expect(status).toBe(200);
    expect(body.map(({ tutor }) => tutor.id)).toEqual(tutors.map(({ id }) => id).toReversed());
    for (const { tutor } of body) expect(tutor.rating).toBe(0);
  });

  // spec rest-students.5
  test('GET omits tutors who were deleted, rejected or suspended, without a null', async () => {
    const [deleted, rejected, suspended, onVacation] = [
      await aTutor(database.db),
      await aTutor(database.db, { verificationStatus: 'rejected' }),
      await aTutor(database.db, { user: { status: 'suspended' } }),
      await aTutor(database.db, { vacationMode: true }),
    ];
    for (const { id } of [deleted, rejected, suspended, onVacation])
      await database.db.insert(favourites).values({ studentId: student.id, tutorId: id });
    await database.db.delete(users).where(eq(users.id, deleted.user.id));
    expect((await listed()).body).toMatchObject([{ tutor: { _id: onVacation.id, vacationMode: true } }]);
    for (const { id } of [deleted, rejected, suspended]) {
      const { status, body } = await add(id);
      expect({ status, body }).toEqual({ status: 404, body: TUTOR_NOT_FOUND });
    }
  });

  // spec rest-students.6
  test('DELETE answers the same whether or not the tutor was a favourite', async () => {
    const tutor = await aTutor(database.db);
    await add(tutor.id);
    for (const id of [tutor.id, tutor.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await remove(id);
      expect({ status, body }, id).toEqual({ status: 200, body: { success: true, message: 'Tutor removed from favorites.' } });
    }
    expect((await listed()).body).toEqual([]);
  });

  // spec rest-students.6
  test.each([UNKNOWN_ID, ...MALFORMED_IDS])('POST answers 404 for the tutor %s', async (id) => {
    const { status, body } = await add(id);
    expect({ status, body }).toEqual({ status: 404, body: TUTOR_NOT_FOUND });
  });

  // spec rest-students.6
  test('stores one favourite for twenty simultaneous calls', async () => {
    const { id } = await aTutor(database.db);
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect((await listed()).body).toHaveLength(1);
  });
});

describe("the student's own area", () => {
  const CALLS = [
    ['GET', '/api/students/profile', 'Only students can view student profiles'],
    ['GET', FAVORITES, 'Only students can keep favorites'],
    ['POST', `${FAVORITES}/${UNKNOWN_ID}`, 'Only students can keep favorites'],
    ['DELETE', `${FAVORITES}/${UNKNOWN_ID}`, 'Only students can keep favorites'],
    ['GET', '/api/students/bookings', 'Only students can view student bookings'],
  ] as const;

  // spec roles.6 | P §6 Student | Favourites, reviews and the student profile are for students | src/server/features/favourites/favourites.router.ts
  test.each(CALLS)('%s %s requires a student', async (method, path, message) => {
    const anonymous = await rest.call(method, path);
    expect({ status: anonymous.status, body: anonymous.body }).toEqual({ status: 401, body: AUTHENTICATION_REQUIRED });
    for (const person of [(await aTutor(database.db)).user, await anAdmin(database.db)]) {
      const { status, body } = await rest.call(method, path, { as: await rest.tokenOf(person) });
      expect({ status, body }).toEqual({ status: 403, body: { success: false, message, code: 'auth.role' } });
    }
  });
});
