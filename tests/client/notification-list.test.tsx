import { readFileSync } from 'node:fs';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { theme } from '#client/app/theme.ts';
import { cssVariablesResolver } from '#client/app/theme-variables.ts';
import { aNotificationView, notificationServer } from '#tests/support/notifications.ts';
import { STUDENT } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

const list = () => within(screen.getByRole('main'));
const listTitles = () =>
  list()
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

describe('the list of notifications', () => {
  // spec constants.2 | C §9 | 50 notifications are loaded, and 50 more when asked | src/client/features/notifications/use-notifications.ts
  test('loads the last fifty', async () => {
    const { api } = await visit('/notifications', STUDENT, notificationServer([aNotificationView(1)]).answers);
    await screen.findByText('Message 1');
    expect(api.inputsOf('notifications.list')).toEqual([{ limit: 50 }]);
  });

  // spec notifications.4 | P §2 Notifications | Unread count of the page, Mark all as read | src/client/features/notifications/notifications-page.tsx
  test('marks all of them as read with one press, and offers that only while one is unread', async () => {
    const { answers } = notificationServer([aNotificationView(1), aNotificationView(2, { read: true })]);
    const { user, api } = await visit('/notifications', STUDENT, answers);
    const markAll = await screen.findByRole('button', { name: 'Mark all as read' });
    await waitFor(() => expect(listTitles()).toEqual(['News 1Unread', 'News 2']));
    await user.click(markAll);
    await waitFor(() => expect(listTitles()).toEqual(['News 1', 'News 2']));
    expect(list().queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(api.inputsOf('notifications.markAllRead')).toHaveLength(1);
  });
});

describe('a notification about a booking', () => {
  // spec s12-next.41
  test('says with whom and when', async () => {
    const booking = { with: 'Dilini Perera', startTime: new Date('2026-11-30T10:30:00Z') };
    await visit('/notifications', STUDENT, notificationServer([aNotificationView(1, { booking })]).answers);
    await screen.findByText('With Dilini Perera');
    expect(list().getByRole('listitem').textContent).toContain('Mon, 30 Nov 2026, 4:00 PM');
  });

  // spec s12-next.42, s12-agenda.11
  test('of a series is one item, which is read and removed as a whole, and leads to the first session', async () => {
    const rows = [3, 2, 1].map((week) =>
      aNotificationView(1, {
        id: `week-${week}`,
        title: 'New Booking',
        message: 'Your booking for Physics has been created.',
        action: { label: 'View Booking', url: `/bookings/week-${week}` },
        booking: { with: 'Dilini Perera', startTime: new Date(`2026-12-${10 + week}T10:30:00Z`) },
      }),
    );
    const { server, answers } = notificationServer(rows);
    const { user } = await visit('/notifications', STUDENT, answers);
    await waitFor(() => expect(listTitles()).toEqual(['New Booking (3)Unread']));
    expect(
      list()
        .getByRole('link', { name: /View Booking/ })
        .getAttribute('href'),
    ).toBe('/bookings/week-1');
    expect(screen.getByRole('link', { name: 'Notifications, 1 unread' })).toBeTruthy();
    await user.click(list().getByRole('button', { name: /Mark as read/ }));
    await waitFor(() => expect(server.rows.map(({ read }) => read)).toEqual([true, true, true]));
    await screen.findByRole('link', { name: 'Notifications' });
    await user.click(list().getByRole('button', { name: 'Remove New Booking' }));
    await waitFor(() => expect(server.rows).toEqual([]));
  });

  // spec s12-agenda.11
  test('of a series takes one off the count, also while the server cannot be reached', async () => {
    const rows = [3, 2, 1].map((week) =>
      aNotificationView(1, { id: `week-${week}`, booking: { with: 'Dilini Perera', startTime: new Date(`2026-12-${10 + week}T10:30:00Z`) } }),
    );
    const { server, answers } = notificationServer([...rows, aNotificationView(9)]);
    const { user } = await visit('/notifications', STUDENT, answers);
    await screen.findByRole('link', { name: 'Notifications, 2 unread' });
    server.isDown = true;
    const [first] = await list().findAllByRole('button', { name: /Mark as read/ });
    if (first) await user.click(first);
    await screen.findByRole('link', { name: 'Notifications, 1 unread' });
  });
});

describe('the colour of a notification', () => {
  const variables: Record<string, string> = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)).variables;
  const styles = readFileSync('src/client/features/notifications/notification-list.module.css', 'utf8');

  // spec notifications.7 | P §2 Notifications | Green, yellow, red, else blue by type | src/client/features/notifications/notification-list.tsx
  test.each([
    ['success', 'green', 'circle-check'],
    ['warning', 'yellow', 'triangle-alert'],
    ['error', 'red', 'circle-alert'],
    ['info', 'blue', 'info'],
  ] as const)('of type %s is %s', async (type, colour, icon) => {
    await visit('/notifications', STUDENT, notificationServer([aNotificationView(1, { type })]).answers);
    await screen.findByText('Message 1');
    const item = list().getByRole('listitem');
    expect(item.dataset.type).toBe(type);
    expect(item.innerHTML).toMatch(new RegExp(`\\blucide-${icon}\\b`));
    const [, tint = '', ink = ''] = styles.match(new RegExp(`data-type="${type}"\\] \\{\\s+--tint: var\\((.+)\\);\\s+--ink: var\\((.+)\\);`)) ?? [];
    expect([variables[tint], variables[ink]]).toEqual([`var(--mantine-color-${colour}-light)`, `var(--mantine-color-${colour}-light-color)`]);
  });
});
