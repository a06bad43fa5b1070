import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { knownDevices } from '#db/schema/devices.ts';
import { jobs } from '#db/schema/jobs.ts';
import { messages, messageThreads } from '#db/schema/messages.ts';
import { reports } from '#db/schema/moderation.ts';
import { notifications } from '#db/schema/notifications.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { RETENTION_DAYS } from '#shared/vocabulary/privacy.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aStudent, aThread, aTutor, HOUR, NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);

async function addNotifications(userId: string, ages: readonly number[]): Promise<void> {
  const words = { kind: 'custom', type: 'info', category: 'general', message: 'Words' } as const;
  await database.db.insert(notifications).values(ages.map((age) => ({ ...words, userId, title: `${age} days`, createdAt: daysAgo(age) })));
}
const listTitles = async () => (await database.db.select({ title: notifications.title }).from(notifications)).map(({ title }) => title).sort();

describe('what is kept for a time', () => {
  // spec s13-privacy.16 | S13 7 | Each kind of data with an end is deleted after its days, which RETENTION sets, in batches by an index |
  //   src/server/infra/sweep.ts, src/server/config-values.ts
  test('is deleted on the day, and not before', async () => {
    const { db } = database;
    const person = await aStudent(db);
    await addNotifications(person.id, [364, 365, 400]);
    const devices = [364, 365].map((age) => ({ userId: person.id, deviceHash: `device of ${age}`, lastUsedAt: daysAgo(age) }));
    await db.insert(knownDevices).values(devices);
    await db.insert(jobs).values([29, 30].map((age) => ({ kind: 'mail.send', dueAt: NOW, deadAt: daysAgo(age), lastError: `${age}` })));
    expect(await sweepExpired(db, NOW)).toBe(true);
    expect(await listTitles()).toEqual(['364 days']);
    expect(await db.select({ hash: knownDevices.deviceHash }).from(knownDevices)).toEqual([{ hash: 'device of 364' }]);
    expect((await db.select({ age: jobs.lastError }).from(jobs)).map(({ age }) => age)).toEqual(['29']);
  });

  // spec s13-privacy.16
  test('is deleted by other periods where the operator sets them', async () => {
    const { db } = database;
    await addNotifications((await aStudent(db)).id, [5, 10]);
    await sweepExpired(db, NOW, { ...RETENTION_DAYS, notifications: 10 });
    expect(await listTitles()).toEqual(['5 days']);
  });

  // spec s13-privacy.20 | S13 7 | Contact number and address of a session are erased a year after it; the rest of the booking stays |
  //   src/server/infra/sweep.ts
  test('leaves of an old booking all but the number and the address', async () => {
    const { db } = database;
    const [student, tutor] = [await aStudent(db), await aTutor(db)];
    const details = { student, tutor, status: 'completed', contactNumber: '0771234567', address: '12 Lake Road', notes: 'Fractions' } as const;
    const endingBefore = (days: number) => aBooking(db, { ...details, startTime: new Date(daysAgo(days).getTime() - HOUR), endTime: daysAgo(days) });
    const [old, recent] = [await endingBefore(365), await endingBefore(364)];
    await sweepExpired(db, NOW);
    const rows = await db.select().from(bookings);
    expect(rows.find(({ id }) => id === old.id)).toEqual({ ...old, contactNumber: '', address: '' });
    expect(rows.find(({ id }) => id === recent.id)).toEqual(recent);
  });

  // spec s13-privacy.21 | S13 7 | Reports that admins have decided about go two years after they were made, others never | src/server/infra/sweep.ts
  test('ends for a report two years after it was made, once it is decided', async () => {
    const { db } = database;
    const [reporter, about] = [await aStudent(db), await aTutor(db)];
    const report = { reporterId: reporter.id, about: 'message', aboutUserId: about.user.id, reason: 'spam' } as const;
    await db.insert(reports).values([
      { ...report, snapshot: 'made long ago', state: 'resolved', createdAt: daysAgo(730) },
      { ...report, snapshot: 'made lately', state: 'dismissed', createdAt: daysAgo(729) },
      { ...report, snapshot: 'undecided', state: 'in_review', createdAt: daysAgo(4000) },
    ]);
    await sweepExpired(db, NOW);
    expect((await db.select({ text: reports.snapshot }).from(reports)).map(({ text }) => text).sort()).toEqual(['made lately', 'undecided']);
  });

  // spec s13-privacy.17 | S13 7 | Bookings, reviews and messages that somebody can still read have no end; a conversation goes when both have gone |
  //   src/server/infra/sweep.ts
  test('is never what the product promises to keep, however old', async () => {
    const { db } = database;
    const [student, tutor, other] = [await aStudent(db), await aTutor(db), await aStudent(db)];
    const booking = await aBooking(db, { student, tutor, status: 'completed', startTime: daysAgo(4000), createdAt: daysAgo(4001) });
    await aReview(db, { booking, createdAt: daysAgo(3999) });
    const threads = [await aThread(db, { student, tutor }), await aThread(db, { student: other, tutor })];
    const old = { sentBy: 'student', text: 'Words', createdAt: daysAgo(4000) } as const;
    await db.insert(messages).values(threads.map(({ id }) => ({ ...old, threadId: id, clientId: crypto.randomUUID() })));
    await db.execute(sql`update message_threads set student_id = null where id = ${threads[0]?.id}`);
    await db.execute(sql`update message_threads set student_id = null, tutor_user_id = null where id = ${threads[1]?.id}`);
    await sweepExpired(db, NOW);
    expect(await db.select({ id: messageThreads.id }).from(messageThreads)).toEqual([{ id: threads[0]?.id }]);
    expect(await db.$count(messages)).toBe(1);
    expect((await db.execute(sql`select from bookings join reviews on reviews.booking_id = bookings.id`)).length).toBe(1);
  });
});
