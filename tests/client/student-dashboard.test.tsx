import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { press, STUDENT, shown, texts, until } from '#tests/support/render.tsx';
import { aBookingView, MONDAY_TEN, studentOverview, TUESDAY_FOUR } from '#tests/support/views.ts';
import { linksOf, visit } from '#tests/support/visit.ts';

const MINUTE = 60_000;
const ROOM = 'https://meet.vidya.test/room';
const confirmed = (overrides: Partial<BookingView> = {}) => aBookingView({ status: 'confirmed', meetingLink: ROOM, ...overrides });

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function home(answers: Answers = {}, { now = MONDAY_TEN, name = STUDENT.name }: { now?: Date; name?: string } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const visited = await visit('/student/dashboard', { ...STUDENT, name }, answers);
  await until(() => expect(texts('main h1')).toHaveLength(1));
  return visited;
}

const card = (title: string) => {
  const heading = [...document.querySelectorAll('main h2')].find(({ textContent }) => textContent === title);
  const found = heading?.closest('section');
  if (!found) throw new Error(`there is no ${title}`);
  return found;
};

describe('the dashboard of a student', () => {
  it.each([
    ['Dilini Perera', 'Welcome, Dilini'],
    ['K. M. Dilini Perera', 'Welcome, Dilini'],
    ['நிலா அருள்', 'Welcome, நிலா'],
  ])('greets %s', async (name, greeting) => {
    await home({}, { name });
    expect(texts('main h1')).toEqual([greeting]);
  });

  // spec student.2
  it('counts upcoming and completed sessions and favourites, each the way to what it counts', async () => {
    await home({ 'bookings.studentOverview': () => studentOverview({ upcoming: 2, completed: 31, favourites: 4, next: confirmed() }) });
    await until(() =>
      expect(linksOf('main h1 + ul')).toEqual([
        ['Upcoming sessions2Requested and confirmed', '/student/bookings'],
        ['Completed sessions31Yours to review', '/student/bookings?filter=completed'],
        ['Favorite tutors4Kept for later', '/student/favorites'],
      ]),
    );
  });

  // spec student.4 | P §2 Student area | Quick actions Book New Session, View My Bookings, Message Tutor |
  //   src/client/features/student-dashboard/quick-actions.tsx
  it('has its three quick actions', async () => {
    await home();
    expect([...card('Quick actions').querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Book New Session', '/tutors'],
      ['View My Bookings', '/student/bookings'],
      ['Message Tutor', '/messages'],
    ]);
  });

  // spec student.5
  it('helps whoever has booked nothing yet', async () => {
    await home();
    await shown('Your first session');
    expect([...card('Your first session').querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/tutors']);
  });

  // spec student.5
  it('says that nothing is ahead to whoever has learned here before', async () => {
    await home({ 'bookings.studentOverview': () => studentOverview({ completed: 3 }) });
    await shown('Nothing ahead at the moment.');
    expect(texts('main h2')).not.toContain('Your first session');
  });

  // spec student.5 | S4, C §8 | Every state of it: a skeleton, nothing booked yet, nothing ahead, an error with Try Again; read again with every news
  //   | src/client/features/student-dashboard/dashboard-page.tsx
  it('shows its shape while it is on its way', async () => {
    await home({ 'bookings.studentOverview': () => new Promise<never>(() => {}) });
    await shown('Loading your next session…');
    expect(texts('main h2')).toEqual(['Next session', 'Quick actions']);
  });

  // spec student.5
  it('says what is wrong, and tries again', async () => {
    let isAway = true;
    const overview = () => {
      if (isAway) throw apiError('auth.role');
      return studentOverview({ upcoming: 1, next: confirmed() });
    };
    await home({ 'bookings.studentOverview': overview });
    await shown('This is not available for your account');
    expect(linksOf('main h1 + ul').map(([text]) => text)).toContain('Upcoming sessions–Requested and confirmed');
    isAway = false;
    await press('Try Again');
    await shown('Dilini Wickramasinghe');
  });

  // spec student.5
  it('is read again with every news about a booking', async () => {
    let upcoming = 1;
    const { api } = await home({ 'bookings.studentOverview': () => studentOverview({ upcoming, next: confirmed() }) });
    await until(() => expect(linksOf('main h1 + ul').map(([text]) => text)).toContain('Upcoming sessions1Requested and confirmed'));
    upcoming = 2;
    const { id, status, startTime, endTime, subject } = confirmed();
    const booking = { id, status, startTime, endTime, subject: subject.name };
    await until(() => expect(api.subscriptions('inbox.stream')).toHaveLength(1));
    await act(async () =>
      api.emit('inbox.stream', {
        id: '1.0',
        data: { type: 'booking_update', updateType: 'confirmed', bookingId: id, notificationId: 'n-1', notificationType: 'success', booking },
      }),
    );
    await until(() => expect(linksOf('main h1 + ul').map(([text]) => text)).toContain('Upcoming sessions2Requested and confirmed'));
  });
});

// spec student.3 | S4 | The next session, with whom, when, how far away, and Join | src/client/features/student-dashboard/next-session.tsx
describe('the next session of a student', () => {
  const next = (booking: BookingView, now?: Date) =>
    home({ 'bookings.studentOverview': () => studentOverview({ upcoming: 1, next: booking }) }, { now });
  const actions = () =>
    [...card('Next session').querySelectorAll('a, button')].map(
      (action) => `${action.textContent}${action.hasAttribute('disabled') ? ' (off)' : ''}`,
    );

  it('says when, with whom and how far away, and leads to its page', async () => {
    await next(confirmed());
    await shown('Starts in 30h 0m');
    const { textContent } = card('Next session');
    for (const text of ['Dilini Wickramasinghe', 'Combined Mathematics, Online', 'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM'])
      expect(textContent).toContain(text);
    expect(document.querySelector('a[href="/bookings/booking-1"]')?.textContent).toBe('View Booking');
  });

  it.each([
    ['16 minutes before', -16, ['Join (off)', 'View Booking']],
    ['15 minutes before', -15, ['Join', 'View Booking']],
  ] as const)('is joined from here: %s', async (_, minutes, expected) => {
    await next(confirmed(), new Date(TUESDAY_FOUR.start.getTime() + minutes * MINUTE));
    await until(() => expect(actions()).toEqual(expected));
  });

  it('may still wait for its tutor', async () => {
    await next(aBookingView());
    await shown("Waits for the tutor's answer.");
    expect(card('Next session').textContent).toContain('Pending');
    expect(actions()).toEqual(['View Booking']);
  });

  it('says for which child it is, and copes with a tutor who has left', async () => {
    await next(confirmed({ childName: 'Sanduni', tutor: { id: '', phone: '', user: null } }));
    await shown('Sanduni with Unknown Tutor');
  });

  it('is the one under way, to its end', async () => {
    const now = new Date(TUESDAY_FOUR.start.getTime() + 10 * MINUTE);
    const later = confirmed({ id: 'booking-2', startTime: TUESDAY_FOUR.end, endTime: new Date(TUESDAY_FOUR.end.getTime() + 60 * MINUTE) });
    const { api } = await home(
      {
        'bookings.studentOverview': () => studentOverview({ upcoming: 1, next: later }),
        'bookings.forStudent': () => ({ bookings: [confirmed()], nextCursor: null }),
      },
      { now },
    );
    await shown('Ends in 0h 50m');
    expect(card('Session under way').querySelector(`a[href="${ROOM}"]`)?.textContent).toBe('Join');
    expect(api.calls.filter(({ path }) => path === 'bookings.forStudent').map(({ input }) => input)).toMatchObject([{ filter: 'ongoing', limit: 1 }]);
  });
});
