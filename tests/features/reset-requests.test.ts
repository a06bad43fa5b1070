import { eq, like } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#db/schema/access.ts';
import { knownDevices, passwordResets } from '#db/schema/devices.ts';
import { jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/people.ts';
import { type Client, NO_CLIENT } from '#server/core/context.ts';
import type { MailJob } from '#server/core/job-kinds.ts';
import type { Mail } from '#server/core/ports.ts';
import { sendMail } from '#server/features/mail/mail.jobs.ts';
import { CODES } from '#shared/vocabulary/account-limits.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, type User } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const MINUTE = 60_000;
const WRONG = { code: 'BAD_REQUEST', message: 'Invalid or expired code' };
const LIMITED = { code: 'TOO_MANY_REQUESTS' };
const NEW = 'battery staple';
let owner: User;

beforeEach(async () => {
  owner = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
  await database.db.delete(limits);
  await database.db.delete(jobs);
});

/** With a cookie, or a program that stores none. */
const from = (address: string, device: string | null = null): Client => ({
  ...NO_CLIENT,
  address,
  userAgent: 'Mozilla/5.0',
  device: device === null ? null : device.repeat(43),
  hasDeviceCookie: device !== null,
});
const OWNER = from('192.0.2.1', 'o');
const STRANGER = from('198.51.100.1', 's');
const api = (client: Client, ms = 0) => callerAs(database, null, { client, now: () => new Date(NOW.getTime() + ms) });
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Sends pending mails, and returns their texts. */
async function mails(ms = 0): Promise<{ code: string; token: string }[]> {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  const orders = await database.db.delete(jobs).returning({ params: jobs.params });
  const ctx = contextAs(database, null, { mailer, now: () => new Date(NOW.getTime() + ms) });
  for (const { params } of orders) if (params.mail === 'password_reset') await sendMail(ctx, params as MailJob);
  return sent.map(({ text }) => ({ code: /^\d{6}$/m.exec(text)?.[0] ?? '', token: /&token=([\w-]{43})/.exec(text)?.[1] ?? '' }));
}
async function ask(client: Client, ms = 0, { email } = owner) {
  const { requestId } = await api(client, ms).auth.forgotPassword({ email });
  const [secrets = { code: '', token: '' }] = await mails(ms);
  return { requestId, ...secrets };
}
const reset = (client: Client, code: string, requestId?: string, ms = 0) =>
  api(client, ms).auth.resetPassword({ email: owner.email, code, requestId, password: NEW });
const hasNewPassword = async () =>
  (await database.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, owner.id)))[0]?.hash !== PASSWORD_HASH;

// spec s8-limits.6 | S8 D | A reset code belongs to the browser that asked: by the id of its request, else its cookie, else its network and name;
//   nobody else uses up its tries | src/server/core/password-resets.ts
describe('a reset code', () => {
  test('a code belongs to the browser that requested it: five wrong codes of a stranger leave the owner all five attempts', async () => {
    const { code, requestId } = await ask(OWNER);
    for (let index = 0; index < 5; index += 1) await expect(reset(STRANGER, another(code))).rejects.toMatchObject(WRONG);
    await expect(reset(STRANGER, code)).rejects.toMatchObject(WRONG);
    for (let index = 0; index < 4; index += 1) await expect(reset(OWNER, another(code), requestId)).rejects.toMatchObject(WRONG);
    await reset(OWNER, code, requestId);
    expect(await hasNewPassword()).toBe(true);
  });

  test('a code is found by the id of its request alone, from another network and without the cookie', async () => {
    const { code, requestId } = await ask(OWNER);
    await expect(reset(from('203.0.113.8'), code)).rejects.toMatchObject(WRONG);
    await expect(reset(from('203.0.113.8'), code, 'x'.repeat(43))).rejects.toMatchObject(WRONG);
    await expect(reset(STRANGER, code, 'x'.repeat(43))).rejects.toMatchObject(WRONG);
    await reset(from('203.0.113.8'), code, requestId);
  });

  // spec s8-limits.22 | D Accounts | The code of the latest mail works in the browser that asked for it, also where the answer with the new id was lost,
  //   or another tab has it | src/server/core/password-resets.ts
  test('a code is found by the cookie where the id is that of an earlier request', async () => {
    const first = await ask(OWNER);
    const second = await ask(OWNER, MINUTE);
    await expect(reset(STRANGER, second.code, first.requestId, MINUTE)).rejects.toMatchObject(WRONG);
    await reset(OWNER, second.code, first.requestId, MINUTE);
    expect(await hasNewPassword()).toBe(true);
  });

  test('a code is found by the id before the cookie', async () => {
    const other = await ask(from('203.0.113.8'));
    await ask(OWNER, MINUTE);
    await reset(OWNER, other.code, other.requestId, MINUTE);
    expect(await hasNewPassword()).toBe(true);
  });

  test('without an id a code is found by the cookie, and for a program without cookies by its network and name', async () => {
    const { code } = await ask(OWNER);
    await reset({ ...OWNER, address: '203.0.113.8', userAgent: 'after an update' }, code);
    const program = await ask(from('203.0.113.9'), MINUTE);
    await expect(reset({ ...from('203.0.113.9'), userAgent: 'another' }, program.code, undefined, MINUTE)).rejects.toMatchObject(WRONG);
    await reset(from('203.0.113.9'), program.code, undefined, MINUTE);
  });

  test("a stranger's code exists beside the owner's, and is removed by a reset", async () => {
    const ownRequest = await ask(OWNER);
    const otherRequest = await ask(STRANGER, 1000);
    expect(await database.db.$count(passwordResets, eq(passwordResets.userId, owner.id))).toBe(2);
    await expect(reset(STRANGER, ownRequest.code, otherRequest.requestId)).rejects.toMatchObject(WRONG);
    await reset(OWNER, ownRequest.code, ownRequest.requestId);
    await expect(reset(STRANGER, otherRequest.code, otherRequest.requestId)).rejects.toMatchObject(WRONG);
    expect(await database.db.$count(passwordResets, eq(passwordResets.userId, owner.id))).toBe(0);
  });

  test('a code of the same device replaces the previous one', async () => {
    const first = await ask(OWNER);
    const second = await ask(OWNER, MINUTE);
    await expect(reset(OWNER, first.code, first.requestId, MINUTE)).rejects.toMatchObject(WRONG);
    await reset(OWNER, second.code, second.requestId, MINUTE);
  });
});

// spec s8-limits.7 | S8 D | The mail has a link with 32 random bytes, too, which needs no code; the page takes it out of the address |
//   src/client/routes/reset-password.tsx
describe('the link in the mail', () => {
  test('the link sets a new password once, in any browser and without a code', async () => {
    const { token } = await ask(OWNER);
    const open = () => api(from('203.0.113.77')).auth.resetPasswordWithLink({ token, password: NEW });
    expect(await open()).toEqual({ message: 'Password reset successful. Please login with your new password.' });
    expect(await hasNewPassword()).toBe(true);
    await expect(open()).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid or expired link' });
  });

  test('the link works for an hour, longer than the code, and after five wrong codes', async () => {
    const { code, token, requestId } = await ask(OWNER);
    for (let index = 0; index < 6; index += 1) await expect(reset(OWNER, another(code), requestId)).rejects.toMatchObject(WRONG);
    await expect(reset(OWNER, code, requestId, 10 * MINUTE)).rejects.toMatchObject(WRONG);
    const open = (ms: number) => api(OWNER, ms).auth.resetPasswordWithLink({ token, password: NEW });
    await expect(open(60 * MINUTE)).rejects.toMatchObject({ message: 'Invalid or expired link' });
    await open(60 * MINUTE - 1);
  });

  test('the link is invalid once the account has another address', async () => {
    const { token } = await ask(OWNER);
    await database.db
      .update(users)
      .set({ email: `moved.${owner.email}` })
      .where(eq(users.id, owner.id));
    await expect(api(OWNER).auth.resetPasswordWithLink({ token, password: NEW })).rejects.toMatchObject({ message: 'Invalid or expired link' });
  });

  test('link, code and request id are only stored as keyed hashes', async () => {
    const { code, token, requestId } = await ask(OWNER);
    const stored = JSON.stringify(await database.db.select().from(passwordResets).where(eq(passwordResets.userId, owner.id)));
    for (const secret of [code, token, requestId]) expect(stored).not.toContain(secret);
  });
});

describe('requests of strangers', () => {
  // spec s8-limits.8 | S8 D | Reset requests and attempts count per address | src/server/features/auth/passwords.router.ts
  test('of sixty mails to sixty accounts, all after the thirtieth from one address are refused', async () => {
    const outcomes: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      const request = api(STRANGER, index).auth.forgotPassword({ email: `victim.${index}@example.com` });
      outcomes.push(
        await request.then(
          () => 'sent',
          (error) => error.code,
        ),
      );
    }
    expect(outcomes).toEqual([...Array.from({ length: 30 }, () => 'sent'), ...Array.from({ length: 30 }, () => 'TOO_MANY_REQUESTS')]);
  });

  // spec s8-limits.8
  test('once an address has asked too often, nothing more is written for the accounts that it names', async () => {
    for (let index = 0; index < 60; index += 1)
      await api(STRANGER, index)
        .auth.forgotPassword({ email: `victim.${index}@example.com` })
        .catch(() => {});
    // Of the address, and two of each account: within half a minute, and within an hour.
    expect(await database.db.$count(limits)).toBe(1 + 2 * 30);
  });

  // spec s8-limits.8
  test('of two hundred codes, all after the thirtieth from one address are refused', async () => {
    const outcomes: string[] = [];
    for (let index = 0; index < 200; index += 1) {
      const tried = api(STRANGER).auth.resetPassword({ email: `victim.${index % 40}@example.com`, code: '123456', password: NEW });
      outcomes.push(
        await tried.then(
          () => 'done',
          (error) => error.code,
        ),
      );
    }
    expect(outcomes.filter((outcome) => outcome === 'BAD_REQUEST')).toHaveLength(30);
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(170);
  });

  // spec s8-limits.8
  test('a user with a request of their own can enter its code even from an address with too many wrong ones', async () => {
    const { code, requestId } = await ask(OWNER);
    for (let index = 0; index < 31; index += 1) await reset({ ...OWNER, device: 'x'.repeat(43) }, '123456').catch(() => {});
    await expect(reset({ ...OWNER, device: 'x'.repeat(43) }, '123456')).rejects.toMatchObject(LIMITED);
    await reset(OWNER, code, requestId);
  });

  // spec s8-limits.9 | S8 D | A stranger's requests never stop the owner's, and fill no mailbox | src/server/core/password-resets.ts
  test('five requests do not keep the owner from making one, even from the same address', async () => {
    for (let index = 0; index < 5; index += 1) await ask(STRANGER, index * MINUTE);
    await expect(ask(STRANGER, 5 * MINUTE)).rejects.toMatchObject(LIMITED);
    const { code, requestId } = await ask(OWNER, 5 * MINUTE);
    await reset(OWNER, code, requestId, 5 * MINUTE);

    await api(OWNER, 6 * MINUTE).auth.login({ email: owner.email, password: NEW });
    const neighbour = from(OWNER.address, 'n');
    for (let index = 0; index < 35; index += 1)
      await api(neighbour, index)
        .auth.forgotPassword({ email: `victim.${index}@example.com` })
        .catch(() => {});
    await expect(api(neighbour, 40).auth.forgotPassword({ email: owner.email })).rejects.toMatchObject(LIMITED);
    expect((await ask(OWNER, 7 * MINUTE)).code).toMatch(/^\d{6}$/);
  });

  // spec s8-limits.9
  test('requests from many addresses send at most twenty mails an hour, and one working link is always among them', async () => {
    let last = { code: '', token: '' };
    let sent = 0;
    for (let index = 0; index < 30; index += 1) {
      const { code, token } = await ask(from(`198.51.100.${index}`), index * 1000);
      if (token !== '') [last, sent] = [{ code, token }, sent + 1];
    }
    expect(sent).toBe(CODES.resetsOfStrangers);
    await api(from('203.0.113.1'), 59 * MINUTE).auth.resetPasswordWithLink({ token: last.token, password: NEW });
  });

  // spec s8-limits.9
  test('requests never delay the mail to a device that the account knows', async () => {
    await api(OWNER).auth.login({ email: owner.email, password: PASSWORD });
    for (let index = 0; index < 25; index += 1) await ask(from(`198.51.100.${index}`), index * 1000);
    const { code, requestId } = await ask(OWNER, MINUTE);
    await reset(OWNER, code, requestId, MINUTE);
  });

  // spec s8-limits.9
  test('strangers share fifty wrong codes a day, and the owner continues with the link or on a known device', async () => {
    const key = 'resetCodes %';
    const { code, token, requestId } = await ask(STRANGER);
    await expect(reset(STRANGER, another(code), requestId)).rejects.toMatchObject(WRONG);
    await database.db.update(limits).set({ count: 50 }).where(like(limits.key, key));
    await expect(reset(STRANGER, code, requestId)).rejects.toMatchObject(LIMITED);
    await api(STRANGER).auth.resetPasswordWithLink({ token, password: PASSWORD });
    await api(OWNER).auth.login({ email: owner.email, password: PASSWORD });
    const ownRequest = await ask(OWNER, MINUTE);
    await reset(OWNER, ownRequest.code, ownRequest.requestId, MINUTE);
  });
});

// spec s8-limits.15 | S8 D | A reset that an older version has ordered is mailed, with a link that works | src/server/core/password-resets.ts
test('a reset queued before requests belonged to browsers is mailed, and its link works', async () => {
  await database.db.insert(jobs).values({
    kind: 'mail.send',
    params: { mail: 'password_reset', email: owner.email, askedAt: NOW.toISOString() },
    dueAt: NOW,
    createdAt: NOW,
  });
  const [{ token } = { token: '' }] = await mails();
  await api(STRANGER).auth.resetPasswordWithLink({ token, password: NEW });
  expect(await hasNewPassword()).toBe(true);
});

// spec s8-limits.10 | S8 D | A reset forgets the devices of the account but the one that did it | src/server/features/auth/passwords.commands.ts
test('a reset forgets all devices of the account but its own', async () => {
  await api(STRANGER).auth.login({ email: owner.email, password: PASSWORD });
  await api(OWNER).auth.login({ email: owner.email, password: PASSWORD });
  const { code, requestId } = await ask(OWNER);
  await reset(OWNER, code, requestId);
  expect(await database.db.$count(knownDevices, eq(knownDevices.userId, owner.id))).toBe(1);
  await api(OWNER).auth.login({ email: owner.email, password: NEW });
  expect((await database.db.select().from(jobs)).map(({ params }) => params.mail)).not.toContain('new_device');
});
