import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { PENDING_REQUESTS } from '#shared/vocabulary/limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';

const database = useDatabase();
const TOO_MANY_FOR_TUTOR = {
  code: 'CONFLICT',
  message: 'You have 3 requests that this tutor has not answered yet. Please wait for an answer, or cancel one of them.',
};
const TOO_MANY_IN_ALL = {
  code: 'CONFLICT',
  message: 'You have 10 requests that have not been answered yet. Please wait for an answer, or cancel one of them.',
};
const UNCONFIRMED = {
  code: 'CONFLICT',
  message: 'Until your email address is confirmed, you can have 2 requests that have not been answered. Please open the link in our mail.',
  cause: { code: 'booking.email_unconfirmed' },
};

const createConfirmedStudent = () => aStudent(database.db, { emailVerifiedAt: NOW });
const request = (student: User, tutor: Tutor, startHour: number) => {
  const startTime = new Date(NEXT_MONDAY_NINE.getTime() + startHour * HOUR);
  const endTime = new Date(startTime.getTime() + HOUR);
  const input = { tutorId: tutor.id, subjectId: tutor.subjectId, startTime, endTime, learningMethod: 'online', contactNumber: '0771234567' } as const;
  return callerAs(database, student).bookings.request(input);
};
const countPending = ({ id }: User) => database.db.$count(bookings, and(eq(bookings.studentId, id), eq(bookings.status, 'pending')));
const listOutcomes = async (requests: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(requests)).map((result) => (result.status === 'fulfilled' ? 'booked' : result.reason.cause?.code)).sort();

describe('pending requests', () => {
  // spec s8-limits.18 | S8 D | Requests that wait for an answer: ten a student, three a student and tutor, two while the address is not confirmed |
  //   src/shared/domain/booking-request.ts
  test('are limited to three per student and tutor; an answer makes room', async () => {
    const [student, tutor] = [await createConfirmedStudent(), await aTutor(database.db)];
    const first = await request(student, tutor, 0);
    for (const startHour of [1, 2]) await request(student, tutor, startHour);
    await expect(request(student, tutor, 3)).rejects.toMatchObject({ ...TOO_MANY_FOR_TUTOR, cause: { code: 'booking.too_many_pending_tutor' } });
    await request(await createConfirmedStudent(), tutor, 3);
    await callerAs(database, tutor.user).bookings.setStatus({ id: first.id, status: 'confirmed' });
    await request(student, tutor, 4);
    await expect(request(student, tutor, 5)).rejects.toMatchObject(TOO_MANY_FOR_TUTOR);
  });

  // spec s8-limits.18
  test('are limited to ten per student', async () => {
    const student = await createConfirmedStudent();
    for (let index = 0; index < PENDING_REQUESTS.ofStudent; index += 1) {
      const tutor = await aTutor(database.db, { subjects: [{ slots: [{ day: 'Monday', startMinute: 540, endMinute: 1380 }] }] });
      await request(student, tutor, index);
    }
    const otherTutor = await aTutor(database.db, { subjects: [{ slots: [{ day: 'Monday', startMinute: 540, endMinute: 1380 }] }] });
    await expect(request(student, otherTutor, 11)).rejects.toMatchObject({ ...TOO_MANY_IN_ALL, cause: { code: 'booking.too_many_pending' } });
    expect(await countPending(student)).toBe(10);
  });

  // spec s8-limits.18
  test('are limited to two until the email address is confirmed', async () => {
    const [student, tutor] = [await aStudent(database.db, { emailVerifiedAt: null }), await aTutor(database.db)];
    for (const startHour of [0, 1]) await request(student, tutor, startHour);
    await expect(request(student, await aTutor(database.db), 2)).rejects.toMatchObject(UNCONFIRMED);
    await database.sql`update users set email_verified_at = now() where id = ${student.id}`;
    await request(student, tutor, 2);
  });

  // spec s8-limits.18
  test('are limited the same when sent at once', async () => {
    const [student, tutor] = [await createConfirmedStudent(), await aTutor(database.db)];
    const requests = Array.from({ length: 8 }, (_, startHour) => request(student, tutor, startHour));
    expect(await listOutcomes(requests)).toEqual([...Array(3).fill('booked'), ...Array(5).fill('booking.too_many_pending_tutor')]);
    expect(await countPending(student)).toBe(3);
  });

  // spec s8-limits.18
  test('of several students for one tutor are accepted at once', async () => {
    const tutor = await aTutor(database.db);
    const students = await Promise.all(Array.from({ length: 6 }, createConfirmedStudent));
    expect(await listOutcomes(students.map((student, startHour) => request(student, tutor, startHour)))).toEqual(Array(6).fill('booked'));
  });

  // spec s8-limits.14
  test('are counted by bookings.pendingRequests', async () => {
    const [student, tutor, otherTutor] = [await createConfirmedStudent(), await aTutor(database.db), await aTutor(database.db)];
    const getPending = ({ id }: Pick<Tutor, 'id'>) => callerAs(database, student).bookings.pendingRequests({ tutorId: id });
    const countFor = async (of: Pick<Tutor, 'id'>) => {
      const { own: _, ...counts } = await getPending(of);
      return counts;
    };
    expect(await countFor(tutor)).toEqual({ all: 0, ofTutor: 0, isEmailConfirmed: true });
    const { id } = await request(student, tutor, 0);
    await request(student, tutor, 1);
    await request(await createConfirmedStudent(), tutor, 2);
    expect(await countFor(tutor)).toEqual({ all: 2, ofTutor: 2, isEmailConfirmed: true });
    expect(await countFor(otherTutor)).toEqual({ all: 2, ofTutor: 0, isEmailConfirmed: true });
    await callerAs(database, tutor.user).bookings.setStatus({ id, status: 'confirmed' });
    await database.sql`update users set email_verified_at = null where id = ${student.id}`;
    expect(await countFor(tutor)).toEqual({ all: 1, ofTutor: 1, isEmailConfirmed: false });
    await expect(getPending({ id: student.id })).rejects.toMatchObject({ code: 'NOT_FOUND', cause: { code: 'tutor.not_found' } });
  });

  test('and confirmed sessions come along with them, of every tutor, so that their times are not offered', async () => {
    const [student, tutor, otherTutor] = [await createConfirmedStudent(), await aTutor(database.db), await aTutor(database.db)];
    const confirmed = await request(student, otherTutor, 1);
    await callerAs(database, otherTutor.user).bookings.setStatus({ id: confirmed.id, status: 'confirmed' });
    const pending = await request(student, tutor, 0);
    const cancelled = await request(student, tutor, 2);
    await callerAs(database, student).bookings.cancel({ id: cancelled.id });
    await request(await createConfirmedStudent(), tutor, 2);
    const past = { startTime: new Date(NOW.getTime() - 2 * HOUR), endTime: new Date(NOW.getTime() - HOUR) };
    await aBooking(database.db, { student, tutor, status: 'confirmed', ...past });
    const { own } = await callerAs(database, student).bookings.pendingRequests({ tutorId: tutor.id });
    expect(own).toEqual([
      { start: pending.startTime, end: pending.endTime, tutorName: tutor.user.name, subject: pending.subject.name },
      { start: confirmed.startTime, end: confirmed.endTime, tutorName: otherTutor.user.name, subject: confirmed.subject.name },
    ]);
  });
});
