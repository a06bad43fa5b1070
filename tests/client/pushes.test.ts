// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openNotification, removePushes, renewSubscription, showPush } from '#client/sw/pushes.ts';

const SITE = 'https://vidya.test';
let did: unknown[];
let open: { url: string; visibilityState: string; focus: () => Promise<void>; navigate: (url: string) => Promise<void> }[];

const aTab = (path: string, { visibilityState = 'hidden', isOurs = true } = {}) => ({
  url: `${SITE}${path}`,
  visibilityState,
  focus: async () => void did.push(['focus', path]),
  navigate: async (url: string) => {
    if (!isOurs) throw new TypeError('this tab has another worker');
    did.push(['navigate', path, url]);
  },
});
const shownBefore = { data: { url: '/messages' }, close: () => did.push('close') };
const subscription = { options: { userVisibleOnly: true }, unsubscribe: async () => did.push('unsubscribe') };

beforeEach(() => {
  did = [];
  open = [];
  vi.stubGlobal('location', { origin: SITE });
  vi.stubGlobal('clients', { matchAll: async () => open, openWindow: async (url: string) => did.push(['open', url]) });
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: object) => did.push(['show', title, options]),
    getNotifications: async () => [shownBefore],
    pushManager: { getSubscription: async () => subscription, subscribe: async (options: object) => did.push(['subscribe', options]) },
  });
});
afterEach(() => vi.unstubAllGlobals());

// Of the browser's event only what the worker reads.
const pushed = (message: unknown) => showPush({ data: { text: () => JSON.stringify(message) } } as Parameters<typeof showPush>[0]);
// Of the browser's notification only what the worker reads.
const click = () => openNotification(shownBefore as unknown as Notification);
const aMessage = { kind: 'message.received', title: 'New Message', url: '/messages' };

// spec offline.11 | D Realtime and notifications | The worker stays silent while a tab of the site is visible; a click leads to what it is about, in
//   a tab that is there | src/client/sw/pushes.ts
describe('a push', () => {
  it('shows a notification, of which the next one of the same takes the place', async () => {
    open = [aTab('/'), aTab('/tutors')];
    await pushed(aMessage);
    const options = { icon: '/icon-192.png', badge: '/badge-96.png', tag: 'message.received /messages', data: { url: '/messages' } };
    expect(did).toEqual([['show', 'New Message', options]]);
  });

  it('shows nothing while a tab of the site is in sight', async () => {
    open = [aTab('/'), aTab('/tutors', { visibilityState: 'visible' })];
    await pushed(aMessage);
    expect(did).toEqual([]);
  });

  it('shows nothing that would lead elsewhere', async () => {
    await pushed({ ...aMessage, url: 'https://elsewhere.test/' });
    await pushed({ ...aMessage, url: 'javascript:alert(1)' });
    expect(did).toEqual([]);
  });
});

// spec offline.11
describe('a click on a notification', () => {
  it('leads to the tab that shows it already', async () => {
    open = [aTab('/'), aTab('/messages')];
    await click();
    expect(did).toEqual(['close', ['focus', '/messages']]);
  });

  it('leads another tab there', async () => {
    open = [aTab('/tutors')];
    await click();
    expect(did).toEqual(['close', ['focus', '/tutors'], ['navigate', '/tutors', `${SITE}/messages`]]);
  });

  it('opens a tab where there is none, or none that can be led', async () => {
    await click();
    expect(did).toEqual(['close', ['open', `${SITE}/messages`]]);
    did = [];
    open = [aTab('/tutors', { isOurs: false })];
    await click();
    expect(did.at(-1)).toEqual(['open', `${SITE}/messages`]);
  });
});

describe('a browser', () => {
  // spec offline.12 | S6 | A browser whose push service has moved it goes on being told | src/client/app/offline-copies.tsx
  it('that its push service has moved is subscribed there', async () => {
    await renewSubscription({ oldSubscription: subscription } as unknown as Parameters<typeof renewSubscription>[0]);
    expect(did).toEqual([['subscribe', { userVisibleOnly: true }]]);
  });

  // spec offline.6
  it('in which the session is over is told no more, and shows nothing of it', async () => {
    await removePushes();
    expect(did).toEqual(['close', 'unsubscribe']);
  });
});
