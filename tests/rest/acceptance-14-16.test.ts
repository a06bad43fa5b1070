import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aTopic, aTutor, type BookingOverrides, HOUR, NOW } from '#tests/support/factories.ts';
import { useRest } from './app.ts';
import { useParties } from './setups.ts';

const database = useDatabase();
const rest = useRest(database);
const daysAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
const parties = useParties(database, rest);
const createBooking = (overrides: BookingOverrides = {}) => aBooking(database.db, { student: parties.student, tutor: parties.tutor, ...overrides });
const remove = (path: string, as: string) => rest.call('DELETE', path, { as });

// spec s7-checks.14 | R §10 14 | 14. A review | src/server/rest/ratings.ts
describe('acceptance check 14: a review', () => {
  type Labels = { success: boolean; rating: { id: string; rating: number; review: string } };
  const write = (body: object) => rest.call<Labels>('POST', '/api/ratings', { as: parties.studentToken, body });
  const ratingOf = async () => (await rest.get<{ rating: number; totalReviews: number }>(`/api/tutors/${parties.tutor.id}`)).body;

  test('written twice, it is created and then replaced, and updates the rating of the tutor', async () => {
    const other = await createBooking({ status: 'completed', startTime: daysAgo(100) });
    await aReview(database.db, { booking: other, rating: 4 });
    const { id: bookingId } = await createBooking({ status: 'completed', startTime: daysAgo(48) });
    const ownReviewPath = `/api/ratings/booking/${bookingId}`;
    expect(await rest.get(ownReviewPath, parties.studentToken)).toMatchObject({
      status: 404,
      body: { success: false, message: 'No review found for this booking' },
    });

    const first = await write({ bookingId, rating: 5, review: 'A patient teacher.' });
    expect([first.status, first.body.rating.rating, (await ratingOf()).rating]).toEqual([201, 5, 4.5]);
    const repeated = await write({ bookingId, rating: 1, review: 'Late, and in a hurry.' });
    expect([repeated.status, repeated.body.rating.id]).toEqual([200, first.body.rating.id]);
    expect(await ratingOf()).toMatchObject({ rating: 2.5, totalReviews: 2 });

    expect(await rest.get(ownReviewPath, parties.studentToken)).toMatchObject({
      status: 200,
      body: { success: true, rating: { rating: 1, review: 'Late, and in a hurry.' } },
    });
    expect((await rest.get<unknown[]>(`/api/tutors/${parties.tutor.id}/reviews`)).body).toHaveLength(2);
  });

  test.each(['pending', 'confirmed', 'cancelled'] as const)('of a booking that is %s answers 409', async (status) => {
    const { id: bookingId } = await createBooking({ status });
    expect(await write({ bookingId, rating: 5, review: 'A patient teacher.' })).toMatchObject({
      status: 409,
      body: { message: 'Only completed bookings can be reviewed' },
    });
  });
});

describe('acceptance check 15: the bookings of a student', () => {
  // spec s7-checks.15 | R §10 15 | 15. The bookings of a student | src/server/rest/students.ts
  test('come in one answer, also more than 10 and more than 24', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 26; index += 1) ids.push((await createBooking({ status: 'completed', startTime: daysAgo(24 + 2 * index) })).id);
    const { body } = await rest.get<{ success: boolean; bookings: { id: string }[] }>('/api/students/bookings', parties.studentToken);
    expect(body.success).toBe(true);
    expect(body.bookings.map(({ id }) => id).sort()).toEqual(ids.sort());
  });
});

// spec s7-checks.16 | R §10 16 | 16. What is left of what was deleted | src/server/rest/wire/bookings.ts
describe('acceptance check 16: references to deleted records', () => {
  type Row = {
    id: string;
    status: string;
    student: { name: string };
    tutor: { user: { name: string } | null };
    subject: { id: string; name: string };
    selectedTopics: { name: string }[];
  };
  const asTutorSees = async (id: string) => (await rest.get<Row[]>('/api/tutors/bookings', parties.tutorToken)).body.find((row) => row.id === id);
  const asAdminSees = async (id: string) =>
    (await rest.get<{ bookings: Row[] }>('/api/admin/bookings?limit=100', parties.adminToken)).body.bookings.find((row) => row.id === id);
  /** The paths of nulls that the contract does not allow. */
  function nulls(value: unknown, path = ''): string[] {
    if (value === null) return /^\.(meetingLink|cancellationReason|tutor\.user)$/.test(path) ? [] : [path];
    if (typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([key, inner]) => nulls(inner, `${path}.${key}`));
  }

  test('a deleted tutor disappears from the favourites without leaving a null', async () => {
    const remaining = await aTutor(database.db);
    for (const { id } of [parties.tutor, remaining])
      expect((await rest.call('POST', `/api/students/favorites/${id}`, { as: parties.studentToken })).status).toBe(201);
    expect((await remove(`/api/admin/tutors/${parties.tutor.id}`, parties.adminToken)).status).toBe(200);
    const { body } = await rest.get<{ tutor: { id: string; rating: number } }[]>('/api/students/favorites', parties.studentToken);
    expect(body.map((tutorView) => tutorView.tutor.id)).toEqual([remaining.id]);
    expect(nulls(body)).toEqual([]);
  });

  test('bookings keep the names of subject and topics, and deleted people have labels', async () => {
    const topic = await aTopic(database.db, { subjectId: parties.tutor.subjectId, name: 'Algebra' });
    const { id, subjectName } = await createBooking({ status: 'completed', startTime: daysAgo(48), topics: [topic] });
    await aReview(database.db, { booking: await createBooking({ status: 'completed', startTime: daysAgo(96) }) });

    expect((await remove(`/api/topics/${topic.id}`, parties.adminToken)).status).toBe(200);
    expect((await remove(`/api/subjects/${parties.tutor.subjectId}`, parties.adminToken)).status).toBe(200);
    expect((await remove(`/api/admin/students/${parties.student.id}`, parties.adminToken)).status).toBe(200);
    for (const row of [await asTutorSees(id), await asAdminSees(id)]) {
      expect(row).toMatchObject({
        status: 'completed',
        subject: { name: subjectName },
        selectedTopics: [{ name: 'Algebra' }],
        student: { name: 'Unknown Student' },
        tutor: { user: { name: parties.tutor.user.name } },
      });
      expect(nulls(row)).toEqual([]);
    }
    const { body: reviews } = await rest.get(`/api/tutors/${parties.tutor.id}/reviews`);
    expect(reviews).toMatchObject([{ student: { name: 'Anonymous' }, user: { name: 'Anonymous' }, subject: { name: subjectName } }]);
    expect(nulls(reviews)).toEqual([]);

    expect((await remove(`/api/admin/tutors/${parties.tutor.id}`, parties.adminToken)).status).toBe(200);
    const row = await asAdminSees(id);
    expect(nulls(row)).toEqual([]);
    expect(row).toMatchObject({ subject: { name: subjectName }, student: { name: 'Unknown Student' } });
    expect(row?.tutor.user?.name ?? 'Unknown Tutor').toBe('Unknown Tutor');
  });

  test('the student sees no null in bookings with a deleted tutor', async () => {
    const { id } = await createBooking({ status: 'completed', startTime: daysAgo(48) });
    await remove(`/api/admin/tutors/${parties.tutor.id}`, parties.adminToken);
    const { body } = await rest.get<{ bookings: Row[] }>('/api/students/bookings', parties.studentToken);
    expect(body.bookings.map((row) => row.id)).toEqual([id]);
    expect(nulls(body.bookings[0])).toEqual([]);
    expect(body.bookings[0]?.tutor.user?.name ?? 'Unknown Tutor').toBe('Unknown Tutor');
  });
});
