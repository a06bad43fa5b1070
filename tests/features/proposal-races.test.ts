import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { lapseProposal } from '#server/features/bookings/bookings.jobs.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { createProposal, mondayAt } from '#tests/support/proposals.ts';
import { countDeadlocks, countLockWaits, listErrorMessages, listResults, raceRounds, runUntilCommit } from '#tests/support/races.ts';

const database = useDatabase();
const SLOT_TAKEN = 'This time is already booked';
const rounds = Array.from({ length: raceRounds(6) }, (_, index) => index);
let deadlocksBefore: number;

beforeEach(async () => {
  deadlocksBefore = await countDeadlocks(database);
});
const expectNoDeadlocks = async () => expect(await countDeadlocks(database)).toBe(deadlocksBefore);

const callerFor = (person: User) => callerAs(database, person);
const listBookings = (ids: readonly string[]) =>
  database.db
    .select()
    .from(bookings)
    .where(inArray(bookings.id, [...ids]));
const findState = async (id: string) => (await database.db.select().from(bookingProposals).where(eq(bookingProposals.id, id)))[0]?.state;

type Parts = { tutor?: Tutor; student?: User; from?: number; to?: number };

const createHourProposal = ({ from = 9, to = 14, ...people }: Parts = {}) =>
  createProposal(database, { ...people, startTime: mondayAt(from), endTime: mondayAt(from + 1), to: mondayAt(to) });
const accept = ({ tutor, id }: { tutor: Tutor; id: string }) => callerFor(tutor.user).proposals.accept({ id });
const request = (student: User, tutor: Tutor, startHour: number) =>
  callerFor(student).bookings.request({
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime: mondayAt(startHour),
    endTime: mondayAt(startHour + 1),
    contactNumber: '0771234567',
  });

// spec proposals.8 | D Booking | Of acceptances and requests for one time at once one has it, and nobody waits in a circle | src/db/locks.ts
describe('accepting several proposals for one time at once', () => {
  test('moves one session of the tutor and leaves the other proposals open', async () => {
    for (const _ of rounds) {
      const tutor = await aTutor(database.db);
      const proposals = [
        await createHourProposal({ tutor, from: 9 }),
        await createHourProposal({ tutor, from: 10 }),
        await createHourProposal({ tutor, from: 11 }),
      ];
      const results = await Promise.allSettled(proposals.map(accept));
      expect(listResults(results)).toHaveLength(1);
      expect(listErrorMessages(results)).toEqual([SLOT_TAKEN, SLOT_TAKEN]);
      const movedBookings = (await listBookings(proposals.map(({ booking }) => booking.id))).filter(
        ({ startTime }) => startTime.getTime() === mondayAt(14).getTime(),
      );
      expect(movedBookings).toHaveLength(1);
      expect((await Promise.all(proposals.map(({ id }) => findState(id)))).sort()).toEqual(['accepted', 'open', 'open']);
    }
    await expectNoDeadlocks();
  });

  test('moves one session of the student with several tutors', async () => {
    for (const _ of rounds) {
      const student = await aStudent(database.db);
      const proposals = [
        await createHourProposal({ student, from: 9 }),
        await createHourProposal({ student, from: 10 }),
        await createHourProposal({ student, from: 11 }),
      ];
      const results = await Promise.allSettled(proposals.map(accept));
      expect(listResults(results)).toHaveLength(1);
      expect(listErrorMessages(results)).toEqual([SLOT_TAKEN, SLOT_TAKEN]);
      expect((await Promise.all(proposals.map(({ id }) => findState(id)))).sort()).toEqual(['accepted', 'open', 'open']);
    }
    await expectNoDeadlocks();
  });

  test('refuses two proposals that would swap two sessions', async () => {
    for (const _ of rounds) {
      const tutor = await aTutor(database.db);
      const [first, second] = [await createHourProposal({ tutor, from: 9, to: 14 }), await createHourProposal({ tutor, from: 10, to: 15 })];
      await database.db
        .update(bookingProposals)
        .set({ startTime: mondayAt(10), endTime: mondayAt(11) })
        .where(eq(bookingProposals.id, first.id));
      await database.db
        .update(bookingProposals)
        .set({ startTime: mondayAt(9), endTime: mondayAt(10) })
        .where(eq(bookingProposals.id, second.id));
      expect(listErrorMessages(await Promise.allSettled([accept(first), accept(second)]))).toEqual([SLOT_TAKEN, SLOT_TAKEN]);
    }
    await expectNoDeadlocks();
  });
});

describe('an acceptance and a request for the same time', () => {
  test('refuse the acceptance when the request comes first', async () => {
    const proposal = await createHourProposal();
    const { caller, isDone, commit } = runUntilCommit(database, await aStudent(database.db));
    const bookingRequest = caller.bookings.request({
      tutorId: proposal.tutor.id,
      subjectId: proposal.tutor.subjectId,
      startTime: mondayAt(14),
      endTime: mondayAt(15),
      contactNumber: '0771234567',
    });
    await isDone;
    const acceptance = accept(proposal).catch((thrown: unknown) => thrown);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    expect((await bookingRequest).status).toBe('pending');
    expect(await acceptance).toMatchObject({
      code: 'CONFLICT',
      message: SLOT_TAKEN,
      cause: { refusal: { nextFree: [mondayAt(15), mondayAt(16), mondayAt(9 + 7 * 24)].map((start) => start.toISOString()) } },
    });
    expect(await listBookings([proposal.booking.id])).toEqual([proposal.booking]);
    expect(await findState(proposal.id)).toBe('open');
    await expectNoDeadlocks();
  });

  test('refuse the request when the acceptance comes first', async () => {
    const { tutor, booking, id } = await createHourProposal();
    const { caller, isDone, commit } = runUntilCommit(database, tutor.user);
    const acceptance = caller.proposals.accept({ id });
    await isDone;
    const bookingRequest = request(await aStudent(database.db), tutor, 14).catch((thrown: unknown) => thrown);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    expect((await acceptance).startTime).toEqual(mondayAt(14));
    expect(await bookingRequest).toMatchObject({ code: 'CONFLICT', message: SLOT_TAKEN });
    expect((await listBookings([booking.id]))[0]?.startTime).toEqual(mondayAt(14));
    await expectNoDeadlocks();
  });

  // spec proposals.8
  test('accept one of many for tutor and student at once', async () => {
    for (const _ of rounds) {
      const proposal = await createHourProposal();
      const otherTutor = await aTutor(database.db);
      const otherStudents = [await aStudent(database.db), await aStudent(database.db)];
      const [accepted, ...requests] = await Promise.allSettled([
        accept(proposal),
        ...otherStudents.map((student) => request(student, proposal.tutor, 14)),
        request(proposal.student, otherTutor, 14),
      ]);
      if (!accepted) throw new Error('nothing was accepted or refused');
      for (const message of listErrorMessages([accepted, ...requests])) expect(message).toBe(SLOT_TAKEN);
      const isAtTwo = and(eq(bookings.startTime, mondayAt(14)), eq(bookings.tutorUserId, proposal.tutor.user.id));
      expect(await database.db.select().from(bookings).where(isAtTwo)).toHaveLength(1);
      const ofStudent = and(eq(bookings.startTime, mondayAt(14)), eq(bookings.studentId, proposal.student.id));
      expect((await database.db.select().from(bookings).where(ofStudent)).length).toBeLessThanOrEqual(1);
      expect(await findState(proposal.id)).toBe(accepted.status === 'fulfilled' ? 'accepted' : 'open');
    }
    await expectNoDeadlocks();
  });
});

describe('answers to one proposal at once', () => {
  // spec proposals.8
  test('accept one of them', async () => {
    for (const _ of rounds) {
      const { tutor, student, booking, id } = await createHourProposal();
      const results = await Promise.allSettled([
        callerFor(tutor.user).proposals.accept({ id }),
        callerFor(tutor.user).proposals.accept({ id }),
        callerFor(tutor.user).proposals.decline({ id }),
        callerFor(student).proposals.withdraw({ id }),
        callerFor(tutor.user).bookings.setStatus({ id: booking.id, status: 'cancelled', reason: 'I am ill' }),
        lapseProposal(contextAs(database, null, { now: () => new Date(NOW.getTime() + 24 * HOUR) }), { proposalId: id }),
      ]);
      const answered = results.slice(0, 4).filter(({ status }) => status === 'fulfilled').length;
      for (const message of listErrorMessages(results)) expect(message).toBe('This proposal is no longer open');
      const state = await findState(id);
      expect(state).toMatch(/^(accepted|declined|withdrawn|closed|lapsed)$/);
      expect(answered).toBe(/^(closed|lapsed)$/.test(`${state}`) ? 0 : 1);
      expect(await listBookings([booking.id])).toMatchObject([{ status: 'cancelled', startTime: mondayAt(state === 'accepted' ? 14 : 9) }]);
    }
    await expectNoDeadlocks();
  });

  // spec proposals.5
  test('leave one of several new proposals open', async () => {
    for (const _ of rounds) {
      const tutor = await aTutor(database.db);
      const student = await aStudent(database.db);
      const booking = await aBooking(database.db, { tutor, student, status: 'confirmed' });
      const people = [student, tutor.user, student, tutor.user];
      const results = await Promise.allSettled(
        people.map((person, index) => callerFor(person).proposals.propose({ bookingId: booking.id, startTime: mondayAt(11 + index) })),
      );
      expect(listErrorMessages(results)).toEqual([]);
      const proposals = await database.db.select().from(bookingProposals).where(eq(bookingProposals.bookingId, booking.id));
      expect(proposals.map(({ state }) => state).sort()).toEqual(['open', 'replaced', 'replaced', 'replaced']);
    }
    await expectNoDeadlocks();
  });
});

// spec proposals.8
test('accepting a proposal considers days off that are added at the same time', async () => {
  const daysOff = { fromDate: '2026-03-09', toDate: '2026-03-09', start: '14:00', end: '15:00' };
  for (const _ of rounds) {
    const proposal = await createHourProposal();
    const [accepted, addition] = await Promise.allSettled([accept(proposal), callerFor(proposal.tutor.user).daysOff.add(daysOff)]);
    expect(addition.status).toBe('fulfilled');
    const isMoved = accepted.status === 'fulfilled';
    if (!isMoved) expect(accepted.reason).toMatchObject({ message: 'The tutor is not available at this time' });
    expect((await listBookings([proposal.booking.id]))[0]?.startTime).toEqual(mondayAt(isMoved ? 14 : 9));
  }
  await expectNoDeadlocks();
});
