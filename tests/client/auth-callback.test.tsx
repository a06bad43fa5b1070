import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeGoogleStart } from '#client/lib/session/google-start.ts';
import { type Account, session } from '#client/lib/session/session.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';
import { button, field, press, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
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

async function arrive(path: string, more: Parameters<typeof visit>[2] = {}, me: Parameters<typeof visit>[1] = null) {
  const { at, router, api } = await visit(path, me, more);
  const settled = () => ({ at: at(), entries: router.history.length });
  return { at, api, settled };
}

describe('/auth/callback', () => {
  // spec callback.1 | P §2 Auth callback | Success stores token and user, then leads on by role; any other role to /register |
  //   src/client/routes/auth.callback.tsx
  it.each([
    [STUDENT, '/student/dashboard'],
    [TUTOR, '/tutor/profile'],
    [{ ...STUDENT, id: 'admin-1', role: 'admin' as const }, '/admin/dashboard'],
  ])('stores token and user, and leads on by role: $role', async (user, home) => {
    const { settled } = await arrive(callback({ token: 'g-token', user: JSON.stringify({ _id: user.id, ...user }) }), {
      'auth.me': () => viewer(user),
    });
    await until(() => expect(settled()).toEqual({ at: home, entries: 1 }));
    expect([localStorage.getItem('token'), session.viewer()?.id]).toEqual(['g-token', user.id]);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ id: user.id, name: user.name, email: user.email, role: user.role });
  });

  // spec callback.3 | R §4.1 5 | The user is read whether it was encoded once or twice | src/client/features/auth/callback.ts
  it.each([
    ['encoded twice', encodeURIComponent(sent(NOT_YET))],
    ['with its percent sign escaped', sent(NOT_YET).replaceAll('%', '\\u0025')],
    ['with its percent sign as it is', sent(NOT_YET)],
  ])('reads a user %s', async (_, user) => {
    await arrive(callback({ token: 'g-token', user }), { 'auth.me': () => viewer(NOT_YET) });
    await until(() => expect(session.viewer()).toMatchObject({ name: 'Ruwan 100%', role: null }));
  });

  // spec s8-browser.6 | S8 F | `/auth/callback` signs nobody in before the server has named the owner of the token |
  //   src/client/features/auth/callback.ts
  // spec callback.6
  it('asks the server who that is: the address is no proof', async () => {
    const { at } = await arrive(callback({ token: 'g-token', user: sent({ ...STUDENT, name: 'Mallory' }) }), { 'auth.me': () => viewer(STUDENT) });
    await until(() => expect(session.viewer()?.name).toBe(STUDENT.name));
    await until(() => expect(at()).toBe('/student/dashboard'));
  });

  // spec callback.1
  it.each([
    ['no role', NOT_YET],
    ['a role that there is not', { ...NOT_YET, role: 'owner' }],
  ])('sends a user with %s to choose one, with nothing of it in the address', async (_, user) => {
    const { settled } = await arrive(callback({ token: 'g-token', user: sent(user) }), { 'auth.me': () => viewer(NOT_YET) });
    await shown('Google Account Connected');
    expect(settled()).toEqual({ at: '/register', entries: 1 });
    expect(texts('form')[0]).toContain('ruwan@vidya.test');
    expect(localStorage.getItem('token')).toBe('g-token');
  });

  // spec callback.7 | D Accounts | A fresh sign-in for leaving comes back to /account with the dialog open | src/client/routes/auth.callback.tsx
  it('leads a fresh sign-in for leaving back to the account page', async () => {
    const { at } = await arrive(callback({ token: 'g-token', user: sent(STUDENT), next: 'leave' }), { 'auth.me': () => viewer(STUDENT) }, STUDENT);
    await until(() => expect(at()).toBe('/account?leave=true'));
    expect(session.token()).toBe('g-token');
  });

  // spec callback.7
  it('offers nobody the deletion of another account than the one they were in', async () => {
    const { at } = await arrive(
      callback({ token: 'g-token', user: sent(TUTOR), next: 'leave' }),
      { 'auth.me': owner(TUTOR, { current: STUDENT }) },
      STUDENT,
    );
    await until(() => button('Continue'));
    await press('Continue');
    await until(() => expect(at()).toBe('/tutor/profile'));
  });

  // spec callback.2 | P §2 Auth callback | An error leads to /login with it; malformed data gives the two sentences |
  //   src/client/features/auth/callback.ts
  // spec errors.25 | C §8 Authentication | 'Failed to process authentication', 'Invalid authentication response' |
  //   src/client/features/auth/callback.ts
  it.each([
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
    await shown(sentence);
    const { at, entries } = settled();
    expect(new URL(at, 'http://here').pathname).toBe('/login');
    expect([entries, at.includes('g-token'), session.token(), localStorage.getItem('token')]).toEqual([1, false, null, null]);
    expect(texts('[role=alert]')).toEqual([sentence]);
  });
});

describe('an error in the address of /login', () => {
  // spec login.7 | P §2 Login, D Accounts | An `error` parameter comes first: it clears session and token, once | src/client/routes/login.tsx
  it('ends the session and shows the sentence', async () => {
    const { at } = await visit('/login?error=Failed%20to%20process%20authentication', STUDENT);
    await shown('Failed to process authentication');
    expect([session.token(), localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null, null]);
    expect(at()).toBe('/login?error=Failed+to+process+authentication');
  });

  // spec login.8 | D Accounts | Only known sentences are shown of it | src/client/features/auth/login-notice.tsx
  it.each([
    'Google has not verified the email address of this account.',
    'Sign-in with Google is not available at the moment.',
    'This account is suspended. Please contact help@vidya.test.',
    'Login failed. Please try again.',
  ])('shows a sentence of ours: %s', async (sentence) => {
    await visit(`/login?error=${encodeURIComponent(sentence)}`, null);
    await until(() => expect(texts('[role=alert]')).toEqual([sentence]));
  });

  // spec login.8, errors.24
  it.each(['You have won, call 0900', 'This account is suspended. Please contact me@evil.test.', '1', '{"a":1}', '<b>x</b>'])(
    'shows the neutral sentence for one that is not: %s',
    async (sentence) => {
      await visit(`/login?error=${encodeURIComponent(sentence)}`, null);
      await until(() => expect(texts('[role=alert]')).toEqual(['Login failed. Please try again.']));
      expect(document.body.textContent).not.toContain('evil');
    },
  );

  // spec login.7
  it('ends no later session: what was told is told', async () => {
    const { router, at } = await visit('/login?error=x', null);
    await shown('Login failed. Please try again.');
    await act(async () => {
      signIn(TUTOR);
      await router.invalidate();
    });
    expect([session.token(), at()]).toEqual(['token-of-tutor-1', '/login?error=x']);
  });
});

describe('what Google sends to /login', () => {
  // spec login.9 | P §2 Login | isGoogleAuth=true with token, email and name leads to /register with them | src/client/routes/login.tsx
  it('goes on to registration with its values and out of the address', async () => {
    const path = '/login?isGoogleAuth=true&token=g-token&email=ruwan%40vidya.test&name=Ruwan&redirect=%2Ftutors';
    const { at, router } = await visit(path, null, { 'auth.me': () => viewer(NOT_YET) });
    await shown('Google Account Connected');
    expect([at(), router.history.length]).toEqual(['/register?redirect=%2Ftutors', 1]);
    expect(texts('form')[0]).toContain('ruwan@vidya.test');
  });

  // spec login.7
  it('comes after an error', async () => {
    const { at } = await visit('/login?error=x&isGoogleAuth=true&token=g-token&email=ruwan%40vidya.test&name=Ruwan', null);
    await shown('Login failed. Please try again.');
    expect(at()).toBe('/login?error=x');
    expect(sessionStorage.getItem('google-sign-up')).toBeNull();
  });

  // spec login.9
  it('leaves the address even where it is of no use', async () => {
    const { at } = await visit('/login?token=g-token', null);
    await until(() => field('Email'));
    expect(at()).toBe('/login');
  });
});

describe('an arrival that could be a stranger\u2019s doing', () => {
  const heading = () => texts('h1')[0];
  const stored = () => [localStorage.getItem('token'), JSON.parse(localStorage.getItem('user') ?? 'null')?.id ?? null];
  const logouts = (api: { calls: { path: string }[] }) => api.calls.filter(({ path }) => path === 'auth.logout').length;

  // spec s8-browser.7 | S8 F | It asks `Continue as NAME (address)?` where somebody else is signed in |
  //   src/client/features/auth/callback-screens.tsx
  it('of another person than who is signed in asks first, with both names, and changes nothing meanwhile', async () => {
    const { at, api } = await visit(callback({ token: 'g-token', user: sent(TUTOR) }), STUDENT, { 'auth.me': owner(TUTOR, { current: STUDENT }) });
    await until(() => button('Continue'));
    expect(heading()).toBe(`Continue as ${TUTOR.name} (${TUTOR.email})?`);
    expect(document.querySelector('main')?.textContent).toContain(`You are signed in as ${STUDENT.name} (${STUDENT.email}).`);
    expect([at(), session.token(), logouts(api)]).toEqual(['/auth/callback', 'token-of-student-1', 0]);
    expect(document.body.textContent).not.toContain('g-token');
  });

  // spec callback.6 | S2 | Whoever was signed in is replaced, on /auth/callback and on /register; the address is no proof of who it is |
  //   src/client/routes/auth.callback.tsx
  // spec s8-browser.7
  it('replaces whoever was signed in once they say Continue, here and on the server', async () => {
    const { at, api } = await visit(callback({ token: 'g-token', user: sent(TUTOR) }), STUDENT, { 'auth.me': owner(TUTOR, { current: STUDENT }) });
    await until(() => button('Continue'));
    await press('Continue');
    await until(() => expect(at()).toBe('/tutor/profile'));
    expect(logouts(api)).toBe(1);
    expect([session.viewer()?.id, ...stored()]).toEqual([TUTOR.id, 'g-token', TUTOR.id]);
  });

  // spec s8-browser.7
  it('leaves whoever stays as they are, and ends the session that came', async () => {
    const { at, api } = await visit(callback({ token: 'g-token', user: sent(TUTOR) }), STUDENT, { 'auth.me': owner(TUTOR, { current: STUDENT }) });
    await until(() => button('Stay signed in as you are'));
    await press('Stay signed in as you are');
    await until(() => expect(at()).toBe('/student/dashboard'));
    expect([session.token(), logouts(api)]).toEqual(['token-of-student-1', 1]);
  });

  // spec s8-browser.8 | S8 F | It asks where this tab did not start Google; one start expects one arrival; `/register` asks for an account that has a
  //   role | src/client/lib/session/google-start.ts
  // spec s8-browser.9 | S8 F | A start of Google counts for its own round trip: an id goes to the server and comes back with the session, and one
  //   that was abandoned lets no other token in | src/client/lib/session/google-start.ts, src/server/edge/google.ts
  it.each([
    ['did not start Google', () => sessionStorage.clear()],
    ['started it eleven minutes ago', () => sessionStorage.setItem('google-started', JSON.stringify({ at: Date.now() - 11 * 60_000, trip }))],
    ['has begun another round trip, and not come back from it', () => void storeGoogleStart()],
    ['holds something else in its place', () => sessionStorage.setItem('google-started', '"yes"')],
  ])('asks a visitor whose tab %s', async (_, prepare) => {
    prepare();
    const { settled } = await arrive(callback({ token: 'g-token', user: sent({ ...STUDENT, name: 'Mallory' }) }), {
      'auth.me': () => viewer(STUDENT),
    });
    await until(() => button('Continue'));
    expect(heading()).toBe(`Continue as ${STUDENT.name} (${STUDENT.email})?`);
    expect([settled(), session.token(), ...stored()]).toEqual([{ at: '/auth/callback', entries: 1 }, null, null, null]);
    await press('Continue');
    await until(() => expect(settled().at).toBe('/student/dashboard'));
    expect(stored()).toEqual(['g-token', STUDENT.id]);
  });

  // spec s8-browser.8
  it('signs nobody in who says Not me, and ends the session that came', async () => {
    sessionStorage.clear();
    const { at, api } = await visit(callback({ token: 'g-token', user: sent(TUTOR) }), null, { 'auth.me': () => viewer(TUTOR) });
    await until(() => button('Not me'));
    await press('Not me');
    await until(() => expect(at()).toBe('/login'));
    expect([session.token(), localStorage.getItem('token'), logouts(api)]).toEqual([null, null, 1]);
  });

  // spec s8-browser.8
  it('asks at a second arrival: one start expects one', async () => {
    const { at, router } = await visit(callback({ token: 'g-token', user: sent(STUDENT) }), null, { 'auth.me': () => viewer(STUDENT) });
    await until(() => expect(at()).toBe('/student/dashboard'));
    await act(async () => session.end());
    await act(async () => void (await router.navigate({ href: callback({ token: 'other-token', user: sent(STUDENT) }) })));
    await until(() => button('Not me'));
    expect(session.token()).toBeNull();
  });

  // spec s8-browser.8
  it('asks at /register as well, where an account has its role already', async () => {
    sessionStorage.clear();
    const { settled } = await arrive('/register?isGoogleAuth=true&token=g-token&email=x%40vidya.test&name=X', { 'auth.me': () => viewer(TUTOR) });
    await until(() => button('Continue'));
    expect([heading(), settled(), session.token()]).toEqual([
      `Continue as ${TUTOR.name} (${TUTOR.email})?`,
      { at: '/auth/callback', entries: 1 },
      null,
    ]);
    await press('Continue');
    await until(() => expect(settled().at).toBe('/tutor/profile'));
  });
});

describe('an arrival that comes to nothing', () => {
  // spec s8-browser.11 | S8 F | A garbage token, or data that is not whole, changes nothing: a visitor reads the sentence at `/login`, whoever is
  //   signed in stays so | src/client/features/auth/callback.ts
  // spec callback.6
  it('with a token that does not hold ends at login with the sentence', async () => {
    const { at } = await visit(callback({ token: 'forged', user: sent(TUTOR) }), null, { 'auth.me': () => Promise.reject(apiError('auth.expired')) });
    await shown('Invalid authentication response');
    expect(at()).toMatch(/^\/login/);
    expect([session.token(), localStorage.getItem('token')]).toEqual([null, null]);
  });

  // spec s8-browser.11
  it.each([
    ['a token that does not hold', { token: 'forged', user: sent(TUTOR) }, 'Invalid authentication response'],
    ['a user that cannot be read', { token: 'g-token', user: '{"_id":' }, 'Failed to process authentication'],
    ['no token', { user: sent(TUTOR) }, 'Invalid authentication response'],
    ['nothing at all', {}, 'Invalid authentication response'],
  ])('with %s leaves whoever is signed in as they are, and shows the sentence', async (_, params, sentence) => {
    let calls = 0;
    const { at, api } = await visit(callback(params), STUDENT, {
      'auth.me': () => (calls++ === 0 ? aViewer(STUDENT) : Promise.reject(apiError('auth.expired'))),
    });
    await shown(sentence);
    expect(texts('[role=alert]')).toEqual([sentence]);
    expect([session.token(), localStorage.getItem('token')]).toEqual(['token-of-student-1', 'token-of-student-1']);
    expect(api.calls.map(({ path }) => path)).not.toContain('auth.logout');
    await press('Stay signed in');
    await until(() => expect(at()).toBe('/student/dashboard'));
  });

  // spec s8-browser.6
  it('touches no session while nobody answers, and asks again', async () => {
    // React says itself what the page of errors has shown.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let isAway = true;
    const { at } = await visit(callback({ token: 'g-token', user: sent(STUDENT) }), null, {
      'auth.me': () => (isAway ? Promise.reject(networkError()) : viewer(STUDENT)),
    });
    await shown('This page could not be shown');
    expect([session.token(), localStorage.getItem('token')]).toEqual([null, null]);
    isAway = false;
    await press('Try Again');
    await until(() => expect(at()).toBe('/student/dashboard'));
  });
});
