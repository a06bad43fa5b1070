import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { sessions } from '#db/schema/people.ts';
import type { JobParams } from '#server/core/job-kinds.ts';
import type { WebPush } from '#server/core/ports.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { sendPush } from '#server/features/push/push.jobs.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { createOutboundHttp } from '#server/infra/outbound-http.ts';
import { createWebPush } from '#server/infra/web-push.ts';
import { PUSH } from '#shared/vocabulary/account-limits.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { secondsLater, useConversations } from '#tests/support/conversations.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { startTestRunner } from '#tests/support/job-runners.ts';
import { aBrowserAt, aPushService, type PushService, vapidKeys, vapidOf } from '#tests/support/push-service.ts';

const database = useDatabase();
const { createConversation, send, apiAs } = useConversations(database);
const KEYS = vapidKeys();
let service: PushService;
let webPush: WebPush;

beforeAll(async () => {
  service = await aPushService();
  webPush = createWebPush({ ...KEYS, subject: 'mailto:help@vidya.test', outbound: createOutboundHttp({ allow: [service.host] }) });
});
afterAll(() => service.close());

let index = 0;
function createEndpoint(): string {
  index += 1;
  return `${service.origin}/browser-${index}`;
}

async function signedIn(person: User, { endpoint = createEndpoint(), now = NOW } = {}) {
  const token = await createSessions(database.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' });
  const sessionId = hashToken(token);
  await database.db
    .update(sessions)
    .set({ expiresAt: new Date(now.getTime() + 24 * HOUR) })
    .where(eq(sessions.id, sessionId));
  const browser = aBrowserAt(endpoint);
  const options = { sessionId, webPush, now: () => now };
  const { push, auth } = callerAs(database, person, options);
  return { ...browser, sessionId, push, auth, path: new URL(endpoint).pathname };
}

async function aSubscribed(person: User, options?: Parameters<typeof signedIn>[1]) {
  const browser = await signedIn(person, options);
  await browser.push.subscribe(browser.subscription);
  return browser;
}

const endpointsOf = async (person: User) => {
  const rows = await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.id));
  return rows.map(({ endpoint }) => endpoint).sort();
};

const deviceIdsOf = async (person: User) => {
  const rows = await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.id)).orderBy(pushSubscriptions.id);
  return rows.map(({ id }) => id);
};

async function plannedFor(person: User): Promise<JobParams['push.send'][]> {
  const rows = await database.db.select().from(jobs).where(eq(jobs.kind, 'push.send')).orderBy(jobs.id);
  const own = await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.id));
  return rows.map(({ params }) => params as JobParams['push.send']).filter(({ subscriptionId }) => own.some(({ id }) => id === subscriptionId));
}

const sendNotification = (params: JobParams['push.send'], now = NOW) => sendPush(contextAs(database, null, { webPush, now: () => now }), params);
const arrivedAt = ({ path }: { path: string }) => service.pushed.filter((pushed) => pushed.path === path);

const aMessage = { kind: 'message.received', title: 'New Message', url: '/messages', at: NOW.toISOString() } as const;
async function aMessageFor(person: User): Promise<JobParams['push.send']> {
  const [device] = await database.db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, person.id));
  if (!device) throw new Error('nobody is told');
  return { subscriptionId: device.id, ...aMessage };
}

describe('subscribing a browser', () => {
  // spec offline.9 | S6 | A browser is told for one account and session: another one takes it over, with nothing that was planned; so many of a
  //   person | src/server/features/push/push.commands.ts
  test('the subscription only shows in the configuration of its own session', async () => {
    const student = await aStudent(database.db);
    const [browser, other] = [await aSubscribed(student), await signedIn(student)];
    expect(await browser.push.config()).toEqual({ publicKey: KEYS.publicKey, endpoint: browser.subscription.endpoint });
    expect(await other.push.config()).toEqual({ publicKey: KEYS.publicKey, endpoint: null });
    await browser.push.unsubscribe({ endpoint: browser.subscription.endpoint });
    expect(await browser.push.config()).toEqual({ publicKey: KEYS.publicKey, endpoint: null });
  });

  // spec offline.2
  test('subscribing is refused where the site has no keys', async () => {
    const { push } = callerAs(database, await aStudent(database.db));
    expect(await push.config()).toEqual({ publicKey: null, endpoint: null });
    const { subscription } = aBrowserAt('https://push.example.com/1');
    await expect(push.subscribe(subscription)).rejects.toThrow('Push notifications are not set up on this site.');
  });

  // spec offline.10 | S6 | An address of a push service is public and encrypted, its key one that can be encrypted for | src/server/infra/web-push.ts
  test.each([
    ['without TLS', 'http://push.example.com/1'],
    ['in the own network', 'https://10.0.0.7/1'],
    ['that names a password', 'https://a:b@push.example.com/1'],
    ['of another port than the allowed one', 'http://127.0.0.1:1/1'],
  ])('subscribing is refused with an address %s', async (_, endpoint) => {
    const { push, subscription } = await signedIn(await aStudent(database.db), { endpoint });
    await expect(push.subscribe(subscription)).rejects.toThrow('The push service of this browser cannot be used.');
  });

  // spec offline.10
  test('subscribing is refused with an invalid encryption key', async () => {
    const { push, subscription } = await signedIn(await aStudent(database.db));
    const keys = { ...subscription.keys, p256dh: `B${'A'.repeat(86)}` };
    await expect(push.subscribe({ ...subscription, keys })).rejects.toThrow('The push service of this browser cannot be used.');
    await expect(push.subscribe({ ...subscription, endpoint: `${service.origin}/${'x'.repeat(PUSH.endpoint)}` })).rejects.toThrow();
  });

  // spec offline.9
  test('a browser subscribed by the previous user is taken over, and jobs planned for them are dropped', async () => {
    const [first, other] = [await aStudent(database.db), await aStudent(database.db)];
    const { subscription, path } = await aSubscribed(first);
    const planned = await aMessageFor(first);
    await aSubscribed(other, { endpoint: subscription.endpoint });
    expect([await endpointsOf(first), await endpointsOf(other)]).toEqual([[], [subscription.endpoint]]);
    await sendNotification(planned);
    expect(arrivedAt({ path })).toEqual([]);
  });

  // spec offline.9
  test('a second subscription replaces the previous one of its session', async () => {
    const student = await aStudent(database.db);
    const browser = await aSubscribed(student);
    const renewed = aBrowserAt(createEndpoint()).subscription;
    await browser.push.subscribe(renewed);
    expect(await endpointsOf(student)).toEqual([renewed.endpoint]);
  });

  // spec offline.9
  test('beyond the limit per person the oldest subscription is removed', async () => {
    const student = await aStudent(database.db);
    const endpoints: string[] = [];
    for (let minute = 0; minute <= PUSH.devices; minute += 1) {
      const { subscription } = await aSubscribed(student, { now: new Date(NOW.getTime() + minute * 60_000) });
      endpoints.push(subscription.endpoint);
    }
    expect(await endpointsOf(student)).toEqual(endpoints.slice(1).sort());
  });

  // spec offline.9
  test('only the owner can end a subscription', async () => {
    const student = await aStudent(database.db);
    const { subscription } = await aSubscribed(student);
    const stranger = await signedIn(await aStudent(database.db));
    await stranger.push.unsubscribe({ endpoint: subscription.endpoint });
    expect(await endpointsOf(student)).toEqual([subscription.endpoint]);
  });

  // spec offline.3 | D Realtime and notifications, S6 | A browser that subscribed under other keys of the site is told no more, and its switch is off
  //   | src/server/features/push/push.jobs.ts
  test('a subscription is off once the site has other keys, and nothing is sent to it', async () => {
    const student = await aStudent(database.db);
    const browser = await aSubscribed(student);
    const otherPush = createWebPush({ ...vapidKeys(), subject: 'mailto:help@vidya.test', outbound: createOutboundHttp({ allow: [service.host] }) });
    const { push } = callerAs(database, student, { sessionId: browser.sessionId, webPush: otherPush, now: () => NOW });
    expect(await push.config()).toEqual({ publicKey: otherPush.publicKey, endpoint: null });
    await sendPush(contextAs(database, null, { webPush: otherPush, now: () => NOW }), await aMessageFor(student));
    expect([arrivedAt(browser), await endpointsOf(student)]).toEqual([[], []]);
  });

  // spec offline.6 | D Realtime and notifications | Logout, the end of a session and suspension remove the subscription | src/db/schema/notifications.ts
  test('a subscription ends with its session, and when its owner is suspended', async () => {
    const [leaver, suspended] = [await aStudent(database.db), await aStudent(database.db)];
    const browser = await aSubscribed(leaver);
    await browser.auth.logout();
    expect(await endpointsOf(leaver)).toEqual([]);
    await aSubscribed(suspended);
    await callerAs(database, await anAdmin(database.db)).moderation.setAccountStatus({ userId: suspended.id, status: 'suspended', reason: 'Spam' });
    expect(await endpointsOf(suspended)).toEqual([]);
  });
});

// spec offline.4 | D Realtime and notifications | Told of E9 to E11, E15, E16, E20 and E22, and of nothing else | src/shared/domain/push-message.ts
describe('what is pushed', () => {
  test('the other party of a booking gets the notification in each of their browsers, the one who acted gets none', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    await aSubscribed(student);
    await aSubscribed(student);
    await aSubscribed(tutor.user);
    const { id } = await aBooking(database.db, { student, tutor, status: 'pending', startTime: new Date(NOW.getTime() + 48 * HOUR) });
    await callerAs(database, tutor.user).bookings.setStatus({ id, status: 'confirmed' });
    const expected = { kind: 'booking.confirmed', title: 'Booking Confirmed', url: `/bookings/${id}`, at: NOW.toISOString() };
    expect(await plannedFor(student)).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)]);
    expect(await plannedFor(tutor.user)).toEqual([]);
  });

  test('a completed session is not pushed', async () => {
    const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
    await aSubscribed(student);
    const startTime = new Date(NOW.getTime() - 3 * HOUR);
    const { id } = await aBooking(database.db, { student, tutor, status: 'confirmed', startTime, endTime: new Date(NOW.getTime() - 2 * HOUR) });
    await callerAs(database, tutor.user).bookings.setStatus({ id, status: 'completed' });
    expect(await plannedFor(student)).toEqual([]);
  });

  test('a conversation is pushed once, until its notification was read', async () => {
    const { student, tutor, id } = await createConversation();
    await aSubscribed(student);
    const first = await send(tutor.user, id, 'Good morning', { seconds: 1 });
    const second = await send(tutor.user, id, 'Are you there?', { seconds: 2 });
    expect(await plannedFor(student)).toEqual([expect.objectContaining({ kind: 'message.received', title: 'New Message', url: '/messages' })]);
    expect(first.id).not.toBe(second.id);
    await apiAs(student, secondsLater(3)).read({ threadId: id, upTo: second.id });
    await send(tutor.user, id, 'One more thing', { seconds: 600 });
    expect(await plannedFor(student)).toHaveLength(2);
  });

  test.each([
    ['booking.moved', true],
    ['booking.reminder', true],
    ['proposal.made', true],
    ['booking.created', true],
    ['booking.cancelled', true],
    ['booking.completed', false],
    ['booking.answer_asked', false],
    ['review.received', false],
    ['custom', false],
  ] as const)('%s: %s', async (kind, isPushed) => {
    const student = await aStudent(database.db);
    await aSubscribed(student);
    const deviceIds = await deviceIdsOf(student);
    await inUnitOfWork(contextAs(database, student), async ({ record }) =>
      record({ type: 'notification.stored', userId: student.id, kind, title: 'A title', url: '/bookings/1', deviceIds }),
    );
    expect((await plannedFor(student)).map((params) => params.kind)).toEqual(isPushed ? [kind] : []);
  });
});

describe('sending', () => {
  // spec offline.5 | D Realtime and notifications | The payload is kind, title and url, encrypted for the browser and signed for its push service |
  //   src/server/infra/web-push.ts
  test('a push is encrypted for the browser alone, and signed for its push service', async () => {
    const student = await aStudent(database.db);
    const browser = await aSubscribed(student);
    await sendNotification(await aMessageFor(student));
    const [pushed, ...more] = arrivedAt(browser);
    if (!pushed) throw new Error('nothing arrived');
    expect(more).toEqual([]);
    expect(browser.read(pushed)).toEqual({ kind: 'message.received', title: 'New Message', url: '/messages' });
    expect(pushed.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(pushed.headers.topic).toMatch(/^[\w-]{32}$/);
    const { claims, key, isSigned } = vapidOf(pushed);
    expect({ key, isSigned }).toEqual({ key: KEYS.publicKey, isSigned: true });
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:help@vidya.test' });
    const hours = (claims.exp - Date.now() / 1000) / 3600;
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(24);
  });

  // spec s15-rest-languages.8 | S15 3 | A push is in the language of its account, and opens a page in it | src/server/features/push/push.jobs.ts
  test('a push is in Sinhala for an account in Sinhala', async () => {
    const student = await aStudent(database.db, { locale: 'si' });
    const browser = await aSubscribed(student);
    await sendNotification({ ...(await aMessageFor(student)), kind: 'booking.confirmed', title: 'Booking Confirmed', url: '/bookings/1' });
    const title = sentencesIn('si')('Booking Confirmed');
    expect(arrivedAt(browser).map(browser.read)).toEqual([{ kind: 'booking.confirmed', title, url: '/si/bookings/1' }]);
  });

  // spec offline.7 | D Realtime and notifications | So does a 404 or 410 of the push service; whatever else it answers is tried again, for that
  //   browser alone | src/server/features/push/push.jobs.ts
  test.each([404, 410])('status %i from the push service ends the subscription', async (status) => {
    const student = await aStudent(database.db);
    const { path } = await aSubscribed(student);
    service.answerAt(path, status);
    await sendNotification(await aMessageFor(student));
    expect(await endpointsOf(student)).toEqual([]);
  });

  // spec offline.7
  test.each([301, 400, 429, 500])('after status %i the push is tried again, and redirects are not followed', async (status) => {
    const student = await aStudent(database.db);
    const { path, subscription } = await aSubscribed(student);
    service.answerAt(path, status);
    const problem: unknown = await sendNotification(await aMessageFor(student)).catch((error: unknown) => error);
    expect(String(problem)).toBe(`Error: the push service answered ${status}`);
    expect(await endpointsOf(student)).toEqual([subscription.endpoint]);
    expect(arrivedAt({ path: '/elsewhere' })).toEqual([]);
  });

  // spec offline.8 | S6 | Nobody is told what is no news any more, or after the session | src/server/features/push/push.jobs.ts
  test('nothing is sent to an unsubscribed browser, for an ended session, or when the notification is out of date', async () => {
    const [unsubscribed, over, late] = [await aStudent(database.db), await aStudent(database.db), await aStudent(database.db)];
    const browsers = [await aSubscribed(unsubscribed), await aSubscribed(over), await aSubscribed(late)] as const;
    const unsubscribedJob = await aMessageFor(unsubscribed);
    await browsers[0].push.unsubscribe({ endpoint: browsers[0].subscription.endpoint });
    await sendNotification(unsubscribedJob);
    await database.db.update(sessions).set({ expiresAt: NOW }).where(eq(sessions.id, browsers[1].sessionId));
    await sendNotification(await aMessageFor(over));
    const toLate = await aMessageFor(late);
    await sendNotification(toLate, new Date(NOW.getTime() + PUSH.freshSeconds * 1000));
    await sendNotification({ ...toLate, kind: 'booking.reminder' }, new Date(NOW.getTime() + PUSH.reminderSeconds * 1000));
    expect(browsers.flatMap(arrivedAt)).toEqual([]);
  });

  // spec offline.7
  test('a retry goes to the browser that was missed, and to no other one twice', async () => {
    const student = await aStudent(database.db);
    const [subscribed, missed] = [await aSubscribed(student), await aSubscribed(student)];
    service.answerAt(missed.path, 500);
    await database.db.delete(jobs);
    let clock = NOW;
    const runner = startTestRunner(database, { now: () => clock, webPush, handlers: { 'push.send': sendPush } });
    const deviceIds = await deviceIdsOf(student);
    await inUnitOfWork(contextAs(database, student), async ({ record }) =>
      record({ type: 'notification.stored', userId: student.id, kind: 'message.received', title: 'New Message', url: '/messages', deviceIds }),
    );
    runner.wake();
    const soon = <T>(read: () => T) => expect.poll(read, { interval: 10, timeout: 20_000 });
    const waiting = async () => database.db.select().from(jobs).where(eq(jobs.kind, 'push.send'));
    await soon(async () => (await waiting()).map(({ lastError }) => lastError)).toEqual(['Error: the push service answered 500']);
    service.answerAt(missed.path, 201);
    clock = new Date(NOW.getTime() + HOUR);
    runner.wake();
    await soon(waiting).toEqual([]);
    await runner.close();
    expect([arrivedAt(subscribed).length, arrivedAt(missed).length]).toEqual([1, 2]);
  });

  // spec offline.5
  test('a push job contains nothing that would let others write to the browser', async () => {
    const student = await aStudent(database.db);
    const { subscription } = await aSubscribed(student);
    const deviceIds = await deviceIdsOf(student);
    await inUnitOfWork(contextAs(database, student), async ({ record }) =>
      record({ type: 'notification.stored', userId: student.id, kind: 'message.received', title: 'New Message', url: '/messages', deviceIds }),
    );
    const planned = JSON.stringify(await plannedFor(student));
    for (const secret of [subscription.endpoint, subscription.keys.auth, subscription.keys.p256dh]) expect(planned).not.toContain(secret);
  });
});
