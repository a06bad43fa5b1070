import { eq, or } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import { type CallerOptions, callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import {
  aBooking,
  anAdmin,
  aReview,
  aStudent,
  aTutor,
  type BookingOverrides,
  HOUR,
  NOW,
  type Tutor,
  type User,
  unique,
} from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();

const hours = (count: number) => new Date(NOW.getTime() + count * HOUR);
const leave = (person: User, options: CallerOptions = {}) => callerAs(database, person, options).account.leave({ password: PASSWORD });
const stored = async (id: string) => only(await database.db.select().from(schema.bookings).where(eq(schema.bookings.id, id)));
const accountOf = async ({ id }: User) => (await database.db.select().from(schema.users).where(eq(schema.users.id, id)))[0];
const leaver = () => aStudent(database.db, { passwordHash: PASSWORD_HASH });
const leavingTutor = () => aTutor(database.db, { user: { passwordHash: PASSWORD_HASH } });

async function listNotices({ id }: User): Promise<string[]> {
  const rows = await selectNotifications(database, id).orderBy(schema.notifications.id);
  return rows.map(({ title }) => title).sort();
}

/** One booking of each outcome, none overlapping; the amounts differ so that no sum can be mistaken for another. */
async function aLifeOfBookings(of: Pick<BookingOverrides, 'student' | 'tutor'>) {
  const make = (status: 'pending' | 'confirmed' | 'completed' | 'cancelled', start: number, amountCents: number) =>
    aBooking(database.db, { ...of, status, startTime: hours(start), amountCents });
  return {
    pending: await make('pending', 1, 100_100),
    early: await make('confirmed', 25, 100_200),
    late: await make('confirmed', 10, 100_301),
    tooLate: await make('confirmed', -0.5, 100_400),
    ended: await make('confirmed', -1.5, 100_500),
    forgotten: await make('pending', -30, 100_600),
    done: await make('completed', -60, 100_700),
    off: await make('cancelled', 10, 100_800),
  };
}

/** Recomputing counters and listings changes nothing. */
async function everythingIsCounted(): Promise<void> {
  const listProfiles = () => database.db.select().from(schema.tutorProfiles).orderBy(schema.tutorProfiles.id);
  const before = await listProfiles();
  await refreshListing(
    database.db,
    before.map(({ id }) => id),
  );
  expect(await listProfiles()).toEqual(before);
  expect(await findWrongListings(database)).toEqual([]);
}

describe('account.leaving shows the consequences beforehand', () => {
  // spec leaving.3 | D Accounts | It says beforehand what happens, by the rules it goes by | src/server/features/account/account.queries.ts
  test('a student sees what would be cancelled, by refund band, and how many reviews would remain', async () => {
    const student = await leaver();
    const { done } = await aLifeOfBookings({ student });
    await aReview(database.db, { booking: done });
    const preview = await callerAs(database, student).account.leaving();
    expect(preview).toEqual({
      isLastAdmin: false,
      proof: 'password',
      isFresh: false,
      cancelled: { bookings: 5, amount: 5016.01, refund: 1001 + 1002 + 501.51 + 1006, retained: 501.5 + 1004, platformFee: 225.83 },
      reviews: 1,
      blogs: 0,
    });
  });

  // spec leaving.3
  test('a tutor sees that all cancelled bookings are refunded, and how many posts would be removed', async () => {
    const tutor = await leavingTutor();
    await aLifeOfBookings({ tutor });
    await database.db.insert(schema.blogs).values([
      { tutorId: tutor.id, title: 'One', content: 'Words.' },
      { tutorId: tutor.id, title: 'Two', content: 'Words.', status: 'published' },
    ]);
    const preview = await callerAs(database, tutor.user).account.leaving();
    expect(preview).toMatchObject({ cancelled: { bookings: 5, amount: 5016.01, refund: 5016.01, retained: 0 }, reviews: 0, blogs: 2 });
  });

  // spec leaving.12
  test('an admin sees whether they are the last one, and a suspended admin does not count', async () => {
    const admin = await anAdmin(database.db);
    await anAdmin(database.db, { status: 'suspended' });
    expect((await callerAs(database, admin).account.leaving()).isLastAdmin).toBe(true);
    const other = await anAdmin(database.db);
    expect((await callerAs(database, admin).account.leaving()).isLastAdmin).toBe(false);
    await database.db.delete(schema.users).where(or(eq(schema.users.id, other.id), eq(schema.users.id, admin.id)));
  });
});

describe('deleting the account of a student', () => {
  // spec leaving.4 | D Accounts, D Booking | A student's bookings that have not ended are cancelled by the refund bands, confirmed ones that have
  //   ended are completed | src/server/features/bookings/bookings.projector.ts
  test('unfinished bookings are cancelled by the refund bands, and finished ones are completed', async () => {
    const student = await leaver();
    const life = await aLifeOfBookings({ student });
    expect(await leave(student)).toEqual({ message: 'Your account was deleted successfully' });
    const fates = await Promise.all(Object.entries(life).map(async ([name, { id }]) => [name, await stored(id)] as const));
    const reason = 'Student is no longer available';
    const cancelled = { status: 'cancelled', cancelledBy: 'system', cancellationReason: reason, studentId: null };
    expect(Object.fromEntries(fates)).toMatchObject({
      pending: { ...cancelled, refundCents: 100_100, retainedCents: 0, platformFeeCents: 0 },
      early: { ...cancelled, refundCents: 100_200, retainedCents: 0, platformFeeCents: 0 },
      late: { ...cancelled, refundCents: 50_151, retainedCents: 50_150, platformFeeCents: 7523 },
      tooLate: { ...cancelled, refundCents: 0, retainedCents: 100_400, platformFeeCents: 15_060 },
      ended: { status: 'completed', refundCents: null, studentId: null },
      forgotten: { ...cancelled, refundCents: 100_600 },
      done: { status: 'completed', refundCents: null, studentId: null },
      off: { status: 'cancelled', cancelledBy: 'student', cancellationReason: null, studentId: null },
    });
  });

  // spec cancel.11 | D Booking, D Accounts | Deleting the account costs a student at most what the dialog has shown: where it would be more by then, it
  //   is refused, and nothing changes | src/server/features/account/account.commands.ts, src/server/features/account/account.queries.ts
  test('costs no more than was shown: it is refused where a tutor has confirmed or a refund band has passed meanwhile', async () => {
    const start = { startTime: hours(24.5), endTime: hours(25.5) };
    for (const [status, now, price] of [
      ['pending', hours(23.5), 100_400],
      ['confirmed', hours(1), 50_200],
    ] as const) {
      const [student, tutor] = [await leaver(), await aTutor(database.db)];
      const { id } = await aBooking(database.db, { student, tutor, status, amountCents: 100_400, ...start });
      const { retained } = (await callerAs(database, student).account.leaving()).cancelled;
      expect(retained).toBe(0);
      if (status === 'pending') await callerAs(database, tutor.user, { now: () => now }).bookings.setStatus({ id, status: 'confirmed' });
      const late = callerAs(database, student, { now: () => now });
      await expect(late.account.leave({ password: PASSWORD, maxRetained: retained })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'What you owe for cancelling has changed. Please check it and try again.',
      });
      expect(await stored(id)).toMatchObject({ status: 'confirmed', studentId: student.id, retainedCents: null });
      expect(await accountOf(student)).toMatchObject({ status: 'active' });
      const { cancelled } = await late.account.leaving();
      expect(cancelled.retained).toBe(price / 100);
      await late.account.leave({ password: PASSWORD, maxRetained: cancelled.retained });
      expect(await stored(id)).toMatchObject({ status: 'cancelled', studentId: null, retainedCents: price });
    }
  });

  // spec cancel.11
  test('counts all bookings together, as the preview does, and less than was shown is no reason to refuse', async () => {
    const student = await leaver();
    const life = await aLifeOfBookings({ student });
    const { retained } = (await callerAs(database, student).account.leaving()).cancelled;
    await expect(callerAs(database, student).account.leave({ password: PASSWORD, maxRetained: retained - 0.01 })).rejects.toThrow(
      'What you owe for cancelling has changed.',
    );
    expect((await stored(life.late.id)).status).toBe('confirmed');
    await callerAs(database, student).account.leave({ password: PASSWORD, maxRetained: retained + 0.01 });
    expect(await accountOf(student)).toBeUndefined();
  });

  // spec leaving.8 | D Catalogue, R §2.11 | Bookings and reviews keep no name, no email, no phone, no photo |
  //   src/server/features/bookings/bookings.projector.ts
  // spec s8-development.10 | S8 H | The notes of a booking go with the student's account | src/server/features/bookings/bookings.projector.ts
  test('no name, note, address or phone number remains on bookings and reviews', async () => {
    const student = await leaver();
    const tutor = await aTutor(database.db);
    const settled = {
      student,
      tutor,
      childName: 'Amaya',
      address: '12 Temple Road',
      contactNumber: '0779999999',
      notes: 'I am Amaya from 12 Temple Road, and I need help with fractions.',
      learningMethod: 'individual',
    } as const;
    const booking = await aBooking(database.db, { ...settled, status: 'completed', startTime: hours(-50) });
    await aReview(database.db, { booking, rating: 4 });
    await leave(student);

    const [shown] = (await callerAs(database, tutor.user).bookings.allForTutor({})).bookings;
    expect(shown).toMatchObject({
      student: { id: '', name: 'Unknown Student', email: '', profileImage: '' },
      childName: '',
      address: '',
      contactNumber: '',
      notes: '',
    });
    const [review] = await callerAs(database, null).reviews.allOfTutor({ tutorId: tutor.id });
    expect(review).toMatchObject({ rating: 4, student: { id: '', name: 'Anonymous', profileImage: '' } });
    expect(await callerAs(database, null).tutors.stats({ id: tutor.id })).toMatchObject({ averageRating: 4, totalSessions: 1, totalStudents: 0 });
  });

  // spec leaving.9
  test('the student gets no more notifications, while each tutor is notified of each booking', async () => {
    const student = await leaver();
    const tutors = [await aTutor(database.db), await aTutor(database.db)] as const;
    await aBooking(database.db, { student, tutor: tutors[0], status: 'confirmed' });
    await aBooking(database.db, { student, tutor: tutors[1], startTime: hours(40) });
    await aBooking(database.db, { student, tutor: tutors[1], status: 'confirmed', startTime: hours(-40) });
    await leave(student);
    expect(await listNotices(tutors[0].user)).toEqual(['Booking Cancelled']);
    expect(await listNotices(tutors[1].user)).toEqual(['Booking Cancelled', 'Booking Updated']);
    expect(await listNotices(student)).toEqual([]);
    const events = await database.db.select().from(schema.inboxEvents).where(eq(schema.inboxEvents.userId, tutors[1].user.id));
    expect(events.map(({ kind }) => kind)).toEqual(['booking_update', 'booking_update']);
  });

  test('the student no longer counts among the students of any tutor', async () => {
    const [student, other] = [await leaver(), await aStudent(database.db)];
    const tutors = [await aTutor(database.db), await aTutor(database.db)] as const;
    await aBooking(database.db, { student, tutor: tutors[0], status: 'completed', startTime: hours(-70) });
    await aBooking(database.db, { student: other, tutor: tutors[0], status: 'completed', startTime: hours(-72) });
    await aBooking(database.db, { student, tutor: tutors[1], status: 'confirmed', startTime: hours(-74) });
    await leave(student);
    const readStats = async ({ id }: Tutor) => callerAs(database, null).tutors.stats({ id });
    expect(await readStats(tutors[0])).toMatchObject({ totalStudents: 1, totalSessions: 2 });
    expect(await readStats(tutors[1])).toMatchObject({ totalStudents: 0, totalSessions: 1 });
    await everythingIsCounted();
  });

  // spec leaving.9 | R §2.2, R §5 E11 E14 | Sessions end and sockets close; the other party is told, who leaves is not; the address may register
  //   again | src/server/features/auth/auth.projector.ts
  test('the student is logged out everywhere, and the sockets of every session close', async () => {
    const student = await leaver();
    const ids = ['one', 'two'].map((name) => unique(name).replace(' ', '-'));
    await database.db.insert(schema.sessions).values(ids.map((id) => ({ id, userId: student.id, expiresAt: hours(9000), lifetimeHours: 12 })));
    const events = await collectEvents(database, () => leave(student));
    expect(events.filter((name) => name.startsWith('session:')).sort()).toEqual(ids.map((id) => `session:${id}`).sort());
    expect(await database.db.select().from(schema.sessions).where(eq(schema.sessions.userId, student.id))).toEqual([]);
  });

  // spec leaving.9
  test('account, favourites and messages are deleted, and the address may register again', async () => {
    const student = await leaver();
    const tutor = await aTutor(database.db);
    await database.db.insert(schema.favourites).values({ studentId: student.id, tutorId: tutor.id });
    await callerAs(database, student).notifications.create({ userId: student.id, type: 'info', title: 'Note', message: 'To myself' });
    await leave(student);
    expect(await accountOf(student)).toBeUndefined();
    for (const table of [schema.notifications, schema.inboxes, schema.inboxEvents]) {
      expect(await database.db.select().from(table).where(eq(table.userId, student.id))).toEqual([]);
    }
    const input = { name: 'Nimal Perera', email: student.email, password: PASSWORD, role: 'student' as const };
    expect((await callerAs(database, null).auth.register(input)).user.id).not.toBe(student.id);
  });
});

describe('deleting the account of a tutor', () => {
  // spec leaving.5 | D Accounts, R §2.2 | A tutor's are cancelled at 100%, with Tutor is no longer available |
  //   src/server/features/bookings/bookings.projector.ts
  test('every unfinished booking is refunded, and the students are notified', async () => {
    const tutor = await leavingTutor();
    const student = await aStudent(database.db);
    const life = await aLifeOfBookings({ tutor, student });
    await leave(tutor.user);
    const fates = await Promise.all(Object.entries(life).map(async ([name, { id }]) => [name, await stored(id)] as const));
    const reason = 'Tutor is no longer available';
    const cancelled = { status: 'cancelled', cancelledBy: 'system', cancellationReason: reason, retainedCents: 0, platformFeeCents: 0 };
    expect(Object.fromEntries(fates)).toMatchObject({
      pending: { ...cancelled, refundCents: 100_100 },
      late: { ...cancelled, refundCents: 100_301 },
      tooLate: { ...cancelled, refundCents: 100_400, tutorId: null, tutorUserId: null, studentId: student.id },
      ended: { status: 'completed' },
      forgotten: cancelled,
      done: { status: 'completed' },
    });
    expect(await listNotices(student)).toEqual([...Array(5).fill('Booking Cancelled'), 'Booking Updated']);
    const bookings = (await callerAs(database, student).bookings.allForStudent({})).bookings;
    expect(bookings).toHaveLength(8);
    for (const booking of bookings) {
      expect(booking.tutor).toEqual({ id: '', phone: '', user: { id: '', name: 'Unknown Tutor', email: '', profileImage: '' } });
    }
  });

  // spec leaving.6
  test('the tutor is no longer listed, counted, found or a favourite, and the posts are deleted', async () => {
    const [tutor, student] = [await leavingTutor(), await aStudent(database.db)];
    await database.db.insert(schema.favourites).values({ studentId: student.id, tutorId: tutor.id });
    await database.db.insert(schema.blogs).values({ tutorId: tutor.id, title: 'One', content: 'Words.', status: 'published' });
    const search = async () => (await callerAs(database, null).tutors.search({ subject: tutor.subjectId })).tutors.map(({ id }) => id);
    await leave(tutor.user);
    await expect(callerAs(database, null).tutors.byId({ id: tutor.id })).rejects.toThrow('Tutor Not Found');
    expect(await search()).toEqual([]);
    for (const table of [schema.favourites, schema.blogs, schema.tutorListings, schema.tutorTexts, schema.tutorSubjects]) {
      expect(await database.db.select().from(table).where(eq(table.tutorId, tutor.id))).toEqual([]);
    }
    await everythingIsCounted();
  });

  // spec leaving.6 | D Accounts | Reviews stay under a neutral name; a tutor's blogs, profile and listing go | drizzle/0009_reviews_stay.sql
  test('reviews written by students remain, without the tutor', async () => {
    const [tutor, student] = [await leavingTutor(), await aStudent(database.db)];
    const booking = await aBooking(database.db, { tutor, student, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) });
    const review = await aReview(database.db, { booking });
    await leave(tutor.user);
    const [stored] = await database.db.select().from(schema.reviews).where(eq(schema.reviews.id, review.id));
    expect(stored).toMatchObject({ studentId: student.id, tutorUserId: null, rating: 5 });
  });
});
