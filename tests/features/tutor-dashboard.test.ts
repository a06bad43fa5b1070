import { beforeAll, describe, expect, test } from 'vitest';
import type { BookingRow } from '#server/features/bookings/bookings.steps.ts';
import { BOOKING_FILTERS } from '#shared/contracts/bookings.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, HOUR, NOW, type Tutor } from '#tests/support/factories.ts';
import { countBlocks, explainStatement, PLAN_MODES } from '#tests/support/plans.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
const CANCELLED = { status: 'cancelled', cancelledBy: 'tutor' } as const;

let tutor: Tutor;
const bookingsOf = (ownTutor = tutor) => callerAs(database, ownTutor.user).bookings;
const createBooking = (ownTutor: Tutor, overrides: Partial<BookingRow>) => aBooking(database.db, { tutor: ownTutor, ...overrides });

// spec tutor-bookings.1 | P §2 Tutor area, D Booking | Counts Total, Pending, Upcoming, Ongoing, Ended, Completed, Today, by the clock and calendar
//   of the platform; also Cancelled | src/server/features/bookings/dashboards.queries.ts
describe('bookings.counts', () => {
  beforeAll(async () => {
    tutor = await aTutor(database.db);
    const rows: Partial<BookingRow>[] = [
      { startTime: inHours(72) },
      { startTime: inHours(-72) },
      { startTime: inHours(48), status: 'confirmed' },
      { startTime: inHours(2), status: 'confirmed' },
      { startTime: NOW, endTime: inHours(1), status: 'confirmed' },
      { startTime: inHours(-1), endTime: NOW, status: 'confirmed' },
      { startTime: inHours(-200), status: 'confirmed' },
      { startTime: inHours(-100), status: 'completed' },
      { startTime: inHours(-5), status: 'completed' },
      { startTime: inHours(5), ...CANCELLED },
      { startTime: inHours(-300), ...CANCELLED },
    ];
    for (const row of rows) await createBooking(tutor, row);
    await aBooking(database.db, { status: 'confirmed' });
  });

  test('count every booking of the tutor in the time zone of the platform', async () => {
    expect(await bookingsOf().counts()).toEqual({ total: 11, pending: 2, upcoming: 2, ongoing: 1, ended: 2, completed: 2, cancelled: 2, today: 5 });
  });

  test('are those of the filtered lists', async () => {
    const counts = await bookingsOf().counts();
    const next = counts.upcoming + counts.ongoing;
    const past = counts.ended + counts.completed;
    const expectedOf: Record<string, number> = { ...counts, all: counts.total, next, past };
    for (const filter of BOOKING_FILTERS) {
      const { bookings } = await bookingsOf().forTutor({ filter, limit: 100 });
      const expected = expectedOf[filter];
      if (filter !== 'confirmed') expect({ filter, shown: bookings.length }).toEqual({ filter, shown: expected });
    }
  });

  test('are zero without bookings, and for tutors only', async () => {
    const zeros = { total: 0, pending: 0, upcoming: 0, ongoing: 0, ended: 0, completed: 0, cancelled: 0, today: 0 };
    expect(await bookingsOf(await aTutor(database.db)).counts()).toEqual(zeros);
    const refused = { code: 'FORBIDDEN', message: 'Only tutors can view tutor bookings' };
    const asStudent = callerAs(database, await aStudent(database.db)).bookings;
    for (const call of [asStudent.counts(), asStudent.nextSessions(), asStudent.earnings(), asStudent.week({ from: '2026-03-02' })]) {
      await expect(call).rejects.toMatchObject(refused);
    }
  });

  test('are read in one statement', async () => {
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, tutor.user).bookings.counts();
    expect(statements).toHaveLength(1);
  });
});

// spec s12-agenda.8 | S12 E | A month has what starts in it by the platform's zone, by start, without what was cancelled and others' |
//   src/server/features/bookings/dashboards.queries.ts
describe.each(['monthForStudent', 'monthForTutor'] as const)('bookings.%s', (month) => {
  const FIRST = new Date('2026-03-31T18:30:00.000Z');
  const NEXT = new Date('2026-04-30T18:30:00.000Z');

  test('lists what starts from the first midnight until the next', async () => {
    const { db } = database;
    const [tutor, student] = [await aTutor(db), await aStudent(db)];
    const at = (startTime: Date, given = {}) => aBooking(db, { tutor, student, startTime, ...given });
    const last = await at(new Date(NEXT.getTime() - HOUR), { status: 'confirmed' });
    const first = await at(FIRST);
    await at(new Date(FIRST.getTime() - HOUR), { status: 'confirmed' });
    await at(NEXT);
    await at(new Date(FIRST.getTime() + 5 * HOUR), CANCELLED);
    await aBooking(db, { startTime: new Date(FIRST.getTime() + 9 * HOUR) });
    const viewer = month === 'monthForStudent' ? student : tutor.user;
    const read = await callerAs(database, viewer).bookings[month]({ month: '2026-04' });
    expect(read.map(({ id }) => id)).toEqual([first.id, last.id]);
  });

  test.each(['2026-00', '2026-13', '1999-12', '2100-01', '2026-4', 'April', '2026-04-01'])('refuses the month %j', async (input) => {
    const { db } = database;
    const viewer = month === 'monthForStudent' ? await aStudent(db) : (await aTutor(db)).user;
    await expect(callerAs(database, viewer).bookings[month]({ month: input })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('bookings.week', () => {
  const MIDNIGHT = new Date('2026-03-01T18:30:00.000Z');
  const WEEK = 7 * 24;
  const afterMidnight = (hours: number) => new Date(MIDNIGHT.getTime() + hours * HOUR);
  let weekTutor: Tutor;
  let expected: string[];

  beforeAll(async () => {
    weekTutor = await aTutor(database.db);
    const overlapping = await createBooking(weekTutor, { startTime: afterMidnight(-1), endTime: afterMidnight(0.5), status: 'completed' });
    const last = await createBooking(weekTutor, { startTime: afterMidnight(WEEK - 0.5), endTime: afterMidnight(WEEK + 1), status: 'confirmed' });
    const first = await createBooking(weekTutor, { startTime: afterMidnight(1) });
    await createBooking(weekTutor, { startTime: afterMidnight(-1), endTime: afterMidnight(0), status: 'completed' });
    await createBooking(weekTutor, { startTime: afterMidnight(WEEK + 1) });
    await createBooking(weekTutor, { startTime: afterMidnight(3), ...CANCELLED });
    await aBooking(database.db, { startTime: afterMidnight(3) });
    expected = [overlapping.id, first.id, last.id];
  });

  // spec tutor-bookings.18
  test('lists what overlaps the seven days, by start', async () => {
    const week = await bookingsOf(weekTutor).week({ from: '2026-03-02' });
    expect(week.map(({ id }) => id)).toEqual(expected);
  });

  test('is empty for a week without bookings', async () => {
    expect(await bookingsOf(weekTutor).week({ from: '2027-01-04' })).toEqual([]);
    expect(await bookingsOf(weekTutor).week({ from: '2028-02-29' })).toEqual([]);
  });

  // spec tutor-bookings.18
  test.each(['2026-02-30', '2026-13-01', '0000-01-01', '9999-12-31', '2026-3-2', 'today', '', '2026-03-02T00:00'])(
    'refuses the date %j',
    async (date) => {
      await expect(bookingsOf(weekTutor).week({ from: date })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );

  // spec tutor-bookings.18
  test('reads only the days around the week among years of bookings', async () => {
    await database.sql`
      insert into bookings (id, tutor_user_id, subject_name, status, start_time, end_time, learning_method, amount_cents, contact_number)
      select gen_random_uuid(), ${weekTutor.user.id}, 'Mathematics', 'completed', at, at + interval '1 hour', 'online', 100000, '0771234567'
      from generate_series('2016-01-01'::timestamptz, '2026-01-01', '1 day') as at`;
    await database.sql`analyze bookings`;
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, weekTutor.user).bookings.week({ from: '2026-03-02' });
    expect(statements).toHaveLength(1);
    for (const mode of PLAN_MODES) {
      const [statement] = statements;
      if (!statement) throw new Error('no statement was sent');
      const plan = await explainStatement(database, statement, mode);
      expect(plan.indexes, plan.text).toContain('bookings_tutor_start_idx');
      expect(await countBlocks(database, statement, mode)).toBeLessThan(60);
    }
  });
});

describe('bookings.nextSessions', () => {
  // spec tutor-dashboard.6
  test('lists the next five pending and confirmed bookings, by start', async () => {
    const weekTutor = await aTutor(database.db);
    const ids: string[] = [];
    for (const day of [6, 2, 4, 1, 5, 3, 7]) {
      const { id } = await createBooking(weekTutor, { startTime: inHours(day * 24), status: day % 2 ? 'pending' : 'confirmed' });
      ids[day] = id;
    }
    await createBooking(weekTutor, { startTime: inHours(-2), status: 'confirmed' });
    await createBooking(weekTutor, { startTime: NOW });
    await createBooking(weekTutor, { startTime: inHours(3), ...CANCELLED });
    expect((await bookingsOf(weekTutor).nextSessions()).map(({ id }) => id)).toEqual(ids.slice(1, 6));
    expect(await bookingsOf(await aTutor(database.db)).nextSessions()).toEqual([]);
  });

  // spec tutor-dashboard.6
  test('begins with the session under way until it ends, and has no request whose time has come', async () => {
    const busyTutor = await aTutor(database.db);
    await createBooking(busyTutor, { startTime: inHours(-2), endTime: inHours(-1.5), status: 'pending' });
    await createBooking(busyTutor, { startTime: inHours(-1.5), endTime: inHours(-0.5), status: 'confirmed' });
    const underWay = await createBooking(busyTutor, { startTime: inHours(-0.5), endTime: inHours(0.5), status: 'confirmed' });
    const next = await createBooking(busyTutor, { startTime: inHours(1) });
    expect((await bookingsOf(busyTutor).nextSessions()).map(({ id }) => id)).toEqual([underWay.id, next.id]);
    const atItsEnd = callerAs(database, busyTutor.user, { now: () => underWay.endTime }).bookings;
    expect((await atItsEnd.nextSessions()).map(({ id }) => id)).toEqual([next.id]);
  });
});
