import { asc, eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { limits } from '#db/schema/access.ts';
import { bookingProposals } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { tutorDaysOff, tutorModes, tutorProfiles } from '#db/schema/tutors.ts';
import { lapseProposal } from '#server/features/bookings/bookings.jobs.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { aBooking, anAdmin, aStudent, aTutor, aUser, type Booking, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { listMailJobs } from '#tests/support/mails.ts';
import { createSession, mondayAt, useProposals } from '#tests/support/proposals.ts';

const database = useDatabase();
const { findBooking, listNotificationKinds, ...proposals } = useProposals(database);
const callerAt = (person: User, now = NOW) => proposals.callerAt(person, now);
const LATER = new Date(NOW.getTime() + HOUR);
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const msBefore = (at: Date, milliseconds: number) => new Date(at.getTime() - milliseconds);

const propose = (person: User, booking: Booking, startTime: Date, now = NOW) =>
  callerAt(person, now).proposals.propose({ bookingId: booking.id, startTime });
const listProposals = (booking: Booking) =>
  database.db
    .select()
    .from(bookingProposals)
    .where(eq(bookingProposals.bookingId, booking.id))
    .orderBy(asc(bookingProposals.createdAt), asc(bookingProposals.id));

describe('bookings.timesOfStudent', () => {
  // spec proposals.14
  test('are those of the other sessions of the student that are to come, with whichever tutor, for both parties', async () => {
    const { booking, student, tutor } = await createSession(database);
    const own = { student, tutor: await aTutor(database.db) };
    await aBooking(database.db, { ...own, startTime: mondayAt(14), endTime: mondayAt(15), status: 'confirmed' });
    await aBooking(database.db, { student, tutor, startTime: mondayAt(16), endTime: mondayAt(17) });
    await aBooking(database.db, { ...own, startTime: mondayAt(18), endTime: mondayAt(19), status: 'cancelled', cancelledBy: 'student' });
    await aBooking(database.db, { ...own, startTime: mondayAt(14, -2), endTime: mondayAt(15, -2), status: 'confirmed' });
    const times = [
      { start: mondayAt(14), end: mondayAt(15) },
      { start: mondayAt(16), end: mondayAt(17) },
    ];
    for (const party of [student, tutor.user]) {
      const listed = await callerAt(party).bookings.timesOfStudent({ id: booking.id });
      expect(listed.toSorted((one, other) => one.start.getTime() - other.start.getTime())).toEqual(times);
    }
    await expect(callerAt(own.tutor.user).bookings.timesOfStudent({ id: booking.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  // spec proposals.14
  test.each([
    ['that is only requested', { status: 'pending', confirmedAt: null }, NOW],
    ['that begins in less than two hours', {}, new Date(mondayAt(9).getTime() - 2 * HOUR)],
  ] as const)('are nobody’s business for a session %s', async (_, overrides, now) => {
    const { booking, student, tutor } = await createSession(database, overrides);
    await aBooking(database.db, { student, startTime: mondayAt(14), endTime: mondayAt(15), status: 'confirmed' });
    expect(await callerAt(tutor.user, now).bookings.timesOfStudent({ id: booking.id })).toEqual([]);
  });
});

describe('proposals.propose', () => {
  // spec proposals.1
  test.each(['student', 'tutor'] as const)('stores a proposal of the %s and leaves the booking unchanged', async (proposedBy) => {
    const { booking, student, tutor } = await createSession(database);
    const person = proposedBy === 'student' ? student : tutor.user;
    const result = await propose(person, booking, mondayAt(13));
    const view = { by: proposedBy, startTime: mondayAt(13), endTime: mondayAt(15), lapsesAt: new Date(NOW.getTime() + 24 * HOUR), createdAt: NOW };
    expect(result).toMatchObject({ id: booking.id, startTime: mondayAt(9), endTime: mondayAt(11), sequence: 0, proposal: view, moves: [] });
    const [proposal] = await listProposals(booking);
    expect(proposal).toMatchObject({ state: 'open', proposedBy: proposedBy, fromStart: mondayAt(9), settledAt: null });
    for (const party of [student, tutor.user])
      expect((await callerAt(party).bookings.byId({ id: booking.id })).proposal).toMatchObject({ id: proposal?.id, ...view });
    expect(await findBooking(booking)).toMatchObject({ startTime: mondayAt(9), sequence: 0, updatedAt: booking.updatedAt });
  });

  // spec mail.28 | R §5 E20 E21 E22 | E20 proposed, E21 declined or lapsed, E22 moved: who is told, of E20 and E22 by mail too |
  //   src/server/features/notifications/notifications.projector.ts
  // spec realtime.17
  test('notifies the other party once, and sends an event to open pages', async () => {
    const { booking, student, tutor } = await createSession(database);
    const events = await collectEvents(database, () => propose(tutor.user, booking, mondayAt(13)));
    expect(events).toContain(`tutor:${tutor.id}`);
    expect(await listNotificationKinds(student)).toEqual(['proposal.made']);
    expect(await listNotificationKinds(tutor.user)).toEqual([]);
  });

  test('plans the job that ends it', async () => {
    const { booking, student } = await createSession(database);
    await propose(student, booking, mondayAt(13));
    const { id, lapsesAt } = only(await listProposals(booking));
    const job = only(
      await database.db
        .select()
        .from(jobs)
        .where(eq(jobs.key, `proposal.lapse ${id} ${lapsesAt.toISOString()}`)),
    );
    expect(job).toMatchObject({ kind: 'proposal.lapse', params: { proposalId: id }, dueAt: lapsesAt });
  });

  // spec proposals.1
  test('finds no booking for anybody else', async () => {
    const { booking } = await createSession(database);
    const strangers = [
      await aStudent(database.db),
      (await aTutor(database.db)).user,
      await anAdmin(database.db),
      await aUser(database.db, { role: null }),
    ];
    for (const stranger of strangers) {
      await expect(propose(stranger, booking, mondayAt(13))).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
    }
    await expect(callerAs(database, null).proposals.propose({ bookingId: booking.id, startTime: mondayAt(13) })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await listProposals(booking)).toEqual([]);
  });

  test.each([UNKNOWN, 'x', '', 'null'])('does not find the booking "%s"', async (bookingId) => {
    const student = await aStudent(database.db);
    await expect(callerAt(student).proposals.propose({ bookingId, startTime: mondayAt(13) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Booking not found',
    });
  });

  // spec proposals.1
  test.each(['pending', 'completed', 'cancelled'] as const)('refuses a %s booking', async (status) => {
    const { booking, student } = await createSession(database, { status });
    await expect(propose(student, booking, mondayAt(13))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Only confirmed bookings can be moved to another time',
    });
  });

  // spec proposals.1
  test('is possible until two hours before the start', async () => {
    const { booking, student, tutor } = await createSession(database);
    const tooLate = { code: 'CONFLICT', message: 'Another time can be proposed until 2 hours before the start' };
    for (const person of [student, tutor.user]) {
      await expect(propose(person, booking, mondayAt(9, 1), msBefore(mondayAt(9), 2 * HOUR))).rejects.toMatchObject(tooLate);
    }
    const { proposal } = await propose(student, booking, mondayAt(9, 1), msBefore(mondayAt(9), 2 * HOUR + 1));
    expect(proposal?.lapsesAt).toEqual(msBefore(mondayAt(9), 2 * HOUR));
  });

  test('lapses two hours before the old time if that is less than a day away', async () => {
    const { booking, student } = await createSession(database);
    const { proposal } = await propose(student, booking, mondayAt(9, 1), msBefore(mondayAt(9), 10 * HOUR));
    expect(proposal?.lapsesAt).toEqual(msBefore(mondayAt(9), 2 * HOUR));
  });

  test('lapses two hours before the new time if that is less than a day away', async () => {
    const { booking, student } = await createSession(database, { startTime: mondayAt(9, 2), endTime: mondayAt(11, 2) });
    const { proposal } = await propose(student, booking, mondayAt(9), msBefore(mondayAt(9), 10 * HOUR));
    expect(proposal?.lapsesAt).toEqual(msBefore(mondayAt(9), 2 * HOUR));
  });

  // spec proposals.2
  test.each([
    ['the present time', mondayAt(9), 'BAD_REQUEST', 'Please choose another time than the present one'],
    ['a time outside the slots', mondayAt(16), 'CONFLICT', 'The tutor is not available at this time'],
    ['a time between the starts', new Date(mondayAt(13).getTime() + HOUR / 2), 'CONFLICT', 'The tutor is not available at this time'],
    ['today', mondayAt(13, -1), 'BAD_REQUEST', 'Please book at least one day ahead'],
    ['the past', mondayAt(13, -2), 'BAD_REQUEST', 'Booking date must be in the future'],
    ['a day beyond the 28', mondayAt(9, 4), 'BAD_REQUEST', 'Bookings can be made up to 28 days ahead'],
  ])('refuses %s', async (_, start, code, message) => {
    const { booking, student, tutor } = await createSession(database);
    for (const person of [student, tutor.user]) await expect(propose(person, booking, start)).rejects.toMatchObject({ code, message });
    expect(await listProposals(booking)).toEqual([]);
  });

  // spec proposals.2
  test('accepts the last of the 28 days', async () => {
    const { booking, student } = await createSession(database);
    expect((await propose(student, booking, mondayAt(9, 3))).proposal?.startTime).toEqual(mondayAt(9, 3));
  });

  // spec proposals.2
  test('refuses a time in days off', async () => {
    const { booking, tutor } = await createSession(database);
    await database.db.insert(tutorDaysOff).values({ tutorId: tutor.id, fromDate: '2026-03-16', toDate: '2026-03-16' });
    await expect(propose(tutor.user, booking, mondayAt(9, 1))).rejects.toMatchObject({ message: 'The tutor is not available at this time' });
  });

  // spec proposals.2
  test('refuses a learning method that the tutor no longer offers', async () => {
    const { booking, student, tutor } = await createSession(database);
    await database.db
      .update(tutorModes)
      .set({ enabled: false })
      .where(eq(tutorModes.tutorSubjectId, tutor.entries[0]?.id ?? ''));
    await expect(propose(student, booking, mondayAt(13))).rejects.toMatchObject({ message: 'The tutor does not offer this learning method' });
  });

  // spec proposals.2
  test('is possible for the tutor alone during vacation', async () => {
    const { booking, student, tutor } = await createSession(database, { tutor: await aTutor(database.db, { vacationMode: true }) });
    await expect(propose(student, booking, mondayAt(13))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Tutor is on Vacation. This tutor is not accepting new bookings.',
    });
    expect((await propose(tutor.user, booking, mondayAt(13))).proposal).toMatchObject({ by: 'tutor' });
  });

  // spec proposals.2
  test('is possible with a rejected tutor', async () => {
    const { booking, student, tutor } = await createSession(database);
    await database.db
      .update(tutorProfiles)
      .set({ verificationStatus: 'rejected', rejectionReason: 'No degree' })
      .where(eq(tutorProfiles.id, tutor.id));
    for (const person of [student, tutor.user]) expect((await propose(person, booking, mondayAt(13))).proposal?.startTime).toEqual(mondayAt(13));
  });

  // spec rest-limits.17 | S4 | Proposals: 10 an hour for one booking and person | src/server/features/bookings/proposals.router.ts
  test('is limited to ten an hour for each booking and party', async () => {
    const { booking, student, tutor } = await createSession(database);
    for (const index of Array.from({ length: 10 }, (_, index) => index)) await propose(student, booking, mondayAt(13 + (index % 2)));
    const refusal = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' };
    await expect(propose(student, booking, mondayAt(13))).rejects.toMatchObject(refusal);
    await expect(callerAt(student).proposals.propose({ bookingId: booking.id.toUpperCase(), startTime: mondayAt(13) })).rejects.toMatchObject(
      refusal,
    );
    await propose(tutor.user, booking, mondayAt(13));
    const otherSession = await createSession(database, { student, startTime: mondayAt(9, 1), endTime: mondayAt(11, 1) });
    await propose(student, otherSession.booking, mondayAt(13, 1));
    await propose(student, booking, mondayAt(14), new Date(NOW.getTime() + HOUR));
  });

  test('does not count calls for bookings of others', async () => {
    const { booking } = await createSession(database);
    const stranger = await aStudent(database.db);
    const countBefore = await database.db.$count(limits);
    for (const id of [booking.id, UNKNOWN])
      await expect(callerAt(stranger).proposals.propose({ bookingId: id, startTime: mondayAt(13) })).rejects.toThrow();
    expect(await database.db.$count(limits)).toBe(countBefore);
  });
});

describe('proposals.propose with a taken time', () => {
  const slotTakenError = (nextFree: Date[]) => ({
    code: 'CONFLICT',
    message: 'This time is already booked',
    cause: { refusal: { nextFree: nextFree.map((start) => start.toISOString()) } },
  });

  // spec proposals.4 | D Booking | The own old time counts as free; what somebody has is refused with the next three free starts |
  //   src/server/features/bookings/proposals.steps.ts
  test('treats the time of the booking itself as free', async () => {
    const { booking, student } = await createSession(database);
    expect((await propose(student, booking, mondayAt(10))).proposal?.startTime).toEqual(mondayAt(10));
  });

  // spec proposals.4
  test.each(['pending', 'confirmed'] as const)('refuses the time of a %s booking of the tutor, with the next free starts', async (status) => {
    const { booking, student, tutor } = await createSession(database);
    await aBooking(database.db, { tutor, status, startTime: mondayAt(12), endTime: mondayAt(13) });
    await expect(propose(student, booking, mondayAt(11))).rejects.toMatchObject(slotTakenError([mondayAt(13), mondayAt(14), mondayAt(15)]));
    await expect(propose(student, booking, mondayAt(12))).rejects.toMatchObject(slotTakenError([mondayAt(13), mondayAt(14), mondayAt(15)]));
  });

  // spec proposals.4
  test('refuses either party the time of another booking of the student', async () => {
    const { booking, student, tutor } = await createSession(database);
    await aBooking(database.db, { student, startTime: mondayAt(14), endTime: mondayAt(15) });
    for (const person of [student, tutor.user]) {
      await expect(propose(person, booking, mondayAt(13))).rejects.toMatchObject(slotTakenError([mondayAt(15), mondayAt(9, 1), mondayAt(10, 1)]));
    }
  });

  // spec proposals.4
  test('leaves the current start out of the next free starts', async () => {
    const { booking, student, tutor } = await createSession(database, { startTime: mondayAt(12), endTime: mondayAt(14) });
    await aBooking(database.db, { tutor, startTime: mondayAt(9), endTime: mondayAt(11) });
    await expect(propose(student, booking, mondayAt(9))).rejects.toMatchObject(slotTakenError([mondayAt(11), mondayAt(13), mondayAt(14)]));
  });

  test('accepts a time that only touches other bookings or overlaps cancelled ones', async () => {
    const { booking, student, tutor } = await createSession(database);
    await aBooking(database.db, { tutor, status: 'cancelled', startTime: mondayAt(13), endTime: mondayAt(14) });
    await aBooking(database.db, { tutor, startTime: mondayAt(12), endTime: mondayAt(13) });
    await aBooking(database.db, { tutor, startTime: mondayAt(15), endTime: mondayAt(16) });
    expect((await propose(student, booking, mondayAt(13))).proposal?.startTime).toEqual(mondayAt(13));
  });

  // spec proposals.6 | D Booking | The proposed time is not held | src/server/features/bookings/proposals.commands.ts
  test('does not reserve the proposed time', async () => {
    const { booking, student, tutor } = await createSession(database);
    await propose(student, booking, mondayAt(13));
    const otherBooking = await callerAt(await aStudent(database.db)).bookings.request({
      tutorId: tutor.id,
      subjectId: tutor.subjectId,
      startTime: mondayAt(13),
      endTime: mondayAt(14),
      contactNumber: '0771234567',
    });
    expect(otherBooking.status).toBe('pending');
  });
});

describe('a new proposal', () => {
  // spec proposals.5 | D Booking | One open proposal a booking, also in the database; a new one replaces it |
  //   src/server/features/bookings/proposals.commands.ts
  test('replaces the open one of either party', async () => {
    const { booking, student, tutor } = await createSession(database);
    await propose(student, booking, mondayAt(13));
    const oneHourLater = new Date(NOW.getTime() + HOUR);
    await propose(student, booking, mondayAt(14), oneHourLater);
    const { proposal } = await propose(tutor.user, booking, mondayAt(15), new Date(NOW.getTime() + 2 * HOUR));
    expect(proposal).toMatchObject({ by: 'tutor', startTime: mondayAt(15) });
    expect(await listProposals(booking)).toMatchObject([
      { state: 'replaced', settledAt: oneHourLater },
      { state: 'replaced', settledAt: new Date(NOW.getTime() + 2 * HOUR) },
      { state: 'open' },
    ]);
  });

  // spec proposals.5
  test('leaves the open one when it is refused', async () => {
    const { booking, student } = await createSession(database);
    await propose(student, booking, mondayAt(13));
    await expect(propose(student, booking, mondayAt(16))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await listProposals(booking)).toMatchObject([{ state: 'open', startTime: mondayAt(13) }]);
  });

  // spec proposals.15 | D Booking, D Errors | Proposed again by the same party, an open time stays the same proposal: it lapses later, and nobody is told
  //   twice; so a lost answer costs nothing | src/server/features/bookings/proposals.commands.ts
  test('of the same time by the same party is the open one, of which the other party is told once', async () => {
    const { booking, student, tutor } = await createSession(database);
    const first = await propose(tutor.user, booking, mondayAt(13));
    const [mails, notifications] = [await listMailJobs(database), await listNotificationKinds(student)];
    const events = await collectEvents(database, async () => {
      const again = await propose(tutor.user, booking, mondayAt(13), LATER);
      expect(again.proposal).toEqual({ ...first.proposal, lapsesAt: new Date(LATER.getTime() + 24 * HOUR) });
    });
    expect(events).toEqual([]);
    expect(await listMailJobs(database)).toEqual(mails);
    expect(await listNotificationKinds(student)).toEqual(notifications);
    expect(await listProposals(booking)).toMatchObject([{ id: first.proposal?.id, state: 'open' }]);
  });

  // spec proposals.15
  test('of the same time lapses by its later job', async () => {
    const { booking, student } = await createSession(database);
    await propose(student, booking, mondayAt(13));
    await propose(student, booking, mondayAt(13), LATER);
    const { id, lapsesAt } = only(await listProposals(booking));
    const planned = await database.db
      .select()
      .from(jobs)
      .where(like(jobs.key, `proposal.lapse ${id} %`))
      .orderBy(jobs.dueAt);
    expect(planned.map(({ dueAt }) => dueAt)).toEqual([new Date(NOW.getTime() + 24 * HOUR), lapsesAt]);
    for (const { dueAt } of planned) {
      await lapseProposal(contextAs(database, null, { now: () => dueAt }), { proposalId: id });
      expect(await listProposals(booking)).toMatchObject([{ state: dueAt < lapsesAt ? 'open' : 'lapsed' }]);
    }
  });

  // spec proposals.15, proposals.5
  test.each([
    ['by the other party', 'tutor', LATER],
    ['once it has lapsed', 'student', new Date(NOW.getTime() + 24 * HOUR + 1)],
  ] as const)('of the same time replaces the open one %s', async (_, by, at) => {
    const { booking, student, tutor } = await createSession(database);
    await propose(student, booking, mondayAt(13));
    const { proposal } = await propose(by === 'tutor' ? tutor.user : student, booking, mondayAt(13), at);
    expect(proposal).toMatchObject({ by, createdAt: at });
    expect(await listProposals(booking)).toMatchObject([{ state: 'replaced' }, { state: 'open' }]);
  });

  test('of the same time lapses later', async () => {
    const { booking, student } = await createSession(database);
    await propose(student, booking, mondayAt(13));
    const { proposal } = await propose(student, booking, mondayAt(13), LATER);
    expect(proposal?.lapsesAt).toEqual(new Date(LATER.getTime() + 24 * HOUR));
  });
});
