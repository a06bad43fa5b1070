import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys, calendarFeeds } from '#db/schema/access.ts';
import { knownDevices } from '#db/schema/devices.ts';
import { pushSubscriptions } from '#db/schema/notifications.ts';
import { sessions, users } from '#db/schema/people.ts';
import { passkeys, totpFactors } from '#db/schema/second-factor.ts';
import { webhookEndpoints } from '#db/schema/webhooks.ts';
import { type Caller, createCaller } from '#server/api/router.ts';
import { type Ctx, NO_CLIENT } from '#server/core/context.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import type { WebPush } from '#server/core/ports.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User, uniqueEmail, withSession } from '#tests/support/factories.ts';
import { fakeGoogle, GOOGLE_ANSWER } from '#tests/support/google.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { countLockWaits, holdCommit } from '#tests/support/races.ts';
import { aReset } from '#tests/support/resets.ts';
import { codeAt } from '#tests/support/second-factors.ts';

const database = useDatabase({ max: 12 });

const webPush: WebPush = { publicKey: 'ours', isValidDevice: () => true, send: async () => 'taken' };
/** The intruder's; the owner has another. */
const DEVICE = { ...NO_CLIENT, address: '198.51.100.7', userAgent: 'The browser of an intruder', device: 'a device', hasDeviceCookie: true };

const contextOf = (person: User, isIntruder: boolean): Ctx => ({
  ...contextAs(database, isIntruder ? person : null, { google: fakeGoogle({ email: person.email }), webPush, ...(isIntruder && { client: DEVICE }) }),
  rateLimits: null,
});

function callUntilCommit(context: Ctx): { caller: Caller; isDone: Promise<void>; commit: () => void } {
  const { begin, isDone, commit } = holdCommit(database);
  return { caller: createCaller({ ...context, begin }), isDone, commit };
}

type Take = (person: User) => Promise<(caller: Caller) => Promise<unknown>>;

const reset: Take = async (person) => {
  const { code, requestId } = await aReset(contextAs(database, null), person);
  return ({ auth }) => auth.resetPassword({ email: person.email, code, requestId, password: 'battery staple' });
};
const changeOfAddress: Take = async ({ id: userId, pendingEmail }) => {
  const token = await createMailedLink(contextAs(database, null), { userId, email: pendingEmail ?? '', purpose: 'email_change' });
  return ({ auth }) => auth.verifyEmail({ token, password: PASSWORD });
};
const claim: Take = async () => (caller) => caller.auth.signInWithGoogle(GOOGLE_ANSWER);
const disown: Take = async ({ id: userId, email }) => {
  const token = await createMailedLink(contextAs(database, null), { userId, email, purpose: 'email_confirmation' });
  return ({ auth }) => auth.disownAddress({ token });
};

/** By whether the address is verified: without that, some things cannot be created. */
const OF_PROVEN = { 'a reset': reset, 'a change of address': changeOfAddress };
const OF_UNPROVEN = { 'a first reset': reset, 'a claim by Google': claim, 'an address that is disowned': disown };

type Make = (caller: Caller, person: User) => Promise<unknown>;

const login: Make = (caller, { email }) => caller.auth.login({ email, password: PASSWORD, rememberMe: true });
const subscribe: Make = (caller, { id }) =>
  caller.push.subscribe({ endpoint: `https://push.example.com/${id}`, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } });
const askForAddress: Make = (caller) => caller.auth.changeEmail({ email: uniqueEmail('theirs'), password: PASSWORD });
const CREATED_BY_ANYONE = { 'signing in': login, 'subscribing to pushes': subscribe, 'asking for another address': askForAddress };
const CREATED_BY_PROVEN: Record<string, Make> = {
  ...CREATED_BY_ANYONE,
  'making an API key': (caller) => caller.apiKeys.make({ name: 'Mine', scope: 'write' }),
  'adding a webhook': (caller) => caller.webhooks.add({ url: 'https://hooks.example.com/', events: ['booking.created'] }),
  'making a calendar link': (caller) => caller.calendar.makeFeed(),
};
/** Not removed from a verified account once it exists, so only what comes too late is checked. */
const setUpApp: Make = async (caller) => {
  const { secret, enrolment } = await caller.auth.beginApp();
  return caller.auth.enableApp({ enrolment, code: codeAt(secret, NOW) });
};

const aPerson = async (isProven: boolean) =>
  withSession(
    database.db,
    await aStudent(database.db, {
      passwordHash: PASSWORD_HASH,
      emailVerifiedAt: isProven ? NOW : null,
      pendingEmail: uniqueEmail('new'),
    }),
  );

async function countRemaining({ id }: User): Promise<Record<string, number>> {
  const { db } = database;
  const counted = { sessions, apiKeys, calendarFeeds, webhookEndpoints, pushSubscriptions, totpFactors, passkeys };
  const counts = await Promise.all(
    Object.entries(counted).map(async ([name, table]) => [name, await db.$count(table, eq(table.userId, id))] as const),
  );
  const [account] = await db.select({ pendingEmail: users.pendingEmail }).from(users).where(eq(users.id, id));
  return { ...Object.fromEntries(counts), pendingEmail: account?.pendingEmail == null ? 0 : 1 };
}

const rowsOf = (takeovers: Record<string, Take>, makes: Record<string, Make>) =>
  Object.entries(makes).flatMap(([createName, make]) =>
    Object.entries(takeovers).map(([takeName, take]) => [createName, takeName, make, take] as const),
  );

/** A password is checked first. */
const PATIENT = { timeout: 5000 };
const NOTHING = {
  sessions: 0,
  apiKeys: 0,
  calendarFeeds: 0,
  webhookEndpoints: 0,
  pushSubscriptions: 0,
  totpFactors: 0,
  passkeys: 0,
  pendingEmail: 0,
};
const expectedAfter = (takeName: string) => ({ ...NOTHING, sessions: takeName === 'a claim by Google' ? 1 : 0 });
const devicesOf = ({ id }: User) => database.db.select({ hash: knownDevices.deviceHash }).from(knownDevices).where(eq(knownDevices.userId, id));

// spec s8-taking-back.24 | S8 C | What an intruder makes at the moment that an account is taken back does not survive: sessions, devices, keys,
//   webhooks, calendar links, pushes, another address, an app | src/server/features/auth/sessions.commands.ts,
//   src/server/features/auth/details.commands.ts
describe.each([
  ['proven', true, OF_PROVEN, CREATED_BY_PROVEN],
  ['unproven', false, OF_UNPROVEN, CREATED_BY_ANYONE],
] as const)('an account whose address is %s', (_, isProven, takeovers, makes) => {
  test.each(rowsOf(takeovers, { ...makes, ...(isProven && { 'setting up an app': setUpApp }) }))(
    '%s while %s is about to commit is refused, and leaves nothing',
    async (_createName, takeName, make, take) => {
      const person = await aPerson(isProven);
      const work = await take(person);
      const { caller, isDone, commit } = callUntilCommit(contextOf(person, false));
      const taking = work(caller);
      await isDone;
      const making = Promise.allSettled([make(createCaller(contextOf(person, true)), person)]);
      await expect
        .poll(() => countLockWaits(database), PATIENT)
        .toBe(1)
        .finally(commit);
      await taking;
      expect((await making)[0].status).toBe('rejected');
      expect(await countRemaining(person)).toEqual(expectedAfter(takeName));
    },
  );

  // Requesting another address cancels the one before, whoever does.
  const undone = rowsOf(takeovers, makes).filter(([, , make, take]) => make !== askForAddress || take !== changeOfAddress);
  test.each(undone)('%s just before %s is undone by it', async (_createName, takeName, make, take) => {
    const person = await aPerson(isProven);
    const work = await take(person);
    const { caller, isDone, commit } = callUntilCommit(contextOf(person, true));
    const making = make(caller, person);
    await isDone;
    const took = Promise.allSettled([work(createCaller(contextOf(person, false)))]);
    await expect
      .poll(() => countLockWaits(database), PATIENT)
      .toBe(1)
      .finally(commit);
    await making;
    expect((await took)[0].status).toBe('fulfilled');
    expect(await countRemaining(person)).toEqual(expectedAfter(takeName));
    // The owner's own device is known after a reset or a sign-in, and no other.
    expect((await devicesOf(person)).length).toBeLessThanOrEqual(1);
  });
});
