import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { refreshListing } from '#db/listing.ts';
import { bookings } from '#db/schema/bookings.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { NO_RESPONSE } from '#shared/vocabulary/bookings.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type Tutor } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const MINUTE = 60_000;

const cardOf = async (tutor: Tutor) => {
  const { tutors } = await callerAs(database, null).tutors.search({ search: tutor.user.name });
  return tutors.find(({ id }) => id === tutor.id);
};
const answerMinutesOf = async (tutor: Tutor) => {
  const [row] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, tutor.id));
  return row?.answerMinutes;
};

/** Requests, the earliest first, that were answered after so many minutes. */
async function answerRequests(tutor: Tutor, minutes: readonly number[]): Promise<void> {
  for (const [index, wait] of minutes.entries()) {
    const createdAt = new Date(NOW.getTime() - (minutes.length - index) * 24 * HOUR);
    const startTime = new Date(NOW.getTime() - (minutes.length - index) * 12 * HOUR);
    await aBooking(database.db, { tutor, status: 'completed', createdAt, startTime, confirmedAt: new Date(createdAt.getTime() + wait * MINUTE) });
  }
}

describe('a card in search', () => {
  // spec s12-look.4 | S12 G | A card has the headline, the years of experience and the lessons taught |
  //   src/server/features/tutors/search/tutor-cards.queries.ts
  test('says something of the person', async () => {
    const tutor = await aTutor(database.db, { headline: 'Physics with experiments', experience: 1 });
    await answerRequests(tutor, [10]);
    expect(await cardOf(tutor)).toMatchObject({ headline: 'Physics with experiments', experienceYears: 3, totalSessions: 1, answerMinutes: null });
    expect(await cardOf(tutor)).not.toHaveProperty('durations');
  });
});

describe('tutors.cards', () => {
  // spec s12-look.11 | S12 G | The cards of favourites are read by one query for all, and of nobody whom search does not list |
  //   src/server/features/tutors/search/tutor-cards.queries.ts
  test('has prices and free times of those who can be booked', async () => {
    const student = await aStudent(database.db);
    const [bookable, rejected, idle] = [
      await aTutor(database.db),
      await aTutor(database.db, { verificationStatus: 'rejected' }),
      await aTutor(database.db, { subjects: [] }),
    ];
    const { db, statements } = createRecordingDb(database);
    const cards = await callerAs({ db }, student).tutors.cards({ ids: [bookable.id, rejected.id, idle.id, 'no id'] });
    expect(cards).toMatchObject([{ id: bookable.id, subjects: [{ onlineRate: 1500 }], nextFree: expect.any(Date) }]);
    expect(statements).toHaveLength(2);
  });
});

// spec s12-look.5 | S12 G | The usual time to an answer is the median of the last 20 requests, unanswered ones as three days | src/db/listing.ts
describe('the usual time to an answer', () => {
  test('is unknown below three answers, then their median', async () => {
    const tutor = await aTutor(database.db);
    await answerRequests(tutor, [10, 500]);
    expect(await answerMinutesOf(tutor)).toBeNull();
    const createdAt = new Date(NOW.getTime() - HOUR);
    await aBooking(database.db, {
      tutor,
      status: 'cancelled',
      cancelledBy: 'tutor',
      createdAt,
      cancelledAt: new Date(createdAt.getTime() + 42 * MINUTE),
    });
    expect(await answerMinutesOf(tutor), 'a request that was declined counts').toBe(42);
  });

  test('leaves out what a student or the platform cancelled, and what came before the last twenty', async () => {
    const tutor = await aTutor(database.db);
    await answerRequests(tutor, [...Array.from({ length: 20 }, () => 2000), ...Array.from({ length: 20 }, () => 30)]);
    for (const cancelledBy of ['student', 'system'] as const)
      for (let hour = 1; hour <= 15; hour += 1)
        await aBooking(database.db, { tutor, status: 'cancelled', cancelledBy, createdAt: NOW, cancelledAt: new Date(NOW.getTime() + 24 * HOUR) });
    expect(await answerMinutesOf(tutor)).toBe(30);
  });

  test('counts a request that was left unanswered as three days', async () => {
    const tutor = await aTutor(database.db);
    await answerRequests(tutor, [10, 20]);
    const expired = { tutor, status: 'cancelled' as const, cancelledBy: 'system' as const, cancellationReason: NO_RESPONSE };
    for (const hours of [1, 2, 3]) {
      const createdAt = new Date(NOW.getTime() - hours * HOUR);
      await aBooking(database.db, { ...expired, createdAt, cancelledAt: NOW });
    }
    expect(await answerMinutesOf(tutor)).toBe(3 * 24 * 60);
  });

  test('changes with the answer itself, also where a request is declined', async () => {
    const tutor = await aTutor(database.db);
    await answerRequests(tutor, [10, 20]);
    const { id } = await aBooking(database.db, { tutor, createdAt: new Date(NOW.getTime() - HOUR) });
    await callerAs(database, tutor.user).bookings.setStatus({ id, status: 'cancelled', reason: 'I am away' });
    expect(await answerMinutesOf(tutor)).toBe(20);
    await database.db.delete(bookings).where(eq(bookings.id, id));
    await refreshListing(database.db, [tutor.id]);
    expect(await answerMinutesOf(tutor)).toBeNull();
  });
});
