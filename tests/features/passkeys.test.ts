import { and, eq, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/people.ts';
import { passkeys, recoveryCodes } from '#db/schema/second-factor.ts';
import { anAuthenticator, optionsIn } from '#tests/support/authenticator.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aPasskey, aStudent, NOW, sessionIdFor, signedIn, type User } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';

const database = useDatabase();
const FAILED = { code: 'BAD_REQUEST', message: 'This passkey does not work here. Please try again, or sign in another way.' };
const OVER = { code: 'BAD_REQUEST', message: 'This sign-in took too long or had too many wrong codes. Please start again.' };

const visitor = (at = NOW) => callerAs(database, null, { hasRateLimits: false, now: () => at });
const aPerson = async () => signedIn(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH }));
const sessionsOf = (person: User) =>
  database.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, person.id), ne(sessions.id, sessionIdFor(person))));

async function enrol(person: User, authenticator = anAuthenticator(), name = 'My phone') {
  const api = callerAs(database, person);
  const { challenge, options } = await api.auth.beginPasskey();
  const added = await api.auth.addPasskey({ challenge, passkey: authenticator.create(optionsIn(options)), name });
  return { authenticator, ...added };
}

async function signIn(authenticator: ReturnType<typeof anAuthenticator>, rememberMe = true) {
  const { challenge, options } = await visitor().auth.passkeyLoginOptions({});
  return visitor().auth.loginWithPasskey({ challenge, passkey: authenticator.get(optionsIn(options)), rememberMe });
}

describe('adding a passkey', () => {
  test('the public key is stored and listed, and the first factor comes with recovery codes', async () => {
    const person = await aPerson();
    const { recoveryCodes: codes } = await enrol(person);
    expect(codes).toHaveLength(10);
    expect((await enrol(person, anAuthenticator(), 'My laptop')).recoveryCodes).toBeNull();
    const own = await callerAs(database, person).auth.factors();
    expect(own.passkeys.map(({ name }) => name)).toEqual(['My phone', 'My laptop']);
    expect(own).toMatchObject({ hasApp: false, recoveryCodes: 10 });
  });

  test('the browser is asked for a discoverable passkey with user verification', async () => {
    const person = await aPerson();
    const { options } = await callerAs(database, person).auth.beginPasskey();
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Vidya' },
      user: { name: person.email, displayName: person.name },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  test.each([
    ['another site', { origin: 'https://vidya.example' }],
    ['no verified user', { isUserVerified: false }],
  ])('a response of %s is refused', async (_, behaviour) => {
    const person = await aPerson();
    await expect(enrol(person, anAuthenticator(behaviour))).rejects.toMatchObject(FAILED);
    expect(await database.db.$count(passkeys, eq(passkeys.userId, person.id))).toBe(0);
  });

  test("a response to somebody else's challenge, or the same response again, is refused", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const { challenge, options } = await callerAs(database, person).auth.beginPasskey();
    const passkey = anAuthenticator().create(optionsIn(options));
    const refused = { message: 'This took too long. Please start again.' };
    await expect(callerAs(database, other).auth.addPasskey({ challenge, passkey, name: 'Mine' })).rejects.toMatchObject(refused);
    await expect(callerAs(database, person).auth.addPasskey({ challenge, passkey, name: 'Mine' })).rejects.toMatchObject(refused);
  });

  test('an account has at most ten passkeys', async () => {
    const person = await aPerson();
    for (let index = 0; index < 9; index += 1) await aPasskey(database.db, person);
    await enrol(person);
    await expect(enrol(person)).rejects.toMatchObject({ code: 'CONFLICT', message: 'You can have at most 10 passkeys' });
  });
});

describe("confirming one's identity with a passkey", () => {
  const confirm = async (person: User, signer: ReturnType<typeof anAuthenticator>) => {
    const api = callerAs(database, person);
    const { challenge, options } = await api.auth.passkeyConfirmationOptions();
    return api.auth.confirmIdentity({ passkey: { challenge, answer: signer.get(optionsIn(options)) } });
  };
  const forget = (person: User) => database.db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, person.id));

  test('the passkey confirms the current session', async () => {
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    await forget(person);
    await expect(callerAs(database, person).auth.beginApp()).rejects.toMatchObject({ message: 'Please confirm that it is you to continue.' });
    expect(await confirm(person, authenticator)).toEqual({ message: 'Thank you, it is you.' });
    expect(await callerAs(database, person).auth.beginApp()).toHaveProperty('secret');
  });

  test("somebody else's passkey, a used challenge and somebody else's challenge are refused", async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    const { authenticator } = await enrol(person);
    const { authenticator: otherAuthenticator } = await enrol(other);
    await forget(person);
    await expect(confirm(person, otherAuthenticator)).rejects.toMatchObject(FAILED);
    const api = callerAs(database, person);
    const { challenge, options } = await callerAs(database, other).auth.passkeyConfirmationOptions();
    const answer = authenticator.get(optionsIn(options));
    for (let index = 0; index < 2; index += 1) {
      await expect(api.auth.confirmIdentity({ passkey: { challenge, answer } })).rejects.toMatchObject({
        message: 'This took too long. Please start again.',
      });
    }
    await expect(api.auth.beginApp()).rejects.toMatchObject({ message: 'Please confirm that it is you to continue.' });
  });

  // spec s8-passwords.17 | S8 C, E | Whoever has a passkey confirms with it that it is them, beside the password and Google; such a challenge signs
  //   nobody in, and no other one confirms | src/server/features/auth/passkeys.commands.ts, src/client/features/auth/confirm-identity-dialog.tsx
  test('challenges for confirming do not log in, and challenges for logging in do not confirm', async () => {
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    const confirmation = await callerAs(database, person).auth.passkeyConfirmationOptions();
    await expect(
      visitor().auth.loginWithPasskey({ challenge: confirmation.challenge, passkey: authenticator.get(optionsIn(confirmation.options)) }),
    ).rejects.toMatchObject(OVER);
    const { challenge, options } = await visitor().auth.passkeyLoginOptions({});
    await expect(
      callerAs(database, person).auth.confirmIdentity({ passkey: { challenge, answer: authenticator.get(optionsIn(options)) } }),
    ).rejects.toMatchObject({ message: 'This took too long. Please start again.' });
  });
});

describe('logging in with a passkey alone', () => {
  test('a session starts without a password or a code', async () => {
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    expect(await signIn(authenticator, false)).toMatchObject({ user: { id: person.id } });
    // Nothing asks for confirmation within ten minutes of signing in.
    expect(await sessionsOf(person)).toMatchObject([{ origin: 'passkey', lifetimeHours: 12, confirmedAt: expect.any(Date) }]);
    const [stored] = await database.db.select().from(passkeys).where(eq(passkeys.userId, person.id));
    expect(stored).toMatchObject({ counter: 1, lastUsedAt: NOW });
  });

  test('an unknown or removed passkey does not log in', async () => {
    await expect(signIn(anAuthenticator())).rejects.toMatchObject(FAILED);
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    const [own] = (await callerAs(database, person).auth.factors()).passkeys;
    await callerAs(database, person).auth.removePasskey({ id: own?.id ?? '' });
    await expect(signIn(authenticator)).rejects.toMatchObject(FAILED);
    expect(await sessionsOf(person)).toEqual([]);
  });

  // spec s8-passwords.16 | S8 E | A passkey signs in alone, with its user verified, or as the second step; each answer counts once and for this site
  //   | src/server/features/auth/passkeys.commands.ts, src/server/infra/passkeys.ts
  test('a response works once, and only for its own challenge', async () => {
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    const { challenge, options } = await visitor().auth.passkeyLoginOptions({});
    const passkey = authenticator.get(optionsIn(options));
    await visitor().auth.loginWithPasskey({ challenge, passkey });
    await expect(visitor().auth.loginWithPasskey({ challenge, passkey })).rejects.toMatchObject(OVER);
    const { challenge: next } = await visitor().auth.passkeyLoginOptions({});
    await expect(visitor().auth.loginWithPasskey({ challenge: next, passkey })).rejects.toMatchObject(FAILED);
  });

  test('a challenge lasts ten minutes', async () => {
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    const { challenge, options } = await visitor().auth.passkeyLoginOptions({});
    const passkey = authenticator.get(optionsIn(options));
    const late = visitor(new Date(NOW.getTime() + 600_000));
    await expect(late.auth.loginWithPasskey({ challenge, passkey })).rejects.toMatchObject(OVER);
  });

  test('a suspended account cannot log in', async () => {
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id));
    await expect(signIn(authenticator)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('a malformed response is refused', async () => {
    for (const passkey of [{}, { id: 7 }, { id: 'x', response: null }]) {
      const { challenge } = await visitor().auth.passkeyLoginOptions({});
      await expect(visitor().auth.loginWithPasskey({ challenge, passkey })).rejects.toMatchObject(FAILED);
    }
  });
});

describe('a passkey as the second step', () => {
  test('the passkey is requested after the password, and completes the login', async () => {
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    const step = await visitor().auth.beginLogin({ email: person.email, password: PASSWORD });
    expect(step).toMatchObject({ secondStep: { methods: ['passkey', 'recovery_code'] } });
    const challenge = 'secondStep' in step ? step.secondStep.challenge : '';
    const { options } = await visitor().auth.passkeyLoginOptions({ challenge });
    expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.id }] });
    const passkey = authenticator.get(optionsIn(options));
    expect(await visitor().auth.completeLogin({ challenge, passkey })).toMatchObject({ user: { id: person.id } });
  });

  test('a passkey of somebody else does not complete the login', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    await enrol(person);
    const { authenticator } = await enrol(other);
    const step = await visitor().auth.beginLogin({ email: person.email, password: PASSWORD });
    const challenge = 'secondStep' in step ? step.secondStep.challenge : '';
    const { options } = await visitor().auth.passkeyLoginOptions({ challenge });
    await expect(visitor().auth.completeLogin({ challenge, passkey: authenticator.get(optionsIn(options)) })).rejects.toMatchObject(FAILED);
  });

  test('a challenge that was never issued does not complete the login', async () => {
    const person = await aPerson();
    const { authenticator } = await enrol(person);
    const step = await visitor().auth.beginLogin({ email: person.email, password: PASSWORD });
    const challenge = 'secondStep' in step ? step.secondStep.challenge : '';
    const passkey = authenticator.get({ challenge: Buffer.from(challenge).toString('base64url'), rpId: 'localhost' });
    await expect(visitor().auth.completeLogin({ challenge, passkey })).rejects.toMatchObject(FAILED);
  });
});

describe('own passkeys', () => {
  test('only the owner can rename and remove passkeys, and the last one takes the recovery codes along', async () => {
    const [person, other] = [await aPerson(), await aPerson()];
    await enrol(person);
    const api = callerAs(database, person);
    const id = (await api.auth.factors()).passkeys[0]?.id ?? '';
    const notFound = { code: 'NOT_FOUND', message: 'Passkey not found' };
    await expect(callerAs(database, other).auth.renamePasskey({ id, name: 'Mine' })).rejects.toMatchObject(notFound);
    await expect(callerAs(database, other).auth.removePasskey({ id })).rejects.toMatchObject(notFound);
    await api.auth.renamePasskey({ id, name: ' Work phone ' });
    expect((await api.auth.factors()).passkeys).toMatchObject([{ name: 'Work phone' }]);
    await api.auth.removePasskey({ id });
    await expect(api.auth.removePasskey({ id })).rejects.toMatchObject(notFound);
    expect(await database.db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
  });
});
