import { readFile } from 'node:fs/promises';
import { monthOf } from '#shared/domain/months.ts';
import { addDays } from '#shared/domain/zone.ts';
import { aBooking, HOUR } from '#tests/support/factories.ts';
import { violations } from './support/axe.ts';
import { dateInDays, expect, test } from './support/world.ts';

// spec s12-earned.4 | S12 B | On a phone a tutor reads a month session by session, downloads it as CSV, and prints it without the navigation |
//   src/client/features/tutor-dashboard/earnings-page.tsx, src/client/features/tutor-dashboard/earnings-page.module.css
test('a tutor reads a month of earnings, downloads it and prints it', async ({ world }) => {
  const tutor = await world.aTutor();
  const student = await world.aStudent({ name: 'நிமல் Wickramasinghe Arachchilage Dharmaratnakumara' });
  const month = monthOf(addDays(`${monthOf(dateInDays(0))}-01`, -1));
  const startTime = new Date(`${month}-10T04:00:00Z`);
  const endTime = new Date(startTime.getTime() + 2 * HOUR);
  await aBooking(world.connection.db, { tutor, student, status: 'completed', startTime, endTime, amountCents: 300_000, subjectName: 'Physics' });
  const page = await world.browserOf(tutor.user, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  await page.goto('/tutor/dashboard');
  await page.getByRole('link', { name: 'Earnings by session' }).click();
  await expect(page.getByText('No earnings yet this month')).toBeVisible();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL(`/tutor/earnings?month=${month}`);
  await expect(page.getByRole('definition').filter({ hasText: 'Rs. 2,550' })).toBeVisible();
  const session = page.getByRole('row').filter({ hasText: student.name });
  await expect(session).toContainText(/Physics\s*2 hours/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await violations(page)).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`${student.name},Physics,2,completed,3000,,450,2550,`);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText(`statement of sessions`)).toBeVisible();
  await expect(page.getByText(tutor.user.name)).toBeVisible();
  await expect(session).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print statement' })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});
