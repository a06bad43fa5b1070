import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGoogleSignIn } from '#server/infra/google-sign-in.ts';
import { FRESH_MINUTES } from '#shared/vocabulary/account-limits.ts';
import { DEADLINES } from '#shared/vocabulary/limits.ts';

const CLIENT = { clientId: 'our-id', clientSecret: 'our-secret', redirectUrl: 'http://vidya.test/api/auth/google/callback' };
const ISSUER = 'https://accounts.google.com';
const FAILED = { code: 'auth.google_failed', message: 'Login failed. Please try again.' };
const UNAVAILABLE = { code: 'auth.google_unavailable', message: 'Sign-in with Google is not available at the moment.' };

let server: Server;
let tokenUrl: string;
let respond: (response: ServerResponse) => unknown;
let received: { authorization: string; body: URLSearchParams };

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received = { authorization: `${request.headers.authorization}`, body: new URLSearchParams(body) };
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  tokenUrl = `http://127.0.0.1:${address.port}/token`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const createGoogle = (options: { issuer?: string; tokenUrl?: string; timeoutMs?: number } = {}) =>
  createGoogleSignIn({ ...CLIENT, issuer: ISSUER, authorizationUrl: `${ISSUER}/o/oauth2/v2/auth`, tokenUrl, ...options });
const ANSWER = { code: 'the code', codeVerifier: 'the verifier', nonce: 'the nonce' };
const profile = (options = {}) => createGoogle(options).fetchProfile(ANSWER);
const respondWithJson = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const createClaims = (overrides: object = {}) => ({
  iss: ISSUER,
  aud: 'our-id',
  exp: inSeconds(3600),
  nonce: 'the nonce',
  sub: '1234567890',
  email: 'nimal@example.com',
  email_verified: true,
  name: 'Nimal Perera',
  picture: 'https://photos.example/nimal.jpg',
  ...overrides,
});
const respondWithClaims = (overrides: object = {}) =>
  respondWithJson(200, {
    access_token: 'a',
    token_type: 'Bearer',
    id_token: `${encodePart({ alg: 'RS256' })}.${encodePart(createClaims(overrides))}.c2lnbmVk`,
  });

test('the browser is sent with state, nonce and the hash of a verifier that stays secret', () => {
  const url = createGoogle().createAuthorizationUrl({ state: 'the state', codeVerifier: 'the verifier', nonce: 'the nonce' });
  expect(url.origin + url.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'our-id',
    redirect_uri: CLIENT.redirectUrl,
    scope: 'openid email profile',
    state: 'the state',
    nonce: 'the nonce',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update('the verifier').digest('base64url'),
  });
});

test('before an irreversible action the provider is asked to authenticate the person again', () => {
  const received = { state: 'the state', codeVerifier: 'the verifier', nonce: 'the nonce', isFresh: true };
  const url = createGoogle({ issuer: 'https://openid.example' }).createAuthorizationUrl(received);
  expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0']);
});

test('Google, which refuses unknown parameters, is asked to let the user choose the account', () => {
  const received = { state: 'the state', codeVerifier: 'the verifier', nonce: 'the nonce', isFresh: true };
  const url = createGoogle({ issuer: 'https://accounts.google.com' }).createAuthorizationUrl(received);
  expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['select_account', null]);
});

describe('the time of the last authentication', () => {
  const fetchProfileAt = (auth_time: unknown, isFresh: boolean) => {
    respond = respondWithClaims({ auth_time });
    return createGoogle().fetchProfile({ ...ANSWER, isFresh });
  };

  test.each([
    ['is a moment ago', inSeconds(-5)],
    ['is as long ago as it may be', inSeconds(-FRESH_MINUTES * 60)],
    ['is not told', undefined],
  ])('%s', async (_, authTime) => {
    expect(await fetchProfileAt(authTime, true)).toMatchObject({ id: '1234567890' });
  });

  test.each([
    ['is too long ago', inSeconds(-FRESH_MINUTES * 60 - 61)],
    ['is no time', String(inSeconds(0))],
  ])('%s, which only matters where it was requested', async (_, authTime) => {
    await expect(fetchProfileAt(authTime, true)).rejects.toMatchObject(FAILED);
    expect(await fetchProfileAt(authTime, false)).toMatchObject({ id: '1234567890' });
  });
});

describe('the profile from the provider', () => {
  test('the profile is fetched with the code, the verifier and the client secret', async () => {
    respond = respondWithClaims();
    expect(await profile()).toEqual({
      id: '1234567890',
      email: 'nimal@example.com',
      isEmailVerified: true,
      name: 'Nimal Perera',
      photoUrl: 'https://photos.example/nimal.jpg',
    });
    expect(Object.fromEntries(received.body)).toEqual({
      grant_type: 'authorization_code',
      code: 'the code',
      code_verifier: 'the verifier',
      redirect_uri: CLIENT.redirectUrl,
    });
    expect(received.authorization).toBe(`Basic ${Buffer.from('our-id:our-secret').toString('base64')}`);
  });

  // spec google.2
  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [null, false],
    [1, false],
    ['yes', false],
  ])('email_verified %j is %s', async (email_verified, isEmailVerified) => {
    respond = respondWithClaims({ email_verified });
    expect(await profile()).toMatchObject({ isEmailVerified });
  });

  test('a profile without a name and a photo is accepted', async () => {
    respond = respondWithClaims({ name: undefined, picture: undefined });
    expect(await profile()).toMatchObject({ name: '', photoUrl: null });
  });

  test('an issuer without the scheme and a clock that is slightly behind are accepted', async () => {
    respond = respondWithClaims({ iss: 'accounts.google.com', exp: inSeconds(-30) });
    expect(await profile()).toMatchObject({ id: '1234567890' });
  });

  test.each([
    ['another issuer', { iss: 'https://accounts.evil.example' }],
    ['no issuer', { iss: undefined }],
    ['somebody else as its reader', { aud: 'their-id' }],
    ['several readers', { aud: ['our-id', 'their-id'] }],
    ['no reader', { aud: undefined }],
    ['an end that has passed', { exp: inSeconds(-61) }],
    ['no end', { exp: undefined }],
    ['an end that is a text', { exp: String(inSeconds(3600)) }],
    ['another nonce', { nonce: 'their nonce' }],
    ['no nonce', { nonce: undefined }],
    ['nobody', { sub: undefined }],
    ['no address', { email: undefined }],
    ['an address that is a list', { email: ['nimal@example.com'] }],
  ])('a profile is refused with %s', async (_, overrides) => {
    respond = respondWithClaims(overrides);
    await expect(profile()).rejects.toMatchObject(FAILED);
  });

  test.each([
    ['a refused code', respondWithJson(400, { error: 'invalid_grant', error_description: 'Malformed auth code.' })],
    ['a token that is none', respondWithJson(200, { id_token: 'nonsense' })],
    ['no token', respondWithJson(200, { access_token: 'a' })],
    ['a page', (response: ServerResponse) => response.writeHead(200).end('<html></html>')],
    ['a refusal in words', (response: ServerResponse) => response.writeHead(400).end('no')],
  ])('%s fails', async (_, answered) => {
    respond = answered;
    await expect(profile()).rejects.toMatchObject(FAILED);
  });

  test('an error in our configuration is thrown unchanged for the log, and not reported as a failed login', async () => {
    respond = respondWithJson(401, { error: 'invalid_client' });
    await expect(profile()).rejects.toMatchObject({ message: 'OAuth request error: invalid_client', code: 'invalid_client' });
  });
});

describe('a provider that does not respond', () => {
  test.each([
    ['nobody listens', 'http://127.0.0.1:1/token'],
    ['its name is unknown', 'http://nowhere.invalid/token'],
  ])('%s', async (_, url) => {
    await expect(profile({ tokenUrl: url })).rejects.toMatchObject(UNAVAILABLE);
  });

  test.each([500, 502, 503])('a response with status %d', async (status) => {
    respond = (response) => response.writeHead(status).end();
    await expect(profile()).rejects.toMatchObject(UNAVAILABLE);
  });

  test('a response that takes too long', async () => {
    respond = () => {};
    await expect(profile({ timeoutMs: 50 })).rejects.toMatchObject(UNAVAILABLE);
  });

  test('the request is given up while there is still time to tell the user', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    respond = respondWithClaims();
    await profile();
    expect(timeout.mock.calls).toEqual([[5_000]]);
    expect(DEADLINES.requestMs).toBeGreaterThan(5_000);
    timeout.mockRestore();
  });

  test('a connection that breaks off', async () => {
    respond = (response) => response.destroy();
    await expect(profile()).rejects.toMatchObject(UNAVAILABLE);
  });
});
