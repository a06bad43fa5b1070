import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '#client/lib/session/session.ts';
import type { SecondStep } from '#shared/vocabulary/people.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { button, field, fill, press, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { aViewer } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const browser = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn(), WebAuthnError: class extends Error {} }));
vi.mock('@simplewebauthn/browser', () => browser);

const STARTED = { token: 'a-token', user: aViewer(STUDENT) };

beforeEach(() => {
  browser.startAuthentication.mockReset();
  vi.stubGlobal('PublicKeyCredential', class {});
});

async function secondStep(methods: SecondStep[], answers: Answers = {}) {
  const visited = await visit('/login?redirect=%2Faccount', null, {
    'auth.beginLogin': () => ({ secondStep: { challenge: 'a-challenge', methods } }),
    'auth.completeLogin': () => STARTED,
    'auth.me': () => STARTED.user,
    ...answers,
  });
  await until(() => button('Login'));
  await fill('Email', STUDENT.email);
  await fill('Password', 'monsoon-2026');
  await press('Login');
  await shown('This account has two-step sign-in.');
  const sent = (path: string) => visited.api.calls.filter((call) => call.path === path).map(({ input }) => input);
  return { ...visited, sent };
}

describe('the second step of a login', () => {
  it('asks for the code of the app, and leads on where the login would have', async () => {
    const { sent, at } = await secondStep(['totp', 'recovery_code']);
    await until(() => expect(document.activeElement).toBe(field('6-digit code')));
    expect(field('6-digit code').inputMode).toBe('numeric');
    expect(field('6-digit code').autocomplete).toBe('one-time-code');
    expect(session.token()).toBeNull();
    await fill('6-digit code', '123 456');
    await press('Continue');
    await until(() => expect(at()).toBe('/account'));
    expect(sent('auth.completeLogin')).toEqual([{ challenge: 'a-challenge', code: '123 456' }]);
    expect(session.token()).toBe('a-token');
  });

  it('says beside the field what is wrong, and keeps what was typed', async () => {
    const { sent } = await secondStep(['totp', 'recovery_code'], {
      'auth.completeLogin': () => Promise.reject(apiError('auth.second_factor_code', { field: 'code' })),
    });
    await fill('6-digit code', '12345');
    await press('Continue');
    await shown('Enter the 6-digit code of your app, or a recovery code');
    expect(sent('auth.completeLogin')).toEqual([]);
    await fill('6-digit code', '123456');
    await press('Continue');
    await shown('This code is wrong or was already used. Please enter the current one.');
    expect(field('6-digit code').value).toBe('123456');
    expect(session.token()).toBeNull();
  });

  it('takes a recovery code instead', async () => {
    const { sent } = await secondStep(['totp', 'recovery_code']);
    await press('Use a recovery code');
    await until(() => expect(document.activeElement).toBe(field('Recovery code')));
    await fill('Recovery code', 'abcde-12345');
    await press('Continue');
    await until(() => expect(sent('auth.completeLogin')).toEqual([{ challenge: 'a-challenge', code: 'abcde-12345' }]));
  });

  it('begins again with the reason once it is over', async () => {
    await secondStep(['totp', 'recovery_code'], { 'auth.completeLogin': () => Promise.reject(apiError('auth.challenge')) });
    await fill('6-digit code', '123456');
    await press('Continue');
    await until(() => button('Login'));
    await shown('This sign-in took too long or had too many wrong codes. Please start again.');
  });

  it('uses a passkey', async () => {
    browser.startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const { sent, at } = await secondStep(['passkey', 'recovery_code'], {
      'auth.passkeyLoginOptions': () => ({ challenge: 'a-challenge', options: { challenge: 'sign this' } }),
    });
    expect(texts('main input')).toEqual([]);
    await press('Use a passkey');
    await until(() => expect(at()).toBe('/account'));
    expect(browser.startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'sign this' } });
    expect(sent('auth.completeLogin')).toEqual([{ challenge: 'a-challenge', passkey: { id: 'a-credential' } }]);
  });

  it('says when the passkey was not used, and offers it again', async () => {
    browser.startAuthentication.mockRejectedValue(new Error('NotAllowedError'));
    await secondStep(['passkey', 'recovery_code'], {
      'auth.passkeyLoginOptions': () => ({ challenge: 'a-challenge', options: {} }),
    });
    await press('Use a passkey');
    await shown('The passkey was not used. Please try again, or choose another way.');
    expect(button('Use a passkey').disabled).toBe(false);
  });
});

describe('a login with a passkey alone', () => {
  it('needs no address and no password', async () => {
    browser.startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const visited = await visit('/login?redirect=%2Faccount', null, {
      'auth.passkeyLoginOptions': () => ({ challenge: 'a-challenge', options: {} }),
      'auth.loginWithPasskey': () => STARTED,
      'auth.me': () => STARTED.user,
    });
    await until(() => button('Sign in with a passkey'));
    await press('Sign in with a passkey');
    await until(() => expect(visited.at()).toBe('/account'));
    expect(session.token()).toBe('a-token');
  });
});
