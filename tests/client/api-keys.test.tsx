import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { ApiKeyView, CreateApiKeyInput } from '#shared/contracts/api-keys.ts';
import {
  account,
  clickButton,
  clickInDialog,
  fillField,
  findButtonOf,
  findDialogButton,
  findText,
  getButton,
  getDialogText,
  getField,
  getSection,
  listButtons,
  waitForFocus,
} from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf, listErrors } from '#tests/support/field-errors.ts';
import { ADMIN, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { listLinks } from '#tests/support/visit.ts';

const aKey = (name: string, more: Partial<ApiKeyView> = {}): ApiKeyView => ({
  id: `id-of-${name.replace(' ', '-')}`,
  name,
  scope: 'read',
  hint: 'aB3x',
  createdAt: MONDAY_TEN,
  lastUsedAt: null,
  ...more,
});
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Stores the keys of one account. */
function keyServer(...first: ApiKeyView[]) {
  let keys = first;
  return {
    'apiKeys.list': () => keys,
    'apiKeys.make': ({ name, scope }: CreateApiKeyInput) => {
      const made = aKey(name.trim(), { scope });
      keys = [made, ...keys];
      return { ...made, key: 'vk_aB3x-the-whole-key' };
    },
    'apiKeys.revoke': ({ id }: { id: string }) => {
      keys = keys.filter((one) => one.id !== id);
      return { message: 'API key revoked successfully' };
    },
  } satisfies Answers;
}

const getKeys = () => getSection('API keys');
const listRows = () =>
  within(getKeys())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const listSecrets = () =>
  within(getKeys())
    .queryAllByRole<HTMLInputElement>('textbox')
    .filter(({ readOnly }) => readOnly)
    .map(({ value }) => value);

async function openDialog(answers: Answers) {
  const visited = await account(TUTOR, { answers });
  await clickButton(visited.user, 'Make an API key');
  await screen.findByLabelText('Name');
  return visited;
}

// spec keys.16 | S7, D Routes | On /account: what a key is for, a link to the reference, the list with what each may do and its last use |
//   src/client/features/account/programs/api-keys.tsx
describe('the API keys', () => {
  test.each([STUDENT, TUTOR, ADMIN])('say what they are for, how secret they are, and where the reference is: $role', async (me) => {
    await account(me, { answers: keyServer() });
    await findText('You have no API keys.');
    expect(getKeys().textContent).toContain('Anyone with the key can act as you, so keep it as secret as your password.');
    expect(listLinks(getKeys())).toEqual([['Read the API reference (opens in a new tab)', '/api/docs']]);
    expect(within(getKeys()).getByRole('link').getAttribute('target')).toBe('_blank');
  });

  test('show name, first letters, scope, age and last use', async () => {
    await account(TUTOR, { answers: keyServer(aKey('Sheet', { lastUsedAt: minutesAgo(5) }), aKey('පොත', { scope: 'write' })) });
    await waitFor(() => expect(listRows()).toHaveLength(2));
    for (const text of ['Sheet', 'Read only', 'vk_aB3x…', 'Made on Mon, 23 Nov 2026, 10:00 AM', 'Last used 5 minutes ago']) {
      expect(listRows()[0]).toContain(text);
    }
    for (const text of ['පොත', 'Read and write', 'Never used']) expect(listRows()[1]).toContain(text);
    expect(screen.getByText('පොත').lang).toBe('si');
  });

  test('are fetched again when the window gets the focus: another tab may have revoked one', async () => {
    let keys = [aKey('Sheet')];
    await account(TUTOR, { answers: { 'apiKeys.list': () => keys } });
    await waitFor(() => expect(listRows()).toHaveLength(1));
    keys = [];
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await findText('You have no API keys.');
  });

  test('leave the rest of the page alone where they cannot be fetched', async () => {
    let isAway = true;
    const { user } = await account(TUTOR, {
      answers: {
        'apiKeys.list': () => {
          if (isAway) throw apiError('request.limited');
          return [];
        },
      },
    });
    await findText('Error Loading API Keys');
    isAway = false;
    await clickButton(user, 'Try Again');
    await findText('You have no API keys.');
  });
});

describe('the dialog for a new API key', () => {
  // spec keys.17 | S7 | Making one: name and scope, shown once with Copy; at ten it says so in place of the button |
  //   src/client/features/account/programs/api-key-dialog.tsx
  test('creates a key with a name and a scope, shows it once with a button that copies it, and lists it at once', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    const { user, sent } = await openDialog(keyServer());
    await fillField(user, 'Name', 'Sheet');
    await user.click(screen.getByRole('radio', { name: /^Read and write/ }));
    await clickInDialog(user, 'Make key');
    await waitFor(() => expect(listSecrets()).toEqual(['vk_aB3x-the-whole-key']));
    expect(sent('apiKeys.make')).toEqual([{ name: 'Sheet', scope: 'write' }]);
    expect(listRows()).toHaveLength(1);
    await findText('API key created successfully');
    expect(getKeys().textContent).toContain('Copy it now: it is shown only this once.');
    expect(getKeys().textContent).toContain('It works until you revoke it.');
    await waitForFocus(() => getButton('Copy key'));
    expect(getDialogText()).toBe('');
    await clickButton(user, 'Copy key');
    await waitFor(() => expect(within(getKeys()).getByRole('status').textContent).toBe('Key copied'));
    expect(copied).toEqual(['vk_aB3x-the-whole-key']);
    await clickButton(user, 'Done');
    expect(listSecrets()).toEqual([]);
    expect(document.activeElement).toBe(getButton('Make an API key'));
  });

  // spec keys.17
  test('creates a key that only reads where no scope was chosen', async () => {
    const { user, sent } = await openDialog(keyServer());
    await fillField(user, 'Name', 'Sheet');
    await clickInDialog(user, 'Make key');
    await waitFor(() => expect(sent('apiKeys.make')).toEqual([{ name: 'Sheet', scope: 'read' }]));
  });

  // spec keys.17
  test('requires a name, and says so beside the field', async () => {
    const { user, sent } = await openDialog(keyServer());
    await fillField(user, 'Name', '   ');
    await clickInDialog(user, 'Make key');
    await waitForFocus(() => getField('Name'));
    expect(listErrors(screen.getByRole('dialog'))).toEqual(['Please give the key a name']);
    expect(getErrorOf(getField('Name'))).toBe('Please give the key a name');
    expect(sent('apiKeys.make')).toEqual([]);
  });

  // spec keys.17
  test('creates one key, however often its button is pressed', async () => {
    const { user, sent } = await openDialog({ ...keyServer(), 'apiKeys.make': () => new Promise<never>(() => {}) });
    await fillField(user, 'Name', 'Sheet');
    const make = getButton('Make key');
    await act(async () => {
      make.click();
      make.click();
    });
    await waitFor(() => expect(sent('apiKeys.make')).toHaveLength(1));
    await act(async () => make.click());
    expect(sent('apiKeys.make')).toHaveLength(1);
  });

  test.each([
    ['with the message of the server', apiError('key.too_many'), 'You can have at most 10 API keys'],
    ['with its own', networkError(), 'Failed to create the API key. Please try again.'],
  ])('says %s why no key was created, and keeps what was typed', async (_, error, sentence) => {
    const { user } = await openDialog({ ...keyServer(), 'apiKeys.make': () => Promise.reject(error) });
    await fillField(user, 'Name', 'Sheet');
    await clickInDialog(user, 'Make key');
    expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe(sentence);
    expect(getField('Name').value).toBe('Sheet');
  });

  // spec keys.17
  test('fetches the list again after one key too many: another tab has created some', async () => {
    const server = keyServer();
    const tooMany = () => {
      for (let index = 0; index < 10; index += 1) server['apiKeys.make']({ name: `Key ${index}`, scope: 'read' });
      throw apiError('key.too_many');
    };
    const { user } = await openDialog({ ...server, 'apiKeys.make': tooMany });
    await fillField(user, 'Name', 'Sheet');
    await clickInDialog(user, 'Make key');
    await waitFor(() => expect(listRows()).toHaveLength(10));
    expect(getDialogText()).toContain('You can have at most 10 API keys');
  });

  // spec keys.17
  test('keeps what was typed when it is closed by mistake, and drops it when it is cancelled', async () => {
    const { user } = await openDialog(keyServer());
    await fillField(user, 'Name', 'Sheet');
    await clickInDialog(user, 'Close');
    await waitForFocus(() => getButton('Make an API key'));
    await clickButton(user, 'Make an API key');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Sheet');
    await clickInDialog(user, 'Cancel');
    await waitForFocus(() => getButton('Make an API key'));
    await clickButton(user, 'Make an API key');
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
  });

  // spec s8-taking-back.14
  test('that was closed and reopened is open again after a reload, with what was typed', async () => {
    const { user } = await openDialog(keyServer());
    await fillField(user, 'Name', 'Sheet');
    await clickInDialog(user, 'Close');
    await waitForFocus(() => getButton('Make an API key'));
    await clickButton(user, 'Make an API key');
    await screen.findByLabelText('Name');
    cleanup();
    await account(TUTOR, { answers: keyServer() });
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Sheet');
  });

  // spec keys.17
  test('is not offered beside ten keys: the section says so in place of the button', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => aKey(`Key ${index}`));
    const server = keyServer(...ten);
    await account(TUTOR, { answers: server });
    await findText('You have 10 API keys, which is the limit. Revoke one to make another.');
    expect(listButtons(getKeys())).not.toContain('Make an API key');
  });
});

// spec keys.18 | S7 | Revoking asks first; one that is gone already is taken from the list | src/client/features/account/programs/api-keys.tsx
describe('revoking an API key', () => {
  const findRevoke = () => findButtonOf('Sheet', 'Revoke');
  async function openQuestion(answers: Answers) {
    const visited = await account(TUTOR, { answers });
    await visited.user.click(await findRevoke());
    await waitFor(() => expect(getDialogText()).toContain('“Sheet” stops working immediately and cannot be restored.'));
    return visited;
  }

  test('asks first, and removes the key from the list', async () => {
    const { user, sent } = await openQuestion(keyServer(aKey('Sheet'), aKey('Bot')));
    await clickInDialog(user, 'Keep it');
    expect(sent('apiKeys.revoke')).toEqual([]);
    const revoke = await findRevoke();
    await waitForFocus(() => revoke);
    await user.click(revoke);
    await clickInDialog(user, 'Revoke key');
    await findText('API key revoked successfully');
    expect(sent('apiKeys.revoke')).toEqual([{ id: 'id-of-Sheet' }]);
    await waitFor(() => expect(listRows()).toHaveLength(1));
    expect(listRows()[0]).toContain('Bot');
    await waitForFocus(() => screen.getByRole('list', { name: 'API keys' }).parentElement);
  });

  test('hides the key that was shown', async () => {
    const { user } = await openDialog(keyServer());
    await fillField(user, 'Name', 'Sheet');
    await clickInDialog(user, 'Make key');
    await waitFor(() => expect(listSecrets()).toHaveLength(1));
    await clickButton(user, 'Revoke');
    await clickInDialog(user, 'Revoke key');
    await waitFor(() => expect(listRows()).toEqual([]));
    expect(listSecrets()).toEqual([]);
  });

  test('says that a key was revoked elsewhere, and removes it from the list', async () => {
    const keys = [aKey('Sheet')];
    const revoke = () => {
      keys.pop();
      throw apiError('key.not_found');
    };
    const { user } = await openQuestion({ 'apiKeys.list': () => [...keys], 'apiKeys.revoke': revoke });
    await clickInDialog(user, 'Revoke key');
    await findText('API key not found');
    await findText('You have no API keys.');
    await waitFor(() => expect(getDialogText()).toBe(''));
  });

  test('keeps the key and the question after an error, and says so', async () => {
    const { user, sent } = await openQuestion({ ...keyServer(aKey('Sheet')), 'apiKeys.revoke': () => Promise.reject(networkError()) });
    await clickInDialog(user, 'Revoke key');
    await findText('Failed to revoke the API key. Please try again.');
    const revoke = await findDialogButton('Revoke key');
    await waitForFocus(() => revoke);
    expect([listRows().length, sent('apiKeys.list').length]).toEqual([1, 1]);
    expect(getDialogText()).toContain('Revoke this API key?');
  });
});
