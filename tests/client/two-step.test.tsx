import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { SecondFactors } from '#shared/contracts/factors.ts';
import {
  account,
  clickButton,
  clickInDialog,
  fillField,
  findDialogButton,
  findText,
  getButton,
  getDescription,
  getField,
  getSection,
  waitForFocus,
} from '#tests/support/account-page.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { startRegistration } from '#tests/support/fake-passkeys.ts';
import { ADMIN, STUDENT } from '#tests/support/render.tsx';

const getTwoStep = () => getSection('Two-step sign-in');
const listCodes = (part: HTMLElement) =>
  within(part)
    .queryAllByText(/^[A-Z0-9 ]{19}$|^abcd\d-efgh\d$/)
    .map(({ textContent }) => textContent);
const CODES = Array.from({ length: 10 }, (_, index) => `abcd${index}-efgh${index}`);
const NONE: SecondFactors = { hasApp: false, recoveryCodes: 0, passkeys: [], isRequired: false };
const PASSKEY = { id: 'p1', name: 'Chrome on Android', createdAt: new Date(), lastUsedAt: null };
const ENROLMENT = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Vidya:d?secret=JBSWY3DPEHPK3PXP', enrolment: 'sealed' };

async function openPage(first: SecondFactors, answers: Answers = {}, me = STUDENT as typeof STUDENT | typeof ADMIN) {
  let factors = first;
  vi.stubGlobal('PublicKeyCredential', class {});
  const visited = await account(me, { answers: { 'auth.factors': () => factors, ...answers } });
  await findText('Authenticator app');
  const setFactors = (next: SecondFactors) => {
    factors = next;
  };
  return { ...visited, setFactors };
}

describe('two-step sign-in on the account page', () => {
  test('sets up an app by picture or key, and shows ten recovery codes once', async () => {
    const page = await openPage(NONE, {
      'auth.beginApp': () => ENROLMENT,
      'auth.enableApp': () => {
        page.setFactors({ ...NONE, hasApp: true, recoveryCodes: 10 });
        return { recoveryCodes: CODES };
      },
    });
    await clickButton(page.user, 'Set up app');
    await findText('Open your authenticator app and scan this code.');
    expect(screen.getByRole('img', { name: 'QR code for the authenticator app' }).querySelector('path')).not.toBeNull();
    expect(listCodes(getTwoStep())).toEqual(['JBSW Y3DP EHPK 3PXP']);
    await waitForFocus(() => getField('6-digit code from the app'));
    await fillField(page.user, '6-digit code from the app', '123456');
    await clickButton(page.user, 'Turn on');
    await findText('Your recovery codes');
    expect(listCodes(screen.getByRole('region', { name: 'Your recovery codes' }))).toEqual(CODES);
    expect(page.sent('auth.enableApp')).toEqual([{ enrolment: 'sealed', code: '123456' }]);
    await findText('10 of 10 left.');
    await clickButton(page.user, 'I have saved them');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your recovery codes' })).toBeNull());
  });

  // spec s14-scale.50 | S14 | Recovery codes that were made by a call whose answer was lost are known to be unseen, and made anew |
  //   src/client/features/account/two-step/two-step.tsx
  test.each(['an app', 'a passkey', 'new codes'])(
    'says that codes were not shown, where the answer was lost to %s, until there are others',
    async (by) => {
      const added = { ...NONE, hasApp: by !== 'a passkey', recoveryCodes: 10, passkeys: by === 'a passkey' ? [PASSKEY] : [] };
      const lose = () => {
        page.setFactors(added);
        return Promise.reject(networkError());
      };
      let isLost = true;
      const page = await openPage(by === 'new codes' ? added : NONE, {
        'auth.beginApp': () => ENROLMENT,
        'auth.enableApp': lose,
        'auth.beginPasskey': () => ({ challenge: 'sealed', options: {} }),
        'auth.addPasskey': lose,
        'auth.renewRecoveryCodes': () => (isLost ? lose() : { recoveryCodes: CODES }),
      });
      const renew = async () => {
        await clickButton(page.user, 'Make new codes');
        await clickInDialog(page.user, 'Make new codes');
      };
      if (by === 'an app') {
        await clickButton(page.user, 'Set up app');
        await screen.findByLabelText('6-digit code from the app');
        await fillField(page.user, '6-digit code from the app', '123456');
        await clickButton(page.user, 'Turn on');
      } else if (by === 'a passkey') {
        startRegistration.mockResolvedValue({ id: 'new' });
        await clickButton(page.user, 'Add a passkey');
      } else await renew();
      await findText('The connection broke before we could show you your recovery codes. Please make new codes and save them.');
      isLost = false;
      await renew();
      await findText('Your recovery codes');
      expect(screen.queryByText(/^The connection broke/)).toBeNull();
    },
  );

  // spec s14-scale.50
  test('does not show the set-up again whose answer was lost, once the app is removed', async () => {
    const page = await openPage(NONE, {
      'auth.beginApp': () => ENROLMENT,
      'auth.enableApp': () => {
        page.setFactors({ ...NONE, hasApp: true, recoveryCodes: 10 });
        return Promise.reject(networkError());
      },
      'auth.disableApp': () => {
        page.setFactors(NONE);
        return { message: 'done' };
      },
    });
    await clickButton(page.user, 'Set up app');
    await screen.findByLabelText('6-digit code from the app');
    await fillField(page.user, '6-digit code from the app', '123456');
    await clickButton(page.user, 'Turn on');
    await findText('The connection broke before we could show you your recovery codes. Please make new codes and save them.');
    await clickButton(page.user, 'Remove app');
    await clickInDialog(page.user, 'Remove app');
    await screen.findByRole('button', { name: 'Set up app' });
    expect(screen.queryByText(/^The connection broke/)).toBeNull();
  });

  test('says beside the field that a code is wrong', async () => {
    const page = await openPage(NONE, {
      'auth.beginApp': () => ENROLMENT,
      'auth.enableApp': () => Promise.reject(apiError('auth.second_factor_code', { field: 'code' })),
    });
    await clickButton(page.user, 'Set up app');
    await screen.findByLabelText('6-digit code from the app');
    await fillField(page.user, '6-digit code from the app', '123456');
    await clickButton(page.user, 'Turn on');
    await findText('This code is wrong or was already used. Please enter the current one.');
    expect(getField('6-digit code from the app').value).toBe('123456');
  });

  test('removes the app after a question', async () => {
    const page = await openPage(
      { ...NONE, hasApp: true, recoveryCodes: 8 },
      {
        'auth.disableApp': () => {
          page.setFactors(NONE);
          return { message: 'done' };
        },
      },
    );
    await findText('8 of 10 left.');
    await clickButton(page.user, 'Remove app');
    await findDialogButton('Remove app');
    expect(page.sent('auth.disableApp')).toEqual([]);
    await clickInDialog(page.user, 'Remove app');
    await screen.findByRole('button', { name: 'Set up app' });
    expect(page.sent('auth.disableApp')).toHaveLength(1);
  });

  test('adds a passkey that is named after the device', async () => {
    startRegistration.mockResolvedValue({ id: 'a-credential' });
    const page = await openPage(NONE, {
      'auth.beginPasskey': () => ({ challenge: 'a-challenge', options: { challenge: 'sign this' } }),
      'auth.addPasskey': ({ name }) => {
        page.setFactors({ ...NONE, recoveryCodes: 10, passkeys: [{ id: 'p1', name, createdAt: new Date(), lastUsedAt: null }] });
        return { recoveryCodes: CODES };
      },
    });
    await clickButton(page.user, 'Add a passkey');
    await findText('Your recovery codes');
    expect(page.sent('auth.addPasskey')).toMatchObject([{ challenge: 'a-challenge', passkey: { id: 'a-credential' } }]);
    await findText('Never used');
  });

  test('says when no passkey was created, and sends none', async () => {
    startRegistration.mockRejectedValue(new Error('NotAllowedError'));
    const page = await openPage(NONE, { 'auth.beginPasskey': () => ({ challenge: 'a-challenge', options: {} }) });
    await clickButton(page.user, 'Add a passkey');
    await findText('No passkey was made. Please try again.');
    expect(page.sent('auth.addPasskey')).toEqual([]);
  });

  test('renames and removes a passkey', async () => {
    const passkey = { id: 'p1', name: 'Chrome on Android', createdAt: new Date(), lastUsedAt: new Date() };
    const page = await openPage(
      { ...NONE, recoveryCodes: 10, passkeys: [passkey] },
      { 'auth.renamePasskey': () => ({ message: 'done' }), 'auth.removePasskey': () => ({ message: 'done' }) },
    );
    await clickButton(page.user, 'Rename');
    await waitForFocus(() => screen.queryByLabelText('Name of the passkey'));
    await fillField(page.user, 'Name of the passkey', 'My phone');
    await clickButton(page.user, 'Save name');
    await waitFor(() => expect(page.sent('auth.renamePasskey')).toEqual([{ id: 'p1', name: 'My phone' }]));
    await clickButton(page.user, 'Remove');
    await clickInDialog(page.user, 'Remove passkey');
    await waitFor(() => expect(page.sent('auth.removePasskey')).toEqual([{ id: 'p1' }]));
  });

  test('creates new recovery codes after a question', async () => {
    const page = await openPage({ ...NONE, hasApp: true, recoveryCodes: 2 }, { 'auth.renewRecoveryCodes': () => ({ recoveryCodes: CODES }) });
    await clickButton(page.user, 'Make new codes');
    await clickInDialog(page.user, 'Make new codes');
    await findText('Your recovery codes');
    expect(page.sent('auth.renewRecoveryCodes')).toHaveLength(1);
  });

  // spec s8-passwords.21
  test.each([
    ['the app', { hasApp: true, recoveryCodes: 10 }, 'Remove app'],
    ['a passkey', { recoveryCodes: 10, passkeys: [{ id: 'p1', name: 'My phone', createdAt: new Date(), lastUsedAt: null }] }, 'Remove'],
  ])('says at the button why an admin cannot remove the last one: %s', async (_, factors, label) => {
    const page = await openPage({ ...NONE, ...factors, isRequired: true }, {}, ADMIN);
    await screen.findByRole('button', { name: label });
    expect(getDescription(getButton(label))).toContain('Admins need two-step sign-in. Add a passkey or an app first.');
    expect(getButton(label).getAttribute('aria-disabled')).toBe('true');
    await clickButton(page.user, label);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([...page.sent('auth.disableApp'), ...page.sent('auth.removePasskey')]).toEqual([]);
  });

  test('lets an admin remove one of two', async () => {
    const passkeys = [{ id: 'p1', name: 'My phone', createdAt: new Date(), lastUsedAt: null }];
    const page = await openPage(
      { hasApp: true, recoveryCodes: 10, passkeys, isRequired: true },
      { 'auth.disableApp': () => ({ message: 'done' }) },
      ADMIN,
    );
    await clickButton(page.user, 'Remove app');
    await clickInDialog(page.user, 'Remove app');
    await waitFor(() => expect(page.sent('auth.disableApp')).toHaveLength(1));
  });

  test('tells an admin that it is needed', async () => {
    await openPage({ ...NONE, isRequired: true }, {}, ADMIN);
    await findText('Admins need two-step sign-in. Set up an authenticator app or a passkey to use the admin area.');
  });
});
