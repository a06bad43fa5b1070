import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { refreshListing } from '#db/listing.ts';
import * as schema from '#db/schema/index.ts';
import { createCaller } from '#server/api/router.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import type { BookingStatus } from '#shared/vocabulary/bookings.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import {
  aBooking,
  anAdmin,
  aProposal,
  aReview,
  aStudent,
  aTutor,
  type BookingOverrides,
  HOUR,
  NOW,
  type User,
  unique,
} from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { listErrorMessages, listResults, raceRounds } from '#tests/support/races.ts';
import { selectNotifications } from '#tests/support/selects.ts';

const database = useDatabase();
const REASON = 'Asked students to pay\nelsewhere <b>twice</b>';
const PASSWORD = 'correct horse';
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
let admin: User;

beforeAll(async () => {
  admin = await anAdmin(database.db, { name: 'Ayesha' });
});

const hours = (count: number) => new Date(NOW.getTime() + count * HOUR);
const setStatus = ({ id: userId }: Pick<User, 'id'>, status: 'active' | 'suspended', { by = admin, reason = REASON } = {}) =>
  callerAs(database, by).moderation.setAccountStatus({ userId, status, ...(status === 'suspended' && { reason }) });
const suspend = (person: Pick<User, 'id'>, by = admin) => setStatus(person, 'suspended', { by });
const stored = async (id: string) => only(await database.db.select().from(schema.bookings).where(eq(schema.bookings.id, id)));
const accountOf = async ({ id }: Pick<User, 'id'>) => only(await database.db.select().from(schema.users).where(eq(schema.users.id, id)));
const sessionsOf = ({ id }: User) => database.db.select().from(schema.sessions).where(eq(schema.sessions.userId, id));
const auditOf = ({ id }: Pick<User, 'id'>) => database.db.select().from(schema.auditEntries).where(eq(schema.auditEntries.subjectId, id));
const noticesOf = ({ id }: User) => selectNotifications(database, id);
const search = async (subject: string) => (await callerAs(database, null).tutors.search({ subject })).tutors.map(({ id }) => id);

async function mailsTo(order: MailJob): Promise<Mail[]> {
  const sent: Mail[] = [];
  await sendMail(contextAs(database, null, { mailer: { send: async (mail) => void sent.push(mail) } }), order);
  return sent;
}
async function mailsOrderedFor({ id }: User): Promise<MailJob[]> {
  const planned = await database.db.select().from(schema.jobs);
  const orders = planned.filter(({ kind }) => kind === 'mail.send').map(({ params }) => params as MailJob);
  return orders.filter((order) => 'userId' in order && order.userId === id && order.mail.startsWith('account_'));
}
async function aSessionOf({ id: userId }: User): Promise<string> {
  const id = unique('session').replace(' ', '-');
  await database.db.insert(schema.sessions).values({ id, userId, expiresAt: hours(9000), lifetimeHours: 12 });
  return id;
}

/** One booking of each outcome, none overlapping; the amounts differ so that no sum can be mistaken for another. */
async function aLifeOfBookings(of: Pick<BookingOverrides, 'student' | 'tutor'>) {
  const make = (status: BookingStatus, start: number, amountCents: number) =>
    aBooking(database.db, { ...of, status, startTime: hours(start), amountCents });
  return {
    pending: await make('pending', 1, 100_100),
    late: await make('confirmed', 10, 100_301),
    ongoing: await make('confirmed', -0.5, 100_400),
    ended: await make('confirmed', -1.5, 100_500),
    done: await make('completed', -60, 100_700),
    off: await make('cancelled', 12, 100_800),
  };
}

describe('suspending', () => {
  // spec suspending.1 | R §8, D Booking | Suspending ends the sessions, cancels what has not ended at 100%, completes what has, and takes a tutor out
  //   of sight | src/server/features/moderation/accounts.commands.ts
  test('a tutor ends the sessions, gives back all of what has not ended, and takes the tutor out of sight', async () => {
    const [tutor, student] = [await aTutor(database.db), await aStudent(database.db)];
    const life = await aLifeOfBookings({ tutor, student });
    await aReview(database.db, { booking: life.done, rating: 4 });
    const proposal = await aProposal(database.db, { booking: life.late });
    const sessionId = await aSessionOf(tutor.user);
    expect(await search(tutor.subjectId)).toEqual([tutor.id]);
    expect(await callerAs(database, admin).moderation.consequences({ userIds: [tutor.user.id] })).toEqual({
      ...{ isLastAdmin: false, cancelled: 3, completed: 1, reviews: 0 },
      refund: 1001 + 1003.01 + 1004,
    });

    let answer: unknown;
    const events = await collectEvents(database, async () => {
      answer = await suspend(tutor.user);
    });
    expect(answer).toMatchObject({ message: 'Account suspended successfully', user: { id: tutor.user.id, status: 'suspended', role: 'tutor' } });
    expect(events).toEqual(expect.arrayContaining([`session:${sessionId}`, `tutor:${tutor.id}`, student.id]));
    expect(await sessionsOf(tutor.user)).toEqual([]);
    expect(await accountOf(tutor.user)).toMatchObject({ status: 'suspended', updatedAt: NOW });

    const fates = await Promise.all(Object.entries(life).map(async ([name, { id }]) => [name, await stored(id)] as const));
    const people = { studentId: student.id, tutorUserId: tutor.user.id, tutorId: tutor.id };
    const reason = 'Tutor is no longer available';
    const cancelled = { ...people, status: 'cancelled', cancelledBy: 'system', cancellationReason: reason, retainedCents: 0, platformFeeCents: 0 };
    expect(Object.fromEntries(fates)).toMatchObject({
      pending: { ...cancelled, refundCents: 100_100 },
      late: { ...cancelled, refundCents: 100_301 },
      ongoing: { ...cancelled, refundCents: 100_400 },
      ended: { ...people, status: 'completed', refundCents: null },
      done: { ...people, status: 'completed' },
      off: { ...people, cancelledBy: 'student', cancellationReason: null },
    });
    const [closed] = await database.db.select().from(schema.bookingProposals).where(eq(schema.bookingProposals.id, proposal.id));
    expect(closed).toMatchObject({ state: 'closed', settledAt: NOW });

    await expect(callerAs(database, student).tutors.byId({ id: tutor.id })).rejects.toThrow('Tutor Not Found');
    expect(await callerAs(database, admin).tutors.byId({ id: tutor.id })).toMatchObject({ id: tutor.id });
    expect(await search(tutor.subjectId)).toEqual([]);
    expect((await noticesOf(student)).map(({ kind }) => kind).sort()).toEqual([...Array(3).fill('booking.cancelled'), 'booking.completed']);
    const before = await database.db.select().from(schema.tutorProfiles).where(eq(schema.tutorProfiles.id, tutor.id));
    await refreshListing(database.db, [tutor.id]);
    expect(await database.db.select().from(schema.tutorProfiles).where(eq(schema.tutorProfiles.id, tutor.id))).toEqual(before);
    expect(await findWrongListings(database)).toEqual([]);
  });

  // spec suspending.1
  test('a student gives back all as well, where leaving would keep a share', async () => {
    const student = await aStudent(database.db);
    const { late } = await aLifeOfBookings({ student });
    await suspend(student);
    expect(await stored(late.id)).toMatchObject({
      ...{ status: 'cancelled', cancellationReason: 'Student is no longer available', studentId: student.id, contactNumber: '0771234567' },
      ...{ refundCents: 100_301, retainedCents: 0, cancelledBy: 'system' },
    });
  });

  // spec mail.14 | R §5 E18 | E18 suspended: the reason, stored but heard by no socket, and mailed as long as it is so; reinstated: told and mailed |
  //   src/server/features/notifications/notifications.projector.ts
  test('notifies the account of the reason: stored, not sent to sockets, and by mail while it is suspended', async () => {
    const student = await aStudent(database.db);
    await suspend(student);
    expect(await noticesOf(student)).toMatchObject([
      {
        ...{ kind: 'account.suspended', type: 'error', category: 'system', title: 'Account Suspended', action: null },
        message: `Your account was suspended: ${REASON}`,
      },
    ]);
    expect(await database.db.select().from(schema.inboxEvents).where(eq(schema.inboxEvents.userId, student.id))).toEqual([]);
    const [order] = await mailsOrderedFor(student);
    if (!order) expect.fail('no mail was ordered');
    const [mail] = await mailsTo(order);
    expect(mail).toMatchObject({ to: student.email, subject: 'Your account was suspended' });
    expect(mail?.text).toContain('Asked students to pay\n');
    expect(mail?.html).toContain('elsewhere &lt;b&gt;twice');
    await setStatus(student, 'active');
    expect(await mailsTo(order)).toEqual([]);
  });

  // spec suspending.5 | S5 | The answer is of what was done, whatever becomes of the account after it |
  //   src/server/features/moderation/accounts.commands.ts
  test('is answered as it was done, also when the account is deleted at once', async () => {
    const student = await aStudent(database.db);
    const context = contextAs(database, admin);
    const begin: typeof context.begin = async (work) => {
      const answer = await context.begin(work);
      const { status, updatedAt } = await accountOf(student);
      expect(answer).toMatchObject({ user: { status, updatedAt } });
      await database.db.delete(schema.users).where(eq(schema.users.id, student.id));
      return answer;
    };
    const moderation = createCaller({ ...context, begin }).moderation;
    const answer = await moderation.setAccountStatus({ userId: student.id, status: 'suspended', reason: REASON });
    expect(answer).toMatchObject({ message: 'Account suspended successfully', user: { id: student.id, status: 'suspended', email: student.email } });
  });

  // spec audit.4
  test('is written down with its reason, the longest too', async () => {
    const student = await aStudent(database.db);
    const reason = 'x'.repeat(1000);
    await setStatus(student, 'suspended', { reason: ` ${reason} ` });
    expect(await auditOf(student)).toMatchObject([
      { actorId: admin.id, actorName: 'Ayesha', action: 'account.suspended', subjectName: student.name, details: { reason } },
    ]);
  });

  // spec suspending.2 | R §2.2, R §8 | Login says so, and a login under way signs nobody in | src/server/features/auth/sessions.commands.ts
  test('keeps out: login says so, and a login under way signs nobody in', async () => {
    const passwords = createPasswords();
    const student = await aStudent(database.db, { passwordHash: await passwords.hash(PASSWORD) });
    const context = contextAs(database, null);
    const { login } = callerAs(database, null).auth;
    const credentials = { email: student.email, password: PASSWORD };
    await login(credentials);
    const start = async (...args: Parameters<typeof context.sessions.createSession>) => {
      const token = await context.sessions.createSession(...args);
      await suspend(student); // after the password was right, before the session is answered
      return token;
    };
    const { createCaller } = await import('#server/api/router.ts');
    const racing = createCaller({ ...context, sessions: { ...context.sessions, createSession: start } });
    const suspended = 'This account is suspended. Please contact help@vidya.test.';
    await expect(racing.auth.login(credentials)).rejects.toThrow(suspended);
    await expect(login(credentials)).rejects.toThrow(suspended);
  });
});

describe('reinstating', () => {
  // spec suspending.3 | R §8 | Reinstating restores login only | src/server/features/auth/auth.projector.ts
  // spec mail.14
  test('restores login only: no session, no booking comes back', async () => {
    const [tutor, student] = [await aTutor(database.db), await aStudent(database.db)];
    const booking = await aBooking(database.db, { tutor, student }); // A pending booking changes no counter, so no listing is refreshed.
    await suspend(tutor.user);
    expect(await search(tutor.subjectId)).toEqual([]);
    await aSessionOf(tutor.user);
    const events = await collectEvents(database, () => setStatus(tutor.user, 'active'));
    expect(events).toEqual(expect.arrayContaining([tutor.user.id, `tutor:${tutor.id}`]));
    expect(await accountOf(tutor.user)).toMatchObject({ status: 'active' });
    expect(await sessionsOf(tutor.user)).toEqual([]);
    expect(await stored(booking.id)).toMatchObject({ status: 'cancelled' });
    expect(await search(tutor.subjectId)).toEqual([tutor.id]);
    expect(await callerAs(database, null).tutors.byId({ id: tutor.id })).toMatchObject({ id: tutor.id });
    expect((await noticesOf(tutor.user)).find(({ title }) => title === 'Account Reinstated')).toMatchObject({
      ...{ type: 'success', category: 'system', action: null },
    });
    const [, order] = await mailsOrderedFor(tutor.user);
    if (!order) expect.fail('no mail was ordered');
    expect(await mailsTo(order)).toMatchObject([{ to: tutor.user.email, subject: 'Your account is active again' }]);
    expect((await auditOf(tutor.user)).map(({ action }) => action).sort()).toEqual(['account.reinstated', 'account.suspended']);
    expect(await findWrongListings(database)).toEqual([]);
  });
});

describe('what is refused', () => {
  // spec suspending.4 | R §8, S5 | A blank reason, oneself and the last admin are refused; what is so already changes nothing |
  //   src/server/features/moderation/accounts.commands.ts
  // spec s5-bad-input.6 | S5 | Suspending oneself | src/server/features/moderation/accounts.commands.ts
  // spec s5-bad-input.1
  test('a blank reason, an unknown status, oneself, nobody', async () => {
    const student = await aStudent(database.db);
    for (const reason of ['', ' \n\t', '\u200b\u2060']) {
      await expect(setStatus(student, 'suspended', { reason })).rejects.toThrow('Please provide a reason for suspension');
    }
    await expect(setStatus(student, 'suspended', { reason: 'x'.repeat(1001) })).rejects.toThrow('Reason cannot be longer than 1000 characters');
    await expect(setStatus(student, 'closed' as 'active')).rejects.toThrow('Invalid account status');
    await expect(suspend({ id: admin.id.toUpperCase() })).rejects.toThrow('You cannot suspend your own account');
    for (const id of [UNKNOWN, 'nobody']) await expect(suspend({ id })).rejects.toThrow('User not found');
    expect(await accountOf(student)).toEqual(student);
    expect(await auditOf(student)).toEqual([]);
  });

  // spec suspending.4
  test('what is so already changes nothing and tells nobody', async () => {
    const student = await aStudent(database.db);
    const sessionId = await aSessionOf(student);
    expect(await setStatus(student, 'active')).toMatchObject({ user: { status: 'active' } });
    expect(await setStatus(admin, 'active')).toMatchObject({ user: { id: admin.id, status: 'active' } });
    expect(await sessionsOf(student)).toMatchObject([{ id: sessionId }]);
    await suspend(student);
    await Promise.all([suspend(student), suspend(student)]);
    expect(await noticesOf(student)).toHaveLength(1);
    expect(await auditOf(student)).toHaveLength(1);
  });

  // spec suspending.6 | S5 | Admins who suspend each other at once: one is left, and who was suspended suspends nobody | src/db/locks.ts
  test('two admins who suspend each other at once: one is left, who can administer', async () => {
    await database.db.delete(schema.users).where(eq(schema.users.role, 'admin'));
    for (let round = 0; round < raceRounds(4); round += 1) {
      const [first, second] = [await anAdmin(database.db), await anAdmin(database.db)];
      const answers = await Promise.allSettled([suspend(first, second), suspend(second, first)]);
      expect(listErrorMessages(answers)).toEqual(['The last admin cannot be suspended']);
      expect(listResults(answers)).toHaveLength(1);
      const statuses = (await database.db.delete(schema.users).where(eq(schema.users.role, 'admin')).returning()).map(({ status }) => status);
      expect(statuses.sort()).toEqual(['active', 'suspended']);
    }
  });

  // spec suspending.6
  test('an admin suspended a moment ago suspends nobody', async () => {
    const admins = await Promise.all([0, 1, 2].map(() => anAdmin(database.db)));
    const [first, second, third] = admins as [User, User, User];
    await suspend(second, first);
    await expect(suspend(third, second)).rejects.toThrow('Session expired. Please login again.');
    expect(await accountOf(third)).toMatchObject({ status: 'active' });
    const deleted = await database.db.delete(schema.users).where(eq(schema.users.id, first.id)).returning();
    await expect(suspend(third, only(deleted))).rejects.toThrow('The last admin cannot be suspended');
  });
});
