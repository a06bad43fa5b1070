import { expect, test } from './support/world.ts';

// spec search.2 | D Search | All filters, sort and text live in the URL; Back, reload and a shared link restore the result |
//   src/client/routes/tutors/index.tsx
// spec search.8 | P §2 Tutor search | Filters: Female tutors only | src/client/features/tutor-search/filter-fields.tsx
test('filters stand in the address: Back, reload and a shared link show the same result', async ({ world }) => {
  const page = await world.browserOf(null);
  await page.goto('/tutors');
  const count = page.getByText(/^[\d,+]+ Tutors? Found$/);
  await expect(count).toBeVisible();
  const first = await count.textContent();

  await page.getByRole('main').getByText('All', { exact: true }).first().click();
  await expect(page).toHaveURL(/category=all/);
  await expect(count).not.toHaveText(first ?? '');
  const all = await count.textContent();
  await page.getByRole('switch', { name: 'Female tutors only' }).click();
  await expect(page).toHaveURL(/female/);
  await expect(count).not.toHaveText(all ?? '');
  const shared = await world.browserOf(null);
  let women = '';
  // Other journeys verify tutors meanwhile, so a count may change between two tabs.
  await expect(async () => {
    await page.reload();
    await expect(count).toBeVisible();
    women = (await count.textContent()) ?? '';
    await shared.goto(page.url());
    await expect(shared.getByText(women, { exact: true })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.goBack();
  await expect(page).not.toHaveURL(/female/);
  await expect(count).not.toHaveText(women);
});

test('the list goes on while one scrolls, repeats nobody, and is where one left it on the way back', async ({ world }) => {
  const page = await world.browserOf(null);
  await page.goto('/tutors?category=all');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(24);
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(48);
  const links = await cards.getByRole('link').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  expect(new Set(links).size).toBe(links.length);

  const fortieth = cards.nth(40).getByRole('link');
  const name = (await fortieth.textContent()) ?? '';
  await fortieth.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(cards.nth(40)).toBeInViewport();
});

test('an opened "Why here?" makes its card taller, and no other card of its row', async ({ world }) => {
  // Cards out of sight have a height that is assumed.
  const page = await world.browserOf(null, { viewport: { width: 1280, height: 2600 } });
  await page.goto('/tutors?category=all&sort=match');
  const cards = page.getByRole('region', { name: 'More tutors' }).getByRole('article');
  const measure = () =>
    cards.evaluateAll((found) => {
      const top = found[0]?.getBoundingClientRect().top ?? 0;
      return found.slice(0, 6).map((card) => {
        const box = card.getBoundingClientRect();
        const why = card.querySelector('summary')?.getBoundingClientRect().top ?? 0;
        return { top: Math.round(box.top - top), height: Math.round(box.height), why: Math.round(why - box.top) };
      });
    });
  await cards.first().scrollIntoViewIfNeeded();
  const closed = await measure();
  const columns = closed.filter(({ top }) => top === 0).length;
  expect(columns).toBeGreaterThan(1);
  expect(new Set(closed.slice(0, columns).map(({ height }) => height)).size).toBe(1);

  for (let index = 0; index < columns; index += 1) {
    const why = cards.nth(index).getByText('Why here?');
    await why.click();
    const opened = await measure();
    const growth = (opened[index]?.height ?? 0) - (closed[index]?.height ?? 0);
    expect(growth).toBeGreaterThan(50);
    const expected = closed.map((card, at) => (at < columns ? card : { ...card, top: card.top + growth }));
    expect(opened).toEqual(expected.map((card, at) => (at === index ? { ...card, height: card.height + growth } : card)));
    await why.click();
    expect(await measure()).toEqual(closed);
  }
});

test('a search that finds nobody says so, and leads out', async ({ world }) => {
  const page = await world.browserOf(null);
  await page.goto('/tutors?category=all&q=qzxqzx');
  await expect(page.getByText('No tutors found')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: 'See all tutors' })
    .or(page.getByRole('main').getByRole('link', { name: 'See all tutors' }))
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(24);
});

test('a search that fails says what happened and tries again', async ({ world }) => {
  const page = await world.browserOf(null);
  let isBroken = true;
  await page.route('**/trpc/**tutors.search**', (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto('/tutors');
  // Before the page listens, a link is followed by the browser, to a page that the server has rendered with its tutors.
  await page.waitForLoadState('networkidle');
  await page.getByRole('main').getByText('All', { exact: true }).first().click();
  await expect(page.getByText('Error Loading Tutors')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(24);
});
