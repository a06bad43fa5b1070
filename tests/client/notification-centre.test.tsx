import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { storeAnnouncement, storedAnnouncements } from '#client/features/notifications/announcements.ts';
import { unsentMarks } from '#client/features/notifications/marks.ts';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { readList, writeList } from '#client/lib/stored-list.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { aNotificationView, minutesAgo, notificationServer, notificationViews } from '#tests/support/notifications.ts';
import { STUDENT } from '#tests/support/render.tsx';
import { listLinks, visit } from '#tests/support/visit.ts';

const PAGE = '/notifications';

const open = (path: string, answers: Answers) => visit(path, STUDENT, answers);

const announce = (id: string, title: string, now = minutesAgo(0)) =>
  act(async () => {
    const announcement = { id, title, message: 'Tonight at ten.', action: null, createdAt: now };
    storeAnnouncement(STUDENT.id, { type: 'broadcast', announcement }, now);
  });

const main = () => screen.getByRole('main');
const inMain = () => within(main());
const listTitles = () =>
  inMain()
    .queryAllByRole('listitem')
    .map((item) => within(item).getByRole('heading').textContent?.replace('Unread', ''));
const countUnread = () => inMain().queryAllByText('Unread').length;
const findTitles = (titles: string[]) => waitFor(() => expect(listTitles()).toEqual(titles));

/** The bell once it is live, which says how many are unread. */
const findBell = (name: string | RegExp = /^Notifications/) =>
  waitFor(() => {
    const bell = screen.getByRole('link', { name });
    expect(bell.hasAttribute('aria-expanded')).toBe(true);
    return bell;
  });
const queryPanel = () => screen.queryByRole('region', { name: 'Newest notifications' });
const findPanel = () => screen.findByRole('region', { name: 'Newest notifications' });

const findCount = (count: number) => waitFor(() => expect(inMain().getAllByRole('listitem')).toHaveLength(count));

const markAsRead = (title: string) => inMain().getByRole('button', { name: 'Mark as read', description: new RegExp(`^${title}`) });
const button = (name: string, part = main()) => within(part).getByRole('button', { name });

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => connectionState.set('live');
});

describe('the page of notifications', () => {
  // spec notifications.6 | P §2 Notifications | Of each: Mark as read only while it is unread, and a button that removes it |
  //   src/client/features/notifications/notification-list.tsx
  test('marks one as read, and removes one, in the list and the bell before the server has answered', async () => {
    const { answers } = notificationServer([aNotificationView(1), aNotificationView(2)]);
    const never = new Promise<never>(() => {});
    const { user } = await open(PAGE, { ...answers, 'notifications.markRead': () => never, 'notifications.remove': () => never });
    await findBell('Notifications, 2 unread');
    await user.click(markAsRead('News 1'));
    await waitFor(() => expect([listTitles(), countUnread()]).toEqual([['News 1', 'News 2'], 1]));
    await findBell('Notifications, 1 unread');
    await user.click(button('Remove News 2'));
    await findTitles(['News 1']);
    await findBell('Notifications');
    expect(inMain().queryByRole('button', { name: 'Mark as read' })).toBeNull();
  });

  // spec notifications.6
  test('moves the focus to the next one when one is removed', async () => {
    const { user } = await open(PAGE, notificationServer([aNotificationView(1), aNotificationView(2)]).answers);
    await screen.findByText('Message 2');
    await user.click(button('Remove News 1'));
    await findTitles(['News 2']);
    expect(document.activeElement).toBe(button('Remove News 2'));
    await user.click(button('Remove News 2'));
    await screen.findByText('No notifications yet');
    expect(document.activeElement).toBe(main());
  });

  // spec s6-bad-input.13 | S6 | A double click on a cross, and a page of notifications that did not come |
  //   src/client/features/notifications/notification-list.tsx
  test('removes one on a double click, and not the next one, which moves up', async () => {
    await open(PAGE, notificationServer([aNotificationView(1), aNotificationView(2), aNotificationView(3)]).answers);
    await screen.findByText('Message 3');
    fireEvent.click(button('Remove News 1'), { detail: 1 });
    await findTitles(['News 2', 'News 3']);
    fireEvent.click(button('Remove News 2'), { detail: 2 });
    await act(async () => {});
    expect(listTitles()).toEqual(['News 2', 'News 3']);
  });

  // spec notifications.5 | P §2 Notifications, D Realtime and notifications | Clear all, after a question: deletes one’s own rows, and what the
  //   browser keeps | src/client/features/notifications/notifications-page.tsx
  // spec notifications.3
  test('clears all after a question, those of this browser as well', async () => {
    const { server, answers } = notificationServer([aNotificationView(1), aNotificationView(2, { read: true })]);
    const { user } = await open(PAGE, answers);
    await announce('a-1', 'Maintenance');
    await findTitles(['Maintenance', 'News 1', 'News 2']);
    await user.click(button('Clear all'));
    const dialog = await screen.findByRole('dialog', { name: 'Clear all notifications?' });
    await user.click(within(dialog).getByRole('button', { name: /^Clear all/ }));
    await screen.findByText('No notifications yet');
    await waitFor(() => expect(server.rows).toEqual([]));
    await waitFor(() => expect(document.activeElement).toBe(main()));
    await findBell('Notifications');
    // A page that is opened anew receives the announcements again.
    await announce('a-1', 'Maintenance', minutesAgo(-60));
    expect(listTitles()).toEqual([]);
  });

  // spec constants.2
  test('shows fifty, and fifty more with each press of Show more', async () => {
    const { user, api } = await open(PAGE, notificationServer(notificationViews(120)).answers);
    await findCount(50);
    await user.click(button('Show more'));
    await findCount(100);
    await user.click(button('Show more'));
    await findCount(120);
    expect(inMain().queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(api.inputsOf('notifications.list')).toEqual([{ limit: 50 }, { limit: 50, page: 2 }, { limit: 50, page: 3 }]);
  });

  // spec s6-bad-input.13
  test('shows no page behind one that failed, and requests that one again', async () => {
    const { answers } = notificationServer(notificationViews(120));
    let isDown = false;
    const list: (typeof answers)['notifications.list'] = (input) => {
      if (isDown) throw apiError('request.limited');
      return answers['notifications.list'](input);
    };
    const { user } = await open(PAGE, { ...answers, 'notifications.list': list });
    await findCount(50);
    isDown = true;
    await user.click(button('Show more'));
    await inMain().findByRole('alert');
    isDown = false;
    await user.click(button('Show more'));
    await findCount(100);
    expect(inMain().getAllByRole('heading', { level: 2 })[50]?.textContent).toContain('News 50');
    expect(inMain().queryByRole('alert')).toBeNull();
  });

  // spec s6-bad-input.7
  test.each(['javascript:alert(1)', 'http://elsewhere.test/', '//elsewhere.test/', '/\\elsewhere.test', 'https://'])(
    'never links to %s',
    async (url) => {
      await open(PAGE, notificationServer([aNotificationView(1, { action: { label: 'Look', url } })]).answers);
      await screen.findByText('Message 1');
      expect(listLinks(main())).toEqual([]);
    },
  );

  // spec notifications.9
  test('links to the booking, and marks as read what was followed', async () => {
    const { user } = await open(PAGE, notificationServer([aNotificationView(1)]).answers);
    await screen.findByText('Message 1');
    await findBell('Notifications, 1 unread');
    expect(listLinks(main())).toEqual([['View Booking', '/bookings/b-1']]);
    await user.click(inMain().getByRole('link', { name: 'View Booking' }));
    await findBell('Notifications');
  });
});

// spec notifications.13 | P §2 Notifications, S6 | Mark all as read and Clear all mean what was shown when they were pressed, and nothing that has come
//   since | src/client/features/notifications/use-notifications.ts, src/client/features/notifications/notifications-page.tsx,
//   src/server/features/notifications/notifications.commands.ts
describe('what came unseen', () => {
  const news9 = aNotificationView(9, { createdAt: minutesAgo(0) });
  const rowsOf = ({ rows }: { rows: readonly { id: string; read: boolean }[] }) => rows.map(({ id, read }) => (read ? id : `${id} unread`));

  async function openTwo() {
    const { server, answers } = notificationServer([aNotificationView(1), aNotificationView(2)]);
    const { user, api } = await open(PAGE, answers);
    await screen.findByText('Message 2');
    await findBell('Notifications, 2 unread');
    await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    const tell = async () => {
      await act(async () => api.emit('inbox.stream', { id: '1.0', data: { type: 'notifications_changed' } }));
      await screen.findByText('Message 9');
    };
    const confirm = async () => user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Clear all/ }));
    return { server, user, api, tell, confirm };
  }

  test('before the list knew it stays unread when all are marked as read', async () => {
    const { server, user, tell } = await openTwo();
    server.rows = [news9, ...server.rows];
    await user.click(button('Mark all as read'));
    await waitFor(() => expect(rowsOf(server)).toEqual(['news-9 unread', 'news-1', 'news-2']));
    await tell();
    await findBell('Notifications, 1 unread');
  });

  test('before the list knew it is not cleared', async () => {
    const { server, user, confirm } = await openTwo();
    server.rows = [news9, ...server.rows];
    await user.click(button('Clear all'));
    await confirm();
    await findTitles(['News 9']);
    expect(rowsOf(server)).toEqual(['news-9 unread']);
    await findBell('Notifications, 1 unread');
  });

  test('while the question stood is not cleared, nor is an announcement', async () => {
    const { server, user, tell, confirm } = await openTwo();
    await user.click(button('Clear all'));
    await screen.findByRole('dialog');
    server.rows = [news9, ...server.rows];
    await tell();
    await announce('a-1', 'Maintenance', minutesAgo(-1));
    await confirm();
    await findTitles(['Maintenance', 'News 9']);
    await waitFor(() => expect(rowsOf(server)).toEqual(['news-9 unread']));
    await findBell('Notifications, 2 unread');
  });

  test.each([
    ['Clear all', 'notifications.removeAll', ['news-9 unread']],
    ['Mark all as read', 'notifications.markAllRead', ['news-9 unread', 'news-1', 'news-2']],
  ] as const)('while the call before hung stays: %s', async (name, path, expected) => {
    const { server, answers } = notificationServer([aNotificationView(1), aNotificationView(2), aNotificationView(3)]);
    let fail = (_: Error) => {};
    const hanging = new Promise<never>((_, reject) => (fail = reject));
    const { user, api } = await open(PAGE, { ...answers, 'notifications.remove': () => hanging });
    await screen.findByText('Message 3');
    await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await user.click(button('Remove News 3'));
    await user.click(button(name));
    if (name === 'Clear all') await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Clear all/ }));
    server.rows = [news9, ...server.rows.filter(({ id }) => id !== 'news-3')];
    await act(async () => api.emit('inbox.stream', { id: '1.0', data: { type: 'notifications_changed' } }));
    await screen.findByText('Message 9');
    expect(countUnread()).toBe(1);
    fail(networkError());
    await waitFor(() => expect(api.inputsOf(path)).toHaveLength(1));
    await waitFor(() => expect(rowsOf(server)).toEqual(expected));
    expect(countUnread()).toBe(1);
  });

  test('is not cleared with announcements that alone were shown', async () => {
    const { server, answers } = notificationServer([]);
    const { user, api } = await open(PAGE, answers);
    await announce('a-1', 'Maintenance', minutesAgo(1));
    await findTitles(['Maintenance']);
    server.rows = [news9];
    await user.click(button('Clear all'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Clear all/ }));
    await screen.findByText('No notifications yet');
    expect(api.inputsOf('notifications.removeAll')).toEqual([]);
  });
});

// spec answers.3 | C §7, S6 | A failed read or delete of a notification keeps the local change and only logs; it is sent again, and spares what has
//   come since | src/client/features/notifications/use-marks.ts
describe('a change that the server did not receive', () => {
  test('stays in this browser, is only logged, and is sent again when the connection is back', async () => {
    const { server, answers } = notificationServer([aNotificationView(1), aNotificationView(2), aNotificationView(3)]);
    const { user, api } = await open(PAGE, answers);
    await screen.findByText('Message 3');
    server.isDown = true;
    await user.click(button('Remove News 1'));
    await user.click(markAsRead('News 2'));
    await waitFor(() => expect(readList(unsentMarks(STUDENT.id))).toHaveLength(2));
    expect(warn).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    // All lists are read again.
    await act(async () => api.emit('inbox.stream', { id: '1.0', data: { type: 'notifications_changed' } }));
    await waitFor(() => expect(api.inputsOf('notifications.list')).toHaveLength(2));
    expect([listTitles(), countUnread()]).toEqual([['News 2', 'News 3'], 1]);
    await findBell('Notifications, 1 unread');

    server.isDown = false;
    act(() => connectionState.set('cut'));
    act(() => connectionState.set('live'));
    await waitFor(() => expect(readList(unsentMarks(STUDENT.id))).toEqual([]));
    expect(server.rows.map(({ id, read }) => [id, read])).toEqual([
      ['news-2', true],
      ['news-3', false],
    ]);
    await findBell('Notifications, 1 unread');
  });

  test.each([
    ['cleared', ['news-1 unread']],
    ['allRead', ['news-1 unread', 'news-2', 'news-3']],
  ] as const)('is sent with the next visit, and spares what has come since: %s', async (kind, expected) => {
    const { server, answers } = notificationServer([aNotificationView(1), aNotificationView(2), aNotificationView(3)]);
    writeList(unsentMarks(STUDENT.id), [{ kind, key: 'k', unread: 2, through: minutesAgo(2).toISOString() }]);
    await open(PAGE, answers);
    await screen.findByText('Message 1');
    expect(countUnread()).toBe(1);
    await findBell('Notifications, 1 unread');
    await waitFor(() => expect(readList(unsentMarks(STUDENT.id))).toEqual([]));
    expect(server.rows.map(({ id, read }) => (read ? id : `${id} unread`))).toEqual(expected);
    await findBell('Notifications, 1 unread');
  });

  test('is done with when there is nothing left to remove', async () => {
    const { answers } = notificationServer([aNotificationView(1)]);
    writeList(unsentMarks(STUDENT.id), [{ kind: 'removed', id: 'news-9', key: 'k', unread: 1 }]);
    await open(PAGE, { ...answers, 'notifications.remove': () => Promise.reject(apiError('notification.not_found')) });
    await waitFor(() => expect(readList(unsentMarks(STUDENT.id))).toEqual([]));
    await findBell('Notifications, 1 unread');
    expect(warn).not.toHaveBeenCalled();
  });
});

// spec notifications.2 | P §2 Notifications | Dropdown of the newest, 16rem high at most, with a link to all |
//   src/client/features/notifications/live-bell.tsx
describe('the bell', () => {
  test('opens the newest twenty with Space, and closes with Escape, the focus back on it', async () => {
    const { user } = await open('/terms', notificationServer(notificationViews(30)).answers);
    const bell = await findBell();
    act(() => bell.focus());
    await user.keyboard(' ');
    const panel = await findPanel();
    await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(20));
    expect(bell.getAttribute('aria-expanded')).toBe('true');
    expect(listLinks(panel).at(-1)).toEqual(['View all notifications', '/notifications']);
    act(() => button('Remove News 0', panel).focus());
    await user.keyboard('{Escape}');
    expect(queryPanel()).toBeNull();
    expect(document.activeElement).toBe(bell);
  });

  test('opens with a press, and leads to the page in a tab of its own with Ctrl', async () => {
    const { user, at } = await open('/terms', notificationServer([aNotificationView(1)]).answers);
    const bell = await findBell();
    expect(bell.getAttribute('href')).toBe('/notifications');
    await user.click(bell);
    await findPanel();
    expect(at()).toBe('/terms');
    await user.click(bell);
    const isPrevented = !fireEvent.click(bell, { ctrlKey: true });
    expect([isPrevented, queryPanel()]).toEqual([false, null]);
  });

  test('marks all as read and removes, with the focus in the panel, which says when there is nothing', async () => {
    const { server, answers } = notificationServer([aNotificationView(1), aNotificationView(2)]);
    const { user } = await open('/terms', answers);
    await user.click(await findBell());
    const panel = await findPanel();
    await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(2));
    await user.click(button('Mark all as read', panel));
    await findBell('Notifications');
    await waitFor(() => expect(server.rows.every(({ read }) => read)).toBe(true));
    await user.click(button('Remove News 1', panel));
    await waitFor(() => expect(within(panel).getAllByRole('listitem')).toHaveLength(1));
    await user.click(button('Remove News 2', panel));
    await within(panel).findByText('No notifications yet');
    await waitFor(() => expect(document.activeElement).toBe(panel));
  });
});

describe('an announcement', () => {
  // spec states.54 | P §4 Notification, D Realtime and notifications | A local one of the same title and type within 60 seconds is ignored, and the
  //   same is said once | src/shared/domain/live-update-copy.ts
  test.each([
    [59_999, ['Maintenance']],
    [60_000, ['Maintenance', 'Maintenance']],
  ])('of the same title and type is ignored within a minute: after %i ms', async (ms, expected) => {
    const now = minutesAgo(0);
    await announce('a-1', 'Maintenance', now);
    await announce('a-2', 'Maintenance', new Date(now.getTime() + ms));
    expect(readList(storedAnnouncements(STUDENT.id)).flatMap(({ title, isRemoved }) => (isRemoved ? [] : title))).toEqual(expected);
  });

  // spec realtime.18 | C §9 Realtime | A broadcast without a title is called System Message | src/shared/domain/live-update-copy.ts
  // spec notifications.11
  test('without a title is called System Message, and is read and removed without a request', async () => {
    const { user, api } = await open(PAGE, notificationServer([]).answers);
    await announce('a-1', '');
    await findTitles(['System Message']);
    await findBell('Notifications, 1 unread');
    await user.click(markAsRead('System Message'));
    await findBell('Notifications');
    await user.click(button('Remove System Message'));
    await screen.findByText('No notifications yet');
    expect(api.calls.map(({ path }) => path).filter((path) => /mark|remove/.test(path))).toEqual([]);
  });

  // spec notifications.11 | P §3, C §9 | What only the browser keeps is kept per user id, the same in every tab |
  //   src/client/features/notifications/announcements.ts
  test('is the same in every tab', async () => {
    await open(PAGE, notificationServer([]).answers);
    await screen.findByText('No notifications yet');
    const createdAt = minutesAgo(0).toISOString();
    const entry = { id: 'a-1', title: 'From another tab', message: '', action: null, createdAt, receivedAt: 0, read: false };
    localStorage.setItem(`notifications_${STUDENT.id}`, JSON.stringify([entry, { id: 'a-2', title: 'no date' }]));
    act(() => void window.dispatchEvent(new StorageEvent('storage')));
    await findTitles(['From another tab']);
  });

  // spec notifications.10 | P §3, D Realtime and notifications | Stored ones and those of the browser in one list, none twice by its id |
  //   src/client/features/notifications/use-notifications.ts
  test('is shown once with a stored one of the same id', async () => {
    await announce('news-1', 'News 1');
    await open(PAGE, notificationServer([aNotificationView(1)]).answers);
    await screen.findByText('Message 1');
    expect(listTitles()).toEqual(['News 1']);
  });
});
