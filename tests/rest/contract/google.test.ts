import { beforeAll, describe, expect, test } from 'vitest';
import type { GoogleSignIn } from '#server/core/ports.ts';
import { useRest } from '#tests/rest/app.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, signedIn, unique } from '#tests/support/factories.ts';

const database = useDatabase();
const email = `${unique('nimal').replace(' ', '.')}@example.com`;
const google: GoogleSignIn = {
  createAuthorizationUrl: ({ state }) => new URL(`https://accounts.example/auth?${new URLSearchParams({ state })}`),
  fetchProfile: async () => ({ id: 'of nimal', email, isEmailVerified: true, name: 'Nimal Perera', photoUrl: null }),
};
const rest = useRest(database, { google });

const CALLERS = ['a visitor', 'a student', 'a tutor', 'an admin'] as const;
let tokens: Record<(typeof CALLERS)[number], string | undefined>;
beforeAll(async () => {
  tokens = {
    'a visitor': undefined,
    'a student': await rest.tokenOf(await aStudent(database.db)),
    'a tutor': await rest.tokenOf((await aTutor(database.db)).user),
    'an admin': await rest.tokenOf(await anAdmin(database.db)),
  };
});

const goalOf = (response: Response) => new URL(`${response.headers.get('location')}`, 'http://vidya.test');
const BROWSER_HEADERS = { redirect: 'manual', parseAs: 'text' } as const;

describe('a sign-in with Google', () => {
  test.each(CALLERS)('takes %s to the provider and back with a session, whatever token is sent', async (caller) => {
    const api = apiClient(rest, tokens[caller]);
    const { response: redirect } = await api.GET('/api/auth/{provider}', { params: { path: { provider: 'google' } }, ...BROWSER_HEADERS });
    expect(redirect.status).toBe(302);
    const consent = goalOf(redirect);
    expect(consent.origin).toBe('https://accounts.example');

    const query = { state: `${consent.searchParams.get('state')}`, code: 'a code' };
    const Cookie = `${redirect.headers.get('set-cookie')}`.split(';', 1)[0];
    const { response: callback } = await api.GET('/api/auth/google/callback', { params: { query }, headers: { Cookie }, ...BROWSER_HEADERS });
    expect(callback.status).toBe(302);
    const { pathname, searchParams } = goalOf(callback);
    expect([pathname, searchParams.get('isGoogleAuth'), searchParams.get('email')]).toEqual(['/register', 'true', email]);
    const { data } = await apiClient(rest, `${searchParams.get('token')}`).GET('/api/auth/me');
    expect(data?.user).toMatchObject({ email, role: null, socialProvider: 'google', emailVerified: true });
  });

  test('redirects an unknown provider to the login, answers 404 for the name of another call and 403 to a key', async () => {
    const to = (provider: string, token?: string) =>
      apiClient(rest, token).GET('/api/auth/{provider}', { params: { path: { provider } }, ...BROWSER_HEADERS });
    const { response } = await to('facebook');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login?error=Login%20failed.%20Please%20try%20again.']);
    expect((await to('login')).response.status).toBe(404);
    const { key } = await callerAs(database, await signedIn(database.db, await aStudent(database.db))).apiKeys.make({
      name: 'My program',
      scope: 'write',
    });
    expect((await to('facebook', key)).response.status).toBe(403);
  });

  test('without the cookie of this browser redirects to the login with a message', async () => {
    const { response } = await apiClient(rest).GET('/api/auth/google/callback', {
      params: { query: { state: 'forged', code: 'a code' } },
      ...BROWSER_HEADERS,
    });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('/login?error=Login%20failed.%20Please%20try%20again.');
  });
});
