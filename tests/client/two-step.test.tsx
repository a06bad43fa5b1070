import { describe, expect, it, vi } from 'vitest';
import type { SecondFactors } from '#shared/contracts/factors.ts';
import { account, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { ADMIN, button, field, fill, press, STUDENT, shown, texts, until } from '#tests/support/render.tsx';

const browser = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn(), WebAuthnError: class extends Error {} }));
vi.mock('@simplewebauthn/browser', () => browser);

const CODES = Array.from({ length: 10 }, (_, index) => `abcd${index}-efgh${index}`);
const NONE: SecondFactors = { hasApp: false, recoveryCodes: 0, passkeys: [], isRequired: false };
const ENROLMENT = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Vidya:d?secret=JBSWY3DPEHPK3PXP', enrolment: 'sealed' };

async function open(first: SecondFactors, answers: Answers = {}, me = STUDENT as typeof STUDENT | typeof ADMIN) {
  let factors = first;
  vi.stubGlobal('PublicKeyCredential', class {});
  const visited = await account(me, { answers: { 'auth.factors': () => factors, ...answers } });
  await shown('Authenticator app');
  const become = (next: SecondFactors) => {
    factors = next;
  };
  return { ...visited, become };
}

describe('two-step sign-in on the account page', () => {
  it('sets up an app by picture or key, and shows ten recovery codes once', async () => {
    const page = await open(NONE, {
      'auth.beginApp': () => ENROLMENT,
      'auth.enableApp': () => {
        page.become({ ...NONE, hasApp: true, recoveryCodes: 10 });
        return { recoveryCodes: CODES };
      },
    });
    await press('Set up app');
    await shown('Open your authenticator app and scan this picture.');
    expect(document.querySelector('svg[aria-label="QR code for the authenticator app"] path')).not.toBeNull();
    expect(texts('#two-step code')).toEqual(['JBSW Y3DP EHPK 3PXP']);
    expect(document.activeElement).toBe(field('6-digit code that the app shows now'));
    await fill('6-digit code that the app shows now', '123456');
    await press('Turn on');
    await shown('Your recovery codes');
    expect(texts('#two-step section code')).toEqual(CODES);
    expect(page.sent('auth.enableApp')).toEqual([{ enrolment: 'sealed', code: '123456' }]);
    await shown('10 of 10 left.');
    await press('I have saved them');
    await until(() => expect(texts('#two-step section code')).toEqual([]));
  });

  it('says beside the field that a code is wrong', async () => {
    await open(NONE, {
      'auth.beginApp': () => ENROLMENT,
      'auth.enableApp': () => Promise.reject(apiError('auth.second_factor_code', { field: 'code' })),
    });
    await press('Set up app');
    await until(() => field('6-digit code that the app shows now'));
    await fill('6-digit code that the app shows now', '123456');
    await press('Turn on');
    await shown('This code is wrong or was already used. Please enter the current one.');
    expect(field('6-digit code that the app shows now').value).toBe('123456');
  });

  it('removes the app after asking', async () => {
    const page = await open(
      { ...NONE, hasApp: true, recoveryCodes: 8 },
      {
        'auth.disableApp': () => {
          page.become(NONE);
          return { message: 'done' };
        },
      },
    );
    await shown('8 of 10 left.');
    await press('Remove app');
    await inDialog('Remove app');
    expect(page.sent('auth.disableApp')).toEqual([]);
    await pressInDialog('Remove app');
    await until(() => button('Set up app'));
    expect(page.sent('auth.disableApp')).toHaveLength(1);
  });

  it('adds a passkey that is named after the device', async () => {
    browser.startRegistration.mockResolvedValue({ id: 'a-credential' });
    const page = await open(NONE, {
      'auth.beginPasskey': () => ({ challenge: 'a-challenge', options: { challenge: 'sign this' } }),
      'auth.addPasskey': ({ name }) => {
        page.become({ ...NONE, recoveryCodes: 10, passkeys: [{ id: 'p1', name, createdAt: new Date(), lastUsedAt: null }] });
        return { recoveryCodes: CODES };
      },
    });
    await press('Add a passkey');
    await shown('Your recovery codes');
    expect(page.sent('auth.addPasskey')).toMatchObject([{ challenge: 'a-challenge', passkey: { id: 'a-credential' } }]);
    await shown('Never used');
  });

  it('says when no passkey was made, and asks the server to keep none', async () => {
    browser.startRegistration.mockRejectedValue(new Error('NotAllowedError'));
    const page = await open(NONE, { 'auth.beginPasskey': () => ({ challenge: 'a-challenge', options: {} }) });
    await press('Add a passkey');
    await shown('No passkey was made. Please try again.');
    expect(page.sent('auth.addPasskey')).toEqual([]);
  });

  it('renames and removes a passkey', async () => {
    const passkey = { id: 'p1', name: 'Chrome on Android', createdAt: new Date(), lastUsedAt: new Date() };
    const page = await open(
      { ...NONE, recoveryCodes: 10, passkeys: [passkey] },
      { 'auth.renamePasskey': () => ({ message: 'done' }), 'auth.removePasskey': () => ({ message: 'done' }) },
    );
    await press('Rename');
    await until(() => expect(document.activeElement).toBe(field('Name of the passkey')));
    await fill('Name of the passkey', 'My phone');
    await press('Save name');
    await until(() => expect(page.sent('auth.renamePasskey')).toEqual([{ id: 'p1', name: 'My phone' }]));
    await until(() => button('Remove'));
    await press('Remove');
    await pressInDialog('Remove passkey');
    await until(() => expect(page.sent('auth.removePasskey')).toEqual([{ id: 'p1' }]));
  });

  it('makes new recovery codes after asking', async () => {
    const page = await open({ ...NONE, hasApp: true, recoveryCodes: 2 }, { 'auth.renewRecoveryCodes': () => ({ recoveryCodes: CODES }) });
    await press('Make new codes');
    await pressInDialog('Make new codes');
    await shown('Your recovery codes');
    expect(page.sent('auth.renewRecoveryCodes')).toHaveLength(1);
  });

  // spec s8-passwords.21
  it.each([
    ['the app', { hasApp: true, recoveryCodes: 10 }, 'Remove app'],
    ['a passkey', { recoveryCodes: 10, passkeys: [{ id: 'p1', name: 'My phone', createdAt: new Date(), lastUsedAt: null }] }, 'Remove'],
  ])('says at the button why an admin cannot remove the last one: %s', async (_, factors, label) => {
    const page = await open({ ...NONE, ...factors, isRequired: true }, {}, ADMIN);
    await until(() => button(label));
    const described = `${button(label).getAttribute('aria-describedby')}`.split(' ').map((id) => document.getElementById(id)?.textContent);
    expect(described).toContain('Admins need two-step sign-in. Add a passkey or an app first.');
    expect(button(label).getAttribute('aria-disabled')).toBe('true');
    await press(label);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    expect([...page.sent('auth.disableApp'), ...page.sent('auth.removePasskey')]).toEqual([]);
  });

  it('lets an admin remove one of two', async () => {
    const passkeys = [{ id: 'p1', name: 'My phone', createdAt: new Date(), lastUsedAt: null }];
    const page = await open(
      { hasApp: true, recoveryCodes: 10, passkeys, isRequired: true },
      { 'auth.disableApp': () => ({ message: 'done' }) },
      ADMIN,
    );
    await press('Remove app');
    await pressInDialog('Remove app');
    await until(() => expect(page.sent('auth.disableApp')).toHaveLength(1));
  });

  it('tells an admin that it is needed', async () => {
    await open({ ...NONE, isRequired: true }, {}, ADMIN);
    await shown('Admins need two-step sign-in. Set up an authenticator app or a passkey to use the admin area.');
  });
});
