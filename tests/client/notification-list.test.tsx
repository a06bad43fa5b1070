import { readFileSync } from 'node:fs';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariablesResolver, theme } from '#client/app/theme.ts';
import type { NotificationView } from '#shared/contracts/notifications.ts';
import { button, press, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { visit } from '#tests/support/visit.ts';

const NOW = new Date();
const news = (overrides: Partial<NotificationView> = {}): NotificationView => ({
  id: 'news-1',
  userId: STUDENT.id,
  kind: 'account.welcome',
  params: {},
  type: 'info',
  category: 'general',
  title: 'Welcome',
  message: 'Good to have you here.',
  action: null,
  priority: 'medium',
  metadata: {},
  expiresAt: null,
  read: false,
  createdAt: NOW,
  updatedAt: NOW,
  ...overrides,
});
const listOf = (...notifications: NotificationView[]) => ({
  notifications,
  total: notifications.length,
  currentPage: 1,
  totalPages: 1,
  hasMore: false,
});

describe('the list of notifications', () => {
  // spec constants.2 | C §9 | 50 notifications are loaded, and 50 more when asked | src/client/features/notifications/use-notifications.ts
  it('loads the last fifty', async () => {
    const { api } = await visit('/notifications', STUDENT, { 'notifications.list': () => listOf(news()) });
    await shown('Good to have you here.');
    expect(api.calls.filter(({ path }) => path === 'notifications.list').map(({ input }) => input)).toEqual([{ limit: 50 }]);
  });

  // spec notifications.4 | P §2 Notifications | Unread count of the page, Mark all as read | src/client/features/notifications/notifications-page.tsx
  it('marks all of them as read with one press, and offers that only while one is unread', async () => {
    let read = false;
    const { api } = await visit('/notifications', STUDENT, {
      'notifications.list': () => listOf(news({ read }), news({ id: 'news-2', title: 'Booking Confirmed', read: true })),
      'notifications.markAllRead': () => {
        read = true;
        return { updatedCount: 1 };
      },
    });
    await until(() => button('Mark all as read'));
    expect(texts('main h2')).toEqual(['WelcomeUnread', 'Booking Confirmed']);
    await press('Mark all as read');
    await until(() => expect(texts('main h2')).toEqual(['Welcome', 'Booking Confirmed']));
    expect(texts('main button')).not.toContain('Mark all as read');
    expect(api.calls.filter(({ path }) => path === 'notifications.markAllRead')).toHaveLength(1);
  });
});

describe('the colour of a notification', () => {
  const variables: Record<string, string> = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)).variables;
  const styles = readFileSync('src/client/features/notifications/notification-list.module.css', 'utf8');

  // spec notifications.7 | P §2 Notifications | Green, yellow, red, else blue by type | src/client/features/notifications/notification-item.tsx
  it.each([
    ['success', 'green', 'circle-check'],
    ['warning', 'yellow', 'triangle-alert'],
    ['error', 'red', 'circle-alert'],
    ['info', 'blue', 'info'],
  ] as const)('of type %s is %s', async (type, colour, icon) => {
    await visit('/notifications', STUDENT, { 'notifications.list': () => listOf(news({ type })) });
    await shown('Good to have you here.');
    expect(document.querySelector('main li[data-type]')?.getAttribute('data-type')).toBe(type);
    expect(document.querySelector('main li svg')?.classList).toContain(`lucide-${icon}`);
    const [, tint = '', ink = ''] = styles.match(new RegExp(`data-type="${type}"\\] \\{\\s+--tint: var\\((.+)\\);\\s+--ink: var\\((.+)\\);`)) ?? [];
    expect([variables[tint], variables[ink]]).toEqual([`var(--mantine-color-${colour}-light)`, `var(--mantine-color-${colour}-light-color)`]);
  });
});
