import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { sessions, users } from '#db/schema/people.ts';
import { type Client, NO_CLIENT, type Session } from '#server/core/context.ts';
import type { GoogleProfile, GoogleSignIn } from '#server/core/ports.ts';
import { createGoogleRoutes } from '#server/edge/google.ts';
import { DomainError } from '#shared/errors.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, NOW, unique } from '#tests/support/factories.ts';
import { anAppOf } from '#tests/support/second-factors.ts';
import { useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);
const PATH = '/api/auth/google';
const FAILED = '/login?error=Login%20failed.%20Please%20try%20again.';
const UNAVAILABLE = '/login?error=Sign-in%20with%20Google%20is%20not%20available%20at%20the%20moment.';
const MINUTE = 60_000;

const newEmail = () => `${unique('nimal').replace(' ', '.')}@example.com`;
const aProfile = (overrides: Partial<GoogleProfile> = {}): GoogleProfile => ({
  id: unique('google'),
  email: newEmail(),
  isEmailVerified: true,
  name: 'Nimal Perera',
  photoUrl: null,
  ...overrides,
});

type Options = { answer?: GoogleProfile | Error; publicUrl?: string; now?: () => Date; isConfigured?: boolean };

function startFlow({ answer = aProfile(), publicUrl = 'http://vidya.test', now = () => NOW, isConfigured = true }: Options = {}) {
  const requests: { state: string; codeVerifier: string; nonce: string; isFresh?: boolean }[] = [];
  const answered: (boolean | undefined)[] = [];
  const google: GoogleSignIn = {
    createAuthorizationUrl(request) {
      requests.push(request);
      return new URL(`https://accounts.example/auth?state=${encodeURIComponent(request.state)}`);
    },
    fetchProfile: async ({ isFresh }) => {
      answered.push(isFresh);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const app = new Hono<{ Variables: { client: Client } }>();
  app.use(async (c, next) => {
    c.set('client', { ...NO_CLIENT, address: '192.0.2.1', userAgent: 'A browser' });
    await next();
  });
  const contextOf = (_: Session, client: Client) => contextAs(database, null, { client, now, google: isConfigured ? google : null, log: () => {} });
  app.route('/', createGoogleRoutes({ config: { publicUrl }, now, contextOf }));

  async function startSignIn(query = '') {
    const response = await app.request(`${PATH}${query}`);
    const cookie = response.headers.get('set-cookie') ?? '';
    return { response, cookie, cookiePair: cookie.split(';', 1)[0] ?? '', state: requests.at(-1)?.state ?? '' };
  }
  const callback = (query: Record<string, string>, cookiePair: string) =>
    app.request(`${PATH}/callback?${new URLSearchParams(query)}`, { headers: { Cookie: cookiePair } });
  async function signIn(query = '') {
    const { state, cookiePair } = await startSignIn(query);
    return callback({ state, code: 'a code' }, cookiePair);
  }
  return { startSignIn, callback, signIn, requests, answered };
}
const locationOf = (response: Response) => `${response.headers.get('location')}`;
const valueIn = (response: Response, name: string) => new URL(locationOf(response), 'http://vidya.test').searchParams.get(name) ?? '';

describe('GET /api/auth/google', () => {
  // spec google.1 | D Accounts, R §4.1 5 | State, PKCE and nonce, bound to the browser by a cookie of ten minutes | src/server/edge/google.ts
  test('redirects the browser to the provider with secrets that only it can return', async () => {
    const { response, cookie, cookiePair, state } = await startFlow().startSignIn();
    expect(response.status).toBe(302);
    expect(locationOf(response)).toMatch(/^https:\/\/accounts\.example\/auth\?state=/);
    expect(cookie).toMatch(/^google_sign_in=[\w.-]+; Max-Age=600; Path=\/api\/auth\/google; HttpOnly; SameSite=Lax$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const [id = '?', verifier = '?', nonce = '?'] = cookiePair.slice('google_sign_in='.length).split('.');
    expect([id, verifier, nonce].map((part) => part.length)).toEqual([43, 43, 43]);
    expect(state).toContain(id);
    expect(state).not.toContain(verifier);
    expect(state).not.toContain(nonce);
  });

  test('uses other secrets each time', async () => {
    const flow = startFlow();
    const parts = [await flow.startSignIn(), await flow.startSignIn()].flatMap(({ cookiePair }) => cookiePair.split('.'));
    expect(new Set(parts).size).toBe(6);
  });

  test('sets a Secure cookie on a site with TLS', async () => {
    expect((await startFlow({ publicUrl: 'https://vidya.example' }).startSignIn()).cookie).toMatch(/; Secure;/);
  });

  // spec google.10
  test('redirects to /login with a message when Google is not configured', async () => {
    const { response, cookie } = await startFlow({ isConfigured: false }).startSignIn();
    expect([response.status, locationOf(response), cookie]).toEqual([302, UNAVAILABLE, '']);
    const { status, headers } = await rest.get(PATH);
    expect([status, headers.get('location')]).toEqual([302, UNAVAILABLE]);
  });
});

describe('GET /api/auth/google/callback', () => {
  // spec rest-auth.6 | R §4.1 5 | GET /api/auth/google/callback: 302 to /auth/callback, /register or /login | src/server/edge/google.ts
  test('redirects an account with a role with token and user', async () => {
    const student = await aStudent(database.db, { profileImage: '/files/photos/one.jpg', emailVerifiedAt: NOW });
    const response = await startFlow({ answer: aProfile({ email: student.email }) }).signIn();
    expect(response.status).toBe(302);
    expect(locationOf(response)).toMatch(/^\/auth\/callback\?token=r_[\w-]{43}&user=[^&]+$/);
    expect(JSON.parse(valueIn(response, 'user'))).toEqual({
      _id: student.id,
      id: student.id,
      name: student.name,
      email: student.email,
      emailVerified: true,
      role: 'student',
      phone: student.phone,
      profileImage: 'http://vidya.test/files/photos/one.jpg',
      socialProvider: 'google',
      createdAt: student.createdAt.toISOString(),
      updatedAt: student.updatedAt.toISOString(),
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('set-cookie')).toMatch(/^google_sign_in=; Max-Age=0; Path=\/api\/auth\/google; /);
    expect((await rest.get('/api/auth/me', valueIn(response, 'token'))).status).toBe(200);
  });

  // spec rest-auth.7 | R §4.1 5, R §10 21 | The user in the address reads the same decoded once and twice, and stays under 2 kB |
  //   src/server/rest/wire/auth.ts
  test.each(['100% & more', '%41%', '%%', '+ + +', '"quotes" \\ and \\u0025', "<script>alert('x')</script>", 'නිමල් පෙරේරා', '🙂 # ? / ='])(
    'encodes the name %j so that it decodes the same once and twice',
    async (name) => {
      const student = await aStudent(database.db, { name, emailVerifiedAt: NOW });
      const response = await startFlow({ answer: aProfile({ email: student.email }) }).signIn();
      const decodedOnce = valueIn(response, 'user');
      expect(JSON.parse(decodedOnce)).toMatchObject({ name });
      expect(JSON.parse(decodeURIComponent(decodedOnce))).toEqual(JSON.parse(decodedOnce));
    },
  );

  // spec rest-auth.7
  test('keeps the URL under 2 kB by cutting a long name', async () => {
    const name = 'ශ්‍රී'.repeat(30);
    const email = `${'n'.repeat(64)}@${'very-long-name.'.repeat(11)}example.com`;
    const student = await aStudent(database.db, { name, email, emailVerifiedAt: NOW, profileImage: `/files/photos/${'x'.repeat(40)}.jpg` });
    expect(name).toHaveLength(150);
    const response = await startFlow({ answer: aProfile({ email }) }).signIn();
    const input = /&user=([^&]+)/.exec(locationOf(response))?.[1] ?? '';
    expect(input.length).toBeLessThan(2048);
    const user = JSON.parse(decodeURIComponent(input));
    expect(user).toMatchObject({ id: student.id, email, role: 'student' });
    expect(user.name.length).toBeGreaterThan(80);
    expect(user.name.length).toBeLessThan(150);
    expect(name.startsWith(user.name)).toBe(true);
  });

  // spec rest-auth.6
  test('redirects a new account to /register with token, email and name', async () => {
    const email = newEmail().replace('@', '+tuition@');
    const response = await startFlow({ answer: aProfile({ email, name: 'Nimal & Söhne 100%' }) }).signIn();
    expect(locationOf(response)).toMatch(/^\/register\?isGoogleAuth=true&token=r_[\w-]{43}&email=[^&]+&name=Nimal%20%26%20S%C3%B6hne%20100%25$/);
    expect([valueIn(response, 'email'), valueIn(response, 'name')]).toEqual([email, 'Nimal & Söhne 100%']);
  });

  // spec rest-auth.6
  test('redirects an account without a role to /register', async () => {
    const answer = aProfile();
    await startFlow({ answer }).signIn();
    expect(locationOf(await startFlow({ answer }).signIn('?purpose=leave'))).toMatch(/^\/register\?isGoogleAuth=true&/);
  });

  // spec leaving.2 | D Accounts | Otherwise Google signs in again, and a signed return value leads back to the dialog | src/server/edge/google.ts
  test.each([
    ['?purpose=leave', '&next=leave'],
    ['?purpose=https://evil.example', ''],
    ['', ''],
  ])('passes the purpose %j through as %j', async (query, end) => {
    const { email } = await aStudent(database.db, { emailVerifiedAt: NOW });
    expect(locationOf(await startFlow({ answer: aProfile({ email }) }).signIn(query))).toMatch(new RegExp(`&user=[^&]+${end}$`));
  });

  // spec s8-browser.9
  test.each([
    ['?trip=0190a0c2-7b1e', '&trip=0190a0c2-7b1e'],
    ['?purpose=leave&trip=a_B-9', '&next=leave&trip=a_B-9'],
    ['?trip=https://evil.example', ''],
    [`?trip=${'x'.repeat(65)}`, ''],
  ])('passes the trip %j through as %j', async (query, end) => {
    const { email } = await aStudent(database.db, { emailVerifiedAt: NOW });
    expect(locationOf(await startFlow({ answer: aProfile({ email }) }).signIn(query))).toMatch(new RegExp(`&user=[^&]+${end}$`));
    if (!query.includes('leave')) expect(locationOf(await startFlow().signIn(query))).toMatch(new RegExp(`^/register\\?.*&name=[^&]+${end}$`));
  });

  // spec s15-rest-languages.7 | S15 3 | Google leads back to a page in the language of the one that was left, and a new account has that language |
  //   src/server/edge/google.ts, src/client/lib/session/google-start.ts
  test.each([
    ['?locale=si', '/si/register', 'si'],
    ['?locale=ta&trip=a_B-9', '/ta/register', 'ta'],
    ['?trip=a_B-9', '/register', 'en'],
    ['?locale=fr', '/register', 'en'],
    ['?locale=//evil.example', '/register', 'en'],
  ])('leads a newcomer who left with %j to %s', async (query, path, locale) => {
    const answer = aProfile();
    const response = await startFlow({ answer }).signIn(query);
    expect(new URL(locationOf(response), 'http://vidya.test').pathname).toBe(path);
    expect(valueIn(response, 'trip')).toBe(query.includes('trip') ? 'a_B-9' : '');
    expect(await database.db.select({ locale: users.locale }).from(users).where(eq(users.email, answer.email))).toEqual([{ locale }]);
  });

  // spec s15-rest-languages.7
  test('leads back to pages in Sinhala in every other way, too', async () => {
    const student = await aStudent(database.db, { emailVerifiedAt: NOW });
    const known = startFlow({ answer: aProfile({ email: student.email }) });
    expect(locationOf(await known.signIn('?locale=si'))).toMatch(/^\/si\/auth\/callback\?token=/);
    const flow = startFlow();
    const { state, cookiePair } = await flow.startSignIn('?locale=si');
    expect(locationOf(await flow.callback({ state, error: 'access_denied' }, cookiePair))).toMatch(/^\/si\/login\?error=/);
    expect(locationOf(await flow.callback({ state: 'another' }, cookiePair))).toBe(`/si${FAILED}`);
    expect(locationOf(await startFlow({ answer: new Error('a bug') }).signIn('?locale=si&purpose=confirm'))).toMatch(/^\/si\/auth\/confirmed#error=/);
    expect(locationOf((await startFlow({ isConfigured: false }).startSignIn('?locale=si')).response)).toBe(`/si${UNAVAILABLE}`);
    await anAppOf(database, student);
    expect(locationOf(await known.signIn('?locale=si'))).toMatch(/^\/si\/auth\/callback#challenge=/);
  });

  // spec google.11 | D Accounts | Whoever thinks better of confirming or of leaving at Google stays signed in: only a sign-in that fails leads to the
  //   login page, which ends the session | src/server/edge/google.ts
  test.each(['confirm', 'leave'])('leads whoever cancels at Google with purpose %j to a page that keeps the session', async (purpose) => {
    const flow = startFlow();
    const { state, cookiePair } = await flow.startSignIn(`?purpose=${purpose}`);
    const error = new URLSearchParams({ error: 'Sign-in with Google was cancelled.' });
    expect(locationOf(await flow.callback({ state, error: 'access_denied' }, cookiePair))).toBe(`/auth/confirmed#${error}`);
  });

  // spec s8-passwords.9
  test.each([
    ['', {}],
    ['?purpose=leave', { next: 'leave' }],
    ['?trip=0190a0c2-7b1e', { trip: '0190a0c2-7b1e' }],
    ['?purpose=leave&trip=a_B-9', { next: 'leave', trip: 'a_B-9' }],
  ])('redirects with purpose %j and a second factor without a session, with the challenge in the fragment', async (query, more) => {
    const student = await aStudent(database.db, { emailVerifiedAt: NOW });
    await anAppOf(database, student);
    const response = await startFlow({ answer: aProfile({ email: student.email }) }).signIn(query);
    const [path, fragment] = locationOf(response).split('#');
    expect([response.status, path]).toEqual([302, '/auth/callback']);
    const challenge = expect.stringMatching(/^[\w-]{43}$/);
    expect(Object.fromEntries(new URLSearchParams(fragment))).toEqual({ challenge, methods: 'totp recovery_code', ...more });
    // The session that set the app up.
    expect(await database.db.$count(sessions, eq(sessions.userId, student.id))).toBe(1);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('asks for a fresh sign-in only before leaving', async () => {
    for (const [query, isFresh] of [['?purpose=leave', true] as const, ['', false] as const]) {
      const { email } = await aStudent(database.db, { emailVerifiedAt: NOW });
      const flow = startFlow({ answer: aProfile({ email }) });
      await flow.signIn(query);
      expect([flow.requests.map((one) => one.isFresh), flow.answered]).toEqual([[isFresh], [isFresh]]);
    }
  });

  // spec google.10 | R §4.1 5 | Denied, failed, not configured, unverified, suspended, away: each its sentence at /login | src/server/edge/google.ts
  test.each([
    ['access_denied', '/login?error=Sign-in%20with%20Google%20was%20cancelled.'],
    ['temporarily_unavailable', UNAVAILABLE],
    ['server_error', UNAVAILABLE],
    ['invalid_request', FAILED],
    ['', FAILED],
    ['<script>', FAILED],
  ])('redirects the error %j to /login', async (error, location) => {
    const flow = startFlow();
    const { state, cookiePair } = await flow.startSignIn();
    expect(locationOf(await flow.callback({ state, error, code: 'a code' }, cookiePair))).toBe(location);
  });

  // spec errors.24 | C §8 Authentication | 'Login failed. Please try again.' of Google | src/shared/errors.ts
  // spec google.10
  test.each([
    ['a code that is not good', new DomainError('auth.google_failed'), FAILED],
    ['a provider that is away', new DomainError('auth.google_unavailable'), UNAVAILABLE],
    [
      'an address that is not verified',
      aProfile({ isEmailVerified: false }),
      '/login?error=Google%20has%20not%20verified%20the%20email%20address%20of%20this%20account.',
    ],
    ['our own mistake', new Error('a bug'), FAILED],
  ])('redirects to /login with a message when %s', async (_, answer, location) => {
    const before = await database.db.$count(users);
    const response = await startFlow({ answer }).signIn();
    expect([response.status, locationOf(response)]).toEqual([302, location]);
    expect(await database.db.$count(users)).toBe(before);
  });

  // spec google.10
  test('tells a suspended account whom to contact', async () => {
    const { email } = await aStudent(database.db, { status: 'suspended' });
    const location = '/login?error=This%20account%20is%20suspended.%20Please%20contact%20help%40vidya.test.';
    expect(locationOf(await startFlow({ answer: aProfile({ email }) }).signIn())).toBe(location);
  });

  test('treats a missing and an overlong code as none', async () => {
    for (const code of ['', 'x'.repeat(5000)]) {
      const flow = startFlow();
      const { state, cookiePair } = await flow.startSignIn();
      expect(locationOf(await flow.callback({ state, code }, cookiePair))).toBe(FAILED);
    }
  });

  // spec google.1
  test('accepts the state for ten minutes', async () => {
    let time = NOW.getTime();
    const flow = startFlow({ now: () => new Date(time) });
    const [early, late] = [await flow.startSignIn(), await flow.startSignIn()];
    time += 10 * MINUTE - 1;
    expect(locationOf(await flow.callback({ state: early.state, code: 'a code' }, early.cookiePair))).toMatch(/^\/register/);
    time += 1;
    expect(locationOf(await flow.callback({ state: late.state, code: 'a code' }, late.cookiePair))).toBe(FAILED);
  });

  // spec google.1
  test('accepts a state only with its cookie, and a cookie only with its state', async () => {
    const flow = startFlow();
    const before = await database.db.$count(sessions);
    const [own, foreign] = [await flow.startSignIn(), await flow.startSignIn()];
    const [id = '', expires = ''] = own.state.split('.');
    const attempts: [state: string, cookiePair: string][] = [
      [own.state, foreign.cookiePair],
      [own.state, ''],
      [own.state, 'google_sign_in='],
      [own.state, 'google_sign_in=..'],
      ['', own.cookiePair],
      [foreign.state, own.cookiePair],
      [`${id}.${Number(expires) + MINUTE}.sign-in.${own.state.split('.')[3]}`, own.cookiePair],
      [`${id}.${expires}.sign-in.`, own.cookiePair],
      [`${id}.${expires}.sign-in`, own.cookiePair],
    ];
    for (const [state, cookiePair] of attempts)
      expect(locationOf(await flow.callback({ state, code: 'a code' }, cookiePair)), `${state} ${cookiePair}`).toBe(FAILED);
    const forLeaving = `${id}.${expires}.leave.${own.state.split('.')[3]}`;
    expect(locationOf(await flow.callback({ state: forLeaving, code: 'a code' }, own.cookiePair))).toMatch(/^\/auth\/confirmed#error=/);
    expect(await database.db.$count(sessions)).toBe(before);
  });
});
