import type { CDPSession, Page } from '@playwright/test';
import { aBooking, type Tutor } from '#tests/support/factories.ts';
import { sentencesIn } from './support/catalogue.ts';
import { expect, test, type World } from './support/world.ts';

/** Else each page loads the notice about the address too. */
const CONFIRMED = { emailVerifiedAt: new Date() };
const NOTIFICATION = JSON.stringify({ kind: 'booking.confirmed', title: 'Booking Confirmed', url: '/student/bookings' });

/** Where the bookings can be read, with the service worker at work. */
async function openBookings(world: World): Promise<{ page: Page; tutor: Tutor; bookingId: string }> {
  const [tutor, student] = [await world.aTutor(), await world.aStudent()];
  const startTime = new Date(Date.now() + 30 * 3_600_000);
  const { id } = await aBooking(world.connection.db, { student, tutor, status: 'confirmed', startTime });
  const page = await world.browserOf(student, { permissions: ['notifications'], serviceWorkers: 'allow' });
  await page.goto('/student/bookings');
  const isWholeBrowser = await page.evaluate(() => Notification.permission === 'granted');
  test.skip(!isWholeBrowser, 'The headless shell of Chromium has no notifications, and the one from npm does not take a service worker offline.');
  await expect(page.getByText(tutor.user.name).first()).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return { page, tutor, bookingId: id };
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/(login)?$/);
}

// spec offline.11, offline.17
test('the app tells of a push while no page is before one, and forgets it at logout', async ({ world, baseURL }) => {
  const { page } = await openBookings(world);
  const push = await pusherOf(page, baseURL ?? '');
  const listShown = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title));
  await push('{"kind":"booking.confirmed","title":"Elsewhere","url":"https://elsewhere.test/"}');
  await push(NOTIFICATION);
  expect(await listShown()).toEqual([]);
  // As where the browser is behind another window: the tab is there, and nobody sees it.
  await page.goto('about:blank');
  await push('{"kind":"booking.confirmed","title":"Elsewhere","url":"javascript:alert(1)"}');
  await push(NOTIFICATION);
  await push(NOTIFICATION);
  await page.goto('/student/bookings');
  expect(await listShown()).toEqual(['Booking Confirmed']);
  await logOut(page);
  await expect.poll(listShown).toEqual([]);
});

// spec offline.17
test('the app opens offline with the bookings last seen, and forgets them at logout', async ({ world }) => {
  const { page, tutor, bookingId } = await openBookings(world);
  const context = page.context();
  await expect.poll(() => listCachedProcedures(page), 'the bookings are stored').toContain('bookings.forStudent');
  await page.goto(`/bookings/${bookingId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => listCachedProcedures(page), 'the booking is stored').toContain('bookings.byId');
  await page.close();
  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto('/student/bookings');
  await expect(later.getByText(tutor.user.name).first()).toBeVisible();
  await expect(later.getByText('You are offline. Last updated')).toBeVisible();
  await later.getByRole('button', { name: 'Account menu' }).click();
  await expect(later.getByRole('link', { name: 'Account', exact: true })).toBeVisible();
  await later.getByRole('link', { name: 'Notifications', exact: true, expanded: false }).click();
  await expect(later.getByRole('link', { name: 'View all notifications' })).toBeVisible();
  // Where this browser has never been; in a tab of its own, for a page without its code loads itself once more.
  const otherPage = await context.newPage();
  await otherPage.goto('/terms');
  await expect(otherPage.getByText('This page could not be shown')).toBeVisible();
  await otherPage.close();
  await later.goto(`/bookings/${bookingId}`);
  await expect(later.getByText('You are offline. Last updated')).toBeVisible();
  await expect(later.getByText(tutor.user.name).first()).toBeVisible();
  await context.setOffline(false);
  await later.goto('/student/bookings');
  await expect(later.getByText(tutor.user.name).first()).toBeVisible();
  await expect(later.getByText('You are offline. Last updated')).toBeHidden();

  await logOut(later);
  await expect.poll(() => listCachedProcedures(later)).toEqual([]);
});

// spec offline.19
test('the app opens offline in Sinhala once it was used in Sinhala', async ({ world }) => {
  const { page, tutor } = await openBookings(world);
  const context = page.context();
  const path = '/si/student/bookings';
  await page.goto(path);
  await expect(page.getByText(tutor.user.name).first()).toBeVisible();
  await expect.poll(() => listCachedProcedures(page), 'the bookings are stored').toContain('bookings.forStudent');
  const title = await page.title();
  // Without this, the answers of the server would still be in the browser's own cache.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.close();
  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto(path);
  await expect(later.getByText(tutor.user.name).first()).toBeVisible();
  await expect(later).toHaveTitle(title);
  await expect(later.getByRole('heading', { level: 1 })).toHaveText(sentencesIn('si')('My Bookings'));
  await expect(later.locator('html')).toHaveAttribute('lang', 'si');
});

// spec offline.18 | S7 | A signed-in browser stores the booking pages whole, in at most 40 files; the browser of a visitor stores nothing |
//   build/service-worker.ts, src/client/app/offline-copies.tsx, vite.config.ts
test('the browser of a visitor stores nothing, and a signed-in one all that the booking pages load, in at most 40 files', async ({ world }) => {
  const visitor = await world.browserOf(null, { serviceWorkers: 'allow' });
  for (const path of ['/', '/tutors']) {
    await visitor.goto(path, { waitUntil: 'networkidle' });
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(await visitor.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length])).toEqual([[], 0]);

  const [tutor, student] = [await world.aTutor({ user: CONFIRMED }), await world.aStudent(CONFIRMED)];
  const startTime = new Date(Date.now() + 30 * 3_600_000);
  const { id } = await aBooking(world.connection.db, { student, tutor, status: 'confirmed', startTime });
  const pages = {
    student: ['/student/bookings', '/student/dashboard', `/bookings/${id}`, '/notifications'],
    tutor: ['/tutor/bookings', '/tutor/dashboard'],
  };
  for (const [person, paths] of [
    [student, pages.student],
    [tutor.user, pages.tutor],
  ] as const) {
    const page = await world.browserOf(person, { serviceWorkers: 'allow' });
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
      const stored = await listShellFiles(page);
      expect(stored).toContain('/app-shell');
      expect(stored.length).toBeLessThanOrEqual(40);
      const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
      expect(loaded.filter((file) => /^\/assets\/.*\.(?:js|css)$/.test(file) && !stored.includes(file))).toEqual([]);
    }
  }
});

/** The paths of the files that the page is opened from without a network. */
function listShellFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).filter((name) => name.startsWith('shell ')).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** The procedures whose answers the browser has kept. */
function listCachedProcedures(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has('last-seen'))) return [];
    const requests = await (await caches.open('last-seen')).keys();
    return requests.map(({ url }) => new URL(url).pathname.split('/').at(-1) ?? '');
  });
}

/** Hands messages to the service worker as the browser's push service does, and waits until it is done with each. */
async function pusherOf(page: Page, origin: string): Promise<(text: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  await worker.evaluate(() => {
    const done: Promise<unknown>[] = [];
    Object.assign(globalThis, { done });
    const { prototype } = Reflect.get(globalThis, 'ExtendableEvent');
    const { waitUntil } = prototype;
    prototype.waitUntil = function (this: Event, work: Promise<unknown>) {
      if (this.type === 'push') done.push(work);
      waitUntil.call(this, work);
    };
  });
  let sent = 0;
  return async (data) => {
    sent += 1;
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    const hasReceived = (count: number) => worker.evaluate((least) => Reflect.get(globalThis, 'done').length >= least, count);
    await expect.poll(() => hasReceived(sent), { intervals: [10] }).toBe(true);
    await worker.evaluate(() => Promise.all(Reflect.get(globalThis, 'done')));
  };
}

async function registrationOf(session: CDPSession): Promise<string> {
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  return registrationId;
}
