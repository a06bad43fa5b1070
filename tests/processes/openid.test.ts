import { decodeIdToken, OAuth2Client } from 'arctic';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { oauthAccounts, users } from '#db/schema/people.ts';
import { type OpenidPerson, type OpenidProvider, startOpenid } from '#server/dev-openid.ts';
import { createPasswords, createSessions } from '#server/infra/credentials.ts';
import { createGoogleSignIn } from '#server/infra/google-sign-in.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW } from '#tests/support/factories.ts';
import { createHttpBrowser, type HttpBrowser } from '#tests/support/http-browser.ts';
import { type RunningServer, runServer } from '#tests/support/running-server.ts';

const SITE = 'http://vidya.test';
const SIGN_IN = `${SITE}/api/auth/google`;
const CALLBACK = `${SIGN_IN}/callback`;
const FAILED = 'Login failed. Please try again.';
const COOKIE = 'google_sign_in';
const authTime = z.object({ auth_time: z.number().optional() });

const person = (id: string, overrides: Partial<OpenidPerson> = {}): OpenidPerson => ({
  id,
  email: `${id}@example.com`,
  isEmailVerified: true,
  name: `Person ${id}`,
  ...overrides,
});
const PEOPLE = [
  person('newcomer', { name: 'Nethmi Jayawardena', email: 'Newcomer@Example.com' }),
  person('proven', { name: 'Not the name we keep' }),
  person('prepared'),
  person('unverified', { isEmailVerified: false }),
  person('suspended'),
  person('twice'),
  person('leaving'),
  person('someone'),
];

const database = useDatabase();
let openid: OpenidProvider;
let server: RunningServer;

beforeAll(async () => {
  openid = await startOpenid({ redirectUris: [CALLBACK], people: PEOPLE });
  const { clientId, clientSecret, issuer, authorizationUrl, tokenUrl } = openid.settings;
  server = await runServer(database.url, {
    PUBLIC_URL: SITE,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer,
    GOOGLE_AUTHORIZATION_URL: authorizationUrl,
    GOOGLE_TOKEN_URL: tokenUrl,
  });
});
afterAll(async () => {
  await server?.close();
  await openid?.close();
});

const aBrowser = (): HttpBrowser => createHttpBrowser({ [SITE]: server.url });

async function followToSite(browser: HttpBrowser, id: string, signInUrl = SIGN_IN): Promise<string> {
  const choice = await browser.follow(signInUrl, 'nowhere');
  const chosen = await browser.send(choice, { person: id });
  return browser.follow(`${chosen.headers.get('location')}`, CALLBACK);
}

async function signIn(id: string, signInUrl = SIGN_IN, browser = aBrowser()): Promise<URL> {
  return new URL(await browser.follow(await followToSite(browser, id, signInUrl), SITE));
}
const refusal = (at: URL) => [at.pathname, at.searchParams.get('error')];

const api = (method: string, path: string, token: string, body?: unknown) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
const accountOf = async (email: string) => (await database.db.select().from(users).where(eq(users.email, email)))[0];

describe('signing in with an OpenID provider', () => {
  // spec roles.14 | R §2.2, R §10 4 | A token issued before the role was chosen works after it and reports the role | src/server/infra/credentials.ts
  // spec google.9
  test('somebody new comes to /register, and the same token has the role once it is chosen', async () => {
    const at = await signIn('newcomer');
    expect([at.pathname, at.searchParams.get('isGoogleAuth')]).toEqual(['/register', 'true']);
    expect([at.searchParams.get('email'), at.searchParams.get('name')]).toEqual(['newcomer@example.com', 'Nethmi Jayawardena']);
    const token = `${at.searchParams.get('token')}`;

    const me = await (await api('GET', '/api/auth/me', token)).json();
    expect(me.user).toMatchObject({ role: null, emailVerified: true, socialProvider: 'google', phone: '' });

    const chosen = await api('PUT', '/api/auth/google/update-role', token, { role: 'tutor', phone: '0771234567' });
    expect(chosen.status).toBe(200);
    const { user } = await (await api('GET', '/api/auth/me', token)).json();
    expect(user).toMatchObject({ _id: me.user.id, id: me.user.id, role: 'tutor', phone: '0771234567' });
    expect((await api('GET', '/api/tutors/profile', token)).status).toBe(200);

    const repeated = await signIn('newcomer');
    expect(repeated.pathname).toBe('/auth/callback');
    expect(await (await api('GET', '/api/auth/me', `${repeated.searchParams.get('token')}`)).json()).toMatchObject({ user: { id: user.id } });
  });

  test('an account whose address was proven before keeps its role, its password and its sessions', async () => {
    const passwordHash = await createPasswords().hash('correct horse');
    const name = '100% & "more" %41 + සිංහල';
    const tutor = await aTutor(database.db, { user: { email: 'Proven@example.com', name, passwordHash, emailVerifiedAt: NOW } });
    const token = await createSessions(database.db).createSession(tutor.user.id, { isRemembered: true, origin: 'password', userAgent: '' });

    const at = await signIn('proven');
    expect(at.pathname).toBe('/auth/callback');
    expect(at.searchParams.has('next')).toBe(false);
    const user = at.searchParams.get('user') ?? '';
    expect(JSON.parse(user)).toMatchObject({ _id: tutor.user.id, role: 'tutor', name, socialProvider: 'google' });
    expect(JSON.parse(decodeURIComponent(user))).toEqual(JSON.parse(user));

    expect((await api('GET', '/api/auth/me', token)).status).toBe(200);
    const login = await api('POST', '/api/auth/login', '', { email: 'proven@example.com', password: 'correct horse' });
    expect(login.status).toBe(200);
  });

  // spec google.3
  test('an account that somebody prepared on an address that was never proven loses its password and its sessions', async () => {
    const passwordHash = await createPasswords().hash('correct horse');
    const student = await aStudent(database.db, { email: 'prepared@example.com', passwordHash, pendingEmail: 'elsewhere@example.com' });
    const token = await createSessions(database.db).createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });
    expect((await api('GET', '/api/auth/me', token)).status).toBe(200);

    const at = await signIn('prepared');
    expect(JSON.parse(`${at.searchParams.get('user')}`)).toMatchObject({ id: student.id, role: 'student', emailVerified: true });
    expect((await api('GET', '/api/auth/me', token)).status).toBe(401);
    expect((await api('POST', '/api/auth/login', '', { email: student.email, password: 'correct horse' })).status).toBe(400);
    expect(await accountOf(student.email)).toMatchObject({ passwordHash: null, pendingEmail: null, role: 'student' });
  });

  test('an unverified address is rejected with its reason, and no account is created', async () => {
    expect(refusal(await signIn('unverified'))).toEqual(['/login', 'Google has not verified the email address of this account.']);
    expect(await accountOf('unverified@example.com')).toBeUndefined();
  });

  test('a suspended account is rejected with the address of the support', async () => {
    await aStudent(database.db, { email: 'suspended@example.com', status: 'suspended' });
    expect(refusal(await signIn('suspended'))).toEqual(['/login', 'This account is suspended. Please contact support@vidya.lk.']);
  });

  test('refusing at the provider leads back to /login', async () => {
    expect(refusal(await signIn(''))).toEqual(['/login', 'Sign-in with Google was cancelled.']);
  });

  // spec leaving.2
  test('a fresh sign-in for leaving comes back to the account, which the address cannot claim by itself', async () => {
    await aStudent(database.db, { email: 'leaving@example.com', emailVerifiedAt: NOW });
    expect((await signIn('leaving', `${SIGN_IN}?purpose=leave`)).searchParams.get('next')).toBe('leave');
    const browser = aBrowser();
    const callbackUrl = await followToSite(browser, 'leaving');
    const at = new URL(await browser.follow(`${callbackUrl}&purpose=leave&next=leave`, SITE));
    expect([at.pathname, at.searchParams.get('next')]).toEqual(['/auth/callback', null]);
  });

  test('before leaving the provider is asked for the person anew, and tells when it saw them', async () => {
    const { issuer, clientId, clientSecret, authorizationUrl, tokenUrl } = openid.settings;
    const provider = createGoogleSignIn({ issuer, clientId, clientSecret, authorizationUrl, tokenUrl, redirectUrl: CALLBACK });
    const sent = await aBrowser().send(`${SIGN_IN}?purpose=leave`);
    const { searchParams } = new URL(`${sent.headers.get('location')}`);
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);

    const request = { state: 'a state', codeVerifier: 'v'.repeat(43), nonce: 'a nonce' };
    for (const isFresh of [true, false]) {
      const callbackUrl = new URL(await followToSite(aBrowser(), 'someone', provider.createAuthorizationUrl({ ...request, isFresh }).href));
      const exchange = new OAuth2Client(clientId, clientSecret, CALLBACK);
      const tokens = await exchange.validateAuthorizationCode(tokenUrl, `${callbackUrl.searchParams.get('code')}`, request.codeVerifier);
      const { auth_time: signedInAt } = authTime.parse(decodeIdToken(tokens.idToken()));
      if (isFresh) expect(Math.abs(Date.now() / 1000 - (signedInAt ?? 0))).toBeLessThan(60);
      else expect(signedInAt).toBeUndefined();
    }
  });

  test('two callbacks of one new person at the same moment make one account', async () => {
    const [first, other] = [aBrowser(), aBrowser()];
    const addresses = [await followToSite(first, 'twice'), await followToSite(other, 'twice')] as const;
    const arrived = await Promise.all([first.follow(addresses[0], SITE), other.follow(addresses[1], SITE)]);
    expect(arrived.map((address) => new URL(address).pathname)).toEqual(['/register', '/register']);
    expect(await database.db.$count(users, eq(users.email, 'twice@example.com'))).toBe(1);
    expect(await database.db.$count(oauthAccounts, eq(oauthAccounts.providerUserId, 'twice'))).toBe(1);
  });
});

describe('a callback that is not the answer to what this browser has begun', () => {
  const noAccount = async () => expect(await accountOf('someone@example.com')).toBeUndefined();

  // spec google.1
  test('without the cookie, as when somebody sends their own callback to another, nobody is signed in', async () => {
    const callbackUrl = await followToSite(aBrowser(), 'someone');
    expect(refusal(new URL(await aBrowser().follow(callbackUrl, SITE)))).toEqual(['/login', FAILED]);
    const busy = aBrowser();
    await busy.send(SIGN_IN);
    expect(refusal(new URL(await busy.follow(callbackUrl, SITE)))).toEqual(['/login', FAILED]);
    await noAccount();
  });

  // spec google.1
  test.each([
    ['is missing', (url: URL) => url.searchParams.delete('state')],
    ['is empty', (url: URL) => url.searchParams.set('state', '')],
    ['was changed', (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')}`.replace('sign-in', 'sign-up'))],
    ['lives longer than we said', (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')}`.replace(/\.(\d)/, '.9$1'))],
    ['is nonsense', (url: URL) => url.searchParams.set('state', '...%00')],
  ])('a state that %s signs nobody in', async (_, change) => {
    const browser = aBrowser();
    const callbackUrl = new URL(await followToSite(browser, 'someone'));
    change(callbackUrl);
    expect(refusal(new URL(await browser.follow(callbackUrl.href, SITE)))).toEqual(['/login', FAILED]);
    await noAccount();
  });

  // spec google.1, google.11
  test('a state that was changed to another purpose signs nobody in, and keeps the session', async () => {
    const browser = aBrowser();
    const callbackUrl = (await followToSite(browser, 'someone')).replace('sign-in', 'leave');
    expect(new URL(await browser.follow(callbackUrl, SITE)).pathname).toBe('/auth/confirmed');
    await noAccount();
  });

  test.each([
    ['verifier', 1],
    ['nonce', 2],
  ])('another %s than the one it began with signs nobody in', async (_, place) => {
    const browser = aBrowser();
    const callbackUrl = await followToSite(browser, 'someone');
    const parts = `${browser.cookies(CALLBACK).find(({ name }) => name === COOKIE)?.value}`.split('.');
    parts[place] = 'x'.repeat(43);
    browser.change(CALLBACK, COOKIE, parts.join('.'));
    expect(refusal(new URL(await browser.follow(callbackUrl, SITE)))).toEqual(['/login', FAILED]);
    await noAccount();
  });

  test('a code of nobody signs nobody in', async () => {
    const browser = aBrowser();
    const callbackUrl = new URL(await followToSite(browser, 'someone'));
    callbackUrl.searchParams.set('code', 'x'.repeat(43));
    expect(refusal(new URL(await browser.follow(callbackUrl.href, SITE)))).toEqual(['/login', FAILED]);
    await noAccount();
  });

  // spec google.1
  test('the same callback again fails, with the cookie or without', async () => {
    const browser = aBrowser();
    const callbackUrl = await followToSite(browser, 'someone');
    const signInCookie = () => browser.cookies(CALLBACK).find(({ name }) => name === COOKIE)?.value;
    const savedCookie = `${signInCookie()}`;
    expect(new URL(await browser.follow(callbackUrl, SITE)).pathname).toBe('/register');
    expect(signInCookie()).toBeUndefined();
    expect(refusal(new URL(await browser.follow(callbackUrl, SITE)))).toEqual(['/login', FAILED]);
    await browser.send(SIGN_IN);
    browser.change(CALLBACK, COOKIE, savedCookie);
    expect(refusal(new URL(await browser.follow(callbackUrl, SITE)))).toEqual(['/login', FAILED]);
  });
});

// spec google.10
test('with the provider away the sentence says so', async () => {
  const stoppedProvider = await startOpenid({ redirectUris: [CALLBACK], people: PEOPLE });
  const { clientId, clientSecret, issuer, authorizationUrl } = stoppedProvider.settings;
  const lonely = await runServer(database.url, {
    PUBLIC_URL: SITE,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer,
    GOOGLE_AUTHORIZATION_URL: authorizationUrl,
    GOOGLE_TOKEN_URL: 'http://127.0.0.1:9/token',
  });
  const browser = createHttpBrowser({ [SITE]: lonely.url });
  expect(refusal(await signIn('someone', SIGN_IN, browser))).toEqual(['/login', 'Sign-in with Google is not available at the moment.']);
  await lonely.close();
  await stoppedProvider.close();
});
