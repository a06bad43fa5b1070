import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { StudentBookings } from '#client/features/bookings/student-bookings.tsx';
import { TutorBookings } from '#client/features/bookings/tutor-bookings.tsx';
import { type FakeApi, fakeApi, silence } from '#tests/support/fake-api.ts';
import { button, render, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aBookingView, TUESDAY_FOUR } from '#tests/support/views.ts';
import { follow, linksOf, visit } from '#tests/support/visit.ts';

const ZONE = 'Asia/Colombo';
afterEach(() => {
  vi.useRealTimers();
});

const asked = (api: FakeApi, list: string) => api.calls.filter(({ path }) => path === list).map(({ input }) => Object(input).filter);

describe('the filter of the bookings', () => {
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

  it('of a tutor has an entry for every state and for today', async () => {
    const { api, at } = await visit('/tutor/bookings', TUTOR);
    await until(() => button('Logout'));
    const filters = ['Pending', 'Upcoming', 'Ongoing', 'Ended', 'Completed', 'Cancelled', 'Today'];
    expect(linksOf('nav[aria-label="Filter bookings"]')).toEqual([
      ['All', '/tutor/bookings'],
      ...filters.map((label) => [label, `/tutor/bookings?filter=${label.toLowerCase()}`]),
    ]);
    await follow('Ended');
    await until(() => expect(at()).toBe('/tutor/bookings?filter=ended'));
    await shown('Nothing to complete');
    expect(asked(api, 'bookings.forTutor')).toEqual(['all', 'ended']);
  });
});

describe('while the bookings are looked at', () => {
  const session = aBookingView({ status: 'confirmed' });
  const beforeStart = (ms: number) => vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: TUESDAY_FOUR.start.getTime() - ms });
  const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

  it('their clock goes on every minute', async () => {
    beforeStart(30_000);
    signIn(STUDENT);
    const api = fakeApi({ 'bookings.forStudent': () => ({ bookings: [session], nextCursor: null }) });
    await render(<StudentBookings filter="all" zone={ZONE} />, { api });
    await until(() => expect(texts('article')).toHaveLength(1));
    await pass(59_000);
    expect(texts('article')[0]).not.toContain('Ongoing');
    await pass(1_000);
    expect(texts('article')[0]).toContain('Ongoing');
  });

  it('those of a tutor are asked for again every 60 seconds', async () => {
    beforeStart(30_000);
    signIn(TUTOR);
    const api = fakeApi({ 'bookings.forTutor': () => ({ bookings: [session], nextCursor: null }) });
    await render(<TutorBookings filter="all" zone={ZONE} />, { api });
    await until(() => expect(texts('article')).toHaveLength(1));
    await pass(59_000);
    expect(asked(api, 'bookings.forTutor')).toHaveLength(1);
    await pass(1_500);
    expect(asked(api, 'bookings.forTutor')).toHaveLength(2);
    expect(texts('article')[0]).toContain('Ongoing');
  });
});

describe('bookings that nobody answers for', () => {
  it('say that they could not be fetched', async () => {
    await render(<StudentBookings filter="all" zone={ZONE} />, { api: fakeApi({ 'bookings.forStudent': () => Promise.reject(silence()) }) });
    await shown('Error fetching bookings.');
    await shown('Failed to fetch bookings');
  });
});
