import type { APIRequestContext, Page } from '@playwright/test';
import { hashPassword } from '#server/infra/credentials.ts';
import type { Tutor } from '#tests/support/factories.ts';
import { confirmAtOnce } from './support/rows.ts';
import { delayScripts, expect, test } from './support/world.ts';

/** From the open profile to the last step, at the first free time that is offered. */
async function chooseTime(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Book Session' }).first().click();
  await dialog.getByText('1 hour', { exact: true }).click();
  await dialog.getByText('Online', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: 'Select Topic' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: 'Choose Day & Time' })).toBeVisible();
  const time = dialog
    .getByRole('group', { name: /^Times on/ })
    .getByRole('radio', { disabled: false })
    .first();
  await time.check({ force: true });
  return (await time.evaluate((input) => input.closest('label')?.textContent)) ?? '';
}

async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: 'Contact & Confirm' })).toBeVisible();
}

// spec book.4 | P §2 Booking modal | Success: /student/bookings | src/client/routes/tutors/$id.tsx
// spec tutor-bookings.16 | P §2 Tutor area | A request that arrives shows without a reload, marked; so does its confirmation |
//   src/client/features/notifications/realtime-feed.ts
test('a student finds a tutor and books; the request appears on the open page of the tutor, and the confirmation on that of the student', async ({
  world,
}) => {
  const tutor = await world.aTutor();
  const student = await world.aStudent();
  const tutorPage = await world.browserOf(tutor.user);
  await tutorPage.goto('/tutor/bookings?filter=all');
  await expect(tutorPage.getByRole('heading', { level: 1, name: 'My Bookings' })).toBeVisible();

  const page = await world.browserOf(student);
  await page.goto('/tutors?category=all');
  await page
    .getByRole('searchbox', { name: 'Search tutors' })
    .or(page.getByRole('combobox', { name: 'Search tutors' }))
    .fill(tutor.user.name);
  // The suggestions would cover the results.
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: tutor.user.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: tutor.user.name })).toBeVisible();
  await chooseTime(page);
  await confirm(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('strong')).toHaveText('Rs. 1,500');
  await expect(dialog.getByText('No payment is taken online yet.')).toBeVisible();
  await expect(dialog.getByLabel('Contact number')).toHaveValue('0771234567');

  const answered = page.waitForResponse((response) => response.url().includes('/trpc/bookings.request'));
  await dialog.getByRole('button', { name: 'Book Session' }).click();
  expect((await answered).status()).toBe(200);
  const request = tutorPage.getByRole('article').filter({ hasText: student.name });
  await expect(request).toBeVisible();
  await expect(page).toHaveURL('/student/bookings');
  const bookings = page.getByRole('article').filter({ hasText: tutor.user.name });
  await expect(bookings.getByText('Pending')).toBeVisible();

  await confirmAtOnce(tutorPage, request);
  await expect(tutorPage.getByText('Booking confirmed successfully')).toBeVisible();
  await expect(bookings.getByText('Confirmed')).toBeVisible();
});

/** The first free hour of a tutor, as somebody else books it over REST. */
async function bookFirstFree(request: APIRequestContext, tutor: Tutor, token: string): Promise<void> {
  const params = { startDate: new Date().toISOString(), endDate: new Date(Date.now() + 7 * 86_400_000).toISOString() };
  const availability = await request.get(`/api/tutors/${tutor.id}/availability`, { params });
  const start: string = (await availability.json()).free[0].starts[0];
  const booked = await request.post('/api/students/bookings', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      tutorId: tutor.id,
      subjectId: tutor.subjectId,
      startTime: start,
      endTime: new Date(new Date(start).getTime() + 3_600_000).toISOString(),
      learningMethod: 'online',
      contactNumber: '0771234567',
    },
  });
  expect(booked.status()).toBe(201);
}

// spec s3.5 | S3 | So does a request for a session | src/server/features/notifications/notifications.projector.ts
test('a request is on the open page of the tutor within a second of its answer', async ({ world, request }) => {
  const tutor = await world.aTutor();
  const tutorPage = await world.browserOf(tutor.user);
  await tutorPage.goto('/tutor/bookings?filter=all');
  await expect(tutorPage.getByText('No bookings yet')).toBeVisible();
  await tutorPage.waitForLoadState('networkidle');
  const waited: number[] = [];
  for (let index = 1; index <= 3; index += 1) {
    await bookFirstFree(request, tutor, await world.tokenOf(await world.aStudent()));
    const booked = Date.now();
    await expect(tutorPage.getByRole('article')).toHaveCount(index);
    waited.push(Date.now() - booked);
  }
  // Elsewhere other journeys take the time.
  if (process.env.DEEP) expect(Math.min(...waited)).toBeLessThan(1000);
});

test('a time that somebody else takes greys out in the open modal', async ({ world, request }) => {
  const tutor = await world.aTutor();
  const page = await world.browserOf(await world.aStudent());
  await page.goto(`/tutors/${tutor.id}`);
  await chooseTime(page);
  const slots = page.getByRole('dialog').getByRole('group', { name: /^Times on/ });
  await expect(slots.getByText('Taken')).toHaveCount(0);
  await bookFirstFree(request, tutor, await world.tokenOf(await world.aStudent()));
  await expect(slots.getByText('Taken')).toHaveCount(1);
});

// spec book.11
test('two clicks on Book Session make one booking', async ({ world }) => {
  const tutor = await world.aTutor();
  const page = await world.browserOf(await world.aStudent());
  await page.goto(`/tutors/${tutor.id}`);
  await chooseTime(page);
  await confirm(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Book Session' }).dblclick();
  await expect(page).toHaveURL('/student/bookings');
  await expect(page.getByRole('article')).toHaveCount(1);
  const rows = await world.connection.sql`select 1 from bookings where tutor_id = ${tutor.id}`;
  expect(rows.length).toBe(1);
});

// spec errors.12 | C §8 Authentication | 'Login Successful.' | src/client/features/auth/login-form.tsx
test('a visitor is asked to log in first and comes back to the open modal', async ({ world }) => {
  const tutor = await world.aTutor();
  const student = await world.aStudent({ passwordHash: await hashPassword('secret1') });
  const page = await world.browserOf(null);
  // Also by a press that came before the page listened.
  const releaseScripts = await delayScripts(page);
  await page.goto(`/tutors/${tutor.id}`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Book Session' }).first().click();
  releaseScripts();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Please login to book a session')).toBeVisible();

  const form = page.getByRole('main');
  await form.getByLabel('Email').fill(student.email);
  await form.getByLabel('Password', { exact: true }).fill('wrong password');
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(form.getByText('Invalid email or password')).toBeVisible();
  await form.getByLabel('Password', { exact: true }).fill('secret1');
  await form.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(new RegExp(`/tutors/${tutor.id}`));
  await expect(page.getByText('Login Successful.')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Duration & Method' })).toBeVisible();
});

// spec register.3 | P §2 Register | Student, "Looking for tutors" | src/client/features/auth/register-steps.tsx
// spec register.5 | P §2 Register | Registered: a student to /student/dashboard | src/client/routes/register.tsx
// spec errors.11 | C §8 Authentication | 'Welcome aboard! Your registration is complete.' | src/shared/messages.ts
test('a newcomer signs up in two steps, and nothing typed is lost on the way', async ({ world }) => {
  const otherStudent = await world.aStudent();
  const page = await world.browserOf(null);
  await page.goto('/register');
  const form = page.getByRole('main');
  await form.getByLabel('Full name').fill('Ishara Jayawardena');
  await form.getByLabel('Email').fill(otherStudent.email);
  await form.getByLabel('Password', { exact: true }).fill('secret1');
  await form.getByLabel('Confirm password').fill('secret2');
  await form.getByRole('button', { name: 'Next Step' }).click();
  await expect(form.getByText("Passwords don't match")).toBeVisible();
  await form.getByLabel('Confirm password').fill('secret1');
  await form.getByRole('button', { name: 'Next Step' }).click();
  await form.getByLabel('Phone').fill('0771234567');
  await form.getByRole('radio', { name: /Looking for tutors/ }).check();
  await form.getByRole('checkbox', { name: /I agree to the/ }).check();
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(form.getByText('An account with this email already exists')).toBeVisible();
  await expect(form.getByLabel('Full name')).toHaveValue('Ishara Jayawardena');

  // Next Step stands where Create Account was: pressed at once, without a press elsewhere, it would be the second half of a double press.
  await form.getByLabel('Email').click();
  await form.getByLabel('Email').fill(`ishara.${Date.now()}@example.com`);
  await form.getByRole('button', { name: 'Next Step' }).click();
  await expect(form.getByLabel('Phone')).toHaveValue('0771234567');
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/student/dashboard');
  await expect(page.getByText('Welcome aboard! Your registration is complete.')).toBeVisible();
});

// spec book.1 | P §2 Booking modal | Four steps: Duration & Method, Select Topic, Choose Day & Time, Contact & Confirm |
//   src/client/features/booking-modal/booking-draft.ts
// spec book.13 | S4 | What has the focus in a dialog is not behind the buttons that stay at the bottom | src/client/ui/dialog.module.css
test('the whole booking can be made with the keyboard alone', async ({ world }) => {
  const tutor = await world.aTutor({ subjects: undefined });
  const page = await world.browserOf(await world.aStudent());
  await page.goto(`/tutors/${tutor.id}`);
  await expect(page.getByRole('heading', { level: 1, name: tutor.user.name })).toBeVisible();
  const tabTo = async (isReached: () => Promise<boolean>) => {
    for (let index = 0; index < 60; index += 1) {
      if (await isReached()) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('the keyboard does not lead there');
  };
  const isFocused =
    (selector: string, text = '') =>
    () =>
      page.evaluate(
        ([selectorArg, textArg]) => {
          const element = document.activeElement;
          return element?.matches(selectorArg ?? '') === true && ((element.closest('label') ?? element).textContent ?? '').includes(textArg ?? '');
        },
        [selector, text],
      );

  await tabTo(isFocused('button', 'Book Session'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await tabTo(isFocused('input[type=radio]', '1 hour'));
  await page.keyboard.press('Space');
  await tabTo(isFocused('input[type=radio]', 'Online'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Select Topic' })).toBeFocused();
  await tabTo(isFocused('button', 'Next'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Choose Day & Time' })).toBeFocused();
  await tabTo(isFocused('fieldset input[type=radio]', 'until'));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await tabTo(isFocused('button', 'Next'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Contact & Confirm' })).toBeFocused();
  // On a phone the buttons stay at the bottom: what has the focus is not behind them.
  await page.setViewportSize({ width: 360, height: 780 });
  await tabTo(isFocused('input[type=radio]', 'Just once'));
  const isVisible = await page.evaluate(() => {
    const { x, y, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return top !== null && document.activeElement?.closest('label')?.contains(top) === true;
  });
  expect(isVisible).toBe(true);
  await tabTo(isFocused('button', 'Book Session'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/student/bookings');
});
