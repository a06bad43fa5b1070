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
import { countDeadlocks } from '#tests/support/races.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
let student: User;
let admin: User;

beforeAll(async () => {
  student = await aStudent(database.db);
  admin = await anAdmin(database.db);
});

const bookingsAs = (person: User | null, now: Date = NOW) => callerAs(database, person, { now: () => now }).bookings;
const msBefore = ({ startTime }: Booking, milliseconds: number) => new Date(startTime.getTime() - milliseconds);
const findBooking = async ({ id }: { id: string }) => only(await database.db.select().from(bookings).where(eq(bookings.id, id)));
const findProfile = async ({ id }: Tutor) => only(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id)));
const listProposalStates = async ({ id }: Booking) => {
  const rows = await database.db.select().from(bookingProposals).where(eq(bookingProposals.bookingId, id)).orderBy(bookingProposals.state);
  return rows.map(({ state, settledAt }) => ({ state, settledAt }));
};
const listNotificationTitles = async ({ id }: User) => (await selectNotifications(database, id).orderBy(notifications.id)).map(({ title }) => title);
async function createMeeting(status: Booking['status'] = 'confirmed') {
  const ownStudent = await aStudent(database.db);
  const tutor = await aTutor(database.db);
  return { own: ownStudent, tutor, booking: await aBooking(database.db, { student: ownStudent, tutor, status }) };
}

describe('cancelBooking', () => {
  // spec cancel.1 | D Booking | Pending or confirmed, before the start, with or without a reason; else "This booking can no longer be cancelled" |
  //   src/server/features/bookings/bookings.commands.ts
  test('cancels with or without a reason, and notifies both parties', async () => {
    const ownStudent = await aStudent(database.db);
    const tutor = await aTutor(database.db);
    const request = await aBooking(database.db, { student: ownStudent, tutor });
    expect(await bookingsAs(ownStudent).cancel({ id: request.id, reason: ' I am ill ' })).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'I am ill',
    });
    expect(await findBooking(request)).toMatchObject({
      cancelledBy: 'student',
      cancelledAt: NOW,
      updatedAt: NOW,
      sequence: 1,
      paymentStatus: 'pending',
    });
    expect([await listNotificationTitles(ownStudent), await listNotificationTitles(tutor.user)]).toEqual([
      ['Booking Cancelled'],
      ['Booking Cancelled'],
    ]);

    const confirmed = await aBooking(database.db, { student: ownStudent, tutor, status: 'confirmed' });
    expect((await bookingsAs(ownStudent).cancel({ id: confirmed.id, reason: '   ' })).cancellationReason).toBeNull();
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
    'stores the refund of a %s booking cancelled %s before the start',
    async (status, _, milliseconds, refundCents, retainedCents, platformFeeCents) => {
      const { own: ownStudent, booking } = await createMeeting(status);
      await bookingsAs(ownStudent, msBefore(booking, milliseconds)).cancel({ id: booking.id });
      expect(await findBooking(booking)).toMatchObject({ status: 'cancelled', refundCents, retainedCents, platformFeeCents });
    },
  );

  // spec cancel.1
  test('refuses a second cancellation and changes nothing', async () => {
    const { own: ownStudent, booking } = await createMeeting();
    await bookingsAs(ownStudent).cancel({ id: booking.id, reason: 'First' });
    const afterFirst = await findBooking(booking);
    await expect(bookingsAs(ownStudent).cancel({ id: booking.id, reason: 'Second' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This booking can no longer be cancelled',
    });
    expect(await findBooking(booking)).toEqual(afterFirst);
  });

  // spec cancel.1
  test.each([
    ['pending', 'at the start', 0],
    ['confirmed', 'at the start', 0],
    ['confirmed', 'during the session', -HOUR / 2],
    ['completed', 'before its start', HOUR],
  ] as const)('refuses a %s booking %s', async (status, _, milliseconds) => {
    const { own: ownStudent, booking } = await createMeeting(status);
    await expect(bookingsAs(ownStudent, msBefore(booking, milliseconds)).cancel({ id: booking.id })).rejects.toThrow(
      'This booking can no longer be cancelled',
    );
    expect((await findBooking(booking)).status).toBe(status);
  });

  // spec cancel.1
  test.each([
    ['a visitor', 'UNAUTHORIZED', 'Authentication required'],
    ['another student', 'NOT_FOUND', 'Booking not found'],
    ['its tutor', 'FORBIDDEN', 'Only students can cancel their bookings here'],
    ['an admin', 'FORBIDDEN', 'Only students can cancel their bookings here'],
  ])('refuses %s', async (role, code, message) => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    const people: Record<string, User | null> = { 'a visitor': null, 'another student': student, 'its tutor': tutor.user, 'an admin': admin };
    await expect(bookingsAs(people[role] ?? null).cancel({ id: booking.id })).rejects.toMatchObject({ code, message });
    expect((await findBooking(booking)).status).toBe('pending');
  });

  // spec cancel.1
  test.each(['1', UNKNOWN])('does not find the id %s', async (id) => {
    await expect(bookingsAs(student).cancel({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
  });

  // spec cancel.1
  test('refuses a reason longer than a thousand characters', async () => {
    const { own: ownStudent, booking } = await createMeeting('pending');
    await expect(bookingsAs(ownStudent).cancel({ id: booking.id, reason: 'x'.repeat(1001) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Cancellation reason cannot be longer than 1000 characters'),
    });
  });

  // spec cancel.6 | D Booking | Two clicks cancel once; beside a confirmation or a cancellation by the tutor one of the two holds, and nobody waits
  //   in a circle | src/db/locks.ts
  test('accepts one of three identical calls at once, and notifies once', async () => {
    const { own: ownStudent, booking } = await createMeeting();
    const results = await Promise.allSettled([1, 2, 3].map(() => bookingsAs(ownStudent).cancel({ id: booking.id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await findBooking(booking)).toMatchObject({ status: 'cancelled', sequence: 1 });
    expect(await listNotificationTitles(ownStudent)).toEqual(['Booking Cancelled']);
  });

  // spec cancel.6
  test('cancels while the tutor confirms, without a deadlock', async () => {
    const deadlocksBefore = await countDeadlocks(database);
    const tutor = await aTutor(database.db);
    for (const day of Array.from({ length: 10 }).keys()) {
      const booking = await aBooking(database.db, { student, tutor, startTime: new Date(NEXT_MONDAY_NINE.getTime() + (day + 1) * 24 * HOUR) });
      const [cancellation] = await Promise.allSettled([
        bookingsAs(student).cancel({ id: booking.id }),
        bookingsAs(tutor.user).setStatus({ id: booking.id, status: 'confirmed' }),
      ]);
      expect(cancellation?.status).toBe('fulfilled');
      expect((await findBooking(booking)).status).toBe('cancelled');
    }
    expect(await countDeadlocks(database)).toBe(deadlocksBefore);
  });

  // spec cancel.6
  test('accepts one of two cancellations by student and tutor at once, without a deadlock', async () => {
    const deadlocksBefore = await countDeadlocks(database);
    const tutor = await aTutor(database.db);
    for (const day of Array.from({ length: 10 }).keys()) {
      const startTime = new Date(NEXT_MONDAY_NINE.getTime() + (day + 20) * 24 * HOUR);
      const { id } = await aBooking(database.db, { student, tutor, status: 'confirmed', startTime });
      const results = await Promise.allSettled([
        bookingsAs(student).cancel({ id }),
        bookingsAs(tutor.user).setStatus({ id, status: 'cancelled', reason: 'I am ill' }),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await findBooking({ id })).sequence).toBe(1);
    }
    expect(await countDeadlocks(database)).toBe(deadlocksBefore);
  });

  // spec cancel.7 | D Booking | A cancelled booking blocks no new one, and the tutor’s figures follow in the same transaction |
  //   src/server/features/bookings/bookings.steps.ts
  test('frees the time, also for the same student', async () => {
    const ownStudent = await aStudent(database.db);
    const tutor = await aTutor(database.db);
    const input = {
      tutorId: tutor.id,
      subjectId: tutor.subjectId,
      startTime: NEXT_MONDAY_NINE,
      endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR),
    };
    const first = await bookingsAs(ownStudent).request({ ...input, contactNumber: '0771234567' });
    await bookingsAs(ownStudent).cancel({ id: first.id });
    expect((await bookingsAs(ownStudent).request({ ...input, contactNumber: '0771234567' })).status).toBe('pending');
  });

  // spec cancel.7
  test("updates the tutor's counters in the same transaction", async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { student, tutor, status: 'confirmed', startTime: new Date(NOW.getTime() + 3 * HOUR) });
    expect((await findProfile(tutor)).totalStudents).toBe(1);
    await bookingsAs(student).cancel({ id: booking.id });
    expect((await findProfile(tutor)).totalStudents).toBe(0);
    expect((await callerAs(database, tutor.user).tutors.stats({ id: tutor.id })).cancellationCharges).toBe(750);
  });
});

// spec cancel.8 | D Booking | Another time that was proposed is closed with it | src/server/features/bookings/bookings.steps.ts
describe('an open proposal', () => {
  test.each(['student', 'tutor'] as const)('is closed when the %s cancels; a declined one stays declined', async (role) => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { student, tutor, status: 'confirmed' });
    await aProposal(database.db, { booking, state: 'declined' });
    await aProposal(database.db, { booking });
    const { booking: untouched } = await createMeeting();
    await aProposal(database.db, { booking: untouched });
    const now = new Date(NOW.getTime() + HOUR);
    if (role === 'student') await bookingsAs(student, now).cancel({ id: booking.id });
    else await bookingsAs(tutor.user, now).setStatus({ id: booking.id, status: 'cancelled', reason: 'I am ill' });
    expect(await listProposalStates(booking)).toEqual([
      { state: 'declined', settledAt: NOW },
      { state: 'closed', settledAt: now },
    ]);
    expect(await listProposalStates(untouched)).toEqual([{ state: 'open', settledAt: null }]);
  });

  test('stays open when the booking is confirmed, and is closed when it is completed', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    await aProposal(database.db, { booking });
    await bookingsAs(tutor.user).setStatus({ id: booking.id, status: 'confirmed' });
    expect(await listProposalStates(booking)).toEqual([{ state: 'open', settledAt: null }]);
    await bookingsAs(tutor.user, booking.endTime).setStatus({ id: booking.id, status: 'completed' });
    expect(await listProposalStates(booking)).toEqual([{ state: 'closed', settledAt: booking.endTime }]);
  });
});

// spec calendar.3 | D Calendar | SEQUENCE rises with every change of time, status or link | src/server/features/bookings/bookings.steps.ts
test('confirming, changing the link and completing raise the sequence of a booking', async () => {
  const tutor = await aTutor(database.db);
  const booking = await aBooking(database.db, { student: await aStudent(database.db), tutor });
  const findSequence = async () => (await findBooking(booking)).sequence;
  expect(await findSequence()).toBe(0);
  await bookingsAs(tutor.user).setStatus({ id: booking.id, status: 'confirmed' });
  expect(await findSequence()).toBe(1);
  await bookingsAs(tutor.user).setMeetingLink({ id: booking.id, meetingLink: 'https://meet.vidya.test/mine' });
  expect(await findSequence()).toBe(2);
  await bookingsAs(tutor.user, booking.endTime).setStatus({ id: booking.id, status: 'completed' });
  expect(await findSequence()).toBe(3);
});

describe('changeStatus', () => {
  test('lets a tutor confirm, complete, and cancel with a reason', async () => {
    const tutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor });
    expect(await bookingsAs(tutor.user).changeStatus({ id: booking.id, status: 'confirmed' })).toMatchObject({
      status: 'confirmed',
      meetingLink: expect.stringContaining('https://meet.vidya.test/vidya-'),
    });
    await expect(bookingsAs(tutor.user).changeStatus({ id: booking.id, status: 'cancelled' })).rejects.toThrow('Please give a reason for cancelling');
    await expect(bookingsAs(tutor.user).changeStatus({ id: booking.id, status: 'completed' })).rejects.toThrow('This session has not ended yet');
    const completed = await bookingsAs(tutor.user, booking.endTime).changeStatus({ id: booking.id, status: 'completed' });
    expect(completed.status).toBe('completed');
    const other = await aBooking(database.db, { tutor });
    const cancelled = await bookingsAs(tutor.user).changeStatus({ id: other.id, status: 'cancelled', reason: 'I am ill' });
    expect(cancelled).toMatchObject({ status: 'cancelled', cancellationReason: 'I am ill' });
  });

  // spec states.34 | D Booking | Student: pending or confirmed to cancelled, before the start, and no other move |
  //   src/shared/domain/booking-lifecycle.ts
  test('lets a student cancel, with the refund of the Terms', async () => {
    const { own: ownStudent, booking } = await createMeeting();
    const now = msBefore(booking, 3 * HOUR);
    expect(await bookingsAs(ownStudent, now).changeStatus({ id: booking.id, status: 'cancelled', reason: 'Ill' })).toMatchObject({
      status: 'cancelled',
      cancellationReason: 'Ill',
    });
    expect(await findBooking(booking)).toMatchObject({ cancelledBy: 'student', refundCents: 75_000 });
    await expect(bookingsAs(ownStudent, now).changeStatus({ id: booking.id, status: 'cancelled' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  // spec states.34
  test.each(['confirmed', 'completed'] as const)('refuses a student the status %s', async (status) => {
    const { own: ownStudent, booking } = await createMeeting('pending');
    await expect(bookingsAs(ownStudent).changeStatus({ id: booking.id, status })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only tutors can confirm or complete bookings',
    });
  });

  // spec states.34
  test.each(['confirmed', 'completed', 'cancelled'] as const)('finds no booking of others for the status %s', async (status) => {
    const { id } = await aBooking(database.db);
    const other = await aTutor(database.db);
    for (const person of [student, other.user]) {
      for (const bookingId of [id, UNKNOWN, '1']) {
        await expect(bookingsAs(person).changeStatus({ id: bookingId, status, reason: 'Mine' })).rejects.toMatchObject({
          code: 'NOT_FOUND',
          message: 'Booking not found',
        });
      }
    }
  });

  // spec states.34
  test.each(['confirmed', 'completed', 'cancelled'] as const)('refuses admins the status %s', async (status) => {
    const { id } = await aBooking(database.db);
    await expect(bookingsAs(admin).changeStatus({ id, status })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only students and tutors can change booking statuses',
    });
  });

  // spec states.34
  test('refuses callers without login or role, and unknown statuses', async () => {
    const { id } = await aBooking(database.db);
    await expect(bookingsAs(null).changeStatus({ id, status: 'cancelled' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(bookingsAs(await aUser(database.db, { role: null })).changeStatus({ id, status: 'cancelled' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    for (const status of ['pending', 'done']) {
      // As a client of another version might send.
      await expect(bookingsAs(student).changeStatus({ id, status: status as 'cancelled' })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining('Invalid booking status'),
      });
    }
  });
});

describe('sendReminder', () => {
  // spec mail.21 | R §8 | A reminder that a tutor or an admin asks for goes to both parties, now |
  //   src/server/features/bookings/bookings.commands.ts
  test.each(['its tutor', 'an admin'])('notifies both parties for %s, and leaves scheduled reminders alone', async (role) => {
    const { own: ownStudent, tutor, booking } = await createMeeting();
    const result = await bookingsAs(role === 'an admin' ? admin : tutor.user).sendReminder({ id: booking.id });
    expect(result).toEqual({ message: 'Reminder sent successfully' });
    for (const { id } of [ownStudent, tutor.user]) {
      expect(await selectNotifications(database, id)).toMatchObject([
        {
          title: 'Session Reminder',
          message: `Your session for ${booking.subjectName} begins on Mon, 9 Mar 2026, 9:00 AM.`,
          action: { label: 'View Booking', url: `/bookings/${booking.id}` },
        },
      ]);
    }
    expect(await findBooking(booking)).toEqual(booking);
  });

  // spec mail.21
  test.each([
    ['a visitor', 'UNAUTHORIZED', 'Authentication required'],
    ['its student', 'FORBIDDEN', 'Only tutors can send reminders'],
    ['another student', 'FORBIDDEN', 'Only tutors can send reminders'],
    ['another tutor', 'NOT_FOUND', 'Booking not found'],
  ])('refuses %s as sender', async (role, code, message) => {
    const { own: ownStudent, booking } = await createMeeting();
    const people: Record<string, User | null> = {
      'a visitor': null,
      'its student': ownStudent,
      'another student': student,
      'another tutor': (await aTutor(database.db)).user,
    };
    await expect(bookingsAs(people[role] ?? null).sendReminder({ id: booking.id })).rejects.toMatchObject({ code, message });
    expect(await listNotificationTitles(ownStudent)).toEqual([]);
  });

  // spec mail.21
  test.each([
    ['pending', HOUR],
    ['cancelled', HOUR],
    ['completed', HOUR],
    ['confirmed', 0],
    ['confirmed', -1],
  ] as const)('refuses a %s booking %d ms before the start', async (status, milliseconds) => {
    const { own: ownStudent, tutor, booking } = await createMeeting(status);
    await expect(bookingsAs(tutor.user, msBefore(booking, milliseconds)).sendReminder({ id: booking.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Reminders can only be sent for upcoming confirmed bookings',
    });
    expect(await listNotificationTitles(ownStudent)).toEqual([]);
  });

  test.each(['1', UNKNOWN])('does not find the booking id %s', async (id) => {
    await expect(bookingsAs(admin).sendReminder({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
  });

  // spec rest-limits.20 | S4 | Reminders that somebody asks for: 5 an hour for one booking | src/server/features/bookings/bookings.router.ts
  test('is limited to five an hour for each booking, however its id is written', async () => {
    const { tutor, booking } = await createMeeting();
    const start = new Date(booking.startTime.getTime() + 2 * HOUR);
    const other = await aBooking(database.db, { tutor, status: 'confirmed', startTime: start });
    for (const id of Array.from({ length: 5 }, () => booking.id)) await bookingsAs(tutor.user).sendReminder({ id });
    const refusal = { code: 'TOO_MANY_REQUESTS', message: 'Too many requests. Please try again later.' };
    await expect(bookingsAs(tutor.user).sendReminder({ id: booking.id })).rejects.toMatchObject(refusal);
    await expect(bookingsAs(tutor.user).sendReminder({ id: booking.id.toUpperCase() })).rejects.toMatchObject(refusal);
    await bookingsAs(tutor.user).sendReminder({ id: other.id });
    await bookingsAs(tutor.user, new Date(NOW.getTime() + HOUR)).sendReminder({ id: booking.id });
  });

  test('does not count refused calls towards the limit', async () => {
    const { own: ownStudent, tutor, booking } = await createMeeting('pending');
    const deadlocksBefore = await database.db.$count(limits);
    for (const _ of Array.from({ length: 6 })) {
      await expect(bookingsAs(tutor.user).sendReminder({ id: booking.id })).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(bookingsAs(ownStudent).sendReminder({ id: booking.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(bookingsAs(tutor.user).sendReminder({ id: UNKNOWN })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await database.db.$count(limits)).toBe(deadlocksBefore);
    await database.db.update(bookings).set({ status: 'confirmed' }).where(eq(bookings.id, booking.id));
    await bookingsAs(tutor.user).sendReminder({ id: booking.id });
  });
});
