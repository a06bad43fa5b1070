import type { Page } from '@playwright/test';
import { instantAt } from '#shared/domain/zone.ts';
import { aBooking, HOUR } from '#tests/support/factories.ts';
import { violations } from './support/axe.ts';
import { dateInDays, expect, test } from './support/world.ts';

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true } as const;
const MAX_ROW = 120;
const ZONE = 'Asia/Colombo';

/** In Colombo. */
const at = (days: number, hour: number) => instantAt(dateInDays(days), hour * 60, ZONE);

/** Names of the rows with the headings of their days, as they stand below each other. */
const listAgenda = (page: Page) => page.getByRole('main').locator('h2, article h3').allInnerTexts();

async function expectCompact(page: Page): Promise<void> {
  const heights = await page.getByRole('article').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.max(...heights)).toBeLessThanOrEqual(MAX_ROW);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
}

// spec s12-next.10 | S12 B | A student sees what is next first: soonest first under its day, a series as one group, no row above 120 px at 360 px
//   | src/client/features/bookings/booking-row.tsx, src/client/features/bookings/bookings-list.tsx
test('a student sees what is next: under its day, soonest first, a weekly series as one', async ({ world }) => {
  const { db } = world.connection;
  const student = await world.aStudent();
  const [weekly, long, sinhala, tamil] = [
    await world.aTutor({ user: { name: 'Weekly Wijesinghe' } }),
    await world.aTutor({ user: { name: 'Nanayakkarawasam Loku Liyanage Chandrasekara Bandara Wijesundara' } }),
    await world.aTutor({ user: { name: 'දිලිණි වික්‍රමසිංහ' } }),
    await world.aTutor({ user: { name: 'ஷர்மிளா தேவநேசன்' } }),
  ];
  for (const week of [2, 1, 0]) await aBooking(db, { student, tutor: weekly, startTime: at(3 + week * 7, 16) });
  await aBooking(db, { student, tutor: tamil, status: 'confirmed', startTime: at(1, 14) });
  await aBooking(db, { student, tutor: sinhala, status: 'confirmed', startTime: at(1, 9) });
  const link = 'https://meet.vidya.test/room';
  await aBooking(db, { student, tutor: long, status: 'confirmed', startTime: new Date(Date.now() - HOUR / 2), meetingLink: link });
  // Asked for and completed in another order than they took place.
  for (const days of [-3, -9, -6]) await aBooking(db, { student, tutor: sinhala, status: 'completed', startTime: at(days, 10) });

  const page = await world.browserOf(student, PHONE);
  await page.goto('/student/bookings');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('article').first()).toContainText('Ongoing');
  await expect(page.getByRole('link', { name: 'Join' })).toHaveAttribute('href', link);
  const agenda = await listAgenda(page);
  const tomorrow = agenda.findIndex((line) => line.startsWith('Tomorrow'));
  expect(agenda.slice(tomorrow + 1, tomorrow + 3)).toEqual([sinhala.user.name, tamil.user.name]);
  await expectCompact(page);

  const series = page.getByRole('button', { name: /^3 \w+days at 4:00 PM$/ });
  await series.click();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expectCompact(page);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Past' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  const times = await page
    .getByRole('article')
    .getByRole('time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')));
  expect(times).toEqual([-3, -6, -9].map((days) => at(days, 10).toISOString()));
  await expect(page.getByRole('button', { name: 'Review', exact: true })).toHaveCount(3);
  await expectCompact(page);
});

// spec s12-next.11 | S12 B | Confirming five requests takes six presses at most; what waits for Undo is sent when the page is left |
//   src/client/features/bookings/tutor-bookings-page.tsx, src/client/lib/rpc/parting-client.ts
test('a tutor confirms five requests in two presses, takes one back, and leaves', async ({ world }) => {
  const { db } = world.connection;
  const tutor = await world.aTutor();
  const requests = [];
  const createdAt = new Date(Date.now() - 20 * HOUR);
  for (const day of [3, 4, 5, 6, 7])
    requests.push(await aBooking(db, { tutor, createdAt, startTime: at(day, 10), notes: 'My mother will sit in for the first ten minutes.' }));
  const statuses = async () => {
    const rows = await world.connection.sql`select status from bookings where tutor_id = ${tutor.id} order by start_time`;
    return rows.map(({ status }) => String(status));
  };
  const page = await world.browserOf(tutor.user, PHONE);
  await page.goto('/tutor/bookings');

  await page.getByRole('link', { name: 'To answer 5' }).tap();
  await expect(page.getByRole('article')).toHaveCount(5);
  await expect(page.getByText(/^Answer within [34]h/)).toHaveCount(5);
  await expectCompact(page);
  expect(await violations(page)).toEqual([]);

  const [first] = requests;
  await page.getByRole('article').first().getByRole('button', { name: 'Confirm' }).tap();
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByRole('article').first().getByRole('button', { name: 'Confirm' })).toBeVisible();
  expect(await statuses()).toEqual(Array(5).fill('pending'));

  await page.getByRole('button', { name: 'Confirm all 5' }).tap();
  await expect(page.getByRole('status').filter({ hasText: 'Confirming 5 requests…' })).toBeVisible();
  await expectCompact(page);
  expect(await statuses()).toEqual(Array(5).fill('pending'));
  await page.goto(`/bookings/${first?.id}`);
  await expect.poll(statuses).toEqual(Array(5).fill('confirmed'));
});
