import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions } from '#db/schema/people.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { codeAt } from '#tests/support/second-factors.ts';
import { violations } from './support/axe.ts';
import { OPENID_PEOPLE } from './support/people.ts';
import { expect, test } from './support/world.ts';

const PASSWORD = 'correct horse';
const STEP_MS = 30_000;
const PHONE = { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' } as const;

/** Holds passkeys and answers at once, as a phone does after a fingerprint. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function login(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** The page takes the focus last; a menu that was opened before would close. */
async function expectAccountPage(page: Page): Promise<void> {
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('main')).toBeFocused();
}

/** On a phone the button is in the menu. */
async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).not.toHaveURL('/account');
  await page.goto('/login?redirect=%2Faccount');
}

// spec s8-passwords.18 | S8 E | In a browser: an app, recovery codes and a passkey are set up and each signs in; an admin is led to set one up |
//   src/client/features/account/two-step/two-step.tsx, src/client/features/auth/second-step.tsx
test('a student sets up an app and a passkey, and signs in with each of them and with a recovery code', async ({ world }) => {
  const person = await world.aStudent({ passwordHash: await createPasswords().hash(PASSWORD), emailVerifiedAt: new Date() });
  const page = await world.browserOf(null, PHONE);
  await addAuthenticator(page.context(), page);
  await page.goto('/login?redirect=%2Faccount');
  await login(page, person.email);
  await expectAccountPage(page);

  await page.getByRole('button', { name: 'Set up app' }).click();
  const secret = (await page.locator('code[translate=no]').innerText()).replace(/ /g, '');
  expect(await violations(page), 'setting up an app').toEqual([]);
  await page.getByLabel('6-digit code from the app').fill(codeAt(secret, new Date()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await violations(page), 'recovery codes').toEqual([]);
  const recoveryCode = await codes.first().innerText();
  await page.getByRole('button', { name: 'I have saved them' }).click();

  await logout(page);
  await login(page, person.email);
  // The code that set the app up is used; the next one is accepted early.
  await page.getByLabel('6-digit code').fill(codeAt(secret, new Date(Date.now() + STEP_MS)));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccountPage(page);

  await logout(page);
  await login(page, person.email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  expect(await violations(page), 'the second step of a login').toEqual([]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccountPage(page);
  await expect(page.getByText('9 of 10 left.')).toBeVisible();

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added successfully')).toBeVisible();
  await logout(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectAccountPage(page);

  // Later, something that asks again who is there.
  await world.connection.db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, person.id));
  await page.getByRole('button', { name: 'Make an API key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My sheet');
  await page.getByRole('button', { name: 'Make key' }).click();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  expect(await violations(page), 'the question who is there').toEqual([]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Your new API key “My sheet”')).toBeVisible();
});

test('whoever has an app is asked for its code after Google as well, on a phone', async ({ world }) => {
  const email = OPENID_PEOPLE.find(({ id }) => id === 'two-step')?.email ?? '';
  const person = await world.aStudent({
    email,
    name: 'Ruwan Bandara',
    passwordHash: await createPasswords().hash(PASSWORD),
    emailVerifiedAt: new Date(),
  });
  const page = await world.browserOf(null, PHONE);
  await page.goto('/login?redirect=%2Faccount');
  await login(page, person.email);
  await page.getByRole('button', { name: 'Set up app' }).click();
  const secret = (await page.locator('code[translate=no]').innerText()).replace(/ /g, '');
  await page.getByLabel('6-digit code from the app').fill(codeAt(secret, new Date()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await logout(page);

  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Ruwan at Google' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  await expect(page).toHaveURL('/auth/callback');
  expect(await violations(page), 'the second step after Google').toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  // As a phone reloads a page while its user looks at another app.
  await page.reload();
  await page.getByLabel('6-digit code').fill(codeAt(secret, new Date(Date.now() + STEP_MS)));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/student/dashboard');
});

// spec s8-passwords.18
test('an admin without a second factor is led to where it is set up, and then works', async ({ world }) => {
  const admin = await world.aStudent({ role: 'admin', passwordHash: await createPasswords().hash(PASSWORD), emailVerifiedAt: new Date() });
  const page = await world.browserOf(null);
  await addAuthenticator(page.context(), page);
  await page.goto('/login?redirect=%2Fadmin%2Fdashboard');
  await login(page, admin.email);
  await expect(page).toHaveURL('/account#two-step');
  await expect(page.getByText('Admins need two-step sign-in.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Password', 'Two-step sign-in']);
  expect(await violations(page), 'the account page before a second factor').toEqual([]);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('region', { name: 'Your recovery codes' })).toBeVisible();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Sessions' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).focus();
  await expect(page.getByRole('tooltip')).toHaveText('Admins need two-step sign-in. Add a passkey or an app first.');
  expect(await violations(page), 'why the last second factor of an admin stays').toEqual([]);
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
