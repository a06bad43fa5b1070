import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storeGoogleStart } from '#client/lib/session/google-start.ts';
import { type Account, session } from '#client/lib/session/session.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { startAuthentication } from '#tests/support/fake-passkeys.ts';
import { STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

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
  await screen.findByText('This account has two-step sign-in.');
  const { user, api } = visited;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const enterCode = async () => {
    await user.type(await screen.findByLabelText('6-digit code'), '123456');
    await press('Continue');
  };
  return { ...visited, press, enterCode, sent: api.inputsOf };
}

const waitForQuestion = ({ name, email }: Account) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Continue as ${name} (${email})?`));

describe('the second step after Google', () => {
  // spec s8-passwords.10 | S8 E | That page is the second step of a login, survives a reload, and asks `Continue as NAME` by the rules of an arrival
  //   without a second step | src/client/features/auth/callback-screens.tsx, src/client/features/auth/callback.ts
  test('signs in once it is done, leads home by role, and leaves nothing in the address', async () => {
    const { sent, at, router, enterCode } = await arrive(TUTOR);
    expect([at(), router.history.length, session.token(), localStorage.getItem('token')]).toEqual(['/auth/callback', 1, null, null]);
    await enterCode();
    await waitFor(() => expect(at()).toBe('/tutor/profile'));
    expect(sent('auth.completeLogin')).toEqual([{ challenge: 'a-challenge', code: '123456' }]);
    expect([session.viewer()?.id, localStorage.getItem('token')]).toEqual([TUTOR.id, 'g-token']);
    expect(JSON.stringify(sessionStorage)).not.toContain('a-challenge');
  });

  test('takes a passkey', async () => {
    startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const { sent, at, press } = await arrive(STUDENT, {
      path: callback({ methods: 'passkey recovery_code' }),
      answers: { 'auth.passkeyLoginOptions': () => ({ challenge: 'a-challenge', options: { challenge: 'sign this' } }) },
    });
    await press('Use a passkey');
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
    expect(sent('auth.completeLogin')).toEqual([{ challenge: 'a-challenge', passkey: { id: 'a-credential' } }]);
  });

  test('leads back to the dialog that deletes the account', async () => {
    const { at, enterCode } = await arrive(STUDENT, { path: callback({ next: 'leave' }), me: STUDENT });
    await enterCode();
    await waitFor(() => expect(at()).toBe('/account?leave=true'));
    expect(session.token()).toBe('g-token');
  });

  test('is still there after a reload, and what the tab had begun still counts', async () => {
    const { at, router, enterCode } = await arrive(STUDENT);
    await act(async () => void (await router.navigate({ to: '/terms' })));
    await act(async () => void (await router.navigate({ to: '/auth/callback' })));
    await enterCode();
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
  });

  // spec s8-passwords.10
  test('of another person than who is signed in asks first, with both names', async () => {
    const { at, press, enterCode } = await arrive(TUTOR, { me: STUDENT });
    await enterCode();
    await waitForQuestion(TUTOR);
    expect([at(), session.token()]).toEqual(['/auth/callback', 'token-of-student-1']);
    await press('Continue');
    await waitFor(() => expect(at()).toBe('/tutor/profile'));
    expect(session.token()).toBe('g-token');
  });

  test('asks a visitor whose tab did not start Google', async () => {
    sessionStorage.clear();
    const { at, press, enterCode } = await arrive(STUDENT);
    await enterCode();
    await waitForQuestion(STUDENT);
    expect(session.token()).toBeNull();
    await press('Not me');
    await waitFor(() => expect(at()).toBe('/login'));
    expect(session.token()).toBeNull();
  });

  test('begins again at login with the reason once it is over', async () => {
    const { at, enterCode } = await arrive(STUDENT, { answers: { 'auth.completeLogin': () => Promise.reject(apiError('auth.challenge')) } });
    await enterCode();
    await waitFor(() => expect(at()).toBe('/login'));
    await screen.findByText('This sign-in took too long or had too many wrong codes. Please start again.');
    expect(sessionStorage.getItem('google-second-step')).toBeNull();
  });

  test('leaves whoever is signed in as they are when they go back', async () => {
    const { at, press } = await arrive(TUTOR, { me: STUDENT });
    await press('Stay signed in as you are');
    await waitFor(() => expect(at()).toBe('/student/dashboard'));
    expect(session.token()).toBe('token-of-student-1');
  });

  test.each([
    ['without a challenge', '#methods=totp'],
    ['with methods that there are not', '#challenge=x&methods=sms'],
  ])('comes to nothing %s', async (_, hash) => {
    const { at } = await visit(`/auth/callback${hash}`, null);
    await screen.findByText('Invalid authentication response');
    expect(at()).toMatch(/^\/login/);
  });
});
