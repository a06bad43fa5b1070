import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { subjects, topics } from '#db/schema/catalogue.ts';
import { users } from '#db/schema/people.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aReview, aStudent, aTopic, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
let tutor: Tutor;
let student: User;

beforeAll(async () => {
  tutor = await aTutor(database.db);
  student = await aStudent(database.db, { name: 'Amara', profileImage: '/files/photos/amara.png' });
});

/** Reviews of sessions an hour apart, written `ages` hours ago. */
async function reviewsOf(of: Tutor, ages: readonly number[]) {
  const reviews = [];
  for (const age of ages) {
    const startTime = new Date(NOW.getTime() - (age + 200) * HOUR);
    const booking = await aBooking(database.db, { tutor: of, student, status: 'completed', startTime });
    reviews.push(await aReview(database.db, { booking, review: `Review of ${age} hours ago`, createdAt: new Date(NOW.getTime() - age * HOUR) }));
  }
  return reviews;
}

const visitor = () => callerAs(database, null);

describe('reviews.ratings', () => {
  // spec s12-seen.40 | S12 G | Reviews have a distribution by stars, without those that are hidden or of another tutor |
  //   src/server/features/reviews/reviews.queries.ts
  test('counts the reviews of each number of stars that everyone can see', async () => {
    const [rated, other] = [await aTutor(database.db), await aTutor(database.db)];
    const rate = async (of: Tutor, rating: number, index: number, hiddenAt: Date | null = null) => {
      const startTime = new Date(NOW.getTime() - (900 + index) * HOUR);
      const booking = await aBooking(database.db, { tutor: of, student, status: 'completed', startTime });
      await aReview(database.db, { booking, rating, hiddenAt });
    };
    for (const [index, rating] of [5, 5, 4, 1].entries()) await rate(rated, rating, index);
    await rate(rated, 2, 10, NOW);
    await rate(other, 3, 11);
    expect(await visitor().reviews.ratings({ tutorId: rated.id })).toEqual({ counts: [1, 0, 0, 1, 2] });
    await expect(visitor().reviews.ratings({ tutorId: 'nobody' })).rejects.toThrow('Tutor Not Found');
  });
});

describe('reviews.allOfTutor', () => {
  // spec entities.13 | P §3 | Review: rating, text, student, subject, topics | src/server/features/reviews/reviews.queries.ts
  test('shows who wrote what about which subject and topics', async () => {
    const topic = await aTopic(database.db, { subjectId: tutor.subjectId, name: 'Waves' });
    const booking = await aBooking(database.db, {
      tutor,
      student,
      status: 'completed',
      topics: [topic],
      startTime: new Date(NOW.getTime() - 500 * HOUR),
    });
    const review = await aReview(database.db, { booking, rating: 4, review: 'Explains waves with a rope.' });
    const page = await visitor().reviews.allOfTutor({ tutorId: tutor.id });
    expect(page.find(({ id }) => id === review.id)).toEqual({
      id: review.id,
      bookingId: booking.id,
      rating: 4,
      review: 'Explains waves with a rope.',
      student: { id: student.id, name: 'Amara', profileImage: '/files/photos/amara.png' },
      subject: { id: tutor.subjectId, name: booking.subjectName },
      topics: [{ id: topic.id, name: 'Waves', description: '' }],
      reply: null,
      createdAt: review.createdAt,
      updatedAt: review.updatedAt,
    });
  });

  // spec entities.25 | D Catalogue | A subject or topic that goes leaves its name on bookings and reviews | drizzle/0001_schema.sql
  // spec errors.72 | C §8 Fallback labels | 'Anonymous' | src/server/features/reviews/reviews.queries.ts
  test('a person who left is anonymous; a subject and a topic that went keep their names', async () => {
    const deletedTutor = await aTutor(database.db);
    const author = await aStudent(database.db);
    const topic = await aTopic(database.db, { subjectId: deletedTutor.subjectId, name: 'Optics' });
    const past = new Date(NOW.getTime() - 300 * HOUR);
    const booking = await aBooking(database.db, { tutor: deletedTutor, student: author, status: 'completed', topics: [topic], startTime: past });
    await aReview(database.db, { booking });
    await database.db.delete(users).where(eq(users.id, author.id));
    await database.db.delete(topics).where(eq(topics.id, topic.id));
    await database.db.delete(subjects).where(eq(subjects.id, deletedTutor.subjectId));

    expect(await visitor().reviews.allOfTutor({ tutorId: deletedTutor.id })).toMatchObject([
      {
        student: { id: '', name: 'Anonymous', profileImage: '' },
        subject: { id: '', name: booking.subjectName },
        topics: [{ id: '', name: 'Optics', description: '' }],
      },
    ]);
  });

  test('a tutor without reviews has an empty list', async () => {
    const { id } = await aTutor(database.db);
    expect(await visitor().reviews.allOfTutor({ tutorId: id })).toEqual([]);
    expect(await visitor().reviews.ofTutor({ tutorId: id })).toEqual({ reviews: [], nextCursor: null });
  });
});

describe('reviews.ofTutor', () => {
  test('goes through all, newest first, two of the same moment neither repeated nor skipped', async () => {
    const busy = await aTutor(database.db);
    const reviews = await reviewsOf(busy, [5, 1, 3, 3, 2]);
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof visitor>['reviews']['ofTutor']>> = await visitor().reviews.ofTutor({
        tutorId: busy.id,
        limit: 2,
        cursor,
      });
      ids.push(...page.reviews.map(({ review }) => review));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual([1, 2, 3, 3, 5].map((age) => `Review of ${age} hours ago`));
    expect((await visitor().reviews.allOfTutor({ tutorId: busy.id })).map(({ review }) => review)).toEqual(ids);
    expect(reviews).toHaveLength(5);
  });

  test('takes the same number of statements for one as for many', async () => {
    const [single, several] = [await aTutor(database.db), await aTutor(database.db)];
    await reviewsOf(single, [1]);
    await reviewsOf(several, [1, 2, 3, 4]);
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, null).reviews.ofTutor({ tutorId: single.id });
    const singleCount = statements.length;
    await callerAs({ db }, null).reviews.ofTutor({ tutorId: several.id });
    expect([singleCount, statements.length - singleCount]).toEqual([2, 2]);
  });

  test.each(['rubbish', '1.2', '99999999999999999.00000000-0000-0000-0000-000000000000'])('a cursor that is none is refused: %s', async (cursor) => {
    await expect(visitor().reviews.ofTutor({ tutorId: tutor.id, cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('who finds the reviews of a tutor', () => {
  const HIDDEN = { code: 'NOT_FOUND', message: 'Tutor Not Found' };

  test.each(['no-such-id', '00000000-0000-7000-8000-000000000000'])('nobody those of an unknown tutor: %s', async (tutorId) => {
    await expect(visitor().reviews.ofTutor({ tutorId })).rejects.toMatchObject(HIDDEN);
    await expect(visitor().reviews.allOfTutor({ tutorId })).rejects.toMatchObject(HIDDEN);
  });

  test.each([
    ['rejected', { verificationStatus: 'rejected' }],
    ['suspended', { user: { status: 'suspended' } }],
  ] as const)('those of a tutor who is %s: the owner and admins only', async (_, overrides) => {
    const hidden = await aTutor(database.db, overrides);
    await reviewsOf(hidden, [1]);
    const ask = { tutorId: hidden.id };
    await expect(visitor().reviews.allOfTutor(ask)).rejects.toMatchObject(HIDDEN);
    await expect(callerAs(database, student).reviews.ofTutor(ask)).rejects.toMatchObject(HIDDEN);
    await expect(callerAs(database, tutor.user).reviews.ofTutor(ask)).rejects.toMatchObject(HIDDEN);
    expect(await callerAs(database, hidden.user).reviews.allOfTutor(ask)).toHaveLength(1);
    expect(await callerAs(database, await anAdmin(database.db)).reviews.allOfTutor(ask)).toHaveLength(1);
  });
});
