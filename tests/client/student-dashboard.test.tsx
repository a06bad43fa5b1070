import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { STUDENT } from '#tests/support/render.tsx';
import { aBookingView, MONDAY_TEN, studentOverview, TUESDAY_FOUR } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const MINUTE = 60_000;
const MEETING = 'https://meet.vidya.test/room';
const confirmed = (overrides: Partial<BookingView> = {}) => aBookingView({ status: 'confirmed', meetingLink: MEETING, ...overrides });

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const main = () => within(screen.getByRole('main'));
const card = (name: string) => screen.getByRole('region', { name });
const listStats = () =>
  listLinks(
    main()
      .getByRole('link', { name: /^Upcoming sessions/ })
      .closest('ul') ?? expect.fail('there is no list'),
  );
const findStat = (name: RegExp) => main().findByRole('link', { name });
const listCards = () =>
  main()
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent);

async function open(answers: Answers = {}, { now = MONDAY_TEN, name = STUDENT.name }: { now?: Date; name?: string } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const visited = await visit('/student/dashboard', { ...STUDENT, name }, answers);
  await main().findByRole('heading', { level: 1 });
  return visited;
}

describe('the dashboard of a student', () => {
  test.each([
    ['Dilini Perera', 'Welcome, Dilini'],
    ['K. M. Dilini Perera', 'Welcome, Dilini'],
    ['நிலா அருள்', 'Welcome, நிலா'],
  ])('greets %s', async (name, greeting) => {
    await open({}, { name });
    expect(main().getByRole('heading', { level: 1 }).textContent).toBe(greeting);
  });

  // spec student.2
  test('counts upcoming and completed sessions and favourites, and links to them', async () => {
    await open({ 'bookings.studentOverview': () => studentOverview({ upcoming: 2, completed: 31, favourites: 4, next: confirmed() }) });
    await waitFor(() =>
      expect(listStats()).toEqual([
        ['Upcoming sessions2Requested and confirmed', '/student/bookings'],
        ['Completed sessions31Yours to review', '/student/bookings?filter=completed'],
        ['Favorite tutors4Saved for later', '/student/favorites'],
      ]),
    );
  });

  // spec student.4 | P §2 Student area | Quick actions Book New Session, View My Bookings, Message Tutor |
  //   src/client/features/student-dashboard/dashboard-page.tsx
  test('has three quick actions', async () => {
    await open();
    expect(listLinks(card('Quick actions'))).toEqual([
      ['Book New Session', '/tutors'],
      ['View My Bookings', '/student/bookings'],
      ['Message Tutor', '/messages'],
    ]);
  });

  // spec student.5
  test('shows the first steps before the first booking', async () => {
    await open();
    expect(listLinks(await screen.findByRole('region', { name: 'Your first session' }))).toEqual([['Find Tutors', '/tutors']]);
  });

  // spec student.5
  test('says that nothing is ahead after earlier sessions', async () => {
    await open({ 'bookings.studentOverview': () => studentOverview({ completed: 3 }) });
    await screen.findByText('You have no upcoming sessions.', { exact: false });
    expect(listCards()).not.toContain('Your first session');
  });

  // spec student.5 | S4, C §8 | Every state of it: a skeleton, nothing booked yet, nothing ahead, an error with Try Again; read again with every news
  //   | src/client/features/student-dashboard/dashboard-page.tsx
  test('shows a skeleton while it is loading', async () => {
    await open({ 'bookings.studentOverview': () => new Promise<never>(() => {}) });
    await screen.findByText('Loading your next session…');
    expect(listCards()).toEqual(['Next session', 'Quick actions']);
  });

  // spec student.5
  test('says what is wrong, and retries', async () => {
    let isFailing = true;
    const overview = () => {
      if (isFailing) throw apiError('auth.role');
      return studentOverview({ upcoming: 1, next: confirmed() });
    };
    const { user } = await open({ 'bookings.studentOverview': overview });
    await screen.findByText('This is not available for your account', { exact: false });
    await findStat(/^Upcoming sessions – Requested and confirmed$/);
    isFailing = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Dilini Wickramasinghe');
  });

  // spec student.5
  test('is read again with each event of a booking', async () => {
    let upcoming = 1;
    const { api } = await open({ 'bookings.studentOverview': () => studentOverview({ upcoming, next: confirmed() }) });
    await findStat(/^Upcoming sessions 1 /);
    upcoming = 2;
    const { id, status, startTime, endTime, subject } = confirmed();
    const booking = { id, status, startTime, endTime, subject: subject.name };
    await waitFor(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await act(async () =>
      api.emit('inbox.stream', {
        id: '1.0',
        data: { type: 'booking_update', updateType: 'confirmed', bookingId: id, notificationId: 'n-1', notificationType: 'success', booking },
      }),
    );
    await findStat(/^Upcoming sessions 2 /);
  });
});

// spec student.3 | S4 | The next session, with whom, when, how far away, and Join | src/client/features/student-dashboard/dashboard-page.tsx
describe('the next session of a student', () => {
  const openWith = (next: BookingView, now?: Date) => open({ 'bookings.studentOverview': () => studentOverview({ upcoming: 1, next }) }, { now });
  const viewLink = () => within(card('Next session')).getByRole('link', { name: 'View Booking' });
  const listActions = () =>
    Array.from(
      card('Next session').querySelectorAll('a, button'),
      (action) => `${action.textContent}${action.hasAttribute('disabled') ? ' (off)' : ''}`,
    );

  test('says when, with whom and how far away, and links to its page', async () => {
    await openWith(confirmed());
    await screen.findByText('Starts in 30h 0m');
    for (const text of ['Dilini Wickramasinghe', 'Combined Mathematics, Online', 'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM'])
      expect(card('Next session').textContent).toContain(text);
    expect(viewLink().getAttribute('href')).toBe('/bookings/booking-1');
  });

  test('cannot be joined 16 minutes before its start', async () => {
    await openWith(confirmed(), new Date(TUESDAY_FOUR.start.getTime() - 16 * MINUTE));
    await waitFor(() => expect(listActions()).toEqual(['Join (off)', 'View Booking']));
  });

  test('can be joined 15 minutes before its start', async () => {
    await openWith(confirmed(), new Date(TUESDAY_FOUR.start.getTime() - 15 * MINUTE));
    await waitFor(() => expect(listActions()).toEqual(['Join', 'View Booking']));
  });

  test('may be pending', async () => {
    await openWith(aBookingView());
    await screen.findByText('Waiting for the tutor to answer.');
    within(card('Next session')).getByText('Pending');
    expect(listActions()).toEqual(['View Booking']);
  });

  test('says for which child it is, and shows a deleted tutor', async () => {
    await openWith(confirmed({ childName: 'Sanduni', tutor: { id: '', phone: '', user: null } }));
    await screen.findByText('Sanduni with Unknown Tutor');
  });

  test('is the current session until its end', async () => {
    const now = new Date(TUESDAY_FOUR.start.getTime() + 10 * MINUTE);
    const later = confirmed({ id: 'booking-2', startTime: TUESDAY_FOUR.end, endTime: new Date(TUESDAY_FOUR.end.getTime() + 60 * MINUTE) });
    await open({ 'bookings.studentOverview': () => studentOverview({ upcoming: 1, next: later, ongoing: confirmed() }) }, { now });
    await screen.findByText('Ends in 0h 50m');
    expect(within(card('Session under way')).getByRole('link', { name: 'Join' }).getAttribute('href')).toBe(MEETING);
  });
});
