import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import type { BookingRow } from '#server/features/bookings/bookings.moves.ts';
import { moveBookings } from '#server/features/bookings/bookings.moves.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, aUser, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
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

let hour = 0;
/** Each at a time of its own. */
const nextStart = () => new Date(NEXT_MONDAY_NINE.getTime() + ++hour * 24 * HOUR);
const ours = (overrides: Partial<BookingRow> = {}) => aBooking(database.db, { tutor, student, startTime: nextStart(), ...overrides });
const seenBy = (person: User, id: string) => callerAs(database, person).bookings.byId({ id });
const MALFORMED = ['', 'x', '1', '../1', "' or 1=1 --", 'null'];

describe('who sees a booking', () => {
  test('its student, its tutor and any admin', async () => {
    const { id } = await ours();
    for (const person of [student, tutor.user, admin]) {
      expect(await seenBy(person, id)).toMatchObject({ id, student: { id: student.id }, tutor: { id: tutor.id }, amount: 1500 });
    }
  });

  test('for everybody else it is not found, whatever the id looks like', async () => {
    const { id } = await ours();
    const strangers = [await aStudent(database.db), (await aTutor(database.db)).user, await aUser(database.db, { role: null })];
    for (const stranger of strangers) await expect(seenBy(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
    for (const wrong of [...MALFORMED, '00000000-0000-7000-8000-000000000000']) {
      for (const person of [student, tutor.user, admin]) {
        await expect(seenBy(person, wrong), wrong).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
      }
    }
  });

  test('a visitor is asked to sign in', async () => {
    const { id } = await ours();
    await expect(callerAs(database, null).bookings.byId({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('of a student who has gone a label stays, and nobody becomes a party of it', async () => {
    const { id } = await aBooking(database.db, { tutor, studentId: null, startTime: nextStart() });
    expect(await seenBy(tutor.user, id)).toMatchObject({ student: { id: '', name: 'Unknown Student', email: '' } });
    await expect(seenBy(student, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('where the parties meet is told to them alone', async () => {
    const meetingLink = 'https://meet.vidya.test/room';
    const online = await ours({ status: 'confirmed', meetingLink });
    const visit = await ours({ status: 'confirmed', learningMethod: 'individual', address: '12 Temple Road' });
    for (const party of [student, tutor.user]) {
      expect(await seenBy(party, online.id)).toMatchObject({ meetingLink });
      expect(await seenBy(party, visit.id)).toMatchObject({ address: '12 Temple Road' });
    }
    expect(await seenBy(admin, online.id)).toMatchObject({ meetingLink: null });
    expect(await seenBy(admin, visit.id)).toMatchObject({ address: '' });
  });

  test('is read in one statement', async () => {
    const { id } = await ours();
    const { db, statements } = watched(database);
    await callerAs({ db }, student).bookings.byId({ id });
    expect(statements).toHaveLength(1);
  });
});

describe('when a booking came where it stands', () => {
  const at = (hours: number) => () => new Date(NOW.getTime() + hours * HOUR);

  test('a request has no time but that of the request', async () => {
    const { id } = await ours();
    expect(await seenBy(student, id)).toMatchObject({
      confirmedAt: null,
      completedAt: null,
      cancelledAt: null,
      cancelledBy: null,
      cancellation: null,
    });
  });

  test('confirmed and then completed: both times stay', async () => {
    const { id, endTime } = await ours();
    await callerAs(database, tutor.user, { now: at(1) }).bookings.setStatus({ id, status: 'confirmed' });
    const end = () => new Date(endTime.getTime() + HOUR);
    await callerAs(database, tutor.user, { now: end }).bookings.setStatus({ id, status: 'completed' });
    expect(await seenBy(student, id)).toMatchObject({ confirmedAt: at(1)(), completedAt: end(), cancelledAt: null, cancellation: null });
  });

  test('cancelled by the tutor: when, by whom, and that everything goes back', async () => {
    const { id } = await ours({ status: 'confirmed' });
    await callerAs(database, tutor.user, { now: at(2) }).bookings.setStatus({ id, status: 'cancelled', reason: 'I am ill' });
    expect(await seenBy(student, id)).toMatchObject({
      cancelledAt: at(2)(),
      cancelledBy: 'tutor',
      cancellationReason: 'I am ill',
      cancellation: { refund: 1500, retained: 0, platformFee: 0, tutorShare: 0 },
    });
  });

  test('cancelled by the student in the last hours: the figures add up to the price', async () => {
    const found = await ours({ status: 'confirmed', amountCents: 150_055 });
    const now = () => new Date(found.startTime.getTime() - 3 * HOUR);
    await moveBookings({ db: database.db, now, record: () => {} }, [found], { by: 'student', to: 'cancelled' });
    expect(await seenBy(tutor.user, found.id)).toMatchObject({
      cancelledBy: 'student',
      cancellation: { refund: 750.28, retained: 750.27, platformFee: 112.54, tutorShare: 637.73 },
    });
  });

  test('a move that was refused leaves no time behind', async () => {
    const { id } = await ours({ status: 'confirmed' });
    await expect(callerAs(database, tutor.user).bookings.setStatus({ id, status: 'completed' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(only(await database.db.select().from(bookings).where(eq(bookings.id, id)))).toMatchObject({ completedAt: null });
  });
});
