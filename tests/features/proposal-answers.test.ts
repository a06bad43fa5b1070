import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { subjects } from '#db/schema/catalogue.ts';
import { notifications } from '#db/schema/notifications.ts';
import { tutorDaysOff, tutorModes, tutorProfiles, tutorSlots } from '#db/schema/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, type Booking, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { newsOf } from '#tests/support/news.ts';
import { aProposal, monday } from '#tests/support/proposals.ts';

const database = useDatabase();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Proposal not found' };
const NOT_OPEN = { code: 'CONFLICT', message: 'This proposal is no longer open' };
const LAPSES = later(24 * HOUR);
/** Between the making and the answer of a proposal. */
const ANSWER = later(HOUR);

const as = (person: User, now = ANSWER) => callerAs(database, person, { now: () => now });
const stored = async ({ id }: Booking) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));
const proposalOf = async (id: string) => only(await database.db.select().from(bookingProposals).where(eq(bookingProposals.id, id)));
const toldTo = async ({ id }: User) => (await database.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ kind }) => kind);

describe('accepting', () => {
  // spec proposals.7 | D Booking | Acceptance re-checks slot, days off and bookings, and moves the booking; price, method and link stay |
  //   src/server/features/bookings/proposals.commands.ts
  test.each(['student', 'tutor'] as const)('what the %s has proposed moves the session, and nothing else of it', async (by) => {
    const { booking, student, tutor, proposer, other, id } = await aProposal(database, {
      by,
      sequence: 3,
      remindedHours: 24,
      meetingLink: 'https://meet.vidya.test/room',
    });
    const answer = await as(other).proposals.accept({ id });
    expect(answer).toMatchObject({
      status: 'confirmed',
      startTime: monday(13),
      endTime: monday(15),
      duration: 2,
      amount: 1500,
      meetingLink: 'https://meet.vidya.test/room',
      sequence: 4,
      updatedAt: ANSWER,
      proposal: null,
      moves: [{ at: ANSWER, from: monday(9), to: monday(13), proposedBy: by }],
    });
    const { startTime, endTime, sequence, updatedAt, remindedHours, ...rest } = await stored(booking);
    expect({ startTime, endTime, sequence, updatedAt, remindedHours }).toEqual({
      startTime: monday(13),
      endTime: monday(15),
      sequence: 4,
      updatedAt: ANSWER,
      remindedHours: null,
    });
    expect(booking).toMatchObject(rest);
    expect(await proposalOf(id)).toMatchObject({ state: 'accepted', settledAt: ANSWER });
    expect(await toldTo(proposer)).toEqual(['booking.moved']);
    expect((await toldTo(other)).sort()).toEqual(['booking.moved', 'proposal.made']);
    for (const party of [student, tutor.user]) expect(await as(party).bookings.byId({ id: booking.id })).toEqual(answer);
  });

  // spec proposals.7
  test('frees the old time', async () => {
    const { tutor, other, id } = await aProposal(database);
    await as(other).proposals.accept({ id });
    await expect(aBooking(database.db, { tutor, startTime: monday(9), endTime: monday(11) })).resolves.toMatchObject({ status: 'pending' });
  });

  // spec proposals.7
  test('a time that overlaps the old one moves it, too', async () => {
    const { booking, other, id } = await aProposal(database, { to: monday(10) });
    await as(other).proposals.accept({ id });
    expect(await stored(booking)).toMatchObject({ startTime: monday(10), endTime: monday(12) });
  });

  test('tells whoever looks at the tutor', async () => {
    const { tutor, other, id } = await aProposal(database);
    expect(await newsOf(database, () => as(other).proposals.accept({ id }))).toContain(`tutor:${tutor.id}`);
  });

  test('is for the other party alone, and for everybody else there is no such proposal', async () => {
    const { booking, proposer, id } = await aProposal(database);
    const strangers = [proposer, await aStudent(database.db), (await aTutor(database.db)).user, await anAdmin(database.db)];
    for (const stranger of strangers) await expect(as(stranger).proposals.accept({ id })).rejects.toMatchObject(NOT_FOUND);
    await expect(callerAs(database, null).proposals.accept({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await stored(booking)).toMatchObject({ startTime: monday(9) });
    expect(await proposalOf(id)).toMatchObject({ state: 'open' });
  });

  test('can be done until it lapses, and not a millisecond later, whether or not the clock has said so', async () => {
    const [inTime, late] = [await aProposal(database), await aProposal(database)];
    await expect(as(late.other, later(24 * HOUR + 1)).proposals.accept({ id: late.id })).rejects.toMatchObject(NOT_OPEN);
    expect(await stored(late.booking)).toMatchObject({ startTime: monday(9), sequence: 0 });
    expect(await proposalOf(late.id)).toMatchObject({ state: 'open' });
    expect((await as(inTime.other, LAPSES).proposals.accept({ id: inTime.id })).startTime).toEqual(monday(13));
  });

  test('a second time is refused', async () => {
    const { booking, other, id } = await aProposal(database);
    await as(other).proposals.accept({ id });
    await expect(as(other).proposals.accept({ id })).rejects.toMatchObject(NOT_OPEN);
    expect(await stored(booking)).toMatchObject({ sequence: 1 });
  });

  test('what was withdrawn, declined or replaced is refused', async () => {
    const [withdrawn, declined, replaced] = [await aProposal(database), await aProposal(database), await aProposal(database)];
    await as(withdrawn.proposer).proposals.withdraw({ id: withdrawn.id });
    await as(declined.other).proposals.decline({ id: declined.id });
    await as(replaced.proposer).proposals.propose({ bookingId: replaced.booking.id, startTime: monday(14) });
    for (const { other, id, booking } of [withdrawn, declined, replaced]) {
      await expect(as(other).proposals.accept({ id })).rejects.toMatchObject(NOT_OPEN);
      expect(await stored(booking)).toMatchObject({ startTime: monday(9) });
    }
  });

  test('for a session that was cancelled meanwhile is refused: that closes it', async () => {
    const { booking, tutor, other, id } = await aProposal(database);
    await as(tutor.user).bookings.setStatus({ id: booking.id, status: 'cancelled', reason: 'I am ill' });
    await expect(as(other).proposals.accept({ id })).rejects.toMatchObject(NOT_OPEN);
    expect(await proposalOf(id)).toMatchObject({ state: 'closed', settledAt: ANSWER });
  });

  // spec proposals.7
  test('on the day itself still goes, which nobody could book or propose any more', async () => {
    const proposed = new Date(monday(9).getTime() - 12 * HOUR);
    const { booking, other, id } = await aProposal(database, { startTime: monday(9, 2), endTime: monday(11, 2), to: monday(13), at: proposed });
    await as(other, new Date(monday(9).getTime() - HOUR)).proposals.accept({ id });
    expect(await stored(booking)).toMatchObject({ startTime: monday(13) });
  });
});

describe('what has changed since it was proposed', () => {
  const changes: [string, (tutor: Tutor) => Promise<unknown>, string][] = [
    [
      'the hours',
      ({ entries }) => database.db.delete(tutorSlots).where(eq(tutorSlots.tutorSubjectId, entries[0]?.id ?? '')),
      'The tutor is not available at this time',
    ],
    [
      'days off',
      ({ id }) =>
        database.db
          .insert(tutorDaysOff)
          .values({ tutorId: id, fromDate: '2026-03-09', toDate: '2026-03-09', startMinute: 14 * 60, endMinute: 15 * 60 }),
      'The tutor is not available at this time',
    ],
  ];

  // spec proposals.7
  test.each(changes)('%s: it cannot be accepted, and stays open', async (_, change, message) => {
    const { booking, tutor, other, id } = await aProposal(database);
    await change(tutor);
    await expect(as(other).proposals.accept({ id })).rejects.toMatchObject({ message });
    expect(await stored(booking)).toMatchObject({ startTime: monday(9), sequence: 0 });
    expect(await proposalOf(id)).toMatchObject({ state: 'open' });
  });

  const profileOf = ({ id }: Tutor, changes: Partial<typeof tutorProfiles.$inferInsert>) =>
    database.db.update(tutorProfiles).set(changes).where(eq(tutorProfiles.id, id));
  const without: [string, (tutor: Tutor) => Promise<unknown>][] = [
    [
      'the learning method is offered no more',
      ({ entries }) =>
        database.db
          .update(tutorModes)
          .set({ enabled: false })
          .where(eq(tutorModes.tutorSubjectId, entries[0]?.id ?? '')),
    ],
    [
      'nobody can book the subject any more',
      ({ subjectId }) => database.db.update(subjects).set({ isActive: false }).where(eq(subjects.id, subjectId)),
    ],
    ['the tutor is on vacation', (tutor) => profileOf(tutor, { vacationMode: true })],
    ['the tutor was rejected, and is found no more', (tutor) => profileOf(tutor, { verificationStatus: 'rejected' })],
  ];

  test.each(without)('%s: it can be accepted, for what is booked keeps its actions', async (_, change) => {
    for (const by of ['student', 'tutor'] as const) {
      const { tutor, other, id } = await aProposal(database, { by });
      await change(tutor);
      expect((await as(other).proposals.accept({ id })).startTime).toEqual(monday(13));
    }
  });

  // spec proposals.7
  test.each(['tutor', 'student'] as const)('the %s has booked that time: it is refused with the next free starts, and stays open', async (whose) => {
    const { booking, tutor, student, other, id } = await aProposal(database);
    await aBooking(database.db, { ...(whose === 'tutor' ? { tutor } : { student }), startTime: monday(14), endTime: monday(15) });
    await expect(as(other).proposals.accept({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This time is already booked',
      cause: { refusal: { nextFree: [monday(15), monday(9, 1), monday(10, 1)].map((start) => start.toISOString()) } },
    });
    expect(await stored(booking)).toMatchObject({ startTime: monday(9), sequence: 0 });
    expect(await proposalOf(id)).toMatchObject({ state: 'open' });
    expect(await toldTo(student)).not.toContain('booking.moved');
  });
});

// spec proposals.9 | D Booking | The other party declines, who has proposed withdraws; each once | src/server/features/bookings/proposals.commands.ts
describe('declining', () => {
  test('leaves the session where it is, and tells who had proposed', async () => {
    const { booking, proposer, other, id } = await aProposal(database);
    const answer = await as(other).proposals.decline({ id });
    expect(answer).toMatchObject({ startTime: monday(9), sequence: 0, proposal: null, moves: [] });
    expect(await stored(booking)).toEqual(booking);
    expect(await proposalOf(id)).toMatchObject({ state: 'declined', settledAt: ANSWER });
    expect(await toldTo(proposer)).toEqual(['proposal.declined']);
    expect(await toldTo(other)).toEqual(['proposal.made']);
  });

  test('is for the other party alone, once, and until it lapses', async () => {
    const { proposer, other, id } = await aProposal(database);
    for (const stranger of [proposer, await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(as(stranger).proposals.decline({ id })).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(as(other, later(24 * HOUR + 1)).proposals.decline({ id })).rejects.toMatchObject(NOT_OPEN);
    await as(other, LAPSES).proposals.decline({ id });
    await expect(as(other).proposals.decline({ id })).rejects.toMatchObject(NOT_OPEN);
  });
});

// spec proposals.9
describe('withdrawing', () => {
  test('is told to nobody, and whoever looks at the booking reads again', async () => {
    const { booking, tutor, proposer, other, id } = await aProposal(database);
    const news = await newsOf(database, () => as(proposer).proposals.withdraw({ id }));
    expect(news).toContain(`tutor:${tutor.id}`);
    expect(await proposalOf(id)).toMatchObject({ state: 'withdrawn', settledAt: ANSWER });
    expect(await toldTo(proposer)).toEqual([]);
    expect(await toldTo(other)).toEqual(['proposal.made']);
    expect((await as(other).bookings.byId({ id: booking.id })).proposal).toBeNull();
  });

  test('is for who has proposed alone, once', async () => {
    const { proposer, other, id } = await aProposal(database);
    for (const stranger of [other, await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(as(stranger).proposals.withdraw({ id })).rejects.toMatchObject(NOT_FOUND);
    }
    await as(proposer).proposals.withdraw({ id });
    await expect(as(proposer).proposals.withdraw({ id })).rejects.toMatchObject(NOT_OPEN);
  });
});

test.each([UNKNOWN, 'x', '', "' or 1=1 --"])('there is no proposal "%s"', async (id) => {
  const student = await aStudent(database.db);
  for (const answer of ['accept', 'decline', 'withdraw'] as const)
    await expect(as(student).proposals[answer]({ id })).rejects.toMatchObject(NOT_FOUND);
});
