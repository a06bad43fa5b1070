import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { session } from '#client/lib/session/session.ts';
import type { SecondStep } from '#shared/vocabulary/people.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { startAuthentication } from '#tests/support/fake-passkeys.ts';
import { STUDENT } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const STARTED = { token: 'a-token', user: aViewer(STUDENT) };

beforeEach(() => {
  startAuthentication.mockReset();
  vi.stubGlobal('PublicKeyCredential', class {});
});

async function secondStep(methods: SecondStep[], answers: Answers = {}) {
  const visited = await visit('/login?redirect=%2Faccount', null, {
    'auth.beginLogin': () => ({ secondStep: { challenge: 'a-challenge', methods } }),
    'auth.completeLogin': () => STARTED,
    'auth.me': () => STARTED.user,
    ...answers,
  });
  const { user } = visited;
  await user.type(await screen.findByLabelText('Email'), STUDENT.email);
  await user.type(screen.getByLabelText('Password'), 'monsoon-2026');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await screen.findByText('This account has two-step sign-in.');
  const enterCode = async (label: string, code: string) => {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, code);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
  };
  const inputs = () => visited.api.inputsOf('auth.completeLogin');
  return { ...visited, enterCode, inputs };
}

describe('the second step of a login', () => {
  test('asks for the code of the app and goes on where the login would have gone', async () => {
    const { enterCode, inputs, at } = await secondStep(['totp', 'recovery_code']);
    const code = screen.getByLabelText<HTMLInputElement>('6-digit code');
    await waitFor(() => expect(document.activeElement).toBe(code));
    expect(code.inputMode).toBe('numeric');
    expect(code.autocomplete).toBe('one-time-code');
    expect(session.token()).toBeNull();
    await enterCode('6-digit code', '123 456');
    await waitFor(() => expect(at()).toBe('/account'));
    expect(inputs()).toEqual([{ challenge: 'a-challenge', code: '123 456' }]);
    expect(session.token()).toBe('a-token');
  });

  test('shows what is wrong beside the field and leaves the code in it', async () => {
    const { enterCode, inputs } = await secondStep(['totp', 'recovery_code'], {
      'auth.completeLogin': () => Promise.reject(apiError('auth.second_factor_code', { field: 'code' })),
    });
    await enterCode('6-digit code', '12345');
    await screen.findByText('Enter the 6-digit code of your app, or a recovery code');
    expect(inputs()).toEqual([]);
    await enterCode('6-digit code', '123456');
    await screen.findByText('This code is wrong or was already used. Please enter the current one.');
    expect(screen.getByLabelText<HTMLInputElement>('6-digit code').value).toBe('123456');
    expect(session.token()).toBeNull();
  });

  test('accepts a recovery code instead', async () => {
    const { user, enterCode, inputs } = await secondStep(['totp', 'recovery_code']);
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Recovery code')));
    await enterCode('Recovery code', 'abcde-12345');
    await waitFor(() => expect(inputs()).toEqual([{ challenge: 'a-challenge', code: 'abcde-12345' }]));
  });

  test('goes back to the login with the reason once the challenge is over', async () => {
    const { enterCode } = await secondStep(['totp', 'recovery_code'], {
      'auth.completeLogin': () => Promise.reject(apiError('auth.challenge')),
    });
    await enterCode('6-digit code', '123456');
    await screen.findByRole('button', { name: 'Login' });
    await screen.findByText('This sign-in took too long or had too many wrong codes. Please start again.');
  });

  test('uses a passkey', async () => {
    startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const { user, inputs, at } = await secondStep(['passkey', 'recovery_code'], {
      'auth.passkeyLoginOptions': () => ({ challenge: 'a-challenge', options: { challenge: 'sign this' } }),
    });
    expect(screen.getByRole('main').getElementsByTagName('input')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(at()).toBe('/account'));
    expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'sign this' } });
    expect(inputs()).toEqual([{ challenge: 'a-challenge', passkey: { id: 'a-credential' } }]);
  });

  test('says when the passkey was not used and offers it again', async () => {
    startAuthentication.mockRejectedValue(new Error('NotAllowedError'));
    const { user } = await secondStep(['passkey', 'recovery_code'], {
      'auth.passkeyLoginOptions': () => ({ challenge: 'a-challenge', options: {} }),
    });
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await screen.findByText('The passkey did not work. Try again or sign in another way.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use a passkey' }).disabled).toBe(false);
  });
});

describe('a login with a passkey alone', () => {
  test('needs no address and no password', async () => {
    startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const { user, at } = await visit('/login?redirect=%2Faccount', null, {
      'auth.passkeyLoginOptions': () => ({ challenge: 'a-challenge', options: {} }),
      'auth.loginWithPasskey': () => STARTED,
      'auth.me': () => STARTED.user,
    });
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(at()).toBe('/account'));
    expect(session.token()).toBe('a-token');
  });
});
