import { expect, test } from './support/world.ts';

test.use({ viewport: { width: 360, height: 740 } });

// spec s12-look.13 | S12 G | On a phone of 360 by 740 the home page shows search, subjects and three tutors within two screens |
//   src/client/features/home/home-categories.module.css, src/client/features/home/home-page.tsx
test('the home page shows search, subjects and three tutors within two screens', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByLabel('Search tutors')).toBeVisible();
  // Other journeys have categories of their own.
  const others = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: / [0-9a-f]{10}/ });
  await others.evaluateAll((items) => {
    for (const item of items) (item as HTMLElement).style.display = 'none';
  });
  const third = page.getByRole('region', { name: 'Featured Tutors' }).getByRole('article').nth(2);
  const box = await third.evaluate((card) => ({ bottom: card.getBoundingClientRect().bottom + window.scrollY, width: document.body.scrollWidth }));
  expect(box.bottom).toBeLessThanOrEqual(1480);
  expect(box.width).toBeLessThanOrEqual(360);
});

// spec s12-look.8
test('an introduction asks nothing of YouTube before it is played, and is allowed to be shown then', async ({ world }) => {
  const tutor = await world.aTutor({ headline: 'Physics with experiments', introductionVideo: 'dQw4w9WgXcQ' });
  const page = await world.browserOf(null);
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url()).hostname.match(/^(127\.0\.0\.1|localhost)$/) && request.url().startsWith('http')) outside.push(request.url());
  });
  await page.route(/youtube/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>The video</p>' }));
  await page.goto(`/tutors/${tutor.id}`);
  await expect(page.getByText('Physics with experiments')).toBeVisible();
  const play = page.getByRole('button', { name: 'Play the introduction' });
  await play.scrollIntoViewIfNeeded();
  expect(outside).toEqual([]);
  await play.click();
  await expect(page.frameLocator('iframe').getByText('The video')).toBeVisible();
  expect(new Set(outside.map((url) => new URL(url).hostname))).toEqual(new Set(['www.youtube-nocookie.com']));
});

// spec s12-look.10, s12-look.12
test('a student books a favourite at once, and meets similar tutors at the end of its profile', async ({ world }) => {
  const tutor = await world.aTutor();
  const other = await world.aTutor({ subjects: [{ subjectId: tutor.subjectId }] });
  const student = await world.aStudent();
  const page = await world.browserOf(student);
  await page.goto(`/tutors/${tutor.id}`);
  await page.getByRole('button', { name: `Favorite ${tutor.user.name}` }).click();
  await expect(page.getByText('Tutor added to favorites.')).toBeVisible();
  await page.goto('/student/favorites');
  await expect(page.getByText('from Rs. 1,500 / hour')).toBeVisible();
  await page.getByRole('link', { name: `Book Session with ${tutor.user.name}` }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: /^More tutors of/ }).getByRole('heading', { name: other.user.name })).toBeVisible();
});
