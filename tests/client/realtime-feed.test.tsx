import { QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { changeAnnouncements, storedAnnouncements } from '#client/features/notifications/announcements.ts';
import { NotificationBell } from '#client/features/notifications/notification-bell.tsx';
import { makeEventHandler, RealtimeFeed } from '#client/features/notifications/realtime-feed.ts';
import { makeI18n, setI18nOfPage } from '#client/lib/i18n.ts';
import { makeApi, useTRPC } from '#client/lib/rpc/trpc.ts';
import { readList } from '#client/lib/stored-list.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import type { BookingUpdate } from '#shared/vocabulary/bookings.ts';
import { type Answers, fakeApi } from '#tests/support/fake-api.ts';
import { render, signIn, TUTOR } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aBookingView } from '#tests/support/views.ts';

const NOW = new Date('2026-11-21T10:00:00Z');

const { toasts } = collectToasts();

const TYPES = { created: 'info', updated: 'info', cancelled: 'warning', confirmed: 'success' } as const;
const bookingUpdate = (updateType: BookingUpdate, subject = 'Combined Maths'): InboxEvent => ({
  type: 'booking_update',
  notificationId: 'n-1',
  notificationType: TYPES[updateType],
  bookingId: 'b-1',
  updateType,
  booking: { id: 'b-1', subject, status: 'pending', startTime: NOW, endTime: NOW },
});
const notice = (title: string): InboxEvent => ({
  type: 'new_notification',
  notification: { id: 'n-2', type: 'success', title, message: 'A message', action: null, category: 'system', priority: 'medium', createdAt: NOW },
});

const ANSWERS = {
  'notifications.unreadGroups': () => ({ unreadCount: 0 }),
  'bookings.forTutor': () => ({ bookings: [], nextCursor: null }),
  'catalogue.categories': () => [],
} satisfies Answers;

const queryClient = new QueryClient();
const trpc = makeApi(fakeApi().client, queryClient);

function Screen() {
  const trpc = useTRPC();
  useQuery(trpc.notifications.unreadGroups.queryOptions());
  useQuery(trpc.bookings.forTutor.queryOptions({}));
  useQuery(trpc.catalogue.categories.queryOptions());
  return <RealtimeFeed />;
}

async function openFeed() {
  signIn(TUTOR);
  const api = fakeApi(ANSWERS);
  await render(<Screen />, { api });
  await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
  await waitFor(() => expect(api.calls).toHaveLength(4));
  api.calls.length = 0;
  const read = () => api.calls.map(({ path }) => path).sort();
  return { api, read, tell: (data: InboxEvent) => act(async () => api.emit('inbox.stream', { id: '1.0', data })) };
}

// spec announcements.3 | D Realtime and notifications | No stored notification: an entry of bell and page that the browser keeps, said once |
//   src/client/features/notifications/announcements.ts
describe('an announcement', () => {
  const announcement = (id: string): InboxEvent => ({
    type: 'broadcast',
    announcement: { id, title: 'Maintenance', message: 'Tonight at ten.', action: { label: 'Read more', url: '/blogs' }, createdAt: NOW },
  });

  // spec notifications.1
  test('is said once in this browser, counted by the bell, and kept among the notifications', async () => {
    signIn(TUTOR);
    await makeEventHandler(() => NOW)(announcement('a-1'), trpc, queryClient);
    expect(toasts).toMatchObject([{ kind: 'info', title: 'Maintenance', message: 'Tonight at ten.', link: { label: 'Read more', href: '/blogs' } }]);
    await render(<NotificationBell />, { api: fakeApi(ANSWERS) });
    await screen.findByRole('link', { name: 'Notifications, 1 unread' });
    // The page is opened anew an hour later, and the server tells all of the last days again.
    await makeEventHandler(() => new Date(NOW.getTime() + 3_600_000))(announcement('a-1'), trpc, queryClient);
    expect(toasts).toHaveLength(1);
    act(() => changeAnnouncements(TUTOR.id, { read: true }, ['a-1']));
    await screen.findByRole('link', { name: 'Notifications' });
  });

  // spec announcements.9 | D Realtime and notifications, P §4 Notification | Whoever was away gets each of the last days, with one title, too: the same
  //   is what was sent within a minute | src/client/features/notifications/announcements.ts
  test('of days ago is not the same as a later one of its title that comes in the same moment', async () => {
    signIn(TUTOR);
    const handleEvent = makeEventHandler(() => NOW);
    const sentAt = (id: string, createdAt: Date): InboxEvent => {
      const event = announcement(id);
      return event.type === 'broadcast' ? { ...event, announcement: { ...event.announcement, createdAt } } : event;
    };
    await handleEvent(sentAt('a-7', new Date(NOW.getTime() - 3 * 86_400_000)), trpc, queryClient);
    await handleEvent(sentAt('a-8', NOW), trpc, queryClient);
    await handleEvent(sentAt('a-9', new Date(NOW.getTime() - 59_999)), trpc, queryClient);
    expect(toasts).toHaveLength(2);
    expect(readList(storedAnnouncements(TUTOR.id)).map(({ id, isRemoved }) => [id, isRemoved])).toEqual([
      ['a-9', true],
      ['a-8', false],
      ['a-7', false],
    ]);
  });

  // spec announcements.7
  test('is said and kept in the language of the page, where an admin has written it in that', async () => {
    signIn(TUTOR);
    setI18nOfPage(makeI18n('si'));
    const si = { title: 'නඩත්තු', message: 'අද රෑ දහයට.', actionLabel: '' };
    const event = announcement('a-5');
    if (event.type !== 'broadcast') return expect.fail('no broadcast');
    await makeEventHandler(() => NOW)({ ...event, announcement: { ...event.announcement, translations: { si } } }, trpc, queryClient);
    const link = { label: 'Read more', href: '/blogs' };
    expect(toasts).toMatchObject([{ kind: 'info', title: 'නඩත්තු', message: 'අද රෑ දහයට.', link }]);
    expect(readList(storedAnnouncements(TUTOR.id))).toMatchObject([{ title: 'Maintenance', translations: { si } }]);
    setI18nOfPage(makeI18n('ta'));
    await makeEventHandler(() => NOW)(
      { ...event, announcement: { ...event.announcement, id: 'a-6', title: 'Exams', translations: { si } } },
      trpc,
      queryClient,
    );
    setI18nOfPage(makeI18n('en'));
    expect(toasts[1]).toMatchObject({ title: 'Exams', message: 'Tonight at ten.' });
  });

  test('is said in each tab that hears it at the same moment', async () => {
    signIn(TUTOR);
    await makeEventHandler(() => NOW)(announcement('a-2'), trpc, queryClient);
    sessionStorage.clear();
    await makeEventHandler(() => NOW)(announcement('a-2'), trpc, queryClient);
    expect(toasts).toHaveLength(2);
  });

  // spec s12-agenda.40 | S12 B | A toast is not shown again when the page is reloaded | src/client/features/notifications/announcements.ts
  test('is not shown again when the tab is reloaded a moment later', async () => {
    signIn(TUTOR);
    await makeEventHandler(() => NOW)(announcement('a-4'), trpc, queryClient);
    await makeEventHandler(() => NOW)(announcement('a-4'), trpc, queryClient);
    expect(toasts).toHaveLength(1);
  });

  test('survives what something else has written into its place', async () => {
    signIn(TUTOR);
    localStorage.setItem(`notifications_${TUTOR.id}`, '{"no": "list"');
    await makeEventHandler(() => NOW)(announcement('a-3'), trpc, queryClient);
    expect(toasts).toHaveLength(1);
  });
});

describe('a booking update', () => {
  // spec realtime.15 | C §9 Realtime | Titles and messages of booking updates, with the link /bookings/{id} |
  //   src/client/features/notifications/realtime-feed.ts
  // spec s8-last.1 | P §2 Notifications, S8b 1 | A live toast has the type of its notification: success green, warning yellow, error red, else blue;
  //   it stays 5 s | src/client/features/notifications/realtime-feed.ts, src/client/ui/toasts.ts
  test.each([
    ['created', 'New Booking', 'Your booking for Combined Maths has been created.'],
    ['updated', 'Booking Updated', 'Your booking for Combined Maths has been updated.'],
    ['cancelled', 'Booking Cancelled', 'Your booking for Combined Maths has been cancelled.'],
    ['confirmed', 'Booking Confirmed', 'Your booking for Combined Maths has been confirmed.'],
  ] as const)('that says %s has its own title and message, and leads to the booking', async (updateType, title, message) => {
    const { tell } = await openFeed();
    await tell(bookingUpdate(updateType));
    expect(toasts).toEqual([{ kind: TYPES[updateType], title, message, duration: 5000, link: { label: 'View Booking', href: '/bookings/b-1' } }]);
  });

  test('has bookings and notifications read again at once, and nothing else', async () => {
    const { tell, read } = await openFeed();
    await tell(bookingUpdate('created'));
    await waitFor(() => expect(read()).toEqual(['bookings.forTutor', 'notifications.unreadGroups']));
  });
});

// spec s12-agenda.41 | S12 B | One action makes one toast: news of what the reader did updates the page and shows none |
//   src/client/features/notifications/realtime-feed.ts
test("news of one's own act shows no toast, and the lists are read again", async () => {
  const { tell, read } = await openFeed();
  await tell({ ...bookingUpdate('confirmed'), isOwn: true } as InboxEvent);
  expect(toasts).toEqual([]);
  await waitFor(() => expect(read()).toEqual(['bookings.forTutor', 'notifications.unreadGroups']));
});

// spec s12-agenda.42 | S12 B | After an act of one's own the lists that were read after its answer are not read again for the news of it; those that
//   were not are | src/client/lib/realtime/own-acts.ts, src/client/features/notifications/realtime-feed.ts
describe('what this tab has done itself', () => {
  function ConfirmButton() {
    const trpc = useTRPC();
    const queryClient = useQueryClient();
    const { mutate } = useMutation(
      trpc.bookings.setStatus.mutationOptions({ onSettled: () => queryClient.invalidateQueries(trpc.bookings.pathFilter()) }),
    );
    return <button type="button" onClick={() => mutate({ id: 'b-1', status: 'confirmed' })} aria-label="Confirm" />;
  }

  async function openScreen() {
    signIn(TUTOR);
    let answer = (_booking: BookingView) => {};
    const api = fakeApi({
      ...ANSWERS,
      'bookings.setStatus': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const { user } = await render(
      <>
        <Screen />
        <ConfirmButton />
      </>,
      { api },
    );
    await waitFor(() => expect(api.calls).toHaveLength(4));
    api.calls.length = 0;
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    const read = () => api.calls.map(({ path }) => path).filter((path) => path !== 'bookings.setStatus');
    const tell = (id: string, status: 'confirmed' | 'cancelled' = 'confirmed', { isOwn = true, startTime = NOW } = {}) => {
      const data = { ...bookingUpdate(status), bookingId: id, booking: { id, subject: 'Combined Maths', status, startTime, endTime: NOW } };
      return act(async () => api.emit('inbox.stream', { id: '1.0', data: { ...data, ...(isOwn && { isOwn }) } }));
    };
    const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
    const confirmed = () => aBookingView({ id: 'b-1', status: 'confirmed', startTime: NOW });
    return { read, tell, settle, answer: () => act(async () => answer(confirmed())) };
  }

  const ONCE = ['bookings.forTutor', 'notifications.unreadGroups'];
  const HOUR_LATER = new Date(NOW.getTime() + 3_600_000);

  test('is read once where its news comes after the answer', async () => {
    const { read, tell, settle, answer } = await openScreen();
    await answer();
    await tell('b-1');
    await settle();
    expect(read()).toEqual(ONCE);
  });

  test('is read once where its news comes before the answer', async () => {
    const { read, tell, settle, answer } = await openScreen();
    await tell('b-1');
    await answer();
    await settle();
    expect(read()).toEqual(ONCE);
  });

  test('is no reason to leave out what another tab has done meanwhile', async () => {
    const { read, tell, settle, answer } = await openScreen();
    await answer();
    await tell('b-2');
    await settle();
    expect(read()).toEqual(['bookings.forTutor', ...ONCE]);
  });

  // spec realtime.22 | D Realtime and notifications, S12 B | An act of one's own excuses one event, the one of its answer: what a second device does
  //   with the same booking is read | src/client/lib/realtime/own-acts.ts, src/client/features/notifications/realtime-feed.ts
  test('is no reason to leave out what one does next with the same booking on another device', async () => {
    const { read, tell, settle, answer } = await openScreen();
    await answer();
    await settle();
    await tell('b-1', 'confirmed');
    await settle();
    expect(read()).toEqual(ONCE);
    await tell('b-1', 'cancelled');
    await settle();
    expect(read()).toEqual([...ONCE, ...ONCE]);
  });

  // spec realtime.22
  test('excuses one event only', async () => {
    const { read, tell, settle, answer } = await openScreen();
    await answer();
    await settle();
    await tell('b-1');
    await tell('b-1');
    await settle();
    expect(read()).toEqual([...ONCE, ...ONCE]);
  });

  // spec realtime.22
  test.each([
    ['the other party has moved the booking', 'confirmed', { isOwn: false, startTime: HOUR_LATER }],
    ['another device has moved the booking', 'confirmed', { startTime: HOUR_LATER }],
    ['another device has cancelled the booking', 'cancelled', {}],
  ] as const)('excuses nothing once %s, even where all is as it was again', async (_, status, change) => {
    const { read, tell, settle, answer } = await openScreen();
    await answer();
    await settle();
    await tell('b-1', status, change);
    await settle();
    await tell('b-1', 'confirmed');
    await settle();
    expect(read()).toEqual(['bookings.forTutor', ...ONCE, ...ONCE]);
  });
});

describe('a new notification', () => {
  // spec s8-last.1
  test('is said in its own words', async () => {
    const { tell, read } = await openFeed();
    await tell(notice('Profile Verified'));
    expect(toasts).toEqual([{ kind: 'success', title: 'Profile Verified', message: 'A message', duration: 5000, link: undefined }]);
    await waitFor(() => expect(read()).toEqual(['bookings.forTutor', 'notifications.unreadGroups']));
  });
});

describe('a message', () => {
  const received: InboxEvent = {
    type: 'new_notification',
    notification: {
      id: 'n-3',
      type: 'info',
      title: 'New Message',
      message: 'Nimal Silva has sent you a message.',
      action: { label: 'View Messages', url: '/messages' },
      category: 'general',
      priority: 'medium',
      createdAt: NOW,
    },
  };

  // spec realtime.17 | S4, D Realtime and notifications | Both parties hear of messages and of proposals; whoever looks at the conversation is not
  //   told of it beside | src/client/features/notifications/realtime-feed.ts
  test.each([
    ['is said elsewhere', '/tutors', 'visible', 1],
    ['is said in a tab that nobody looks at', '/messages', 'hidden', 1],
    ['is not said to whoever looks at their messages', '/messages', 'visible', 0],
  ] as const)('%s', async (_, pathname, visibility, times) => {
    const { tell, read } = await openFeed();
    vi.spyOn(window.location, 'pathname', 'get').mockReturnValue(pathname);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    await tell(received);
    expect(toasts.map(({ title }) => title)).toEqual(Array.from({ length: times }, () => 'New Message'));
    await waitFor(() => expect(read()).toContain('notifications.unreadGroups'));
  });
});

describe('a notification of something to decide', () => {
  // spec realtime.21 | D Realtime and notifications | Admins find what a notification tells of: reports and the queue are read again |
  //   src/client/features/notifications/realtime-feed.ts
  test('has the reports and the verification read again that were read before', async () => {
    const queryClient = new QueryClient();
    const { moderation, verification } = makeApi(fakeApi().client, queryClient);
    const keys: (readonly unknown[])[] = [moderation.desk.queryKey(), verification.tutors.queryKey()];
    for (const key of keys) queryClient.setQueryData(key, {});
    await makeEventHandler(() => NOW)(notice('A problem was reported'), makeApi(fakeApi().client, queryClient), queryClient);
    expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
  });
});

describe('a reset', () => {
  // spec realtime.10
  test('says nothing, and has everything that news concern read again', async () => {
    const { tell, read } = await openFeed();
    await tell({ type: 'reset' });
    await waitFor(() => expect(read()).toEqual(['bookings.forTutor', 'notifications.unreadGroups']));
    expect(toasts).toEqual([]);
  });
});

describe('the same title and type', () => {
  // spec states.54
  test('is said once a minute, and read again each time', async () => {
    let now = NOW.getTime();
    const handleEvent = makeEventHandler(() => new Date(now));
    const take = (event: InboxEvent) => handleEvent(event, trpc, queryClient);
    const invalidate = vi.spyOn(queryClient, 'invalidateQueries');

    await take(bookingUpdate('created', 'Physics'));
    now += 59_999;
    await take(bookingUpdate('created', 'Chemistry'));
    await take(bookingUpdate('confirmed', 'Physics'));
    expect(toasts.map(({ title }) => title)).toEqual(['New Booking', 'Booking Confirmed']);
    expect(invalidate).toHaveBeenCalledTimes(12);
    now += 1;
    await take(bookingUpdate('created', 'Chemistry'));
    expect(toasts.map(({ title }) => title)).toEqual(['New Booking', 'Booking Confirmed', 'New Booking']);
  });
});
