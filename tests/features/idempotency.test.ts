import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { requestKeys } from '#db/schema/access.ts';
import { bookings } from '#db/schema/bookings.ts';
import { users } from '#db/schema/people.ts';
import { requireSignedIn } from '#server/core/context.ts';
import type { NotificationRequest } from '#server/core/events.ts';
import { runIdempotent } from '#server/core/idempotency.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import type { RequestBookingInput } from '#shared/contracts/bookings.ts';
import { DomainError } from '#shared/errors.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();
const KEY = 'a key of the browser';
const DAY = 24 * HOUR;
const EXPIRED = { code: 'UNAUTHORIZED', message: 'Session expired. Please login again.' };
const REUSED = { code: 'CONFLICT', message: 'This request key was already used' };

let student: User;
let tutor: Tutor;

beforeEach(async () => {
  student = await aStudent(database.db);
  tutor = await aTutor(database.db);
});

const later = (hours: number) => new Date(NEXT_MONDAY_NINE.getTime() + hours * HOUR);
const bookingInput = (overrides: Partial<RequestBookingInput> = {}): RequestBookingInput => ({
  tutorId: tutor.id,
  subjectId: tutor.subjectId,
  startTime: later(0),
  endTime: later(1),
  learningMethod: 'online',
  contactNumber: '0771234567',
  selectedTopics: [],
  notes: '',
  address: '',
  idempotencyKey: KEY,
  ...overrides,
});
const ask = (overrides: Partial<RequestBookingInput> = {}, { by = student, now = NOW } = {}) =>
  callerAs(database, by, { now: () => now }).bookings.request(bookingInput(overrides));
const listBookings = () => database.db.select().from(bookings).where(eq(bookings.studentId, student.id));
const listNotifications = (person: User) => selectNotifications(database, person.id);
const listKeys = () => database.db.select().from(requestKeys).where(eq(requestKeys.userId, student.id));
async function waiting(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

describe('a request for a session with a key', () => {
  // spec states.38 | D Booking | The same request key and body within 24 h gets the first answer, a refusal too; another body is 409 "This request
  //   key was already used" | src/server/core/idempotency.ts
  test('the same again is answered the same, with its instants, and books and tells nothing more', async () => {
    const first = await ask();
    const repeated = await ask();
    expect(repeated).toEqual(first);
    expect(repeated.startTime).toEqual(NEXT_MONDAY_NINE);
    expect(await listBookings()).toHaveLength(1);
    expect(await listNotifications(tutor.user)).toHaveLength(1);
  });

  // spec states.38
  test('it is the first answer whatever has become of the booking', async () => {
    const first = await ask();
    await callerAs(database, tutor.user).bookings.setStatus({ id: first.id, status: 'cancelled' });
    expect(await ask()).toEqual(first);
    expect((await ask({ idempotencyKey: 'another key' })).id).not.toBe(first.id);
  });

  test('the answer about the session is the first one, also after it was confirmed, moved and reviewed', async () => {
    const first = await ask();
    const since = {
      status: 'completed',
      startTime: later(50),
      endTime: later(51),
      address: '7 Lake Road',
      meetingLink: 'https://meet.vidya.test/room',
    } as const;
    await database.db
      .update(bookings)
      .set({ ...since, updatedAt: later(60) })
      .where(eq(bookings.id, first.id));
    await aReview(database.db, { booking: only(await listBookings()) });
    expect(await ask()).toEqual(first);
  });

  test('of a tutor who has left meanwhile it tells nothing any more', async () => {
    const first = await ask();
    const { id: userId, name, email } = tutor.user;
    expect(JSON.stringify(await listKeys())).not.toMatch(new RegExp(`${name}|${email}|${userId}`));
    await inUnitOfWork(contextAs(database, null), async ({ record }) =>
      record({ type: 'account.closed', userId, role: 'tutor', name, email, by: 'self' }),
    );
    const repeated = await ask();
    expect(repeated).toMatchObject({ id: first.id, status: 'pending', startTime: first.startTime, cancellationReason: null });
    expect(repeated.tutor).toEqual({ id: '', phone: '', user: { id: '', name: 'Unknown Tutor', email: '', profileImage: '' } });
  });

  test('an omitted value equals its default', async () => {
    const { address: _, notes: __, selectedTopics: ___, learningMethod: ____, ...short } = bookingInput();
    const first = await callerAs(database, student).bookings.request(short);
    expect(await ask()).toEqual(first);
  });

  // spec states.38
  test.each<[string, Partial<RequestBookingInput>]>([
    ['another time', { startTime: later(1), endTime: later(2) }],
    ['another note', { notes: 'Please bring a ruler.' }],
    ['a length', { duration: 1 }],
  ])('%s under the same key is refused, and books nothing', async (_, overrides) => {
    const first = await ask();
    await expect(ask(overrides)).rejects.toMatchObject(REUSED);
    expect((await listBookings()).map(({ id }) => id)).toEqual([first.id]);
    expect(await ask()).toEqual(first);
  });

  // spec book.21
  test('another price on screen under the same key is the same request, which is booked already', async () => {
    const first = await ask({ maxAmount: 1500 });
    expect(await ask({ maxAmount: 1800 })).toEqual(first);
    expect(await listBookings()).toHaveLength(1);
  });

  // spec states.38
  test('a refusal is a first answer too, with the times that were free then', async () => {
    const booked = await aBooking(database.db, { tutor, startTime: NEXT_MONDAY_NINE });
    const refused = {
      code: 'CONFLICT',
      message: 'This time is already booked',
      cause: { code: 'booking.slot_taken', refusal: { nextFree: [1, 2, 3].map((hours) => later(hours).toISOString()) } },
    };
    await expect(ask()).rejects.toMatchObject(refused);
    await database.db.delete(bookings).where(eq(bookings.id, booked.id));
    await expect(ask()).rejects.toMatchObject(refused);
    await expect(ask({ notes: 'But now?' })).rejects.toMatchObject(REUSED);
    expect(await listBookings()).toEqual([]);
    expect((await ask({ idempotencyKey: 'another key' })).status).toBe('pending');
  });

  // spec states.38
  test('keys are those of one person', async () => {
    const ownBooking = await ask();
    const other = await aStudent(database.db);
    const otherBooking = await ask({ startTime: later(1), endTime: later(2) }, { by: other });
    expect(otherBooking).toMatchObject({ student: { id: other.id } });
    expect(otherBooking.id).not.toBe(ownBooking.id);
  });

  test('without a key, and with an empty one, each request is independent', async () => {
    for (const idempotencyKey of [undefined, '', '   ']) {
      const first = await ask({ idempotencyKey });
      await expect(ask({ idempotencyKey })).rejects.toThrow('This time is already booked');
      await database.db.delete(bookings).where(eq(bookings.id, first.id));
    }
    expect(await listKeys()).toEqual([]);
  });

  test('a key of 256 characters is too long', async () => {
    const message = 'Request key cannot be longer than 255 characters';
    await expect(ask({ idempotencyKey: 'k'.repeat(256) })).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
    expect((await ask({ idempotencyKey: 'k'.repeat(255) })).status).toBe('pending');
  });

  // spec states.38
  test('after 24 hours the key is new, and not a moment sooner', async () => {
    const first = await ask();
    const justBefore = new Date(NOW.getTime() + DAY - 1);
    expect(await ask({}, { now: justBefore })).toEqual(first);
    await expect(ask({ notes: 'Another.' }, { now: justBefore })).rejects.toMatchObject(REUSED);
    const next = { startTime: later(1), endTime: later(2) };
    const second = await ask(next, { now: new Date(NOW.getTime() + DAY) });
    expect(second.id).not.toBe(first.id);
    expect(await ask(next, { now: new Date(NOW.getTime() + DAY + HOUR) })).toEqual(second);
    expect(await listBookings()).toHaveLength(2);
  });

  // spec states.39 | D Booking | Many at once, on two servers, are one booking and one answer | src/server/core/idempotency.ts
  test('twenty at once are one booking and one answer', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await listBookings()).toHaveLength(1);
    expect(await listNotifications(tutor.user)).toHaveLength(1);
  });

  // spec states.39
  test('of two that differ at once, one is done and the other refused', async () => {
    const answers = await Promise.allSettled([ask(), ask({ startTime: later(2), endTime: later(3) })]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: REUSED });
    expect(await listBookings()).toHaveLength(1);
  });

  test('an account that was deleted meanwhile gets an error', async () => {
    await database.db.delete(users).where(eq(users.id, student.id));
    await expect(ask()).rejects.toMatchObject(EXPIRED);
  });

  test('an account that is deleted at that moment gets an error', async () => {
    const pending = await database.db.transaction(async (tx) => {
      await tx.delete(users).where(eq(users.id, student.id));
      const request = Promise.allSettled([ask()]);
      await expect.poll(waiting).toBe(1);
      return { asking: request };
    });
    expect(await pending.asking).toMatchObject([{ status: 'rejected', reason: EXPIRED }]);
  });
});

describe('once', () => {
  const notice = (title: string): NotificationRequest => ({
    id: crypto.randomUUID(),
    userId: student.id,
    type: 'info',
    category: 'general',
    title,
    message: 'Said by a test.',
    action: null,
    priority: 'low',
    metadata: {},
    expiresAt: null,
  });
  const rename = (name: string) => sql`update users set name = ${name} where id = ${student.id}`;
  const nameNow = async () => (await database.db.select().from(users).where(eq(users.id, student.id)))[0]?.name;

  function aWork(end: (index: number) => Promise<string> | string) {
    const count = { started: 0 };
    const run = () =>
      runIdempotent(
        requireSignedIn(contextAs(database, student)),
        { key: KEY, body: { pending: 'the same' } },
        {
          work: async ({ db, record }) => {
            count.started += 1;
            await db.execute(rename(`Renamed ${count.started}`));
            record({ type: 'notification.requested', notification: notice(`Renamed ${count.started}`) });
            return end(count.started);
          },
          toStored: (stored) => stored,
          fromStored: async (_, stored) => stored,
        },
      );
    return { run, count };
  }

  test.each(['request.invalid', 'tutor.not_found', 'booking.only_tutors_move', 'booking.outside_slots'] as const)(
    '%s is kept, and nothing else of what was begun',
    async (code) => {
      const { run, count } = aWork(() => {
        throw new DomainError(code, { params: { word: 'said' }, field: 'notes' }, 'In other words, {word}');
      });
      const refused = { code, message: 'In other words, said', refusal: { params: { word: 'said' }, field: 'notes' } };
      await expect(run()).rejects.toMatchObject(refused);
      await expect(run()).rejects.toMatchObject(refused);
      expect(count.started).toBe(1);
      expect(await nameNow()).toBe(student.name);
      expect(await listNotifications(student)).toEqual([]);
    },
  );

  // spec states.38
  test.each([
    ['too many requests', () => new DomainError('request.limited', { retryAfter: 5 })],
    ['a server that is away', () => new DomainError('server.unavailable')],
    ['a fault of ours', () => new Error('a bug')],
  ])('%s is no answer to keep: the next one is done', async (_, thrown) => {
    const { run } = aWork((index) => {
      if (index === 1) throw thrown();
      return 'done';
    });
    await expect(run()).rejects.toThrow(thrown().message);
    expect(await listKeys()).toEqual([]);
    expect(await nameNow()).toBe(student.name);
    expect(await run()).toBe('done');
    expect(await run()).toBe('done');
    expect(await nameNow()).toBe('Renamed 2');
    expect((await listNotifications(student)).map(({ title }) => title)).toEqual(['Renamed 2']);
  });

  // spec states.39
  test.each(['40P01', '40001'])('after %s from the database the whole is repeated once, and kept', async (code) => {
    const { run, count } = aWork((index) => (index === 1 ? Promise.reject(Object.assign(new Error('from the database'), { code })) : 'done'));
    expect(await run()).toBe('done');
    expect(await run()).toBe('done');
    expect(count.started).toBe(2);
    expect((await listNotifications(student)).map(({ title }) => title)).toEqual(['Renamed 2']);
  });

  // spec states.39
  test('a request during the first waits for its answer, and does the work when that one fails', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { run, count } = aWork(async (index) => {
      if (index > 1) return 'done';
      await opened;
      throw new DomainError('server.unavailable');
    });
    const first = run();
    await expect.poll(() => count.started).toBe(1);
    const second = run();
    await expect.poll(waiting).toBe(1);
    open();
    await expect(first).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(await second).toBe('done');
    expect(await nameNow()).toBe('Renamed 2');
  });
});

describe('a sweep', () => {
  // spec rest-limits.6
  test('removes keys after 24 hours, with what was answered', async () => {
    const at = (ms: number) => new Date(NOW.getTime() - ms);
    const row = { userId: student.id, bodyHash: 'of something', answer: {} };
    await database.db.insert(requestKeys).values([
      { ...row, key: 'over', createdAt: at(DAY) },
      { ...row, key: 'not yet', createdAt: at(DAY - 1) },
    ]);
    await sweepExpired(database.db, NOW);
    expect((await listKeys()).map(({ key }) => key)).toEqual(['not yet']);
  });
});
