import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { transitionBookings } from '#server/features/bookings/bookings.steps.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, type Booking, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { watched } from '#tests/support/statements.ts';

const database = useDatabase();
let tutor: Tutor;
let student: User;
let admin: User;

beforeAll(async () => {
  tutor = await aTutor(database.db);
  student = await aStudent(database.db);
  admin = await anAdmin(database.db);
});

const ahead = (ms: number) => () => new Date(NEXT_MONDAY_NINE.getTime() - ms);
const figures = ({ refundCents, retainedCents, platformFeeCents }: Booking) => ({ refundCents, retainedCents, platformFeeCents });
const stored = async (id: string) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));

type Cancelling = { status: 'pending' | 'confirmed'; by: 'student' | 'tutor' | 'admin' | 'system'; now: () => Date; amountCents?: number };

/** The move alone: who may make it is asked before. */
async function cancelled({ status, by, now, amountCents = 150_000 }: Cancelling): Promise<Booking> {
  const found = await aBooking(database.db, { tutor, student, status, amountCents });
  await transitionBookings({ db: database.db, now, record: () => {} }, [found], { by, to: 'cancelled', reason: 'Cannot come' });
  return stored(found.id);
}

// spec constants.26 | D Booking, S2 | Every cancellation stores refund, retained and fee on the booking |
//   src/server/features/bookings/bookings.steps.ts
describe('what a cancellation keeps on the booking', () => {
  test.each<[string, Cancelling, [refund: number, retained: number, fee: number]]>([
    ['a student, a millisecond more than 24 hours before', { status: 'confirmed', by: 'student', now: ahead(24 * HOUR + 1) }, [150_000, 0, 0]],
    ['a student, 24 hours before', { status: 'confirmed', by: 'student', now: ahead(24 * HOUR) }, [75_000, 75_000, 11_250]],
    ['a student, 2 hours before', { status: 'confirmed', by: 'student', now: ahead(2 * HOUR) }, [75_000, 75_000, 11_250]],
    ['a student, a millisecond less than 2 hours before', { status: 'confirmed', by: 'student', now: ahead(2 * HOUR - 1) }, [0, 150_000, 22_500]],
    ['a student whose request was pending', { status: 'pending', by: 'student', now: ahead(1) }, [150_000, 0, 0]],
    ['the tutor', { status: 'confirmed', by: 'tutor', now: ahead(1) }, [150_000, 0, 0]],
    ['an admin', { status: 'confirmed', by: 'admin', now: ahead(1) }, [150_000, 0, 0]],
    ['the system', { status: 'confirmed', by: 'system', now: ahead(1) }, [150_000, 0, 0]],
    ['of odd cents the larger half goes back', { status: 'confirmed', by: 'student', now: ahead(3 * HOUR), amountCents: 181 }, [91, 90, 14]],
    ['half a cent of the fee goes up', { status: 'confirmed', by: 'student', now: ahead(3 * HOUR), amountCents: 220 }, [110, 110, 17]],
  ])('%s', async (_, cancelling, [refundCents, retainedCents, platformFeeCents]) => {
    const booking = await cancelled(cancelling);
    expect(booking).toMatchObject({ status: 'cancelled', cancelledBy: cancelling.by, cancellationReason: 'Cannot come' });
    expect(figures(booking)).toEqual({ refundCents, retainedCents, platformFeeCents });
  });

  // spec constants.26
  test('each of many that are moved at once has its own', async () => {
    const other = await aTutor(database.db);
    const hours = [1, 10, 30];
    const found = await Promise.all(
      hours.map((notice) => aBooking(database.db, { tutor: other, status: 'confirmed', startTime: new Date(NOW.getTime() + notice * HOUR) })),
    );
    const { db, statements } = watched(database);
    await transitionBookings({ db, now: () => NOW, record: () => {} }, found, { by: 'student', to: 'cancelled' });
    expect(statements).toHaveLength(2); // the second closes what was proposed
    const after = await Promise.all(found.map(async ({ id }) => (await stored(id)).refundCents));
    expect(after).toEqual([0, 75_000, 150_000]);
  });

  // spec entities.37 | D Booking | A cancelled booking keeps refund, retained and platform fee, which add up; no other has them |
  //   src/db/schema/bookings.ts
  test('a move to anything else has none, and one that somebody has moved meanwhile is left alone', async () => {
    const found = await aBooking(database.db, { tutor, student });
    const told: string[] = [];
    const unit = { db: database.db, now: () => NOW, record: ({ type }: { type: string }) => void told.push(type) };
    await transitionBookings(unit, [found], { by: 'tutor', to: 'confirmed' });
    expect(figures(await stored(found.id))).toEqual({ refundCents: null, retainedCents: null, platformFeeCents: null });
    await transitionBookings(unit, [found], { by: 'tutor', to: 'cancelled' });
    expect((await stored(found.id)).status).toBe('confirmed');
    expect(told).toEqual(['booking.changed']);
    await database.db.delete(bookings).where(eq(bookings.id, found.id));
  });

  // spec constants.26
  test('a tutor who cancels over the api keeps nothing', async () => {
    const { id } = await aBooking(database.db, { tutor, student, status: 'confirmed' });
    await callerAs(database, tutor.user, { now: ahead(HOUR) }).bookings.setStatus({ id, status: 'cancelled', reason: 'I am ill' });
    expect(figures(await stored(id))).toEqual({ refundCents: 150_000, retainedCents: 0, platformFeeCents: 0 });
  });
});

describe('cancellation charges in the figures of a tutor', () => {
  // spec constants.27 | D Time and money | What is retained of cancelled bookings is not in the earnings; it has a figure of its own |
  //   src/server/features/tutors/tutors.queries.ts
  test('are what was retained of cancelled bookings, for the tutor and for admins, and nothing for everybody else', async () => {
    const of = await aTutor(database.db);
    const split = (retainedCents: number) => ({ refundCents: 150_000 - retainedCents, retainedCents, platformFeeCents: 0 });
    await aBooking(database.db, { tutor: of, status: 'cancelled', ...split(75_050) });
    await aBooking(database.db, { tutor: of, status: 'cancelled', ...split(150_000) });
    await aBooking(database.db, { tutor: of, status: 'cancelled', ...split(0) });
    await aBooking(database.db, { tutor: of, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) });
    await cancelled({ status: 'confirmed', by: 'student', now: ahead(0) }); // of somebody else

    const seenBy = async (person: User | null) => (await callerAs(database, person).tutors.stats({ id: of.id })).cancellationCharges;
    expect(await seenBy(of.user)).toBe(2250.5);
    expect(await seenBy(admin)).toBe(2250.5);
    expect(await seenBy(null)).toBe(0);
    expect(await seenBy(student)).toBe(0);
    expect(await seenBy(tutor.user)).toBe(0);
    const { totalEarnings } = await callerAs(database, of.user).tutors.stats({ id: of.id });
    expect(totalEarnings).toBe(1500);
  });

  test('are read with the other figures in one statement', async () => {
    const { db, statements } = watched(database);
    await callerAs({ db }, tutor.user).tutors.stats({ id: tutor.id });
    expect(statements).toHaveLength(1);
  });
});
