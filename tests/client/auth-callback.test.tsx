import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { type Me, session } from '#client/api/session.ts';
import { refused } from '#tests/support/fake-api.ts';
import { field, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const NOT_YET = { ...STUDENT, id: 'new-1', name: 'Ruwan 100%', email: 'ruwan@vidya.test', role: null };

/** As REST sends it: one id of another name, and fields that the browser does not keep. */
const sent = ({ id, ...user }: typeof STUDENT | typeof TUTOR | typeof NOT_YET | { id: string; role: string }) =>
  JSON.stringify({ _id: id, ...user, createdAt: '2026-11-21T10:00:00.000Z' });

const viewer = (person: Me) => aViewer(person, { hasPassword: false, socialProvider: 'google' });

const callback = (params: Record<string, string>) => `/auth/callback?${new URLSearchParams(params)}`;

async function arrive(path: string, more: Parameters<typeof visit>[2] = {}, me: Parameters<typeof visit>[1] = null) {
  const { at, router, api } = await visit(path, me, more);
  const settled = () => ({ at: at(), entries: router.history.length });
  return { at, api, settled };
}

describe('/auth/callback', () => {
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

  it.each([
    ['encoded twice', encodeURIComponent(sent(NOT_YET))],
    ['with its percent sign escaped', sent(NOT_YET).replaceAll('%', '\\u0025')],
    ['with its percent sign as it is', sent(NOT_YET)],
  ])('reads a user %s', async (_, user) => {
    await arrive(callback({ token: 'g-token', user }), { 'auth.me': () => viewer(NOT_YET) });
    await until(() => expect(session.viewer()).toMatchObject({ name: 'Ruwan 100%', role: null }));
  });

  it('asks the server who that is: the address is no proof', async () => {
    const { at } = await arrive(callback({ token: 'g-token', user: sent({ ...STUDENT, name: 'Mallory' }) }), { 'auth.me': () => viewer(STUDENT) });
    await until(() => expect(session.viewer()?.name).toBe(STUDENT.name));
    await until(() => expect(at()).toBe('/student/dashboard'));
  });

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

  it('leads a fresh sign-in for leaving back to the account page', async () => {
    const { at } = await arrive(callback({ token: 'g-token', user: sent(STUDENT), next: 'leave' }), { 'auth.me': () => viewer(STUDENT) }, STUDENT);
    await until(() => expect(at()).toBe('/account?leave=true'));
    expect(session.token()).toBe('g-token');
  });

  it('offers nobody the deletion of another account than the one they were in', async () => {
    const { at } = await arrive(
      callback({ token: 'g-token', user: sent(TUTOR), next: 'leave' }),
      { 'auth.me': () => viewer(session.token() === 'g-token' ? TUTOR : STUDENT) },
      STUDENT,
    );
    await until(() => expect(at()).toBe('/tutor/profile'));
  });

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
  it('ends the session and shows the sentence', async () => {
    const { at } = await visit('/login?error=Failed%20to%20process%20authentication', STUDENT);
    await shown('Failed to process authentication');
    expect([session.token(), localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null, null]);
    expect(at()).toBe('/login?error=Failed+to+process+authentication');
  });

  it.each([
    'Google has not verified the email address of this account.',
    'Sign-in with Google is not available at the moment.',
    'This account is suspended. Please contact help@vidya.test.',
    'Login failed. Please try again.',
  ])('shows a sentence of ours: %s', async (sentence) => {
    await visit(`/login?error=${encodeURIComponent(sentence)}`, null);
    await until(() => expect(texts('[role=alert]')).toEqual([sentence]));
  });

  it.each(['You have won, call 0900', 'This account is suspended. Please contact me@evil.test.', '1', '{"a":1}', '<b>x</b>'])(
    'shows the neutral sentence for one that is not: %s',
    async (sentence) => {
      await visit(`/login?error=${encodeURIComponent(sentence)}`, null);
      await until(() => expect(texts('[role=alert]')).toEqual(['Login failed. Please try again.']));
      expect(document.body.textContent).not.toContain('evil');
    },
  );

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
  it('goes on to registration with its values and out of the address', async () => {
    const path = '/login?isGoogleAuth=true&token=g-token&email=ruwan%40vidya.test&name=Ruwan&redirect=%2Ftutors';
    const { at, router } = await visit(path, null, { 'auth.me': () => viewer(NOT_YET) });
    await shown('Google Account Connected');
    expect([at(), router.history.length]).toEqual(['/register?redirect=%2Ftutors', 1]);
    expect(texts('form')[0]).toContain('ruwan@vidya.test');
  });

  it('comes after an error', async () => {
    const { at } = await visit('/login?error=x&isGoogleAuth=true&token=g-token&email=ruwan%40vidya.test&name=Ruwan', null);
    await shown('Login failed. Please try again.');
    expect(at()).toBe('/login?error=x');
    expect(sessionStorage.getItem('google-sign-up')).toBeNull();
  });

  it('leaves the address even where it is of no use', async () => {
    const { at } = await visit('/login?token=g-token', null);
    await until(() => field('Email'));
    expect(at()).toBe('/login');
  });
});

describe('a callback of another person', () => {
  it('replaces whoever was signed in', async () => {
    const { at, api } = await visit(callback({ token: 'g-token', user: sent(TUTOR) }), STUDENT, { 'auth.me': () => viewer(TUTOR) });
    await until(() => expect(at()).toBe('/tutor/profile'));
    expect(api.calls.filter(({ path }) => path === 'auth.logout')).toHaveLength(1);
    expect([session.token(), session.viewer()?.id]).toEqual(['g-token', TUTOR.id]);
  });

  it('whose token does not hold ends at login', async () => {
    const { at } = await visit(callback({ token: 'forged', user: sent(TUTOR) }), null, { 'auth.me': () => Promise.reject(refused('auth.expired')) });
    await until(() => expect(at()).toMatch(/^\/login/));
    expect(session.token()).toBeNull();
    await until(() => field('Email'));
  });
});
