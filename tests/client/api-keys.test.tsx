import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { ApiKeyView, CreateApiKeyInput } from '#shared/contracts/api-keys.ts';
import { account, dialogText, errorOf, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, field, fill, press, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { linksOf } from '#tests/support/visit.ts';

const aKey = (name: string, more: Partial<ApiKeyView> = {}): ApiKeyView => ({
  id: `id of ${name}`,
  name,
  scope: 'read',
  hint: 'aB3x',
  createdAt: MONDAY_TEN,
  lastUsedAt: null,
  ...more,
});
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A server that keeps the keys of whoever is signed in. */
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

const section = () => texts('#api-keys')[0] ?? '';
const rows = () => texts('#api-keys ul[aria-label="API keys"] > li');
const shownOnce = () => [...document.querySelectorAll<HTMLInputElement>('#api-keys input')].map(({ value }) => value);
const choose = async (name: string) => act(async () => (await labelInDialog(name)).click());
const labelInDialog = (name: string) =>
  until(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role="dialog"] label')].find((one) => one.textContent?.startsWith(name));
    if (!found) throw new Error(`no ${name} in the dialog`);
    return found;
  });

async function opened(answers: Answers, me: typeof STUDENT | typeof TUTOR | typeof ADMIN = TUTOR) {
  const visited = await account(me, { answers });
  await until(() => button('Make an API key').focus());
  await press('Make an API key');
  await until(() => field('Name'));
  return visited;
}

// spec keys.16 | S7, D Routes | On /account: what a key is for, a link to the reference, the list with what each may do and its last use |
//   src/client/features/account/programs/api-keys.tsx
describe('the API keys', () => {
  it.each([STUDENT, TUTOR, ADMIN])('say what they are for, how secret they are, and where it is written how to use them: $role', async (me) => {
    await account(me, { answers: keyServer() });
    await shown('You have no API keys.');
    expect(section()).toContain('Whoever has the key acts in your name, so keep it as secret as your password.');
    expect(linksOf('#api-keys')).toEqual([['Read the API reference (opens in a new tab)', '/api/docs']]);
    expect(document.querySelector('#api-keys a')?.getAttribute('target')).toBe('_blank');
  });

  it('are listed by name and first letters, with what each may do, since when, and when it was last used', async () => {
    await account(TUTOR, { answers: keyServer(aKey('Sheet', { lastUsedAt: minutesAgo(5) }), aKey('පොත', { scope: 'write' })) });
    await until(() => expect(rows()).toHaveLength(2));
    for (const said of ['Sheet', 'Read only', 'vk_aB3x…', 'Made on Mon, 23 Nov 2026, 10:00 AM', 'Last used 5 minutes ago']) {
      expect(rows()[0]).toContain(said);
    }
    for (const said of ['පොත', 'Read and write', 'Never used']) expect(rows()[1]).toContain(said);
    expect(document.querySelector('#api-keys [lang="si"]')?.textContent).toBe('පොත');
  });

  it('are read again when one looks at the page again: another tab may have revoked one', async () => {
    let keys = [aKey('Sheet')];
    await account(TUTOR, { answers: { 'apiKeys.list': () => keys } });
    await until(() => expect(rows()).toHaveLength(1));
    keys = [];
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await shown('You have no API keys.');
  });

  it('that could not be read leave the rest of the page alone', async () => {
    let isAway = true;
    await account(TUTOR, {
      answers: {
        'apiKeys.list': () => {
          if (isAway) throw apiError('request.limited');
          return [];
        },
      },
    });
    await shown('Error Loading API Keys');
    isAway = false;
    await press('Try Again');
    await shown('You have no API keys.');
  });
});

describe('a new API key', () => {
  // spec keys.17 | S7 | Making one: name and scope, shown once with Copy; at ten it says so in place of the button |
  //   src/client/features/account/programs/api-key-dialog.tsx
  it('is made with a name and what it may do, shown once with a button that copies it, and in the list at once', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    const { sent } = await opened(keyServer());
    await fill('Name', 'Sheet');
    await choose('Read and write');
    await pressInDialog('Make key');
    await until(() => expect(shownOnce()).toEqual(['vk_aB3x-the-whole-key']));
    expect(sent('apiKeys.make')).toEqual([{ name: 'Sheet', scope: 'write' }]);
    expect(rows()).toHaveLength(1);
    await shown('API key created successfully');
    expect(section()).toContain('Copy it now: it is shown only this once.');
    expect(section()).toContain('It acts in your name until you revoke it.');
    await until(() => expect(document.activeElement?.textContent).toBe('Copy key'));
    expect(dialogText()).toBe('');
    await press('Copy key');
    await until(() => expect(texts('#api-keys [role="status"]')).toEqual(['Key copied']));
    expect(copied).toEqual(['vk_aB3x-the-whole-key']);
    await press('Done');
    expect(shownOnce()).toEqual([]);
    expect(document.activeElement).toBe(button('Make an API key'));
  });

  // spec keys.17
  it('may only read where nothing else was chosen', async () => {
    const { sent } = await opened(keyServer());
    await fill('Name', 'Sheet');
    await pressInDialog('Make key');
    await until(() => expect(sent('apiKeys.make')).toEqual([{ name: 'Sheet', scope: 'read' }]));
  });

  // spec keys.17
  it('has a name, which is said beside the field', async () => {
    const { sent } = await opened(keyServer());
    await fill('Name', '   ');
    await pressInDialog('Make key');
    await until(() => expect(document.activeElement).toBe(field('Name')));
    expect(errorOf('Name')).toBe('Please give the key a name');
    expect(sent('apiKeys.make')).toEqual([]);
  });

  // spec keys.17
  it('is made once, however often it is asked for', async () => {
    const { sent } = await opened({ ...keyServer(), 'apiKeys.make': () => new Promise<never>(() => {}) });
    await fill('Name', 'Sheet');
    const make = await inDialog('Make key');
    await act(async () => {
      make.click();
      make.click();
    });
    await until(() => expect(sent('apiKeys.make')).toHaveLength(1));
    await act(async () => make.click());
    expect(sent('apiKeys.make')).toHaveLength(1);
  });

  it.each([
    ['in the words of the server', apiError('key.too_many'), 'You can have at most 10 API keys'],
    ['in its own', networkError(), 'Failed to create the API key. Please try again.'],
  ])('that could not be made says why %s, and what was typed stays', async (_, error, sentence) => {
    await opened({ ...keyServer(), 'apiKeys.make': () => Promise.reject(error) });
    await fill('Name', 'Sheet');
    await pressInDialog('Make key');
    await until(() => expect(texts('[role="dialog"] [role="alert"]')).toEqual([sentence]));
    expect(field('Name').value).toBe('Sheet');
  });

  // spec keys.17
  it('that is one too many lets the list be read again: another tab has made some', async () => {
    const server = keyServer();
    const tooMany = () => {
      for (let index = 0; index < 10; index += 1) server['apiKeys.make']({ name: `Key ${index}`, scope: 'read' });
      throw apiError('key.too_many');
    };
    await opened({ ...server, 'apiKeys.make': tooMany });
    await fill('Name', 'Sheet');
    await pressInDialog('Make key');
    await until(() => expect(rows()).toHaveLength(10));
    expect(dialogText()).toContain('You can have at most 10 API keys');
  });

  // spec keys.17
  it('is still as it was typed when its dialog was closed by mistake, and forgotten when it was cancelled', async () => {
    await opened(keyServer());
    await fill('Name', 'Sheet');
    await act(async () => document.querySelector<HTMLElement>('[role="dialog"] [aria-label="Close"]')?.click());
    await until(() => expect(document.activeElement).toBe(button('Make an API key')));
    await press('Make an API key');
    await until(() => expect(field('Name').value).toBe('Sheet'));
    await pressInDialog('Cancel');
    await until(() => expect(document.activeElement).toBe(button('Make an API key')));
    await press('Make an API key');
    await until(() => expect(field('Name').value).toBe(''));
  });

  // spec keys.17
  it('is not offered beside ten others: it says so in place of the button', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => aKey(`Key ${index}`));
    const server = keyServer(...ten);
    await account(TUTOR, { answers: server });
    await shown('You have 10 API keys, the most there can be. Revoke one to make another.');
    expect(texts('#api-keys button')).not.toContain('Make an API key');
  });
});

// spec keys.18 | S7 | Revoking asks first; one that is gone already is taken from the list | src/client/features/account/programs/api-keys.tsx
describe('revoking an API key', () => {
  async function asked(answers: Answers) {
    const visited = await account(TUTOR, { answers });
    await until(() => button('Revoke').focus());
    await press('Revoke');
    await until(() => expect(dialogText()).toContain('“Sheet” stops working at once, for good.'));
    return visited;
  }

  it('asks first, and takes it from the list', async () => {
    const { sent } = await asked(keyServer(aKey('Sheet'), aKey('Bot')));
    await pressInDialog('Keep it');
    expect(sent('apiKeys.revoke')).toEqual([]);
    await until(() => expect(document.activeElement).toBe(button('Revoke')));
    await press('Revoke');
    await pressInDialog('Revoke key');
    await shown('API key revoked successfully');
    expect(sent('apiKeys.revoke')).toEqual([{ id: 'id of Sheet' }]);
    await until(() => expect(rows()).toHaveLength(1));
    expect(rows()[0]).toContain('Bot');
    await until(() => expect(document.activeElement).toBe(document.querySelector('#api-keys ul')?.parentElement));
  });

  it('hides what was shown of it', async () => {
    await opened(keyServer());
    await fill('Name', 'Sheet');
    await pressInDialog('Make key');
    await until(() => expect(shownOnce()).toHaveLength(1));
    await press('Revoke');
    await pressInDialog('Revoke key');
    await until(() => expect(rows()).toEqual([]));
    expect(shownOnce()).toEqual([]);
  });

  it('that was done elsewhere says so, and takes it from the list all the same', async () => {
    const keys = [aKey('Sheet')];
    const revoke = () => {
      keys.pop();
      throw apiError('key.not_found');
    };
    await asked({ 'apiKeys.list': () => [...keys], 'apiKeys.revoke': revoke });
    await pressInDialog('Revoke key');
    await shown('API key not found');
    await shown('You have no API keys.');
    await until(() => expect(dialogText()).toBe(''));
  });

  it('that went wrong says so, keeps the key and the question', async () => {
    const { sent } = await asked({ ...keyServer(aKey('Sheet')), 'apiKeys.revoke': () => Promise.reject(networkError()) });
    const revoke = await inDialog('Revoke key');
    await act(async () => {
      revoke.focus();
      revoke.click();
    });
    await shown('Failed to revoke the API key. Please try again.');
    await until(() => expect(document.activeElement).toBe(revoke));
    expect([rows().length, sent('apiKeys.list').length]).toEqual([1, 1]);
    expect(dialogText()).toContain('Revoke this API key?');
  });
});
