import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findMonday, formatWeek, getHourRange, toWeekDays } from '#client/features/bookings/week-days.ts';
import type { DaysOffView } from '#shared/contracts/availability.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { apiError } from '#tests/support/fake-api.ts';
import { TUTOR } from '#tests/support/render.tsx';
import { aBookingView, bookingCounts, MONDAY_TEN } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const ZONE = 'Asia/Colombo';
const MONDAY = '2026-11-23';
const SEVEN = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'];

beforeEach(() => vi.stubEnv('TZ', ZONE));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const aDayOff = (overrides: Partial<DaysOffView> = {}): DaysOffView => ({
  id: 'off-1',
  fromDate: '2026-11-25',
  toDate: '2026-11-26',
  start: null,
  end: null,
  note: '',
  ...overrides,
});
const session = (start: string, end: string): BookingView => aBookingView({ startTime: new Date(start), endTime: new Date(end) });
const noMatch = (media: string) => ({ media, matches: false, onchange: null, addListener: () => {}, removeListener: () => {} });
const week = (bookings: BookingView[], daysOff: DaysOffView[] = []) => toWeekDays({ monday: MONDAY, bookings, daysOff, now: MONDAY_TEN, zone: ZONE });

describe('the week that is asked for', () => {
  // spec tutor-bookings.17
  it.each([
    [undefined, MONDAY],
    ['2026-11-23', '2026-11-23'],
    ['2026-11-29', '2026-11-23'],
    ['2026-11-30', '2026-11-30'],
    ['2027-01-01', '2026-12-28'],
    ['2026-02-30', MONDAY],
    ['2026-13-01', MONDAY],
    ['9999-12-31', MONDAY],
    ['tomorrow', MONDAY],
  ])('%s begins on %s', (day, monday) => {
    expect(findMonday(day, MONDAY_TEN, ZONE)).toBe(monday);
  });

  // spec tutor-bookings.17
  it('is this one by the platform zone, where it is Monday already', () => {
    expect(findMonday(undefined, new Date('2026-11-22T18:30:00Z'), ZONE)).toBe(MONDAY);
    expect(findMonday(undefined, new Date('2026-11-22T18:29:59Z'), ZONE)).toBe('2026-11-16');
  });

  it.each([
    ['2026-11-23', '23 – 29 Nov 2026'],
    ['2026-11-30', '30 Nov – 6 Dec 2026'],
    ['2026-12-28', '28 Dec 2026 – 3 Jan 2027'],
  ])('%s is called %s', (monday, words) => {
    expect(formatWeek(monday)).toBe(words);
  });
});

describe('the days of a week', () => {
  // spec tutor-bookings.19 | S3 | Days of a week: sessions beyond midnight, hours that are off | src/client/features/bookings/week-days.ts
  it('hold each session at its time in the platform zone', () => {
    const days = week([session('2026-11-24T10:30:00Z', '2026-11-24T11:30:00Z')]);
    expect(days.map(({ date }) => date)).toEqual(SEVEN);
    expect(days.map(({ sessions }) => sessions.map(({ from, to }) => [from, to]))).toEqual([[], [[960, 1020]], [], [], [], [], []]);
    expect(days.map(({ isToday }) => isToday)).toEqual([true, false, false, false, false, false, false]);
  });

  // spec tutor-bookings.19
  it('share one that lasts beyond midnight, of which the first day may lie before the week', () => {
    const [monday, tuesday] = week([
      session('2026-11-22T17:30:00Z', '2026-11-22T19:30:00Z'),
      session('2026-11-23T17:30:00Z', '2026-11-23T19:30:00Z'),
    ]);
    expect(monday?.sessions.map(({ from, to }) => [from, to])).toEqual([
      [0, 60],
      [1380, 1440],
    ]);
    expect(tuesday?.sessions.map(({ from, to }) => [from, to])).toEqual([[0, 60]]);
  });

  // spec tutor-bookings.22 | S3, D Booking | A session stands in the week as long as it lasts, also where the clock repeats or skips an hour |
  //   src/client/features/bookings/week-days.ts
  it.each([
    ['of the repeated hour', 'Europe/Berlin', ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'], [[150, 210]]],
    ['of half an hour, that begins in the repeated one', 'Europe/Berlin', ['2026-10-25T01:45:00Z', '2026-10-25T02:15:00Z'], [[165, 195]]],
    ['over the skipped hour', 'Europe/Berlin', ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z'], [[90, 150]]],
    ['of a repeated hour before midnight', 'America/Nuuk', ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'], [[1410, 1440]]],
    [
      'until a repeated midnight',
      'Atlantic/Azores',
      ['2026-10-24T23:30:00Z', '2026-10-25T01:00:00Z'],
      [
        [1410, 1440],
        [0, 60],
      ],
    ],
  ])('keep one %s of %s', (_, zone, [start = '', end = ''], spans) => {
    const booking = session(start, end);
    const monday = findMonday(start.slice(0, 10), MONDAY_TEN, zone);
    const days = toWeekDays({ monday, bookings: [booking], daysOff: [], now: MONDAY_TEN, zone });
    expect(days.flatMap(({ sessions }) => sessions.map(({ from, to }) => [from, to]))).toEqual(spans);
  });

  it('end with midnight: a session until then does not stand on the next day', () => {
    const [, tuesday] = week([session('2026-11-23T17:30:00Z', '2026-11-23T18:30:00Z')]);
    expect(tuesday?.sessions).toEqual([]);
  });

  // spec tutor-bookings.19
  it('say which of them are off, or which hours', () => {
    const hours = aDayOff({ id: 'off-2', fromDate: '2026-11-27', toDate: '2026-11-27', start: '14:00', end: '16:30' });
    const days = week([], [aDayOff(), hours]);
    expect(days.map(({ daysOff }) => daysOff.map(({ from, to, isWholeDay }) => [from, to, isWholeDay]))).toEqual([
      [],
      [],
      [[0, 1440, true]],
      [[0, 1440, true]],
      [[840, 990, false]],
      [],
      [],
    ]);
  });

  // spec tutor-bookings.19
  it('are shown from eight to six, and as long as their sessions need', () => {
    expect(getHourRange(week([], [aDayOff()]))).toEqual({ first: 8, last: 18 });
    const early = session('2026-11-24T01:00:00Z', '2026-11-24T02:00:00Z');
    const late = session('2026-11-25T13:30:00Z', '2026-11-25T15:00:00Z');
    expect(getHourRange(week([early, late]))).toEqual({ first: 6, last: 21 });
  });
});

describe('the week of a tutor', () => {
  const open = async (path: string, answer: () => BookingView[], daysOff: DaysOffView[] = []) => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    return visit(path, TUTOR, { 'bookings.counts': () => bookingCounts(), 'bookings.week': answer, 'daysOff.own': () => daysOff });
  };
  const getNavigation = (name: string) => screen.getByRole('navigation', { name });
  const getDays = () => screen.getAllByRole('heading', { level: 3 });
  const listDays = () => getDays().map(({ textContent }) => textContent);
  /** The headings of the list items that an element is in. */
  const listDaysOf = (element: HTMLElement) =>
    screen
      .getAllByRole('listitem')
      .filter((item) => item.contains(element))
      .flatMap((item) => within(item).queryAllByRole('heading'))
      .map(({ textContent }) => textContent);

  // spec tutor-bookings.17 | S3 | A week beside the list, in the address, from Monday by the zone of the platform |
  //   src/client/features/bookings/tutor-week.tsx
  it('stands in the address beside the list, and leads to the weeks before and after', async () => {
    const { api } = await open('/tutor/bookings?view=week&week=2026-12-02', () => [aBookingView()]);
    await screen.findByText('30 Nov – 6 Dec 2026');
    expect(listLinks(getNavigation('View'))).toEqual([
      ['List', '/tutor/bookings'],
      ['Month', '/tutor/bookings?view=month'],
      ['Week', '/tutor/bookings?view=week'],
    ]);
    expect(within(getNavigation('View')).getByRole('link', { current: 'page' }).textContent).toBe('Week');
    expect(listLinks(getNavigation('Week'))).toEqual([
      ['Previous week', '/tutor/bookings?view=week&week=2026-11-23'],
      ['This week', '/tutor/bookings?view=week'],
      ['Next week', '/tutor/bookings?view=week&week=2026-12-07'],
    ]);
    expect(api.inputsOf('bookings.week')).toEqual([{ from: '2026-11-30' }]);
    expect(api.inputsOf('bookings.forTutor')).toEqual([]);
  });

  // spec tutor-bookings.18 | S3, D Booking | It shows every session on its day with its status in words, and days off |
  //   src/client/features/bookings/week-grid.tsx
  it('shows every session on its day, with its status in words, as a link to its page', async () => {
    await open('/tutor/bookings?view=week', () => [aBookingView({ childName: 'Sanduni' })]);
    await waitFor(() => expect(getDays()).toHaveLength(7));
    expect(listDays()).toEqual(['Mon 23 Nov', 'Tue 24 Nov', 'Wed 25 Nov', 'Thu 26 Nov', 'Fri 27 Nov', 'Sat 28 Nov', 'Sun 29 Nov']);
    const link = screen.getByRole('link', { name: /For Sanduni/ });
    expect(link.getAttribute('href')).toBe('/bookings/booking-1');
    expect(listDaysOf(link)).toEqual(['Tue 24 Nov']);
    for (const text of ['4:00 PM – 5:00 PM', 'For Sanduni, booked by Kavindu Perera', 'Combined Mathematics', 'Pending'])
      expect(link.textContent).toContain(text);
    expect(screen.getByRole('heading', { level: 3, current: 'date' }).textContent).toBe('Mon 23 Nov');
  });

  // spec s12-agenda.1 | S12 E | A week opens at today, another week at its first day with a session, and the arrows never scroll |
  //   src/client/features/bookings/week-grid.tsx
  it.each([
    ['today', '', 'Thu 26 Nov'],
    ['its first session', '&week=2026-11-30', 'Tue 1 Dec'],
  ])('opens at %s where the days stand below each other, and stays there when the arrows are pressed', async (_, week, date) => {
    const seen: unknown[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this instanceof HTMLElement && within(this).queryByRole('heading')?.textContent);
    });
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(new EventTarget(), noMatch(query)));
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T04:30:00Z') });
    const later = session('2026-12-01T10:30:00Z', '2026-12-01T11:30:00Z');
    const { user } = await visit(`/tutor/bookings?view=week${week}`, TUTOR, {
      'bookings.week': () => [aBookingView(), { ...later, id: 'booking-2' }],
      'daysOff.own': () => [],
    });
    await waitFor(() => expect(seen).toEqual([date]));
    await user.click(screen.getByRole('link', { name: 'Next week' }));
    await user.click(screen.getByRole('link', { name: 'Previous week' }));
    await waitFor(() => expect(getDays()).toHaveLength(7));
    await new Promise(requestAnimationFrame);
    expect(seen).toEqual([date]);
  });

  // spec s12-next.12 | S12 B | Where its days are side by side, the week opens at the first session of today | src/client/features/bookings/week-grid.tsx
  it('opens at the first session of today where the days are side by side', async () => {
    const seen: unknown[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(new EventTarget(), { ...noMatch(query), matches: true }));
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    const today = session('2026-11-23T13:30:00Z', '2026-11-23T14:30:00Z');
    await open('/tutor/bookings?view=week', () => [{ ...today, id: 'booking-2' }, aBookingView()]);
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(seen[0]).toContain('7:00 PM');
  });

  // spec tutor-bookings.17
  it('that is empty says so', async () => {
    await open('/tutor/bookings?view=week', () => []);
    await screen.findByText('No sessions in this week');
  });

  // spec tutor-bookings.18
  it('marks days off', async () => {
    await open('/tutor/bookings?view=week', () => [], [aDayOff({ note: 'Exam week' })]);
    await screen.findByText('No sessions in this week');
    for (const text of ['Day off', 'Exam week']) {
      expect((await screen.findAllByText(text)).flatMap(listDaysOf)).toEqual(['Wed 25 Nov', 'Thu 26 Nov']);
    }
  });

  // spec tutor-bookings.17
  it('says what is wrong, and tries again', async () => {
    let isAway = true;
    const { user } = await open('/tutor/bookings?view=week', () => {
      if (isAway) throw apiError('availability.range');
      return [aBookingView()];
    });
    await screen.findByText('Error fetching bookings.');
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Kavindu Perera');
  });

  it('is read again when it is said to be stale, as the news of a booking does', async () => {
    const bookings: BookingView[] = [];
    const { api, router } = await open('/tutor/bookings?view=week', () => [...bookings]);
    await screen.findByText('No sessions in this week');
    bookings.push(aBookingView());
    const { context } = router.options;
    await act(() => context.queryClient.invalidateQueries(context.api.bookings.pathFilter()));
    await screen.findByText('Kavindu Perera');
    expect(api.inputsOf('bookings.week')).toHaveLength(2);
  });
});
