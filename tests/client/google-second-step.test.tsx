import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeGoogleStart } from '#client/lib/session/google-start.ts';
import { type Account, session } from '#client/lib/session/session.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { button, field, fill, press, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const browser = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn(), WebAuthnError: class extends Error {} }));
vi.mock('@simplewebauthn/browser', () => browser);

let trip = '';
beforeEach(() => {
  trip = storeGoogleStart();
  vi.stubGlobal('PublicKeyCredential', class {});
});

const callback = (more: Record<string, string> = {}) =>
  `/auth/callback#${new URLSearchParams({ challenge: 'a-challenge', methods: 'totp recovery_code', trip, ...more })}`;

/** At a server on which the second step signs this person in. */
async function arrive(person: Account, { path = callback(), me = null as Account | null, answers = {} as Answers } = {}) {
  const visited = await visit(path, me, {
    'auth.completeLogin': () => ({ token: 'g-token', user: aViewer(person) }),
    'auth.me': (_, { token }) => aViewer(token === 'g-token' ? person : (me ?? person)),
    ...answers,
  });
  await shown('This account has two-step sign-in.');
  const sent = (procedure: string) => visited.api.calls.filter((call) => call.path === procedure).map(({ input }) => input);
  return { ...visited, sent };
}

async function enterCode(code = '123456') {
  await until(() => field('6-digit code'));
  await fill('6-digit code', code);
  await press('Continue');
}

describe('the second step after Google', () => {
  // spec s8-passwords.10 | S8 E | That page is the second step of a login, survives a reload, and asks `Continue as NAME` by the rules of an arrival
  //   without a second step | src/client/features/auth/callback-screens.tsx, src/client/features/auth/callback.ts
  it('signs in once it is done, leads home by role, and leaves nothing in the address', async () => {
    const { sent, at, router } = await arrive(TUTOR);
    expect([at(), router.history.length, session.token(), localStorage.getItem('token')]).toEqual(['/auth/callback', 1, null, null]);
    await enterCode();
    await until(() => expect(at()).toBe('/tutor/profile'));
    expect(sent('auth.completeLogin')).toEqual([{ challenge: 'a-challenge', code: '123456' }]);
    expect([session.viewer()?.id, localStorage.getItem('token')]).toEqual([TUTOR.id, 'g-token']);
    expect(JSON.stringify(sessionStorage)).not.toContain('a-challenge');
  });

  it('takes a passkey', async () => {
    browser.startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const { sent, at } = await arrive(STUDENT, {
      path: callback({ methods: 'passkey recovery_code' }),
      answers: { 'auth.passkeyLoginOptions': () => ({ challenge: 'a-challenge', options: { challenge: 'sign this' } }) },
    });
    await until(() => button('Use a passkey'));
    await press('Use a passkey');
    await until(() => expect(at()).toBe('/student/dashboard'));
    expect(sent('auth.completeLogin')).toEqual([{ challenge: 'a-challenge', passkey: { id: 'a-credential' } }]);
  });

  it('leads back to the dialog that deletes the account', async () => {
    const { at } = await arrive(STUDENT, { path: callback({ next: 'leave' }), me: STUDENT });
    await enterCode();
    await until(() => expect(at()).toBe('/account?leave=true'));
    expect(session.token()).toBe('g-token');
  });

  it('is still there after a reload, and what the tab had begun still counts', async () => {
    const first = await arrive(STUDENT);
    await act(async () => void (await first.router.navigate({ to: '/terms' })));
    await act(async () => void (await first.router.navigate({ to: '/auth/callback' })));
    await enterCode();
    await until(() => expect(first.at()).toBe('/student/dashboard'));
  });

  // spec s8-passwords.10
  it('of another person than who is signed in asks first, with both names', async () => {
    const { at } = await arrive(TUTOR, { me: STUDENT });
    await enterCode();
    await until(() => expect(texts('h1')[0]).toBe(`Continue as ${TUTOR.name} (${TUTOR.email})?`));
    expect([at(), session.token()]).toEqual(['/auth/callback', 'token-of-student-1']);
    await press('Continue');
    await until(() => expect(at()).toBe('/tutor/profile'));
    expect(session.token()).toBe('g-token');
  });

  it('asks a visitor whose tab did not start Google', async () => {
    sessionStorage.clear();
    const { at } = await arrive(STUDENT);
    await enterCode();
    await until(() => expect(texts('h1')[0]).toBe(`Continue as ${STUDENT.name} (${STUDENT.email})?`));
    expect(session.token()).toBeNull();
    await press('Not me');
    await until(() => expect(at()).toBe('/login'));
    expect(session.token()).toBeNull();
  });

  it('begins again at login with the reason once it is over', async () => {
    const { at } = await arrive(STUDENT, { answers: { 'auth.completeLogin': () => Promise.reject(apiError('auth.challenge')) } });
    await enterCode();
    await until(() => expect(at()).toBe('/login'));
    await shown('This sign-in took too long or had too many wrong codes. Please start again.');
    expect(sessionStorage.getItem('google-second-step')).toBeNull();
  });

  it('leaves whoever is signed in as they are when they go back', async () => {
    const { at } = await arrive(TUTOR, { me: STUDENT });
    await until(() => button('Stay signed in as you are'));
    await press('Stay signed in as you are');
    await until(() => expect(at()).toBe('/student/dashboard'));
    expect(session.token()).toBe('token-of-student-1');
  });

  it.each([
    ['without a challenge', '#methods=totp'],
    ['with methods that there are not', '#challenge=x&methods=sms'],
  ])('comes to nothing %s', async (_, hash) => {
    const { at } = await visit(`/auth/callback${hash}`, null);
    await shown('Invalid authentication response');
    expect(at()).toMatch(/^\/login/);
  });
});
