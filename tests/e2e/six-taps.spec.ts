import type { Page } from '@playwright/test';
import { expect, test } from './support/world.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const BOTH_METHODS = [
  { type: 'online' as const, rateCents: 150_000 },
  { type: 'home-visit' as const, rateCents: 200_000 },
];

async function countTaps(page: Page): Promise<() => Promise<number>> {
  let taps = 0;
  await page.exposeFunction('countTap', () => {
    taps += 1;
  });
  await page.addInitScript(() => {
    const { countTap } = window as unknown as { countTap: () => void };
    window.addEventListener('pointerdown', () => countTap(), { capture: true });
  });
  return async () => taps;
}

/** From the list of tutors; `name` is found there by its search. */
async function book(page: Page, { name, hour, method }: { name: string; hour: number; method?: string }): Promise<void> {
  await page.goto(`/tutors?category=all&q=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).tap();
  const times = page.locator('[aria-live=polite]').filter({ has: page.getByRole('heading', { name: /^Free on/ }) });
  await page.getByRole('heading', { name: 'Availability' }).scrollIntoViewIfNeeded();
  await times.getByRole('listitem').nth(hour).locator('a, button').tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Duration & Method' })).toBeVisible();
  // By key: a press in the place of the last one, on a dialog that has just opened, is ignored.
  if (method) await dialog.getByRole('radio', { name: method }).press('Space');
  for (const step of ['Select Topic', 'Choose Day & Time', 'Contact & Confirm']) {
    await dialog.getByRole('button', { name: 'Next' }).tap();
    await expect(dialog.getByRole('heading', { name: step })).toBeVisible();
  }
  await dialog.getByRole('button', { name: 'Book Session' }).tap();
  await expect(page).toHaveURL('/student/bookings');
  await expect(page.getByRole('article').filter({ hasText: name })).toBeVisible();
}

// spec s12-next.60 | S12 Must reach | A returning student books from a search result in six taps: the method of their last request is chosen |
//   src/client/features/booking-modal/use-booking-draft.ts, src/client/features/booking-modal/last-method.ts
test('a returning student books from a search result in six taps', async ({ world }) => {
  const first = await world.aTutor({ subjects: [{ modes: BOTH_METHODS }] });
  const second = await world.aTutor({ subjects: [{ modes: BOTH_METHODS }] });
  const page = await world.browserOf(await world.aStudent(), PHONE);
  const readTaps = await countTaps(page);
  await book(page, { name: first.user.name, hour: 0, method: 'Online' });
  const before = await readTaps();
  await book(page, { name: second.user.name, hour: 2 });
  expect((await readTaps()) - before).toBeLessThanOrEqual(6);
});
