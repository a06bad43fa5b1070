import type { Locator } from '@playwright/test';
import { aBooking } from '#tests/support/factories.ts';
import { chooseInRow } from './support/rows.ts';
import { expect, test } from './support/world.ts';

/** For each word, on how many lines it stands. */
const countLines = (heading: Locator) =>
  heading.evaluate((element) => {
    const text = element.firstChild;
    if (!text) return [];
    const words = [...(text.textContent ?? '').matchAll(/\S+/g)];
    return words.map((word) => {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  });

const middleOf = async (part: Locator) => {
  const box = await part.boundingBox();
  return box ? box.y + box.height / 2 : Number.NaN;
};

// spec s12-seen.5 | S12 E | A long name breaks between its words, and the heart stands beside it, on phones and tablets |
//   src/client/features/tutor-detail/profile-header.module.css, src/client/features/tutor-detail/profile-header.tsx
test('a long name on a profile breaks between its words, with the heart beside its first line', async ({ world }) => {
  const { id } = await world.aTutor({ user: { name: 'Wickramasinghe Arachchilage Dharmaratnakumara' } });
  const page = await world.browserOf(null, { viewport: { width: 360, height: 800 } });
  await page.goto(`/tutors/${id}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  expect(await countLines(heading)).toEqual([1, 1, 1]);
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const top = (await heading.boundingBox())?.y ?? Number.NaN;
    expect(Math.abs((await middleOf(page.getByRole('button', { name: /^Favorite/ }))) - top)).toBeLessThan(40);
  }
});

// spec s12-seen.6 | S12 E | With forced colours the current entry of navigation, views and choices is marked by an outline | src/client/app/theme.css
test('forced colours leave a mark on the current page, view and choice', async ({ world }) => {
  const page = await world.browserOf(await world.aStudent(), { viewport: { width: 1280, height: 800 }, forcedColors: 'active' });
  await page.goto('/student/bookings');
  for (const name of ['My Bookings', 'Upcoming']) {
    const current = page.getByRole('link', { name }).and(page.locator('[aria-current="page"]')).first();
    await expect(current).toHaveCSS('outline', /solid 2px$/);
  }
  await expect(page.getByRole('link', { name: 'Past' })).not.toHaveCSS('outline', /solid 2px$/);
  await expect(page.getByTitle('System').first()).toHaveCSS('outline', /solid 2px$/);
});

// spec s12-seen.7 | S12 E | A toast covers no more than a fifth of a small screen, and no open menu | src/client/ui/toast-stack.module.css
test('a toast at 200% zoom covers a fifth of the screen at most, and on a phone no open menu', async ({ world }) => {
  const page = await world.browserOf(null, { viewport: { width: 320, height: 400 } });
  const tutor = await world.aTutor();
  await page.goto(`/tutors/${tutor.id}`);
  await page.getByRole('button', { name: /^Favorite/ }).click();
  const toast = page.getByRole('group').filter({ hasText: 'Please login to add favourites' });
  await expect(toast).toBeVisible();
  expect((await toast.boundingBox())?.height).toBeLessThanOrEqual(80);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: /menu/i }).click();
  await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThan(600);
});

// spec s12-seen.7
test('a toast on a phone leaves the top bar free after a switch, and stands over it while somebody types', async ({ world, request }) => {
  const [tutor, student] = [await world.aTutor(), await world.aStudent()];
  const booking = await aBooking(world.connection.db, { student, tutor, startTime: new Date(Date.now() + 3 * 86_400_000) });
  const page = await world.browserOf(student, { viewport: { width: 360, height: 740 } });
  await page.goto('/account');
  await page.getByRole('switch').first().press('Space');
  const headers = { authorization: `Bearer ${await world.tokenOf(tutor.user)}` };
  expect((await request.patch(`/api/tutors/bookings/${booking.id}`, { headers, data: { status: 'confirmed' } })).ok()).toBe(true);
  const toast = page.getByRole('group').filter({ hasText: 'Booking Confirmed' });
  await toast.hover();
  for (const control of await page.getByRole('banner').locator('a:visible, button:visible').all()) await control.click({ trial: true });
  await page.getByLabel('Full name').focus();
  await expect.poll(async () => (await toast.boundingBox())?.y).toBeLessThan(64);
});

// spec s12-seen.60 | S12 B, E | A toast leaves the buttons of an open dialog free, also at 200% zoom; a small screen shows one at a time |
//   src/client/ui/toast-stack.module.css, src/client/ui/toast-stack.tsx
test('a toast beside an open dialog covers none of its buttons, and makes room for the next one', async ({ world, request }) => {
  const [tutor, student] = [await world.aTutor(), await world.aStudent()];
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await aBooking(world.connection.db, { student, tutor, startTime: inDays(3), subjectName: 'English' });
  const other = await aBooking(world.connection.db, { student, tutor, startTime: inDays(4), subjectName: 'Chemistry' });
  const headers = { authorization: `Bearer ${await world.tokenOf(tutor.user)}` };
  const setStatus = async (status: string) => {
    const answer = await request.patch(`/api/tutors/bookings/${other.id}`, { headers, data: { status, cancellationReason: 'I am ill' } });
    expect(answer.ok()).toBe(true);
  };
  const page = await world.browserOf(student, { viewport: { width: 640, height: 360 } });
  await page.goto('/student/bookings?filter=all');
  await chooseInRow(page.getByRole('article').filter({ hasText: 'English' }), 'Cancel');
  const dialog = page.getByRole('dialog');
  const buttons = dialog.getByRole('button');
  await expect(buttons).toHaveCount(3);
  const toasts = page.locator('[data-position]').getByRole('group');
  await setStatus('confirmed');
  await expect(toasts).toHaveText([/Booking Confirmed/]);
  for (const button of await buttons.all()) await button.click({ trial: true });
  expect((await toasts.boundingBox())?.height).toBeLessThanOrEqual(72);

  await page.setViewportSize({ width: 360, height: 740 });
  await setStatus('cancelled');
  await expect(toasts).toHaveText([/Booking Cancelled/]);
  for (const button of await buttons.all()) await button.click({ trial: true });
  expect((await toasts.boundingBox())?.height).toBeLessThanOrEqual(148);
});
