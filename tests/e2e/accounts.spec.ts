import type { Locator, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { aBooking } from '#tests/support/factories.ts';
import { aJpeg } from '#tests/support/images.ts';
import { OPENID_PEOPLE } from './support/people.ts';
import { delayScripts, expect, test } from './support/world.ts';

const PHONE = { viewport: { width: 360, height: 800 } } as const;
const PASSWORD = 'correct horse';

const address = (id: (typeof OPENID_PEOPLE)[number]['id']) => OPENID_PEOPLE.find((person) => person.id === id)?.email ?? '';
const hashed = () => createPasswords().hash(PASSWORD);
const newEmail = (name: string) => `${name}.${Date.now()}@example.com`;

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Through the provider's own page. */
async function withGoogle(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await page.getByRole('button', { name }).click();
}

const linkIn = (text: string): string => /https?:\/\/\S+\/verify-email\?token=\S+/.exec(text)?.[0] ?? '';
const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

test('a parent signs up on a phone, confirms the address from the mail, forgets the password and is back by the mailed code', async ({ world }) => {
  const email = newEmail('kumari');
  const page = await world.browserOf(null, PHONE);
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Kumari Silva');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page.getByRole('heading', { name: 'Phone & Role Selection' })).toBeVisible();
  await page.getByRole('radio', { name: /Student/ }).check();
  await page.getByText('I am the parent or guardian of a student under 18').click();
  await page.getByRole('checkbox', { name: /I agree to the/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await page.getByLabel("Child's first name").fill('සනුලි');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/student\//);

  const banner = page.getByRole('region', { name: 'Your email address' });
  await expect(banner).toContainText(email);
  const leftOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().left);
  await page.setViewportSize({ width: 1440, height: 900 });
  const left = await leftOf(page.getByRole('link', { name: 'Vidya, home page' }));
  await expect.poll(() => leftOf(banner.getByText('Please confirm')), 'in line with the page').toBe(left);
  await page.setViewportSize(PHONE.viewport);
  const welcome = await world.mailTo(email, 'Welcome to Vidya!');
  await page.goto(linkIn(welcome.text));
  await expect(page.getByText('Email address confirmed successfully')).toBeVisible();
  await expect(page).toHaveURL('/verify-email');
  await page.goto('/account');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(page.getByLabel("Child's first name")).toHaveValue('සනුලි');

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.goto('/login');
  await login(page, email, 'wrong horse');
  await expect(page.getByText('Invalid email or password').first()).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(`/reset-password?email=${encodeURIComponent(email)}`);
  await expect(page.getByRole('button', { name: 'Resend code' })).toBeDisabled();
  const { text } = await world.mailTo(email, 'Your code to reset your password');
  await page.getByLabel('6-digit code').fill(` ${codeIn(text).slice(0, 3)} ${codeIn(text).slice(3)} `);
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page).toHaveURL('/login');
  await login(page, email, 'battery staple');
  await expect(page).toHaveURL('/');
  await world.mailTo(email, 'Your password was changed');
});

// spec callback.4 | D Accounts | The token leaves address bar and history before anything else renders | src/client/routes/auth.callback.tsx
test('whoever is new at Google chooses a role, and no token stays in the address bar or in the history', async ({ world }) => {
  const page = await world.browserOf(null, PHONE);
  await page.goto('/login');
  await withGoogle(page, 'Nethmi Jayasuriya');
  await expect(page).toHaveURL('/register');
  await expect(page.getByText('Google Account Connected')).toBeVisible();
  await expect(page.getByText(address('newcomer'))).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByText('Google Account Connected')).toBeVisible();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('radio', { name: /Student/ }).check();
  await page.getByRole('checkbox', { name: /I agree to the/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/student\//);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^r_/);

  for (let index = 0; index < 6; index += 1) {
    await page.goBack({ waitUntil: 'commit' }).catch(() => null);
    expect(page.url()).not.toContain('token');
  }
  // Google's photo has been copied into our own storage meanwhile.
  await expect
    .poll(
      async () =>
        (
          await world.connection.db
            .select()
            .from(users)
            .where(eq(users.email, address('newcomer')))
        )[0]?.profileImage,
    )
    .toMatch(/^\/files\/photos\//);
  const account = await page.context().newPage();
  await account.goto('/account');
  await expect(account.getByRole('img', { name: 'Photo of Nethmi Jayasuriya' })).toBeVisible();
});

// The scripts come late, as on a slow line. Without the note of where it began, the sign-in would be asked about.
// spec s10-pages.30 | S10 3 | Continue with Google, pressed before the page listens, signs in as it does later | index.html
test('Google is left for when the page listens, also by a press that came before', async ({ world }) => {
  const page = await world.browserOf(null);
  const releaseScripts = await delayScripts(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  expect(page.url()).toMatch(/\/register$/);
  releaseScripts();
  await page.getByRole('button', { name: 'Thilini Weerasinghe' }).click();
  await expect(page.getByRole('button', { name: 'Next Step' })).toBeVisible();
});

test('a tutor signs up through Google', async ({ world }) => {
  // Redirects pass the service worker, too.
  const page = await world.browserOf(null, { serviceWorkers: 'allow' });
  await page.goto('/register');
  await withGoogle(page, 'Thilini Weerasinghe');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('radio', { name: /Tutor/ }).check();
  await expect(page.getByText('I am the parent or guardian of a student under 18')).toBeHidden();
  await page.getByRole('checkbox', { name: /I agree to the/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/tutor\//);
});

test('an account that somebody prepared on an address loses its password once Google proves whose the address is', async ({ world }) => {
  const prepared = await world.aStudent({ email: address('known'), passwordHash: await hashed(), emailVerifiedAt: null });
  const stranger = await world.browserOf(prepared);
  await stranger.goto('/student/bookings');
  await expect(stranger.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible();

  const page = await world.browserOf(null);
  await page.goto('/login');
  await withGoogle(page, 'Kamal at Google');
  await expect(page).toHaveURL(/\/student\//);
  await expect(stranger).toHaveURL(/\/login/);
  await login(stranger, prepared.email, PASSWORD);
  await expect(
    stranger
      .getByText('This account was created using Google OAuth. Password reset is not available. Please use Continue with Google to sign in.')
      .first(),
  ).toBeVisible();
});

test('a refusal at Google, and an address that Google has not verified, are told on the login page', async ({ world }) => {
  const page = await world.browserOf(null);
  await page.goto('/login');
  await withGoogle(page, 'Cancel');
  await expect(page.getByText('Sign-in with Google was cancelled.')).toBeVisible();
  await withGoogle(page, 'Upul Unverified');
  await expect(page.getByText('Google has not verified the email address of this account.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await page.goto('/api/auth/google/callback?code=stolen&state=tampered');
  await expect(page.getByText('Login failed. Please try again.')).toBeVisible();
  await page.goto('/login?error=%3Cscript%3Ealert(1)%3C%2Fscript%3E');
  await expect(page.getByText('Login failed. Please try again.')).toBeVisible();
});

test('somebody keeps the account: photo, name, address by mail, password, and the sign-out of another browser', async ({ world }) => {
  const person = await world.aStudent({ passwordHash: await hashed(), emailVerifiedAt: new Date() });
  const [page, other] = [await world.browserOf(person), await world.browserOf(person, PHONE)];
  await other.goto('/account');
  await expect(other.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await page.goto('/account');

  await page.locator('input[type=file]').setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') });
  await expect(page.getByText('Please select a valid image file (JPG, PNG, or GIF)')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await aJpeg() });
  await page.getByRole('dialog').getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Profile image uploaded successfully!')).toBeVisible();
  await expect(page.getByRole('img', { name: `Photo of ${person.name}` })).toHaveAttribute('src', /\/files\/photos\//);

  await page.getByLabel('Full name').fill('தமிழ்ச்செல்வி கந்தசாமி');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account menu of தமிழ்ச்செல்வி கந்தசாமி' })).toBeVisible();

  const moved = newEmail('moved');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email address').fill(moved);
  await page.getByLabel('Current password').fill('wrong horse');
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(page.getByText('Current password is incorrect').first()).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(page.getByText(`Open the link we sent to ${moved}`)).toBeVisible();
  const { text } = await world.mailTo(moved, 'Confirm your new email address');
  await page.goto(linkIn(text));
  await expect(page.getByText('Email address confirmed successfully')).toBeVisible();
  await world.mailTo(person.email, 'Your email address was changed');
  await page.goto('/account');
  await expect(page.getByText(moved, { exact: true }).first()).toBeVisible();

  // Another address: whoever was signed in elsewhere is so no more.
  await expect(other).toHaveURL(/\/login/);

  const third = await world.browserOf(person, PHONE);
  await third.goto('/account');
  await expect(third.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await page.reload();
  await page
    .getByRole('list', { name: 'Active sessions' })
    .getByRole('button', { name: /^Sign out there/ })
    .click();
  await expect(third).toHaveURL(/\/login/);

  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm new password').fill('battery staple');
  await page.getByRole('button', { name: 'Change password' }).last().click();
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

test('a student leaves: what happens is said first, and the tutor sees the cancelled booking at once', async ({ world }) => {
  const tutor = await world.aTutor();
  const student = await world.aStudent({ passwordHash: await hashed() });
  const start = new Date(Date.now() + 10 * 3_600_000);
  const times = { startTime: start, endTime: new Date(start.getTime() + 3_600_000) };
  await aBooking(world.connection.db, { tutor, student, status: 'confirmed', ...times });
  const tutorPage = await world.browserOf(tutor.user);
  await tutorPage.goto('/tutor/bookings?filter=all');
  await expect(tutorPage.getByRole('article').filter({ hasText: student.name })).toBeVisible();

  const page = await world.browserOf(student, PHONE);
  await page.goto('/account?leave=true');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('1 open booking is cancelled.')).toBeVisible();
  await expect(dialog.locator('dl > div')).toHaveText(['You oweRs. 750']);
  await dialog.getByLabel('Your password').fill('wrong horse');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Your account was deleted successfully')).toBeVisible();
  await world.mailTo(student.email, 'Your account was deleted');
  await expect(tutorPage.getByRole('article').filter({ hasText: 'Unknown Student' })).toBeVisible();
  await expect(tutorPage.getByText('Student is no longer available')).toBeVisible();

  await page.goto('/login');
  await login(page, student.email, PASSWORD);
  await expect(page.getByText('Invalid email or password').first()).toBeVisible();
});

// spec leaving.2
test('an account of Google is deleted after signing in with Google once more', async ({ world }) => {
  await world.aStudent({ name: 'Lahiru Gunawardena', email: address('leaver'), passwordHash: null, emailVerifiedAt: new Date() });
  const [leaver] = await world.connection.db
    .select()
    .from(users)
    .where(eq(users.email, address('leaver')));
  const page = await world.browserOf(leaver ?? null);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('dialog').getByText('Please continue with Google again to confirm that it is you.')).toBeVisible();
  await withGoogle(page, 'Lahiru Gunawardena');
  await expect(page).toHaveURL('/account?leave=true');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => world.connection.db.$count(users, eq(users.email, address('leaver')))).toBe(0);
});

test('with the keyboard alone one logs in, and recovers a forgotten password', async ({ world }) => {
  const person = await world.aStudent({ passwordHash: await hashed() });
  const page = await world.browserOf(null);
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong horse');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid email or password').first()).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password?' }).press('Enter');
  // The address changes before the page does, and the field of /login is called Email too and holds the same.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await page.getByLabel('Email', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/\/reset-password\?email=/);
  const { text } = await world.mailTo(person.email, 'Your code to reset your password');
  await page.getByLabel('6-digit code').focus();
  await page.keyboard.type(codeIn(text));
  await page.keyboard.press('Tab');
  await page.keyboard.type('battery staple');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Password reset successful. Please login with your new password.').first()).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type('battery staple');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('with the keyboard alone one signs up, and deletes the account again', async ({ world }) => {
  const email = newEmail('keys');
  const page = await world.browserOf(null);
  await page.goto('/register');
  await page.getByLabel('Full name').focus();
  await page.keyboard.type('Keshini Keys');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.getByLabel('Confirm password').focus();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Phone & Role Selection' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: /I agree to the/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/student\//);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete account' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Your password').press('ControlOrMeta+A');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account was deleted successfully')).toBeVisible();
});
