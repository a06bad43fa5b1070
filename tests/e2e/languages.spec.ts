import { createPasswords } from '#server/infra/credentials.ts';
import { expect, test } from './support/world.ts';

const PASSWORD = 'correct horse';

const HOMES = [
  { locale: 'si', title: 'ඔබට ගැළපෙන ගුරුවරයා සොයාගන්න', tutors: 'ගුරුවරු සොයන්න' },
  { locale: 'ta', title: 'உங்களுக்கு ஏற்ற ஆசிரியரைக் கண்டறியுங்கள்', tutors: 'ஆசிரியர்களைத் தேடுங்கள்' },
] as const;

for (const { locale, title, tutors } of HOMES) {
  // spec s15-addresses.2 | S15 2 | A page comes from the server in the language of its address, and its links stay in that language |
  //   src/client/app/router.tsx, src/client/ssr/render-page.tsx, src/server/edge/pages.ts
  test(`/${locale} is the home page in that language, and its links stay in it`, async ({ world }) => {
    const page = await world.browserOf(null);
    await page.goto(`/${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: tutors }).click();
    await expect(page).toHaveURL(new RegExp(`/${locale}/tutors`));
    await expect(page.getByRole('banner').getByRole('link', { name: tutors })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/${locale}$`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
}

// spec s15-addresses.2
test('without JavaScript too, and until the language is offered search engines are told not to list it', async ({ world }) => {
  const page = await world.browserOf(null, { javaScriptEnabled: false });
  for (const { locale, title } of HOMES) {
    await page.goto(`/${locale}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/${locale}$`));
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, follow');
  }
});

// spec s15-addresses.3 | S15 2 | The area of somebody who is signed in keeps the language of its address, the way through the login included |
//   src/client/app/router.tsx
test('who has to sign in first comes back in the same language', async ({ world }) => {
  const student = await world.aStudent({ passwordHash: await createPasswords().hash(PASSWORD) });
  const page = await world.browserOf(null);
  await page.goto('/si/student/bookings');
  await expect(page).toHaveURL(/\/si\/login\?redirect=/);
  await page.getByLabel('Email', { exact: true }).fill(student.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/si\/student\/bookings/);
});
