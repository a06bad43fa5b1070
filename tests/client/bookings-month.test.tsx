import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { apiError } from '#tests/support/fake-api.ts';
import { STUDENT, TUTOR } from '#tests/support/render.tsx';
import { aBookingView, bookingCounts, MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const at = (start: string, overrides: Partial<BookingView> = {}) =>
  aBookingView({ id: start, startTime: new Date(start), endTime: new Date(Date.parse(start) + 3_600_000), ...overrides });
const THIRD = 'Thursday 3 December, 1 session: 1 confirmed';
const december = [at('2026-12-03T10:30:00Z', { status: 'confirmed' }), at('2026-12-09T10:30:00Z')];
const open = (path = '/student/bookings?view=month&month=2026-12', answer: () => BookingView[] = () => december) =>
  visit(path, STUDENT, { 'bookings.monthForStudent': answer });
const getDay = (name: string) => screen.findByRole('button', { name });

describe('the month of bookings', () => {
  // spec s12-agenda.5 | S12 E | View, month and chosen day stand in the address, and Back leads through them |
  //   src/client/features/bookings/bookings-month.tsx, src/client/routes/student/bookings.tsx
  it('shows the sessions of the day that is chosen, and has it in the address', async () => {
    const { user, api, at: address, router } = await open();
    await user.click(await getDay('Wednesday 9 December, 1 session: 1 pending'));
    await waitFor(() => expect(address()).toBe('/student/bookings?view=month&day=2026-12-09'));
    expect(await screen.findByText('Wed, 9 Dec')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    act(() => router.history.back());
    await screen.findByText('Thu, 3 Dec');
    expect(api.inputsOf('bookings.monthForStudent')).toEqual([{ month: '2026-12' }]);
  });

  it('leads to the months beside it and to today', async () => {
    const { user, api, at: address } = await open();
    await screen.findByRole('heading', { name: 'December 2026' });
    await user.click(screen.getByRole('link', { name: 'Next month' }));
    await screen.findByRole('heading', { name: 'January 2027' });
    await user.click(screen.getByRole('link', { name: 'Today' }));
    await screen.findByRole('heading', { name: 'November 2026' });
    expect(address()).toBe('/student/bookings?view=month');
    expect(screen.getByRole('button', { current: 'date' }).getAttribute('aria-label')).toContain('Monday 23 November');
    expect(api.inputsOf('bookings.monthForStudent')).toEqual([{ month: '2026-12' }, { month: '2027-01' }, { month: '2026-11' }]);
  });

  // spec s12-agenda.6 | S12 E | One day of a month is in the order of Tab, arrow keys move on from it, also into the month beside it |
  //   src/client/features/bookings/month-grid.tsx
  it('is walked through by arrow keys, into the next month too', async () => {
    const { user } = await open();
    const third = await getDay(THIRD);
    expect(screen.getAllByRole('button').filter((day) => day.dataset.date && day.tabIndex === 0)).toEqual([third]);
    act(() => third.focus());
    await user.keyboard('{ArrowDown}{ArrowLeft}');
    expect(document.activeElement?.getAttribute('data-date')).toBe('2026-12-09');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.getAttribute('data-date')).toBe('2027-01-06'));
    expect(screen.getByRole('grid', { name: 'January 2027' })).toBeTruthy();
  });

  it('says when it has no sessions, and what is wrong, and tries again', async () => {
    let isAway = true;
    const { user } = await open(undefined, () => {
      if (isAway) throw apiError('availability.range');
      return [];
    });
    await screen.findByText('Error fetching bookings.');
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('No sessions in this month');
  });

  it('is read again when a booking changes', async () => {
    const bookings = [...december];
    const { router } = await open(undefined, () => [...bookings]);
    await getDay(THIRD);
    bookings.push(at('2026-12-03T12:30:00Z', { status: 'confirmed' }));
    const { context } = router.options;
    await act(() => context.queryClient.invalidateQueries(context.api.bookings.pathFilter()));
    await getDay('Thursday 3 December, 2 sessions: 2 confirmed');
  });

  // spec s12-agenda.7 | S12 E | A tutor has the month too, and answers requests from it | src/client/features/bookings/tutor-bookings-page.tsx
  it('of a tutor lets requests be confirmed', async () => {
    await visit('/tutor/bookings?view=month&day=2026-12-09', TUTOR, {
      'bookings.counts': () => bookingCounts(),
      'bookings.monthForTutor': () => december,
    });
    await screen.findByRole('button', { name: 'Confirm' });
    expect(screen.getByRole('link', { name: 'Month' }).getAttribute('aria-current')).toBe('page');
  });
});
