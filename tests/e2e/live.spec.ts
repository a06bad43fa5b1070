import type { BrowserContext, Page, WebSocketRoute } from '@playwright/test';
import { notifications } from '#db/schema/notifications.ts';
import { aBooking } from '#tests/support/factories.ts';
import { confirmAtOnce } from './support/rows.ts';
import { expect, test } from './support/world.ts';

const bellOf = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', exact: true });
const toastIn = (page: Page, title: string) => page.getByRole('group').filter({ hasText: title });

// spec s6.4 | S6 | Two people, two tabs each, and the network cut, in the browser | src/client/lib/realtime/connection.ts
// spec notifications.12
test('two people with two tabs each: news reach every tab once, through a cut line too, and what is read in one is read in all', async ({
  world,
}) => {
  const [tutor, student] = [await world.aTutor(), await world.aStudent()];
  const booking = await aBooking(world.connection.db, { tutor, student, startTime: new Date(Date.now() + 40 * 3_600_000) });
  const older = Array.from({ length: 9 }, (_, index) => ({
    title: `Older news ${index}`,
    createdAt: new Date(Date.now() - (index + 1) * 3_600_000),
  }));
  const text = { userId: student.id, kind: 'custom', type: 'info', category: 'general', message: 'Not read yet.' } as const;
  await world.connection.db.insert(notifications).values(older.map((row) => ({ ...text, ...row })));
  const twoTabsOf = async (first: Page) => [first, await first.context().newPage()] as const;
  const [tutorA, tutorB] = await twoTabsOf(await world.browserOf(tutor.user));
  const [studentA, studentB] = await twoTabsOf(await world.browserOf(student));
  const connection = await connectionOf(studentA.context());
  const live = [tutorA, tutorB, studentA, studentB].map(streamIn);
  await Promise.all([
    tutorA.goto('/tutor/bookings?filter=pending'),
    tutorB.goto('/tutors'),
    studentA.goto('/student/bookings'),
    studentB.goto('/tutors'),
  ]);
  await Promise.all(live);

  await test.step('the tutor confirms: both tabs of the student say so, and the tutor sees one answer', async () => {
    await confirmAtOnce(tutorA, tutorA.getByRole('article'));
    await Promise.all([studentA, studentB].map((page) => expect(toastIn(page, 'Booking Confirmed')).toHaveCount(1)));
    await expect(toastIn(tutorA, 'Booking')).toHaveText(['Booking confirmed successfully']);
    await expect(toastIn(tutorB, 'Booking')).toHaveCount(0);
    // Who has confirmed it has read of it.
    for (const page of [tutorA, tutorB]) await expect(bellOf(page, 0)).toBeVisible();
    for (const page of [studentA, studentB]) await expect(bellOf(page, 10)).toHaveText('9+');
  });

  await test.step('what the student reads in one tab is read in the other, and not for the tutor', async () => {
    await bellOf(studentA, 10).click();
    const newest = studentA.getByRole('region', { name: 'Newest notifications' });
    await expect(newest.getByRole('listitem')).toHaveCount(10);
    expect(await newest.getByRole('list').evaluate((list) => list.parentElement?.clientHeight)).toBe(16 * 16);
    await newest.getByRole('button', { name: 'Mark as read' }).first().click();
    for (const page of [studentA, studentB]) await expect(bellOf(page, 9)).toHaveText('9');
    await expect(bellOf(tutorB, 0)).toBeVisible();
    await studentA.keyboard.press('Escape');
    await expect(newest).toBeHidden();
  });

  await test.step("the student's line is cut: a quiet sign; what happens meanwhile comes once it is back, once", async () => {
    await connection.cut();
    for (const page of [studentA, studentB]) await expect(page.getByText(/^(Reconnecting…|You are offline)$/)).toBeVisible();
    const cancelled = await tutorA.request.patch(`/api/tutors/bookings/${booking.id}`, {
      headers: { authorization: `Bearer ${await world.tokenOf(tutor.user)}` },
      data: { status: 'cancelled', cancellationReason: 'I am ill.' },
    });
    expect(cancelled.status()).toBe(200);
    await tutorA.goto('/tutor/bookings?filter=cancelled');
    await expect(tutorA.getByRole('article')).toHaveCount(1);
    for (const page of [studentA, studentB]) await expect(bellOf(page, 9)).toBeVisible();
    await connection.mend();
    const tabs = [studentA, studentB];
    await Promise.all(tabs.map((page) => expect(toastIn(page, 'Booking Cancelled')).toHaveCount(1)));
    for (const page of tabs) {
      await expect(bellOf(page, 10)).toBeVisible();
      await expect(page.getByText(/^(Reconnecting…|You are offline)$/)).toBeHidden();
    }
    await expect(studentA.getByText('Cancelled').first()).toBeVisible();
  });

  await test.step('clearing all in one tab empties the other', async () => {
    await Promise.all([studentA.goto('/notifications'), studentB.goto('/notifications')]);
    for (const page of [studentA, studentB]) await expect(page.getByRole('listitem').filter({ hasText: 'Booking Cancelled' })).toBeVisible();
    await studentA.getByRole('button', { name: 'Clear all' }).click();
    await studentA.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click();
    for (const page of [studentA, studentB]) await expect(page.getByText('No notifications yet')).toBeVisible();
    await tutorB.goto('/notifications');
    await expect(tutorB.getByRole('listitem').filter({ hasText: 'Booking Cancelled' })).toBeVisible();
  });
});

/** Waits until the page's stream has begun: from then on news arrive at once. */
function streamIn(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => String(payload).includes('"started"') && resolve()));
  });
}

/** What connects a browser: emulated as away, Chromium leaves its sockets to find out by themselves. */
async function connectionOf(context: BrowserContext) {
  const sockets = new Set<WebSocketRoute>();
  let isCut = false;
  await context.routeWebSocket('**/trpc*', (socket) => {
    if (isCut) return void socket.close();
    socket.connectToServer();
    sockets.add(socket);
  });
  const setCut = async (is: boolean) => {
    isCut = is;
    await context.setOffline(is);
    if (is) await Promise.all([...sockets].map((socket) => socket.close()));
  };
  return { cut: () => setCut(true), mend: () => setCut(false) };
}
