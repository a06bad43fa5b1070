import { inArray } from 'drizzle-orm';
import { users } from '#db/schema/people.ts';
import { anAdmin, unique } from '#tests/support/factories.ts';
import { violations } from './support/axe.ts';
import { findSmallTargets } from './support/targets.ts';
import { expect, test } from './support/world.ts';

// spec s12-desk.21 | S12 D | Two of three students are suspended at once by touch at 360 px, with the bar above the navigation and the focus in the table |
//   src/client/ui/selection-bar.module.css, src/client/ui/data-table.module.css
test('an admin suspends two of three students at once on a phone', async ({ world }) => {
  const { db } = world.connection;
  const family = unique('Weerasekara').replace(' ', '');
  const students = await Promise.all(['Amila', 'Bimal', 'Chathura'].map((name) => world.aStudent({ name: `${name} ${family}` })));
  const page = await world.browserOf(await anAdmin(db), { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  await page.goto(`/admin/students?q=${family}&sort=name`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} ${family}` });
  for (const name of ['Amila', 'Bimal']) await row(name).locator('label').tap();
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select all 3 shown' })).toHaveJSProperty('indeterminate', true);

  const bar = await page.getByRole('button', { name: 'Suspend 2…' }).boundingBox();
  const navigation = await page.getByRole('navigation').filter({ hasText: 'More' }).boundingBox();
  expect((bar?.y ?? 800) + (bar?.height ?? 0)).toBeLessThanOrEqual(navigation?.y ?? 0);
  expect(await findSmallTargets(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${width} px, ${colorScheme}`).toEqual([]);
    }
  }

  await page.getByRole('button', { name: 'Suspend 2…' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Suspend 2 students?' });
  await expect(dialog.getByText('No booking has to be cancelled.')).toBeVisible();
  await dialog.getByLabel('Reason for the suspension').fill('Wrote insults to tutors.');
  // By key: a press so soon after the one that has opened the dialog, and so near to it, is ignored.
  await dialog.getByRole('button', { name: 'Suspend 2' }).press('Enter');
  await expect(page.getByText('2 accounts suspended successfully')).toBeVisible();
  for (const name of ['Amila', 'Bimal']) await expect(row(name).getByText('Suspended', { exact: true })).toBeVisible();
  await expect(row('Chathura').getByText('Suspended', { exact: true })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Suspend \d/ })).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('3 students');
  const ids = students.map(({ id }) => id);
  const stored = await db.select({ name: users.name, status: users.status }).from(users).where(inArray(users.id, ids)).orderBy(users.name);
  expect(stored.map(({ status }) => status)).toEqual(['suspended', 'suspended', 'active']);
});
