import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { aBooking, HOUR, type Tutor, type User } from '#tests/support/factories.ts';
import { chooseInRow, confirmAtOnce } from './support/rows.ts';
import { expect, test, type World } from './support/world.ts';

const MINUTE = 60_000;

/** Moves a session in time: the rules stay, and nobody waits. */
async function putAt({ connection }: World, bookingId: string, start: Date): Promise<void> {
  const end = new Date(start.getTime() + HOUR);
  await connection.db.execute(sql`update bookings set start_time = ${start.toISOString()}, end_time = ${end.toISOString()} where id = ${bookingId}`);
}

async function confirmed(world: World, { student, tutor, start }: { student: User; tutor: Tutor; start: Date }) {
  return aBooking(world.connection.db, { student, tutor, status: 'confirmed', startTime: start, confirmedAt: new Date() });
}

/** The same hour, in so many days: tutors of the journeys teach every day from nine to five in Colombo. */
function inDays(days: number): Date {
  const at = new Date(Date.now() + days * 24 * HOUR);
  at.setUTCHours(5, 30, 0, 0);
  return at;
}

async function requestSession(page: Page, weeks: number): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Book Session' }).first().click();
  await dialog.getByText('1 hour', { exact: true }).click();
  await dialog.getByText('Online', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: 'Choose Day & Time' })).toBeVisible();
  const times = dialog.getByRole('group', { name: /^Times on/ });
  await times.getByRole('radio', { disabled: false }).first().check({ force: true });
  await dialog.getByRole('button', { name: 'Next' }).click();
  if (weeks > 1) await dialog.getByRole('radio', { name: `${weeks} weeks` }).check();
  await dialog.getByRole('button', { name: 'Book Session' }).click();
}

// spec s4.3 | S4 | The whole life of a booking, and each way of cancelling, in two browsers | src/client/routes/bookings.$id.tsx
// spec proposals.13
test('the whole life of a booking: asked for, confirmed, moved to another time, joined, completed, reviewed, answered', async ({ world }) => {
  test.slow();
  const tutor = await world.aTutor();
  const student = await world.aStudent();
  // With the service worker in control, as in a real browser.
  const page = await world.browserOf(student, { serviceWorkers: 'allow' });
  const desk = await world.browserOf(tutor.user, { serviceWorkers: 'allow' });
  await desk.goto('/tutor/bookings?filter=pending');

  await page.goto(`/tutors/${tutor.id}`);
  await requestSession(page, 2);
  await expect(page).toHaveURL('/student/bookings');
  for (const one of [page, desk]) await expect(one.getByRole('button', { name: /^2 \w+days at / })).toBeVisible();
  await confirmAtOnce(desk, desk.getByRole('article').first());
  const mine = page.getByRole('article').filter({ hasText: 'Confirmed' });
  await expect(mine).toHaveCount(1);
  const [booking] = await world.connection.db.execute<{ id: string }>(
    sql`select id from bookings where student_id = ${student.id} and status = 'confirmed'`,
  );
  const id = booking?.id ?? '';
  await putAt(world, id, inDays(4));

  // The student would like another hour, and the tutor agrees.
  await page.goto(`/bookings/${id}`);
  await desk.goto(`/bookings/${id}`);
  await page.getByRole('button', { name: 'Propose another time' }).click();
  const proposing = page.getByRole('dialog');
  await proposing
    .getByRole('group', { name: /^Times on/ })
    .getByRole('radio', { disabled: false, checked: false })
    .first()
    .check({ force: true });
  await proposing.getByRole('button', { name: 'Propose New Time' }).click();
  await expect(page.getByRole('heading', { name: 'You have proposed another time' })).toBeVisible();
  await desk.getByRole('button', { name: 'Accept' }).click();
  await expect(desk.getByRole('heading', { name: /another time$/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'You have proposed another time' })).toHaveCount(0);

  // It begins in ten minutes.
  await putAt(world, id, new Date(Date.now() + 10 * MINUTE));
  await page.reload();
  await expect(page.getByRole('link', { name: /^Join/ }).first()).toHaveAttribute('href', /^https:/);
  await putAt(world, id, new Date(Date.now() - 2 * HOUR));
  await desk.reload();
  await desk.getByRole('button', { name: 'Complete Session' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Complete Session' }).click();
  await expect(desk.getByText('Booking completed successfully')).toBeVisible();

  await page.goto('/student/bookings?filter=completed');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const review = page.getByRole('dialog');
  await review.getByRole('radio', { name: '5 stars' }).press('ArrowLeft');
  await review.getByLabel('Your review').fill('Too short');
  await expect(review.getByRole('button', { name: 'Submit Review' })).toBeDisabled();
  await review.getByLabel('Your review').fill('Explains until it is clear.');
  await review.getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByText('Your review has been submitted successfully.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review', exact: true })).toHaveCount(0);

  await desk.goto(`/tutors/${tutor.id}?tab=reviews`);
  await expect(desk.getByText('Explains until it is clear.')).toBeVisible();
  await desk.getByRole('button', { name: `Reply to ${student.name}` }).click();
  await desk.getByLabel(`Your reply to ${student.name}`).fill('It was a pleasure.');
  await desk.getByRole('button', { name: 'Send Reply' }).click();
  await page.goto(`/tutors/${tutor.id}?tab=reviews`);
  await expect(page.getByText('It was a pleasure.')).toBeVisible();
});

test.describe('each way of cancelling', () => {
  // spec cancel.2, s4.3
  test('a student takes a request back, and owes nothing', async ({ world }) => {
    const [tutor, student] = [await world.aTutor(), await world.aStudent()];
    await aBooking(world.connection.db, { student, tutor, startTime: inDays(1) });
    const page = await world.browserOf(student);
    await page.goto('/student/bookings?filter=all');
    await chooseInRow(page.getByRole('article'), 'Cancel');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Free until your tutor confirms the request.')).toBeVisible();
    await expect(dialog.getByRole('definition')).toHaveText(['Rs. 0']);
    await expect(dialog.getByText('No payment is taken online yet.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(page.getByText('Booking cancelled successfully')).toBeVisible();
    await expect(page.getByRole('article').getByText('Cancelled')).toBeVisible();
  });

  // spec s12-money.60 | S12 C | On a phone dialog and page say the same figure as owed, and speak of no refund; fee and share are for the tutor |
  //   src/shared/domain/cancellation-copy.ts
  // spec cancel.2, s4.3
  test('a student cancels within a day: half is owed, and the booking keeps the figures', async ({ world }) => {
    const [tutor, student] = [await world.aTutor(), await world.aStudent()];
    const { id } = await confirmed(world, { student, tutor, start: new Date(Date.now() + 5 * HOUR) });
    const page = await world.browserOf(student, { viewport: { width: 360, height: 740 } });
    await page.goto(`/bookings/${id}`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('definition')).toHaveText(['Rs. 750']);
    await expect(dialog.getByText(/^You owe Rs\. 750 until .*After that you owe Rs\. 1,500\.$/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('definition').filter({ hasText: /^Rs\. 750$/ })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/refund|platform fee/i);
    const desk = await world.browserOf(tutor.user, { viewport: { width: 360, height: 740 } });
    await desk.goto(`/bookings/${id}`);
    for (const amount of ['Rs. 750', 'Rs. 637.50', 'Rs. 112.50'])
      await expect(desk.getByRole('definition').filter({ hasText: amount }).first()).toBeVisible();
    const [stored] = await world.connection.db.execute(
      sql`select refund_cents::int, retained_cents::int, platform_fee_cents::int from bookings where id = ${id}`,
    );
    expect(stored).toEqual({ refund_cents: 75_000, retained_cents: 75_000, platform_fee_cents: 11_250 });
  });

  // spec cancel.9 | D Booking | A tutor cancels a confirmed one with a reason, which the student reads at once |
  //   src/server/features/bookings/bookings.commands.ts
  // spec s4.3
  test('a tutor cancels a confirmed session with a reason, and the student reads it at once', async ({ world }) => {
    const [tutor, student] = [await world.aTutor(), await world.aStudent()];
    const { id } = await confirmed(world, { student, tutor, start: inDays(2) });
    const page = await world.browserOf(student);
    await page.goto(`/bookings/${id}`);
    const desk = await world.browserOf(tutor.user);
    await desk.goto(`/bookings/${id}`);
    await desk.getByRole('button', { name: 'Cancel', exact: true }).click();
    const dialog = desk.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(dialog.getByText('Please give a reason for cancelling')).toBeVisible();
    await dialog.getByRole('textbox').fill('I have a fever.');
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(page.getByText('I have a fever.')).toBeVisible();
  });

  // spec cancel.5
  test('of two tabs the second is told that it is too late', async ({ world }) => {
    const [tutor, student] = [await world.aTutor(), await world.aStudent()];
    const { id } = await confirmed(world, { student, tutor, start: inDays(2) });
    const page = await world.browserOf(student);
    await page.goto(`/bookings/${id}`);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    // Only once the button is pressed: before, the page would read the change when its stream starts, and offer no button.
    await page.route(/\/trpc\/bookings\.cancel/, async (route) => {
      await world.connection.db.execute(
        sql`update bookings set status = 'cancelled', cancelled_by = 'tutor', refund_cents = amount_cents, retained_cents = 0, platform_fee_cents = 0 where id = ${id}`,
      );
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Booking' }).click();
    await expect(page.getByText('This booking can no longer be cancelled')).toBeVisible();
  });
});

// spec booking.11 | S4 | Back closes a dialog and stays on the page | src/client/ui/use-close-on-back.ts
test('Back closes a dialog and stays on the page', async ({ world }) => {
  const [tutor, student] = [await world.aTutor(), await world.aStudent()];
  const { id } = await confirmed(world, { student, tutor, start: inDays(2) });
  const page = await world.browserOf(student);
  await page.goto('/student/bookings');
  await page.locator(`a[href="/bookings/${id}"]`).first().click();
  // The list, which stands until the page is there, has such a button, too.
  await expect(page.locator('h1[data-lead]')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`/bookings/${id}`);
  await page.goBack();
  await expect(page).toHaveURL('/student/bookings');
});

// spec reports.4
test('a problem on a session is read by both parties', async ({ world }) => {
  const [tutor, student] = [await world.aTutor(), await world.aStudent()];
  const { id } = await confirmed(world, { student, tutor, start: new Date(Date.now() - 3 * HOUR) });
  const page = await world.browserOf(student);
  await page.goto(`/bookings/${id}`);
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The session did not take place').click();
  await dialog.getByLabel('What happened?').fill('Nobody came for half an hour.');
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  await expect(page.getByText('Problem reported successfully')).toBeVisible();
  const desk = await world.browserOf(tutor.user);
  await desk.goto(`/bookings/${id}`);
  await expect(desk.getByText('Nobody came for half an hour.')).toBeVisible();
});
