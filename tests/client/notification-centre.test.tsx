import { act } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeAnnouncement, storedAnnouncements } from '#client/features/notifications/announcements.ts';
import { unsentMarks } from '#client/features/notifications/marks.ts';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { readList, writeList } from '#client/lib/stored-list.ts';
import type { NotificationView } from '#shared/contracts/notifications.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { button, press, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { linksOf, visit } from '#tests/support/visit.ts';

const NOW = new Date();
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const news = (index: number, overrides: Partial<NotificationView> = {}): NotificationView => ({
  id: `news-${index}`,
  userId: STUDENT.id,
  kind: 'booking.confirmed',
  params: {},
  type: 'success',
  category: 'booking',
  title: `News ${index}`,
  message: `Message ${index}`,
  action: { label: 'View Booking', url: '/bookings/b-1' },
  priority: 'medium',
  metadata: {},
  expiresAt: null,
  read: false,
  createdAt: minutesAgo(index),
  updatedAt: NOW,
  ...overrides,
});

/** The server's notifications, and whether it can be reached. */
function inbox(rows: NotificationView[]) {
  const server = { rows, isDown: false };
  const reached = <T,>(work: () => T): T => {
    if (server.isDown) throw networkError();
    return work();
  };
  const change = (next: NotificationView[]) =>
    reached(() => {
      server.rows = next;
      return { updatedCount: 1, deletedCount: 1, message: 'done' };
    });
  const answers = {
    'notifications.list': ({ page = 1, limit = 50, read } = {}) => {
      const wanted = server.rows.filter((row) => read === undefined || row.read === read);
      const notifications = wanted.slice((page - 1) * limit, page * limit);
      const totalPages = Math.ceil(wanted.length / limit);
      return { notifications, total: wanted.length, currentPage: page, totalPages, hasMore: page < totalPages };
    },
    'notifications.unreadCount': () => ({ unreadCount: server.rows.filter(({ read }) => !read).length }),
    'notifications.markRead': ({ ids }) => change(server.rows.map((row) => (ids.includes(row.id) ? { ...row, read: true } : row))),
    'notifications.markAllRead': () => change(server.rows.map((row) => ({ ...row, read: true }))),
    'notifications.remove': ({ id }) => change(server.rows.filter((row) => row.id !== id)),
    'notifications.removeAll': () => change([]),
  } satisfies Answers;
  return { server, answers };
}

const announce = (id: string, title: string, now = NOW) =>
  act(async () => {
    const announcement = { id, title, message: 'Tonight at ten.', action: null, createdAt: now };
    storeAnnouncement(STUDENT.id, { type: 'broadcast', announcement }, now);
  });
const titles = () => texts('main li h2').map((text) => text.replace('Unread', ''));
const unread = () => texts('main h2').filter((text) => text.endsWith('Unread')).length;
const bell = () => until(() => document.querySelector<HTMLAnchorElement>('header a[aria-expanded]') ?? Promise.reject(new Error('no bell')));
const bellSays = (name: string) => until(() => expect(document.querySelector('header a[aria-expanded]')?.getAttribute('aria-label')).toBe(name));
const pressIn = (part: string, name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll<HTMLButtonElement>(`${part} button`)];
    const wanted = found.find((one) => one.textContent?.replace('Processing...', '') === name || one.getAttribute('aria-label') === name);
    if (!wanted) throw new Error(`no button ${name} in ${part}`);
    wanted.focus();
    wanted.click();
  });
const panel = 'header section';

let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => connectionState.set('live');
});

describe('the page of notifications', () => {
  // spec notifications.6 | P §2 Notifications | Of each: Mark as read only while it is unread, and a button that removes it |
  //   src/client/features/notifications/notification-item.tsx
  it('marks one as read, and removes one, in the list and the bell at once', async () => {
    const { answers } = inbox([news(1), news(2)]);
    const never = new Promise<never>(() => {});
    await visit('/notifications', STUDENT, { ...answers, 'notifications.markRead': () => never, 'notifications.remove': () => never });
    await bellSays('Notifications, 2 unread');
    await pressIn('main', 'Mark as read');
    await until(() => expect([titles(), unread()]).toEqual([['News 1', 'News 2'], 1]));
    await bellSays('Notifications, 1 unread');
    await pressIn('main', 'Remove News 2');
    await until(() => expect(titles()).toEqual(['News 1']));
    await bellSays('Notifications');
    expect(texts('main button')).not.toContain('Mark as read');
  });

  // spec notifications.6
  it('has the next one ready for the keyboard when one is removed', async () => {
    await visit('/notifications', STUDENT, inbox([news(1), news(2)]).answers);
    await shown('Message 2');
    await pressIn('main', 'Remove News 1');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove News 2');
    await pressIn('main', 'Remove News 2');
    await shown('No notifications yet');
    expect(document.activeElement?.id).toBe('content');
  });

  // spec s6-bad-input.13 | S6 | A double click on a cross, and a page of notifications that did not come |
  //   src/client/features/notifications/notification-item.tsx
  it('removes one, not the next one too, on a double click', async () => {
    await visit('/notifications', STUDENT, inbox([news(1), news(2), news(3)]).answers);
    await shown('Message 3');
    for (const detail of [1, 2]) {
      await act(async () => document.querySelector('main [data-remove]')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })));
    }
    expect(titles()).toEqual(['News 2', 'News 3']);
  });

  // spec notifications.5 | P §2 Notifications, D Realtime and notifications | Clear all, after a question: deletes one’s own rows, and what the
  //   browser keeps | src/client/features/notifications/notifications-page.tsx
  // spec notifications.3
  it('clears all after a question, those of this browser as well', async () => {
    const { server, answers } = inbox([news(1), news(2, { read: true })]);
    await visit('/notifications', STUDENT, answers);
    await announce('a-1', 'Maintenance');
    await until(() => expect(titles()).toEqual(['Maintenance', 'News 1', 'News 2']));
    await press('Clear all');
    await shown('Clear all notifications?');
    await until(() => expect(document.querySelectorAll('[role="dialog"] button').length).toBeGreaterThan(1));
    await pressIn('[role="dialog"]', 'Clear all');
    await shown('No notifications yet');
    await until(() => expect(server.rows).toEqual([]));
    await until(() => expect(document.activeElement?.id).toBe('content'));
    await bellSays('Notifications');
    // Announcements are told again to a page that is opened anew.
    await announce('a-1', 'Maintenance', new Date(NOW.getTime() + 3_600_000));
    expect(titles()).toEqual([]);
  });

  // spec constants.2
  it('shows fifty, and fifty more when asked', async () => {
    const { api } = await visit('/notifications', STUDENT, inbox(Array.from({ length: 120 }, (_, index) => news(index))).answers);
    await until(() => expect(titles()).toHaveLength(50));
    await press('Show more');
    await until(() => expect(titles()).toHaveLength(100));
    await press('Show more');
    await until(() => expect(titles()).toHaveLength(120));
    expect(texts('main button')).not.toContain('Show more');
    const pages = api.calls.filter(({ path }) => path === 'notifications.list').map(({ input }) => input);
    expect(pages).toEqual([{ limit: 50 }, { limit: 50, page: 2 }, { limit: 50, page: 3 }]);
  });

  // spec s6-bad-input.13
  it('shows no page behind one that did not come, which is asked for again', async () => {
    const { answers } = inbox(Array.from({ length: 120 }, (_, index) => news(index)));
    let isDown = false;
    const list: (typeof answers)['notifications.list'] = (input) => {
      if (isDown) throw apiError('request.limited');
      return answers['notifications.list'](input);
    };
    await visit('/notifications', STUDENT, { ...answers, 'notifications.list': list });
    await until(() => expect(titles()).toHaveLength(50));
    isDown = true;
    await press('Show more');
    await until(() => expect(texts('main [role="alert"]')).toHaveLength(1));
    isDown = false;
    await press('Show more');
    await until(() => expect(titles()).toHaveLength(100));
    expect([titles()[50], texts('main [role="alert"]')]).toEqual(['News 50', []]);
  });

  // spec s6-bad-input.7
  it.each(['javascript:alert(1)', 'http://elsewhere.test/', '//elsewhere.test/', '/\\elsewhere.test', 'https://'])(
    'never leads to %s',
    async (url) => {
      await visit('/notifications', STUDENT, inbox([news(1, { action: { label: 'Look', url } })]).answers);
      await shown('Message 1');
      expect(linksOf('main')).toEqual([]);
    },
  );

  // spec notifications.9
  it('leads to the booking, and counts as read what was followed', async () => {
    const { answers } = inbox([news(1)]);
    await visit('/notifications', STUDENT, answers);
    await shown('Message 1');
    expect(linksOf('main')).toEqual([['View Booking', '/bookings/b-1']]);
    await act(async () => document.querySelector<HTMLAnchorElement>('main li a')?.click());
    await bellSays('Notifications');
  });
});

// spec answers.3 | C §7, S6 | A failed read or delete of a notification keeps the local change and only logs; it is sent again, and spares what has
//   come since | src/client/features/notifications/use-marks.ts
describe('what the server does not take', () => {
  it('stays done in this browser, is only logged, and is sent again when the connection is back', async () => {
    const { server, answers } = inbox([news(1), news(2), news(3)]);
    const { api } = await visit('/notifications', STUDENT, answers);
    await shown('Message 3');
    server.isDown = true;
    await pressIn('main', 'Remove News 1');
    await pressIn('main', 'Mark as read');
    await until(() => expect(readList(unsentMarks(STUDENT.id))).toHaveLength(2));
    expect(warned).toHaveBeenCalledTimes(2);
    // Other news have all lists read again.
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await act(async () => api.emit('inbox.stream', { id: '1.0', data: { type: 'notifications_changed' } }));
    await until(() => expect(api.calls.filter(({ path }) => path === 'notifications.list')).toHaveLength(2));
    expect([titles(), unread()]).toEqual([['News 2', 'News 3'], 1]);
    await bellSays('Notifications, 1 unread');

    server.isDown = false;
    act(() => connectionState.set('cut'));
    act(() => connectionState.set('live'));
    await until(() => expect(readList(unsentMarks(STUDENT.id))).toEqual([]));
    expect(server.rows.map(({ id, read }) => [id, read])).toEqual([
      ['news-2', true],
      ['news-3', false],
    ]);
    await bellSays('Notifications, 1 unread');
  });

  it.each([
    ['cleared', ['news-1 unread']],
    ['allRead', ['news-1 unread', 'news-2', 'news-3']],
  ] as const)('is sent with the next page, and spares what has come since: %s', async (kind, left) => {
    const { server, answers } = inbox([news(1), news(2), news(3)]);
    writeList(unsentMarks(STUDENT.id), [{ kind, key: 'k', unread: 2, through: minutesAgo(2).toISOString() }]);
    await visit('/notifications', STUDENT, answers);
    await shown('Message 1');
    expect(unread()).toBe(1);
    await bellSays('Notifications, 1 unread');
    await until(() => expect(readList(unsentMarks(STUDENT.id))).toEqual([]));
    expect(server.rows.map(({ id, read }) => (read ? id : `${id} unread`))).toEqual(left);
    await bellSays('Notifications, 1 unread');
  });

  it('counts as done where there is nothing to remove', async () => {
    const { answers } = inbox([news(1)]);
    writeList(unsentMarks(STUDENT.id), [{ kind: 'removed', id: 'news-9', key: 'k', unread: 1 }]);
    await visit('/notifications', STUDENT, { ...answers, 'notifications.remove': () => Promise.reject(apiError('notification.not_found')) });
    await until(() => expect(readList(unsentMarks(STUDENT.id))).toEqual([]));
    await bellSays('Notifications, 1 unread');
    expect(warned).not.toHaveBeenCalled();
  });
});

// spec notifications.2 | P §2 Notifications | Dropdown of the newest, 16rem high at most, with a link to all |
//   src/client/features/notifications/notification-panel.tsx
describe('the bell', () => {
  const key = (name: string) =>
    act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })));

  it('opens the newest twenty with Space, and closes with Escape, the focus back on it', async () => {
    await visit('/terms', STUDENT, inbox(Array.from({ length: 30 }, (_, index) => news(index))).answers);
    (await bell()).focus();
    await key(' ');
    await until(() => expect(document.querySelectorAll(`${panel} li`)).toHaveLength(20));
    expect((await bell()).getAttribute('aria-expanded')).toBe('true');
    expect(linksOf(panel).at(-1)).toEqual(['View all notifications', '/notifications']);
    button('Remove News 0').focus();
    await key('Escape');
    expect(document.querySelector(panel)).toBeNull();
    expect(document.activeElement).toBe(await bell());
  });

  it('opens with a press, and leads to the page in a tab of its own', async () => {
    const { at } = await visit('/terms', STUDENT, inbox([news(1)]).answers);
    const link = await bell();
    expect(link.getAttribute('href')).toBe('/notifications');
    await act(async () => link.click());
    await until(() => expect(document.querySelector(panel)).not.toBeNull());
    expect(at()).toBe('/terms');
    await act(async () => link.click());
    const isTaken = !link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
    expect([isTaken, document.querySelector(panel)]).toEqual([false, null]);
  });

  it('marks all as read and removes, and says when there is nothing', async () => {
    const { server, answers } = inbox([news(1), news(2)]);
    await visit('/terms', STUDENT, answers);
    const link = await bell();
    await act(async () => link.click());
    await until(() => expect(document.querySelectorAll(`${panel} li`)).toHaveLength(2));
    await pressIn(panel, 'Mark all as read');
    await bellSays('Notifications');
    await until(() => expect(server.rows.every(({ read }) => read)).toBe(true));
    await pressIn(panel, 'Remove News 1');
    await pressIn(panel, 'Remove News 2');
    await until(() => expect(document.querySelector(panel)?.textContent).toContain('No notifications yet'));
    expect(document.activeElement).toBe(document.querySelector(panel));
  });
});

describe('what only this browser keeps', () => {
  // spec states.54 | P §4 Notification, D Realtime and notifications | A local one of the same title and type within 60 seconds is ignored, and the
  //   same is said once | src/shared/domain/live-update-copy.ts
  it.each([
    [59_999, ['Maintenance']],
    [60_000, ['Maintenance', 'Maintenance']],
  ])('ignores the same title and type within a minute: after %i ms', async (ms, expected) => {
    await announce('a-1', 'Maintenance');
    await announce('a-2', 'Maintenance', new Date(NOW.getTime() + ms));
    expect(readList(storedAnnouncements(STUDENT.id)).flatMap(({ title, isRemoved }) => (isRemoved ? [] : title))).toEqual(expected);
  });

  // spec realtime.18 | C §9 Realtime | A broadcast without a title is called System Message | src/shared/domain/live-update-copy.ts
  // spec notifications.11
  it('is called System Message where it has no title, is read and removed here, and nothing is sent', async () => {
    const { api } = await visit('/notifications', STUDENT, inbox([]).answers);
    await announce('a-1', '');
    await until(() => expect(titles()).toEqual(['System Message']));
    await bellSays('Notifications, 1 unread');
    await pressIn('main', 'Mark as read');
    await bellSays('Notifications');
    await pressIn('main', 'Remove System Message');
    await shown('No notifications yet');
    expect(api.calls.map(({ path }) => path).filter((path) => /mark|remove/.test(path))).toEqual([]);
  });

  // spec notifications.11 | P §3, C §9 | What only the browser keeps is kept per user id, the same in every tab |
  //   src/client/features/notifications/announcements.ts
  it('is the same in every tab', async () => {
    await visit('/notifications', STUDENT, inbox([]).answers);
    await shown('No notifications yet');
    const entry = { id: 'a-1', title: 'From another tab', message: '', action: null, createdAt: NOW.toISOString(), receivedAt: 0, read: false };
    localStorage.setItem(`notifications_${STUDENT.id}`, JSON.stringify([entry, { id: 'a-2', title: 'no date' }]));
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    await until(() => expect(titles()).toEqual(['From another tab']));
  });

  // spec notifications.10 | P §3, D Realtime and notifications | Stored ones and those of the browser in one list, none twice by its id |
  //   src/client/features/notifications/use-notifications.ts
  it('is shown once with a stored one of the same id', async () => {
    await announce('news-1', 'News 1');
    await visit('/notifications', STUDENT, inbox([news(1)]).answers);
    await shown('Message 1');
    expect(titles()).toEqual(['News 1']);
  });
});
