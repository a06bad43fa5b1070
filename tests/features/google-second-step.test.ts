import { and, eq, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/people.ts';
import { passkeys, recoveryCodes, totpFactors } from '#db/schema/second-factor.ts';
import { anAuthenticator, optionsIn } from '#tests/support/authenticator.ts';
import { type CallerOptions, callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aPasskey, aStudent, NOW, sessionIdFor, signedIn, type User, unique } from '#tests/support/factories.ts';
import { fakeGoogle, GOOGLE_ANSWER } from '#tests/support/google.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { anAppOf, codeAt } from '#tests/support/second-factors.ts';

const database = useDatabase();
const AFTER_SETUP = new Date(NOW.getTime() + 60_000);
const WRONG_CODE = { code: 'BAD_REQUEST', message: 'This code is wrong or was already used. Please enter the current one.' };
const CHALLENGE_OVER = { code: 'BAD_REQUEST', message: 'This sign-in took too long or had too many wrong codes. Please start again.' };

const asVisitor = (options: CallerOptions = {}) => callerAs(database, null, { now: () => AFTER_SETUP, hasRateLimits: false, ...options });

function signInWithGoogle({ id, email }: User, options: CallerOptions = {}) {
  return asVisitor({ google: fakeGoogle({ id: `google of ${id}`, email }), ...options }).auth.signInWithGoogle(GOOGLE_ANSWER);
}

async function requestChallenge(person: User, options: CallerOptions = {}) {
  const step = await signInWithGoogle(person, options);
  if (!('secondStep' in step)) throw new Error('a second step was expected');
  return step.secondStep;
}

const aPerson = async () => signedIn(database.db, await aStudent(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: NOW }));
const listNewSessions = (person: User) =>
  database.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, person.id), ne(sessions.id, sessionIdFor(person))));
const toWrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function addPasskey(person: User) {
  const authenticator = anAuthenticator();
  const api = callerAs(database, person);
  const { challenge, options } = await api.auth.beginPasskey();
  await api.auth.addPasskey({ challenge, passkey: authenticator.create(optionsIn(options)), name: 'My phone' });
  return authenticator;
}

describe('logging in with Google to an account that has a second factor', () => {
  // spec s8-passwords.9 | S8 E | Nor does Google: an account with a second factor is asked for it after Google, admins too, with the tries and limits
  //   of a password's; the challenge comes to `/auth/callback` behind the `#` | src/server/features/auth/google.commands.ts,
  //   src/server/edge/google.ts
  test.each([
    ['a student', () => aPerson()],
    ['an admin', async () => signedIn(database.db, await anAdmin(database.db, { passwordHash: PASSWORD_HASH, emailVerifiedAt: NOW }))],
  ])('%s is asked for the second factor, and gets a session only after that', async (_, createAccount) => {
    const person = await createAccount();
    const { secret } = await anAppOf(database, person);
    const { challenge, methods } = await requestChallenge(person);
    expect(methods).toEqual(['totp', 'recovery_code']);
    expect(await listNewSessions(person)).toEqual([]);
    expect(await asVisitor().auth.completeLogin({ challenge, code: codeAt(secret, AFTER_SETUP) })).toMatchObject({ user: { id: person.id } });
    expect(await listNewSessions(person)).toMatchObject([{ origin: 'google', lifetimeHours: 720 }]);
  });

  test('a passkey completes the login', async () => {
    const person = await aPerson();
    const authenticator = await addPasskey(person);
    const { challenge, methods } = await requestChallenge(person);
    expect(methods).toEqual(['passkey', 'recovery_code']);
    const { options } = await asVisitor().auth.passkeyLoginOptions({ challenge });
    const passkey = authenticator.get(optionsIn(options));
    expect(await asVisitor().auth.completeLogin({ challenge, passkey })).toMatchObject({ user: { id: person.id } });
  });

  test('a recovery code completes the login', async () => {
    const person = await aPerson();
    const { recoveryCodes: codes } = await anAppOf(database, person);
    const { challenge } = await requestChallenge(person);
    expect(await asVisitor().auth.completeLogin({ challenge, code: codes[0] ?? '' })).toMatchObject({ user: { id: person.id } });
  });

  test('an account without a second factor is logged in at once', async () => {
    const person = await aPerson();
    expect(await signInWithGoogle(person)).toMatchObject({ started: { user: { id: person.id } } });
  });

  test('an account without a password has a second step too', async () => {
    const person = await signedIn(database.db, await aStudent(database.db, { emailVerifiedAt: NOW }));
    const { secret } = await anAppOf(database, person);
    const { challenge } = await requestChallenge(person);
    await asVisitor().auth.completeLogin({ challenge, code: codeAt(secret, AFTER_SETUP) });
    expect(await listNewSessions(person)).toHaveLength(1);
  });

  // spec s8-passwords.9
  test('five wrong codes end the login, and an account accepts at most twenty an hour, after a password or Google', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const correctCode = codeAt(secret, AFTER_SETUP);
    const limitedApi = asVisitor({ hasRateLimits: true });
    const logInWithPassword = async () => {
      const step = await asVisitor().auth.beginLogin({ email: person.email, password: PASSWORD });
      return 'secondStep' in step ? step.secondStep.challenge : '';
    };
    const logInWithGoogle = async () => (await requestChallenge(person)).challenge;
    for (const logIn of [logInWithGoogle, logInWithPassword, logInWithGoogle, logInWithPassword]) {
      const challenge = await logIn();
      for (let index = 0; index < 5; index += 1) {
        await expect(limitedApi.auth.completeLogin({ challenge, code: toWrongCode(correctCode) })).rejects.toMatchObject(WRONG_CODE);
      }
      await expect(asVisitor().auth.completeLogin({ challenge, code: correctCode })).rejects.toMatchObject(CHALLENGE_OVER);
    }
    await expect(limitedApi.auth.completeLogin({ challenge: await logInWithGoogle(), code: correctCode })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
  });

  test('changing the password ends a login that waits for its second step', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const { challenge } = await requestChallenge(person);
    await callerAs(database, person).auth.changePassword({ currentPassword: PASSWORD, newPassword: 'battery staple' });
    await expect(asVisitor().auth.completeLogin({ challenge, code: codeAt(secret, AFTER_SETUP) })).rejects.toMatchObject(CHALLENGE_OVER);
  });

  test('a suspension ends a login that waits for its second step', async () => {
    const person = await aPerson();
    const { secret } = await anAppOf(database, person);
    const { challenge } = await requestChallenge(person);
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, person.id));
    await expect(asVisitor().auth.completeLogin({ challenge, code: codeAt(secret, AFTER_SETUP) })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('the session that starts counts as a recent Google login, which may delete the account', async () => {
    const person = await signedIn(database.db, await aStudent(database.db, { emailVerifiedAt: NOW }));
    const { secret } = await anAppOf(database, person);
    const { challenge } = await requestChallenge(person);
    await asVisitor().auth.completeLogin({ challenge, code: codeAt(secret, AFTER_SETUP) });
    const [session] = await listNewSessions(person);
    const freshSession = callerAs(database, person, { sessionId: session?.id ?? '', now: () => new Date() });
    expect(await freshSession.account.leaving()).toMatchObject({ proof: 'google', isFresh: true });
  });

  test('factors that a stranger set up before the owner claims the account with Google are removed, passkeys too', async () => {
    const stranger = await aPerson();
    const { secret } = await anAppOf(database, stranger);
    await aPasskey(database.db, stranger);
    await database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, stranger.id));
    expect(secret).not.toBe('');
    expect(await signInWithGoogle(stranger)).toMatchObject({ started: { user: { id: stranger.id } } });
    for (const factors of [totpFactors, recoveryCodes, passkeys]) expect(await database.db.$count(factors, eq(factors.userId, stranger.id))).toBe(0);
  });

  test('another Google account with the same address is refused before any second step', async () => {
    const person = await aPerson();
    await anAppOf(database, person);
    await requestChallenge(person);
    await expect(signInWithGoogle({ ...person, id: unique('another') })).rejects.toMatchObject({ cause: { code: 'auth.google_other' } });
  });
});
