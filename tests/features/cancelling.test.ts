import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { limits } from '#db/schema/access.ts';
import { bookingProposals, bookings } from '#db/schema/bookings.ts';
import { notifications } from '#db/schema/notifications.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  anAdmin,
  aProposal,
  aStudent,
  aTutor,
  aUser,
  type Booking,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  type Tutor,
  type User,
} from '#tests/support/factories.ts';
import { deadlocksIn } from '#tests/support/races.ts';

const database = useDatabase();
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
let student: User;
let admin: User;

beforeAll(async () => {
  student = await aStudent(database.db);
  admin = await anAdmin(database.db);
});

const as = (person: User | null, now: Date = NOW) => callerAs(database, person, { now: () => now }).bookings;
const ahead = ({ startTime }: Booking, ms: number) => new Date(startTime.getTime() - ms);
const stored = async ({ id }: { id: string }) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));
const profileOf = async ({ id }: Tutor) => only(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id)));
const proposalStates = async ({ id }: Booking) => {
  const rows = await database.db.select().from(bookingProposals).where(eq(bookingProposals.bookingId, id)).orderBy(bookingProposals.state);
  return rows.map(({ state, settledAt }) => ({ state, settledAt }));
};
const titlesOf = async ({ id }: User) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, id)).orderBy(notifications.id)).map(({ title }) => title);
/** With a student and a tutor of its own. */
async function aMeeting(status: Booking['status'] = 'confirmed') {
  const own = await aStudent(database.db);
  const tutor = await aTutor(database.db);
  return { own, tutor, booking: await aBooking(database.db, { student: own, tutor, status }) };
}

describe('a student cancels', () => {
  // spec cancel.1 | D Booking | Pending or confirmed, before the start, with or without a reason; else "This booking can no longer be cancelled" |
  //   src/server/features/bookings/bookings.commands.ts
  test('one of the own, with or without a reason, and both parties are told', async () => {
    const own = await aStudent(database.db);
    const tutor = await aTutor(database.db);
    const asked = await aBooking(database.db, { student: own, tutor });
    expect(await as(own).cancel({ id: asked.id, reason: ' I am ill ' })).toMatchObject({ status: 'cancelled', cancellationReason: 'I am ill' });
    expect(await stored(asked)).toMatchObject({ cancelledBy: 'student', cancelledAt: NOW, updatedAt: NOW, sequence: 1, paymentStatus: 'pending' });
    expect([await titlesOf(own), await titlesOf(tutor.user)]).toEqual([['Booking Cancelled'], ['Booking Cancelled']]);

    const confirmed = await aBooking(database.db, { student: own, tutor, status: 'confirmed' });
    expect((await as(own).cancel({ id: confirmed.id, reason: '   ' })).cancellationReason).toBeNull();
  });

  // spec cancel.2 | C §9, D Booking | By the bands of the Terms, exactly 24 h and exactly 2 h before included; the booking keeps the figures |
  //   src/shared/domain/cancellation.ts
  test.each([
    ['confirmed', 'a millisecond more than 24 hours', 24 * HOUR + 1, 150_000, 0, 0],
    ['confirmed', '24 hours', 24 * HOUR, 75_000, 75_000, 11_250],
    ['confirmed', '2 hours', 2 * HOUR, 75_000, 75_000, 11_250],
    ['confirmed', 'a millisecond less than 2 hours', 2 * HOUR - 1, 0, 150_000, 22_500],
    ['confirmed', 'a millisecond', 1, 0, 150_000, 22_500],
    ['pending', 'a millisecond', 1, 150_000, 0, 0],
  ] as const)(
    'what is %s %s before the start: the booking keeps the figures',
    async (status, _, notice, refundCents, retainedCents, platformFeeCents) => {
      const { own, booking } = await aMeeting(status);
      await as(own, ahead(booking, notice)).cancel({ id: booking.id });
      expect(await stored(booking)).toMatchObject({ status: 'cancelled', refundCents, retainedCents, platformFeeCents });
    },
  );

  // spec cancel.1
  test('no second time, and nothing changes by trying', async () => {
    const { own, booking } = await aMeeting();
    await as(own).cancel({ id: booking.id, reason: 'First' });
    const once = await stored(booking);
    await expect(as(own).cancel({ id: booking.id, reason: 'Second' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This booking can no longer be cancelled',
    });
    expect(await stored(booking)).toEqual(once);
  });

  // spec cancel.1
  test.each([
    ['pending', 'at the start', 0],
    ['confirmed', 'at the start', 0],
    ['confirmed', 'under way', -HOUR / 2],
    ['completed', 'before its start', HOUR],
  ] as const)('nothing that is %s, %s', async (status, _, notice) => {
    const { own, booking } = await aMeeting(status);
    await expect(as(own, ahead(booking, notice)).cancel({ id: booking.id })).rejects.toThrow('This booking can no longer be cancelled');
    expect((await stored(booking)).status).toBe(status);
  });

  // spec cancel.1
  test.each([
    ['nobody', 'UNAUTHORIZED', 'Authentication required'],
    ['another student', 'NOT_FOUND', 'Booking not found'],
    ['its tutor', 'FORBIDDEN', 'Only students can cancel their bookings here'],
    ['an admin', 'FORBIDDEN', 'Only students can cancel their bookings here'],
  ])('and %s does not cancel it', async (who, code, message) => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    const people: Record<string, User | null> = { nobody: null, 'another student': student, 'its tutor': tutor.user, 'an admin': admin };
    await expect(as(people[who] ?? null).cancel({ id: booking.id })).rejects.toMatchObject({ code, message });
    expect((await stored(booking)).status).toBe('pending');
  });

  // spec cancel.1
  test.each(['1', UNKNOWN])('no booking with the id %s', async (id) => {
    await expect(as(student).cancel({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
  });

  // spec cancel.1
  test('with no reason longer than a thousand characters', async () => {
    const { own, booking } = await aMeeting('pending');
    await expect(as(own).cancel({ id: booking.id, reason: 'x'.repeat(1001) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Cancellation reason cannot be longer than 1000 characters'),
    });
  });

  // spec cancel.6 | D Booking | Two clicks cancel once; beside a confirmation or a cancellation by the tutor one of the two holds, and nobody waits
  //   in a circle | src/db/locks.ts
  test('by two clicks once: everybody is told once', async () => {
    const { own, booking } = await aMeeting();
    const answers = await Promise.allSettled([1, 2, 3].map(() => as(own).cancel({ id: booking.id })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stored(booking)).toMatchObject({ status: 'cancelled', sequence: 1 });
    expect(await titlesOf(own)).toEqual(['Booking Cancelled']);
  });

  // spec cancel.6
  test('while the tutor confirms: it is cancelled whoever comes first, and nobody waits for the other for ever', async () => {
    const before = await deadlocksIn(database);
    const tutor = await aTutor(database.db);
    for (const day of Array.from({ length: 10 }).keys()) {
      const booking = await aBooking(database.db, { student, tutor, startTime: new Date(NEXT_MONDAY_NINE.getTime() + (day + 1) * 24 * HOUR) });
      const [cancelling] = await Promise.allSettled([
        as(student).cancel({ id: booking.id }),
        as(tutor.user).setStatus({ id: booking.id, status: 'confirmed' }),
      ]);
      expect(cancelling?.status).toBe('fulfilled');
      expect((await stored(booking)).status).toBe('cancelled');
    }
    expect(await deadlocksIn(database)).toBe(before);
  });

  // spec cancel.6
  test('while the tutor cancels, too: one of the two does, and neither waits for the other', async () => {
    const before = await deadlocksIn(database);
    const tutor = await aTutor(database.db);
    for (const day of Array.from({ length: 10 }).keys()) {
      const startTime = new Date(NEXT_MONDAY_NINE.getTime() + (day + 20) * 24 * HOUR);
      const { id } = await aBooking(database.db, { student, tutor, status: 'confirmed', startTime });
      const answers = await Promise.allSettled([
        as(student).cancel({ id }),
        as(tutor.user).setStatus({ id, status: 'cancelled', reason: 'I am ill' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await stored({ id })).sequence).toBe(1);
    }
    expect(await deadlocksIn(database)).toBe(before);
  });

  // spec cancel.7 | D Booking | A cancelled booking blocks no new one, and the tutor’s figures follow in the same transaction |
  //   src/server/features/bookings/bookings.steps.ts
  test('and the time is free again, for the same student too', async () => {
    const own = await aStudent(database.db);
    const tutor = await aTutor(database.db);
    const wish = { tutorId: tutor.id, subjectId: tutor.subjectId, startTime: NEXT_MONDAY_NINE, endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR) };
    const first = await as(own).request({ ...wish, contactNumber: '0771234567' });
    await as(own).cancel({ id: first.id });
    expect((await as(own).request({ ...wish, contactNumber: '0771234567' })).status).toBe('pending');
  });

  // spec cancel.7
  test('and the figures of the tutor follow in the same transaction', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { student, tutor, status: 'confirmed', startTime: new Date(NOW.getTime() + 3 * HOUR) });
    expect((await profileOf(tutor)).totalStudents).toBe(1);
    await as(student).cancel({ id: booking.id });
    expect((await profileOf(tutor)).totalStudents).toBe(0);
    expect((await callerAs(database, tutor.user).tutors.stats({ id: tutor.id })).cancellationCharges).toBe(750);
  });
});

// spec cancel.8 | D Booking | Another time that was proposed is closed with it | src/server/features/bookings/bookings.steps.ts
describe('another time that was proposed', () => {
  test.each(['student', 'tutor'] as const)('is closed when the %s cancels, and what was answered stays as it was', async (by) => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { student, tutor, status: 'confirmed' });
    await aProposal(database.db, { booking, state: 'declined' });
    await aProposal(database.db, { booking });
    const { booking: untouched } = await aMeeting();
    await aProposal(database.db, { booking: untouched });
    const now = new Date(NOW.getTime() + HOUR);
    if (by === 'student') await as(student, now).cancel({ id: booking.id });
    else await as(tutor.user, now).setStatus({ id: booking.id, status: 'cancelled', reason: 'I am ill' });
    expect(await proposalStates(booking)).toEqual([
      { state: 'declined', settledAt: NOW },
      { state: 'closed', settledAt: now },
    ]);
    expect(await proposalStates(untouched)).toEqual([{ state: 'open', settledAt: null }]);
  });

  test('is closed when the session is completed, and open after a confirmation', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    await aProposal(database.db, { booking });
    await as(tutor.user).setStatus({ id: booking.id, status: 'confirmed' });
    expect(await proposalStates(booking)).toEqual([{ state: 'open', settledAt: null }]);
    await as(tutor.user, booking.endTime).setStatus({ id: booking.id, status: 'completed' });
    expect(await proposalStates(booking)).toEqual([{ state: 'closed', settledAt: booking.endTime }]);
  });
});

// spec calendar.3 | D Calendar | SEQUENCE rises with every change of time, status or link | src/server/features/bookings/bookings.steps.ts
test('the sequence of a booking rises with its confirmation, a new link and its end', async () => {
  const tutor = await aTutor(database.db);
  const booking = await aBooking(database.db, { student: await aStudent(database.db), tutor });
  const sequence = async () => (await stored(booking)).sequence;
  expect(await sequence()).toBe(0);
  await as(tutor.user).setStatus({ id: booking.id, status: 'confirmed' });
  expect(await sequence()).toBe(1);
  await as(tutor.user).setMeetingLink({ id: booking.id, meetingLink: 'https://meet.vidya.test/mine' });
  expect(await sequence()).toBe(2);
  await as(tutor.user, booking.endTime).setStatus({ id: booking.id, status: 'completed' });
  expect(await sequence()).toBe(3);
});

describe('a change of status by the role of the caller', () => {
  test('a tutor confirms and completes, and cancels with a reason', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    expect(await as(tutor.user).changeStatus({ id: booking.id, status: 'confirmed' })).toMatchObject({
      status: 'confirmed',
      meetingLink: expect.stringContaining('https://meet.vidya.test/vidya-'),
    });
    await expect(as(tutor.user).changeStatus({ id: booking.id, status: 'cancelled' })).rejects.toThrow('Please give a reason for cancelling');
    await expect(as(tutor.user).changeStatus({ id: booking.id, status: 'completed' })).rejects.toThrow('This session has not ended yet');
    const completed = await as(tutor.user, booking.endTime).changeStatus({ id: booking.id, status: 'completed' });
    expect(completed.status).toBe('completed');
    const other = await aBooking(database.db, { tutor });
    const cancelled = await as(tutor.user).changeStatus({ id: other.id, status: 'cancelled', reason: 'I am ill' });
    expect(cancelled).toMatchObject({ status: 'cancelled', cancellationReason: 'I am ill' });
  });

  // spec states.34 | D Booking | Student: pending or confirmed to cancelled, before the start, and no other move |
  //   src/shared/domain/booking-lifecycle.ts
  test('a student cancels, by the bands', async () => {
    const { own, booking } = await aMeeting();
    const now = ahead(booking, 3 * HOUR);
    expect(await as(own, now).changeStatus({ id: booking.id, status: 'cancelled', reason: 'Ill' })).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'Ill',
    });
    expect(await stored(booking)).toMatchObject({ cancelledBy: 'student', refundCents: 75_000 });
    await expect(as(own, now).changeStatus({ id: booking.id, status: 'cancelled' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  // spec states.34
  test.each(['confirmed', 'completed'] as const)('a student makes nothing %s', async (status) => {
    const { own, booking } = await aMeeting('pending');
    await expect(as(own).changeStatus({ id: booking.id, status })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only tutors can confirm or complete bookings',
    });
  });

  // spec states.34
  test.each(['confirmed', 'completed', 'cancelled'] as const)('%s: what is not theirs is not there for students and tutors', async (status) => {
    const { id } = await aBooking(database.db);
    const other = await aTutor(database.db);
    for (const person of [student, other.user]) {
      for (const of of [id, UNKNOWN, '1']) {
        await expect(as(person).changeStatus({ id: of, status, reason: 'Mine' })).rejects.toMatchObject({
          code: 'NOT_FOUND',
          message: 'Booking not found',
        });
      }
    }
  });

  // spec states.34
  test.each(['confirmed', 'completed', 'cancelled'] as const)('%s: an admin looks on', async (status) => {
    const { id } = await aBooking(database.db);
    await expect(as(admin).changeStatus({ id, status })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only students and tutors can change booking statuses',
    });
  });

  // spec states.34
  test('nobody without a login or a role, and nothing to a status that there is not', async () => {
    const { id } = await aBooking(database.db);
    await expect(as(null).changeStatus({ id, status: 'cancelled' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(as(await aUser(database.db, { role: null })).changeStatus({ id, status: 'cancelled' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    for (const status of ['pending', 'done']) {
      // The input that a client of another version might send.
      await expect(as(student).changeStatus({ id, status: status as 'cancelled' })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining('Invalid booking status'),
      });
    }
  });
});

describe('a reminder that somebody asks for', () => {
  // spec mail.21 | R §8 | A reminder that a tutor or an admin asks for goes to both parties, now |
  //   src/server/features/bookings/bookings.commands.ts
  test.each(['its tutor', 'an admin'])('goes to both parties, from %s, and leaves those of the clock alone', async (who) => {
    const { own, tutor, booking } = await aMeeting();
    const answer = await as(who === 'an admin' ? admin : tutor.user).sendReminder({ id: booking.id });
    expect(answer).toEqual({ message: 'Reminder sent successfully' });
    for (const { id } of [own, tutor.user]) {
      expect(await database.db.select().from(notifications).where(eq(notifications.userId, id))).toMatchObject([
        {
          title: 'Session Reminder',
          message: `Your session for ${booking.subjectName} begins on Mon, 9 Mar 2026, 9:00 AM.`,
          action: { label: 'View Booking', url: `/bookings/${booking.id}` },
        },
      ]);
    }
    expect(await stored(booking)).toEqual(booking);
  });

  // spec mail.21
  test.each([
    ['nobody', 'UNAUTHORIZED', 'Authentication required'],
    ['its student', 'FORBIDDEN', 'Only tutors can send reminders'],
    ['another student', 'FORBIDDEN', 'Only tutors can send reminders'],
    ['another tutor', 'NOT_FOUND', 'Booking not found'],
  ])('does not come from %s', async (who, code, message) => {
    const { own, booking } = await aMeeting();
    const people: Record<string, User | null> = {
      nobody: null,
      'its student': own,
      'another student': student,
      'another tutor': (await aTutor(database.db)).user,
    };
    await expect(as(people[who] ?? null).sendReminder({ id: booking.id })).rejects.toMatchObject({ code, message });
    expect(await titlesOf(own)).toEqual([]);
  });

  // spec mail.21
  test.each([
    ['pending', HOUR],
    ['cancelled', HOUR],
    ['completed', HOUR],
    ['confirmed', 0],
    ['confirmed', -1],
  ] as const)('is none for what is %s %d ms before the start', async (status, notice) => {
    const { own, tutor, booking } = await aMeeting(status);
    await expect(as(tutor.user, ahead(booking, notice)).sendReminder({ id: booking.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Reminders can only be sent for upcoming confirmed bookings',
    });
    expect(await titlesOf(own)).toEqual([]);
  });

  test.each(['1', UNKNOWN])('is none for the id %s', async (id) => {
    await expect(as(admin).sendReminder({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
  });

  // spec rest-limits.20 | S4 | Reminders that somebody asks for: 5 an hour for one booking | src/server/features/bookings/bookings.router.ts
  test('goes out five times an hour for one booking, however its id is written, and for another as often', async () => {
    const { tutor, booking } = await aMeeting();
    const start = new Date(booking.startTime.getTime() + 2 * HOUR);
    const other = await aBooking(database.db, { tutor, status: 'confirmed', startTime: start });
    for (const id of Array.from({ length: 5 }, () => booking.id)) await as(tutor.user).sendReminder({ id });
    const refusal = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' };
    await expect(as(tutor.user).sendReminder({ id: booking.id })).rejects.toMatchObject(refusal);
    await expect(as(tutor.user).sendReminder({ id: booking.id.toUpperCase() })).rejects.toMatchObject(refusal);
    await as(tutor.user).sendReminder({ id: other.id });
    await as(tutor.user, new Date(NOW.getTime() + HOUR)).sendReminder({ id: booking.id });
  });

  test('counts for nothing where it cannot go out, however often it is asked for', async () => {
    const { own, tutor, booking } = await aMeeting('pending');
    const before = await database.db.$count(limits);
    for (const _ of Array.from({ length: 6 })) {
      await expect(as(tutor.user).sendReminder({ id: booking.id })).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(as(own).sendReminder({ id: booking.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(as(tutor.user).sendReminder({ id: UNKNOWN })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await database.db.$count(limits)).toBe(before);
    await database.db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, booking.id));
    await as(tutor.user).sendReminder({ id: booking.id });
  });
});
