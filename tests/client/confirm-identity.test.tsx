import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageConfig } from '#client/lib/page-config.ts';
import { session } from '#client/lib/session/session.ts';
import type { ApiKeyView, CreateApiKeyInput } from '#shared/contracts/api-keys.ts';
import type { ConfirmIdentityInput, Viewer } from '#shared/contracts/auth.ts';
import { account, inDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { button, field, fill, press, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { aViewer, MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const browser = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn(), WebAuthnError: class extends Error {} }));
vi.mock('@simplewebauthn/browser', () => browser);

const TITLE = 'Confirm that it is you';
const ADDRESS_TITLE = 'Confirm your email address first';
const PASSWORD = 'Your password';
const RIGHT = 'correct horse';

/** Makes keys for whoever has shown the password. */
function guarded() {
  let isConfirmed = false;
  const keys: ApiKeyView[] = [];
  return {
    'apiKeys.list': () => keys,
    'apiKeys.make': ({ name, scope }: CreateApiKeyInput) => {
      if (!isConfirmed) throw apiError('auth.confirmation_required');
      const made = { id: 'made', name, scope, hint: 'aB3x', createdAt: MONDAY_TEN, lastUsedAt: null };
      keys.push(made);
      return { ...made, key: 'vk_the-whole-key' };
    },
    'auth.confirmIdentity': ({ password, proof, passkey }: ConfirmIdentityInput) => {
      if (password !== RIGHT && proof !== 'of Google' && passkey?.answer.id !== 'a-credential')
        throw apiError('auth.current_password', { field: 'password' });
      isConfirmed = true;
      return { message: 'Thank you, it is you.' };
    },
  } satisfies Answers;
}

const dialogs = () => texts('[role="dialog"] h2');
const dialogNamed = (title: string) =>
  [...document.querySelectorAll('[role="dialog"]')].find((one) => one.querySelector('h2')?.textContent === title);
const errorText = () => document.getElementById(field(PASSWORD).getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;
const waitForDialog = () => until(() => expect(dialogs()).toContain(TITLE));
const isClosed = () => until(() => expect(dialogs()).not.toContain(TITLE));
const pressIn = async (title: string, name: string) => {
  const found = [...(dialogNamed(title)?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name);
  expect(found, name).toBeTruthy();
  await act(async () => found?.click());
};

async function makingAKey({ own, answers = guarded(), title = TITLE }: { own?: Partial<Viewer>; answers?: Answers; title?: string } = {}) {
  const page = await account(STUDENT, { ...(own && { own }), answers });
  await until(() => button('Make an API key').focus());
  await press('Make an API key');
  await until(() => field('Name'));
  await fill('Name', 'My sheet');
  await press('Make key');
  await until(() => expect(dialogs()).toContain(title));
  return page;
}

describe('an action that needs a proof of who is there', () => {
  // spec s8-taking-back.11 | S8 C | One dialog asks who is there, and the action goes on by itself with what was typed |
  //   src/client/features/auth/confirm-identity-dialog.tsx
  it('asks for the password, and goes on by itself with what was typed', async () => {
    const { sent } = await makingAKey();
    expect(field('Name').value).toBe('My sheet');
    await until(() => expect(document.activeElement).toBe(field(PASSWORD)));
    await fill(PASSWORD, RIGHT);
    await pressIn(TITLE, 'Confirm');
    await shown('Your new API key “My sheet”');
    expect(sent('apiKeys.make')).toEqual([
      { name: 'My sheet', scope: 'read' },
      { name: 'My sheet', scope: 'read' },
    ]);
    expect(sent('auth.confirmIdentity')).toEqual([{ password: RIGHT }]);
    expect(dialogs()).toEqual([]);
  });

  it('says beside the field that the password is wrong, and keeps asking', async () => {
    const { sent } = await makingAKey();
    await fill(PASSWORD, 'wrong');
    await pressIn(TITLE, 'Confirm');
    await until(() => expect(errorText()).toBe('Current password is incorrect'));
    expect(field(PASSWORD).value).toBe('wrong');
    expect(sent('apiKeys.make')).toHaveLength(1);
    await fill(PASSWORD, RIGHT);
    await pressIn(TITLE, 'Confirm');
    await shown('Your new API key “My sheet”');
  });

  it('says so when the server does not answer', async () => {
    const answers: Answers = {
      ...guarded(),
      'auth.confirmIdentity': () => {
        throw networkError();
      },
    };
    await makingAKey({ answers });
    await fill(PASSWORD, RIGHT);
    await pressIn(TITLE, 'Confirm');
    await shown('Failed to confirm that it is you. Please try again.');
  });

  it('is refused in words when one cancels; what was typed stays, and the next try asks again with an empty field', async () => {
    const { sent } = await makingAKey();
    await fill(PASSWORD, 'something');
    await pressIn(TITLE, 'Cancel');
    await isClosed();
    await shown('Please confirm that it is you to continue.');
    expect(field('Name').value).toBe('My sheet');
    await press('Make key');
    await waitForDialog();
    await until(() => expect(field(PASSWORD).value).toBe(''));
    expect(sent('apiKeys.make')).toHaveLength(2);
  });

  // spec s8-taking-back.12 | S8 C | Where the address is not confirmed, the mail is offered again |
  //   src/client/features/auth/confirm-identity-dialog.tsx
  it('first asks for a confirmed address where there is none, mails the link again, and goes on once it was opened', async () => {
    let isOpened = false;
    const { 'apiKeys.make': make, ...others } = guarded();
    const answers: Answers = {
      ...others,
      'apiKeys.make': (input) => {
        if (!isOpened) throw apiError('auth.email_unconfirmed');
        return make(input);
      },
      'auth.resendVerification': () => ({ message: 'Confirmation link sent successfully' }),
    };
    await makingAKey({ answers, title: ADDRESS_TITLE });
    await pressIn(ADDRESS_TITLE, 'Send the link again');
    await shown('Confirmation link sent successfully');
    isOpened = true;
    await pressIn(ADDRESS_TITLE, 'Try again');
    await waitForDialog();
    await fill(PASSWORD, RIGHT);
    await pressIn(TITLE, 'Confirm');
    await shown('Your new API key “My sheet”');
  });

  it('is refused with any other reason without being asked', async () => {
    const answers: Answers = {
      'apiKeys.make': () => {
        throw apiError('key.too_many');
      },
    };
    await account(STUDENT, { answers });
    await until(() => button('Make an API key').focus());
    await press('Make an API key');
    await until(() => field('Name'));
    await fill('Name', 'My sheet');
    await press('Make key');
    await shown('You can have at most 10 API keys');
    expect(dialogs()).toEqual(['Make an API key']);
  });
});

describe('for somebody who has a passkey', () => {
  const withPasskey = (answers: Answers = guarded()): Answers => ({
    ...answers,
    'auth.factors': () => ({
      hasApp: false,
      recoveryCodes: 10,
      passkeys: [{ id: 'one', name: 'My phone', createdAt: MONDAY_TEN, lastUsedAt: null }],
      isRequired: false,
    }),
    'auth.passkeyConfirmationOptions': () => ({ challenge: 'a-challenge', options: { challenge: 'sign this' } }),
  });
  beforeEach(() => {
    browser.startAuthentication.mockReset();
    vi.stubGlobal('PublicKeyCredential', class {});
  });

  // spec s8-passwords.17
  it('it confirms in place of the password, and the action goes on by itself', async () => {
    browser.startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const { sent } = await makingAKey({ answers: withPasskey() });
    await until(() => expect(field(PASSWORD)).toBeTruthy());
    await pressIn(TITLE, 'Use a passkey');
    await shown('Your new API key “My sheet”');
    expect(browser.startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'sign this' } });
    expect(sent('auth.confirmIdentity')).toEqual([{ passkey: { challenge: 'a-challenge', answer: { id: 'a-credential' } } }]);
  });

  it('says so when it was not used, and offers it again', async () => {
    browser.startAuthentication.mockRejectedValue(new Error('NotAllowedError'));
    await makingAKey({ answers: withPasskey() });
    await until(() => expect(field(PASSWORD)).toBeTruthy());
    await pressIn(TITLE, 'Use a passkey');
    await shown('The passkey was not used. Please try again, or choose another way.');
    expect(dialogs()).toContain(TITLE);
    expect(button('Use a passkey').disabled).toBe(false);
  });

  it('needs neither a password nor Google', async () => {
    browser.startAuthentication.mockResolvedValue({ id: 'a-credential' });
    await makingAKey({ own: { hasPassword: false, socialProvider: 'google' }, answers: withPasskey() });
    await until(() => expect(document.activeElement).toBe(button('Use a passkey')));
    expect(document.body.textContent).not.toContain('not available at the moment');
    await pressIn(TITLE, 'Use a passkey');
    await shown('Your new API key “My sheet”');
  });
});

describe('for somebody who signs in with Google', () => {
  const own = { hasPassword: false, socialProvider: 'google' } as const;
  beforeEach(() => {
    Object.assign(pageConfig(), { hasGoogle: true });
    return () => Object.assign(pageConfig(), { hasGoogle: false });
  });

  it('leads to Google, and asks for no password', async () => {
    await makingAKey({ own });
    const link = await inDialog('Continue with Google');
    expect(link.getAttribute('href')).toBe('/api/auth/google?purpose=confirm');
    expect(texts('[role="dialog"] label')).not.toContain(PASSWORD);
    link.addEventListener('click', (event) => event.preventDefault());
    await act(async () => link.click());
    expect(sessionStorage.getItem('confirmed-return')).toContain('"path"');
    expect(JSON.parse(`${sessionStorage.getItem('draft:dialog api-key')}`)).toEqual({ isOpen: true, values: { name: 'My sheet', scope: 'read' } });
    await pressIn(TITLE, 'Cancel');
    await isClosed();
    await pressIn('Make an API key', 'Cancel');
    expect(sessionStorage.getItem('draft:dialog api-key')).toBeNull();
  });

  it('offers both where there is a password, too', async () => {
    await makingAKey({ own: { hasPassword: true, socialProvider: 'google' } });
    await inDialog('Continue with Google');
    expect(field(PASSWORD)).toBeTruthy();
  });

  it('says so where Google is not to be had', async () => {
    Object.assign(pageConfig(), { hasGoogle: false });
    await makingAKey({ own });
    await shown('Sign-in with Google is not available at the moment.');
  });
});

describe('back from Google', () => {
  const arrive = (hash: string, answers: Answers = guarded()) =>
    visit(`/auth/confirmed#${hash}`, STUDENT, {
      'auth.me': () => aViewer(STUDENT),
      'account.sessions': () => [],
      'calendar.feed': () => null,
      'apiKeys.list': () => [],
      'webhooks.list': () => [],
      'mail.preferences': () => [],
      ...answers,
    });

  // spec s8-taking-back.13 | S8 C | Whoever signs in with Google confirms there, and comes back to the page |
  //   src/client/features/auth/confirmed-page.tsx
  it('the proof is handed in for the session that is there, and the page leads back', async () => {
    sessionStorage.setItem('confirmed-return', JSON.stringify({ path: '/account?leave=false#api-keys' }));
    const { router, api } = await arrive('proof=of+Google');
    await until(() => expect(router.state.location.pathname).toBe('/account'));
    expect(api.calls.filter(({ path }) => path === 'auth.confirmIdentity')).toEqual([
      { path: 'auth.confirmIdentity', input: { proof: 'of Google' } },
    ]);
    expect(router.state.location.href).not.toContain('proof');
    expect(session.viewer()?.id).toBe(STUDENT.id);
    expect(sessionStorage.getItem('confirmed-return')).toBeNull();
  });

  // spec s8-taking-back.14 | S8 C | What was typed for a key or a webhook is there again on the way back from Google, its dialog open |
  //   src/client/features/account/dialog-draft.ts
  it('the dialog that asked is open with what was typed in it, and sends it', async () => {
    sessionStorage.setItem('confirmed-return', JSON.stringify({ path: '/account#api-keys' }));
    sessionStorage.setItem('draft:dialog api-key', JSON.stringify({ isOpen: true, values: { name: 'My sheet', scope: 'write' } }));
    const { api } = await arrive('proof=of+Google');
    await until(() => expect(field('Name').value).toBe('My sheet'));
    await press('Make key');
    await shown('Your new API key “My sheet”');
    expect(api.calls.find(({ path }) => path === 'apiKeys.make')?.input).toEqual({ name: 'My sheet', scope: 'write' });
    expect(sessionStorage.getItem('draft:dialog api-key')).toBeNull();
  });

  it('a webhook that was being added is offered as it was typed', async () => {
    sessionStorage.setItem('confirmed-return', JSON.stringify({ path: '/account#webhooks' }));
    const values = { url: 'https://example.com/hook', events: ['booking.created', 'of nobody'] };
    sessionStorage.setItem('draft:dialog webhook new', JSON.stringify({ isOpen: true, values }));
    await arrive('proof=of+Google');
    await until(() => expect(field('Address').value).toBe('https://example.com/hook'));
    expect(document.querySelectorAll('[role="dialog"] input[type="checkbox"]:checked')).toHaveLength(1);
  });

  it.each(['//elsewhere.example/', 'https://elsewhere.example/', '/login'])('nobody is led to %s', async (path) => {
    sessionStorage.setItem('confirmed-return', JSON.stringify({ path }));
    const { router } = await arrive('proof=of+Google');
    await until(() => expect(router.state.location.pathname).toBe('/account'));
  });

  it('what went wrong is said, and nobody is signed out', async () => {
    const { router, api } = await arrive(new URLSearchParams({ error: 'Sign-in with Google was cancelled.' }).toString());
    await shown('Sign-in with Google was cancelled.');
    expect(api.calls.some(({ path }) => path === 'auth.confirmIdentity')).toBe(false);
    expect(router.state.location.href).toBe('/auth/confirmed');
    expect(session.viewer()?.id).toBe(STUDENT.id);
    await press('Go back');
    await until(() => expect(router.state.location.pathname).toBe('/account'));
  });
});
