import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StudentBookings } from '#client/features/bookings/student-bookings.tsx';
import { TutorBookings } from '#client/features/bookings/tutor-bookings.tsx';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { pressInDialog } from '#tests/support/account-page.ts';
import { apiError, type FakeApi, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { button, press, render, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aBookingView, bookingCounts, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';
import { follow, linksOf, visit } from '#tests/support/visit.ts';

afterEach(() => {
  vi.useRealTimers();
});

const session = aBookingView({ status: 'confirmed' });
const COUNTS = bookingCounts({ total: 49, pending: 3, upcoming: 1, ended: 2, completed: 38, today: 4, cancelled: 5 });

const asked = (api: FakeApi, list: string) => api.calls.filter(({ path }) => path === list).map(({ input }) => Object(input).filter);

describe('the filter of the bookings', () => {
  // spec student.6 | P §2 Student area | Status filter, in the address | src/client/features/bookings/student-bookings-page.tsx
  it('of a student is a row of links whose choice stands in the address', async () => {
    const { api, at } = await visit('/student/bookings', STUDENT);
    await until(() => button('Logout'));
    expect(linksOf('nav[aria-label="Filter bookings"]')).toEqual([
      ['All', '/student/bookings'],
      ['Pending', '/student/bookings?filter=pending'],
      ['Confirmed', '/student/bookings?filter=confirmed'],
      ['Completed', '/student/bookings?filter=completed'],
      ['Cancelled', '/student/bookings?filter=cancelled'],
    ]);
    await follow('Confirmed');
    await until(() => expect(at()).toBe('/student/bookings?filter=confirmed'));
    await shown('No confirmed bookings');
    expect(asked(api, 'bookings.forStudent')).toEqual(['all', 'confirmed']);
    expect(texts('nav[aria-label="Filter bookings"] [aria-current="page"]')).toEqual(['Confirmed']);
  });

  // spec tutor-bookings.2 | P §2 Tutor area | Each count is the filter of its list, in the address | src/client/features/bookings/tutor-bookings-page.tsx
  it('of a tutor has an entry for every state and for today', async () => {
    const { api, at } = await visit('/tutor/bookings', TUTOR, { 'bookings.counts': () => COUNTS });
    await until(() => expect(texts('nav[aria-label="Filter bookings"] a')).toContain('Ended 2'));
    const filters = ['Pending 3', 'Upcoming 1', 'Ongoing 0', 'Ended 2', 'Completed 38', 'Today 4', 'Cancelled 5'];
    expect(linksOf('nav[aria-label="Filter bookings"]')).toEqual([
      ['Total 49', '/tutor/bookings'],
      ...filters.map((label) => [label, `/tutor/bookings?filter=${label.split(' ')[0]?.toLowerCase()}`]),
    ]);
    expect(texts('nav[aria-label="Filter bookings"] [aria-current="page"]')).toEqual(['Total 49']);
    await follow('Ended 2');
    await until(() => expect(at()).toBe('/tutor/bookings?filter=ended'));
    expect(texts('nav[aria-label="Filter bookings"] [aria-current="page"]')).toEqual(['Ended 2']);
    await shown('Nothing to complete');
    expect(asked(api, 'bookings.forTutor')).toEqual(['all', 'ended']);
  });
});

// spec tutor-bookings.2
describe('the counts of a tutor', () => {
  it('are read again with every news about a booking', async () => {
    let pending = 3;
    const { api } = await visit('/tutor/bookings', TUTOR, {
      'bookings.counts': () => ({ ...COUNTS, pending }),
      'notifications.list': () => ({ notifications: [], total: 0, currentPage: 1, totalPages: 0, hasMore: false }),
    });
    await until(() => expect(texts('nav[aria-label="Filter bookings"] a')).toContain('Pending 3'));
    pending = 4;
    const { id, status, startTime, endTime, subject } = session;
    const booking = { id, status, startTime, endTime, subject: subject.name };
    const data: InboxEvent = {
      type: 'booking_update',
      updateType: 'created',
      bookingId: id,
      notificationId: 'n-1',
      notificationType: 'info',
      booking,
    };
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await act(async () => api.emit('inbox.stream', { id: '1.0', data }));
    await until(() => expect(texts('nav[aria-label="Filter bookings"] a')).toContain('Pending 4'));
  });

  it('that nobody answers leave the filters in their place', async () => {
    await visit('/tutor/bookings', TUTOR, { 'bookings.counts': () => Promise.reject(apiError('auth.role')) });
    await until(() => expect(texts('nav[aria-label="Filter bookings"] a').slice(0, 2)).toEqual(['Total –', 'Pending –']));
  });
});

describe('while the bookings are looked at', () => {
  const beforeStart = (ms: number) => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: TUESDAY_FOUR.start.getTime() - ms });
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

  // spec states.43 | P §4 Booking status | The clock refreshes every minute | src/client/ui/use-minute-clock.ts
  it('their clock goes on every minute', async () => {
    beforeStart(30_000);
    signIn(STUDENT);
    const api = fakeApi({ 'bookings.forStudent': () => ({ bookings: [session], nextCursor: null }) });
    await render(<StudentBookings filter="all" />, { api });
    await until(() => expect(texts('article')).toHaveLength(1));
    await pass(59_000);
    expect(texts('article')[0]).not.toContain('Ongoing');
    await pass(1_000);
    expect(texts('article')[0]).toContain('Ongoing');
  });

  // spec constants.18 | C §9 | The clock of tutor bookings: 60 s | src/client/features/bookings/tutor-bookings.tsx
  it('those of a tutor are asked for again every 60 seconds', async () => {
    beforeStart(30_000);
    signIn(TUTOR);
    const api = fakeApi({ 'bookings.forTutor': () => ({ bookings: [session], nextCursor: null }) });
    await render(<TutorBookings filter="all" />, { api });
    await until(() => expect(texts('article')).toHaveLength(1));
    await pass(59_000);
    expect(asked(api, 'bookings.forTutor')).toHaveLength(1);
    await pass(1_500);
    expect(asked(api, 'bookings.forTutor')).toHaveLength(2);
    expect(texts('article')[0]).toContain('Ongoing');
  });
});

describe('a booking that leaves the list when it is confirmed', () => {
  it('leaves the focus to the page', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    let bookings = [aBookingView()];
    const confirm = () => {
      bookings = [];
      return aBookingView({ status: 'confirmed' });
    };
    await visit('/tutor/bookings?filter=pending', TUTOR, {
      'bookings.counts': () => COUNTS,
      'bookings.forTutor': () => ({ bookings, nextCursor: null }),
      'bookings.setStatus': confirm,
    });
    await until(() => button('Confirm'));
    await act(async () => button('Confirm').focus());
    await press('Confirm');
    await pressInDialog('Confirm');
    await shown('No pending requests');
    await until(() => expect(document.activeElement?.id).toBe('content'));
  });
});

describe('bookings that nobody answers for', () => {
  // spec errors.42 | C §8 Bookings | 'Failed to fetch bookings' where there was no answer | src/client/features/bookings/bookings-list.tsx
  it('say that they could not be fetched', async () => {
    await render(<StudentBookings filter="all" />, {
      api: fakeApi({ 'bookings.forStudent': () => Promise.reject(networkError()) }),
    });
    await shown('Error fetching bookings.');
    await shown('Failed to fetch bookings');
  });
});
