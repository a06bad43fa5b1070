import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { tutorListings } from '#db/schema/listing.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { BookingEventData } from '#server/core/events.ts';
import { listingProjector } from '#server/features/tutors/listing.projector.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aStudent, aSubject, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();

const listingsOf = (tutor: Tutor) => database.db.select().from(tutorListings).where(eq(tutorListings.tutorId, tutor.id));
const readCounters = async (tutor: Tutor) => only(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, tutor.id)));

describe('a listing follows', () => {
  test('a profile that is saved, at once and both ways', async () => {
    const tutor = await aTutor(database.db, { subjects: [] });
    const subject = await aSubject(database.db);
    const caller = callerAs(database, tutor.user);
    await caller.tutors.saveProfile({
      subjects: [
        {
          subject: subject.id,
          selectedTopics: [],
          teachingModes: [{ type: 'online', enabled: true, rate: 1200 }],
          availability: [{ day: 'Monday', slots: [{ start: '09:00', end: '10:00' }] }],
        },
      ],
    });
    const visitor = callerAs(database, null);
    expect((await visitor.tutors.search({ subject: subject.name })).tutors).toMatchObject([{ id: tutor.id, subjects: [{ onlineRate: 1200 }] }]);

    await caller.tutors.saveProfile({ subjects: [] });
    expect(await visitor.tutors.search({ subject: subject.name })).toMatchObject({ tutors: [], total: 0 });
  });

  test('the confirmation and the completion of a booking in its figures', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    const at = (time: number) => callerAs(database, tutor.user, { now: () => new Date(time) }).bookings;
    await at(NOW.getTime()).setStatus({ id: booking.id, status: 'confirmed' });
    expect(await readCounters(tutor)).toMatchObject({ totalStudents: 1, totalSessions: 0, totalEarningsCents: 0 });

    await at(NEXT_MONDAY_NINE.getTime() + 2 * HOUR).setStatus({ id: booking.id, status: 'completed' });
    expect(await readCounters(tutor)).toMatchObject({ totalStudents: 1, totalSessions: 1, totalEarningsCents: 150_000 });
  });

  test('a booking of the person whose profile it was made on is gone', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor, student: await aStudent(database.db), status: 'confirmed' });
    await database.sql`update bookings set tutor_id = null, status = 'completed' where id = ${booking.id}`;
    await settle([{ ...booking, tutorId: null, status: 'completed' }]);
    expect(await readCounters(tutor)).toMatchObject({ totalSessions: 1 });
  });
});

describe('figures of a tutor', () => {
  // spec entities.8 | P §3 | rating, totalReviews, totalStudents and totalEarnings follow bookings and reviews | src/db/listing.ts
  test('count reviews, sessions, students and earnings', async () => {
    const { db } = database;
    const tutor = await aTutor(db);
    const [first, second] = [await aStudent(db), await aStudent(db)];
    const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
    const done = await aBooking(db, { tutor, student: first, status: 'completed', startTime: at(-50), amountCents: 150_050 });
    await aBooking(db, { tutor, student: first, status: 'completed', startTime: at(-40), amountCents: 100_000 });
    await aBooking(db, { tutor, student: second, status: 'confirmed', startTime: at(50) });
    await aBooking(db, { tutor, status: 'pending', startTime: at(60) });
    await aBooking(db, { tutor, status: 'cancelled', startTime: at(70) });
    await aReview(db, { booking: done, rating: 4 });

    expect(await readCounters(tutor)).toMatchObject({ rating: 4, totalReviews: 1, totalStudents: 2, totalSessions: 2, totalEarningsCents: 250_050 });
  });

  test('round a rating to two decimals', async () => {
    const { db } = database;
    const tutor = await aTutor(db);
    for (const [index, rating] of [5, 5, 4].entries()) {
      await aReview(db, {
        booking: await aBooking(db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - (index + 1) * HOUR) }),
        rating,
      });
    }
    expect((await readCounters(tutor)).rating).toBe(4.67);
    expect((await listingsOf(tutor))[0]?.rating).toBe(467);
  });
});

describe('many events', () => {
  test('of one batch are one refresh', async () => {
    const tutors = await Promise.all([aTutor(database.db), aTutor(database.db), aTutor(database.db)]);
    const bookings = await Promise.all(tutors.map((tutor) => aBooking(database.db, { tutor, status: 'confirmed' })));
    const settled = await settle(bookings.slice(0, 1));
    expect(await settle(bookings)).toBe(settled);
    expect(await listingsOf(only(tutors.slice(0, 1)))).toHaveLength(3);
  });

  test('that change no figure send no statement', async () => {
    const booking = await aBooking(database.db, { status: 'cancelled' });
    expect(await settle([booking], 'student')).toBe(0);
  });
});

/** Runs the projector with these pending; returns how many statements it sent. */
async function settle(bookings: readonly BookingEventData[], by: 'student' | 'tutor' = 'tutor'): Promise<number> {
  const { db, statements } = createRecordingDb(database);
  const events = bookings.map((booking) => ({ type: 'booking.changed', booking, from: 'pending', by }) as const);
  await listingProjector(
    { db, now: () => NOW, platform: { appName: 'Vidya', zone: 'Asia/Colombo', publicUrl: 'http://127.0.0.1' }, record: () => {}, deliver: () => {} },
    events,
  );
  return statements.length;
}
