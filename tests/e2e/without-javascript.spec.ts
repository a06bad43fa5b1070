import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { BLOGS } from '#shared/vocabulary/limits.ts';
import { aBlog, unique } from '#tests/support/factories.ts';
import { expect, test, type World } from './support/world.ts';

const open = (world: World): Promise<Page> => world.browserOf(null, { javaScriptEnabled: false });
const cardsOf = (page: Page) => page.getByRole('main').getByRole('article');
const namesOf = (page: Page) => cardsOf(page).getByRole('heading').allTextContents();

// spec s10-pages.16 | S10 1 | Without JavaScript one can search, read profiles and posts, and Book Session leads to the login |
//   src/client/features/tutor-search/search-box.tsx
test('the search on the home page and on /tutors finds tutors with Enter', async ({ world }) => {
  const [first, second] = [unique('Ishara Weerakoon'), unique('Malith Edirisinghe')];
  await world.aTutor({ user: { name: first } });
  await world.aTutor({ user: { name: second } });
  const page = await open(world);
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search tutors' }).fill(first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tutors\?.*q=/);
  await expect(cardsOf(page).filter({ hasText: first })).toBeVisible();
  await expect(cardsOf(page).filter({ hasText: second })).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search tutors' }).fill(second);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/category=all/);
  await expect(cardsOf(page).filter({ hasText: second })).toBeVisible();
});

test('a profile can be read at its address with the name, also with a former one, and Book Session leads to the login', async ({ world }) => {
  const name = unique('Ishara Weerakoon');
  const tutor = await world.aTutor({ user: { name } });
  const page = await open(world);
  for (const slug of ['', '/ishara-weerakoon', '/a-former-name']) {
    const response = await page.goto(`/tutors/${tutor.id}${slug}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/tutors/${tutor.id}/ishara-weerakoon`));
  }
  await expect(page.getByRole('banner').or(page.getByRole('main')).getByText('Rs. 1,500 / hour').first()).toBeVisible();
  await page.getByRole('link', { name: 'Book Session' }).first().click();
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(`/tutors/${tutor.id}?book=1`)}`);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

// spec s10-pages.16
test('buttons and fields have the colours of the light theme', async ({ world }) => {
  const tutor = await world.aTutor();
  const page = await open(world);
  await page.goto(`/tutors/${tutor.id}`);
  await expect(page.getByRole('link', { name: 'Book Session' }).first()).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.goto('/tutors?category=all');
  await expect(page.getByRole('searchbox', { name: 'Search tutors' })).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
});

test('a post can be read', async ({ world }) => {
  const tutor = await world.aTutor();
  const title = unique('How to revise');
  const post = await aBlog(world.connection.db, { tutor, title, content: '<h2>Begin early</h2><p>Ten minutes <strong>every</strong> day.</p>' });
  const page = await open(world);
  await page.goto(`/blogs/${post.id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Begin early' })).toBeVisible();
  await expect(page.getByText('Ten minutes every day.')).toBeVisible();
});

test('an address without a page says so', async ({ world }) => {
  const page = await open(world);
  for (const [path, words] of [
    ['/nothing/here', 'This page does not exist'],
    [`/tutors/${randomUUID()}/somebody`, 'Tutor Not Found'],
    [`/blogs/${randomUUID()}`, 'Blog not found'],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByText(words)).toBeVisible();
  }
});

test('a link leads through the lists of tutors and posts, page by page', async ({ world }) => {
  const tutor = await world.aTutor();
  await Promise.all(Array.from(Array(BLOGS.pageSize), () => aBlog(world.connection.db, { tutor })));
  const page = await open(world);
  for (const path of ['/tutors?category=all', '/blogs']) {
    await page.goto(path);
    const seen = await namesOf(page);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/after=/);
    const next = await namesOf(page);
    expect(next.length).toBeGreaterThan(0);
    expect(next.filter((name) => seen.includes(name))).toEqual([]);
    await page.getByRole('link', { name: 'From the beginning' }).click();
    await expect(page).toHaveURL(path);
  }
});
