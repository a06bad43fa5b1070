import { formatMonthDay } from '#shared/domain/booking-month.ts';
import { addMonths, formatMonth, monthOf } from '#shared/domain/months.ts';
import { instantAt } from '#shared/domain/zone.ts';
import { aBooking } from '#tests/support/factories.ts';
import { violations } from './support/axe.ts';
import { dateInDays, expect, test } from './support/world.ts';

const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true } as const;
const ZONE = 'Asia/Colombo';

/** In Colombo. */
const at = (days: number, hour: number) => instantAt(dateInDays(days), hour * 60, ZONE);

// spec s12-agenda.10 | S12 E | A student chooses a day of a month, opens its session, and Back leads to the same day |
//   src/client/features/bookings/bookings-month.tsx
test('a student finds a session in the month, and comes back to its day', async ({ world }) => {
  const { db } = world.connection;
  const student = await world.aStudent();
  const tutor = await world.aTutor({ user: { name: 'Nanayakkarawasam Loku Liyanage Chandrasekara Bandara Wijesundara' } });
  const { startTime, status } = await aBooking(db, { student, tutor, status: 'confirmed', startTime: at(40, 16) });
  const date = dateInDays(40);

  const page = await world.browserOf(student, PHONE);
  await page.goto('/student/bookings');
  await page.getByRole('navigation', { name: 'View', exact: true }).getByRole('link', { name: 'Month' }).click();
  const day = page.getByRole('button', { name: formatMonthDay(date, [{ startTime, status }]) });
  const grid = page.getByRole('grid');
  for (let month = monthOf(dateInDays(0)); month !== monthOf(date); month = addMonths(month, 1)) {
    await expect(grid).toHaveAccessibleName(formatMonth(month));
    await page.getByRole('link', { name: 'Next month' }).click();
  }
  await day.click();
  await expect(page).toHaveURL(`/student/bookings?view=month&day=${date}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('article').getByRole('link', { name: tutor.user.name }).click();
  await expect(page).toHaveURL(/\/bookings\/[\w-]+$/);
  await page.goBack();
  await expect(page).toHaveURL(`/student/bookings?view=month&day=${date}`);
  await expect(page.getByRole('article')).toContainText('4:00 PM');
});

// spec s12-agenda.1
test("a tutor's other week opens at its first session", async ({ world }) => {
  const tutor = await world.aTutor();
  const monday = dateInDays(15);
  await aBooking(world.connection.db, { tutor, student: await world.aStudent(), status: 'confirmed', startTime: at(15, 21) });
  const page = await world.browserOf(tutor.user, PHONE);
  await page.goto(`/tutor/bookings?view=week&week=${monday}`);
  await expect(page.getByRole('link', { name: /9:00 PM/ })).toBeInViewport();
});
