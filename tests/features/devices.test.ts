import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { knownDevices } from '#db/schema/devices.ts';
import { jobs } from '#db/schema/jobs.ts';
import { sessions } from '#db/schema/people.ts';
import { type Client, NO_CLIENT } from '#server/core/context.ts';
import type { Mail } from '#server/core/ports.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { sweepExpired } from '#server/infra/expired.ts';
import { DEVICES, SESSIONS } from '#shared/vocabulary/limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY = 86_400_000;

const aPerson = () => aStudent(database.db, { passwordHash: PASSWORD_HASH });
const deviceOf = (letter: string) => letter.repeat(43);
/** A browser that brings its cookie. */
const browser = (letter: string): Client => ({ address: '192.0.2.1', userAgent: FIREFOX, device: deviceOf(letter), hasDeviceCookie: true });
/** The same before it has one: it is given with the answer. */
const newBrowser = (letter: string): Client => ({ ...browser(letter), hasDeviceCookie: false });
const program = (address: string): Client => ({ ...NO_CLIENT, address, userAgent: 'curl/8.0' });
const login = ({ email }: User, client: Client, at = NOW) =>
  callerAs(database, null, { client, now: () => at }).auth.login({ email, password: PASSWORD });
const mailsTo = async ({ id }: User) =>
  (await database.db.select().from(jobs)).flatMap(({ params }) => (params.userId === id && params.mail === 'new_device' ? [params] : []));
const devicesOf = ({ id }: User) => database.db.select().from(knownDevices).where(eq(knownDevices.userId, id));

// spec s8-limits.4 | S8 C | A mail tells of a sign-in from a new device; a program without cookies is known by its network and name |
//   src/server/features/auth/sessions.commands.ts
describe('a sign-in from a device that the account does not know', () => {
  test('is told by mail, the first one and a known device are not', async () => {
    const person = await aPerson();
    await login(person, newBrowser('a'));
    await login(person, browser('a'));
    expect(await mailsTo(person)).toEqual([]);
    await login(person, newBrowser('b'));
    await login(person, browser('b'));
    await login(person, browser('a'));
    expect(await mailsTo(person)).toEqual([{ mail: 'new_device', userId: person.id, device: 'Firefox on Linux', at: NOW.toISOString() }]);
  });

  test('of an account with older sessions and no device yet is told, too', async () => {
    const person = await aPerson();
    await createSessions(database.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' });
    await login(person, browser('a'));
    expect(await mailsTo(person)).toHaveLength(1);
  });

  test('a program that keeps no cookies is known by its network and name: it mails once, not daily', async () => {
    const person = await aPerson();
    await login(person, browser('a'));
    for (let day = 0; day < 5; day += 1) await login(person, program('198.51.100.4'), new Date(NOW.getTime() + day * DAY));
    expect(await mailsTo(person)).toHaveLength(1);
    await login(person, program('198.51.100.5'));
    expect(await mailsTo(person)).toHaveLength(2);
  });

  test('registering tells nobody, and the device is known from then on', async () => {
    const email = `new.${Math.random().toString(36).slice(2)}@example.com`;
    const input = { name: 'Nimal', email, password: PASSWORD, role: 'student' } as const;
    const { user } = await callerAs(database, null, { client: newBrowser('a') }).auth.register(input);
    const person = { ...(await aPerson()), id: user.id, email };
    await login(person, browser('a'));
    expect(await mailsTo(person)).toEqual([]);
  });

  test('the mail says when, from what, and what to do if it was somebody else', async () => {
    const person = await aPerson();
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    await sendMail(contextAs(database, null, { mailer }), {
      mail: 'new_device',
      userId: person.id,
      device: 'Firefox on Linux',
      at: NOW.toISOString(),
    });
    expect(sent).toMatchObject([{ to: person.email, subject: 'A new device signed in to your account' }]);
    expect(sent[0]?.text).toMatch(/Firefox on Linux, Mon, 2 Mar 2026, 10:00.AM/);
    expect(sent[0]?.text).toContain('Reset it now: that signs every device out.');
    expect(sent[0]?.text).toContain('/forgot-password');
  });
});

// spec s8-limits.5 | S8 C | Devices are stored as keyed hashes, fifty an account, a year after the last sign-in |
//   src/server/features/auth/sessions.commands.ts
describe('known devices', () => {
  test('are stored as keyed hashes, fifty of an account, and those used longest ago go', async () => {
    const person = await aPerson();
    const client = (nth: number): Client => ({ ...browser('a'), device: String(nth).padStart(43, 'x') });
    for (let nth = 0; nth <= DEVICES.perUser; nth += 1) await login(person, client(nth), new Date(NOW.getTime() + nth));
    const stored = await devicesOf(person);
    expect(stored).toHaveLength(DEVICES.perUser);
    expect(JSON.stringify(stored)).not.toContain('xxx');
    await login(person, client(1), new Date(NOW.getTime() + DAY));
    const before = (await mailsTo(person)).length;
    await login(person, client(0), new Date(NOW.getTime() + DAY));
    expect(await mailsTo(person)).toHaveLength(before + 1);
  });

  test('are forgotten a year after the last sign-in', async () => {
    const person = await aPerson();
    await login(person, browser('a'));
    await sweepExpired(database.db, new Date(NOW.getTime() + DEVICES.days * DAY - 1));
    expect(await devicesOf(person)).toHaveLength(1);
    await sweepExpired(database.db, new Date(NOW.getTime() + DEVICES.days * DAY));
    expect(await devicesOf(person)).toEqual([]);
  });
});

describe('sessions of an account', () => {
  // spec s8-limits.21 | S8 D | At most 20 sessions an account: the one used longest ago ends | src/server/features/auth/sessions.commands.ts
  test('are twenty at most: with the next sign-in the one used longest ago ends', async () => {
    const person = await aPerson();
    const tokens: string[] = [];
    for (let nth = 0; nth < SESSIONS.perUser; nth += 1) {
      tokens.push((await login(person, browser('a'))).token);
      const lastUsedAt = new Date(Date.now() - (nth === 3 ? 60 : 50 - nth) * DAY);
      await database.db
        .update(sessions)
        .set({ lastUsedAt })
        .where(eq(sessions.id, hashToken(`${tokens.at(-1)}`)));
    }
    expect(await database.db.$count(sessions, eq(sessions.userId, person.id))).toBe(20);
    const { token } = await login(person, browser('a'));
    const alive = await database.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, person.id));
    expect(alive.map(({ id }) => id).sort()).toEqual([...tokens.filter((_, nth) => nth !== 3), token].map(hashToken).sort());
  });
});
