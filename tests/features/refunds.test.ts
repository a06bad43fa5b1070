import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { transitionBookings } from '#server/features/bookings/bookings.steps.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, type Booking, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
let tutor: Tutor;
let student: User;
let admin: User;

beforeAll(async () => {
  tutor = await aTutor(database.db);
  student = await aStudent(database.db);
  admin = await anAdmin(database.db);
});

const msBefore = (ms: number) => () => new Date(NEXT_MONDAY_NINE.getTime() - ms);
const toAmounts = ({ refundCents, retainedCents, platformFeeCents }: Booking) => ({ refundCents, retainedCents, platformFeeCents });
const findBooking = async (id: string) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));

type Cancellation = { status: 'pending' | 'confirmed'; by: 'student' | 'tutor' | 'admin' | 'system'; now: () => Date; amountCents?: number };

async function cancelBooking({ status, by, now, amountCents = 150_000 }: Cancellation): Promise<Booking> {
  const created = await aBooking(database.db, { tutor, student, status, amountCents });
  await transitionBookings({ db: database.db, now, record: () => {} }, [created], { by, to: 'cancelled', reason: 'Cannot come' });
  return findBooking(created.id);
}

// spec cancel.10 | D Booking | A student owes what the dialog has shown: a cancellation that costs more by then is refused, and nothing changes |
//   src/server/features/bookings/bookings.commands.ts, src/shared/domain/cancellation.ts
describe('a student who has been told what to owe', () => {
  const start = (hours: number) => ({ startTime: new Date(NOW.getTime() + hours * HOUR), endTime: new Date(NOW.getTime() + (hours + 1) * HOUR) });

  test('of a request that was confirmed meanwhile does not owe more without being asked again', async () => {
    const { id } = await aBooking(database.db, { tutor, student, status: 'pending', amountCents: 150_000, ...start(20) });
    const [asTutor, asStudent] = [tutor.user, student].map((person) => callerAs(database, person, { now: () => NOW }));
    await asTutor?.bookings.setStatus({ id, status: 'confirmed' });
    await expect(asStudent?.bookings.cancel({ id, maxRetained: 0 })).rejects.toThrow(
      'What you owe for cancelling has changed. Please check it and try again.',
    );
    expect(await findBooking(id)).toMatchObject({ status: 'confirmed', retainedCents: null });
    await asStudent?.bookings.cancel({ id, maxRetained: 750 });
    expect(await findBooking(id)).toMatchObject({ status: 'cancelled', retainedCents: 75_000 });
  });

  test('owes less where that is so by now, and what it is where nothing was told', async () => {
    for (const [hours, maxRetained, retainedCents] of [
      [30, 750, 0],
      [50, undefined, 0],
      [1, undefined, 150_000],
    ] as const) {
      const { id } = await aBooking(database.db, { tutor, student, status: 'confirmed', amountCents: 150_000, ...start(hours) });
      await callerAs(database, student, { now: () => NOW }).bookings.cancel({ id, maxRetained });
      expect(await findBooking(id)).toMatchObject({ status: 'cancelled', retainedCents });
    }
  });
});

// spec constants.26 | D Booking, S2 | Every cancellation stores refund, retained and fee on the booking |
//   src/server/features/bookings/bookings.steps.ts
describe('transitionBookings to cancelled', () => {
  test.each<[string, Cancellation, [refund: number, retained: number, fee: number]]>([
    ['a student, a millisecond more than 24 hours before', { status: 'confirmed', by: 'student', now: msBefore(24 * HOUR + 1) }, [150_000, 0, 0]],
    ['a student, 24 hours before', { status: 'confirmed', by: 'student', now: msBefore(24 * HOUR) }, [75_000, 75_000, 11_250]],
    ['a student, 2 hours before', { status: 'confirmed', by: 'student', now: msBefore(2 * HOUR) }, [75_000, 75_000, 11_250]],
    ['a student, a millisecond less than 2 hours before', { status: 'confirmed', by: 'student', now: msBefore(2 * HOUR - 1) }, [0, 150_000, 22_500]],
    ['a student whose request was pending', { status: 'pending', by: 'student', now: msBefore(1) }, [150_000, 0, 0]],
    ['the tutor', { status: 'confirmed', by: 'tutor', now: msBefore(1) }, [150_000, 0, 0]],
    ['an admin', { status: 'confirmed', by: 'admin', now: msBefore(1) }, [150_000, 0, 0]],
    ['the system', { status: 'confirmed', by: 'system', now: msBefore(1) }, [150_000, 0, 0]],
    ['the larger half of odd cents is refunded', { status: 'confirmed', by: 'student', now: msBefore(3 * HOUR), amountCents: 181 }, [91, 90, 14]],
    ['half a cent of the fee is rounded up', { status: 'confirmed', by: 'student', now: msBefore(3 * HOUR), amountCents: 220 }, [110, 110, 17]],
  ])('stores refund, retained amount and fee: %s', async (_, cancellation, [refundCents, retainedCents, platformFeeCents]) => {
    const booking = await cancelBooking(cancellation);
    expect(booking).toMatchObject({ status: 'cancelled', cancelledBy: cancellation.by, cancellationReason: 'Cannot come' });
    expect(toAmounts(booking)).toEqual({ refundCents, retainedCents, platformFeeCents });
  });

  // spec constants.26
  test('computes the amounts of each of several bookings at once', async () => {
    const other = await aTutor(database.db);
    const hours = [1, 10, 30];
    const created = await Promise.all(
      hours.map((notice) => aBooking(database.db, { tutor: other, status: 'confirmed', startTime: new Date(NOW.getTime() + notice * HOUR) })),
    );
    const { db, statements } = createRecordingDb(database);
    await transitionBookings({ db, now: () => NOW, record: () => {} }, created, { by: 'student', to: 'cancelled' });
    expect(statements).toHaveLength(1);
    const refunds = await Promise.all(created.map(async ({ id }) => (await findBooking(id)).refundCents));
    expect(refunds).toEqual([0, 75_000, 150_000]);
  });

  // spec entities.37 | D Booking | A cancelled booking keeps refund, retained and platform fee, which add up; no other has them |
  //   src/db/schema/bookings.ts
  test('stores no amounts for other transitions, and skips a booking whose status has changed', async () => {
    const created = await aBooking(database.db, { tutor, student });
    const recordedTypes: string[] = [];
    const unit = { db: database.db, now: () => NOW, record: ({ type }: { type: string }) => void recordedTypes.push(type) };
    await transitionBookings(unit, [created], { by: 'tutor', to: 'confirmed' });
    expect(toAmounts(await findBooking(created.id))).toEqual({ refundCents: null, retainedCents: null, platformFeeCents: null });
    await transitionBookings(unit, [created], { by: 'tutor', to: 'cancelled' });
    expect((await findBooking(created.id)).status).toBe('confirmed');
    expect(recordedTypes).toEqual(['booking.changed']);
    await database.db.delete(bookings).where(eq(bookings.id, created.id));
  });

  // spec constants.26
  test('refunds everything when the tutor cancels', async () => {
    const { id } = await aBooking(database.db, { tutor, student, status: 'confirmed' });
    await callerAs(database, tutor.user, { now: msBefore(HOUR) }).bookings.setStatus({ id, status: 'cancelled', reason: 'I am ill' });
    expect(toAmounts(await findBooking(id))).toEqual({ refundCents: 150_000, retainedCents: 0, platformFeeCents: 0 });
  });
});

describe('cancellationCharges of tutors.stats', () => {
  // spec constants.27 | D Time and money | What is retained of cancelled bookings is not in the earnings; it has a figure of its own |
  //   src/server/features/tutors/tutors.queries.ts
  test('sums what was retained of cancelled bookings, for the tutor and admins only', async () => {
    const ownTutor = await aTutor(database.db);
    const splitPrice = (retainedCents: number) => ({ refundCents: 150_000 - retainedCents, retainedCents, platformFeeCents: 0 });
    await aBooking(database.db, { tutor: ownTutor, status: 'cancelled', ...splitPrice(75_050) });
    await aBooking(database.db, { tutor: ownTutor, status: 'cancelled', ...splitPrice(150_000) });
    await aBooking(database.db, { tutor: ownTutor, status: 'cancelled', ...splitPrice(0) });
    await aBooking(database.db, { tutor: ownTutor, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR) });
    await cancelBooking({ status: 'confirmed', by: 'student', now: msBefore(0) });

    const readCharges = async (person: User | null) => (await callerAs(database, person).tutors.stats({ id: ownTutor.id })).cancellationCharges;
    expect(await readCharges(ownTutor.user)).toBe(2250.5);
    expect(await readCharges(admin)).toBe(2250.5);
    expect(await readCharges(null)).toBe(0);
    expect(await readCharges(student)).toBe(0);
    expect(await readCharges(tutor.user)).toBe(0);
    const { totalEarnings } = await callerAs(database, ownTutor.user).tutors.stats({ id: ownTutor.id });
    expect(totalEarnings).toBe(1500);
  });

  test('is read with the other counters in one statement', async () => {
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, tutor.user).tutors.stats({ id: tutor.id });
    expect(statements).toHaveLength(1);
  });
});
