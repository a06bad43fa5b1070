import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { lapseProposal } from '#server/features/bookings/bookings.jobs.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { aProposal, monday } from '#tests/support/proposals.ts';
import { answersOf, deadlocksIn, holding, refusalsOf, waitingIn } from '#tests/support/races.ts';

const database = useDatabase();
const TAKEN = 'This time is already booked';
const rounds = Array.from({ length: 6 }, (_, nth) => nth);
let deadlocksBefore: number;

beforeEach(async () => {
  deadlocksBefore = await deadlocksIn(database);
});
const noDeadlocks = async () => expect(await deadlocksIn(database)).toBe(deadlocksBefore);

const as = (person: User) => callerAs(database, person);
const stored = (ids: readonly string[]) =>
  database.db
    .select()
    .from(bookings)
    .where(inArray(bookings.id, [...ids]));
const stateOf = async (id: string) => (await database.db.select().from(bookingProposals).where(eq(bookingProposals.id, id)))[0]?.state;

type Parts = { tutor?: Tutor; student?: User; from?: number; to?: number };

/** A confirmed hour, for which the student has proposed another. */
const asked = ({ from = 9, to = 14, ...people }: Parts = {}) =>
  aProposal(database, { ...people, startTime: monday(from), endTime: monday(from + 1), to: monday(to) });
const accept = ({ tutor, id }: { tutor: Tutor; id: string }) => as(tutor.user).proposals.accept({ id });
const request = (student: User, tutor: Tutor, hour: number) =>
  as(student).bookings.request({
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime: monday(hour),
    endTime: monday(hour + 1),
    contactNumber: '0771234567',
  });

// spec proposals.8 | D Booking | Of acceptances and requests for one time at once one has it, and nobody waits in a circle | src/db/locks.ts
describe('proposals for one time that are accepted at once', () => {
  test('by one tutor: one session moves, the others stay and their proposals stay open', async () => {
    for (const _ of rounds) {
      const tutor = await aTutor(database.db);
      const proposals = [await asked({ tutor, from: 9 }), await asked({ tutor, from: 10 }), await asked({ tutor, from: 11 })];
      const answers = await Promise.allSettled(proposals.map(accept));
      expect(answersOf(answers)).toHaveLength(1);
      expect(refusalsOf(answers)).toEqual([TAKEN, TAKEN]);
      const moved = (await stored(proposals.map(({ booking }) => booking.id))).filter(
        ({ startTime }) => startTime.getTime() === monday(14).getTime(),
      );
      expect(moved).toHaveLength(1);
      expect((await Promise.all(proposals.map(({ id }) => stateOf(id)))).sort()).toEqual(['accepted', 'open', 'open']);
    }
    await noDeadlocks();
  });

  test('of one student by several tutors: one session moves', async () => {
    for (const _ of rounds) {
      const student = await aStudent(database.db);
      const proposals = [await asked({ student, from: 9 }), await asked({ student, from: 10 }), await asked({ student, from: 11 })];
      const answers = await Promise.allSettled(proposals.map(accept));
      expect(answersOf(answers)).toHaveLength(1);
      expect(refusalsOf(answers)).toEqual([TAKEN, TAKEN]);
      expect((await Promise.all(proposals.map(({ id }) => stateOf(id)))).sort()).toEqual(['accepted', 'open', 'open']);
    }
    await noDeadlocks();
  });

  test('that swap two sessions: neither moves, for each has the time of the other', async () => {
    for (const _ of rounds) {
      const tutor = await aTutor(database.db);
      const [one, other] = [await asked({ tutor, from: 9, to: 14 }), await asked({ tutor, from: 10, to: 15 })];
      await database.db
        .update(bookingProposals)
        .set({ startTime: monday(10), endTime: monday(11) })
        .where(eq(bookingProposals.id, one.id));
      await database.db
        .update(bookingProposals)
        .set({ startTime: monday(9), endTime: monday(10) })
        .where(eq(bookingProposals.id, other.id));
      expect(refusalsOf(await Promise.allSettled([accept(one), accept(other)]))).toEqual([TAKEN, TAKEN]);
    }
    await noDeadlocks();
  });
});

describe('an acceptance and a request for the same time', () => {
  test('the request was first: the acceptance waits, is refused with the next free starts, and has changed nothing', async () => {
    const found = await asked();
    const { caller, isDone, commit } = holding(database, await aStudent(database.db));
    const asking = caller.bookings.request({
      tutorId: found.tutor.id,
      subjectId: found.tutor.subjectId,
      startTime: monday(14),
      endTime: monday(15),
      contactNumber: '0771234567',
    });
    await isDone;
    const accepting = accept(found).catch((thrown: unknown) => thrown);
    await expect.poll(() => waitingIn(database)).toBe(1);
    commit();
    expect((await asking).status).toBe('pending');
    expect(await accepting).toMatchObject({
      code: 'CONFLICT',
      message: TAKEN,
      cause: { refusal: { nextFree: [monday(15), monday(16), monday(9 + 7 * 24)].map((start) => start.toISOString()) } },
    });
    expect(await stored([found.booking.id])).toEqual([found.booking]);
    expect(await stateOf(found.id)).toBe('open');
    await noDeadlocks();
  });

  test('the acceptance was first: the request waits, and is refused', async () => {
    const { tutor, booking, id } = await asked();
    const { caller, isDone, commit } = holding(database, tutor.user);
    const accepting = caller.proposals.accept({ id });
    await isDone;
    const asking = request(await aStudent(database.db), tutor, 14).catch((thrown: unknown) => thrown);
    await expect.poll(() => waitingIn(database)).toBe(1);
    commit();
    expect((await accepting).startTime).toEqual(monday(14));
    expect(await asking).toMatchObject({ code: 'CONFLICT', message: TAKEN });
    expect((await stored([booking.id]))[0]?.startTime).toEqual(monday(14));
    await noDeadlocks();
  });

  // spec proposals.8
  test('many at once, by the tutor and by the student elsewhere: one has the time, everybody else is told so', async () => {
    for (const _ of rounds) {
      const found = await asked();
      const elsewhere = await aTutor(database.db);
      const others = [await aStudent(database.db), await aStudent(database.db)];
      const [accepted, ...requested] = await Promise.allSettled([
        accept(found),
        ...others.map((student) => request(student, found.tutor, 14)),
        request(found.student, elsewhere, 14),
      ]);
      if (!accepted) throw new Error('nothing was accepted or refused');
      for (const message of refusalsOf([accepted, ...requested])) expect(message).toBe(TAKEN);
      const atTwo = and(eq(bookings.startTime, monday(14)), eq(bookings.tutorUserId, found.tutor.user.id));
      expect(await database.db.select().from(bookings).where(atTwo)).toHaveLength(1);
      const ofStudent = and(eq(bookings.startTime, monday(14)), eq(bookings.studentId, found.student.id));
      expect((await database.db.select().from(bookings).where(ofStudent)).length).toBeLessThanOrEqual(1);
      expect(await stateOf(found.id)).toBe(accepted.status === 'fulfilled' ? 'accepted' : 'open');
    }
    await noDeadlocks();
  });
});

describe('answers to one proposal at once', () => {
  // spec proposals.8
  test('of all that can be said to it, one holds', async () => {
    for (const _ of rounds) {
      const { tutor, student, booking, id } = await asked();
      const answers = await Promise.allSettled([
        as(tutor.user).proposals.accept({ id }),
        as(tutor.user).proposals.accept({ id }),
        as(tutor.user).proposals.decline({ id }),
        as(student).proposals.withdraw({ id }),
        as(tutor.user).bookings.setStatus({ id: booking.id, status: 'cancelled', reason: 'I am ill' }),
        lapseProposal(contextAs(database, null, { now: () => new Date(NOW.getTime() + 24 * HOUR) }), { proposalId: id }),
      ]);
      const said = answers.slice(0, 4).filter(({ status }) => status === 'fulfilled').length;
      for (const message of refusalsOf(answers)) expect(message).toBe('This proposal is no longer open');
      const state = await stateOf(id);
      expect(state).toMatch(/^(accepted|declined|withdrawn|closed|lapsed)$/);
      expect(said).toBe(/^(closed|lapsed)$/.test(`${state}`) ? 0 : 1);
      expect(await stored([booking.id])).toMatchObject([{ status: 'cancelled', startTime: monday(state === 'accepted' ? 14 : 9) }]);
    }
    await noDeadlocks();
  });

  // spec proposals.5
  test('of several proposals that are made at once, one is open', async () => {
    for (const _ of rounds) {
      const tutor = await aTutor(database.db);
      const student = await aStudent(database.db);
      const booking = await aBooking(database.db, { tutor, student, status: 'confirmed' });
      const people = [student, tutor.user, student, tutor.user];
      const made = await Promise.allSettled(
        people.map((person, nth) => as(person).proposals.propose({ bookingId: booking.id, startTime: monday(11 + nth) })),
      );
      expect(refusalsOf(made)).toEqual([]);
      const proposals = await database.db.select().from(bookingProposals).where(eq(bookingProposals.bookingId, booking.id));
      expect(proposals.map(({ state }) => state).sort()).toEqual(['open', 'replaced', 'replaced', 'replaced']);
    }
    await noDeadlocks();
  });
});

// spec proposals.8
test('days off that are planned at the same moment are seen, or wait', async () => {
  const off = { fromDate: '2026-03-09', toDate: '2026-03-09', start: '14:00', end: '15:00' };
  for (const _ of rounds) {
    const found = await asked();
    const [accepted, planned] = await Promise.allSettled([accept(found), as(found.tutor.user).daysOff.add(off)]);
    expect(planned.status).toBe('fulfilled');
    const isMoved = accepted.status === 'fulfilled';
    if (!isMoved) expect(accepted.reason).toMatchObject({ message: 'The tutor is not available at this time' });
    expect((await stored([found.booking.id]))[0]?.startTime).toEqual(monday(isMoved ? 14 : 9));
  }
  await noDeadlocks();
});
