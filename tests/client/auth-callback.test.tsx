import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storeGoogleStart } from '#client/lib/session/google-start.ts';
import { type Account, session } from '#client/lib/session/session.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const NOT_YET = { ...STUDENT, id: 'new-1', name: 'Ruwan 100%', email: 'ruwan@vidya.test', role: null };

/** As REST sends it: one id of another name, and fields that the browser does not keep. */
const sent = ({ id, ...user }: typeof STUDENT | typeof TUTOR | typeof NOT_YET | { id: string; role: string }) =>
  JSON.stringify({ _id: id, ...user, createdAt: '2026-11-21T10:00:00.000Z' });

const viewer = (person: Account) => aViewer(person, { hasPassword: false, socialProvider: 'google' });

let trip = '';
const callback = (params: Record<string, string>) => `/auth/callback?${new URLSearchParams({ ...params, trip })}`;

/** Both the check at start-up and the page ask, each with a token of its own. */
const owner =
  (person: Account, { current }: { current: Account }) =>
  (_: unknown, { token }: { token: unknown }) =>
    viewer(token === 'g-token' ? person : current);

beforeEach(() => {
  trip = storeGoogleStart();
});

async function arrive(path: string, me: Account | null = null, answers: Answers = {}) {
  const visited = await visit(path, me, answers);
  const { at, user, router } = visited;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { ...visited, press, settled: () => ({ at: at(), entries: router.history.length }) };
}

const findButton = (name: string) => screen.findByRole('button', { name });
const listAlerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const expectConnected = async (email: string) => {
  await screen.findByText('Google Account Connected');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next Step' }).form?.textContent).toContain(email);
};

describe('/auth/callback', () => {
  // spec callback.1 | P §2 Auth callback | Success stores token and user, then leads on by role; any other role to /register |
  //   src/client/routes/auth.callback.tsx
  test.each([
    [STUDENT, '/student/dashboard'],
    [TUTOR, '/tutor/profile'],
    [{ ...STUDENT, id: 'admin-1', role: 'admin' as const }, '/admin/dashboard'],
  ])('stores token and user, and leads on by role: $role', async (user, home) => {
    const { settled } = await arrive(callback({ token: 'g-token', user: JSON.stringify({ _id: user.id, ...user }) }), null, {
      'auth.me': () => viewer(user),
    });
    await waitFor(() => expect(settled()).toEqual({ at: home, entries: 1 }));
    expect([localStorage.getItem('token'), session.viewer()?.id]).toEqual(['g-token', user.id]);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: user.id, name: user.name, email: user.email, role: user.role });
  });

  // spec callback.3 | R §4.1 5 | The user is read whether it was encoded once or twice | src/client/features/auth/callback.ts
  test.each([
    ['encoded twice', encodeURIComponent(sent(NOT_YET))],
    ['with its percent sign escaped', sent(NOT_YET).replaceAll('%', '\\u0025')],
    ['with its percent sign as it is', sent(NOT_YET)],
  ])('reads a user %s', async (_, user) => {
    await arrive(callback({ token: 'g-token', user }), null, { 'auth.me': () => viewer(NOT_YET) });
    await waitFor(() => expect(session.viewer()).toMatchObject({ name: 'Ruwan 100%', role: null }));
  });

  // spec s8-browser.6 | S8 F | `/auth/callback` signs nobody in before the server has named the owner of the token |
  //   src/client/features/auth/callback.ts
  // spec callback.6
  test('asks the server who that is: the address is no proof', async () => {
    const { at } = await arrive(callback({ token: 'g-token', user: sent({ ...STUDENT, name: 'Mallory' }) }), null, {
      'auth.me': () => viewer(STUDENT),
    });
    await waitFor(() => expect(session.viewer()?.name).toBe(STUDENT.name));
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
  });

  // spec callback.1
  test.each([
    ['no role', NOT_YET],
    ['a role that there is not', { ...NOT_YET, role: 'owner' }],
  ])('sends a user with %s to choose one, with nothing of it in the address', async (_, user) => {
    const { settled } = await arrive(callback({ token: 'g-token', user: sent(user) }), null, { 'auth.me': () => viewer(NOT_YET) });
    await expectConnected('ruwan@vidya.test');
    expect(settled()).toEqual({ at: '/register', entries: 1 });
    expect(localStorage.getItem('token')).toBe('g-token');
  });

  // spec callback.7 | D Accounts | A fresh sign-in for leaving comes back to /account with the dialog open | src/client/routes/auth.callback.tsx
  test('leads a fresh sign-in for leaving back to the account page', async () => {
    const { at } = await arrive(callback({ token: 'g-token', user: sent(STUDENT), next: 'leave' }), STUDENT, { 'auth.me': () => viewer(STUDENT) });
    await waitFor(() => expect(at()).toBe('/account?leave=true'));
    expect(session.token()).toBe('g-token');
  });

  // spec callback.7
  test('offers nobody the deletion of another account than the one they were in', async () => {
    const { at, press } = await arrive(callback({ token: 'g-token', user: sent(TUTOR), next: 'leave' }), STUDENT, {
      'auth.me': owner(TUTOR, { current: STUDENT }),
    });
    await press('Continue');
    await waitFor(() => expect(at()).toBe('/tutor/profile'));
  });

  // spec callback.2 | P §2 Auth callback | An error leads to /login with it; malformed data gives the two sentences |
  //   src/client/features/auth/callback.ts
  // spec errors.25 | C §8 Authentication | 'Failed to process authentication', 'Invalid authentication response' |
  //   src/client/features/auth/callback.ts
  test.each([
    ['an error', { error: 'Sign-in with Google was cancelled.', token: 'g-token' }, 'Sign-in with Google was cancelled.'],
    ['a user that cannot be read', { token: 'g-token', user: '{"_id":' }, 'Failed to process authentication'],
    ['a user that is wrongly encoded', { token: 'g-token', user: '%E0%A4%A' }, 'Failed to process authentication'],
    ['no token', { user: sent(STUDENT) }, 'Invalid authentication response'],
    ['no user', { token: 'g-token' }, 'Invalid authentication response'],
    ['an empty user', { token: 'g-token', user: '' }, 'Invalid authentication response'],
    ['a user without an id', { token: 'g-token', user: '{"name":"N","email":"n@vidya.test","role":"student"}' }, 'Invalid authentication response'],
    ['a user that is a list', { token: 'g-token', user: '[1]' }, 'Invalid authentication response'],
    ['nothing at all', {}, 'Invalid authentication response'],
  ])('goes to login with the sentence for %s, and signs nobody in', async (_, params, sentence) => {
    const { settled } = await arrive(callback(params));
    await screen.findByText(sentence);
    const { at, entries } = settled();
    expect(new URL(at, 'http://here').pathname).toBe('/login');
    expect([entries, at.includes('g-token'), session.token(), localStorage.getItem('token')]).toEqual([1, false, null, null]);
    expect(listAlerts()).toEqual([sentence]);
  });
});

describe('an error in the address of /login', () => {
  // spec login.7 | P §2 Login, D Accounts | An `error` parameter comes first: it clears session and token, once | src/client/routes/login.tsx
  test('ends the session and shows the sentence', async () => {
    const { at } = await arrive('/login?error=Failed%20to%20process%20authentication', STUDENT);
    await screen.findByText('Failed to process authentication');
    expect([session.token(), localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null, null]);
    expect(at()).toBe('/login?error=Failed+to+process+authentication');
  });

  // spec login.8 | D Accounts | Only known sentences are shown of it | src/client/features/auth/login-notice.tsx
  test.each([
    'Google has not verified the email address of this account.',
    'Sign-in with Google is not available at the moment.',
    'This account is suspended. Please contact help@vidya.test.',
    'Login failed. Please try again.',
  ])('shows a sentence of ours: %s', async (sentence) => {
    await arrive(`/login?error=${encodeURIComponent(sentence)}`);
    await waitFor(() => expect(listAlerts()).toEqual([sentence]));
  });

  // spec login.8, errors.24
  test.each(['You have won, call 0900', 'This account is suspended. Please contact me@evil.test.', '1', '{"a":1}', '<b>x</b>'])(
    'shows the neutral sentence for one that is not: %s',
    async (sentence) => {
      await arrive(`/login?error=${encodeURIComponent(sentence)}`);
      await waitFor(() => expect(listAlerts()).toEqual(['Login failed. Please try again.']));
      expect(document.body.textContent).not.toContain('evil');
    },
  );

  // spec login.7
  test('ends no later session: what was told is told', async () => {
    const { router, at } = await arrive('/login?error=x');
    await screen.findByText('Login failed. Please try again.');
    await act(async () => {
      signIn(TUTOR);
      await router.invalidate();
    });
    expect([session.token(), at()]).toEqual(['token-of-tutor-1', '/login?error=x']);
  });
});

describe('what Google sends to /login', () => {
  // spec login.9 | P §2 Login | isGoogleAuth=true with token, email and name leads to /register with them | src/client/routes/login.tsx
  test('goes on to registration with its values and out of the address', async () => {
    const path = '/login?isGoogleAuth=true&token=g-token&email=ruwan%40vidya.test&name=Ruwan&redirect=%2Ftutors';
    const { at, router } = await arrive(path, null, { 'auth.me': () => viewer(NOT_YET) });
    await expectConnected('ruwan@vidya.test');
    expect([at(), router.history.length]).toEqual(['/register?redirect=%2Ftutors', 1]);
  });

  // spec login.7
  test('comes after an error', async () => {
    const { at } = await arrive('/login?error=x&isGoogleAuth=true&token=g-token&email=ruwan%40vidya.test&name=Ruwan');
    await screen.findByText('Login failed. Please try again.');
    expect(at()).toBe('/login?error=x');
    expect(sessionStorage.getItem('google-sign-up')).toBeNull();
  });

  // spec login.9
  test('leaves the address even where it is of no use', async () => {
    const { at } = await arrive('/login?token=g-token');
    await screen.findByLabelText('Email');
    expect(at()).toBe('/login');
  });
});

describe('an arrival that could be a stranger\u2019s doing', () => {
  const getHeading = () => screen.getByRole('heading', { level: 1 }).textContent;
  const stored = () => [localStorage.getItem('token'), JSON.parse(localStorage.getItem('user') ?? 'null')?.id ?? null];
  const logouts = (api: { calls: { path: string }[] }) => api.calls.filter(({ path }) => path === 'auth.logout').length;

  // spec s8-browser.7 | S8 F | It asks `Continue as NAME (address)?` where somebody else is signed in |
  //   src/client/features/auth/callback-screens.tsx
  test('of another person than who is signed in asks first, with both names, and changes nothing meanwhile', async () => {
    const { at, api } = await arrive(callback({ token: 'g-token', user: sent(TUTOR) }), STUDENT, { 'auth.me': owner(TUTOR, { current: STUDENT }) });
    await findButton('Continue');
    expect(getHeading()).toBe(`Continue as ${TUTOR.name} (${TUTOR.email})?`);
    expect(screen.getByRole('main').textContent).toContain(`You are signed in as ${STUDENT.name} (${STUDENT.email}).`);
    expect([at(), session.token(), logouts(api)]).toEqual(['/auth/callback', 'token-of-student-1', 0]);
    expect(document.body.textContent).not.toContain('g-token');
  });

  // spec callback.6 | S2 | Whoever was signed in is replaced, on /auth/callback and on /register; the address is no proof of who it is |
  //   src/client/routes/auth.callback.tsx
  // spec s8-browser.7
  test('replaces whoever was signed in once they say Continue, here and on the server', async () => {
    const { at, api, press } = await arrive(callback({ token: 'g-token', user: sent(TUTOR) }), STUDENT, {
      'auth.me': owner(TUTOR, { current: STUDENT }),
    });
    await press('Continue');
    await waitFor(() => expect(at()).toBe('/tutor/profile'));
    expect(logouts(api)).toBe(1);
    expect([session.viewer()?.id, ...stored()]).toEqual([TUTOR.id, 'g-token', TUTOR.id]);
  });

  // spec s8-browser.7
  test('leaves whoever stays as they are, and ends the session that came', async () => {
    const { at, api, press } = await arrive(callback({ token: 'g-token', user: sent(TUTOR) }), STUDENT, {
      'auth.me': owner(TUTOR, { current: STUDENT }),
    });
    await press('Stay signed in as you are');
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
    expect([session.token(), logouts(api)]).toEqual(['token-of-student-1', 1]);
  });

  // spec s8-browser.8 | S8 F | It asks where this tab did not start Google; one start expects one arrival; `/register` asks for an account that has a
  //   role | src/client/lib/session/google-start.ts
  // spec s8-browser.9 | S8 F | A start of Google counts for its own round trip: an id goes to the server and comes back with the session, and one
  //   that was abandoned lets no other token in | src/client/lib/session/google-start.ts, src/server/edge/google.ts
  test.each([
    ['did not start Google', () => sessionStorage.clear()],
    ['started it eleven minutes ago', () => sessionStorage.setItem('google-started', JSON.stringify({ at: Date.now() - 11 * 60_000, trip }))],
    ['has begun another round trip, and not come back from it', () => void storeGoogleStart()],
    ['holds something else in its place', () => sessionStorage.setItem('google-started', '"yes"')],
  ])('asks a visitor whose tab %s', async (_, prepare) => {
    prepare();
    const { settled, press } = await arrive(callback({ token: 'g-token', user: sent({ ...STUDENT, name: 'Mallory' }) }), null, {
      'auth.me': () => viewer(STUDENT),
    });
    await findButton('Continue');
    expect(getHeading()).toBe(`Continue as ${STUDENT.name} (${STUDENT.email})?`);
    expect([settled(), session.token(), ...stored()]).toEqual([{ at: '/auth/callback', entries: 1 }, null, null, null]);
    await press('Continue');
    await waitFor(() => expect(settled().at).toBe('/student/dashboard'));
    expect(stored()).toEqual(['g-token', STUDENT.id]);
  });

  // spec s8-browser.8
  test('signs nobody in who says Not me, and ends the session that came', async () => {
    sessionStorage.clear();
    const { at, api, press } = await arrive(callback({ token: 'g-token', user: sent(TUTOR) }), null, { 'auth.me': () => viewer(TUTOR) });
    await press('Not me');
    await waitFor(() => expect(at()).toBe('/login'));
    expect([session.token(), localStorage.getItem('token'), logouts(api)]).toEqual([null, null, 1]);
  });

  // spec s8-browser.8
  test('asks at a second arrival: one start expects one', async () => {
    const { at, router } = await arrive(callback({ token: 'g-token', user: sent(STUDENT) }), null, { 'auth.me': () => viewer(STUDENT) });
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
    await act(async () => session.end());
    await act(async () => void (await router.navigate({ href: callback({ token: 'other-token', user: sent(STUDENT) }) })));
    await findButton('Not me');
    expect(session.token()).toBeNull();
  });

  // spec s8-browser.8
  test('asks at /register as well, where an account has its role already', async () => {
    sessionStorage.clear();
    const { settled, press } = await arrive('/register?isGoogleAuth=true&token=g-token&email=x%40vidya.test&name=X', null, {
      'auth.me': () => viewer(TUTOR),
    });
    await findButton('Continue');
    expect([getHeading(), settled(), session.token()]).toEqual([
      `Continue as ${TUTOR.name} (${TUTOR.email})?`,
      { at: '/auth/callback', entries: 1 },
      null,
    ]);
    await press('Continue');
    await waitFor(() => expect(settled().at).toBe('/tutor/profile'));
  });
});

describe('an arrival that comes to nothing', () => {
  // spec s8-browser.11 | S8 F | A garbage token, or data that is not whole, changes nothing: a visitor reads the sentence at `/login`, whoever is
  //   signed in stays so | src/client/features/auth/callback.ts
  // spec callback.6
  test('with a token that does not hold ends at login with the sentence', async () => {
    const { at } = await arrive(callback({ token: 'forged', user: sent(TUTOR) }), null, {
      'auth.me': () => Promise.reject(apiError('auth.expired')),
    });
    await screen.findByText('Invalid authentication response');
    expect(at()).toMatch(/^\/login/);
    expect([session.token(), localStorage.getItem('token')]).toEqual([null, null]);
  });

  // spec s8-browser.11
  test.each([
    ['a token that does not hold', { token: 'forged', user: sent(TUTOR) }, 'Invalid authentication response'],
    ['a user that cannot be read', { token: 'g-token', user: '{"_id":' }, 'Failed to process authentication'],
    ['no token', { user: sent(TUTOR) }, 'Invalid authentication response'],
    ['nothing at all', {}, 'Invalid authentication response'],
  ])('with %s leaves whoever is signed in as they are, and shows the sentence', async (_, params, sentence) => {
    let calls = 0;
    const { at, api, press } = await arrive(callback(params), STUDENT, {
      'auth.me': () => (calls++ === 0 ? aViewer(STUDENT) : Promise.reject(apiError('auth.expired'))),
    });
    await screen.findByText(sentence);
    expect(listAlerts()).toEqual([sentence]);
    expect([session.token(), localStorage.getItem('token')]).toEqual(['token-of-student-1', 'token-of-student-1']);
    expect(api.calls.map(({ path }) => path)).not.toContain('auth.logout');
    await press('Stay signed in');
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
  });

  // spec s8-browser.6
  test('touches no session while nobody answers, and asks again', async () => {
    // React says itself what the page of errors has shown.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let isAway = true;
    const { at, press } = await arrive(callback({ token: 'g-token', user: sent(STUDENT) }), null, {
      'auth.me': () => (isAway ? Promise.reject(networkError()) : viewer(STUDENT)),
    });
    await screen.findByText('This page could not be shown');
    expect([session.token(), localStorage.getItem('token')]).toEqual([null, null]);
    isAway = false;
    await press('Try Again');
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
  });
});
