import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reviews } from '#db/schema/engagement.ts';
import { jobs } from '#db/schema/jobs.ts';
import { notifications } from '#db/schema/notifications.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aStudent, aTutor, type BookingOverrides, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';

const database = useDatabase();
const TEXT = 'Explains waves with a rope.';
const LATER = new Date(NOW.getTime() + HOUR);
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Review not found' };

const as = (person: User) => callerAs(database, person).reviews;
const write = (booking: { id: string }, student: User, { rating = 5, review = TEXT } = {}) =>
  as(student).write({ bookingId: booking.id, rating, review });

let index = 0;
/** A session of its own hour, which was held. */
function createHeldSession(overrides: BookingOverrides) {
  index += 1;
  return aBooking(database.db, { status: 'completed', startTime: new Date(NOW.getTime() - (48 + index) * HOUR), ...overrides });
}

async function aSession() {
  const [tutor, student] = [await aTutor(database.db), await aStudent(database.db, { name: 'Amara' })];
  return { tutor, student, booking: await createHeldSession({ tutor, student }) };
}

async function createRating(tutor: Tutor) {
  const [profile] = await database.db
    .select({ rating: tutorProfiles.rating, totalReviews: tutorProfiles.totalReviews })
    .from(tutorProfiles)
    .where(eq(tutorProfiles.id, tutor.id));
  return profile;
}

const noticesOf = (person: User, kind: string) =>
  database.db.select().from(notifications).where(sql`${notifications.userId} = ${person.id} and ${notifications.kind} = ${kind}`);

describe('reviews.write', () => {
  // spec reviews.2 | S4, R §4.7 56 | The tutor’s rating is recomputed in the same transaction, also by many at once |
  //   src/server/features/tutors/listing.projector.ts
  test('keeps rating and trimmed text under subject and topics of the booking, and rates the tutor at once', async () => {
    const { tutor, student, booking } = await aSession();
    const answer = await write(booking, student, { rating: 4, review: `  ${TEXT}\n` });
    expect(answer).toEqual({
      isNew: true,
      message: 'Your review has been submitted successfully.',
      rating: {
        id: expect.any(String),
        bookingId: booking.id,
        rating: 4,
        review: TEXT,
        student: { id: student.id, name: 'Amara', profileImage: '' },
        subject: { id: booking.subjectId, name: booking.subjectName },
        topics: [],
        reply: null,
        createdAt: NOW,
        updatedAt: NOW,
      },
    });
    expect(await createRating(tutor)).toEqual({ rating: 4, totalReviews: 1 });
    expect(await callerAs(database, null).tutors.search({ search: tutor.user.name })).toMatchObject({ tutors: [{ rating: 4, totalReviews: 1 }] });
  });

  // spec reviews.1, mail.24
  test('a second review replaces the first, keeps its date, and notifies the tutor once', async () => {
    const { tutor, student, booking } = await aSession();
    const first = await write(booking, student);
    const second = await callerAs(database, student, { now: () => LATER }).reviews.write({
      bookingId: booking.id,
      rating: 2,
      review: 'Came late, twice.',
    });
    expect(second).toMatchObject({ isNew: false, message: 'Your review has been submitted successfully.' });
    expect(second.rating).toEqual({ ...first.rating, rating: 2, review: 'Came late, twice.', updatedAt: LATER });
    expect(await createRating(tutor)).toEqual({ rating: 2, totalReviews: 1 });
    expect(await noticesOf(tutor.user, 'review.received')).toHaveLength(1);
  });

  // spec reviews.2
  test('the mean is rounded to two decimals', async () => {
    const { tutor, student, booking } = await aSession();
    await write(booking, student, { rating: 5 });
    for (const rating of [4, 4]) await write(await createHeldSession({ tutor, student }), student, { rating });
    expect(await createRating(tutor)).toEqual({ rating: 4.33, totalReviews: 3 });
  });

  // spec reviews.1 | P §4 Review, R §4.7 56 | Of an own completed booking only, one each; the second replaces the first |
  //   src/server/features/reviews/reviews.commands.ts
  test.each(['pending', 'confirmed', 'cancelled'] as const)('a booking that is %s cannot be reviewed', async (status) => {
    const { tutor, student } = await aSession();
    const booking = await createHeldSession({ tutor, student, status });
    await expect(write(booking, student)).rejects.toMatchObject({ code: 'CONFLICT', message: 'Only completed bookings can be reviewed' });
    expect(await createRating(tutor)).toEqual({ rating: 0, totalReviews: 0 });
  });

  // spec reviews.1
  test("another student's booking is not found, and neither is one that nobody has", async () => {
    const { booking } = await aSession();
    const stranger = await aStudent(database.db);
    for (const id of [booking.id, '00000000-0000-7000-8000-000000000000', 'no id']) {
      await expect(write({ id }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
    }
    expect(await database.db.$count(reviews, eq(reviews.bookingId, booking.id))).toBe(0);
  });

  // spec validation.24 | P §5 Review | Review: rating 1 to 5, whole; text required, at least 10 characters after trimming, at most 2,000 |
  //   src/shared/contracts/engagement.ts
  // spec errors.52 | C §8 Reviews | 'Please select a rating between 1 and 5', 'Please write a review', 'Review must be at least 10 characters long' |
  //   src/shared/messages.ts
  test.each([
    ['a rating of 0', { rating: 0 }, 'Please select a rating between 1 and 5'],
    ['a rating of 6', { rating: 6 }, 'Please select a rating between 1 and 5'],
    ['a rating of 4.5', { rating: 4.5 }, 'Please select a rating between 1 and 5'],
    ['no text', { review: '' }, 'Please write a review'],
    ['blanks', { review: '  \n ' }, 'Please write a review'],
    ['nine characters between blanks', { review: '   ninechars   ' }, 'Review must be at least 10 characters long'],
    ['nothing that can be seen', { review: '\u200B'.repeat(12) }, 'Please write a review'],
    ['Braille of no dots', { review: '\u2800'.repeat(12) }, 'Please write a review'],
    ['four letters among joiners', { review: `Good${'\u2060'.repeat(12)}` }, 'Review must be at least 10 characters long'],
    ['two letters far apart', { review: `a${' '.repeat(20)}b` }, 'Review must be at least 10 characters long'],
    ['2,001 characters', { review: 'a'.repeat(2001) }, 'Review cannot be longer than 2000 characters'],
  ])('%s is refused', async (_, wrong, message) => {
    const { tutor, student, booking } = await aSession();
    await expect(write(booking, student, wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
    expect(await createRating(tutor)).toEqual({ rating: 0, totalReviews: 0 });
  });

  // spec validation.24
  test('ten characters and two thousand pass, in any script', async () => {
    const { tutor, student } = await aSession();
    for (const review of ['ten chars!', 'මාධ්\u200Dය\u200D ඉතා හොඳයි', 'ඉ'.repeat(10), 'அ'.repeat(2000)]) {
      expect((await write(await createHeldSession({ tutor, student }), student, { review })).rating.review).toBe(review);
    }
  });

  // spec reviews.1
  test('a tutor and an admin cannot', async () => {
    const { tutor, booking } = await aSession();
    await expect(write(booking, tutor.user)).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only students can review sessions' });
  });

  // spec reviews.1
  test('the session of a tutor who has left can be reviewed still', async () => {
    const student = await aStudent(database.db);
    const booking = await createHeldSession({ student, tutorId: null, tutorUserId: null, subjectId: null, subjectName: 'Physics' });
    expect(await write(booking, student)).toMatchObject({ isNew: true, rating: { subject: { id: '', name: 'Physics' } } });
    expect((await write(booking, student, { rating: 1 })).isNew).toBe(false);
  });
});

// spec reviews.2
describe('many at once', () => {
  test('the same review sent ten times is one, and nobody is refused', async () => {
    const { tutor, student, booking } = await aSession();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, sent) => write(booking, student, { rating: 1 + (sent % 5) })));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    const stored = await database.db.select().from(reviews).where(eq(reviews.bookingId, booking.id));
    expect(stored).toHaveLength(1);
    expect(await createRating(tutor)).toEqual({ rating: stored[0]?.rating, totalReviews: 1 });
    expect(await noticesOf(tutor.user, 'review.received')).toHaveLength(1);
  });

  test('reviews of one tutor by many students are all counted', async () => {
    const tutor = await aTutor(database.db);
    const students = await Promise.all(Array.from({ length: 12 }, () => aStudent(database.db)));
    const sessions: { student: User; booking: { id: string } }[] = [];
    for (const student of students) sessions.push({ student, booking: await createHeldSession({ tutor, student }) });
    await Promise.all(sessions.map(({ student, booking }, at) => write(booking, student, { rating: 1 + (at % 5) })));
    expect(await createRating(tutor)).toEqual({ rating: 2.75, totalReviews: 12 });
  });

  test('some are written, some edited and some removed: what is left is what counts', async () => {
    const { tutor, student, booking } = await aSession();
    const other = await createHeldSession({ tutor, student });
    const third = await createHeldSession({ tutor, student });
    const [toEdit, toRemove] = [(await write(booking, student)).rating, (await write(other, student)).rating];
    await Promise.all([
      write(third, student, { rating: 3 }),
      as(student).edit({ id: toEdit.id, rating: 1, review: TEXT }),
      as(student).remove({ id: toRemove.id }),
    ]);
    expect(await createRating(tutor)).toEqual({ rating: 2, totalReviews: 2 });
  });

  test('a tutor who moves bookings meanwhile and those who review them wait for each other, and nobody is refused', async () => {
    const { tutor, student } = await aSession();
    const sessions = await Promise.all(Array.from({ length: 6 }, () => createHeldSession({ tutor, student })));
    const ended = await Promise.all(Array.from({ length: 6 }, () => createHeldSession({ tutor, status: 'confirmed' })));
    await Promise.all([
      ...sessions.map((booking) => write(booking, student, { rating: 4 })),
      ...ended.map(({ id }) => callerAs(database, tutor.user).bookings.setStatus({ id, status: 'completed' })),
    ]);
    expect(await createRating(tutor)).toEqual({ rating: 4, totalReviews: 6 });
  });
});

// spec reviews.3 | R §8, S4 | It is edited and removed by its student; a removal takes the reply along |
//   src/server/features/reviews/reviews.commands.ts
describe('reviews.edit', () => {
  test('changes rating and text, and rates the tutor anew; what was replied stays', async () => {
    const { tutor, student, booking } = await aSession();
    const { rating: before } = await write(booking, student);
    await as(tutor.user).reply({ id: before.id, reply: 'Thank you!' });
    const edited = await callerAs(database, student, { now: () => LATER }).reviews.edit({
      id: before.id,
      rating: 3,
      review: 'On second thoughts: good.',
    });
    expect(edited).toMatchObject({ isNew: false, rating: { rating: 3, review: 'On second thoughts: good.', createdAt: NOW, updatedAt: LATER } });
    expect(edited.rating.reply).toEqual({ text: 'Thank you!', createdAt: NOW });
    expect(await createRating(tutor)).toEqual({ rating: 3, totalReviews: 1 });
  });

  test('that changes nothing leaves the review as never edited, also where it is written a second time', async () => {
    const { student, booking } = await aSession();
    const { rating: before } = await write(booking, student);
    const { id, rating, review } = before;
    const later = callerAs(database, student, { now: () => LATER }).reviews;
    expect((await later.edit({ id, rating, review })).rating).toEqual(before);
    expect((await later.write({ bookingId: booking.id, rating, review })).rating).toEqual(before);
    expect((await later.edit({ id, rating: rating - 1, review })).rating.updatedAt).toEqual(LATER);
  });

  test("another student's is not found", async () => {
    const { tutor, student, booking } = await aSession();
    const { rating: review } = await write(booking, student);
    const stranger = await aStudent(database.db);
    const changes = { rating: 1, review: TEXT };
    await expect(as(stranger).edit({ id: review.id, ...changes })).rejects.toMatchObject(NOT_FOUND);
    await expect(as(student).edit({ id: 'no id', ...changes })).rejects.toMatchObject(NOT_FOUND);
    expect(await createRating(tutor)).toEqual({ rating: 5, totalReviews: 1 });
  });
});

describe('reviews.remove', () => {
  // spec reviews.3
  test('takes the review, its reply and its rating away; another one may be written', async () => {
    const { tutor, student, booking } = await aSession();
    const { rating: review } = await write(booking, student);
    await as(tutor.user).reply({ id: review.id, reply: 'Thank you!' });
    expect(await as(student).remove({ id: review.id })).toEqual({ message: 'Review removed successfully' });
    expect(await createRating(tutor)).toEqual({ rating: 0, totalReviews: 0 });
    expect(await as(student).ofTutor({ tutorId: tutor.id })).toMatchObject({ reviews: [] });
    await expect(as(student).remove({ id: review.id })).rejects.toMatchObject(NOT_FOUND);
    expect(await write(booking, student)).toMatchObject({ isNew: true, rating: { reply: null } });
  });

  test('and writing it again notifies the tutor once, in the app and by mail', async () => {
    const { tutor, student, booking } = await aSession();
    const mails = () => database.db.$count(jobs, sql`${jobs.params} ->> 'mail' = 'review_received'`);
    const mailsBefore = await mails();
    for (let round = 0; round < 3; round += 1) {
      const { isNew, rating } = await write(booking, student);
      expect(isNew).toBe(true);
      await as(student).remove({ id: rating.id });
    }
    expect(await write(booking, student)).toMatchObject({ isNew: true });
    expect(await noticesOf(tutor.user, 'review.received')).toHaveLength(1);
    const other = await createHeldSession({ tutor, student });
    await write(other, student);
    expect(await noticesOf(tutor.user, 'review.received')).toHaveLength(2);
    expect((await mails()) - mailsBefore).toBe(2);
  });

  // spec reviews.3
  test("another student's is not found", async () => {
    const { student, booking } = await aSession();
    const { rating: review } = await write(booking, student);
    await expect(as(await aStudent(database.db)).remove({ id: review.id })).rejects.toMatchObject(NOT_FOUND);
    expect(await as(student).ofBooking({ bookingId: booking.id })).toMatchObject({ id: review.id });
  });
});

// spec rest-limits.15 | S4 | Reviews written, changed and removed: 30 an hour | src/server/features/reviews/reviews.router.ts
test('30 reviews an hour can be written, changed and removed, of all kinds together', async () => {
  const { student, booking } = await aSession();
  for (let round = 0; round < 10; round += 1) {
    const { rating } = await write(booking, student);
    await as(student).edit({ id: rating.id, rating: 4, review: TEXT });
    await as(student).remove({ id: rating.id });
  }
  const limited = { code: 'TOO_MANY_REQUESTS' };
  await expect(write(booking, student)).rejects.toMatchObject(limited);
  await expect(as(student).edit({ id: booking.id, rating: 4, review: TEXT })).rejects.toMatchObject(limited);
  await expect(as(student).remove({ id: booking.id })).rejects.toMatchObject(limited);
});

test('the database takes no review that is empty, and none of more than 2,000 characters', async () => {
  const refused = { cause: { constraint_name: 'reviews_review_length' } };
  await expect(aReview(database.db, { review: '' })).rejects.toMatchObject(refused);
  await expect(aReview(database.db, { review: 'a'.repeat(2001) })).rejects.toMatchObject(refused);
});

describe('reviews.ofBooking', () => {
  test('is the own review of it, if there is one', async () => {
    const { tutor, student, booking } = await aSession();
    const none = { code: 'NOT_FOUND', message: 'No review found for this booking' };
    await expect(as(student).ofBooking({ bookingId: booking.id })).rejects.toMatchObject(none);
    const { rating: review } = await write(booking, student);
    expect(await as(student).ofBooking({ bookingId: booking.id })).toEqual(review);
    await expect(as(await aStudent(database.db)).ofBooking({ bookingId: booking.id })).rejects.toMatchObject(none);
    await expect(as(student).ofBooking({ bookingId: 'no id' })).rejects.toMatchObject(none);
    await expect(as(tutor.user).ofBooking({ bookingId: booking.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('reviews.reply', () => {
  async function aReviewed() {
    const { tutor, student, booking } = await aSession();
    return { tutor, student, booking, review: await aReview(database.db, { booking }) };
  }

  // spec reviews.8 | D Booking | The tutor replies once, 1 to 1,000 characters, never edited, removed with the review, shown in the app only |
  //   src/server/features/reviews/reviews.commands.ts
  // spec mail.27 | R §5 E17 | E17: the student hears of a reply | src/server/features/notifications/notifications.projector.ts
  test('is shown under the review, and the student is notified', async () => {
    const { tutor, student, booking, review } = await aReviewed();
    expect(await as(tutor.user).reply({ id: review.id, reply: '  Thank you, Amara!  ' })).toMatchObject({
      id: review.id,
      reply: { text: 'Thank you, Amara!', createdAt: NOW },
      updatedAt: review.updatedAt,
    });
    expect((await as(student).ofTutor({ tutorId: tutor.id })).reviews).toMatchObject([{ reply: { text: 'Thank you, Amara!' } }]);
    expect(await noticesOf(student, 'review.replied')).toMatchObject([
      {
        title: 'New Reply to Your Review',
        message: expect.stringContaining(tutor.user.name),
        action: { label: 'View Booking', url: `/bookings/${booking.id}` },
      },
    ]);
  });

  // spec reviews.8
  test('is written once', async () => {
    const { tutor, review } = await aReviewed();
    await as(tutor.user).reply({ id: review.id, reply: 'Thank you!' });
    await expect(as(tutor.user).reply({ id: review.id, reply: 'Thank you again!' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You have already replied to this review',
    });
    expect((await as(tutor.user).ofTutor({ tutorId: tutor.id })).reviews[0]?.reply?.text).toBe('Thank you!');
  });

  // spec reviews.8
  test('of five at once one is stored, and the student is notified once', async () => {
    const { tutor, student, review } = await aReviewed();
    const tries = await Promise.allSettled(Array.from({ length: 5 }, (_, sent) => as(tutor.user).reply({ id: review.id, reply: `Reply ${sent}` })));
    const [accepted, ...more] = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value.reply?.text] : []));
    expect(more).toEqual([]);
    expect((await as(student).ofTutor({ tutorId: tutor.id })).reviews[0]?.reply?.text).toBe(accepted);
    for (const result of tries) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
    expect(await noticesOf(student, 'review.replied')).toHaveLength(1);
  });

  // spec reviews.8
  test('to the review of another tutor, or none, is not found', async () => {
    const { review } = await aReviewed();
    const other = await aTutor(database.db);
    await expect(as(other.user).reply({ id: review.id, reply: 'Mine!' })).rejects.toMatchObject(NOT_FOUND);
    await expect(as(other.user).reply({ id: 'no id', reply: 'Mine!' })).rejects.toMatchObject(NOT_FOUND);
  });

  // spec mail.27
  test('to a deleted student is possible, and notifies nobody', async () => {
    const tutor = await aTutor(database.db);
    const booking = await createHeldSession({ tutor, studentId: null });
    const review = await aReview(database.db, { booking });
    expect(await as(tutor.user).reply({ id: review.id, reply: 'Good luck!' })).toMatchObject({ student: { name: 'Anonymous' } });
  });

  // spec reviews.8
  test.each([
    ['nothing', '', 'Please write a reply'],
    ['blanks', ' \n ', 'Please write a reply'],
    ['what nobody sees', '\u200B\u3164\u2800', 'Please write a reply'],
    ['1,001 characters', 'a'.repeat(1001), 'Reply cannot be longer than 1000 characters'],
  ])('%s is refused', async (_, reply, message) => {
    const { tutor, review } = await aReviewed();
    await expect(as(tutor.user).reply({ id: review.id, reply })).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
  });

  // spec reviews.8
  test('one of a thousand characters passes', async () => {
    const { tutor, review } = await aReviewed();
    expect((await as(tutor.user).reply({ id: review.id, reply: 'ක'.repeat(1000) })).reply?.text).toHaveLength(1000);
  });

  // spec reviews.8
  test('is not for students', async () => {
    const { student, review } = await aReviewed();
    await expect(as(student).reply({ id: review.id, reply: 'Me too!' })).rejects.toMatchObject({ message: 'Only tutors can reply to reviews' });
  });
});
