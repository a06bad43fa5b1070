import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { sessionProblems } from '#db/schema/moderation.ts';
import type { BookingRow } from '#server/features/bookings/bookings.steps.ts';
import { transitionBookings } from '#server/features/bookings/bookings.steps.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aThread, aTutor, aUser, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const MINUTE = 60_000;
const database = useDatabase();
let tutor: Tutor;
let student: User;
let admin: User;

beforeAll(async () => {
  tutor = await aTutor(database.db);
  student = await aStudent(database.db);
  admin = await anAdmin(database.db);
});

let days = 0;
const createStart = () => new Date(NEXT_MONDAY_NINE.getTime() + ++days * 24 * HOUR);
const createBooking = (overrides: Partial<BookingRow> = {}) => aBooking(database.db, { tutor, student, startTime: createStart(), ...overrides });
const getBookingAs = (person: User, id: string) => callerAs(database, person).bookings.byId({ id });
const MALFORMED = ['', 'x', '1', '../1', "' or 1=1 --", 'null'];

describe('bookings.byId', () => {
  // spec booking.1
  test('returns a booking to its student, its tutor and any admin', async () => {
    const { id } = await createBooking();
    for (const person of [student, tutor.user, admin]) {
      expect(await getBookingAs(person, id)).toMatchObject({ id, student: { id: student.id }, tutor: { id: tutor.id }, amount: 1500 });
    }
  });

  // spec booking.1
  test('finds nothing for others, nor for malformed ids', async () => {
    const { id } = await createBooking();
    const strangers = [await aStudent(database.db), (await aTutor(database.db)).user, await aUser(database.db, { role: null })];
    for (const stranger of strangers)
      await expect(getBookingAs(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
    for (const invalidId of [...MALFORMED, '00000000-0000-7000-8000-000000000000']) {
      for (const person of [student, tutor.user, admin]) {
        await expect(getBookingAs(person, invalidId), invalidId).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
      }
    }
  });

  // spec booking.1
  test('asks a visitor to sign in', async () => {
    const { id } = await createBooking();
    await expect(callerAs(database, null).bookings.byId({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  // spec booking.5
  test('shows a placeholder for a deleted student, and makes nobody else a party', async () => {
    const { id } = await aBooking(database.db, { tutor, studentId: null, startTime: createStart() });
    expect(await getBookingAs(tutor.user, id)).toMatchObject({ student: { id: '', name: 'Unknown Student', email: '' } });
    await expect(getBookingAs(student, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  // spec booking.12
  test('shows meeting link and address to the parties only', async () => {
    const meetingLink = 'https://meet.vidya.test/room';
    const online = await createBooking({ status: 'confirmed', meetingLink });
    const visit = await createBooking({ status: 'confirmed', learningMethod: 'individual', address: '12 Temple Road' });
    for (const party of [student, tutor.user]) {
      expect(await getBookingAs(party, online.id)).toMatchObject({ meetingLink });
      expect(await getBookingAs(party, visit.id)).toMatchObject({ address: '12 Temple Road' });
    }
    expect(await getBookingAs(admin, online.id)).toMatchObject({ meetingLink: null });
    expect(await getBookingAs(admin, visit.id)).toMatchObject({ address: '' });
  });

  test('runs four statements however much has happened', async () => {
    const [newBooking, changedBooking] = [await createBooking(), await createBooking({ status: 'confirmed' })];
    await database.db.insert(bookingProposals).values(Array.from({ length: 10 }, (_, index) => createMove(changedBooking, index)));
    await database.db.insert(sessionProblems).values({ bookingId: changedBooking.id, reportedBy: 'tutor', kind: 'other', text: 'Nobody was there.' });
    for (const { id } of [newBooking, changedBooking]) {
      const { db, statements } = createRecordingDb(database);
      await callerAs({ db }, student).bookings.byId({ id });
      expect(statements).toHaveLength(4);
    }
  });
});

/** Moves the session by a week, a minute after the previous move. */
function createMove({ id, startTime, endTime }: BookingRow, index: number): typeof bookingProposals.$inferInsert {
  const addWeeks = (at: Date, weeks: number) => new Date(at.getTime() + weeks * 7 * 24 * HOUR);
  const at = new Date(NOW.getTime() + index * MINUTE);
  const times = { fromStart: addWeeks(startTime, index), startTime: addWeeks(startTime, index + 1), endTime: addWeeks(endTime, index + 1) };
  return { bookingId: id, proposedBy: 'tutor', state: 'accepted', ...times, lapsesAt: startTime, createdAt: at, settledAt: at };
}

describe('bookings.byId with history', () => {
  test('is empty for a booking without history', async () => {
    const parties = { tutor: await aTutor(database.db), student: await aStudent(database.db) };
    const { id } = await aBooking(database.db, parties);
    expect(await getBookingAs(parties.student, id)).toMatchObject({ proposal: null, moves: [], problems: [], threadId: null, sequence: 0 });
  });

  test('shows the open proposal to the parties and admins', async () => {
    const booking = await createBooking({ status: 'confirmed' });
    const { id: proposalId = '', ...proposal } = only(
      await database.db
        .insert(bookingProposals)
        .values({ ...createMove(booking, 0), state: 'open', settledAt: null, lapsesAt: NOW })
        .returning(),
    );
    const { proposedBy: by, startTime, endTime, lapsesAt, createdAt } = proposal;
    for (const person of [student, tutor.user, admin]) {
      expect((await getBookingAs(person, booking.id)).proposal).toEqual({ id: proposalId, by, startTime, endTime, lapsesAt, createdAt });
    }
  });

  test.each([
    ['that has lapsed but is still stored as open', { lapsesAt: new Date(NOW.getTime() - 1) }, 'confirmed'],
    ['that was declined', { state: 'declined', settledAt: NOW }, 'confirmed'],
    ['that was replaced', { state: 'replaced', settledAt: NOW }, 'confirmed'],
    ['of a session that was completed', {}, 'completed'],
  ] as const)('shows no proposal %s', async (_, overrides, status) => {
    const booking = await createBooking({ status });
    await database.db.insert(bookingProposals).values({ ...createMove(booking, 0), state: 'open', settledAt: null, ...overrides });
    expect(await getBookingAs(student, booking.id)).toMatchObject({ proposal: null, moves: [] });
  });

  // spec booking.9
  test('lists the last fifty moves, oldest first', async () => {
    const booking = await createBooking({ status: 'confirmed' });
    const moves = Array.from({ length: 60 }, (_, index) => createMove(booking, index));
    await database.db.insert(bookingProposals).values([...moves].reverse());
    await database.db.insert(bookingProposals).values({ ...createMove(booking, 60), state: 'declined' });
    const expectedMoves = moves.map(({ settledAt: at, fromStart: from, startTime: to, proposedBy }) => ({ at, from, to, proposedBy }));
    expect((await getBookingAs(student, booking.id)).moves).toEqual(expectedMoves.slice(-50));
  });

  // spec reports.4 | D Booking | Both parties and admins see text and state, with an admin’s note; it moves no booking |
  //   src/client/features/session-problems/session-problems.tsx
  test('lists the problems reported by its parties, oldest first', async () => {
    const { id: bookingId } = await createBooking({ status: 'completed' });
    const problemFields = (index: number) => ({
      kind: 'quality' as const,
      text: `Report number ${index}.`,
      createdAt: new Date(NOW.getTime() + index),
      updatedAt: NOW,
    });
    await database.db.insert(sessionProblems).values([
      { bookingId, reportedBy: 'tutor', ...problemFields(2) },
      { bookingId, reportedBy: 'student', state: 'resolved', adminNote: 'We have spoken.', ...problemFields(1) },
    ]);
    for (const person of [student, tutor.user, admin]) {
      expect((await getBookingAs(person, bookingId)).problems).toEqual([
        { id: expect.any(String), by: 'student', state: 'resolved', adminNote: 'We have spoken.', ...problemFields(1) },
        { id: expect.any(String), by: 'tutor', state: 'open', adminNote: '', ...problemFields(2) },
      ]);
    }
  });

  // spec booking.10
  test('names the thread to both parties, until one of them is deleted', async () => {
    const parties = { tutor: await aTutor(database.db), student: await aStudent(database.db) };
    const { id } = await aBooking(database.db, parties);
    const thread = await aThread(database.db, parties);
    await aThread(database.db, { tutor: parties.tutor, student });
    for (const person of [parties.student, parties.tutor.user]) expect((await getBookingAs(person, id)).threadId).toBe(thread.id);
    expect((await getBookingAs(admin, id)).threadId).toBeNull();
    await database.db.update(bookings).set({ studentId: null }).where(eq(bookings.id, id));
    expect((await getBookingAs(parties.tutor.user, id)).threadId).toBeNull();
  });
});

// spec booking.4
describe('bookings.byId with timestamps', () => {
  const at = (hours: number) => () => new Date(NOW.getTime() + hours * HOUR);

  test('has none for a request', async () => {
    const { id } = await createBooking();
    expect(await getBookingAs(student, id)).toMatchObject({
      confirmedAt: null,
      completedAt: null,
      cancelledAt: null,
      cancelledBy: null,
      cancellation: null,
    });
  });

  test('keeps the times of confirmation and completion', async () => {
    const { id, endTime } = await createBooking();
    await callerAs(database, tutor.user, { now: at(1) }).bookings.setStatus({ id, status: 'confirmed' });
    const end = () => new Date(endTime.getTime() + HOUR);
    await callerAs(database, tutor.user, { now: end }).bookings.setStatus({ id, status: 'completed' });
    expect(await getBookingAs(student, id)).toMatchObject({ confirmedAt: at(1)(), completedAt: end(), cancelledAt: null, cancellation: null });
  });

  test('shows when and by whom it was cancelled, and the full refund of a tutor', async () => {
    const { id } = await createBooking({ status: 'confirmed' });
    await callerAs(database, tutor.user, { now: at(2) }).bookings.setStatus({ id, status: 'cancelled', reason: 'I am ill' });
    expect(await getBookingAs(student, id)).toMatchObject({
      cancelledAt: at(2)(),
      cancelledBy: 'tutor',
      cancellationReason: 'I am ill',
      cancellation: { refund: 1500, retained: 0, platformFee: 0, tutorShare: 0 },
    });
  });

  test('splits the price when a student cancels late', async () => {
    const booking = await createBooking({ status: 'confirmed', amountCents: 150_055 });
    const now = () => new Date(booking.startTime.getTime() - 3 * HOUR);
    await transitionBookings({ db: database.db, now, record: () => {} }, [booking], { by: 'student', to: 'cancelled' });
    expect(await getBookingAs(tutor.user, booking.id)).toMatchObject({
      cancelledBy: 'student',
      cancellation: { refund: 750.28, retained: 750.27, platformFee: 112.54, tutorShare: 637.73 },
    });
  });

  // spec booking.4
  test('stores no time for a refused transition', async () => {
    const { id } = await createBooking({ status: 'confirmed' });
    await expect(callerAs(database, tutor.user).bookings.setStatus({ id, status: 'completed' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(only(await database.db.select().from(bookings).where(eq(bookings.id, id)))).toMatchObject({ completedAt: null });
  });
});
