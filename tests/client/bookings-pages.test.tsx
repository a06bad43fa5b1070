import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StudentBookings } from '#client/features/bookings/student-bookings-page.tsx';
import { TutorBookingsPage } from '#client/features/bookings/tutor-bookings-page.tsx';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { clickInDialog, waitForFocus } from '#tests/support/account-page.ts';
import { apiError, type FakeApi, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { chooseInRowMenu } from '#tests/support/row-menu.ts';
import { aBookingView, bookingCounts, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

afterEach(() => {
  vi.useRealTimers();
});

const session = aBookingView({ status: 'confirmed' });
const COUNTS = bookingCounts({ total: 49, pending: 3, upcoming: 1, ended: 2, completed: 38, today: 4, cancelled: 5 });

const getFilters = () => screen.getByRole('navigation', { name: 'Filter bookings' });
const listFilters = () =>
  within(getFilters())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const getCurrentFilter = () => within(getFilters()).getByRole('link', { current: 'page' }).textContent;
const getCard = () => screen.getByRole('article');

/** The filters with which the list was read. */
const listReads = (api: FakeApi, list: string) => api.calls.filter(({ path }) => path === list).map(({ input }) => Object(input).filter);

describe('the filter of bookings', () => {
  // spec student.6 | P §2 Student area | Status filter, in the address | src/client/features/bookings/student-bookings-page.tsx
  it('is a row of links for a student, and is in the address', async () => {
    const { user, api, at } = await visit('/student/bookings', STUDENT);
    await screen.findByRole('navigation', { name: 'Filter bookings' });
    expect(listLinks(getFilters())).toEqual([
      ['All', '/student/bookings?filter=all'],
      ['Pending', '/student/bookings?filter=pending'],
      ['Confirmed', '/student/bookings?filter=confirmed'],
      ['Completed', '/student/bookings?filter=completed'],
      ['Cancelled', '/student/bookings?filter=cancelled'],
    ]);
    await user.click(screen.getByRole('link', { name: 'Confirmed' }));
    await waitFor(() => expect(at()).toBe('/student/bookings?filter=confirmed'));
    await screen.findByText('No confirmed bookings', { exact: false });
    expect(listReads(api, 'bookings.forStudent')).toEqual(['next', 'confirmed']);
    expect(getCurrentFilter()).toBe('Confirmed');
  });

  // spec tutor-bookings.2 | P §2 Tutor area | Each count is the filter of its list, in the address | src/client/features/bookings/tutor-bookings-page.tsx
  it('has an entry for every state and for today for a tutor', async () => {
    const { user, api, at } = await visit('/tutor/bookings', TUTOR, { 'bookings.counts': () => COUNTS });
    await waitFor(() => expect(listFilters()).toContain('Ended 2'));
    const filters = ['Pending 3', 'Upcoming 1', 'Ongoing 0', 'Ended 2', 'Completed 38', 'Today 4', 'Cancelled 5'];
    expect(listLinks(getFilters())).toEqual([
      ['Total 49', '/tutor/bookings?filter=all'],
      ...filters.map((label) => [label, `/tutor/bookings?filter=${label.split(' ')[0]?.toLowerCase()}`]),
    ]);
    await user.click(screen.getByRole('link', { name: 'Ended 2' }));
    await waitFor(() => expect(at()).toBe('/tutor/bookings?filter=ended'));
    expect(getCurrentFilter()).toBe('Ended 2');
    await screen.findByText('Nothing to complete', { exact: false });
    expect(listReads(api, 'bookings.forTutor')).toEqual(['next', 'ended']);
  });
});

// spec tutor-bookings.2
describe('the counts of a tutor', () => {
  it('are read again with every event about a booking', async () => {
    let pending = 3;
    const { api } = await visit('/tutor/bookings', TUTOR, {
      'bookings.counts': () => ({ ...COUNTS, pending }),
      'notifications.list': () => ({ notifications: [], total: 0, currentPage: 1, totalPages: 0, hasMore: false }),
    });
    await waitFor(() => expect(listFilters()).toContain('Pending 3'));
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
    await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await act(async () => api.emit('inbox.stream', { id: '1.0', data }));
    await waitFor(() => expect(listFilters()).toContain('Pending 4'));
  });

  it('leave the filters in their place where they cannot be read', async () => {
    await visit('/tutor/bookings', TUTOR, { 'bookings.counts': () => Promise.reject(apiError('auth.role')) });
    await waitFor(() => expect(listFilters().slice(0, 2)).toEqual(['Total –', 'Pending –']));
  });
});

describe('an open list of bookings', () => {
  const beforeStart = (ms: number) => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: TUESDAY_FOUR.start.getTime() - ms });
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

  // spec states.43 | P §4 Booking status | The clock refreshes every minute | src/client/ui/clock.ts
  it('renews its clock every minute', async () => {
    beforeStart(30_000);
    signIn(STUDENT);
    const api = fakeApi({ 'bookings.forStudent': () => ({ bookings: [session], nextCursor: null }) });
    await render(<StudentBookings filter="all" />, { api });
    await screen.findByRole('article');
    await pass(59_000);
    expect(getCard().textContent).not.toContain('Ongoing');
    await pass(1_000);
    expect(getCard().textContent).toContain('Ongoing');
  });

  // spec constants.18 | C §9 | The clock of tutor bookings: 60 s | src/client/features/bookings/tutor-bookings-page.tsx
  it('is read again every 60 seconds for a tutor', async () => {
    beforeStart(30_000);
    signIn(TUTOR);
    const api = fakeApi({ 'bookings.counts': () => COUNTS, 'bookings.forTutor': () => ({ bookings: [session], nextCursor: null }) });
    await render(<TutorBookingsPage filter="all" />, { api });
    await screen.findByRole('article');
    await pass(59_000);
    expect(listReads(api, 'bookings.forTutor')).toHaveLength(1);
    await pass(1_500);
    expect(listReads(api, 'bookings.forTutor')).toHaveLength(2);
    expect(getCard().textContent).toContain('Ongoing');
  });
});

// spec student.13 | D Booking | A session that is moved while the list is read page by page is listed once |
//   src/client/features/bookings/bookings-list.tsx
it('lists a session once that comes again on the next page because it was moved', async () => {
  signIn(STUDENT);
  const moved = { ...session, startTime: TUESDAY_FOUR.end };
  const api = fakeApi({
    'bookings.forStudent': (input) =>
      input?.cursor ? { bookings: [moved, { ...session, id: 'b-2' }], nextCursor: null } : { bookings: [session], nextCursor: 'next' },
  });
  const { user } = await render(<StudentBookings filter="all" />, { api });
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
});

describe('a booking that leaves the list when it is confirmed', () => {
  it('leaves the focus to the page', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    let bookings = [aBookingView()];
    const confirm = () => {
      bookings = [];
      return aBookingView({ status: 'confirmed' });
    };
    const { user } = await visit('/tutor/bookings?filter=pending', TUTOR, {
      'bookings.counts': () => COUNTS,
      'bookings.forTutor': () => ({ bookings, nextCursor: null }),
      'bookings.setStatus': confirm,
    });
    await chooseInRowMenu(user, 'Confirm with your own link', await screen.findByRole('article'));
    await clickInDialog(user, 'Confirm');
    await screen.findByText('No pending requests', { exact: false });
    await waitForFocus(() => screen.getByRole('main'));
  });
});

describe('a list of bookings that cannot be read', () => {
  // spec errors.42 | C §8 Bookings | 'Failed to fetch bookings' where there was no answer | src/client/features/bookings/bookings-list.tsx
  it('says that it could not be fetched', async () => {
    await render(<StudentBookings filter="all" />, {
      api: fakeApi({ 'bookings.forStudent': () => Promise.reject(networkError()) }),
    });
    await screen.findByText('Error fetching bookings.', { exact: false });
    await screen.findByText('Failed to fetch bookings', { exact: false });
  });
});
