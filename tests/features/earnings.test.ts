import { beforeAll, describe, expect, test } from 'vitest';
import { NO_CLIENT } from '#server/core/context.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, type BookingOverrides, type Tutor } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
/** The last minute of March in Colombo is 18:29 UTC of the 31st. */
const END_OF_MONTH = new Date('2026-03-31T18:29:59.999Z');
const LAST_OF_FEBRUARY = new Date('2026-02-28T18:29:59.000Z');
const FIRST_OF_MARCH = new Date('2026-02-28T18:30:00.000Z');

let tutor: Tutor;
const getEarnings = (ownTutor: Tutor, now = END_OF_MONTH) => callerAs(database, ownTutor.user, { now: () => now }).bookings.earnings();
const createCompleted = (overrides: BookingOverrides) => aBooking(database.db, { tutor, status: 'completed', ...overrides });

beforeAll(async () => {
  tutor = await aTutor(database.db);
  await createCompleted({ startTime: LAST_OF_FEBRUARY, amountCents: 200_000 });
  await createCompleted({ startTime: FIRST_OF_MARCH, amountCents: 110 });
  await createCompleted({ startTime: new Date('2026-03-05T04:00:00Z'), amountCents: 110 });
  await createCompleted({ startTime: new Date('2026-03-06T04:00:00Z'), amountCents: 150_050 });
  await createCompleted({ startTime: new Date('2025-01-06T04:00:00Z'), amountCents: 100_000 });
  await aBooking(database.db, { tutor, status: 'confirmed', startTime: new Date('2026-03-07T04:00:00Z') });
  await aBooking(database.db, { tutor, startTime: new Date('2026-03-08T04:00:00Z') });
  const amounts = { refundCents: 75_000, retainedCents: 75_000, platformFeeCents: 11_250 };
  await aBooking(database.db, { tutor, status: 'cancelled', startTime: new Date('2026-03-09T04:00:00Z'), ...amounts });
  await aBooking(database.db, { tutor, status: 'cancelled', startTime: new Date('2025-03-09T04:00:00Z'), ...amounts });
  await aBooking(database.db, { status: 'completed', startTime: FIRST_OF_MARCH });
});

describe('bookings.earnings', () => {
  // spec tutor-dashboard.7
  test('sum gross, fee and net of completed sessions, with each fee rounded half up', async () => {
    expect(await getEarnings(tutor)).toMatchObject({
      thisMonth: { gross: 1502.7, fee: 225.42, net: 1277.28, sessions: 3 },
      total: { gross: 4502.7, fee: 675.42, net: 3827.28, sessions: 5 },
    });
  });

  // spec tutor-dashboard.7
  test('show cancellation charges separately', async () => {
    expect((await getEarnings(tutor)).cancellationCharges).toBe(1500);
  });

  // spec tutor-dashboard.9 | D Time and money | This month goes by the session's start, in the platform's zone |
  //   src/server/features/bookings/dashboards.queries.ts
  test('list the last six months by start in the time zone of the platform, empty ones included', async () => {
    const { months } = await getEarnings(tutor);
    expect(months.map(({ month, gross }) => [month, gross])).toEqual([
      ['2025-10', 0],
      ['2025-11', 0],
      ['2025-12', 0],
      ['2026-01', 0],
      ['2026-02', 2000],
      ['2026-03', 1502.7],
    ]);
  });

  // spec tutor-dashboard.9
  test('begin a new month at midnight in Colombo', async () => {
    const { thisMonth, months } = await getEarnings(tutor, new Date(END_OF_MONTH.getTime() + 1));
    expect(thisMonth).toEqual({ gross: 0, fee: 0, net: 0, sessions: 0 });
    expect(months.at(-1)).toMatchObject({ month: '2026-04', gross: 0 });
  });

  // spec tutor-dashboard.7
  test('are zero without sessions, and are read in one statement', async () => {
    const newTutor = await aTutor(database.db);
    const zeros = { gross: 0, fee: 0, net: 0, sessions: 0 };
    expect(await getEarnings(newTutor)).toMatchObject({ thisMonth: zeros, total: zeros, cancellationCharges: 0 });
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, tutor.user).bookings.earnings();
    expect(statements).toHaveLength(1);
  });
});

describe('a month of earnings', () => {
  const monthAs = (ownTutor: Tutor, month: string) => callerAs(database, ownTutor.user).bookings.earningsMonth({ month });

  // spec s12-earned.1 | S12 B | A month lists the sessions of which the earnings of the dashboard are the sum, and cancelled ones of which the student
  //   owes something, by the start in the platform's zone | src/server/features/bookings/earnings-month.queries.ts
  test('lists its sessions, and agrees with the dashboard', async () => {
    const { completed, cancelled, earned, charges } = await monthAs(tutor, '2026-03');
    expect(earned).toEqual((await getEarnings(tutor)).thisMonth);
    expect(completed.map(({ startTime, price, fee, net }) => [startTime.toISOString(), price, fee, net])).toEqual([
      [FIRST_OF_MARCH.toISOString(), 1.1, 0.17, 0.93],
      ['2026-03-05T04:00:00.000Z', 1.1, 0.17, 0.93],
      ['2026-03-06T04:00:00.000Z', 1500.5, 225.08, 1275.42],
    ]);
    expect(cancelled).toMatchObject([{ owed: 750, fee: 112.5, due: 637.5 }]);
    expect(charges).toEqual({ owed: 750, fee: 112.5, due: 637.5 });
    expect((await monthAs(tutor, '2026-02')).earned).toMatchObject({ gross: 2000, sessions: 1 });
    const other = await aTutor(database.db);
    expect(await monthAs(other, '2026-03')).toMatchObject({ completed: [], cancelled: [], earned: { sessions: 0 } });
  });

  // spec s12-earned.2 | S12 B | The month can be downloaded as CSV, in which nothing that was typed is a formula |
  //   src/server/features/bookings/earnings-month.queries.ts, src/server/core/csv.ts
  test('comes as CSV, without formulas', async () => {
    const owner = await aTutor(database.db);
    const student = await aStudent(database.db, { name: '=1+1' });
    const startTime = new Date('2026-03-05T04:00:00Z');
    await aBooking(database.db, { tutor: owner, student, status: 'completed', startTime, amountCents: 110, subjectName: 'Physics, A/L' });
    const charged = { status: 'cancelled' as const, refundCents: 75_000, retainedCents: 75_000, platformFeeCents: 11_250, subjectName: 'Chemistry' };
    await aBooking(database.db, { tutor: owner, student, startTime: new Date('2026-03-06T04:00:00Z'), ...charged });
    const { name, text } = await callerAs(database, owner.user).bookings.earningsFile({ month: '2026-03' });
    expect(name).toBe('earnings-2026-03.csv');
    expect(text.split('\r\n')).toEqual([
      '\uFEFFStart (Asia/Colombo),Student,Subject,Hours,Status,Price (Rs.),Owed after cancelling (Rs.),Platform fee (Rs.),Net (Rs.),Due to the tutor (Rs.)',
      `2026-03-05 09:30,'=1+1,"Physics, A/L",1,completed,1.1,,0.17,0.93,`,
      `2026-03-06 09:30,'=1+1,Chemistry,1,cancelled,1500,750,112.5,,637.5`,
      '',
    ]);
  });

  // spec s15-files.1 | S15 4 | The file of a month has its columns, status and subjects in the language of the page |
  //   src/server/features/bookings/earnings-month.queries.ts
  test('comes with columns in the language of the page', async () => {
    const owner = await aTutor(database.db);
    const startTime = new Date('2026-03-05T04:00:00Z');
    await aBooking(database.db, { tutor: owner, status: 'completed', startTime, amountCents: 110, subjectName: 'Violin' });
    const client = { ...NO_CLIENT, locale: 'si' as const };
    const { name, text } = await callerAs(database, owner.user, { client }).bookings.earningsFile({ month: '2026-03' });
    expect(name).toBe('earnings-2026-03.csv');
    const [columns, row] = text.split('\r\n');
    const sinhala = sentencesIn('si');
    const columnsInEnglish = [
      ...['Start ({0})', 'Student', 'Subject', 'Hours', 'Status', 'Price (Rs.)', 'Owed after cancelling (Rs.)', 'Platform fee (Rs.)', 'Net (Rs.)'],
      'Due to the tutor (Rs.)',
    ];
    expect(columns).toBe(`\uFEFF${columnsInEnglish.map((column) => sinhala(column).replace('{0}', 'Asia/Colombo')).join()}`);
    expect(row).toMatch(/^2026-03-05 09:30,[^,]+,වයලීනය,1,අවසන්,1\.1,,0\.17,0\.93,$/);
  });
});
