import { aBooking, aThread } from '#tests/support/factories.ts';
import { expect, test } from './support/world.ts';

// spec favourites.4
test('a visitor who taps a heart logs in first; then the tutor is kept, found among the favorites, and let go', async ({ world }) => {
  const tutor = await world.aTutor();
  const { name } = tutor.user;
  const visitor = await world.browserOf(null);
  await visitor.goto(`/tutors?category=all&q=${encodeURIComponent(name)}`);
  await visitor.getByRole('button', { name: `Favorite ${name}` }).click();
  await expect(visitor.getByText('Please login to add favourites')).toBeVisible();
  await expect(visitor).toHaveURL(/\/login/);

  const page = await world.browserOf(await world.aStudent());
  await page.goto(`/tutors?category=all&q=${encodeURIComponent(name)}`);
  const heart = page.getByRole('button', { name: `Favorite ${name}` });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Tutor added to favorites.')).toBeVisible();
  await page.goto('/student/favorites');
  await expect(page.getByRole('heading', { level: 1, name: 'Favorite Tutors' })).toBeVisible();
  await page.getByRole('button', { name: `Remove ${name} from favorites` }).click();
  await expect(page.getByText('Tutor removed from favorites.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No favorite tutors yet')).toBeVisible();
});

// spec student.3
test('the dashboard leads a student to the next session and to everything else', async ({ world }) => {
  const [tutor, student] = [await world.aTutor(), await world.aStudent()];
  const startTime = new Date(Date.now() + 30 * 3_600_000);
  const { id } = await aBooking(world.connection.db, { student, tutor, status: 'confirmed', startTime });
  const page = await world.browserOf(student);
  await page.goto('/student');
  await expect(page).toHaveURL('/student/dashboard');
  await expect(page.locator(`a[href="/bookings/${id}"]`).first()).toBeVisible();
  for (const [action, path] of [
    ['Book New Session', /^\/tutors/],
    ['View My Bookings', /^\/student\/bookings/],
    ['Message Tutor', /^\/messages/],
  ] as const) {
    expect(await page.getByRole('link', { name: action }).getAttribute('href')).toMatch(path);
  }
});

test.describe('messages', () => {
  // spec messages.4
  test('of a student and a tutor are there at once on both sides', async ({ world }) => {
    const [tutor, student] = [await world.aTutor(), await world.aStudent()];
    const thread = await aThread(world.connection.db, { student, tutor });
    const page = await world.browserOf(student);
    const tutorPage = await world.browserOf(tutor.user);
    await page.goto(`/messages?tutor=${tutor.id}`);
    await expect(page).toHaveURL(`/messages?thread=${thread.id}`);
    await tutorPage.goto(`/messages?thread=${thread.id}`);
    await page.getByLabel(`Message to ${tutor.user.name}`).fill('Shall we look at vectors?');
    await page.keyboard.press('Enter');
    await expect(tutorPage.getByRole('region', { name: 'Today' }).getByText('Shall we look at vectors?')).toBeVisible();
    await tutorPage.getByLabel(`Message to ${student.name}`).fill('හොඳයි, හෙට හමුවෙමු.');
    await tutorPage.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Today' }).getByText('හොඳයි, හෙට හමුවෙමු.')).toBeVisible();
  });

  // spec messages.7
  test('written without a network wait in the browser, outlive a reload, and arrive once', async ({ world }) => {
    const [tutor, student] = [await world.aTutor(), await world.aStudent()];
    const thread = await aThread(world.connection.db, { student, tutor });
    const page = await world.browserOf(student);
    await page.goto(`/messages?thread=${thread.id}`);
    const field = page.getByLabel(`Message to ${tutor.user.name}`);
    await field.fill('Before the tunnel');
    await page.route('**/trpc/messages.send**', (route) => route.abort());
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
    await field.fill('Inside the tunnel');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Inside the tunnel')).toBeVisible();
    await page.context().setOffline(false);
    await page.reload();
    await expect(page.getByText('Before the tunnel')).toBeVisible();
    await page.unroute('**/trpc/messages.send**');
    await page.reload();
    const stored = () => world.connection.sql<{ text: string }[]>`select text from messages where thread_id = ${thread.id} order by created_at, id`;
    await expect.poll(async () => (await stored()).map(({ text }) => text)).toEqual(['Before the tunnel', 'Inside the tunnel']);
  });
});

// spec calendar.6
test('a calendar program follows the sessions by a secret link, until it is revoked', async ({ world, request }) => {
  const [tutor, student] = [await world.aTutor(), await world.aStudent({ emailVerifiedAt: new Date() })];
  const startTime = new Date(Date.now() + 30 * 3_600_000);
  const { id } = await aBooking(world.connection.db, { student, tutor, status: 'confirmed', startTime });
  const page = await world.browserOf(student);
  await page.goto('/account');
  await page.getByRole('button', { name: /^(Make|Create).*link/i }).click();
  await expect(page.getByText('Calendar link created successfully')).toBeVisible();
  const text = (await page.locator('main').textContent()) ?? '';
  const shown = await page.locator('input[readonly]').evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  const url = [text, ...shown].join(' ').match(/https?:\/\/[^\s"]+\/calendar\/[\w-]+\.ics/)?.[0] ?? '';
  expect(url).not.toBe('');
  const feed = await request.get(url);
  expect(feed.headers()['content-type']).toContain('text/calendar');
  expect(await feed.text()).toContain(`UID:booking-${id}@vidya`);
  const token = url.match(/calendar\/([\w-]+)\.ics/)?.[1] ?? '';
  const [stored] = await world.connection.sql<{ token_hash: string }[]>`select token_hash from calendar_feeds where user_id = ${student.id}`;
  expect(stored?.token_hash).not.toContain(token);
  await page.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByText('Calendar link revoked successfully')).toBeVisible();
  expect((await request.get(url)).status()).toBe(404);
});
