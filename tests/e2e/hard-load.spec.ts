import type { Page, Request } from '@playwright/test';
import { notifications } from '#db/schema/notifications.ts';
import { aBooking, anAdmin, HOUR, type User } from '#tests/support/factories.ts';
import { startTracedServer, type TracedServer } from './support/traced-server.ts';
import { expect, test } from './support/world.ts';

const PHONE = { viewport: { width: 360, height: 740 } };
const QUIET_MS = 1_000;

let server: TracedServer;
test.beforeAll(async () => {
  server = await startTracedServer();
});
test.afterAll(() => server.stop());
// One server, whose statements are counted.
test.describe.configure({ mode: 'default' });

type Traffic = { calls: string[]; frames: string[]; streamStarted: () => Promise<void>; quiet: () => Promise<void> };

/** What goes between the page and the server from now on. */
function followTraffic(page: Page): Traffic {
  const [calls, frames]: [string[], string[]] = [[], []];
  const open = new Set<Request>();
  let lastAt = Date.now();
  const handle = () => {
    lastAt = Date.now();
  };
  page.on('request', (request) => {
    const [, path = ''] = /\/trpc\/([^?]+)\?/.exec(request.url()) ?? [];
    calls.push(...path.split(',').filter(Boolean));
    open.add(request);
    handle();
  });
  const end = (request: Request) => {
    open.delete(request);
    handle();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      frames.push(String(payload));
      handle();
    }),
  );
  return {
    calls,
    frames,
    streamStarted: () => expect.poll(() => frames.some((frame) => frame.includes('"started"')), { timeout: 30_000 }).toBe(true),
    quiet: () => expect.poll(() => open.size === 0 && Date.now() - lastAt > QUIET_MS, { timeout: 30_000 }).toBe(true),
  };
}

const isReset = (frame: string) => frame.includes('"reset"');

/** As somebody who was here before: the account is stored beside the token. */
async function loadHard(page: Page, path: string): Promise<Traffic> {
  const first = followTraffic(page);
  await page.goto(`${server.url}${path}`);
  await first.streamStarted();
  await first.quiet();
  server.begin();
  const traffic = followTraffic(page);
  await page.reload();
  await traffic.streamStarted();
  await traffic.quiet();
  return traffic;
}

const MOST = { student: 8, tutor: 12, admin: 12 } as const;

// spec s14-live.1 | S14 4 | A hard load asks 8 statements for the student's dashboard, 12 for the tutor's and the admin's, session and socket included |
//   src/server/features/bookings/dashboards.queries.ts, src/server/features/inbox/inbox.queries.ts
// spec s14-live.2 | S14 4 | A hard load reads nothing twice: the stream continues from the first answer |
//   src/client/lib/realtime/read-from.ts
test('a hard load of a dashboard reads nothing twice, and asks few statements', async ({ world }) => {
  const { db } = world.connection;
  const [tutor, student, admin] = [await world.aTutor(), await world.aStudent(), await anAdmin(db)];
  const now = Date.now();
  await aBooking(db, { tutor, student, status: 'confirmed', startTime: new Date(now - HOUR / 4), endTime: new Date(now + HOUR) });
  await aBooking(db, { tutor, student, startTime: new Date(now + 30 * HOUR) });
  await aBooking(db, { tutor, student, status: 'completed', startTime: new Date(now - 50 * HOUR) });
  const people = { student, tutor: tutor.user, admin } satisfies Record<keyof typeof MOST, User>;
  const news = { kind: 'custom', type: 'info', category: 'general', title: 'News', message: 'Not read yet.' } as const;
  await db.insert(notifications).values(Object.values(people).map(({ id }) => ({ ...news, userId: id })));

  for (const role of ['student', 'admin', 'tutor'] as const) {
    const page = await world.browserOf(people[role], { ...PHONE, baseURL: server.url });
    const { calls, frames } = await loadHard(page, `/${role}/dashboard`);
    const statements = server.statements();
    const list = statements.map(({ by, text }) => `${by}: ${text.slice(0, 100)}`).join('\n');
    test.info().annotations.push({ type: `${statements.length} statements for the ${role}`, description: list });
    expect(statements.length, list).toBeLessThanOrEqual(MOST[role]);
    expect(calls, 'each is called once').toEqual([...new Set(calls)]);
    expect(frames.filter(isReset)).toEqual([]);
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread', exact: true })).toBeVisible();
    await page.context().close();
  }
});

// spec s14-live.3 | S14 4 | What happens between the first answer and the subscription arrives, once |
//   src/client/lib/realtime/read-from.ts, src/client/lib/realtime/connection.ts
test('what happens between the first answer and the subscription arrives once', async ({ world }) => {
  const [tutor, student] = [await world.aTutor(), await world.aStudent()];
  const booking = await aBooking(world.connection.db, { tutor, student, startTime: new Date(Date.now() + 40 * HOUR) });
  const page = await world.browserOf(student, { ...PHONE, baseURL: server.url });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.routeWebSocket('**/trpc*', (socket) => {
    const toServer = socket.connectToServer();
    socket.onMessage((message) => void released.then(() => toServer.send(message)));
  });
  const traffic = followTraffic(page);
  await page.goto(`${server.url}/student/dashboard`);
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
  await traffic.quiet();
  const confirmed = await page.request.patch(`${server.url}/api/tutors/bookings/${booking.id}`, {
    headers: { authorization: `Bearer ${await world.tokenOf(tutor.user)}` },
    data: { status: 'confirmed' },
  });
  expect(confirmed.status()).toBe(200);
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
  // Before, a first visit may have read the bookings twice: the second time for the worker, which stores them.
  const callsBefore = traffic.calls.length;
  release();
  await expect(page.getByRole('group').filter({ hasText: 'Booking Confirmed' })).toHaveCount(1);
  await expect(page.getByText('Pending', { exact: true })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Notifications, 1 unread', exact: true })).toBeVisible();
  await traffic.quiet();
  expect(traffic.calls.slice(callsBefore).filter((call) => call === 'bookings.studentOverview')).toHaveLength(1);
  expect(traffic.frames.filter((frame) => frame.includes('"booking_update"'))).toHaveLength(1);
  await expect(page.getByRole('group').filter({ hasText: 'Booking Confirmed' })).toHaveCount(1);
});
