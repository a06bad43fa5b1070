import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pageConfig } from '#client/lib/page-config.ts';
import { session } from '#client/lib/session/session.ts';
import type { ApiKeyView, CreateApiKeyInput } from '#shared/contracts/api-keys.ts';
import type { ConfirmIdentityInput } from '#shared/contracts/auth.ts';
import { account, getButton, getField, waitForFocus } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { startAuthentication } from '#tests/support/fake-passkeys.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { STUDENT } from '#tests/support/render.tsx';
import { aViewer, MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

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

const getDialog = (name: string) => within(screen.getByRole('dialog', { name }));
const listDialogs = () => screen.queryAllByRole('dialog').map((dialog) => within(dialog).getByRole('heading', { level: 2 }).textContent);
const findKey = () => screen.findByText('Your new API key “My sheet”');
const waitForDialog = (title = TITLE) => screen.findByRole('dialog', { name: title });
const waitForClosing = () => waitFor(() => expect(listDialogs()).not.toContain(TITLE));

async function makeKey(more: Parameters<typeof account>[1]) {
  const page = await account(STUDENT, { answers: guarded(), ...more });
  const { user } = page;
  const pressIn = (title: string, name: string) => user.click(getDialog(title).getByRole('button', { name }));
  const confirm = async (password: string) => {
    await user.clear(getField(PASSWORD));
    await user.paste(password);
    await pressIn(TITLE, 'Confirm');
  };
  await user.click(await screen.findByRole('button', { name: 'Make an API key' }));
  await user.type(await screen.findByLabelText('Name'), 'My sheet');
  await user.click(getButton('Make key'));
  return { ...page, pressIn, confirm };
}

async function makeKeyWithProof({ title = TITLE, ...more }: Parameters<typeof account>[1] & { title?: string } = {}) {
  const page = await makeKey(more);
  await waitForDialog(title);
  return page;
}

describe('an action that needs a proof of who is there', () => {
  // spec s8-taking-back.11 | S8 C | One dialog asks who is there, and the action goes on by itself with what was typed |
  //   src/client/features/auth/confirm-identity-dialog.tsx
  test('asks for the password, and goes on by itself with what was typed', async () => {
    const { sent, confirm } = await makeKeyWithProof();
    expect(getField('Name').value).toBe('My sheet');
    await waitForFocus(() => getField(PASSWORD));
    await confirm(RIGHT);
    await findKey();
    expect(sent('apiKeys.make')).toEqual([
      { name: 'My sheet', scope: 'read' },
      { name: 'My sheet', scope: 'read' },
    ]);
    expect(sent('auth.confirmIdentity')).toEqual([{ password: RIGHT }]);
    expect(listDialogs()).toEqual([]);
  });

  test('asks in a browser that has no idle callbacks, too', async () => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
    await makeKeyWithProof();
  });

  test('says beside the field that the password is wrong, and keeps asking', async () => {
    const { sent, confirm } = await makeKeyWithProof();
    await confirm('wrong');
    await waitFor(() => expect(getErrorOf(getField(PASSWORD))).toBe('Current password is incorrect'));
    expect(getField(PASSWORD).value).toBe('wrong');
    expect(sent('apiKeys.make')).toHaveLength(1);
    await confirm(RIGHT);
    await findKey();
  });

  test('says so when the server does not answer', async () => {
    const answers: Answers = {
      ...guarded(),
      'auth.confirmIdentity': () => {
        throw networkError();
      },
    };
    const { confirm } = await makeKeyWithProof({ answers });
    await confirm(RIGHT);
    await screen.findByText('Failed to confirm that it is you. Please try again.');
  });

  test('is refused in words when one cancels; what was typed stays, and the next try asks again with an empty field', async () => {
    const { sent, user, pressIn } = await makeKeyWithProof();
    await user.type(getField(PASSWORD), 'something');
    await pressIn(TITLE, 'Cancel');
    await waitForClosing();
    await screen.findByText('Please confirm that it is you to continue.');
    expect(getField('Name').value).toBe('My sheet');
    await user.click(getButton('Make key'));
    await waitForDialog();
    await waitFor(() => expect(getField(PASSWORD).value).toBe(''));
    expect(sent('apiKeys.make')).toHaveLength(2);
  });

  // spec s8-taking-back.12 | S8 C | Where the address is not confirmed, the mail is offered again |
  //   src/client/features/auth/confirm-identity-dialog.tsx
  test('first asks for a confirmed address where there is none, mails the link again, and goes on once it was opened', async () => {
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
    const { pressIn, confirm } = await makeKeyWithProof({ answers, title: ADDRESS_TITLE });
    await pressIn(ADDRESS_TITLE, 'Send the link again');
    await screen.findByText('Confirmation link sent successfully');
    isOpened = true;
    await pressIn(ADDRESS_TITLE, 'Try again');
    await waitForDialog();
    await confirm(RIGHT);
    await findKey();
  });

  test('is refused with any other reason without being asked', async () => {
    const answers: Answers = {
      'apiKeys.make': () => {
        throw apiError('key.too_many');
      },
    };
    await makeKey({ answers });
    await screen.findByText('You can have at most 10 API keys');
    expect(listDialogs()).toEqual(['Make an API key']);
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
    startAuthentication.mockReset();
    vi.stubGlobal('PublicKeyCredential', class {});
  });

  // spec s8-passwords.17
  test('it confirms in place of the password, and the action goes on by itself', async () => {
    startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const { sent, pressIn } = await makeKeyWithProof({ answers: withPasskey() });
    await screen.findByLabelText(PASSWORD);
    await pressIn(TITLE, 'Use a passkey');
    await findKey();
    expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'sign this' } });
    expect(sent('auth.confirmIdentity')).toEqual([{ passkey: { challenge: 'a-challenge', answer: { id: 'a-credential' } } }]);
  });

  test('says so when it was not used, and offers it again', async () => {
    startAuthentication.mockRejectedValue(new Error('NotAllowedError'));
    const { pressIn } = await makeKeyWithProof({ answers: withPasskey() });
    await screen.findByLabelText(PASSWORD);
    await pressIn(TITLE, 'Use a passkey');
    await screen.findByText('The passkey did not work. Try again or sign in another way.');
    expect(listDialogs()).toContain(TITLE);
    expect(getButton('Use a passkey').disabled).toBe(false);
  });

  test('needs neither a password nor Google', async () => {
    startAuthentication.mockResolvedValue({ id: 'a-credential' });
    const { pressIn } = await makeKeyWithProof({ own: { hasPassword: false, socialProvider: 'google' }, answers: withPasskey() });
    await waitForFocus(() => getButton('Use a passkey'));
    expect(document.body.textContent).not.toContain('not available at the moment');
    await pressIn(TITLE, 'Use a passkey');
    await findKey();
  });
});

describe('for somebody who signs in with Google', () => {
  const own = { hasPassword: false, socialProvider: 'google' } as const;
  beforeEach(() => {
    Object.assign(pageConfig(), { hasGoogle: true });
    return () => Object.assign(pageConfig(), { hasGoogle: false });
  });

  test('leads to Google, and asks for no password', async () => {
    const { user, pressIn } = await makeKeyWithProof({ own });
    const link = await getDialog(TITLE).findByRole('link', { name: 'Continue with Google' });
    expect(link.getAttribute('href')).toBe('/api/auth/google?purpose=confirm');
    expect(screen.queryByLabelText(PASSWORD)).toBeNull();
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(sessionStorage.getItem('confirmed-return')).toContain('"path"');
    expect(JSON.parse(`${sessionStorage.getItem('draft:dialog api-key')}`)).toEqual({ isOpen: true, values: { name: 'My sheet', scope: 'read' } });
    await pressIn(TITLE, 'Cancel');
    await waitForClosing();
    await pressIn('Make an API key', 'Cancel');
    expect(sessionStorage.getItem('draft:dialog api-key')).toBeNull();
  });

  test('offers both where there is a password, too', async () => {
    await makeKeyWithProof({ own: { hasPassword: true, socialProvider: 'google' } });
    await getDialog(TITLE).findByRole('link', { name: 'Continue with Google' });
    expect(getField(PASSWORD)).toBeTruthy();
  });

  test('says so where Google is not to be had', async () => {
    Object.assign(pageConfig(), { hasGoogle: false });
    await makeKeyWithProof({ own });
    await screen.findByText('Sign-in with Google is not available at the moment.');
  });
});

describe('back from Google', () => {
  const arrive = (hash: string) =>
    visit(`/auth/confirmed#${hash}`, STUDENT, {
      'auth.me': () => aViewer(STUDENT),
      'account.sessions': () => [],
      'calendar.feed': () => null,
      'webhooks.list': () => [],
      'mail.preferences': () => [],
      ...guarded(),
    });

  // spec s8-taking-back.13 | S8 C | Whoever signs in with Google confirms there, and comes back to the page |
  //   src/client/features/auth/confirmed-page.tsx
  test('the proof is handed in for the session that is there, and the page leads back', async () => {
    sessionStorage.setItem('confirmed-return', JSON.stringify({ path: '/account?leave=false#api-keys' }));
    const { router, api } = await arrive('proof=of+Google');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
    expect(api.calls.filter(({ path }) => path === 'auth.confirmIdentity')).toEqual([
      { path: 'auth.confirmIdentity', input: { proof: 'of Google' } },
    ]);
    expect(router.state.location.href).not.toContain('proof');
    expect(session.viewer()?.id).toBe(STUDENT.id);
    expect(sessionStorage.getItem('confirmed-return')).toBeNull();
  });

  // spec s8-taking-back.14 | S8 C | What was typed for a key or a webhook is there again on the way back from Google, its dialog open |
  //   src/client/features/account/dialog-draft.ts
  test('the dialog that asked is open with what was typed in it, and sends it', async () => {
    sessionStorage.setItem('confirmed-return', JSON.stringify({ path: '/account#api-keys' }));
    sessionStorage.setItem('draft:dialog api-key', JSON.stringify({ isOpen: true, values: { name: 'My sheet', scope: 'write' } }));
    const { api, user } = await arrive('proof=of+Google');
    await waitFor(() => expect(getField('Name').value).toBe('My sheet'));
    await user.click(getButton('Make key'));
    await findKey();
    expect(api.calls.find(({ path }) => path === 'apiKeys.make')?.input).toEqual({ name: 'My sheet', scope: 'write' });
    expect(sessionStorage.getItem('draft:dialog api-key')).toBeNull();
  });

  test('a webhook that was being added is offered as it was typed', async () => {
    sessionStorage.setItem('confirmed-return', JSON.stringify({ path: '/account#webhooks' }));
    const values = { url: 'https://example.com/hook', events: ['booking.created', 'of nobody'] };
    sessionStorage.setItem('draft:dialog webhook new', JSON.stringify({ isOpen: true, values }));
    await arrive('proof=of+Google');
    await waitFor(() => expect(getField('Address').value).toBe('https://example.com/hook'));
    expect(within(screen.getByRole('dialog')).getAllByRole('checkbox', { checked: true })).toHaveLength(1);
  });

  test.each(['//elsewhere.example/', 'https://elsewhere.example/', '/login'])('nobody is led to %s', async (path) => {
    sessionStorage.setItem('confirmed-return', JSON.stringify({ path }));
    const { router } = await arrive('proof=of+Google');
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  });

  // spec s8-taking-back.27 | D Errors | A sentence that somebody wrote into the address is not shown as one of the site |
  //   src/client/features/auth/known-problems.ts
  test('a sentence that is none of ours is not shown', async () => {
    await arrive(new URLSearchParams({ error: 'Your account will be closed. Call 077 000 0000.' }).toString());
    await screen.findByText('Failed to confirm that it is you. Please try again.');
    expect(screen.queryByText(/Call 077/)).toBeNull();
  });

  test('what went wrong is said, and nobody is signed out', async () => {
    const { router, api, user } = await arrive(new URLSearchParams({ error: 'Sign-in with Google was cancelled.' }).toString());
    await screen.findByText('Sign-in with Google was cancelled.');
    expect(api.calls.some(({ path }) => path === 'auth.confirmIdentity')).toBe(false);
    expect(router.state.location.href).toBe('/auth/confirmed');
    expect(session.viewer()?.id).toBe(STUDENT.id);
    await user.click(getButton('Go back'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  });
});
