import { and, eq, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { sessions, users } from '#db/schema/people.ts';
import { challenges, passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import { ADMINS } from '#server/registry.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aPasskey, aStudent, NOW, sessionIdFor, signedIn, type User } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { aReset } from '#tests/support/resets.ts';
import { anAppOf, codeAt } from '#tests/support/second-factors.ts';

const database = useDatabase();
const MINUTE = 60_000;
const WRONG = { code: 'BAD_REQUEST', message: 'This code is wrong or was already used. Please enter the current one.' };
const OVER = { code: 'BAD_REQUEST', message: 'This sign-in took too long or had too many wrong codes. Please start again.' };

const later = (ms: number) => new Date(NOW.getTime() + ms);
const visitor = (at = later(MINUTE), hasRateLimits = false) => callerAs(database, null, { now: () => at, hasRateLimits });
const aPerson = async () => signedIn(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH }));
const beginLogin = async ({ email }: User, at = later(MINUTE)) => {
  const step = await visitor(at).auth.beginLogin({ email, password: PASSWORD });
  if (!('secondStep' in step)) throw new Error('a second step was expected');
  return step.secondStep;
};
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const sessionsOf = (person: User) => database.db.$count(sessions, and(eq(sessions.userId, person.id), ne(sessions.id, sessionIdFor(person))));
const mailsTo = async ({ id }: User) =>
  (await database.db.select().from(jobs).orderBy(jobs.createdAt)).flatMap(({ params }) =>
    params.mail === 'second_factor' && params.userId === id ? [params.change] : [],
  );

describe('setting up an authenticator app', () => {
  // spec s8-passwords.6 | S8 E | An authenticator app is set up by its first code, with ten recovery codes that are shown once; the secret is stored
  //   sealed, the codes as keyed hashes | src/server/features/auth/factors.commands.ts, src/server/features/auth/factors.commands.ts
  test('setting it up returns ten recovery codes once, seals the secret, hashes the codes and informs the owner', async () => {
    const person = await aPerson();
    const { secret, recoveryCodes: shown } = await anAppOf(database, person);
    expect(shown).toHaveLength(10);
    expect(new Set(shown).size).toBe(10);
    for (const code of shown) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    const [factor] = await database.db.select().from(totpFactors).where(eq(totpFactors.userId, person.id));
    expect(factor?.secret).not.toContain(secret);
    const stored = await database.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id));
    expect(stored).toHaveLength(10);
    expect(stored.some(({ hash }) => shown.some((code) => hash.includes(code.replace('-', ''))))).toBe(false);
    expect(await mailsTo(person)).toEqual([{ kind: 'app_added' }]);
    expect(await callerAs(database, person).auth.factors()).toMatchObject({ hasApp: true, recoveryCodes: 10, passkeys: [], isRequired: false });
  });

  test('setting it up needs a right code, and stores nothing before', async () => {
    const person = await aPerson();
    const api = callerAs(database, person);
    const { secret, uri, enrolment } = await api.auth.beginApp();
    expect(uri).toBe(`otpauth://totp/Vidya:${encodeURIComponent(person.email)}?issuer=Vidya&secret=${secret}&algorithm=SHA1&digits=6&period=30`);
    await expect(api.auth.enableApp({ enrolment, code: wrongOf(codeAt(secret, NOW)) })).rejects.toMatchObject(WRONG);
    expect(await database.db.$count(totpFactors, eq(totpFactors.userId, person.id))).toBe(0);
  });

  // spec s8-passwords.7 | S8 E | Setting up and removing a second factor needs a confirmed address and the person confirmed within 10 minutes; the
  //   owner is told by mail | src/server/features/auth/factors.router.ts, src/server/features/mail/security.mail.ts
  test('setting it up needs a confirmed address and a recently confirmed identity', async () => {
    const unproven = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    await signedIn(database.db, unproven);
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unproven.id));
    await expect(callerAs(database, unproven).auth.beginApp()).rejects.toMatchObject({
      message: 'Please confirm your email address first. Open the link that we have sent to it.',
    });
    const person = await aPerson();
    await database.db
      .update(sessions)
      .set({ confirmedAt: later(-11 * MINUTE) })
      .where(eq(sessions.userId, person.id));
    const api = callerAs(database, person);
    const confirmationRequired = { code: 'FORBIDDEN', message: 'Please confirm that it is you to continue.' };
    for (const call of [api.auth.beginApp, api.auth.disableApp, api.auth.renewRecoveryCodes, api.auth.beginPasskey]) {
      await expect(call()).rejects.toMatchObject(confirmationRequired);
    }
    await expect(api.auth.enableApp({ enrolment: 'of nothing', code: '123456' })).rejects.toMatchObject(confirmationRequired);
  });

  test('a set-up belongs to the person who started it, and lasts ten minutes', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const { secret, enrolment } = await callerAs(database, person).auth.beginApp();
    const enable = (as: User, at: Date) => callerAs(database, as, { now: () => at }).auth.enableApp({ enrolment, code: codeAt(secret, at) });
    const refused = { code: 'BAD_REQUEST', message: 'This took too long. Please start again.' };
    await expect(enable(other, NOW)).rejects.toMatchObject(refused);
    await expect(enable(person, later(10 * MINUTE))).rejects.toMatchObject(refused);
    await enable(person, later(10 * MINUTE - 1));
  });

  test('a set-up can be completed once', async () => {
    const person = await aPerson();
    const api = callerAs(database, person);
    const setups = [await api.auth.beginApp(), await api.auth.beginApp()];
    const outcomes = await Promise.allSettled(setups.map(({ secret, enrolment }) => api.auth.enableApp({ enrolment, code: codeAt(secret, NOW) })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(api.auth.beginApp()).rejects.toMatchObject({ code: 'CONFLICT', message: 'An authenticator app is already set up' });
  });
});

describe('logging in with a second step', () => {
  // spec s8-passwords.8 | S8 E | With a second factor the password alone starts no session, over tRPC or REST |
  //   src/server/features/auth/login.commands.ts
  test('the password alone starts no session', async () => {
    const person = await aPerson();
    await anAppOf(database, person);
    const { methods } = await beginLogin(person);
    expect(methods).toEqual(['totp', 'recovery_code']);
    expect(await sessionsOf(person)).toBe(0);
    await expect(visitor().auth.login({ email: person.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'This account signs in with a second step. Please send the code of the authenticator app, or a recovery code, as well.',
    });
    expect(await sessionsOf(person)).toBe(0);
  });

  test('an account without a second factor is logged in by the password', async () => {
    const person = await aPerson();
    expect(await visitor().auth.beginLogin({ email: person.email, password: PASSWORD })).toMatchObject({ started: { user: { id: person.id } } });
  });

  test('a wrong password reveals nothing about the second step', async () => {
    const person = await aPerson();
    await anAppOf(database, person);
    await expect(visitor().auth.beginLogin({ email: person.email, password: 'wrong' })).rejects.toMatchObject({
      message: 'Invalid email or password',
    });
    await expect(visitor().auth.login({ email: person.email, password: 'wrong', otp: '123456' })).rejects.toMatchObject({
      message: 'Invalid email or password',
    });
  });

  test('a code of the app completes the login, once', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const code = codeAt(secret, later(MINUTE));
    const { challenge } = await beginLogin(person);
    expect(await visitor().auth.completeLogin({ challenge, code })).toMatchObject({ user: { id: person.id } });
    await expect(visitor().auth.completeLogin({ challenge, code })).rejects.toMatchObject(OVER);
    const { challenge: next } = await beginLogin(person);
    await expect(visitor().auth.completeLogin({ challenge: next, code })).rejects.toMatchObject(WRONG);
    expect(await sessionsOf(person)).toBe(1);
  });

  test('the code that set up the app cannot also log in', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const { challenge } = await beginLogin(person, NOW);
    await expect(visitor(NOW).auth.completeLogin({ challenge, code: codeAt(secret, NOW) })).rejects.toMatchObject(WRONG);
  });

  // spec s8-passwords.11 | S8 E | A code of the app is accepted once, one step early or late | src/server/features/auth/factors.commands.ts,
  //   src/server/infra/one-time-codes.ts
  test('of two simultaneous logins with one code, one succeeds', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const code = codeAt(secret, later(MINUTE));
    const steps = [await beginLogin(person), await beginLogin(person)];
    const outcomes = await Promise.allSettled(steps.map(({ challenge }) => visitor().auth.completeLogin({ challenge, code })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['a step before', -30_000, true],
    ['a step after', 30_000, true],
    ['two steps before', -60_000, false],
    ['two steps after', 60_000, false],
  ])('a clock that is %s', async (_, difference, isAccepted) => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const at = later(5 * MINUTE);
    const { challenge } = await beginLogin(person, at);
    const completed = visitor(at).auth.completeLogin({ challenge, code: codeAt(secret, new Date(at.getTime() + difference)) });
    await (isAccepted ? expect(completed).resolves.toBeDefined() : expect(completed).rejects.toMatchObject(WRONG));
  });

  test('five wrong codes end the login, and a new login has its own attempts', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const right = codeAt(secret, later(MINUTE));
    const { challenge } = await beginLogin(person);
    for (let index = 0; index < 5; index += 1) {
      await expect(visitor().auth.completeLogin({ challenge, code: wrongOf(right) })).rejects.toMatchObject(WRONG);
    }
    await expect(visitor().auth.completeLogin({ challenge, code: right })).rejects.toMatchObject(OVER);
    const { challenge: next } = await beginLogin(person);
    await visitor().auth.completeLogin({ challenge: next, code: right });
  });

  test('the second step lasts ten minutes', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const { challenge } = await beginLogin(person);
    const complete = (at: Date) => visitor(at).auth.completeLogin({ challenge, code: codeAt(secret, at) });
    await expect(complete(later(11 * MINUTE))).rejects.toMatchObject(OVER);
    await complete(later(11 * MINUTE - 1));
  });

  // spec s8-passwords.14 | S8 E | A sign-in that waits for its second step ends with ten minutes, with success, and with another password |
  //   src/server/features/auth/login.commands.ts
  test('changing the password ends the second step', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const { challenge } = await beginLogin(person);
    const { code } = await aReset(contextAs(database, null), person);
    await visitor(NOW).auth.resetPassword({ email: person.email, code, password: 'battery staple' });
    await expect(visitor().auth.completeLogin({ challenge, code: codeAt(secret, later(MINUTE)) })).rejects.toMatchObject(OVER);
    expect(await sessionsOf(person)).toBe(0);
  });

  // spec s8-passwords.15 | S8 E | A reset keeps the second factor, unless it was set up before anybody had proven the address |
  //   src/server/features/auth/auth.projector.ts
  test('factors set up before the address was confirmed are removed when its owner takes the account back', async () => {
    const person = await aPerson();
    await anAppOf(database, person);
    await aPasskey(database.db, person);
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id));
    const { code } = await aReset(contextAs(database, null), person);
    await visitor(NOW).auth.resetPassword({ email: person.email, code, password: 'battery staple' });
    expect(await visitor().auth.beginLogin({ email: person.email, password: 'battery staple' })).toHaveProperty('started');
    for (const factors of [totpFactors, recoveryCodes, passkeys]) expect(await database.db.$count(factors, eq(factors.userId, person.id))).toBe(0);
  });

  test('after a password reset the second factor is still required, and passkeys stay', async () => {
    const person = await aPerson();
    await anAppOf(database, person);
    await aPasskey(database.db, person);
    const { code } = await aReset(contextAs(database, null), person);
    await visitor(NOW).auth.resetPassword({ email: person.email, code, password: 'battery staple' });
    expect(await visitor().auth.beginLogin({ email: person.email, password: 'battery staple' })).toHaveProperty('secondStep');
    expect(await database.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(1);
  });

  test('only a hash of the challenge is stored', async () => {
    const person = await aPerson();
    await anAppOf(database, person);
    const { challenge } = await beginLogin(person);
    const rows = await database.db.select().from(challenges).where(eq(challenges.userId, person.id));
    expect(JSON.stringify(rows)).not.toContain(challenge);
    expect(challenge).toMatch(/^[\w-]{43}$/);
  });

  test('a session that should not be remembered is not', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const step = await visitor().auth.beginLogin({ email: person.email, password: PASSWORD, rememberMe: false });
    const challenge = 'secondStep' in step ? step.secondStep.challenge : '';
    await visitor().auth.completeLogin({ challenge, code: codeAt(secret, later(MINUTE)) });
    const [session] = await database.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, person.id), ne(sessions.id, sessionIdFor(person))));
    expect(session).toMatchObject({ lifetimeHours: 12, origin: 'password' });
  });

  // spec s8-passwords.13 | S8 E | Five wrong codes end a sign-in, twenty an hour are the most of an account, and nobody without the password uses
  //   them up | src/server/features/auth/challenges.commands.ts, src/shared/vocabulary/limits.ts
  test('an account accepts twenty wrong codes an hour over all logins, and attempts without the password do not count', async () => {
    const person = await aPerson();
    const { secret, recoveryCodes: codes } = await anAppOf(database, person);
    const right = codeAt(secret, later(MINUTE));
    const limited = visitor(later(MINUTE), true);
    for (let index = 0; index < 4; index += 1) {
      const { challenge } = await beginLogin(person);
      for (let each = 0; each < 5; each += 1) {
        await expect(limited.auth.completeLogin({ challenge, code: wrongOf(right) })).rejects.toMatchObject(WRONG);
      }
    }
    const { challenge } = await beginLogin(person);
    await expect(limited.auth.completeLogin({ challenge, code: codes[0] ?? '' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });

    const other = await aPerson();
    const { secret: otherSecret } = await anAppOf(database, other);
    for (let index = 0; index < 30; index += 1) {
      await expect(limited.auth.completeLogin({ challenge: `guess ${index}`, code: '123456' })).rejects.toMatchObject(OVER);
    }
    const { challenge: own } = await beginLogin(other);
    await limited.auth.completeLogin({ challenge: own, code: codeAt(otherSecret, later(MINUTE)) });
  });
});

describe('recovery codes', () => {
  test('each code logs in once, however it is typed, and the owner is notified of how many are left', async () => {
    const person = await aPerson();
    const { recoveryCodes: codes } = await anAppOf(database, person);
    const [code = ''] = codes;
    const { challenge } = await beginLogin(person);
    await visitor().auth.completeLogin({ challenge, code: ` ${code.toUpperCase().replace('-', ' ')} ` });
    const { challenge: next } = await beginLogin(person);
    await expect(visitor().auth.completeLogin({ challenge: next, code })).rejects.toMatchObject(WRONG);
    expect(await mailsTo(person)).toContainEqual({ kind: 'recovery_code_used', left: 9 });
  });

  // spec s8-passwords.12 | S8 E | So is a recovery code, whichever call sends it | src/server/features/auth/factors.commands.ts
  test('of two simultaneous logins with one recovery code, one succeeds and one code is spent', async () => {
    const person = await aPerson();
    const { recoveryCodes: codes } = await anAppOf(database, person);
    const steps = [await beginLogin(person), await beginLogin(person)];
    const outcomes = await Promise.allSettled(steps.map(({ challenge }) => visitor().auth.completeLogin({ challenge, code: codes[0] ?? '' })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes).toContainEqual({ status: 'rejected', reason: expect.objectContaining(WRONG) });
    expect([await sessionsOf(person), await database.db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))]).toEqual([1, 9]);
  });

  test('recovery codes of somebody else are wrong', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    await anAppOf(database, person);
    const { recoveryCodes: otherSecret } = await anAppOf(database, other);
    const { challenge } = await beginLogin(person);
    await expect(visitor().auth.completeLogin({ challenge, code: otherSecret[0] ?? '' })).rejects.toMatchObject(WRONG);
  });

  test('new recovery codes invalidate the previous ones', async () => {
    const person = await aPerson();
    const { recoveryCodes: before } = await anAppOf(database, person);
    const { recoveryCodes: after } = await callerAs(database, person).auth.renewRecoveryCodes();
    const { challenge } = await beginLogin(person);
    await expect(visitor().auth.completeLogin({ challenge, code: before[0] ?? '' })).rejects.toMatchObject(WRONG);
    await visitor().auth.completeLogin({ challenge, code: after?.[0] ?? '' });
    expect(await mailsTo(person)).toContainEqual({ kind: 'recovery_codes_renewed' });
  });

  test('there are no recovery codes without a second factor', async () => {
    const person = await aPerson();
    await expect(callerAs(database, person).auth.renewRecoveryCodes()).rejects.toMatchObject({ message: 'Two-step sign-in is not set up' });
  });
});

describe('removing the app', () => {
  test('the password alone logs in again, and the recovery codes are removed', async () => {
    const person = await aPerson();
    await anAppOf(database, person);
    const api = callerAs(database, person);
    await api.auth.disableApp();
    expect(await database.db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
    expect(await visitor().auth.beginLogin({ email: person.email, password: PASSWORD })).toHaveProperty('started');
    await expect(api.auth.disableApp()).rejects.toMatchObject({ code: 'CONFLICT', message: 'Two-step sign-in is not set up' });
    // Ordered in the same moment, so in any order.
    const mails = await mailsTo(person);
    expect(mails).toHaveLength(2);
    expect(mails).toEqual(expect.arrayContaining([{ kind: 'app_added' }, { kind: 'app_removed' }]));
  });
});

describe('the last second factor of an admin', () => {
  const LAST = {
    code: 'CONFLICT',
    message: 'Admins need two-step sign-in. Please add a passkey or an authenticator app before you remove this one.',
    cause: { code: 'auth.last_second_factor' },
  };
  const aHead = async () => signedIn(database.db, await anAdmin(database.db, { passwordHash: PASSWORD_HASH }));
  const inProduction = (person: User) => callerAs(database, person, { platform: { adminsNeedSecondFactor: true } });
  const factorsOf = async (person: User) => {
    const { hasApp, passkeys: keys, recoveryCodes: left } = await inProduction(person).auth.factors();
    return { hasApp, keys: keys.length, left };
  };

  test('an app cannot be removed where admins need a second factor', async () => {
    const head = await aHead();
    await anAppOf(database, head);
    await expect(inProduction(head).auth.disableApp()).rejects.toMatchObject(LAST);
    expect(await factorsOf(head)).toEqual({ hasApp: true, keys: 0, left: 10 });
    expect(await mailsTo(head)).toEqual([{ kind: 'app_added' }]);
    expect(await inProduction(head).auth.factors()).toMatchObject({ isRequired: true });
  });

  test('a passkey cannot be removed until there is another one or an app', async () => {
    const head = await aHead();
    const { id } = await aPasskey(database.db, head);
    await expect(inProduction(head).auth.removePasskey({ id })).rejects.toMatchObject(LAST);
    const other = await aPasskey(database.db, head);
    await inProduction(head).auth.removePasskey({ id });
    await expect(inProduction(head).auth.removePasskey({ id: other.id })).rejects.toMatchObject(LAST);
    await anAppOf(database, head);
    await inProduction(head).auth.removePasskey({ id: other.id });
    expect(await factorsOf(head)).toMatchObject({ hasApp: true, keys: 0 });
  });

  // spec s8-passwords.21 | S8 E | An admin keeps the last second factor where admins need one, also when two are removed at once; the button says why
  //   | src/server/features/auth/factors.commands.ts, src/client/features/account/two-step/two-step.tsx
  test('of two that are removed simultaneously, one stays', async () => {
    const head = await aHead();
    await anAppOf(database, head);
    const { id } = await aPasskey(database.db, head);
    const api = inProduction(head);
    const outcomes = await Promise.allSettled([api.auth.disableApp(), api.auth.removePasskey({ id })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes).toContainEqual({ status: 'rejected', reason: expect.objectContaining({ message: LAST.message }) });
  });

  test('the last factor can be removed in development, and by everybody who is no admin', async () => {
    const head = await aHead();
    await anAppOf(database, head);
    await callerAs(database, head).auth.disableApp();
    const person = await aPerson();
    await anAppOf(database, person);
    await inProduction(person).auth.disableApp();
    expect([await factorsOf(head), await factorsOf(person)].map(({ hasApp }) => hasApp)).toEqual([false, false]);
  });
});

describe('login in one request', () => {
  test('the login accepts a code of the app or a recovery code together with the password', async () => {
    const person = await aPerson();
    const { secret, recoveryCodes: codes } = await anAppOf(database, person);
    const login = (otp: string) => visitor().auth.login({ email: person.email, password: PASSWORD, otp });
    const code = codeAt(secret, later(MINUTE));
    expect(await login(code)).toMatchObject({ user: { id: person.id } });
    await expect(login(code)).rejects.toMatchObject(WRONG);
    expect(await login(codes[0] ?? '')).toMatchObject({ user: { id: person.id } });
  });

  // spec s8-passwords.12
  test.each(['of the app', 'for recovery'])('of two simultaneous requests with one code %s, one succeeds', async (kind) => {
    const person = await aPerson();
    const { secret, recoveryCodes: codes } = await anAppOf(database, person);
    const otp = kind === 'of the app' ? codeAt(secret, later(MINUTE)) : (codes[0] ?? '');
    const outcomes = await Promise.allSettled([1, 2].map(() => visitor().auth.login({ email: person.email, password: PASSWORD, otp })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes).toContainEqual({ status: 'rejected', reason: expect.objectContaining(WRONG) });
    expect(await sessionsOf(person)).toBe(1);
  });

  test('an unnecessary code is ignored', async () => {
    const person = await aPerson();
    await visitor().auth.login({ email: person.email, password: PASSWORD, otp: '123456' });
  });
});

describe('account:reset-second-factor', () => {
  test('the command lets a user who lost everything log in by password alone, ends all sessions, and informs the owner', async () => {
    const person = await aPerson();
    await anAppOf(database, person);
    await ADMINS.resetSecondFactor(contextAs(database, null), { email: person.email.toLowerCase() });
    expect(await database.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
    expect(await visitor().auth.beginLogin({ email: person.email, password: PASSWORD })).toHaveProperty('started');
    expect(await mailsTo(person)).toContainEqual({ kind: 'reset' });
    await expect(ADMINS.resetSecondFactor(contextAs(database, null), { email: 'nobody@example.com' })).rejects.toMatchObject({
      code: 'user.not_found',
    });
  });
});
