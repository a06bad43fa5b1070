import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { bookings } from '#db/schema/bookings.ts';
import { jobs } from '#db/schema/jobs.ts';
import { notifications } from '#db/schema/notifications.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { toBookingEvent } from '#server/features/bookings/bookings.steps.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aStudent, aTutor, type Booking, HOUR, type Tutor, type User } from '#tests/support/factories.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';
import { startServer } from '#tests/support/server.ts';
import { anSmtpServer, type SmtpInbox } from '#tests/support/smtp.ts';

const MANY = 10;
const database = useDatabase();
let smtp: SmtpInbox;
let servers: RunningServer[];

beforeEach(async () => {
  await database.db.delete(jobs);
  smtp = await anSmtpServer();
  await smtp.start();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await smtp.stop();
});

type Meeting = { student: User; tutor: Tutor; booking: Booking };
const soon = <T>(read: () => T) => expect.poll(read, { interval: 50, timeout: 60_000 });
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const start = async () => void servers.push(await runServer(database.url, { SMTP_URL: smtp.url }));
const inAll = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: MANY }, make));

async function aMeeting({ status, startTime, createdAt }: Pick<Booking, 'status' | 'startTime' | 'createdAt'>): Promise<Meeting> {
  const student = await aStudent(database.db);
  const tutor = await aTutor(database.db);
  return { student, tutor, booking: await aBooking(database.db, { student, tutor, status, startTime, createdAt }) };
}
const recordRequest = ({ booking }: Meeting, now: Date) =>
  inUnitOfWork(contextAs(database, null, { now: () => now }), async ({ record }) =>
    record({ type: 'booking.requested', booking: toBookingEvent(booking) }),
  );
const confirm = ({ booking, tutor }: Meeting, now: Date) =>
  callerAs(database, tutor.user, { now: () => now }).bookings.setStatus({ id: booking.id, status: 'confirmed' });
const stored = async ({ booking }: Meeting) => only(await database.db.select().from(bookings).where(eq(bookings.id, booking.id)));

const overdue = () => database.db.select({ kind: jobs.kind, lastError: jobs.lastError }).from(jobs).where(sql`${jobs.dueAt} <= now()`);

const peopleOf = (meetings: readonly Meeting[]) => meetings.flatMap(({ student, tutor }) => [student, tutor.user]);

async function countNotified(meetings: readonly Meeting[], title: string): Promise<number[]> {
  const rows = await database.db.select().from(notifications).where(eq(notifications.title, title));
  return peopleOf(meetings).map(({ id }) => rows.filter(({ userId }) => userId === id).length);
}

async function timesMailed(meetings: readonly Meeting[], subject: string): Promise<number[]> {
  const mails = smtp.mails.filter(({ headers }) => headers.some((line) => line.startsWith(`Subject: ${subject}`)));
  return peopleOf(meetings).map(({ email }) => mails.filter(({ to }) => to.includes(email)).length);
}

describe('two servers on one database', () => {
  // spec mail.19 | S4 | Each is done once, surviving restarts and two processes | src/server/features/bookings/bookings.jobs.ts
  test(`do what the clock asks of ${3 * MANY} bookings, each once`, async () => {
    const requested = await inAll(() => aMeeting({ status: 'pending', startTime: ago(-100), createdAt: ago(25) }));
    const confirmed = await inAll(() => aMeeting({ status: 'pending', startTime: ago(-23), createdAt: ago(30) }));
    const over = await inAll(() => aMeeting({ status: 'pending', startTime: ago(50), createdAt: ago(100) }));
    for (const meeting of requested) await recordRequest(meeting, ago(25));
    for (const meeting of confirmed) await confirm(meeting, ago(25));
    for (const meeting of over) await confirm(meeting, ago(50.5));
    expect((await overdue()).length).toBeGreaterThanOrEqual(3 * MANY);
    await Promise.all([start(), start()]);
    await soon(overdue).toEqual([]);

    for (const meeting of requested) {
      const cancelled = { status: 'cancelled', cancelledBy: 'system', cancellationReason: 'No response from tutor', sequence: 1 };
      expect(await stored(meeting)).toMatchObject(cancelled);
    }
    for (const meeting of confirmed) expect(await stored(meeting)).toMatchObject({ status: 'confirmed', remindedHours: 24 });
    for (const meeting of over) expect(await stored(meeting)).toMatchObject({ status: 'completed', sequence: 2 });
    const each = (times: number) => Array.from({ length: 2 * MANY }, () => times);
    expect(await countNotified(requested, 'Booking Cancelled')).toEqual(each(1));
    expect(await timesMailed(requested, 'Booking cancelled:')).toEqual(each(1));
    expect(await countNotified(confirmed, 'Session Reminder')).toEqual(each(1));
    expect(await timesMailed(confirmed, 'Session reminder:')).toEqual(each(1));
    expect(await countNotified(over, 'Booking Updated')).toEqual(each(1));
    expect(await countNotified(over, 'Session Reminder')).toEqual(each(0));
  });
});

// spec mail.19
describe('what was planned', () => {
  test('outlives the server that has planned it, even one that was killed, and is done once', async () => {
    const killed = await startServer({ databaseUrl: database.url, env: { SMTP_URL: smtp.url, MAIL: '' } });
    const inSeconds = 8;
    const meeting = await aMeeting({ status: 'pending', startTime: new Date(ago(-1).getTime() + inSeconds * 1000), createdAt: ago(0) });
    const token = await createSessions(database.db).createSession(meeting.tutor.user.id, { isRemembered: true, origin: 'password', userAgent: '' });
    const answer = await fetch(`${killed.url}/api/tutors/bookings/${meeting.booking.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'confirmed' }),
    });
    expect(answer.status).toBe(200);
    killed.process.kill('SIGKILL');
    await killed.stop();
    expect(await stored(meeting)).toMatchObject({ status: 'confirmed', remindedHours: null });
    await Promise.all([start(), start()]);
    await soon(async () => (await stored(meeting)).remindedHours).toBe(1);
    await soon(() => timesMailed([meeting], 'Session reminder:')).toEqual([1, 1]);
    expect(await countNotified([meeting], 'Session Reminder')).toEqual([1, 1]);
    // A server that starts meanwhile may plan the end of the request too; that job then finds nothing to do.
    const ofTheSession = () =>
      database.db
        .select({ kind: jobs.kind })
        .from(jobs)
        .where(sql`${jobs.kind} in ('booking.over', 'booking.remind') and ${jobs.params} ->> 'bookingId' = ${meeting.booking.id}`);
    await soon(ofTheSession).toEqual([{ kind: 'booking.over' }]);
  });

  test('is done at its time by a server that was started anew while it waited', async () => {
    await start();
    const inSeconds = 8;
    const createdAt = new Date(ago(24).getTime() + inSeconds * 1000);
    const meeting = await aMeeting({ status: 'pending', startTime: ago(-100), createdAt: createdAt });
    await recordRequest(meeting, createdAt);
    for (const server of servers.splice(0)) await server.close();
    expect((await stored(meeting)).status).toBe('pending');
    await start();
    await soon(async () => (await stored(meeting)).status).toBe('cancelled');
    expect((await stored(meeting)).cancelledAt?.getTime()).toBeGreaterThanOrEqual(createdAt.getTime() + 24 * HOUR);
  });
});
