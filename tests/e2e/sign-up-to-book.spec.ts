import { expect, test } from './support/world.ts';

// spec s12-ways.5 | S12 A | Who signs up on the way to a booking comes back to that tutor, with the dialog at the chosen time |
//   src/client/routes/register.tsx
test('a visitor chooses a time, signs up, and goes on with the booking at that time', async ({ world }) => {
  const tutor = await world.aTutor();
  const page = await world.browserOf(null, { viewport: { width: 360, height: 800 } });
  await page.goto(`/tutors/${tutor.id}`);
  const times = page.locator('[aria-live=polite]').filter({ has: page.getByRole('heading', { name: /^Free on/ }) });
  await times.scrollIntoViewIfNeeded();
  const day = (await times.getByRole('heading').textContent())?.replace('Free on ', '') ?? '';
  const time = times.getByRole('listitem').first().locator('a, button');
  const start = (await time.locator('time').textContent()) ?? '';
  await time.click();
  await expect(page.getByText('Please login to book a session')).toBeVisible();
  await expect(page).toHaveURL(/^[^?]*\/login\?redirect=/);

  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Full name').fill('Sanduni Perera');
  await page.getByLabel('Email', { exact: true }).fill(`sanduni.${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct horse');
  // By key: a press in the place of the last one, on a page that has just opened, is ignored.
  await page.getByRole('button', { name: 'Next Step' }).press('Enter');
  await page.getByLabel('Phone number (optional)').fill('+94 77 123 4567');
  await page.getByRole('radio', { name: /Student/ }).check({ force: true });
  await page.getByRole('checkbox', { name: /I agree to the/ }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();

  await expect(page).toHaveURL(new RegExp(`/tutors/${tutor.id}\\?.*book=1`));
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Online', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: 'Choose Day & Time' })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: start, checked: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByLabel('Contact number')).toHaveValue('0771234567');
  await expect(dialog).toContainText(day);
  await dialog.getByRole('button', { name: 'Book Session' }).click();
  await expect(page).toHaveURL('/student/bookings');
});
