import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentBookingCard, StudentBookings } from '#client/features/bookings/student-bookings-page.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { aBookingView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const ROOM = 'https://meet.vidya.test/room';
const MINUTE = 60_000;
const fromStart = (minutes: number) => new Date(TUESDAY_FOUR.start.getTime() + minutes * MINUTE);
const AFTER = new Date(TUESDAY_FOUR.end.getTime() + 1);
const DELETED = { id: '', phone: '', user: null };

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  signIn(STUDENT);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const showCard = (booking: BookingView, now = MONDAY_TEN) => render(<StudentBookingCard booking={booking} now={now} />);
const card = () => screen.getByRole('article');

function listActions(): string[] {
  const footer = within(within(card()).getByRole('contentinfo'));
  const actions = [...footer.queryAllByRole('link'), ...footer.queryAllByRole('button')];
  actions.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1));
  return actions.map((action) => `${action.textContent}${action.hasAttribute('disabled') ? ' (disabled)' : ''}`);
}

// spec student.9 | P §2 Student area, D Booking | Card: the actions Join, Review or Edit Review, Call, Message and Cancel, each while it is possible
//   | src/client/features/bookings/student-bookings-page.tsx
describe('the card offers a student', () => {
  const online = { status: 'confirmed', meetingLink: ROOM } as const;

  it.each<[string, Partial<BookingView>, Date, string[]]>([
    ['Cancel for a request', {}, MONDAY_TEN, ['Call', 'Message', 'Cancel']],
    ['no Cancel once the time of a request has come', {}, fromStart(0), ['Call', 'Message']],
    ['a disabled Join 16 minutes before a session', online, fromStart(-16), ['Join (disabled)', 'Call', 'Message', 'Cancel']],
    ['Join from 15 minutes before a session', online, fromStart(-15), ['Join', 'Call', 'Message', 'Cancel']],
    ['Join until the end of a session', online, fromStart(59), ['Join', 'Call', 'Message']],
    ['a disabled Join after a session', online, TUESDAY_FOUR.end, ['Join (disabled)', 'Message']],
    ['no Join for a home visit', { status: 'confirmed', learningMethod: 'individual' }, fromStart(-15), ['Call', 'Message', 'Cancel']],
    ['Review for a completed session', { status: 'completed' }, AFTER, ['Review', 'Message']],
    ['Edit Review for a reviewed session', { status: 'completed', isReviewed: true }, AFTER, ['Edit Review', 'Message']],
    ['Message for a cancelled booking', { status: 'cancelled' }, MONDAY_TEN, ['Message']],
    ['neither Call nor Message where the tutor has left', { tutor: DELETED }, MONDAY_TEN, ['Cancel']],
  ])('%s', async (_, booking, now, expected) => {
    await showCard(aBookingView(booking), now);
    expect(listActions()).toEqual(expected);
  });

  // spec student.9
  it('a dialog for the review of this booking', async () => {
    const { user } = await showCard(aBookingView({ status: 'completed' }), AFTER);
    await user.click(screen.getByRole('button', { name: 'Review' }));
    const dialog = await screen.findByRole('dialog', { name: 'Write a review' });
    within(dialog).getByText('Combined Mathematics with Dilini Wickramasinghe');
  });

  // spec student.9
  it('a link to the conversation with the tutor', async () => {
    await showCard(aBookingView());
    const link = screen.getByRole('link', { name: 'Message Dilini Wickramasinghe' });
    expect(link.getAttribute('href')).toBe('/messages?tutor=tutor-profile-1');
  });

  // spec student.10 | P §2 Student area, D Booking | Call dials the tutor | src/client/features/bookings/student-bookings-page.tsx
  it('a link that calls the tutor', async () => {
    await showCard(aBookingView({ status: 'confirmed' }));
    const link = screen.getByRole('link', { name: 'Call Dilini Wickramasinghe' });
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Call', 'tel:0712345678']);
  });
});

// spec student.8 | P §2 Student area | Card: tutor, dates, duration, learning method, amount, topics |
//   src/client/features/bookings/student-bookings-page.tsx
describe("the card of a student's booking", () => {
  it('says with whom, what, when, how and for how much', async () => {
    await showCard(aBookingView({ status: 'confirmed' }));
    for (const text of [
      'Dilini Wickramasinghe',
      'Combined Mathematics',
      'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM',
      '1 hour',
      'Online',
      'Rs. 1,500',
      'Calculus',
      'Starts in 30h 0m',
    ])
      expect(card().textContent).toContain(text);
  });

  it('leads to the profile of the tutor, and to the page of the booking', async () => {
    await showCard(aBookingView());
    expect(screen.getByRole('link', { name: 'Profile of Dilini Wickramasinghe' }).getAttribute('href')).toBe('/tutors/tutor-profile-1');
    expect(screen.getByRole('link', { name: 'Dilini Wickramasinghe' }).getAttribute('href')).toBe('/bookings/booking-1');
  });

  it('says why it was cancelled', async () => {
    await showCard(aBookingView({ status: 'cancelled', cancellationReason: 'No response from tutor' }));
    expect(card().textContent).toContain('No response from tutor');
  });

  it('says that the tutor has left', async () => {
    await showCard(aBookingView({ tutor: DELETED }));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Unknown Tutor');
  });
});

describe('the list of a student', () => {
  // spec student.11 | P §4 Review | A review that was written shows on its card at once | src/client/features/reviews/review-dialog.tsx
  it('offers Edit Review as soon as the review is there', async () => {
    let isReviewed = false;
    const api = fakeApi({ 'bookings.forStudent': () => ({ bookings: [aBookingView({ status: 'completed', isReviewed })], nextCursor: null }) });
    const { queryClient } = await render(<StudentBookings filter="completed" />, { api });
    await screen.findByRole('button', { name: 'Review' });
    isReviewed = true;
    await act(() => queryClient.invalidateQueries());
    await screen.findByRole('button', { name: 'Edit Review' });
  });

  // spec messages.3
  it('leads to the messages', async () => {
    const { user, at } = await visit('/student/bookings', STUDENT, {
      'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }),
    });
    await user.click(await screen.findByRole('link', { name: 'Message Dilini Wickramasinghe' }));
    await waitFor(() => expect(at()).toBe('/messages?tutor=tutor-profile-1'));
  });
});
