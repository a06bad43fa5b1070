import { createPasswords } from '#server/infra/credentials.ts';
import { sentencesIn } from './support/catalogue.ts';
import { expect, test } from './support/world.ts';

const PASSWORD = 'correct horse';

const HOMES = ['si', 'ta'].map((locale) => {
  const say = sentencesIn(locale);
  return { locale, say, title: say('Find the tutor who fits you'), tutors: say('Find Tutors') };
});

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
test('without JavaScript too, and what search engines and previews read is in that language', async ({ world }) => {
  const page = await world.browserOf(null, { javaScriptEnabled: false });
  for (const { locale, title } of HOMES) {
    await page.goto(`/${locale}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/${locale}$`));
    await expect(page.locator('meta[name=robots]')).toHaveCount(0);
    await expect(page.locator('link[hreflang=x-default]')).toHaveCount(1);
    for (const tag of ['meta[name=description]', 'meta[property="og:title"]', 'meta[property="og:image:alt"]']) {
      await expect(page.locator(tag)).toHaveAttribute('content', locale === 'si' ? /\p{Script=Sinhala}/u : /\p{Script=Tamil}/u);
    }
  }
});

// spec s15-addresses.3 | S15 2 | The area of somebody who is signed in keeps the language of its address, the way through the login included |
//   src/client/app/router.tsx
test('who has to sign in first comes back in the same language', async ({ world }) => {
  const student = await world.aStudent({ passwordHash: await createPasswords().hash(PASSWORD) });
  const page = await world.browserOf(null);
  await page.goto('/si/student/bookings');
  await expect(page).toHaveURL(/\/si\/login\?redirect=/);
  const say = sentencesIn('si');
  await page.getByLabel(say('Email'), { exact: true }).fill(student.email);
  await page.getByLabel(say('Password'), { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/si\/student\/bookings/);
});

// spec s15-addresses.2
test('a search without JavaScript, and a former address that leads on, stay in the language', async ({ world }) => {
  const tutor = await world.aTutor();
  const page = await world.browserOf(null, { javaScriptEnabled: false });
  for (const { locale, say } of HOMES) {
    await page.goto(`/${locale}`);
    await page.getByRole('searchbox', { name: say('Search tutors') }).fill(tutor.user.name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/${locale}/tutors\\?.*q=`));
    await expect(page.getByRole('article').filter({ hasText: tutor.user.name })).toBeVisible();
    await page.goto(`/${locale}/tutor/${tutor.id}`);
    await expect(page).toHaveURL(new RegExp(`/${locale}/tutors/${tutor.id}`));
  }
});

for (const { locale, say } of HOMES) {
  // spec s15-refusals.1
  test(`in /${locale} a message beside a field and a refusal are in that language`, async ({ world }) => {
    const page = await world.browserOf(null);
    await page.goto(`/${locale}/login`);
    const login = page.getByRole('main').getByRole('button', { name: say('Login'), exact: true });
    await login.click();
    await expect(page.getByText(say('Please enter a valid email address'))).toBeVisible();
    await page.getByLabel(say('Email'), { exact: true }).fill('nobody@vidya.test');
    await page.getByLabel(say('Password'), { exact: true }).fill('not the password');
    await login.click();
    await expect(page.getByRole('main').getByText(say('Invalid email or password'))).toBeVisible();
  });

  // spec s15-dates.1
  test(`a tutor's card in /${locale} has its labels, price and next free time in that language, and the page its title`, async ({ world }) => {
    const tutor = await world.aTutor();
    const page = await world.browserOf(null);
    await page.goto(`/${locale}/tutors?category=all&q=${encodeURIComponent(tutor.user.name)}`);
    const card = page.getByRole('article').filter({ hasText: tutor.user.name });
    await expect(card.getByText(say('Next free'))).toBeVisible();
    await expect(card.getByText(say('Online'), { exact: true })).toBeVisible();
    await expect(card.getByText(locale === 'si' ? 'රු. 1,500' : 'ரூ. 1,500').first()).toBeVisible();
    await expect(card.getByText(locale === 'si' ? /(පෙ|ප)\.ව\. \d/ : /(முற்|பிற்)பகல் \d/).first()).toBeVisible();
    await expect(card.getByText('Rs.')).toHaveCount(0);
    // The browser writes it anew when it takes over the page.
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveTitle(`${say('Find Tutors')} · Vidya`);
  });
}
