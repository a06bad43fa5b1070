import { eq } from 'drizzle-orm';
import { sessions } from '#db/schema/people.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { aBooking, HOUR } from '#tests/support/factories.ts';
import { aWebhookReceiver, isSignedWith, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';
import { expect, test } from './support/world.ts';

let receiver: WebhookReceiver;
test.beforeAll(async () => {
  receiver = await aWebhookReceiver();
});
test.afterAll(() => receiver.close());

// spec keys.19 | S7 | A program of a tutor reads and confirms with a key until it is revoked, in the browser |
//   src/client/features/account/programs/api-keys.tsx
test("a tutor's program works with a key of its own, and is told of a booking by a signed message, once more when asked", async ({
  world,
  baseURL,
}) => {
  const passwordHash = await createPasswords().hash('a good password');
  const tutor = await world.aTutor({ user: { emailVerifiedAt: new Date(), passwordHash } });
  const startTime = new Date(Date.now() + 30 * HOUR);
  const { id } = await aBooking(world.connection.db, { tutor, status: 'pending', startTime });
  const page = await world.browserOf(tutor.user, { viewport: { width: 360, height: 800 } });
  const dialog = page.getByRole('dialog');
  const keys = page.getByRole('region', { name: 'API keys' });
  const webhooks = page.getByRole('region', { name: 'Webhooks' });
  const url = `${receiver.origin}/news`;
  await page.goto('/account');
  // Signed in a while ago: whoever finds the browser open must show the password.
  await world.connection.db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, tutor.user.id));

  await keys.getByRole('button', { name: 'Make an API key' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Lesson planner');
  await dialog.getByRole('radio', { name: 'Read and write' }).check();
  await dialog.getByRole('button', { name: 'Make key' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(proof.getByLabel('Your password')).toBeFocused();
  await proof.getByLabel('Your password').fill('a wrong one');
  await proof.getByLabel('Your password').press('Enter');
  await expect(proof.getByText('Current password is incorrect')).toBeVisible();
  await proof.getByLabel('Your password').fill('a good password');
  await proof.getByLabel('Your password').press('Enter');
  await expect(keys.getByRole('button', { name: 'Copy key' })).toBeFocused();
  const key = await keys.getByLabel('Your new API key “Lesson planner”').inputValue();
  await expect(keys.getByRole('listitem')).toContainText(`${key.slice(0, 7)}…`);
  await expect(keys.getByRole('listitem')).toContainText('Never used');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const bookings = () => fetch(`${baseURL}/api/tutors/bookings`, { headers });

  await test.step('the program reads the bookings', async () => {
    const answer = await bookings();
    expect([answer.status, await answer.json()]).toMatchObject([200, [{ id, status: 'pending' }]]);
  });

  await webhooks.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/news');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('This address is not on the public internet')).toBeVisible();
  await dialog.getByLabel('Address', { exact: true }).fill(url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(webhooks.getByRole('button', { name: 'Copy secret' })).toBeFocused();
  const secret = await webhooks.getByLabel('Secret of this webhook').inputValue();
  await webhooks.getByRole('button', { name: 'Done' }).click();

  await test.step('the program confirms, and is told of it', async () => {
    const answer = await fetch(`${baseURL}/api/tutors/bookings/${id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ status: 'confirmed', meetingLink: 'https://meet.example.com/lesson' }),
    });
    expect([answer.status, await answer.text()]).toMatchObject([200, expect.stringContaining('confirmed')]);
    await expect.poll(() => receiver.receivedAt(url)).toHaveLength(1);
    const [first] = receiver.receivedAt(url);
    expect(first && isSignedWith(secret, first)).toBe(true);
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'booking.confirmed', data: { booking: { id, status: 'confirmed' } } });
  });

  await test.step('the log knows it, and sends it again', async () => {
    await webhooks.getByRole('button', { name: 'Show log' }).click();
    const line = webhooks.locator('summary', { hasText: 'booking.confirmed' });
    await expect(line).toContainText('Delivered');
    await line.click();
    await expect(webhooks.getByRole('list', { name: 'Tries' }).getByRole('listitem')).toHaveText(/^Answered with 204/);
    await webhooks.getByRole('button', { name: 'Send again' }).click();
    await expect(webhooks.getByText('Sent again. Answered with 204.')).toBeVisible();
    await expect(webhooks.getByRole('list', { name: 'Tries' }).getByRole('listitem')).toHaveCount(2);
    const [first, second] = receiver.receivedAt(url);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-webhook-id']).toBe(first?.headers['x-webhook-id']);
    expect(second && isSignedWith(secret, second)).toBe(true);
    await expect(webhooks.getByLabel('The message as it was sent')).toHaveValue(first?.body ?? '');
  });

  await page.reload();
  await expect(keys.getByRole('listitem')).toContainText('Last used');
  expect(await page.content()).not.toContain(key);
  await keys.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await expect(keys.getByText('You have no API keys.')).toBeVisible();
  expect((await bookings()).status).toBe(401);
});

test('a link to the webhooks leads there, and Back closes the question of the calendar link without leaving', async ({ world }) => {
  const student = await world.aStudent({ emailVerifiedAt: new Date() });
  const page = await world.browserOf(student, { viewport: { width: 360, height: 800 } });
  const heading = page.getByRole('heading', { name: 'Webhooks', exact: true });
  await page.goto('/account#webhooks');
  await expect(page.getByText('You have no webhooks.')).toBeVisible();
  await expect(heading).toBeInViewport();

  const calendar = page.getByRole('region', { name: 'Calendar' });
  const question = page.getByRole('dialog', { name: 'Make a new calendar link?' });
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await calendar.getByRole('button', { name: 'Make a calendar link' }).click();
  await calendar.getByRole('button', { name: 'Make a new link' }).click();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/account$/);
  await expect(calendar.getByRole('button', { name: 'Make a new link' })).toBeFocused();
});
