import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys, calendarFeeds } from '#db/schema/access.ts';
import { jobs } from '#db/schema/jobs.ts';
import { mailOptOuts, pushSubscriptions } from '#db/schema/notifications.ts';
import { sessions, users } from '#db/schema/people.ts';
import { webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { createCaller } from '#server/api/router.ts';
import { NO_CLIENT, type SignedIn } from '#server/core/context.ts';
import type { DomainEvent } from '#server/core/events.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { createGoogleProof } from '#server/features/auth/access.commands.ts';
import { sendWebhook } from '#server/features/webhooks/webhooks.jobs.ts';
import { createApiKeys } from '#server/infra/api-keys.ts';
import { type CallerOptions, callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, aUser, HOUR, NOW, sessionIdFor, signedIn, type User } from '#tests/support/factories.ts';
import { fakeGoogle, GOOGLE_ANSWER } from '#tests/support/google.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { countLockWaits, listErrorMessages, runUntilCommit } from '#tests/support/races.ts';
import { aReset } from '#tests/support/resets.ts';

const database = useDatabase({ max: 12 });
const MINUTE = 60_000;

const as = (person: User | null, options: CallerOptions = {}) => callerAs(database, person, options);
const EXPIRED = 'Session expired. Please login again.';

/** What an intruder may have created before the address was verified: each is a way in, or receives something. */
async function createRemaining(person: User) {
  const { db } = database;
  const key = `vk_of ${person.id}`;
  const token = `token of ${person.id}`;
  const session = { id: `elsewhere ${person.id}`, userId: person.id, expiresAt: new Date(NOW.getTime() + 24 * HOUR), lifetimeHours: 24 };
  await db.insert(sessions).values(session);
  await db.insert(apiKeys).values({ userId: person.id, name: 'A program', scope: 'write', tokenHash: hashToken(key), hint: 'abcd' });
  await db.insert(calendarFeeds).values({ userId: person.id, tokenHash: hashToken(token) });
  const [hook] = await db
    .insert(webhookEndpoints)
    .values({ userId: person.id, url: 'https://hooks.example.com/', events: ['booking.created'], sealedSecret: 'sealed' })
    .returning();
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({ endpointId: hook?.id ?? '', event: 'booking.created', body: '{}', nextTryAt: NOW, createdAt: NOW })
    .returning();
  await db.insert(pushSubscriptions).values({
    userId: person.id,
    sessionId: session.id,
    endpoint: `https://push.example.com/${person.id}`,
    p256dh: 'key',
    auth: 'auth',
    serverKey: 'ours',
  });
  await db.insert(mailOptOuts).values({ userId: person.id, kind: 'bookings' });
  await db
    .update(users)
    .set({ pendingEmail: `intruder+${person.id}@example.com` })
    .where(eq(users.id, person.id));
  const changeLink = await secretFor(person, 'email_change', `intruder+${person.id}@example.com`);
  return { key, token, deliveryId: delivery?.id ?? '', changeLink, session };
}

const secretFor = (person: User, purpose: 'email_change', email: string) =>
  createMailedLink(contextAs(database, null), { userId: person.id, email, purpose });

async function countRemaining(person: User): Promise<Record<string, number>> {
  const { db } = database;
  const of = (column: (typeof apiKeys)['userId']) => eq(column, person.id);
  return {
    sessions: await db.$count(sessions, eq(sessions.userId, person.id)),
    keys: await db.$count(apiKeys, of(apiKeys.userId)),
    feeds: await db.$count(calendarFeeds, eq(calendarFeeds.userId, person.id)),
    webhooks: await db.$count(webhookEndpoints, eq(webhookEndpoints.userId, person.id)),
    push: await db.$count(pushSubscriptions, eq(pushSubscriptions.userId, person.id)),
  };
}

const NOTHING = { sessions: 0, keys: 0, feeds: 0, webhooks: 0, push: 0 };

async function resetPassword(person: User): Promise<void> {
  const { code } = await aReset(contextAs(database, null), person);
  await as(null).auth.resetPassword({ email: person.email, code, password: 'battery staple' });
}

describe("a stranger who had registered somebody else's address", () => {
  const TAKEOVERS: [string, (person: User) => Promise<unknown>][] = [
    ['resets the password', resetPassword],
    [
      'signs in with Google',
      (person) => as(null, { google: fakeGoogle({ id: `google of ${person.email}`, email: person.email }) }).auth.signInWithGoogle(GOOGLE_ANSWER),
    ],
  ];

  // spec s8-taking-back.1 | S8 C | After a password reset or a claim by Google nothing of an intruder reads, hears or writes |
  //   src/server/features/auth/access.commands.ts
  test.each(TAKEOVERS)('the stranger has nothing left once the owner %s', async (_, takeBack) => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: null });
    const { key, token, deliveryId, changeLink, session } = await createRemaining(person);
    await takeBack(person);

    const own = await database.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, person.id));
    expect(own.map(({ id }) => id)).not.toContain(session.id);
    expect({ ...(await countRemaining(person)), sessions: 0 }).toEqual(NOTHING);
    expect(await createApiKeys(database.db).findOwner(key, NOW)).toBeNull();
    await expect(as(null).calendar.read({ token })).rejects.toThrow('Not found');
    let calls = 0;
    const outbound = { get: async () => null, isRefused: () => false, post: async () => ({ status: ++calls && 200, problem: null }) };
    await sendWebhook(contextAs(database, null, { outbound }), { deliveryId, isReplay: false });
    expect(calls).toBe(0);
    await expect(as(null).auth.verifyEmail({ token: changeLink })).rejects.toThrow('Invalid or expired link');
    await expect(as(null).auth.login({ email: person.email, password: PASSWORD, rememberMe: true })).rejects.toThrow();
    expect(await database.db.$count(mailOptOuts, eq(mailOptOuts.userId, person.id))).toBe(0);
    const [account] = await database.db.select().from(users).where(eq(users.id, person.id));
    expect(account).toMatchObject({ pendingEmail: null, emailVerifiedAt: NOW });
  });

  // spec s8-taking-back.6 | S8 C | A key, webhook or calendar link needs a confirmed address | src/server/core/confirmation.ts
  test('the stranger can create no key, webhook or calendar link, whatever password is typed', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: null });
    await database.db
      .insert(sessions)
      .values({ id: sessionIdFor(person), userId: person.id, expiresAt: new Date(NOW.getTime() + HOUR), lifetimeHours: 1, confirmedAt: NOW });
    const caller = as(person);
    await caller.auth.confirmIdentity({ password: PASSWORD });
    const calls = [
      () => caller.apiKeys.make({ name: 'Mine', scope: 'read' }),
      () => caller.webhooks.add({ url: 'https://hooks.example.com/', events: ['booking.created'] }),
      () => caller.calendar.makeFeed(),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({
        code: 'FORBIDDEN',
        cause: { code: 'auth.email_unconfirmed' },
        message: /^Please confirm your email/,
      });
    expect({ ...(await countRemaining(person)), sessions: 0 }).toEqual(NOTHING);
  });
});

describe('taking a confirmed account back', () => {
  test("a reset removes the intruder, and keeps the owner's mail preferences", async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: NOW });
    await createRemaining(person);
    await resetPassword(person);
    expect(await countRemaining(person)).toEqual(NOTHING);
    expect(await database.db.$count(mailOptOuts, eq(mailOptOuts.userId, person.id))).toBe(1);
  });

  test('features learn the cause, and whether the address was confirmed before', async () => {
    const readAs = async (person: User, work: (caller: ReturnType<typeof as>) => Promise<unknown>) => {
      const events: DomainEvent[] = [];
      const context = contextAs(database, person, { google: fakeGoogle({ id: `google of ${person.email}`, email: person.email }) });
      await work(createCaller({ ...context, projectors: [...context.projectors, async (_, batch) => void events.push(...batch)] }));
      return events.filter((event) => event.type === 'access.revoked');
    };
    for (const emailVerifiedAt of [null, NOW]) {
      const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt });
      const { code } = await aReset(contextAs(database, null), person);
      const events = await readAs(person, (caller) => caller.auth.resetPassword({ email: person.email, code, password: 'battery staple' }));
      const hadUnprovenAddress = emailVerifiedAt === null;
      expect(events).toEqual([{ type: 'access.revoked', userId: person.id, cause: 'password_reset', hadUnprovenAddress, currentSessionId: null }]);
    }
    const claimed = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: null });
    expect(await readAs(claimed, (caller) => caller.auth.signInWithGoogle(GOOGLE_ANSWER))).toMatchObject([
      { cause: 'google_claim', hadUnprovenAddress: true },
    ]);
    const proven = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: NOW });
    expect(await readAs(proven, (caller) => caller.auth.signInWithGoogle(GOOGLE_ANSWER))).toEqual([]);
  });

  // spec s8-taking-back.3 | S8 C | A change of address ends everything but the session that opens the link |
  //   src/server/features/auth/confirmation.commands.ts
  test('a new address ends everything but the session that opens the link', async () => {
    for (const isCurrent of [true, false]) {
      const person = await signedIn(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH }));
      const { changeLink } = await createRemaining(person);
      await as(isCurrent ? person : null).auth.verifyEmail({ token: changeLink, ...(!isCurrent && { password: PASSWORD }) });
      expect(await countRemaining(person), `${isCurrent}`).toEqual({ ...NOTHING, sessions: isCurrent ? 1 : 0 });
    }
  });

  test('a link opened by somebody else who is logged in keeps none of their sessions in the account', async () => {
    const [person, other] = [await aStudent(database.db, { passwordHash: PASSWORD_HASH }), await signedIn(database.db, await aStudent(database.db))];
    const { changeLink } = await createRemaining(person);
    await as(other).auth.verifyEmail({ token: changeLink, password: PASSWORD });
    expect(await countRemaining(person)).toEqual(NOTHING);
    expect((await countRemaining(other)).sessions).toBe(1);
  });

  // spec s8-taking-back.4 | S8 C | A change of password asks whether keys, webhooks and calendar links go, ticked |
  //   src/server/features/auth/passwords.commands.ts
  test('a change of password ends other sessions, and everything else where that was chosen', async () => {
    for (const revokeAccess of [true, false]) {
      const person = await signedIn(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH }));
      await createRemaining(person);
      await as(person).auth.changePassword({ currentPassword: PASSWORD, newPassword: 'battery staple', revokeAccess });
      const rest = revokeAccess ? 0 : 1;
      expect(await countRemaining(person)).toEqual({ sessions: 1, keys: rest, feeds: rest, webhooks: rest, push: 0 });
    }
  });

  test('a change of password without a choice ends everything', async () => {
    const person = await signedIn(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH }));
    await createRemaining(person);
    await as(person).auth.changePassword({ currentPassword: PASSWORD, newPassword: 'battery staple' });
    expect(await countRemaining(person)).toEqual({ ...NOTHING, sessions: 1 });
  });

  // spec s8-taking-back.5 | S8 C | What is being made while the account is taken back is not made | src/server/core/confirmation.ts
  test('a key, webhook or calendar link created meanwhile is refused', async () => {
    const calls: ((caller: ReturnType<typeof as>) => Promise<unknown>)[] = [
      ({ apiKeys: keys }) => keys.make({ name: 'Mine', scope: 'read' }),
      ({ webhooks }) => webhooks.add({ url: 'https://hooks.example.com/', events: ['booking.created'] }),
      ({ calendar }) => calendar.makeFeed(),
    ];
    for (const call of calls) {
      const person = await signedIn(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH }));
      const { code } = await aReset(contextAs(database, null), person);
      const { caller, isDone, commit } = runUntilCommit(database, person);
      const resetting = caller.auth.resetPassword({ email: person.email, code, password: 'battery staple' });
      await isDone;
      const pendingCall = Promise.allSettled([call(as(person))]);
      await expect.poll(() => countLockWaits(database)).toBe(1);
      commit();
      await resetting;
      expect(listErrorMessages(await pendingCall)).toEqual([EXPIRED]);
      expect(await countRemaining(person)).toEqual(NOTHING);
    }
  });
});

describe('an intruder at an open browser', () => {
  const sensitive: [string, 'student' | 'admin', (caller: ReturnType<typeof as>) => Promise<unknown>][] = [
    ['making an API key', 'student', ({ apiKeys: keys }) => keys.make({ name: 'Mine', scope: 'read' })],
    ['adding a webhook', 'student', ({ webhooks }) => webhooks.add({ url: 'https://hooks.example.com/', events: ['booking.created'] })],
    ['making a calendar link', 'student', ({ calendar }) => calendar.makeFeed()],
    ['exporting a table', 'admin', ({ exports }) => exports.link({ table: 'students' })],
    ['deleting a student', 'admin', async ({ moderation }) => moderation.deleteStudent({ id: (await aStudent(database.db)).id })],
    ['deleting a tutor', 'admin', async ({ verification }) => verification.remove({ id: (await aTutor(database.db)).id })],
  ];

  async function confirmedAt(role: 'student' | 'admin', at: Date | null) {
    const person = await aUser(database.db, { role, passwordHash: PASSWORD_HASH, emailVerifiedAt: NOW });
    const session = { id: sessionIdFor(person), userId: person.id, expiresAt: new Date(NOW.getTime() + 24 * HOUR), lifetimeHours: 24 };
    await database.db.insert(sessions).values({ ...session, confirmedAt: at });
    return person;
  }

  // spec s8-taking-back.7 | S8 C | They, exports and deleting somebody need a proof of the last ten minutes | src/server/core/trpc.ts
  test.each(sensitive)('%s needs a confirmation in the last ten minutes', async (_, role, act) => {
    const refusal = { code: 'FORBIDDEN', message: 'Please confirm that it is you to continue.', cause: { code: 'auth.confirmation_required' } };
    for (const at of [null, new Date(NOW.getTime() - 10 * MINUTE - 1)]) {
      const person = await confirmedAt(role, at);
      await expect(act(as(person))).rejects.toMatchObject(refusal);
      await as(person).auth.confirmIdentity({ password: PASSWORD });
      await act(as(person));
    }
    await act(as(await confirmedAt(role, new Date(NOW.getTime() - 10 * MINUTE))));
  });

  test('a wrong password confirms nothing, and is reported at its field', async () => {
    const person = await confirmedAt('student', null);
    await expect(as(person).auth.confirmIdentity({ password: 'wrong' })).rejects.toMatchObject({
      cause: { code: 'auth.current_password', refusal: { field: 'password' } },
    });
    await expect(as(person).calendar.makeFeed()).rejects.toThrow('Please confirm that it is you');
  });

  test('attempts at the password are limited as everywhere else', async () => {
    const person = await confirmedAt('student', null);
    const guesses = Array.from({ length: 11 }, () => as(person).auth.confirmIdentity({ password: 'wrong' }));
    expect(listErrorMessages(await Promise.allSettled(guesses))).toContain('Too many requests. Please try again later.');
  });

  test('a new session starts confirmed', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    await as(null, { now: () => new Date() }).auth.login({ email: person.email, password: PASSWORD, rememberMe: true });
    const [session] = await database.db.select().from(sessions).where(eq(sessions.userId, person.id));
    expect(Date.now() - (session?.confirmedAt?.getTime() ?? 0)).toBeLessThan(MINUTE);
  });

  // spec s8-taking-back.8 | S8 C | Their owner is told by mail | src/server/features/mail/security.mail.ts
  test('a mail tells the owner what was created, where and how', async () => {
    const client = { ...NO_CLIENT, address: '192.0.2.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
    const person = await signedIn(database.db, await aStudent(database.db));
    const caller = as(person, { client });
    await caller.apiKeys.make({ name: 'Mine', scope: 'read' });
    const { id } = await caller.webhooks.add({ url: 'https://hooks.example.com/', events: ['booking.created'] });
    await caller.webhooks.change({ id, url: 'https://hooks.example.com/', events: ['booking.cancelled'] });
    await caller.webhooks.change({ id, url: 'https://else.example.com/', events: ['booking.cancelled'] });
    await caller.webhooks.renewSecret({ id });
    await caller.calendar.makeFeed();
    const orders = (await database.db.select().from(jobs).orderBy(jobs.id)).map(({ params }) => params as Record<string, unknown>);
    const mails = orders.filter(({ mail, userId }) => mail === 'sensitive_action' && userId === person.id);
    expect(mails.map(({ action }) => action)).toHaveLength(5);
    expect(mails.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        { kind: 'api_key_made', name: 'Mine' },
        { kind: 'webhook_added', url: 'https://hooks.example.com/' },
        { kind: 'webhook_moved', url: 'https://else.example.com/' },
        { kind: 'webhook_secret_renewed', url: 'https://else.example.com/' },
        { kind: 'calendar_link_made' },
      ]),
    );
    expect(mails[0]).toMatchObject({ address: client.address, userAgent: client.userAgent, at: NOW.toISOString() });
    expect(mails[0]).not.toHaveProperty('device');
  });
});

describe('confirming with Google instead of a password', () => {
  // spec s8-taking-back.9 | S8 C | Google proves who is there without a new session | src/server/edge/google.ts
  test('Google confirms the session of the same person, for two minutes', async () => {
    const person = await signedIn(database.db, await aStudent(database.db, { passwordHash: null }));
    await as(null, { google: fakeGoogle({ id: 'subject 1', email: person.email }) }).auth.signInWithGoogle(GOOGLE_ANSWER);
    await database.db
      .update(sessions)
      .set({ confirmedAt: null })
      .where(eq(sessions.id, sessionIdFor(person)));
    const { proof } = await as(null, { google: fakeGoogle({ id: 'subject 1', email: person.email }) }).auth.proveWithGoogle(GOOGLE_ANSWER);
    const late = () => new Date(NOW.getTime() + 120_000);
    await expect(as(person, { now: late }).auth.confirmIdentity({ proof })).rejects.toThrow('Login failed. Please try again.');
    await expect(as(person).calendar.makeFeed()).rejects.toThrow('Please confirm that it is you');
    await as(person).auth.confirmIdentity({ proof });
    await expect(as(person).calendar.makeFeed()).resolves.toBeTruthy();
  });

  test('Google confirms nothing for somebody else, and starts no session', async () => {
    const [person, other] = [await signedIn(database.db, await aStudent(database.db)), await signedIn(database.db, await aStudent(database.db))];
    const proof = createGoogleProof(contextAs(database, null) as SignedIn, other.id);
    await expect(as(person).auth.confirmIdentity({ proof })).rejects.toThrow('This is not the Google account that you sign in with here.');
    await expect(as(person).auth.confirmIdentity({ proof: proof.replace(other.id, person.id) })).rejects.toThrow('Login failed.');
    const stranger = as(null, { google: fakeGoogle() });
    await expect(stranger.auth.proveWithGoogle(GOOGLE_ANSWER)).rejects.toThrow('This is not the Google account');
    expect(await database.db.$count(users, eq(users.email, 'stranger@example.com'))).toBe(0);
  });

  test('an account without a password is not asked for one', async () => {
    const person = await signedIn(database.db, await aStudent(database.db, { passwordHash: null }));
    await expect(as(person).auth.confirmIdentity({ password: PASSWORD })).rejects.toMatchObject({ cause: { code: 'auth.google_account' } });
  });
});
