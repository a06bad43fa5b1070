import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { LoginForm } from '#client/features/auth/login-form.tsx';
import { session } from '#client/lib/session/session.ts';
import { apiError, fakeApi, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { button, field, fill, press, pressTwice, render, STUDENT, shown, texts, tick, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { follow } from '#tests/support/visit.ts';

const started = { token: 'a-token', user: aViewer(STUDENT, { emailVerified: false }) };

async function login(answer: () => Promise<typeof started>) {
  const api = fakeApi({ 'auth.beginLogin': async () => ({ started: await answer() }) });
  const onDone = vi.fn();
  const onSecondStep = vi.fn();
  const { router } = await render(<LoginForm onDone={onDone} onSecondStep={onSecondStep} />, { api });
  return { api, onDone, router };
}

describe('login', () => {
  // spec login.14 | D Errors | What is wrong stands beside the field, and what was typed stays | src/client/lib/forms/field-errors.ts
  // spec validation.1 | P §5 Login | Login: a valid email, a password of at least 6 | src/shared/contracts/auth.ts
  it('says beside the field what is wrong when the field is left, and calls nobody', async () => {
    const { api } = await login(async () => started);
    await fill('Email', 'dilini');
    await shown('Please enter a valid email address');
    await fill('Password', '12345');
    await shown('Password must be at least 6 characters');
    await press('Login');
    expect(document.activeElement).toBe(field('Email'));
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
    expect(api.calls).toEqual([]);
  });

  // spec login.1 | P §2 Login, D Accounts | Email, password, and Remember me, which is ticked by default | src/client/features/auth/login-form.tsx
  // spec entities.32 | P §3 | Session: the token under `token`, the user's record beside it | src/client/lib/session/session-store.ts
  it('keeps the token and the user in local storage while Remember me is ticked, as it is by default', async () => {
    const { api, onDone } = await login(async () => started);
    expect(field('Remember me').checked).toBe(true);
    await fill('Email', 'dilini@vidya.test');
    await fill('Password', 'vidya-demo');
    await press('Login');
    await until(() => expect(onDone).toHaveBeenCalledOnce());
    expect(api.calls).toEqual([{ path: 'auth.beginLogin', input: { email: 'dilini@vidya.test', password: 'vidya-demo', rememberMe: true } }]);
    expect(localStorage.getItem('token')).toBe('a-token');
    const me = { ...STUDENT, emailVerified: false };
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(me);
    expect(session.viewer()).toEqual(me);
  });

  // spec login.2 | D Accounts | Not ticked: session storage, and 12 hours | src/client/lib/session/session-store.ts
  it('keeps them in session storage when it is not ticked', async () => {
    const { onDone } = await login(async () => started);
    await tick('Remember me');
    await fill('Email', 'dilini@vidya.test');
    await fill('Password', 'vidya-demo');
    await press('Login');
    await until(() => expect(onDone).toHaveBeenCalledOnce());
    expect([sessionStorage.getItem('token'), localStorage.getItem('token')]).toEqual(['a-token', null]);
  });

  // spec login.10 | S2 | One login, however often the button is pressed | src/client/lib/forms/use-one-at-a-time.ts
  it('is one login, however often the button is pressed', async () => {
    const { api, onDone } = await login(async () => started);
    await fill('Email', 'dilini@vidya.test');
    await fill('Password', 'vidya-demo');
    await pressTwice('Login');
    await until(() => expect(onDone).toHaveBeenCalledOnce());
    expect(api.calls).toHaveLength(1);
  });

  it('tells password managers what its fields are for', async () => {
    await login(async () => started);
    expect([field('Email').autocomplete, field('Password').autocomplete]).toEqual(['email', 'current-password']);
  });

  it('shows the password to whoever presses its button by the keyboard', async () => {
    await login(async () => started);
    const eye = button('Show password');
    expect([eye.tabIndex, field('Password').type]).toEqual([0, 'password']);
    await act(async () => eye.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    expect([eye.getAttribute('aria-pressed'), field('Password').type]).toEqual(['true', 'text']);
  });

  it('has a button for it that is as large as a finger', async () => {
    await login(async () => started);
    const size = button('Show password').closest<HTMLElement>('.mantine-PasswordInput-root')?.style.getPropertyValue('--psi-button-size');
    expect(size).toBe('2.75rem');
  });

  // spec login.11 | D Errors | After too many failures it says when to try again | src/client/lib/rpc/errors.ts
  it('says when to try again after too many wrong passwords', async () => {
    await login(() => Promise.reject(rateLimitError(540)));
    await fill('Email', 'dilini@vidya.test');
    await fill('Password', 'vidya-demo');
    await press('Login');
    await shown('Too many requests. Please try again later. You can try again in 9 minutes.');
  });

  // spec login.4 | P §2 Login | A link to Forgot password, which takes the typed address along | src/client/features/auth/login-form.tsx
  it('takes the typed address along to Forgot password', async () => {
    const { router } = await login(async () => started);
    await fill('Email', 'dilini@vidya.test');
    await follow('Forgot password?');
    await until(() => expect(router.state.location).toMatchObject({ pathname: '/forgot-password', state: { email: 'dilini@vidya.test' } }));
  });

  // spec errors.1 | C §8 | The server's sentence is shown, else the default | src/client/lib/rpc/errors.ts
  // spec errors.7 | C §8 Authentication | 'Login failed. Please try again' of the sign-in screen | src/client/features/auth/login-form.tsx
  it.each([
    ['the server’s sentence', () => Promise.reject(apiError('auth.credentials')), 'Invalid email or password'],
    ['a sentence of its own when nobody answers', () => Promise.reject(networkError()), 'Login failed. Please try again'],
  ])('shows %s and keeps what was typed', async (_, answer, sentence) => {
    const { onDone } = await login(answer);
    await fill('Email', 'dilini@vidya.test');
    await fill('Password', 'vidya-demo');
    await press('Login');
    await shown(sentence);
    expect(texts('form p')).toContain(sentence);
    expect([field('Email').value, field('Password').value]).toEqual(['dilini@vidya.test', 'vidya-demo']);
    expect(onDone).not.toHaveBeenCalled();
    expect(session.viewer()).toBeNull();
  });
});
