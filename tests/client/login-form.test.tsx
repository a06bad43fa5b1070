import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { LoginForm } from '#client/features/auth/login-form.tsx';
import { type Account, session } from '#client/lib/session/session.ts';
import { apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { render, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const started = { token: 'a-token', user: aViewer(STUDENT, { emailVerified: false }) };

async function login(answer: () => Promise<typeof started>) {
  const api = fakeApi({ 'auth.beginLogin': async () => ({ started: await answer() }) });
  const onDone = vi.fn();
  const onSecondStep = vi.fn();
  const { user, router } = await render(<LoginForm onDone={onDone} onSecondStep={onSecondStep} />, { api });
  const enterAccount = async () => {
    await user.type(getField('Email'), 'dilini@vidya.test');
    await user.type(getField('Password'), 'vidya-demo');
  };
  return { api, user, onDone, router, enterAccount };
}

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const getLogin = () => screen.getByRole('button', { name: 'Login' });

describe('the login form', () => {
  // spec login.14 | D Errors | What is wrong stands beside the field, and what was typed stays | src/client/lib/forms/field-errors.ts
  // spec validation.1 | P §5 Login | Login: a valid email, a password of at least 6 | src/shared/contracts/auth.ts
  test('shows what is wrong beside a field that is left, and sends nothing', async () => {
    const { api, user } = await login(async () => started);
    await user.type(getField('Email'), 'dilini');
    await user.tab();
    await screen.findByText('Please enter a valid email address');
    await user.type(getField('Password'), '12345');
    await user.tab();
    await screen.findByText('Password must be at least 6 characters');
    await user.click(getLogin());
    await waitFor(() => expect(document.activeElement).toBe(getField('Email')));
    expect(getField('Email').getAttribute('aria-invalid')).toBe('true');
    expect(api.calls).toEqual([]);
  });

  // spec login.1 | P §2 Login, D Accounts | Email, password, and Remember me, which is ticked by default | src/client/features/auth/login-form.tsx
  // spec entities.32 | P §3 | Session: the token under `token`, the user's record beside it | src/client/lib/session/session-store.ts
  test('stores the token and the user in local storage while Remember me is ticked, as it is by default', async () => {
    const { api, user, onDone, enterAccount } = await login(async () => started);
    expect(getField('Remember me').checked).toBe(true);
    await enterAccount();
    await user.click(getLogin());
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(api.calls).toEqual([{ path: 'auth.beginLogin', input: { email: 'dilini@vidya.test', password: 'vidya-demo', rememberMe: true } }]);
    expect(localStorage.getItem('token')).toBe('a-token');
    const me = { ...STUDENT, emailVerified: false };
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(me);
    expect(session.viewer()).toEqual(me);
  });

  // spec login.2 | D Accounts | Not ticked: session storage, and 12 hours | src/client/lib/session/session-store.ts
  test('stores them in session storage when it is not ticked', async () => {
    const { user, onDone, enterAccount } = await login(async () => started);
    await user.click(getField('Remember me'));
    await enterAccount();
    await user.click(getLogin());
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect([sessionStorage.getItem('token'), localStorage.getItem('token')]).toEqual(['a-token', null]);
  });

  // spec login.10 | S2 | One login, however often the button is pressed | src/client/lib/forms/use-one-at-a-time.ts
  test('sends one login, however often the button is pressed', async () => {
    const { api, onDone, enterAccount } = await login(async () => started);
    await enterAccount();
    const button = getLogin();
    await act(async () => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(api.calls).toHaveLength(1);
  });

  test('tells password managers what its fields are for', async () => {
    await login(async () => started);
    expect([getField('Email').autocomplete, getField('Password').autocomplete]).toEqual(['email', 'current-password']);
  });

  test('shows the password when its button is pressed by the keyboard', async () => {
    const { user } = await login(async () => started);
    const eye = screen.getByRole('button', { name: 'Show password' });
    expect([eye.tabIndex, getField('Password').type]).toEqual([0, 'password']);
    await act(async () => eye.focus());
    await user.keyboard('{Enter}');
    expect([eye.getAttribute('aria-pressed'), getField('Password').type]).toEqual(['true', 'text']);
  });

  test('has a button for that which is as large as a finger', async () => {
    await login(async () => started);
    const eye = screen.getByRole('button', { name: 'Show password' });
    expect(eye.closest<HTMLElement>('[style*="--psi-button-size"]')?.style.getPropertyValue('--psi-button-size')).toBe('2.75rem');
  });

  // spec login.11 | D Errors | After too many failures it says when to try again | src/client/lib/rpc/errors.ts
  test('says when to try again after too many wrong passwords', async () => {
    const { user, enterAccount } = await login(() => Promise.reject(rateLimitError(540)));
    await enterAccount();
    await user.click(getLogin());
    await screen.findByText('Too many requests. Please try again later. You can try again in 9 minutes.');
  });

  // spec login.4 | P §2 Login | A link to Forgot password, which takes the typed address along | src/client/features/auth/login-form.tsx
  test('takes the typed address along to Forgot password', async () => {
    const { user, router } = await login(async () => started);
    await user.type(getField('Email'), 'dilini@vidya.test');
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/forgot-password', state: { email: 'dilini@vidya.test' } }));
  });

  // spec errors.1 | C §8 | The server's sentence is shown, else the default | src/client/lib/rpc/errors.ts
  // spec errors.7 | C §8 Authentication | 'Login failed. Please try again' of the sign-in screen | src/client/features/auth/login-form.tsx
  test.each([
    ['the server’s sentence', () => Promise.reject(apiError('auth.credentials')), 'Invalid email or password'],
    ['a sentence of its own when nobody answers', () => Promise.reject(networkError()), 'Login failed. Please try again'],
  ])('shows %s and leaves the fields as they are', async (_, answer, message) => {
    const { user, onDone, enterAccount } = await login(answer);
    await enterAccount();
    await user.click(getLogin());
    expect((await screen.findByText(message)).closest('form')).not.toBeNull();
    expect([getField('Email').value, getField('Password').value]).toEqual(['dilini@vidya.test', 'vidya-demo']);
    expect(onDone).not.toHaveBeenCalled();
    expect(session.viewer()).toBeNull();
  });
});

// spec states.58
describe('a login over a session that another tab has begun', () => {
  const logInHere = async (isHeard: boolean, owner: Account) => {
    const loggedOut: unknown[] = [];
    const { user } = await visit('/login', null, {
      'auth.beginLogin': () => ({ started }),
      'auth.me': (_, { token }) => aViewer(token === 'theirs' ? owner : STUDENT),
      'auth.logout': (_, { token }) => {
        loggedOut.push(token);
        return { message: 'Logged out successfully' };
      },
    });
    await user.type(await screen.findByLabelText('Email'), 'dilini@vidya.test');
    await user.type(getField('Password'), 'vidya-demo');
    localStorage.setItem('user', JSON.stringify(owner));
    localStorage.setItem('token', 'theirs');
    if (isHeard) await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage })));
    for (const key of ['message thread-1', 'unsent x']) localStorage.setItem(`draft:${owner.id}:${key}`, 'Good morning');
    await user.click(getLogin());
    await waitFor(() => expect(session.token()).toBe('a-token'));
    return { loggedOut, listDrafts: () => Object.keys(localStorage).filter((key) => key.startsWith('draft:')) };
  };

  test.each([true, false])('ends that one on the server, and removes what its person typed (heard of: %s)', async (isHeard) => {
    const { loggedOut, listDrafts } = await logInHere(isHeard, TUTOR);
    expect([loggedOut, listDrafts(), session.viewer()?.id]).toEqual([['theirs'], [], STUDENT.id]);
  });

  test('keeps what the same person has typed', async () => {
    const { loggedOut, listDrafts } = await logInHere(true, STUDENT);
    expect([loggedOut, listDrafts().length]).toEqual([['theirs'], 2]);
  });
});
