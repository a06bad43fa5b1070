import { sentencesIn } from './support/catalogue.ts';
import { expect, test } from './support/world.ts';

const SINHALA = { offer: 'භාෂාව', link: 'සිංහලෙන් කියවන්න', close: 'වසන්න' };
const TAMIL = { name: 'தமிழ்', offer: 'மொழி' };

// spec s15-choice.7 | S15 7 | The menu in the header leads to the same page in another language, its search kept, and the browser remembers it |
//   src/client/ui/language-links.tsx, src/client/lib/language-choice.ts
test('a visitor chooses Tamil in the header and stays on the page, and is offered Tamil where a link leads to English', async ({ world }) => {
  const tutor = await world.aTutor();
  const page = await world.browserOf(null);
  const search = `category=all&q=${encodeURIComponent(tutor.user.name)}`;
  await page.goto(`/tutors?${search}`);
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Language' }).click();
  await banner.getByRole('link', { name: TAMIL.name }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/ta/tutors' && url.searchParams.get('q') === tutor.user.name);
  await expect(page.getByRole('article').filter({ hasText: tutor.user.name })).toBeVisible();
  await banner.getByRole('button', { name: sentencesIn('ta')('Language') }).click();
  await expect(banner.getByRole('link', { name: TAMIL.name })).toHaveAttribute('aria-current', 'true');

  await page.goto('/tutors');
  await expect(page.getByRole('complementary', { name: TAMIL.offer }).getByRole('link')).toHaveAttribute('href', /^\/ta\/tutors/);
});

// spec s15-choice.8 | S15 7 | Chosen by somebody who is signed in, it is the language of the account and of its mails |
//   src/client/app/language-offer.tsx
test('the account of a student who chooses Tamil remembers it, on other devices too', async ({ world }) => {
  const student = await world.aStudent({ emailVerifiedAt: new Date() });
  const page = await world.browserOf(student);
  await page.goto('/student/bookings?filter=all');
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Language' }).click();
  await banner.getByRole('link', { name: TAMIL.name }).click();
  await expect(page).toHaveURL('/ta/student/bookings?filter=all');
  const { sql } = world.connection;
  const locale = async () => (await sql<{ locale: string | null }[]>`select locale from users where id = ${student.id}`)[0]?.locale;
  await expect.poll(locale).toBe('ta');

  const other = await world.browserOf(student);
  await other.goto('/student/bookings');
  await expect(other.getByRole('complementary', { name: TAMIL.offer })).toBeVisible();
});

// spec s15-choice.9 | S15 7 | A browser that is set to Sinhala is offered it once on a page in English: followed or closed, it does not come again |
//   src/client/app/language-offer.tsx
test('a browser in Sinhala is offered the page in Sinhala, and follows the offer', async ({ world }) => {
  const page = await world.browserOf(null, { locale: 'si-LK' });
  await page.goto('/tutors?category=all');
  const offer = page.getByRole('complementary', { name: SINHALA.offer });
  await offer.getByRole('link', { name: SINHALA.link }).click();
  await expect(page).toHaveURL(/\/si\/tutors\?category=all/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'si');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('complementary', { name: /./ }).locator('[hreflang]')).toHaveCount(0);
});

// spec s15-choice.9
test('a browser in Sinhala whose offer was closed is not asked again, not after a reload either', async ({ world }) => {
  const page = await world.browserOf(null, { locale: 'si-LK' });
  await page.goto('/tutors');
  const offer = page.getByRole('complementary', { name: SINHALA.offer });
  await offer.getByRole('button', { name: SINHALA.close }).click();
  await expect(offer).toHaveCount(0);
  for (const path of ['/tutors', '/']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(offer).toHaveCount(0);
  }
});
