import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { knownDevices } from '#db/schema/devices.ts';
import { sessions } from '#db/schema/people.ts';
import { type Client, NO_CLIENT } from '#server/core/context.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { sweepExpired } from '#server/infra/sweep.ts';
import { DEVICES, SESSIONS } from '#shared/vocabulary/account-limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User } from '#tests/support/factories.ts';
import { listMailJobs, runMailJob } from '#tests/support/mails.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY = 86_400_000;

const aPerson = () => aStudent(database.db, { passwordHash: PASSWORD_HASH });
const toDeviceId = (letter: string) => letter.repeat(43);
const knownBrowser = (letter: string): Client => ({
  ...NO_CLIENT,
  address: '192.0.2.1',
  userAgent: FIREFOX,
  device: toDeviceId(letter),
  hasDeviceCookie: true,
});
const newBrowser = (letter: string): Client => ({ ...knownBrowser(letter), hasDeviceCookie: false });
const createProgram = (address: string): Client => ({ ...NO_CLIENT, address, userAgent: 'curl/8.0' });
const login = ({ email }: User, client: Client, at = NOW) =>
  callerAs(database, null, { client, now: () => at }).auth.login({ email, password: PASSWORD });
const listDeviceMails = async ({ id }: User) => (await listMailJobs(database)).filter((job) => job.mail === 'new_device' && job.userId === id);
const listDevices = ({ id }: User) => database.db.select().from(knownDevices).where(eq(knownDevices.userId, id));

// spec s8-limits.4 | S8 C | A mail tells of a sign-in from a new device; a program without cookies is known by its network and name |
//   src/server/features/auth/sessions.commands.ts
describe('logging in from a device that the account does not know', () => {
  test('a mail reports a new device, but not the first one or a known one', async () => {
    const person = await aPerson();
    await login(person, newBrowser('a'));
    await login(person, knownBrowser('a'));
    expect(await listDeviceMails(person)).toEqual([]);
    await login(person, newBrowser('b'));
    await login(person, knownBrowser('b'));
    await login(person, knownBrowser('a'));
    expect(await listDeviceMails(person)).toEqual([{ mail: 'new_device', userId: person.id, device: 'Firefox on Linux', at: NOW.toISOString() }]);
  });

  test('an account with older sessions but no known device gets the mail too', async () => {
    const person = await aPerson();
    await createSessions(database.db).createSession(person.id, { isRemembered: true, origin: 'password', userAgent: '' });
    await login(person, knownBrowser('a'));
    expect(await listDeviceMails(person)).toHaveLength(1);
  });

  test('a program without cookies is recognized by network and name, so it causes one mail and not one a day', async () => {
    const person = await aPerson();
    await login(person, knownBrowser('a'));
    for (let day = 0; day < 5; day += 1) await login(person, createProgram('198.51.100.4'), new Date(NOW.getTime() + day * DAY));
    expect(await listDeviceMails(person)).toHaveLength(1);
    await login(person, createProgram('198.51.100.5'));
    expect(await listDeviceMails(person)).toHaveLength(2);
  });

  test('registering sends no mail, and the device is known from then on', async () => {
    const email = `new.${Math.random().toString(36).slice(2)}@example.com`;
    const input = { name: 'Nimal', email, password: PASSWORD, role: 'student' } as const;
    const { user } = await callerAs(database, null, { client: newBrowser('a') }).auth.register(input);
    const person = { ...(await aPerson()), id: user.id, email };
    await login(person, knownBrowser('a'));
    expect(await listDeviceMails(person)).toEqual([]);
  });

  test('the mail states the time, the device, and what to do if it was somebody else', async () => {
    const person = await aPerson();
    const job = { mail: 'new_device', userId: person.id, device: 'Firefox on Linux', at: NOW.toISOString() } as const;
    const [mail] = await runMailJob(database, job);
    expect(mail).toMatchObject({ to: person.email, subject: 'A new device signed in to your account' });
    expect(mail?.text).toMatch(/Firefox on Linux, Mon, 2 Mar 2026, 10:00.AM/);
    expect(mail?.text).toContain('Reset it now to sign out every device.');
    expect(mail?.text).toContain('/forgot-password');
  });
});

// spec s8-limits.5 | S8 C | Devices are stored as keyed hashes, fifty an account, a year after the last sign-in |
//   src/server/features/auth/sessions.commands.ts
describe('known devices', () => {
  test('devices are stored as keyed hashes, at most fifty per account, and the least recently used are removed first', async () => {
    const person = await aPerson();
    const client = (index: number): Client => ({ ...knownBrowser('a'), device: String(index).padStart(43, 'x') });
    for (let index = 0; index <= DEVICES.perUser; index += 1) await login(person, client(index), new Date(NOW.getTime() + index));
    const stored = await listDevices(person);
    expect(stored).toHaveLength(DEVICES.perUser);
    expect(JSON.stringify(stored)).not.toContain('xxx');
    await login(person, client(1), new Date(NOW.getTime() + DAY));
    const mailsBefore = (await listDeviceMails(person)).length;
    await login(person, client(0), new Date(NOW.getTime() + DAY));
    expect(await listDeviceMails(person)).toHaveLength(mailsBefore + 1);
  });

  test('devices are forgotten a year after the last login', async () => {
    const person = await aPerson();
    await login(person, knownBrowser('a'));
    await sweepExpired(database.db, new Date(NOW.getTime() + DEVICES.days * DAY - 1));
    expect(await listDevices(person)).toHaveLength(1);
    await sweepExpired(database.db, new Date(NOW.getTime() + DEVICES.days * DAY));
    expect(await listDevices(person)).toEqual([]);
  });
});

describe('sessions of an account', () => {
  // spec s8-limits.21 | S8 D | At most 20 sessions an account: the one used longest ago ends | src/server/features/auth/sessions.commands.ts
  test('an account has at most twenty sessions: the next login ends the least recently used one', async () => {
    const person = await aPerson();
    const tokens: string[] = [];
    for (let index = 0; index < SESSIONS.perUser; index += 1) {
      tokens.push((await login(person, knownBrowser('a'))).token);
      const lastUsedAt = new Date(Date.now() - (index === 3 ? 60 : 50 - index) * DAY);
      await database.db
        .update(sessions)
        .set({ lastUsedAt })
        .where(eq(sessions.id, hashToken(`${tokens.at(-1)}`)));
    }
    expect(await database.db.$count(sessions, eq(sessions.userId, person.id))).toBe(20);
    const { token } = await login(person, knownBrowser('a'));
    const remaining = await database.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, person.id));
    expect(remaining.map(({ id }) => id).sort()).toEqual([...tokens.filter((_, index) => index !== 3), token].map(hashToken).sort());
  });
});
