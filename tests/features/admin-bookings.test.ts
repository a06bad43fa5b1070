import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aSubject, aTopic, aTutor, type Booking, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { explainStatement, PLAN_MODES, vacuum } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const UNKNOWN = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
const STATUSES = ['completed', 'cancelled', 'confirmed', 'pending', 'completed'] as const;
const created: Booking[] = [];
let admin: User;
let student: User;
let tutor: Tutor;

type Input = Parameters<ReturnType<typeof callerAs>['bookings']['desk']>[0];
const listBookings = (input: Input = {}) => callerAs(database, admin).bookings.desk(input);
const listIndexes = async (input: Input) => (await listBookings(input)).bookings.map(({ id }) => created.findIndex((booking) => booking.id === id));

beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db);
  student = await aStudent(db);
  tutor = await aTutor(db);
  const amounts = [300, 100, 500, 100, 200];
  for (const [index, status] of STATUSES.entries()) {
    created.push(
      await aBooking(db, {
        student,
        tutor,
        status,
        amountCents: (amounts[index] ?? 0) * 100,
        startTime: new Date(NOW.getTime() + (index + 30) * HOUR),
        // The third and the fourth have the same time.
        createdAt: new Date(NOW.getTime() + Math.min(index, 3 - (index === 3 ? 1 : 0)) * HOUR),
        meetingLink: 'https://meet.vidya.test/secret',
        address: '1 Secret Road',
      }),
    );
  }
});

describe('bookings for admins', () => {
  // spec manage-bookings.1 | P §2 Admin area, C §7 | Status filter, sort by newest, oldest, amount, exact totals, pages only when there are several |
  //   src/server/features/bookings/admin-bookings.queries.ts
  // spec constants.23 | C §9 Admin pagination, R §4.9 | 24 rows a page of admins, 100 at most over REST | src/shared/vocabulary/limits.ts
  test('come in pages of 24, newest first, with exact totals before and after the sweep', async () => {
    const expectedPage = { totalPages: 1, page: 1, total: 5 };
    expect(await listBookings()).toMatchObject(expectedPage);
    await sweepExpired(database.db, NOW);
    expect(await listBookings()).toMatchObject(expectedPage);
    expect(await listIndexes({})).toEqual([4, 3, 2, 1, 0]);
    expect(await listIndexes({ sortBy: 'oldest' })).toEqual([0, 1, 2, 3, 4]);
    expect(await listIndexes({ sortBy: 'amount' })).toEqual([2, 0, 4, 3, 1]);
  });

  test.each([
    ['pending', [3]],
    ['confirmed', [2]],
    ['completed', [4, 0]],
    ['cancelled', [1]],
  ] as const)('are filtered by the status %s', async (status, expected) => {
    expect(await listIndexes({ status })).toEqual(expected);
    expect(await listBookings({ status, limit: 1 })).toMatchObject({ totalPages: expected.length, total: expected.length });
  });

  // spec s12-desk.7 | S12 D | Bookings are searched by the name or email of student or tutor, the beginning of the subject, and their id or its last
  //   eight characters, in the filter and order that are chosen | src/server/features/bookings/admin-bookings.queries.ts
  test('are found by student, tutor, subject and id, in the same filter and order', async () => {
    const other = await aBooking(database.db, {
      student: await aStudent(database.db, { name: 'Zahra Ismail' }),
      tutor,
      startTime: new Date(NOW.getTime() + 200 * HOUR),
    });
    const found = async (input: Input) => (await listBookings(input)).bookings.map(({ id }) => id);
    expect(await found({ search: 'zahra ism' })).toEqual([other.id]);
    expect(await found({ search: other.id })).toEqual([other.id]);
    expect(await found({ search: other.id, status: 'completed' })).toEqual([]);
    for (const end of [other.id.slice(-8), `#${other.id.slice(-8).toUpperCase()}`]) expect(await found({ search: end })).toEqual([other.id]);
    const subject = await aSubject(database.db, { name: 'Zoology (A/L)' });
    const ofSubject = await aBooking(database.db, { subjectId: subject.id, startTime: new Date(NOW.getTime() + 300 * HOUR) });
    expect(await found({ search: 'zool' })).toEqual([ofSubject.id]);
    expect(await found({ search: 'zo' })).toEqual([]);
    await database.db.delete(bookings).where(eq(bookings.id, ofSubject.id));
    expect(await listIndexes({ search: student.email, sortBy: 'amount' })).toEqual([2, 0, 4, 3, 1]);
    expect(await listBookings({ search: tutor.user.email, limit: 4 })).toMatchObject({ total: 6, totalPages: 2 });
    expect(await listBookings({ search: student.name, status: 'completed' })).toMatchObject({ total: 2 });
    await database.db.delete(bookings).where(eq(bookings.id, other.id));
  });

  // spec manage-bookings.1
  test('are empty for an unknown status', async () => {
    expect(await listBookings({ status: 'paid' })).toMatchObject({ bookings: [], totalPages: 1, total: 0 });
  });

  // spec manage-bookings.1
  test('are empty after the last page', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 900_000].map((page) => listBookings({ page, limit: 2 })));
    expect(pages.map(({ bookings }) => bookings.length)).toEqual([2, 2, 1, 0, 0]);
    for (const page of pages) expect(page).toMatchObject({ totalPages: 3, total: 5 });
    expect(new Set(pages.flatMap(({ bookings }) => bookings.map(({ id }) => id))).size).toBe(5);
  });

  // spec manage-bookings.3 | P §6 Admin, D Booking | View only, without the place where the two meet |
  //   src/server/features/bookings/admin-bookings.queries.ts
  test('show everything but meeting link and address', async () => {
    const topic = await aTopic(database.db);
    const visibleBooking = await aBooking(database.db, {
      student,
      tutor,
      topics: [topic],
      notes: 'Please bring paper',
      startTime: new Date(NOW.getTime() + 90 * HOUR),
      createdAt: NOW,
    });
    const page = await listBookings({ status: 'pending', sortBy: 'oldest' });
    expect(page.bookings.find(({ id }) => id === visibleBooking.id)).toMatchObject({
      student: { name: student.name },
      tutor: { user: { name: tutor.user.name } },
      selectedTopics: [{ name: topic.name }],
      amount: 1500,
      notes: 'Please bring paper',
      paymentStatus: 'pending',
    });
    for (const { meetingLink, address } of (await listBookings()).bookings) expect([meetingLink, address]).toEqual([null, '']);
    await database.db.delete(bookings).where(eq(bookings.id, visibleBooking.id));
  });

  // spec manage-bookings.2
  test('show placeholders for deleted people', async () => {
    await database.db
      .update(bookings)
      .set({ studentId: null, tutorUserId: null, tutorId: null })
      .where(eq(bookings.id, created[1]?.id ?? ''));
    const [booking] = (await listBookings({ status: 'cancelled' })).bookings;
    expect(booking).toMatchObject({ student: { name: 'Unknown Student' }, tutor: { user: { name: 'Unknown Tutor' } } });
  });

  // spec manage-bookings.3
  test('are for admins only', async () => {
    const refusal = { code: 'FORBIDDEN', message: 'Only admins can view all bookings' };
    for (const person of [student, tutor.user]) await expect(callerAs(database, person).bookings.desk({})).rejects.toMatchObject(refusal);
    await expect(callerAs(database, null).bookings.desk({})).rejects.toMatchObject({ message: 'Authentication required' });
  });

  // spec manage-bookings.1
  test('have one page when there are none', async () => {
    await database.db.transaction(async (tx) => {
      await tx.delete(bookings).where(eq(bookings.status, 'cancelled'));
      expect(await tx.$count(bookings, eq(bookings.status, 'cancelled'))).toBe(0);
    });
    expect(await listBookings({ status: 'cancelled' })).toMatchObject({ bookings: [], totalPages: 1, total: 0 });
  });
});

// spec manage-bookings.5 | R §8 | The tutor of a pending request is asked for an answer, in the app and by mail, three times an hour at most |
//   src/server/features/bookings/reminders.commands.ts
describe('bookings.askForAnswer', () => {
  const askForAnswer = (id: string, person: User | null = admin, at = NOW) =>
    callerAs(database, person, { now: () => at }).bookings.askForAnswer({ id });
  const createRequest = async (overrides: Partial<Booking> = {}) => {
    const ownTutor = await aTutor(database.db);
    return { of: ownTutor, booking: await aBooking(database.db, { tutor: ownTutor, subjectName: 'Physics', createdAt: NOW, ...overrides }) };
  };
  const listMailOrders = async ({ id }: Booking) => {
    const mailJobs = await database.db
      .select({ params: jobs.params })
      .from(jobs)
      .where(sql`${jobs.params} ->> 'bookingId' = ${id} and kind = 'mail.send'`);
    // Parameters of the kind `mail.send`.
    return mailJobs.map(({ params }) => params as MailJob);
  };

  test('notifies the tutor in the app and by mail, and records an audit entry', async () => {
    const { of: ownTutor, booking } = await createRequest();
    expect(await askForAnswer(booking.id)).toEqual({ message: 'Reminder sent successfully' });
    const stored = await database.db
      .select()
      .from(notifications)
      .where(inArray(notifications.userId, [ownTutor.user.id, booking.studentId ?? '']));
    expect(stored).toMatchObject([
      {
        userId: ownTutor.user.id,
        type: 'info',
        category: 'booking',
        title: 'Booking Waits for Your Answer',
        message: 'A booking request for Physics waits for your answer. Please confirm or cancel it.',
        action: { label: 'View Booking', url: `/bookings/${booking.id}` },
      },
    ]);
    const order = only(await listMailOrders(booking));
    expect(order).toMatchObject({ mail: 'booking', kind: 'answer_asked', userId: ownTutor.user.id });
    const sentMails: Mail[] = [];
    const send = (at = NOW) =>
      sendMail(contextAs(database, null, { now: () => at, mailer: { send: async (mail) => void sentMails.push(mail) } }), order);
    await send();
    expect(sentMails).toMatchObject([{ to: ownTutor.user.email, subject: 'A booking request waits for your answer: Physics' }]);
    expect(sentMails[0]?.text).toContain('still waits for your answer to a request for a session.');
    await send(booking.startTime);
    await callerAs(database, ownTutor.user).bookings.setStatus({ id: booking.id, status: 'confirmed' });
    await send();
    expect(sentMails).toHaveLength(1);

    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.subjectId, booking.id));
    expect(entries).toMatchObject([
      { actorId: admin.id, actorName: admin.name, action: 'booking.notified', subjectName: `Physics, ${ownTutor.user.name}` },
    ]);
  });

  test.each(['confirmed', 'completed', 'cancelled'] as const)('refuses a %s booking', async (status) => {
    const { booking } = await createRequest({ status });
    await expect(askForAnswer(booking.id)).rejects.toMatchObject({ code: 'CONFLICT', message: 'Reminders can only be sent for pending bookings' });
    expect([await listMailOrders(booking), await database.db.$count(auditEntries, eq(auditEntries.subjectId, booking.id))]).toEqual([[], 0]);
  });

  test.each(['1', UNKNOWN])('does not find the id %s', async (id) => {
    await expect(askForAnswer(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Booking not found' });
  });

  test('is limited to three an hour for each booking; refused calls do not count', async () => {
    const { booking } = await createRequest();
    const other = await anAdmin(database.db);
    const refusal = { code: 'FORBIDDEN', message: 'Only admins can remind tutors of their bookings' };
    for (const person of [student, tutor.user, student, tutor.user]) await expect(askForAnswer(booking.id, person)).rejects.toMatchObject(refusal);
    await askForAnswer(booking.id);
    await askForAnswer(booking.id, other);
    await askForAnswer(booking.id.toUpperCase());
    await expect(askForAnswer(booking.id)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await askForAnswer((await createRequest()).booking.id);
    await askForAnswer(booking.id, admin, new Date(NOW.getTime() + HOUR));
  });
});

describe('many bookings for admins', () => {
  beforeAll(async () => {
    await database.db.execute(sql`
      insert into bookings (id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number, created_at)
      select gen_random_uuid(), 'Physics', (case when n % 3 = 0 then 'pending' else 'completed' end)::booking_status, at, at + interval '1 hour', 'online',
        n % 997, '0771234567', at
      from (select n, ${NOW.toISOString()}::timestamptz - n * interval '1 hour' as at from generate_series(1, 20000) n) past`);
    await vacuum(database);
  }, 60_000);

  // spec s5.1
  test.each(PLAN_MODES)('are read in the order of an index (%s)', async (mode) => {
    const { db, statements } = createRecordingDb(database);
    const api = callerAs({ db }, admin).bookings;
    const indexes = {
      bookings_newest_idx: [{}, { sortBy: 'oldest' }, { page: 800 }],
      bookings_amount_idx: [{ sortBy: 'amount' }],
      bookings_status_newest_idx: [{ status: 'completed' }, { status: 'pending', sortBy: 'oldest' }],
      bookings_status_amount_idx: [{ status: 'completed', sortBy: 'amount', page: 500 }],
    } as const;
    for (const [index, inputs] of Object.entries(indexes)) {
      for (const input of inputs) {
        statements.length = 0;
        expect((await api.desk(input)).bookings).toHaveLength(24);
        expect(statements).toHaveLength(3);
        const [totalsPlan, keysPlan, rowsPlan] = await Promise.all(statements.map((statement) => explainStatement(database, statement, mode)));
        expect(totalsPlan?.text).not.toContain('bookings');
        expect(keysPlan).toMatchObject({ indexes: [index], sorts: false });
        expect(keysPlan?.text).toContain('Index Only Scan');
        expect(rowsPlan?.indexes).toContain('bookings_pkey');
      }
    }
  });
});
