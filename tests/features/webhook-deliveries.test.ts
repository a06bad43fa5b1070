import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { cancelUnanswered, completeEnded } from '#server/features/bookings/bookings.jobs.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/vocabulary/integrations.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, type Tutor, type User } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { createSession, mondayAt } from '#tests/support/proposals.ts';
import { createRecordingDb } from '#tests/support/statements.ts';
import { useWebhooks } from '#tests/support/webhooks.ts';

const database = useDatabase();
const w = useWebhooks(database);
const { apiAs, createWebhook, createConfirmed, listDeliveries, listAttempts, runDueJobs, advance, listPlannedSends } = w;

async function createTwoHooks(options?: { events?: readonly WebhookEvent[] }) {
  const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
  return { student, tutor, hooks: [await createWebhook(student, options), await createWebhook(tutor.user, options)] as const };
}
const ask = (student: User, tutor: Tutor) =>
  apiAs(student).bookings.request({
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime: NEXT_MONDAY_NINE,
    endTime: new Date(NEXT_MONDAY_NINE.getTime() + HOUR),
    contactNumber: '0771234567',
    learningMethod: 'online',
  });
const listEvents = async (hook: { id: string }) =>
  (await listDeliveries(hook)).map(({ event, body }) => ({
    event,
    ...(JSON.parse(body) as { data: { booking: { id: string; status: string } } }).data.booking,
  }));
const eventsAt = async (hook: { id: string }) => (await listDeliveries(hook)).map(({ event }) => event);

describe('deliveries of booking events', () => {
  // spec webhooks.5 | D Webhooks | Events booking.created, .confirmed, .cancelled, .completed and .rescheduled, of the own bookings, what the clock
  //   does included | src/server/features/webhooks/webhooks.projector.ts
  test('events go to the endpoints of student and tutor, each with the state it reports', async () => {
    const { student, tutor, hooks } = await createTwoHooks();
    const { id } = await ask(student, tutor);
    await advance(1);
    await apiAs(tutor.user).bookings.setStatus({ id, status: 'confirmed' });
    const { proposal } = await apiAs(student).proposals.propose({ bookingId: id, startTime: mondayAt(13) });
    await advance(1);
    await apiAs(tutor.user).proposals.accept({ id: proposal?.id ?? '' });
    await advance(1);
    await apiAs(student).bookings.cancel({ id });
    for (const hook of hooks) {
      expect(await listEvents(hook)).toMatchObject([
        { id, event: 'booking.created', status: 'pending', startTime: mondayAt(9).toISOString(), meetingLink: null },
        { id, event: 'booking.confirmed', status: 'confirmed', meetingLink: expect.stringContaining('https://meet.vidya.test/') },
        { id, event: 'booking.rescheduled', status: 'confirmed', startTime: mondayAt(13).toISOString() },
        { id, event: 'booking.cancelled', status: 'cancelled', meetingLink: null },
      ]);
    }
  });

  // spec webhooks.5
  test('events caused by the clock are delivered too', async () => {
    const { student, tutor, hooks } = await createTwoHooks();
    const pending = await aBooking(database.db, { student, tutor });
    const confirmed = await aBooking(database.db, { student, tutor, status: 'confirmed', startTime: mondayAt(11) });
    const at = (time: Date) => contextAs(database, null, { now: () => time });
    await cancelUnanswered(at(mondayAt(9)), { bookingId: pending.id });
    await completeEnded(at(mondayAt(12, 1)), { bookingId: confirmed.id });
    for (const hook of hooks) {
      expect(await listEvents(hook)).toMatchObject([
        { id: pending.id, event: 'booking.cancelled' },
        { id: confirmed.id, event: 'booking.completed', status: 'completed' },
      ]);
    }
  });

  // spec webhooks.5
  test.each(WEBHOOK_EVENTS)('an endpoint that only wants %s gets no other events', async (event) => {
    const { student, tutor, hooks } = await createTwoHooks({ events: [event] });
    const { id } = await ask(student, tutor);
    await apiAs(tutor.user).bookings.setStatus({ id, status: 'confirmed' });
    const { proposal } = await apiAs(tutor.user).proposals.propose({ bookingId: id, startTime: mondayAt(13) });
    await apiAs(student).proposals.accept({ id: proposal?.id ?? '' });
    const other = await aBooking(database.db, { student, tutor, status: 'confirmed', startTime: mondayAt(9, 2) });
    await completeEnded(contextAs(database, null, { now: () => mondayAt(20, 3) }), { bookingId: other.id });
    await apiAs(student).bookings.cancel({ id });
    for (const hook of hooks) expect(await eventsAt(hook)).toEqual([event]);
  });

  // spec webhooks.5
  test('events go to all active endpoints of both parties, and to nobody else', async () => {
    const { tutor, student, hooks } = await createTwoHooks();
    const [second, off] = [await createWebhook(student), await createWebhook(student)];
    await apiAs(student).webhooks.switch({ id: off.id, isOn: false });
    const stranger = await createWebhook(await aStudent(database.db));
    await ask(student, tutor);
    expect(await Promise.all([...hooks, second, off, stranger].map(async (hook) => (await listDeliveries(hook)).length))).toEqual([1, 1, 1, 0, 0]);
  });

  // spec webhooks.6
  test('events that were rolled back are not delivered', async () => {
    const { student, tutor, hooks } = await createTwoHooks();
    await ask(student, tutor);
    await expect(ask(await aStudent(database.db), tutor)).rejects.toThrow();
    await runDueJobs();
    expect(w.receiver.receivedAt(hooks[1].url)).toHaveLength(1);
  });

  // spec webhooks.7 | S7 | One statement where nobody has a webhook, the same few however many they are |
  //   src/server/features/webhooks/webhooks.projector.ts
  test('events cost one statement where nobody has a webhook, and the same few whatever the number', async () => {
    const statementsOf = async (count: number, hasHook: boolean) => {
      const tutor = await aTutor(database.db);
      if (hasHook) for (let index = 0; index < count; index += 1) await createWebhook(tutor.user);
      for (let index = 0; index < count; index += 1) await aBooking(database.db, { tutor, status: 'confirmed', startTime: mondayAt(9 + index) });
      const { db, statements } = createRecordingDb(database);
      await callerAs({ db }, await anAdmin(database.db)).moderation.setAccountStatus({ userId: tutor.user.id, status: 'suspended', reason: 'Spam' });
      return statements.filter(({ text }) => /webhook_/.test(text)).map(({ text }) => text.split(' ')[0]);
    };
    // Pending deliveries of the suspended account are given up; then the endpoints of the other party are found.
    expect(await statementsOf(1, false)).toEqual(['update', 'select']);
    expect(await statementsOf(5, true)).toEqual(['update', 'select']);
    const student = await aStudent(database.db);
    for (let index = 0; index < 3; index += 1) await createWebhook(student);
    const tutor = await aTutor(database.db);
    for (let index = 0; index < 4; index += 1) await aBooking(database.db, { tutor, student, status: 'confirmed', startTime: mondayAt(9 + index) });
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, await anAdmin(database.db)).moderation.setAccountStatus({ userId: tutor.user.id, status: 'suspended', reason: 'Spam' });
    const ofWebhooks = statements.filter(({ text }) => /webhook_/.test(text)).map(({ text }) => text.split(' ')[0]);
    expect(ofWebhooks).toEqual(['update', 'select', 'insert']);
    expect(await listPlannedSends()).toHaveLength(12);
  });
});

// spec webhooks.18 | S7 | A suspended owner gets no news and no call, and none of it later; one who leaves takes endpoints and log along |
//   src/server/features/webhooks/webhooks.projector.ts
describe('users who leave or are suspended', () => {
  const suspend = async (person: User, status: 'suspended' | 'active' = 'suspended') =>
    apiAs(await anAdmin(database.db)).moderation.setAccountStatus({ userId: person.id, status, reason: 'Spam' });

  test('a suspended owner gets no events and no calls, nor any of them after being reinstated', async () => {
    const { tutor, student, hook, booking } = await createConfirmed();
    const otherHook = await createWebhook(student);
    await suspend(tutor.user);
    expect(await listEvents(otherHook)).toMatchObject([{ id: booking.id, event: 'booking.cancelled' }]);
    expect(await listDeliveries(hook)).toMatchObject([{ event: 'booking.confirmed', state: 'failed', tries: 0 }]);
    await runDueJobs();
    await suspend(tutor.user, 'active');
    await advance(24 * 3600);
    expect(w.receiver.receivedAt(hook.url)).toEqual([]);
    const other = await aBooking(database.db, { tutor, student });
    await apiAs(tutor.user).bookings.setStatus({ id: other.id, status: 'confirmed' });
    await runDueJobs();
    expect(w.receiver.receivedAt(hook.url)).toHaveLength(1);
  });

  test('an owner suspended between the event and the call is not called', async () => {
    const { tutor, hook } = await createConfirmed();
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, tutor.user.id));
    await runDueJobs();
    expect(w.receiver.receivedAt(hook.url)).toEqual([]);
    expect(await listDeliveries(hook)).toMatchObject([{ state: 'failed', nextTryAt: null }]);
  });

  test.each(['student', 'tutor'] as const)(
    'when the %s leaves, the other party gets an event without a name, and their own webhooks are deleted',
    async (leaver) => {
      const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
      const tutor = await aTutor(database.db, { user: { passwordHash: PASSWORD_HASH } });
      const { booking } = await createSession(database, { student, tutor });
      const people = { student, tutor: tutor.user };
      const own = await createWebhook(people[leaver]);
      const otherHook = await createWebhook(people[leaver === 'student' ? 'tutor' : 'student']);
      await apiAs(people[leaver]).account.leave({ password: PASSWORD });
      await runDueJobs();
      expect(await listEvents(otherHook)).toMatchObject([{ id: booking.id, event: 'booking.cancelled', status: 'cancelled' }]);
      expect((await listDeliveries(otherHook))[0]?.body).not.toContain(people[leaver].email);
      expect(await database.db.$count(webhookEndpoints, eq(webhookEndpoints.id, own.id))).toBe(0);
      expect(await listDeliveries(own)).toEqual([]);
      expect([w.receiver.receivedAt(own.url), w.receiver.receivedAt(otherHook.url)]).toEqual([[], [expect.anything()]]);
    },
  );

  test('an account deleted while its webhook is called takes the response with it', async () => {
    const { tutor, hook, delivery } = await createConfirmed();
    w.receiver.answerAt(hook.url, 'silence');
    const ended = runDueJobs();
    await expect.poll(() => w.receiver.receivedAt(hook.url)).toHaveLength(1);
    await database.db.delete(users).where(eq(users.id, tutor.user.id));
    w.receiver.release(500);
    await ended;
    expect(await listAttempts(delivery)).toEqual([]);
    expect(await listPlannedSends()).toEqual([]);
    expect(w.logged).toEqual([]);
  });
});
