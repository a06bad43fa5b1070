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
import { watched } from '#tests/support/statements.ts';

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

let hour = 0;
/** Each at a time of its own. */
const nextStart = () => new Date(NEXT_MONDAY_NINE.getTime() + ++hour * 24 * HOUR);
const ours = (overrides: Partial<BookingRow> = {}) => aBooking(database.db, { tutor, student, startTime: nextStart(), ...overrides });
const seenBy = (person: User, id: string) => callerAs(database, person).bookings.byId({ id });
const MALFORMED = ['', 'x', '1', '../1', "' or 1=1 --", 'null'];

describe('who sees a booking', () => {
  // spec booking.1
  test('its student, its tutor and any admin', async () => {
    const { id } = await ours();
    for (const person of [student, tutor.user, admin]) {
      expect(await seenBy(person, id)).toMatchObject({ id, student: { id: student.id }, tutor: { id: tutor.id }, amount: 1500 });
    }
  });

  // spec booking.1
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

  // spec booking.1
  test('a visitor is asked to sign in', async () => {
    const { id } = await ours();
    await expect(callerAs(database, null).bookings.byId({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  // spec booking.5
  test('of a student who has gone a label stays, and nobody becomes a party of it', async () => {
    const { id } = await aBooking(database.db, { tutor, studentId: null, startTime: nextStart() });
    expect(await seenBy(tutor.user, id)).toMatchObject({ student: { id: '', name: 'Unknown Student', email: '' } });
    await expect(seenBy(student, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  // spec booking.12
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

  test('is read in as many statements whatever has happened to it', async () => {
    const [plain, eventful] = [await ours(), await ours({ status: 'confirmed' })];
    await database.db.insert(bookingProposals).values(Array.from({ length: 10 }, (_, nth) => aMove(eventful, nth)));
    await database.db.insert(sessionProblems).values({ bookingId: eventful.id, reportedBy: 'tutor', kind: 'other', text: 'Nobody was there.' });
    for (const { id } of [plain, eventful]) {
      const { db, statements } = watched(database);
      await callerAs({ db }, student).bookings.byId({ id });
      expect(statements).toHaveLength(4);
    }
  });
});

/** The nth time that a session was moved by a week, a minute after the one before. */
function aMove({ id, startTime, endTime }: BookingRow, nth: number): typeof bookingProposals.$inferInsert {
  const week = (at: Date, weeks: number) => new Date(at.getTime() + weeks * 7 * 24 * HOUR);
  const at = new Date(NOW.getTime() + nth * MINUTE);
  const times = { fromStart: week(startTime, nth), startTime: week(startTime, nth + 1), endTime: week(endTime, nth + 1) };
  return { bookingId: id, proposedBy: 'tutor', state: 'accepted', ...times, lapsesAt: startTime, createdAt: at, settledAt: at };
}

describe('what else the page of a booking tells', () => {
  test('nothing, of a booking to which nothing has happened', async () => {
    const pair = { tutor: await aTutor(database.db), student: await aStudent(database.db) };
    const { id } = await aBooking(database.db, pair);
    expect(await seenBy(pair.student, id)).toMatchObject({ proposal: null, moves: [], problems: [], threadId: null, sequence: 0 });
  });

  test('the proposal that is open, to the parties and admins', async () => {
    const found = await ours({ status: 'confirmed' });
    const { id: proposalId = '', ...proposed } = only(
      await database.db
        .insert(bookingProposals)
        .values({ ...aMove(found, 0), state: 'open', settledAt: null, lapsesAt: NOW })
        .returning(),
    );
    const { proposedBy: by, startTime, endTime, lapsesAt, createdAt } = proposed;
    for (const person of [student, tutor.user, admin]) {
      expect((await seenBy(person, found.id)).proposal).toEqual({ id: proposalId, by, startTime, endTime, lapsesAt, createdAt });
    }
  });

  test.each([
    ['that has lapsed, though nobody has said so', { lapsesAt: new Date(NOW.getTime() - 1) }, 'confirmed'],
    ['that was declined', { state: 'declined', settledAt: NOW }, 'confirmed'],
    ['that was replaced', { state: 'replaced', settledAt: NOW }, 'confirmed'],
    ['of a session that was completed', {}, 'completed'],
  ] as const)('no proposal %s', async (_, overrides, status) => {
    const found = await ours({ status });
    await database.db.insert(bookingProposals).values({ ...aMove(found, 0), state: 'open', settledAt: null, ...overrides });
    expect(await seenBy(student, found.id)).toMatchObject({ proposal: null, moves: [] });
  });

  // spec booking.9
  test('when it was moved, from where to where, and by whose wish; the oldest first, and the last fifty', async () => {
    const found = await ours({ status: 'confirmed' });
    const moves = Array.from({ length: 60 }, (_, nth) => aMove(found, nth));
    await database.db.insert(bookingProposals).values([...moves].reverse());
    await database.db.insert(bookingProposals).values({ ...aMove(found, 60), state: 'declined' });
    const told = moves.map(({ settledAt: at, fromStart: from, startTime: to, proposedBy }) => ({ at, from, to, proposedBy }));
    expect((await seenBy(student, found.id)).moves).toEqual(told.slice(-50));
  });

  // spec reports.4 | D Booking | Both parties and admins see text and state, with an admin’s note; it moves no booking |
  //   src/client/features/session-problems/session-problems.tsx
  test('what its parties have reported, to both and to admins, the oldest first', async () => {
    const { id: bookingId } = await ours({ status: 'completed' });
    const told = (nth: number) => ({
      kind: 'quality' as const,
      text: `Report number ${nth}.`,
      createdAt: new Date(NOW.getTime() + nth),
      updatedAt: NOW,
    });
    await database.db.insert(sessionProblems).values([
      { bookingId, reportedBy: 'tutor', ...told(2) },
      { bookingId, reportedBy: 'student', state: 'resolved', adminNote: 'We have spoken.', ...told(1) },
    ]);
    for (const person of [student, tutor.user, admin]) {
      expect((await seenBy(person, bookingId)).problems).toEqual([
        { id: expect.any(String), by: 'student', state: 'resolved', adminNote: 'We have spoken.', ...told(1) },
        { id: expect.any(String), by: 'tutor', state: 'open', adminNote: '', ...told(2) },
      ]);
    }
  });

  // spec booking.10
  test('the conversation of its two people, to them alone and while both are there', async () => {
    const pair = { tutor: await aTutor(database.db), student: await aStudent(database.db) };
    const { id } = await aBooking(database.db, pair);
    const thread = await aThread(database.db, pair);
    await aThread(database.db, { tutor: pair.tutor, student });
    for (const person of [pair.student, pair.tutor.user]) expect((await seenBy(person, id)).threadId).toBe(thread.id);
    expect((await seenBy(admin, id)).threadId).toBeNull();
    await database.db.update(bookings).set({ studentId: null }).where(eq(bookings.id, id));
    expect((await seenBy(pair.tutor.user, id)).threadId).toBeNull();
  });
});

// spec booking.4
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
    await transitionBookings({ db: database.db, now, record: () => {} }, [found], { by: 'student', to: 'cancelled' });
    expect(await seenBy(tutor.user, found.id)).toMatchObject({
      cancelledBy: 'student',
      cancellation: { refund: 750.28, retained: 750.27, platformFee: 112.54, tutorShare: 637.73 },
    });
  });

  // spec booking.4
  test('a move that was refused leaves no time behind', async () => {
    const { id } = await ours({ status: 'confirmed' });
    await expect(callerAs(database, tutor.user).bookings.setStatus({ id, status: 'completed' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(only(await database.db.select().from(bookings).where(eq(bookings.id, id)))).toMatchObject({ completedAt: null });
  });
});
