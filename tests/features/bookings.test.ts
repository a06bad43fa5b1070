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

const addHours = (hours: number, start = NEXT_MONDAY_NINE) => new Date(start.getTime() + hours * HOUR);

function requestInput(bookedTutor: Tutor, overrides: Partial<RequestBookingInput> = {}): RequestBookingInput {
  const startTime = overrides.startTime ?? NEXT_MONDAY_NINE;
  return {
    tutorId: bookedTutor.id,
    subjectId: bookedTutor.subjectId,
    startTime,
    endTime: addHours(1, startTime),
    learningMethod: 'online',
    contactNumber: '0771234567',
    selectedTopics: [],
    notes: '',
    address: '',
    ...overrides,
  };
}

describe('requestBooking', () => {
  test('stores a pending request at the price of the tutor, whatever the client sends', async () => {
    const booking = await callerAs(database, student).bookings.request({ ...requestInput(tutor), ...{ amount: 1, price: 1 } });
    expect(booking).toMatchObject({ status: 'pending', paymentStatus: 'pending', amount: 1500, duration: 1, learningMethod: 'online' });
    expect(booking.student).toMatchObject({ id: student.id, name: student.name });
    expect(booking.tutor).toMatchObject({ id: tutor.id, user: { name: tutor.user.name } });
    expect(booking.createdAt).toEqual(NOW);
    expect(booking.updatedAt).toEqual(booking.createdAt);
  });

  // spec book.21 | D Booking | A student books at most at the price that the dialog has shown: a request that costs more by then is refused |
  //   src/server/features/bookings/bookings.commands.ts, src/client/features/booking-modal/booking-draft.ts
  test('books at no higher price than was shown, and at a lower one without asking', async () => {
    const otherStudent = await aStudent(database.db);
    const otherTutor = await aTutor(database.db);
    const asStudent = callerAs(database, otherStudent);
    await expect(asStudent.bookings.request(requestInput(otherTutor, { maxAmount: 1499.99 }))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The price of this session has changed. Please check it and try again.',
      cause: { code: 'booking.price_changed' },
    });
    expect(await database.db.$count(bookings, eq(bookings.studentId, otherStudent.id))).toBe(0);
    expect(await asStudent.bookings.request(requestInput(otherTutor, { maxAmount: 1500 }))).toMatchObject({ amount: 1500 });
    const cheaper = { startTime: addHours(1), endTime: addHours(2), maxAmount: 2000 };
    expect(await asStudent.bookings.request(requestInput(otherTutor, cheaper))).toMatchObject({ amount: 1500 });
  });

  test('refuses a taken time and answers the next free starts', async () => {
    const bookedTutor = await aTutor(database.db);
    await callerAs(database, await aStudent(database.db)).bookings.request(requestInput(bookedTutor));
    const request = callerAs(database, await aStudent(database.db)).bookings.request(requestInput(bookedTutor));
    await expect(request).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This time is already booked',
      cause: { refusal: { nextFree: [addHours(1), addHours(2), addHours(3)].map((start) => start.toISOString()) } },
    });
  });

  test('accepts a session that starts when another ends', async () => {
    const bookedTutor = await aTutor(database.db);
    await callerAs(database, await aStudent(database.db)).bookings.request(requestInput(bookedTutor));
    const next = await callerAs(database, await aStudent(database.db)).bookings.request(
      requestInput(bookedTutor, { startTime: addHours(1), endTime: addHours(2) }),
    );
    expect(next.status).toBe('pending');
  });

  test('refuses a time at which the student has another session', async () => {
    const busyStudent = await aStudent(database.db);
    await callerAs(database, busyStudent).bookings.request(requestInput(await aTutor(database.db)));
    const other = await aTutor(database.db);
    const input = requestInput(other, { startTime: NEXT_MONDAY_NINE, endTime: addHours(2), duration: 2 });
    await expect(callerAs(database, busyStudent).bookings.request(input)).rejects.toThrow('This time is already booked');
  });

  test('accepts the time of a cancelled booking', async () => {
    const bookedTutor = await aTutor(database.db);
    await aBooking(database.db, { tutor: bookedTutor, status: 'cancelled' });
    expect((await callerAs(database, await aStudent(database.db)).bookings.request(requestInput(bookedTutor))).status).toBe('pending');
  });

  test('copies topics of the subject and ignores other ids', async () => {
    const subject = await aSubject(database.db);
    const topic = await aTopic(database.db, { subjectId: subject.id, name: 'Statics', description: 'Forces at rest' });
    const foreign = await aTopic(database.db);
    const bookedTutor = await aTutor(database.db, { subjects: [{ subjectId: subject.id, topicIds: [topic.id] }] });
    const booking = await callerAs(database, await aStudent(database.db)).bookings.request(
      requestInput(bookedTutor, { selectedTopics: [foreign.id, topic.id, topic.id, 'no id at all'] }),
    );
    expect(booking.selectedTopics).toEqual([{ id: topic.id, name: 'Statics', description: 'Forces at rest' }]);
    expect(await database.db.select().from(bookingTopics).where(eq(bookingTopics.bookingId, booking.id))).toHaveLength(1);
  });

  test('stores the address of a home visit and shows it once the booking is confirmed', async () => {
    const bookedTutor = await aTutor(database.db, { subjects: [{ modes: [{ type: 'home-visit' }, { type: 'online' }] }] });
    const caller = callerAs(database, await aStudent(database.db));
    const visit = await caller.bookings.request(requestInput(bookedTutor, { learningMethod: 'individual', address: '12 Temple Road, Kandy' }));
    expect(visit.address).toBe('');
    const confirmed = await callerAs(database, bookedTutor.user).bookings.setStatus({ id: visit.id, status: 'confirmed' });
    expect(confirmed.address).toBe('12 Temple Road, Kandy');

    const online = await caller.bookings.request(
      requestInput(bookedTutor, { startTime: addHours(2), endTime: addHours(3), address: '12 Temple Road, Kandy' }),
    );
    const [row] = await database.db.select().from(bookings).where(eq(bookings.id, online.id));
    expect(row?.address).toBe('');
  });

  // spec validation.22 | P §5 Booking | Booking: the end is the start plus the hours | src/server/features/bookings/bookings.commands.ts
  test('corrects an end that is a few seconds off', async () => {
    const bookedTutor = await aTutor(database.db);
    const booking = await callerAs(database, await aStudent(database.db)).bookings.request(
      requestInput(bookedTutor, { duration: 1, endTime: new Date(addHours(1).getTime() + 30_000) }),
    );
    expect(booking.endTime).toEqual(addHours(1));
  });

  // spec states.50 | D Booking | An unverified tutor can be booked | src/server/features/bookings/bookings.commands.ts
  test('accepts a request to an unverified tutor', async () => {
    const bookedTutor = await aTutor(database.db, { isVerified: false, verificationStatus: 'not_started' });
    expect((await callerAs(database, await aStudent(database.db)).bookings.request(requestInput(bookedTutor))).status).toBe('pending');
  });

  const refusals: [string, (bookedTutor: Tutor) => Partial<RequestBookingInput>, string, string][] = [
    ['an unknown tutor', () => ({ tutorId: '0190a000-0000-7000-8000-000000000000' }), 'NOT_FOUND', 'Tutor Not Found'],
    ['a malformed tutor id', () => ({ tutorId: 'x' }), 'NOT_FOUND', 'Tutor Not Found'],
    ['a subject of another tutor', () => ({ subjectId: '0190a000-0000-7000-8000-000000000000' }), 'BAD_REQUEST', 'Selected subject not found'],
    ['an end before the start', () => ({ endTime: addHours(-1) }), 'BAD_REQUEST', 'Please choose a valid date and time'],
    ['yesterday', () => ({ startTime: addHours(-24, NOW), endTime: addHours(-23, NOW) }), 'BAD_REQUEST', 'Booking date must be in the future'],
    ['today', () => ({ startTime: addHours(3, NOW), endTime: addHours(4, NOW) }), 'BAD_REQUEST', 'Please book at least one day ahead'],
    [
      '29 days ahead',
      () => ({ startTime: addHours(29 * 24, NOW), endTime: addHours(29 * 24 + 1, NOW) }),
      'BAD_REQUEST',
      'Bookings can be made up to 28 days ahead',
    ],
    ['four hours', () => ({ endTime: addHours(4), duration: 4 }), 'BAD_REQUEST', 'Duration must be 1, 2 or 3 hours'],
    ['another length than start and end', () => ({ duration: 2 }), 'BAD_REQUEST', 'Duration does not match the selected time'],
    ['a group', () => ({ learningMethod: 'group' }), 'BAD_REQUEST', 'Group sessions cannot be booked'],
    ['a mode that is not offered', () => ({ learningMethod: 'individual' }), 'BAD_REQUEST', 'The tutor does not offer this learning method'],
    ['nine characters of contact', () => ({ contactNumber: '077123456' }), 'BAD_REQUEST', 'Contact number must be at least 10 digits'],
    ['a time before the slot', () => ({ startTime: addHours(-1), endTime: NEXT_MONDAY_NINE }), 'CONFLICT', 'The tutor is not available at this time'],
    [
      'half past the hour of the slot',
      () => ({ startTime: addHours(0.5), endTime: addHours(1.5) }),
      'CONFLICT',
      'The tutor is not available at this time',
    ],
    [
      'an end after the slot',
      () => ({ startTime: addHours(7), endTime: addHours(9), duration: 2 }),
      'CONFLICT',
      'The tutor is not available at this time',
    ],
  ];

  // spec validation.15 | P §5 Booking | Booking: contact of at least 10 characters | src/shared/contracts/bookings.ts
  // spec validation.17 | P §5 Booking | Booking: the subject must be the tutor's | src/shared/domain/booking-request.ts
  // spec validation.19 | P §5 Booking | Booking: no group mode | src/shared/domain/booking-request.ts
  // spec errors.37 | C §8 Tutors and search | 'Selected subject not found' of the server | src/shared/errors.ts
  // spec constants.16 | C §9 | Contact of a booking at least 10 characters | src/shared/vocabulary/limits.ts
  test.each(refusals)('refuses %s and stores nothing', async (_, overrides, code, message) => {
    const bookedTutor = await aTutor(database.db);
    const request = callerAs(database, await aStudent(database.db)).bookings.request(requestInput(bookedTutor, overrides(bookedTutor)));
    const error = await request.then(
      () => null,
      (thrown: { code: string; cause?: { issues?: { message: string }[] }; message: string }) => thrown,
    );
    expect(error?.code).toBe(code);
    expect(error?.cause?.issues?.[0]?.message ?? error?.message).toBe(message);
    expect(await database.db.select().from(bookings).where(eq(bookings.tutorId, bookedTutor.id))).toEqual([]);
  });

  // spec states.49 | P §4 Vacation mode | A tutor on vacation cannot be booked | src/shared/domain/booking-request.ts
  test('refuses a tutor on vacation, rejected or suspended', async () => {
    const ask = async (bookedTutor: Tutor) => callerAs(database, await aStudent(database.db)).bookings.request(requestInput(bookedTutor));
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
    ['a visitor', null, 'UNAUTHORIZED', 'Authentication required'],
    ['a tutor', 'tutor', 'FORBIDDEN', 'Only students can book sessions'],
    ['an admin', 'admin', 'FORBIDDEN', 'Only students can book sessions'],
  ] as const)('refuses %s', async (_, role, code, message) => {
    const person = role === null ? null : role === 'tutor' ? tutor.user : await anAdmin(database.db);
    await expect(callerAs(database, person).bookings.request(requestInput(tutor))).rejects.toMatchObject({ code, message });
  });

  // spec rest-limits.18 | S4 | Requests for a session: 100 an hour, refused ones too | src/server/features/bookings/bookings.router.ts
  test('limits each student to a hundred requests an hour, refused ones included', async () => {
    const caller = callerAs(database, await aStudent(database.db));
    const unknown = requestInput(tutor, { tutorId: '00000000-0000-7000-8000-000000000000' });
    await Promise.all(Array.from({ length: 100 }, () => expect(caller.bookings.request(unknown)).rejects.toThrow('Tutor Not Found')));
    await expect(caller.bookings.request(unknown)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(callerAs(database, await aStudent(database.db)).bookings.request(unknown)).rejects.toThrow('Tutor Not Found');
  });

  test('accepts one of forty requests for the same time at once', async () => {
    const bookedTutor = await aTutor(database.db);
    const students = await Promise.all(Array.from({ length: 40 }, () => aStudent(database.db)));
    const results = await Promise.allSettled(students.map((person) => callerAs(database, person).bookings.request(requestInput(bookedTutor))));
    const request = results.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(request).toEqual(Array.from({ length: 39 }, () => 'CONFLICT'));
  });
});

describe('setBookingStatus', () => {
  const setStatusAs = (bookedTutor: Tutor, now: Date, input: { id: string; status: 'confirmed' | 'cancelled' | 'completed'; reason?: string }) =>
    callerAs(database, bookedTutor.user, { now: () => now }).bookings.setStatus(input);

  test('lets a tutor confirm, and complete once the session has ended', async () => {
    const bookedTutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor: bookedTutor });
    expect((await setStatusAs(bookedTutor, NOW, { id: booking.id, status: 'confirmed' })).status).toBe('confirmed');
    await expect(setStatusAs(bookedTutor, booking.startTime, { id: booking.id, status: 'completed' })).rejects.toThrow(
      'This session has not ended yet',
    );
    const completed = await setStatusAs(bookedTutor, booking.endTime, { id: booking.id, status: 'completed' });
    expect(completed).toMatchObject({ status: 'completed', paymentStatus: 'pending' });
    const [profile] = await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, bookedTutor.id));
    expect(profile).toMatchObject({ totalStudents: 1, totalSessions: 1, totalEarningsCents: 150_000 });
  });

  test('needs a reason for cancelling a confirmed booking, and stores it', async () => {
    const bookedTutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor: bookedTutor, status: 'confirmed' });
    await expect(setStatusAs(bookedTutor, NOW, { id: booking.id, status: 'cancelled', reason: '   ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Please give a reason for cancelling',
    });
    const cancelled = await setStatusAs(bookedTutor, NOW, { id: booking.id, status: 'cancelled', reason: 'I am ill' });
    expect(cancelled).toMatchObject({ status: 'cancelled', cancellationReason: 'I am ill' });
    const [row] = await database.db.select().from(bookings).where(eq(bookings.id, booking.id));
    expect(row?.cancelledBy).toBe('tutor');
  });

  // spec states.33 | D Booking | Transitions are compare-and-set on the old status | src/server/features/bookings/bookings.steps.ts
  test('accepts one of two identical calls at once', async () => {
    const bookedTutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor: bookedTutor });
    const results = await Promise.allSettled([1, 2].map(() => setStatusAs(bookedTutor, NOW, { id: booking.id, status: 'confirmed' })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['a visitor', 'UNAUTHORIZED', 'Authentication required'],
    ['a student', 'FORBIDDEN', 'Only tutors can change booking statuses'],
    ['an admin', 'FORBIDDEN', 'Only tutors can change booking statuses'],
    ['another tutor', 'NOT_FOUND', 'Booking not found'],
  ])('refuses %s', async (role, code, message) => {
    const booking = await aBooking(database.db);
    const people: Record<string, () => Promise<User | null>> = {
      'a visitor': async () => null,
      'a student': async () => student,
      'an admin': () => anAdmin(database.db),
      'another tutor': async () => tutor.user,
    };
    const caller = callerAs(database, (await people[role]?.()) ?? null);
    await expect(caller.bookings.setStatus({ id: booking.id, status: 'confirmed' })).rejects.toMatchObject({ code, message });
  });

  test('does not find a malformed id', async () => {
    await expect(callerAs(database, tutor.user).bookings.setStatus({ id: '1', status: 'confirmed' })).rejects.toThrow('Booking not found');
  });
});

describe('listBookings', () => {
  test('returns every booking once across pages', async () => {
    const bookedTutor = await aTutor(database.db);
    const ownStudent = await aStudent(database.db);
    const created = [];
    for (let index = 0; index < 5; index += 1) {
      const createdAt = new Date(NOW.getTime() + Math.floor(index / 2) * 1000);
      created.push(
        await aBooking(database.db, { tutor: bookedTutor, student: ownStudent, startTime: addHours(index), endTime: addHours(index + 1), createdAt }),
      );
    }
    const caller = callerAs(database, bookedTutor.user);
    const ids: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await caller.bookings.forTutor({ limit: 2, cursor });
      ids.push(...page.bookings.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(ids).toHaveLength(5);
    expect(new Set(ids)).toEqual(new Set(created.map(({ id }) => id)));
    expect(ids).toEqual(created.map(({ id }) => id).toReversed());
  });

  // spec student.7 | P §2 Student area | The list is that of the filter, page by page: in the order of the sessions, what is to come soonest first,
  //   what is over latest first | src/server/features/bookings/bookings.queries.ts
  test('sorts upcoming bookings by start, and all bookings by the latest start', async () => {
    const bookedTutor = await aTutor(database.db);
    const ids: string[] = [];
    for (const [index, hours] of [30, 5, 40, 20, 10].entries()) {
      const times = { startTime: addHours(hours, NOW), endTime: addHours(hours + 1, NOW), createdAt: new Date(NOW.getTime() + index * 1000) };
      ids.push((await aBooking(database.db, { tutor: bookedTutor, status: 'confirmed', ...times })).id);
    }
    const caller = callerAs(database, bookedTutor.user);
    const pagedIds: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await caller.bookings.forTutor({ filter: 'upcoming', limit: 2, cursor });
      pagedIds.push(...page.bookings.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(pagedIds).toEqual([1, 4, 3, 0, 2].map((index) => ids[index]));
    expect((await caller.bookings.forTutor({})).bookings.map(({ id }) => id)).toEqual(pagedIds.toReversed());
  });

  // spec s12-next.3 | S12 B | What is over or cancelled is listed by its session, the latest first, whatever was asked for or completed last |
  //   src/server/features/bookings/bookings.queries.ts
  test.each(['completed', 'cancelled', 'past', 'all'] as const)(
    'lists %s bookings in the order of the sessions, the latest first',
    async (filter) => {
      const bookedTutor = await aTutor(database.db);
      const ownStudent = await aStudent(database.db);
      const status = filter === 'cancelled' ? 'cancelled' : 'completed';
      const ids: string[] = [];
      for (const [index, hours] of [-30, -5, -40, -20].entries()) {
        const times = { startTime: addHours(hours, NOW), endTime: addHours(hours + 1, NOW), createdAt: new Date(NOW.getTime() + index * 1000) };
        ids.push((await aBooking(database.db, { tutor: bookedTutor, student: ownStudent, status, ...times })).id);
      }
      const latestFirst = [1, 3, 0, 2].map((index) => ids[index]);
      const calls = [callerAs(database, bookedTutor.user).bookings.forTutor, callerAs(database, ownStudent).bookings.forStudent];
      for (const list of calls) {
        const first = await list({ filter, limit: 3 });
        const rest = await list({ filter, limit: 3, cursor: first.nextCursor });
        expect([...first.bookings, ...rest.bookings].map(({ id }) => id)).toEqual(latestFirst);
      }
    },
  );

  // spec s12-next.4 | S12 B | Next: what is under way or to come, for a student with the requests; past: completed, or confirmed and over |
  //   src/server/features/bookings/bookings.queries.ts
  test('each booking that is not cancelled is next or past, and only requests are neither for a tutor', async () => {
    const bookedTutor = await aTutor(database.db);
    const ownStudent = await aStudent(database.db);
    const at = async (hours: number, status: 'pending' | 'confirmed' | 'completed' | 'cancelled') =>
      (
        await aBooking(database.db, {
          tutor: bookedTutor,
          student: ownStudent,
          status,
          startTime: addHours(hours, NOW),
          endTime: addHours(hours + 1, NOW),
        })
      ).id;
    const [requested, ongoing, ahead] = [await at(5, 'pending'), await at(-0.5, 'confirmed'), await at(30, 'confirmed')];
    const [justOver, long] = [await at(-2, 'confirmed'), await at(-50, 'completed')];
    await at(40, 'cancelled');
    const listFor = async (list: 'student' | 'tutor', filter: 'next' | 'past') => {
      const page =
        list === 'tutor'
          ? await callerAs(database, bookedTutor.user).bookings.forTutor({ filter })
          : await callerAs(database, ownStudent).bookings.forStudent({ filter });
      return page.bookings.map(({ id }) => id);
    };
    expect(await listFor('tutor', 'next')).toEqual([ongoing, ahead]);
    expect(await listFor('student', 'next')).toEqual([ongoing, requested, ahead]);
    for (const list of ['tutor', 'student'] as const) expect(await listFor(list, 'past')).toEqual([justOver, long]);
  });

  // spec states.45 | P §4 Booking status | Filters by time look at confirmed bookings, today at any that starts today |
  //   src/server/features/bookings/bookings.queries.ts
  test('filters confirmed bookings by time, and for today all that start today', async () => {
    const bookedTutor = await aTutor(database.db);
    const timesAt = (hours: number) => ({ startTime: addHours(hours, NOW), endTime: addHours(hours + 1, NOW) });
    const upcoming = await aBooking(database.db, { tutor: bookedTutor, status: 'confirmed', ...timesAt(30) });
    const ongoing = await aBooking(database.db, { tutor: bookedTutor, status: 'confirmed', ...timesAt(-0.5) });
    const ended = await aBooking(database.db, { tutor: bookedTutor, status: 'confirmed', ...timesAt(-30) });
    const pendingToday = await aBooking(database.db, { tutor: bookedTutor, ...timesAt(4) });
    const ids = async (filter: 'upcoming' | 'ongoing' | 'ended' | 'today' | 'pending') =>
      (await callerAs(database, bookedTutor.user).bookings.forTutor({ filter })).bookings.map(({ id }) => id).sort();
    expect(await ids('upcoming')).toEqual([upcoming.id]);
    expect(await ids('ongoing')).toEqual([ongoing.id]);
    expect(await ids('ended')).toEqual([ended.id]);
    expect(await ids('pending')).toEqual([pendingToday.id]);
    expect(await ids('today')).toEqual([ongoing.id, pendingToday.id].sort());
  });

  test('counts pending requests as upcoming for a student, soonest first', async () => {
    const ownStudent = await aStudent(database.db);
    const timesAt = (hours: number) => ({ startTime: addHours(hours, NOW), endTime: addHours(hours + 1, NOW) });
    const confirmed = await aBooking(database.db, { student: ownStudent, status: 'confirmed', ...timesAt(30) });
    const waiting = await aBooking(database.db, { student: ownStudent, ...timesAt(20) });
    await aBooking(database.db, { student: ownStudent, ...timesAt(-0.5) });
    await aBooking(database.db, { student: ownStudent, status: 'confirmed', ...timesAt(-30) });
    await aBooking(database.db, { student: ownStudent, status: 'cancelled', ...timesAt(40) });
    const { bookings: shown } = await callerAs(database, ownStudent).bookings.forStudent({ filter: 'upcoming' });
    expect(shown.map(({ id }) => id)).toEqual([waiting.id, confirmed.id]);
  });

  test('shows a placeholder for a deleted student, and the name of a deleted subject', async () => {
    const bookedTutor = await aTutor(database.db);
    const booking = await aBooking(database.db, { tutor: bookedTutor, studentId: null, subjectId: null, subjectName: 'Physics' });
    const [shown] = (await callerAs(database, bookedTutor.user).bookings.forTutor({})).bookings;
    expect(shown).toMatchObject({
      id: booking.id,
      student: { id: '', name: 'Unknown Student', email: '', profileImage: '' },
      subject: { id: '', name: 'Physics' },
    });
  });

  test("hides other people's bookings and refuses the list of the other role", async () => {
    await aBooking(database.db);
    expect((await callerAs(database, (await aTutor(database.db)).user).bookings.allForTutor({})).bookings).toEqual([]);
    await expect(callerAs(database, tutor.user).bookings.forStudent({})).rejects.toMatchObject({
      message: 'Only students can view student bookings',
    });
    await expect(callerAs(database, student).bookings.forTutor({})).rejects.toMatchObject({ message: 'Only tutors can view tutor bookings' });
    await expect(callerAs(database, null).bookings.forTutor({})).rejects.toMatchObject({ message: 'Authentication required' });
  });
});
