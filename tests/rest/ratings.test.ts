import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { reviews } from '#db/schema/engagement.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aStudent, aTopic, aTutor, type Booking, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const PAST = new Date(NOW.getTime() - 30 * HOUR);
const SUBMITTED = 'Your review has been submitted successfully.';
const BOOKING_NOT_FOUND = { success: false, message: 'Booking not found', code: 'booking.not_found' };
const NO_REVIEW = { success: false, message: 'No review found for this booking', code: 'review.none' };
const REVIEW_NOT_FOUND = { success: false, message: 'Review not found', code: 'review.not_found' };
const TEXT = 'A patient teacher.';

type Rated = { success: true; message: string; rating: { id: string; rating: number; review: string } };

let student: User;
let tutor: Tutor;
let booking: Booking;
let as: string;

beforeEach(async () => {
  student = await aStudent(database.db, { profileImage: '/files/photos/s.webp' });
  tutor = await aTutor(database.db);
  booking = await aBooking(database.db, { student, tutor, status: 'completed', startTime: PAST });
  as = await rest.tokenOf(student);
});

const write = (body: object) => rest.call<Rated>('POST', '/api/ratings', { as, body });
const rate = (overrides: object = {}) => write({ bookingId: booking.id, rating: 5, review: TEXT, ...overrides });
const ofBooking = (id: string) => rest.get<Rated>(`/api/ratings/booking/${id}`, as);
const stored = () => database.db.select().from(reviews).where(eq(reviews.bookingId, booking.id));
const ratingOfTutor = async () => (await rest.get<{ rating: number; totalReviews: number }>(`/api/tutors/${tutor.id}`)).body;

describe('POST /api/ratings', () => {
  // spec rest-students.7 | C §7, R §4.7 56 | POST /api/ratings: success and message, 201 and then 200 | src/server/rest/ratings.ts
  test("answers 201 for the first review and 200 for its replacement, and updates the tutor's rating", async () => {
    const topic = await aTopic(database.db, { subjectId: tutor.subjectId, description: 'Letters' });
    const times = { status: 'completed', startTime: new Date(PAST.getTime() + 2 * HOUR) } as const;
    booking = await aBooking(database.db, { student, tutor, topics: [topic], ...times });
    await aReview(database.db, { booking: await aBooking(database.db, { tutor, ...times, startTime: PAST, studentId: null }), rating: 1 });
    const first = await rate({ rating: 4, review: `  ${TEXT}  ` });
    expect(first.status).toBe(201);
    const profileImage = 'http://vidya.test/files/photos/s.webp';
    expect(first.body).toEqual({
      success: true,
      message: SUBMITTED,
      rating: {
        _id: first.body.rating.id,
        id: expect.any(String),
        booking: booking.id,
        rating: 4,
        review: TEXT,
        comment: TEXT,
        student: { _id: student.id, id: student.id, name: student.name, profileImage },
        user: { name: student.name, profileImage },
        subject: { _id: tutor.subjectId, id: tutor.subjectId, name: expect.any(String) },
        topics: [{ _id: topic.id, id: topic.id, name: topic.name, description: '' }],
        isVerified: true,
        createdAt: ISO,
        updatedAt: ISO,
      },
    });
    expect(await ratingOfTutor()).toMatchObject({ rating: 2.5, totalReviews: 2 });

    const second = await rate({ rating: 2, review: 'Not so patient after all.' });
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({
      success: true,
      message: SUBMITTED,
      rating: { id: first.body.rating.id, rating: 2, comment: 'Not so patient after all.' },
    });
    expect(await stored()).toHaveLength(1);
    expect(await ratingOfTutor()).toMatchObject({ rating: 1.5, totalReviews: 2 });
  });

  // spec validation.24
  test.each<[string, object, number]>([
    ['text', { rating: ' 3 ' }, 3],
    ['a whole number with decimals as text', { rating: '4.0' }, 4],
  ])('accepts a rating of %s', async (_, overrides, rating) => {
    expect((await rate(overrides)).body.rating.rating).toBe(rating);
  });

  const STARS = 'Please select a rating between 1 and 5';
  const SHORT = 'Review must be at least 10 characters long';
  const MISSING = 'Please write a review';
  // spec validation.24
  test.each<[object, string]>([
    [{ rating: 0 }, STARS],
    [{ rating: 6 }, STARS],
    [{ rating: 4.5 }, STARS],
    [{ rating: '4.5' }, STARS],
    [{ rating: 'five' }, STARS],
    [{ rating: null }, STARS],
    [{ rating: true }, STARS],
    [{ rating: [5] }, STARS],
    [{ rating: 1e308 }, STARS],
    [{ review: null }, MISSING],
    [{ review: ' \n ' }, MISSING],
    [{ review: ' nine char ' }, SHORT],
    [{ review: 'r'.repeat(2001) }, 'Review cannot be longer than 2000 characters'],
    [{ rating: 0, review: '' }, STARS],
  ])('rejects %j', async (overrides, message) => {
    const { status, body } = await rate(overrides);
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false, message, code: 'request.invalid' } });
    expect(await stored()).toEqual([]);
  });

  // spec validation.24
  test('rejects a review without rating or text', async () => {
    expect(await rate({ rating: undefined })).toMatchObject({ status: 400, body: { message: STARS } });
    expect(await rate({ review: undefined })).toMatchObject({ status: 400, body: { message: MISSING } });
    expect(await stored()).toEqual([]);
  });

  test('accepts 10 to 2,000 characters', async () => {
    expect((await rate({ review: ' ten chars! ' })).body.rating.review).toBe('ten chars!');
    expect((await rate({ review: 'r'.repeat(2000) })).status).toBe(200);
  });

  // spec rest-students.7
  test.each<BookingStatus>(['pending', 'confirmed', 'cancelled'])('answers 409 for a %s booking', async (status) => {
    const { id } = await aBooking(database.db, { student, status });
    const answer = await rate({ bookingId: id });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 409,
      body: { success: false, message: 'Only completed bookings can be reviewed', code: 'review.not_completed' },
    });
  });

  // spec rest-students.7
  test("answers 404 for another student's booking, an unknown and a malformed id", async () => {
    const other = await aBooking(database.db, { status: 'completed', startTime: PAST });
    for (const bookingId of [other.id, UNKNOWN_ID, undefined, null, 7, {}, ...MALFORMED_IDS]) {
      const { status, body } = await rate({ bookingId });
      expect({ status, body }, `${bookingId}`).toEqual({ status: 404, body: BOOKING_NOT_FOUND });
    }
  });

  // spec rest-students.7
  test('stores one review of ten simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => rate({ rating: (index % 5) + 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(await stored()).toHaveLength(1);
    expect(await ratingOfTutor()).toMatchObject({ rating: (await stored())[0]?.rating, totalReviews: 1 });
  });

  // spec rest-students.7
  test('notifies the tutor once', async () => {
    await rate();
    await rate({ rating: 3 });
    const notified = await selectNotifications(database, tutor.user.id);
    expect(notified).toMatchObject([{ category: 'review' }]);
  });
});

// spec rest-students.8 | C §7, R §4.7 57 | GET /api/ratings/booking/{bookingId}; 404 means no review yet | src/server/rest/ratings.ts
describe('GET /api/ratings/booking/{bookingId}', () => {
  // spec reviews.8
  test('answers 404 before the review, and then the review without the reply', async () => {
    const before = await ofBooking(booking.id);
    expect({ status: before.status, body: before.body }).toEqual({ status: 404, body: NO_REVIEW });
    const { rating } = (await rate()).body;
    await database.db.update(reviews).set({ reply: 'Thank you!', repliedAt: NOW }).where(eq(reviews.id, rating.id));
    const after = await ofBooking(booking.id);
    expect({ status: after.status, body: after.body }).toEqual({ status: 200, body: { success: true, rating } });
  });

  test("answers 404 for another student's booking, an unknown and a malformed id", async () => {
    const { bookingId } = await aReview(database.db);
    for (const id of [bookingId, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await ofBooking(id);
      expect({ status, body }, id).toEqual({ status: 404, body: NO_REVIEW });
    }
  });
});

describe('PUT /api/ratings/{id}', () => {
  const edit = (id: string, body: object) => rest.call<Rated>('PUT', `/api/ratings/${id}`, { as, body });

  // spec rest-students.9 | R §8 | PUT and DELETE /api/ratings/{id} | src/server/rest/ratings.ts
  test("changes the own review and updates the tutor's rating", async () => {
    const { rating } = (await rate()).body;
    const { status, body } = await edit(rating.id, { rating: '2', review: 'Second thoughts.', comment: 'ignored' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { success: true, message: SUBMITTED, rating: { _id: rating.id, rating: 2, review: 'Second thoughts.' } },
    });
    expect(await ratingOfTutor()).toMatchObject({ rating: 2, totalReviews: 1 });
  });

  // spec rest-students.9
  test('applies the rules of a first review', async () => {
    const { rating } = (await rate()).body;
    expect(await edit(rating.id, { rating: 6, review: TEXT })).toMatchObject({
      status: 400,
      body: { message: 'Please select a rating between 1 and 5' },
    });
    expect(await edit(rating.id, { rating: 5, review: 'nine char' })).toMatchObject({
      status: 400,
      body: { message: 'Review must be at least 10 characters long' },
    });
  });

  test("answers 404 for another student's review, an unknown and a malformed id", async () => {
    const other = await aReview(database.db);
    for (const id of [other.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await edit(id, { rating: 1, review: 'Not mine at all.' });
      expect({ status, body }, id).toEqual({ status: 404, body: REVIEW_NOT_FOUND });
    }
  });
});

describe('DELETE /api/ratings/{id}', () => {
  const remove = (id: string) => rest.call('DELETE', `/api/ratings/${id}`, { as });

  // spec rest-students.9
  test("deletes the own review and updates the tutor's rating", async () => {
    const { rating } = (await rate()).body;
    const { status, body } = await remove(rating.id);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'Review removed successfully' } });
    expect(await ratingOfTutor()).toMatchObject({ rating: 0, totalReviews: 0 });
    expect((await ofBooking(booking.id)).status).toBe(404);
    expect((await remove(rating.id)).status).toBe(404);
  });

  test("answers 404 for another student's review, an unknown and a malformed id", async () => {
    const other = await aReview(database.db);
    for (const id of [other.id, UNKNOWN_ID, ...MALFORMED_IDS]) {
      const { status, body } = await remove(id);
      expect({ status, body }, id).toEqual({ status: 404, body: REVIEW_NOT_FOUND });
    }
  });
});

describe('/api/ratings', () => {
  // spec roles.6
  test.each([
    ['POST', ''],
    ['GET', `/booking/${UNKNOWN_ID}`],
    ['PUT', `/${UNKNOWN_ID}`],
    ['DELETE', `/${UNKNOWN_ID}`],
  ])('%s /api/ratings%s requires a student', async (method, path) => {
    const anonymous = await rest.call(method, `/api/ratings${path}`);
    expect({ status: anonymous.status, body: anonymous.body }).toEqual({ status: 401, body: AUTHENTICATION_REQUIRED });
    const { status, body } = await rest.call(method, `/api/ratings${path}`, { as: await rest.tokenOf(tutor.user) });
    expect({ status, body }).toEqual({ status: 403, body: { success: false, message: 'Only students can review sessions', code: 'auth.role' } });
  });
});
