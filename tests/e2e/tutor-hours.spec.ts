import { formatDate, weekdayOf } from '#shared/domain/zone.ts';
import { WEEKDAYS } from '#shared/vocabulary/weekdays.ts';
import { aBooking, anEntry, aSubject, unique } from '#tests/support/factories.ts';
import { dateInDays, expect, test } from './support/world.ts';

const PHONE = { viewport: { width: 360, height: 800 } };
const at = (date: string, time: string) => new Date(`${date}T${time}:00+05:30`);
const dayOf = (date: string) => WEEKDAYS.find((day) => day === weekdayOf(date)) ?? 'Monday';

// spec s12-hours.12 | S12 E | A tutor sets the week once, with an exception, notice and time between sessions; students are offered what keeps them |
//   src/client/features/tutor-profile/teaching-section.tsx, src/client/features/booking-times/time-picker.tsx
test('a tutor sets the week, an exception, notice and buffer on a phone, and a student is offered what keeps them', async ({ world }) => {
  test.slow();
  const { db } = world.connection;
  const [maths, physics] = [await aSubject(db, { name: unique('Maths') }), await aSubject(db, { name: unique('Physics') })];
  const tutor = await world.aTutor({ subjects: [{ subjectId: maths.id, slots: [] }] });
  await anEntry(db, { tutorId: tutor.id, position: 1, subjectId: physics.id, slots: [] });
  const page = await world.browserOf(tutor.user, PHONE);
  await page.goto('/tutor/profile');

  const [near, far] = [dateInDays(2), dateInDays(5)];
  const week = page.getByRole('group', { name: 'Your week' });
  for (const date of [near, far]) {
    const day = dayOf(date);
    await week.getByRole('button', { name: `Add a time on ${day}` }).click();
    await week.getByLabel(`${day}, time 1, to`).selectOption('13:00');
  }
  await page.getByRole('button', { name: physics.name, exact: true }).click();
  await page.getByRole('radio', { name: /^Different hours/ }).check({ force: true });
  const own = page.getByRole('group', { name: `Hours of ${physics.name}` });
  await own.getByLabel(`${dayOf(far)}, time 1, from`).selectOption('10:00');
  await page.getByLabel('How long before a session must it be booked?').selectOption('3 days');
  await page.getByLabel('Time between two sessions').selectOption('30 minutes');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(page.getByText('Profile updated successfully!').first()).toBeVisible();

  await aBooking(db, { tutor, startTime: at(far, '09:00'), endTime: at(far, '10:00'), status: 'confirmed' });
  const student = await world.browserOf(await world.aStudent(), PHONE);
  await student.goto(`/tutors/${tutor.id}`);
  await expect(student.getByText('Book at least 3 days ahead')).toBeVisible();
  await expect(student.getByRole('radio', { name: `${formatDate(near)}: no times` })).toBeDisabled();
  await expect(student.getByRole('radio', { name: `${formatDate(far)}: 2 times free` })).toBeEnabled();
  await student.getByRole('combobox', { name: 'Subject' }).selectOption({ label: physics.name });
  await expect(student.getByRole('radio', { name: `${formatDate(far)}: 2 times free` })).toBeEnabled();
});
