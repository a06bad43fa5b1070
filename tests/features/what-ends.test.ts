import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import { apiKeys, calendarFeeds } from '#db/schema/access.ts';
import { knownDevices } from '#db/schema/devices.ts';
import * as schema from '#db/schema/index.ts';
import { mailOptOuts, pushSubscriptions } from '#db/schema/notifications.ts';
import { sessions, users } from '#db/schema/people.ts';
import { challenges, passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import { webhookDeliveries, webhookEndpoints } from '#db/schema/webhooks.ts';
import { createMailedLink } from '#server/core/mailed-links.ts';
import { createReset, createResetRequest } from '#server/core/password-resets.ts';
import type { WebPush } from '#server/core/ports.ts';
import { sendPush } from '#server/features/push/push.jobs.ts';
import { sendWebhook } from '#server/features/webhooks/webhooks.jobs.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, HOUR, NOW, type User, unique, uniqueEmail } from '#tests/support/factories.ts';
import { fakeGoogle, GOOGLE_ANSWER } from '#tests/support/google.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { aReset } from '#tests/support/resets.ts';

const database = useDatabase();
const LATER = new Date(NOW.getTime() + 24 * HOUR);

/** How an owner takes an account back; in the first three cases the address was not verified before. */
const TAKEOVERS = ['first reset', 'claim by Google', 'disowned', 'reset', 'change of address'] as const;
type Takeover = (typeof TAKEOVERS)[number];
const UNPROVEN: readonly Takeover[] = ['first reset', 'claim by Google', 'disowned'];

type Fate = { ends: readonly Takeover[] } | { remainsBecause: string };

/** Every table that refers to accounts. For a new one, decide: does it let somebody in, or send them something? */
const FATES: Record<string, Fate> = {
  api_keys: { ends: TAKEOVERS },
  calendar_feeds: { ends: TAKEOVERS },
  challenges: { ends: TAKEOVERS },
  codes: { ends: TAKEOVERS },
  known_devices: { ends: TAKEOVERS },
  password_resets: { ends: TAKEOVERS },
  push_subscriptions: { ends: TAKEOVERS },
  sessions: { ends: TAKEOVERS },
  webhook_endpoints: { ends: TAKEOVERS },
  // Who has the mailbox of a proven account could otherwise remove its second factor.
  passkeys: { ends: UNPROVEN },
  recovery_codes: { ends: UNPROVEN },
  totp_factors: { ends: UNPROVEN },
  // Of a proven account they are its owner's choice.
  mail_opt_outs: { ends: UNPROVEN },

  oauth_accounts: { remainsBecause: 'Google had verified the address of the account when it was connected' },
  request_keys: { remainsBecause: 'an answer is read again with a session of the account only, for a day' },
  inboxes: { remainsBecause: 'read with a session only' },
  inbox_events: { remainsBecause: 'read with a session only' },
  data_archives: { remainsBecause: 'downloaded with a confirmed session only, and gone after a day' },
  notifications: { remainsBecause: 'read with a session only' },
  announcements: { remainsBecause: 'written by an admin, and lets nobody in' },
  blog_likes: { remainsBecause: 'lets nobody in' },
  bookings: { remainsBecause: 'the other party counts on them; their owner sees and cancels them' },
  favourites: { remainsBecause: 'lets nobody in' },
  saved_searches: { remainsBecause: 'they write to the owner alone, who sees and deletes them' },
  message_threads: { remainsBecause: "they are the other party's, too; read with a session only" },
  reports: { remainsBecause: 'an admin decides them' },
  reviews: { remainsBecause: 'their owner sees and removes them' },
  tutor_approvals: { remainsBecause: 'names the admin who approved' },
  tutor_profiles: { remainsBecause: 'its owner sees and changes it' },
  tutor_rejections: { remainsBecause: 'lets nobody in' },
  uploads: { remainsBecause: 'their links are signed for 15 minutes, for whoever may read them' },
};

const row = ({ id }: User) => ({ userId: id, name: unique('mine') });

async function withEverythingThatEnds(person: User): Promise<{ deliveryId: string; subscriptionId: string; links: string[]; resetCode: string }> {
  const { db } = database;
  const { id: userId } = person;
  const ctx = contextAs(database, null);
  const session = { id: unique('elsewhere'), userId, expiresAt: LATER, lifetimeHours: 24 };
  await db.insert(sessions).values(session);
  await db.insert(apiKeys).values({ ...row(person), scope: 'write', tokenHash: unique('key'), hint: 'abcd' });
  await db.insert(calendarFeeds).values({ userId, tokenHash: unique('feed') });
  await db.insert(challenges).values({ hash: unique('challenge'), purpose: 'second_step', userId, expiresAt: LATER, createdAt: NOW });
  await db.insert(knownDevices).values({ userId, deviceHash: unique('device') });
  await db.insert(mailOptOuts).values({ userId, kind: 'bookings' });
  await db.insert(totpFactors).values({ userId, secret: 'sealed', lastStep: 0 });
  await db.insert(recoveryCodes).values({ userId, hash: unique('code') });
  await db.insert(passkeys).values({ ...row(person), credentialId: unique('credential'), publicKey: 'key', counter: 0 });
  const [hook] = await db
    .insert(webhookEndpoints)
    .values({ userId, url: 'https://hooks.example.com/', events: ['booking.created'], sealedSecret: 'sealed' })
    .returning();
  const [delivery] = await db
    .insert(webhookDeliveries)
    .values({ endpointId: hook?.id ?? '', event: 'booking.created', body: '{}', nextTryAt: NOW, createdAt: NOW })
    .returning();
  const [subscription] = await db
    .insert(pushSubscriptions)
    .values({ userId, sessionId: session.id, endpoint: `https://push.example.com/${userId}`, p256dh: 'key', auth: 'auth', serverKey: 'ours' })
    .returning();
  const { code: resetCode } = await aReset(ctx, person);
  const links = [
    await createMailedLink(ctx, { userId, email: person.email, purpose: 'email_confirmation' }),
    await createMailedLink(ctx, { userId, email: person.pendingEmail ?? '', purpose: 'email_change' }),
  ];
  return { deliveryId: delivery?.id ?? '', subscriptionId: subscription?.id ?? '', links, resetCode };
}

async function takeBack(person: User, takeover: Takeover, { links: [confirmation = '', change = ''] }: { links: string[] }): Promise<void> {
  const { auth } = callerAs(database, null, { google: fakeGoogle({ email: person.email }) });
  switch (takeover) {
    case 'claim by Google':
      return void (await auth.signInWithGoogle(GOOGLE_ANSWER));
    case 'disowned':
      return void (await auth.disownAddress({ token: confirmation }));
    case 'change of address':
      return void (await auth.verifyEmail({ token: change, password: PASSWORD }));
    default: {
      // Requested from another browser, so that what the intruder has requested stays.
      const ctx = contextAs(database, null);
      const { requestId, asker } = createResetRequest(ctx);
      const issued = await createReset(ctx, { userId: person.id, email: person.email, askedAt: NOW, asker });
      const code = issued?.code ?? '';
      await auth.resetPassword({ email: person.email, code, requestId, password: 'battery staple' });
    }
  }
}

/** The rows from before, by their keys. */
async function idsIn(table: PgTable, person: User): Promise<string[]> {
  const column = columnOfUser(table);
  const rows = await database.db.select().from(table).where(eq(column, person.id));
  const { primaryKeys, columns } = getTableConfig(table);
  const keys = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  const names = Object.entries(getTableColumns(table)).flatMap(([name, { name: stored }]) => (keys.some((key) => key.name === stored) ? [name] : []));
  return rows.map((row) => names.map((name) => `${(row as Record<string, unknown>)[name]}`).join(' '));
}

type UserColumn = ReturnType<typeof getTableConfig>['columns'][number];

const toUsers = (table: PgTable): UserColumn[] =>
  getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .filter(({ foreignTable }) => getTableName(foreignTable) === getTableName(users))
    .flatMap(({ columns }) => columns);

function columnOfUser(table: PgTable): UserColumn {
  return toUsers(table)[0] ?? expect.fail(`${getTableName(table)} hangs on no account`);
}

const OF_ACCOUNTS = Object.values(schema).flatMap((row): PgTable[] => (is(row, PgTable) && toUsers(row).length > 0 ? [row] : []));
const tableOf = (name: string): PgTable => OF_ACCOUNTS.find((table) => getTableName(table) === name) ?? expect.fail(`there is no table ${name}`);
const ending = Object.entries(FATES).flatMap(([name, fate]) => ('ends' in fate ? [{ name, ends: fate.ends }] : []));

describe('data that belongs to an account', () => {
  // spec s8-taking-back.22 | S8 C | Every table that hangs on an account is considered: what ends with a reset, a claim by Google, a change of
  //   address or an address that is disowned, and why the rest stays | src/server/features/auth/access.commands.ts
  test('every table is covered', () => {
    expect(OF_ACCOUNTS.map((table) => getTableName(table)).sort()).toEqual(Object.keys(FATES).sort());
  });

  // spec s8-taking-back.22
  test.each(TAKEOVERS)('everything that lets an intruder in ends with a %s', async (takeover) => {
    const pendingEmail = uniqueEmail('pending');
    const emailVerifiedAt = UNPROVEN.includes(takeover) ? null : NOW;
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt, pendingEmail });
    const created = await withEverythingThatEnds(person);
    const before = new Map<string, string[]>();
    for (const { name } of ending) before.set(name, await idsIn(tableOf(name), person));
    expect(ending.filter(({ name }) => before.get(name)?.length === 0)).toEqual([]);

    await takeBack(person, takeover, created);

    const remaining = await Promise.all(
      ending.map(async ({ name }) => {
        const after = await idsIn(tableOf(name), person);
        return before.get(name)?.some((id) => after.includes(id)) ? [name] : [];
      }),
    );
    expect(remaining.flat()).toEqual(ending.flatMap(({ name, ends }) => (ends.includes(takeover) ? [] : [name])));

    const [account] = await database.db.select().from(users).where(eq(users.id, person.id));
    expect(account?.pendingEmail).toBeNull();
    expect(account?.passwordHash === PASSWORD_HASH).toBe(takeover === 'change of address');
    const { auth } = callerAs(database, null);
    for (const token of created.links) await expect(auth.verifyEmail({ token, password: PASSWORD })).rejects.toThrow('Invalid or expired link');
    const trying = auth.resetPassword({ email: person.email, code: created.resetCode, password: 'a third horse' });
    await expect(trying).rejects.toThrow(account?.passwordHash === null ? 'created using Google' : 'Invalid or expired code');
  });

  // spec s8-taking-back.23 | S8 C | Deliveries and pushes that wait are not sent afterwards | src/server/features/webhooks/webhooks.projector.ts
  test.each([...TAKEOVERS, null])('what waits to be sent is sent unless the account is taken back: %s', async (takeover) => {
    const pendingEmail = uniqueEmail('pending');
    const emailVerifiedAt = takeover !== null && UNPROVEN.includes(takeover) ? null : NOW;
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt, pendingEmail });
    const created = await withEverythingThatEnds(person);
    if (takeover !== null) await takeBack(person, takeover, created);
    const sent: string[] = [];
    const outbound = { get: async () => null, isRefused: () => false, post: async () => ({ status: sent.push('webhook') && 200, problem: null }) };
    const webPush: WebPush = { publicKey: 'ours', isValidDevice: () => true, send: async () => (sent.push('push') ? 'taken' : 'gone') };
    const sealer = { seal: () => 'sealed', open: () => 'secret' };
    const ctx = { ...contextAs(database, null, { outbound, webPush }), sealer };
    await sendWebhook(ctx, { deliveryId: created.deliveryId, isReplay: false });
    await sendPush(ctx, { subscriptionId: created.subscriptionId, kind: 'message.received', title: 'News', url: '/', at: NOW.toISOString() });
    expect(sent).toEqual(takeover === null ? ['webhook', 'push'] : []);
  });
});
