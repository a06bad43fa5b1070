import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { bookings, bookingTopics } from '#db/schema/bookings.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { RequestBookingInput } from '#shared/contracts/bookings.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  anAdmin,
  aStudent,
  aSubject,
  aTopic,
  aTutor,
  HOUR,
  NEXT_MONDAY_NINE,
  NOW,
  type Tutor,
  type User,
} from '#tests/support/factories.ts';

const database = useDatabase();
let student: User;
let tutor: Tutor;

beforeAll(async () => {
  student = await aStudent(database.db);
  tutor = await aTutor(database.db);
});

const later = (hours: number, from = NEXT_MONDAY_NINE) => new Date(from.getTime() + hours * HOUR);

/** A wish that this tutor can fulfil, an hour at nine. */
function wishFor(of: Tutor, overrides: Partial<RequestBookingInput> = {}): RequestBookingInput {
  const startTime = overrides.startTime ?? NEXT_MONDAY_NINE;
  return {
    tutorId: of.id,
    subjectId: of.subjectId,
    startTime,
    endTime: later(1, startTime),
    learningMethod: 'online',
    contactNumber: '0771234567',
    selectedTopics: [],
    notes: '',
    address: '',
    ...overrides,
  };
}

describe('requestBooking', () => {
  test('a student asks for an hour: pending, at the price of the tutor, whatever the client says', async () => {
    const booking = await callerAs(database, student).bookings.request({ ...wishFor(tutor), ...{ amount: 1, price: 1 } });
    expect(booking).toMatchObject({ status: 'pending', paymentStatus: 'pending', amount: 1500, duration: 1, learningMethod: 'online' });
    expect(booking.student).toMatchObject({ id: student.id, name: student.name });
    expect(booking.tutor).toMatchObject({ id: tutor.id, user: { name: tutor.user.name } });
    expect(booking.createdAt).toEqual(NOW);
    expect(booking.updatedAt).toEqual(booking.createdAt);
  });

  test('the time is taken for everybody else, and the next free starts are told', async () => {
    const of = await aTutor(database.db);
    await callerAs(database, await aStudent(database.db)).bookings.request(wishFor(of));
    const refused = callerAs(database, await aStudent(database.db)).bookings.request(wishFor(of));
    await expect(refused).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This time is already booked',
      cause: { refusal: { nextFree: [later(1), later(2), later(3)].map((start) => start.toISOString()) } },
    });
  });

  test('sessions that only touch do not overlap', async () => {
    const of = await aTutor(database.db);
    await callerAs(database, await aStudent(database.db)).bookings.request(wishFor(of));
    const next = await callerAs(database, await aStudent(database.db)).bookings.request(wishFor(of, { startTime: later(1), endTime: later(2) }));
    expect(next.status).toBe('pending');
  });

  test('a student cannot be with two tutors at once', async () => {
    const busy = await aStudent(database.db);
    await callerAs(database, busy).bookings.request(wishFor(await aTutor(database.db)));
    const other = await aTutor(database.db);
    const wish = wishFor(other, { startTime: NEXT_MONDAY_NINE, endTime: later(2), duration: 2 });
    await expect(callerAs(database, busy).bookings.request(wish)).rejects.toThrow('This time is already booked');
  });

  test('a cancelled booking frees its time', async () => {
    const of = await aTutor(database.db);
    await aBooking(database.db, { tutor: of, status: 'cancelled' });
    expect((await callerAs(database, await aStudent(database.db)).bookings.request(wishFor(of))).status).toBe('pending');
  });

  test('topics of the subject are kept as they read today, others are left out', async () => {
    const subject = await aSubject(database.db);
    const topic = await aTopic(database.db, { subjectId: subject.id, name: 'Statics', description: 'Forces at rest' });
    const foreign = await aTopic(database.db);
    const of = await aTutor(database.db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }] });
    const booking = await callerAs(database, await aStudent(database.db)).bookings.request(
      wishFor(of, { selectedTopics: [foreign.id, topic.id, topic.id, 'no id at all'] }),
    );
    expect(booking.selectedTopics).toEqual([{ id: topic.id, name: 'Statics', description: 'Forces at rest' }]);
    expect(await database.db.select().from(bookingTopics).where(eq(bookingTopics.bookingId, booking.id))).toHaveLength(1);
  });

  test('an address is kept for a home visit and shown once the booking is confirmed', async () => {
    const of = await aTutor(database.db, { subjects: [{ modes: [{ type: 'home-visit' }, { type: 'online' }] }] });
    const asking = callerAs(database, await aStudent(database.db));
    const visit = await asking.bookings.request(wishFor(of, { learningMethod: 'individual', address: '12 Temple Road, Kandy' }));
    expect(visit.address).toBe('');
    const confirmed = await callerAs(database, of.user).bookings.setStatus({ id: visit.id, status: 'confirmed' });
    expect(confirmed.address).toBe('12 Temple Road, Kandy');

    const online = await asking.bookings.request(wishFor(of, { startTime: later(2), endTime: later(3), address: '12 Temple Road, Kandy' }));
    const [row] = await database.db.select().from(bookings).where(eq(bookings.id, online.id));
    expect(row?.address).toBe('');
  });

  // spec validation.22 | P §5 Booking | Booking: the end is the start plus the hours | src/server/features/bookings/bookings.commands.ts
  test('an end that is a few seconds off is the end of the session all the same', async () => {
    const of = await aTutor(database.db);
    const booking = await callerAs(database, await aStudent(database.db)).bookings.request(
      wishFor(of, { duration: 1, endTime: new Date(later(1).getTime() + 30_000) }),
    );
    expect(booking.endTime).toEqual(later(1));
  });

  // spec states.50 | D Booking | An unverified tutor can be booked | src/server/features/bookings/bookings.commands.ts
  test('an unverified tutor can be booked', async () => {
    const of = await aTutor(database.db, { isVerified: false, verificationStatus: 'not_started' });
    expect((await callerAs(database, await aStudent(database.db)).bookings.request(wishFor(of))).status).toBe('pending');
  });

  const refusals: [string, (of: Tutor) => Partial<RequestBookingInput>, string, string][] = [
    ['an unknown tutor', () => ({ tutorId: '0190a000-0000-7000-8000-000000000000' }), 'NOT_FOUND', 'Tutor Not Found'],
    ['a malformed tutor id', () => ({ tutorId: 'x' }), 'NOT_FOUND', 'Tutor Not Found'],
    ['a subject of somebody else', () => ({ subjectId: '0190a000-0000-7000-8000-000000000000' }), 'BAD_REQUEST', 'Selected subject not found'],
    ['an end before the start', () => ({ endTime: later(-1) }), 'BAD_REQUEST', 'Please choose a valid date and time'],
    ['yesterday', () => ({ startTime: later(-24, NOW), endTime: later(-23, NOW) }), 'BAD_REQUEST', 'Booking date must be in the future'],
    ['today', () => ({ startTime: later(3, NOW), endTime: later(4, NOW) }), 'BAD_REQUEST', 'Please book at least one day ahead'],
    [
      '29 days ahead',
      () => ({ startTime: later(29 * 24, NOW), endTime: later(29 * 24 + 1, NOW) }),
      'BAD_REQUEST',
      'Bookings can be made up to 28 days ahead',
    ],
    ['four hours', () => ({ endTime: later(4), duration: 4 }), 'BAD_REQUEST', 'Duration must be 1, 2 or 3 hours'],
    ['another length than start and end', () => ({ duration: 2 }), 'BAD_REQUEST', 'Duration does not match the selected time'],
    ['a group', () => ({ learningMethod: 'group' }), 'BAD_REQUEST', 'Group sessions cannot be booked'],
    ['a mode that is not offered', () => ({ learningMethod: 'individual' }), 'BAD_REQUEST', 'The tutor does not offer this learning method'],
    ['nine characters of contact', () => ({ contactNumber: '077123456' }), 'BAD_REQUEST', 'Contact number must be at least 10 digits'],
    ['a time before the slot', () => ({ startTime: later(-1), endTime: NEXT_MONDAY_NINE }), 'CONFLICT', 'The tutor is not available at this time'],
    ['half past the hour of the slot', () => ({ startTime: later(0.5), endTime: later(1.5) }), 'CONFLICT', 'The tutor is not available at this time'],
    ['an end after the slot', () => ({ startTime: later(7), endTime: later(9), duration: 2 }), 'CONFLICT', 'The tutor is not available at this time'],
  ];

  // spec validation.15 | P §5 Booking | Booking: contact of at least 10 characters | src/shared/contracts/bookings.ts
  // spec validation.17 | P §5 Booking | Booking: the subject must be the tutor's | src/shared/domain/booking-request.ts
  // spec validation.19 | P §5 Booking | Booking: no group mode | src/shared/domain/booking-request.ts
  // spec errors.37 | C §8 Tutors and search | 'Selected subject not found' of the server | src/shared/errors.ts
  // spec constants.16 | C §9 | Contact of a booking at least 10 characters | src/shared/vocabulary/limits.ts
  test.each(refusals)('refuses %s, and nothing is written', async (_, overrides, code, message) => {
    const of = await aTutor(database.db);
    const refused = callerAs(database, await aStudent(database.db)).bookings.request(wishFor(of, overrides(of)));
    const error = await refused.then(
      () => null,
      (thrown: { code: string; cause?: { issues?: { message: string }[] }; message: string }) => thrown,
    );
    expect(error?.code).toBe(code);
    expect(error?.cause?.issues?.[0]?.message ?? error?.message).toBe(message);
    expect(await database.db.select().from(bookings).where(eq(bookings.tutorId, of.id))).toEqual([]);
  });

  // spec states.49 | P §4 Vacation mode | A tutor on vacation cannot be booked | src/shared/domain/booking-request.ts
  test('refuses a tutor on vacation, rejected or suspended', async () => {
    const ask = async (of: Tutor) => callerAs(database, await aStudent(database.db)).bookings.request(wishFor(of));
    await expect(ask(await aTutor(database.db, { vacationMode: true }))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Tutor is on Vacation. This tutor is not accepting new bookings.',
    });
    await expect(ask(await aTutor(database.db, { verificationStatus: 'rejected' }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Tutor Not Found',
    });
    await expect(ask(await aTutor(database.db, { user: { status: 'suspended' } }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Tutor Not Found',
    });
  });

  test.each([
    ['nobody', null, 'UNAUTHORIZED', 'Authentication required'],
    ['a tutor', 'tutor', 'FORBIDDEN', 'Only students can book sessions'],
    ['an admin', 'admin', 'FORBIDDEN', 'Only students can book sessions'],
  ] as const)('refuses %s', async (_, who, code, message) => {
    const person = who === null ? null : who === 'tutor' ? tutor.user : await anAdmin(database.db);
    await expect(callerAs(database, person).bookings.request(wishFor(tutor))).rejects.toMatchObject({ code, message });
  });

  // spec rest-limits.18 | S4 | Requests for a session: 100 an hour, refused ones too | src/server/features/bookings/bookings.router.ts
  test('a hundred requests an hour are looked at for each student, refused ones too, and then no more', async () => {
    const asking = callerAs(database, await aStudent(database.db));
    const unknown = wishFor(tutor, { tutorId: '00000000-0000-7000-8000-000000000000' });
    await Promise.all(Array.from({ length: 100 }, () => expect(asking.bookings.request(unknown)).rejects.toThrow('Tutor Not Found')));
    await expect(asking.bookings.request(unknown)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(callerAs(database, await aStudent(database.db)).bookings.request(unknown)).rejects.toThrow('Tutor Not Found');
  });

  test('forty at once for one time: one is booked, thirty-nine are told', async () => {
    const of = await aTutor(database.db);
    const students = await Promise.all(Array.from({ length: 40 }, () => aStudent(database.db)));
    const answers = await Promise.allSettled(students.map((one) => callerAs(database, one).bookings.request(wishFor(of))));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(refused).toEqual(Array.from({ length: 39 }, () => 'CONFLICT'));
  });
});

describe('setBookingStatus', () => {
  const moveAs = (of: Tutor, now: Date, input: { id: string; status: 'confirmed' | 'cancelled' | 'completed'; reason?: string }) =>
    callerAs(database, of.user, { now: () => now }).bookings.setStatus(input);

  test('a tutor confirms, and completes once the session has ended', async () => {
    const of = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor: of });
    expect((await moveAs(of, NOW, { id: booking.id, status: 'confirmed' })).status).toBe('confirmed');
    await expect(moveAs(of, booking.startTime, { id: booking.id, status: 'completed' })).rejects.toThrow('This session has not ended yet');
    const completed = await moveAs(of, booking.endTime, { id: booking.id, status: 'completed' });
    expect(completed).toMatchObject({ status: 'completed', paymentStatus: 'pending' });
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, of.id));
    expect(profile).toMatchObject({ totalStudents: 1, totalSessions: 1, totalEarningsCents: 150_000 });
  });

  test('cancelling what is confirmed needs a reason, and keeps it', async () => {
    const of = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor: of, status: 'confirmed' });
    await expect(moveAs(of, NOW, { id: booking.id, status: 'cancelled', reason: '   ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Please give a reason for cancelling',
    });
    const cancelled = await moveAs(of, NOW, { id: booking.id, status: 'cancelled', reason: 'I am ill' });
    expect(cancelled).toMatchObject({ status: 'cancelled', cancellationReason: 'I am ill' });
    const [row] = await database.db.select().from(bookings).where(eq(bookings.id, booking.id));
    expect(row?.cancelledBy).toBe('tutor');
  });

  // spec states.33 | D Booking | Transitions are compare-and-set on the old status | src/server/features/bookings/bookings.steps.ts
  test('two clicks move it once', async () => {
    const of = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor: of });
    const answers = await Promise.allSettled([1, 2].map(() => moveAs(of, NOW, { id: booking.id, status: 'confirmed' })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['nobody', 'UNAUTHORIZED', 'Authentication required'],
    ['a student', 'FORBIDDEN', 'Only tutors can change booking statuses'],
    ['an admin', 'FORBIDDEN', 'Only tutors can change booking statuses'],
    ['another tutor', 'NOT_FOUND', 'Booking not found'],
  ])('refuses %s', async (who, code, message) => {
    const booking = await aBooking(database.db);
    const people: Record<string, () => Promise<User | null>> = {
      nobody: async () => null,
      'a student': async () => student,
      'an admin': () => anAdmin(database.db),
      'another tutor': async () => tutor.user,
    };
    const caller = callerAs(database, (await people[who]?.()) ?? null);
    await expect(caller.bookings.setStatus({ id: booking.id, status: 'confirmed' })).rejects.toMatchObject({ code, message });
  });

  test('a malformed id is a booking that does not exist', async () => {
    await expect(callerAs(database, tutor.user).bookings.setStatus({ id: '1', status: 'confirmed' })).rejects.toThrow('Booking not found');
  });
});

describe('lists of bookings', () => {
  test('pages follow each other without repeating or leaving out one', async () => {
    const of = await aTutor(database.db);
    const mine = await aStudent(database.db);
    const made = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const createdAt = new Date(NOW.getTime() + Math.floor(nth / 2) * 1000); // some at the same instant
      made.push(await aBooking(database.db, { tutor: of, student: mine, startTime: later(nth), endTime: later(nth + 1), createdAt }));
    }
    const caller = callerAs(database, of.user);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await caller.bookings.forTutor({ limit: 2, cursor });
      seen.push(...page.bookings.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen)).toEqual(new Set(made.map(({ id }) => id)));
    expect((await callerAs(database, mine).bookings.allForStudent({})).bookings.map(({ id }) => id)).toEqual(seen);
  });

  // spec student.7 | P §2 Student area | The list is that of the filter, page by page: what waits for somebody by its time, the rest by its request,
  //   the newest first | src/server/features/bookings/bookings.queries.ts
  test('what waits for somebody comes in the order of its time, page by page, and the rest by its request', async () => {
    const of = await aTutor(database.db);
    const ids: string[] = [];
    for (const [nth, hours] of [30, 5, 40, 20, 10].entries()) {
      const times = { startTime: later(hours, NOW), endTime: later(hours + 1, NOW), createdAt: new Date(NOW.getTime() + nth * 1000) };
      ids.push((await aBooking(database.db, { tutor: of, status: 'confirmed', ...times })).id);
    }
    const caller = callerAs(database, of.user);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await caller.bookings.forTutor({ filter: 'upcoming', limit: 2, cursor });
      seen.push(...page.bookings.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([1, 4, 3, 0, 2].map((nth) => ids[nth]));
    expect((await caller.bookings.forTutor({})).bookings.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  // spec states.45 | P §4 Booking status | Filters by time look at confirmed bookings, today at any that starts today |
  //   src/server/features/bookings/bookings.queries.ts
  test('filters by time look at confirmed bookings, today at any that starts today', async () => {
    const of = await aTutor(database.db);
    const at = (hours: number) => ({ startTime: later(hours, NOW), endTime: later(hours + 1, NOW) });
    const upcoming = await aBooking(database.db, { tutor: of, status: 'confirmed', ...at(30) });
    const ongoing = await aBooking(database.db, { tutor: of, status: 'confirmed', ...at(-0.5) });
    const ended = await aBooking(database.db, { tutor: of, status: 'confirmed', ...at(-30) });
    const pendingToday = await aBooking(database.db, { tutor: of, ...at(4) });
    const ids = async (filter: 'upcoming' | 'ongoing' | 'ended' | 'today' | 'pending') =>
      (await callerAs(database, of.user).bookings.forTutor({ filter })).bookings.map(({ id }) => id).sort();
    expect(await ids('upcoming')).toEqual([upcoming.id]);
    expect(await ids('ongoing')).toEqual([ongoing.id]);
    expect(await ids('ended')).toEqual([ended.id]);
    expect(await ids('pending')).toEqual([pendingToday.id]);
    expect(await ids('today')).toEqual([ongoing.id, pendingToday.id].sort());
  });

  test('to a student a request that waits is upcoming, too, the soonest first', async () => {
    const by = await aStudent(database.db);
    const at = (hours: number) => ({ startTime: later(hours, NOW), endTime: later(hours + 1, NOW) });
    const confirmed = await aBooking(database.db, { student: by, status: 'confirmed', ...at(30) });
    const waiting = await aBooking(database.db, { student: by, ...at(20) });
    await aBooking(database.db, { student: by, ...at(-0.5) });
    await aBooking(database.db, { student: by, status: 'confirmed', ...at(-30) });
    await aBooking(database.db, { student: by, status: 'cancelled', ...at(40) });
    const { bookings: shown } = await callerAs(database, by).bookings.forStudent({ filter: 'upcoming' });
    expect(shown.map(({ id }) => id)).toEqual([waiting.id, confirmed.id]);
  });

  test('people who have left keep a label, and the subject its name', async () => {
    const of = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor: of, studentId: null, subjectId: null, subjectName: 'Physics' });
    const [seen] = (await callerAs(database, of.user).bookings.forTutor({})).bookings;
    expect(seen).toMatchObject({
      id: booking.id,
      student: { id: '', name: 'Unknown Student', email: '', profileImage: '' },
      subject: { id: '', name: 'Physics' },
    });
  });

  test('nobody sees the bookings of another, nor a list of the other role', async () => {
    await aBooking(database.db);
    expect((await callerAs(database, (await aTutor(database.db)).user).bookings.allForTutor({})).bookings).toEqual([]);
    await expect(callerAs(database, tutor.user).bookings.forStudent({})).rejects.toMatchObject({
      message: 'Only students can view student bookings',
    });
    await expect(callerAs(database, student).bookings.forTutor({})).rejects.toMatchObject({ message: 'Only tutors can view tutor bookings' });
    await expect(callerAs(database, null).bookings.forTutor({})).rejects.toMatchObject({ message: 'Authentication required' });
  });
});
