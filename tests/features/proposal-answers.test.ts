import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { subjects } from '#db/schema/catalogue.ts';
import { tutorDaysOff, tutorModes, tutorProfiles, tutorSlots } from '#db/schema/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, type Tutor, type User } from '#tests/support/factories.ts';
import { ANSWERED_AT, afterNow, createProposal, LAPSES_AT, mondayAt, useProposals } from '#tests/support/proposals.ts';

const database = useDatabase();
const { findBooking, findProposal, listNotificationKinds, ...proposals } = useProposals(database);
const callerAt = (person: User, now = ANSWERED_AT) => proposals.callerAt(person, now);
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Proposal not found' };
const NOT_OPEN = { code: 'CONFLICT', message: 'This proposal is no longer open' };

describe('proposals.accept', () => {
  // spec proposals.7 | D Booking | Acceptance re-checks slot, days off and bookings, and moves the booking; price, method and link stay |
  //   src/server/features/bookings/proposals.commands.ts
  test.each(['student', 'tutor'] as const)('moves the session to the time proposed by the %s, and changes nothing else', async (proposedBy) => {
    const { booking, student, tutor, proposer, other, id } = await createProposal(database, {
      by: proposedBy,
      sequence: 3,
      remindedHours: 24,
      meetingLink: 'https://meet.vidya.test/room',
    });
    const result = await callerAt(other).proposals.accept({ id });
    expect(result).toMatchObject({
      status: 'confirmed',
      startTime: mondayAt(13),
      endTime: mondayAt(15),
      duration: 2,
      amount: 1500,
      meetingLink: 'https://meet.vidya.test/room',
      sequence: 4,
      updatedAt: ANSWERED_AT,
      proposal: null,
      moves: [{ at: ANSWERED_AT, from: mondayAt(9), to: mondayAt(13), proposedBy: proposedBy }],
    });
    const { startTime, endTime, sequence, updatedAt, remindedHours, ...unchanged } = await findBooking(booking);
    expect({ startTime, endTime, sequence, updatedAt, remindedHours }).toEqual({
      startTime: mondayAt(13),
      endTime: mondayAt(15),
      sequence: 4,
      updatedAt: ANSWERED_AT,
      remindedHours: null,
    });
    expect(booking).toMatchObject(unchanged);
    expect(await findProposal(id)).toMatchObject({ state: 'accepted', settledAt: ANSWERED_AT });
    expect(await listNotificationKinds(proposer)).toEqual(['booking.moved']);
    expect((await listNotificationKinds(other)).sort()).toEqual(['booking.moved', 'proposal.made']);
    for (const party of [student, tutor.user]) expect(await callerAt(party).bookings.byId({ id: booking.id })).toEqual(result);
  });

  // spec proposals.7
  test('frees the old time', async () => {
    const { tutor, other, id } = await createProposal(database);
    await callerAt(other).proposals.accept({ id });
    await expect(aBooking(database.db, { tutor, startTime: mondayAt(9), endTime: mondayAt(11) })).resolves.toMatchObject({ status: 'pending' });
  });

  // spec proposals.7
  test('accepts a time that overlaps the old one', async () => {
    const { booking, other, id } = await createProposal(database, { to: mondayAt(10) });
    await callerAt(other).proposals.accept({ id });
    expect(await findBooking(booking)).toMatchObject({ startTime: mondayAt(10), endTime: mondayAt(12) });
  });

  test('sends an event to those who watch the tutor', async () => {
    const { tutor, other, id } = await createProposal(database);
    expect(await collectEvents(database, () => callerAt(other).proposals.accept({ id }))).toContain(`tutor:${tutor.id}`);
  });

  test('finds no proposal for anybody but the other party', async () => {
    const { booking, proposer, id } = await createProposal(database);
    const strangers = [proposer, await aStudent(database.db), (await aTutor(database.db)).user, await anAdmin(database.db)];
    for (const stranger of strangers) await expect(callerAt(stranger).proposals.accept({ id })).rejects.toMatchObject(NOT_FOUND);
    await expect(callerAs(database, null).proposals.accept({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await findBooking(booking)).toMatchObject({ startTime: mondayAt(9) });
    expect(await findProposal(id)).toMatchObject({ state: 'open' });
  });

  test('is possible until the proposal lapses, not a millisecond later', async () => {
    const [inTime, expired] = [await createProposal(database), await createProposal(database)];
    await expect(callerAt(expired.other, afterNow(24 * HOUR + 1)).proposals.accept({ id: expired.id })).rejects.toMatchObject(NOT_OPEN);
    expect(await findBooking(expired.booking)).toMatchObject({ startTime: mondayAt(9), sequence: 0 });
    expect(await findProposal(expired.id)).toMatchObject({ state: 'open' });
    expect((await callerAt(inTime.other, LAPSES_AT).proposals.accept({ id: inTime.id })).startTime).toEqual(mondayAt(13));
  });

  test('refuses a second call', async () => {
    const { booking, other, id } = await createProposal(database);
    await callerAt(other).proposals.accept({ id });
    await expect(callerAt(other).proposals.accept({ id })).rejects.toMatchObject(NOT_OPEN);
    expect(await findBooking(booking)).toMatchObject({ sequence: 1 });
  });

  test('refuses a withdrawn, declined or replaced proposal', async () => {
    const [withdrawn, declined, replaced] = [await createProposal(database), await createProposal(database), await createProposal(database)];
    await callerAt(withdrawn.proposer).proposals.withdraw({ id: withdrawn.id });
    await callerAt(declined.other).proposals.decline({ id: declined.id });
    await callerAt(replaced.proposer).proposals.propose({ bookingId: replaced.booking.id, startTime: mondayAt(14) });
    for (const { other, id, booking } of [withdrawn, declined, replaced]) {
      await expect(callerAt(other).proposals.accept({ id })).rejects.toMatchObject(NOT_OPEN);
      expect(await findBooking(booking)).toMatchObject({ startTime: mondayAt(9) });
    }
  });

  test('refuses a proposal that was closed by a cancellation', async () => {
    const { booking, tutor, other, id } = await createProposal(database);
    await callerAt(tutor.user).bookings.setStatus({ id: booking.id, status: 'cancelled', reason: 'I am ill' });
    await expect(callerAt(other).proposals.accept({ id })).rejects.toMatchObject(NOT_OPEN);
    expect(await findProposal(id)).toMatchObject({ state: 'closed', settledAt: ANSWERED_AT });
  });

  // spec proposals.7
  test('is possible on the day itself', async () => {
    const proposedAt = new Date(mondayAt(9).getTime() - 12 * HOUR);
    const { booking, other, id } = await createProposal(database, {
      startTime: mondayAt(9, 2),
      endTime: mondayAt(11, 2),
      to: mondayAt(13),
      at: proposedAt,
    });
    await callerAt(other, new Date(mondayAt(9).getTime() - HOUR)).proposals.accept({ id });
    expect(await findBooking(booking)).toMatchObject({ startTime: mondayAt(13) });
  });
});

describe('proposals.accept after a change', () => {
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
  test.each(changes)('of %s is refused and leaves the proposal open', async (_, change, message) => {
    const { booking, tutor, other, id } = await createProposal(database);
    await change(tutor);
    await expect(callerAt(other).proposals.accept({ id })).rejects.toMatchObject({ message });
    expect(await findBooking(booking)).toMatchObject({ startTime: mondayAt(9), sequence: 0 });
    expect(await findProposal(id)).toMatchObject({ state: 'open' });
  });

  const updateProfile = ({ id }: Tutor, changes: Partial<typeof tutorProfiles.$inferInsert>) =>
    database.db.update(tutorProfiles).set(changes).where(eq(tutorProfiles.id, id));
  const acceptableChanges: [string, (tutor: Tutor) => Promise<unknown>][] = [
    [
      'the learning method is no longer offered',
      ({ entries }) =>
        database.db
          .update(tutorModes)
          .set({ enabled: false })
          .where(eq(tutorModes.tutorSubjectId, entries[0]?.id ?? '')),
    ],
    ['the subject is inactive', ({ subjectId }) => database.db.update(subjects).set({ isActive: false }).where(eq(subjects.id, subjectId))],
    ['the tutor is on vacation', (tutor) => updateProfile(tutor, { vacationMode: true })],
    ['the tutor is rejected', (tutor) => updateProfile(tutor, { verificationStatus: 'rejected' })],
  ];

  test.each(acceptableChanges)('is possible although %s', async (_, change) => {
    for (const proposedBy of ['student', 'tutor'] as const) {
      const { tutor, other, id } = await createProposal(database, { by: proposedBy });
      await change(tutor);
      expect((await callerAt(other).proposals.accept({ id })).startTime).toEqual(mondayAt(13));
    }
  });

  // spec proposals.7
  test.each(['tutor', 'student'] as const)('is refused when the %s has booked the time, with the next free starts', async (party) => {
    const { booking, tutor, student, other, id } = await createProposal(database);
    await aBooking(database.db, { ...(party === 'tutor' ? { tutor } : { student }), startTime: mondayAt(14), endTime: mondayAt(15) });
    await expect(callerAt(other).proposals.accept({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This time is already booked',
      cause: { refusal: { nextFree: [mondayAt(15), mondayAt(9, 1), mondayAt(10, 1)].map((start) => start.toISOString()) } },
    });
    expect(await findBooking(booking)).toMatchObject({ startTime: mondayAt(9), sequence: 0 });
    expect(await findProposal(id)).toMatchObject({ state: 'open' });
    expect(await listNotificationKinds(student)).not.toContain('booking.moved');
  });
});

// spec proposals.9 | D Booking | The other party declines, who has proposed withdraws; each once | src/server/features/bookings/proposals.commands.ts
describe('proposals.decline', () => {
  test('leaves the booking unchanged and notifies the proposer', async () => {
    const { booking, proposer, other, id } = await createProposal(database);
    const result = await callerAt(other).proposals.decline({ id });
    expect(result).toMatchObject({ startTime: mondayAt(9), sequence: 0, proposal: null, moves: [] });
    expect(await findBooking(booking)).toEqual(booking);
    expect(await findProposal(id)).toMatchObject({ state: 'declined', settledAt: ANSWERED_AT });
    expect(await listNotificationKinds(proposer)).toEqual(['proposal.declined']);
    expect(await listNotificationKinds(other)).toEqual(['proposal.made']);
  });

  test('is for the other party only, once, and until the proposal lapses', async () => {
    const { proposer, other, id } = await createProposal(database);
    for (const stranger of [proposer, await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(callerAt(stranger).proposals.decline({ id })).rejects.toMatchObject(NOT_FOUND);
    }
    await expect(callerAt(other, afterNow(24 * HOUR + 1)).proposals.decline({ id })).rejects.toMatchObject(NOT_OPEN);
    await callerAt(other, LAPSES_AT).proposals.decline({ id });
    await expect(callerAt(other).proposals.decline({ id })).rejects.toMatchObject(NOT_OPEN);
  });
});

// spec proposals.9
describe('proposals.withdraw', () => {
  test('notifies nobody, and sends an event to open pages', async () => {
    const { booking, tutor, proposer, other, id } = await createProposal(database);
    const events = await collectEvents(database, () => callerAt(proposer).proposals.withdraw({ id }));
    expect(events).toContain(`tutor:${tutor.id}`);
    expect(await findProposal(id)).toMatchObject({ state: 'withdrawn', settledAt: ANSWERED_AT });
    expect(await listNotificationKinds(proposer)).toEqual([]);
    expect(await listNotificationKinds(other)).toEqual(['proposal.made']);
    expect((await callerAt(other).bookings.byId({ id: booking.id })).proposal).toBeNull();
  });

  test('is for the proposer only, once', async () => {
    const { proposer, other, id } = await createProposal(database);
    for (const stranger of [other, await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(callerAt(stranger).proposals.withdraw({ id })).rejects.toMatchObject(NOT_FOUND);
    }
    await callerAt(proposer).proposals.withdraw({ id });
    await expect(callerAt(proposer).proposals.withdraw({ id })).rejects.toMatchObject(NOT_OPEN);
  });
});

test.each([UNKNOWN, 'x', '', "' or 1=1 --"])('proposals are not found by the id "%s"', async (id) => {
  const student = await aStudent(database.db);
  for (const result of ['accept', 'decline', 'withdraw'] as const)
    await expect(callerAt(student).proposals[result]({ id })).rejects.toMatchObject(NOT_FOUND);
});
