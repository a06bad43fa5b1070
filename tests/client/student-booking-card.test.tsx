import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentBookingCard } from '#client/features/bookings/student-booking-card.tsx';
import { StudentBookings } from '#client/features/bookings/student-bookings.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { press, render, STUDENT, shown, signIn, texts, until } from '#tests/support/render.tsx';
import { aBookingView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';
import { follow, visit } from '#tests/support/visit.ts';

const ZONE = 'Asia/Colombo';
const ROOM = 'https://meet.vidya.test/room';
const MINUTE = 60_000;
const FROM_START = (minutes: number) => new Date(TUESDAY_FOUR.start.getTime() + minutes * MINUTE);
const AFTER = new Date(TUESDAY_FOUR.end.getTime() + 1);
const LEFT = { id: '', phone: '', user: null };

beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
  signIn(STUDENT);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Says whether it is open, and for which booking. */
const Review = ({ booking, opened }: { booking: BookingView; opened: boolean }) => (opened ? <p>{`reviewing ${booking.id}`}</p> : null);

const card = (booking: BookingView, now = MONDAY_TEN) => render(<StudentBookingCard booking={booking} now={now} zone={ZONE} ReviewDialog={Review} />);
const actions = () =>
  [...document.querySelectorAll('article footer :is(a, button)')].map(
    (action) => `${action.textContent}${action.hasAttribute('disabled') ? ' (off)' : ''}`,
  );

// spec student.9 | P §2 Student area, D Booking | Card: the actions Join, Review or Edit Review, Call, Message and Cancel, each while it is possible
//   | src/client/features/bookings/student-booking-card.tsx
describe('what a student may do with a booking', () => {
  const online = { status: 'confirmed', meetingLink: ROOM } as const;

  it.each<[string, Partial<BookingView>, Date, string[]]>([
    ['a request can be called off', {}, MONDAY_TEN, ['Call', 'Message', 'Cancel']],
    ['not once its time has come', {}, FROM_START(0), ['Call', 'Message']],
    ['a session is waited for', online, FROM_START(-16), ['Join (off)', 'Call', 'Message', 'Cancel']],
    ['it is joined from 15 minutes before', online, FROM_START(-15), ['Join', 'Call', 'Message', 'Cancel']],
    ['to its end', online, FROM_START(59), ['Join', 'Call', 'Message']],
    ['then it is over', online, TUESDAY_FOUR.end, ['Join (off)', 'Message']],
    ['a home visit has nothing to join', { status: 'confirmed', learningMethod: 'individual' }, FROM_START(-15), ['Call', 'Message', 'Cancel']],
    ['a completed one is reviewed', { status: 'completed' }, AFTER, ['Review', 'Message']],
    ['what was said of it can be changed', { status: 'completed', isReviewed: true }, AFTER, ['Edit Review', 'Message']],
    ['a cancelled one can be talked about', { status: 'cancelled' }, MONDAY_TEN, ['Message']],
    ['a tutor who has left cannot be reached', { tutor: LEFT }, MONDAY_TEN, ['Cancel']],
  ])('%s', async (_, booking, now, expected) => {
    await card(aBookingView(booking), now);
    expect(actions()).toEqual(expected);
  });

  // spec student.9
  it('Review opens the dialog for this booking', async () => {
    await card(aBookingView({ status: 'completed' }), AFTER);
    await press('Review');
    await shown('reviewing booking-1');
  });

  // spec student.9
  it('Message leads to the conversation with the tutor', async () => {
    await card(aBookingView());
    const message = document.querySelector('a[aria-label="Message Dilini Wickramasinghe"]');
    expect(message?.getAttribute('href')).toBe('/messages?tutor=tutor-profile-1');
  });

  // spec student.10 | P §2 Student area, D Booking | Call dials the tutor | src/client/features/bookings/student-bookings.tsx
  it('Call dials the tutor', async () => {
    await card(aBookingView({ status: 'confirmed' }));
    expect(document.querySelector('a[href="tel:0712345678"]')?.textContent).toBe('Call');
  });
});

// spec student.8 | P §2 Student area | Card: tutor, dates, duration, learning method, amount, topics |
//   src/client/features/bookings/student-booking-card.tsx
describe("the card of a student's booking", () => {
  it('says with whom, what, when, how and for how much', async () => {
    await card(aBookingView({ status: 'confirmed' }));
    const text = document.querySelector('article')?.textContent;
    for (const said of [
      'Dilini Wickramasinghe',
      'Combined Mathematics',
      'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM',
      '1 hour',
      'Online',
      'Rs. 1,500',
      'Calculus',
    ])
      expect(text).toContain(said);
    expect(text).toContain('Starts in 30h 0m');
  });

  it('leads to the profile of the tutor, and to the page of the booking', async () => {
    await card(aBookingView());
    expect(document.querySelector('a[href="/tutors/tutor-profile-1"]')?.getAttribute('aria-label')).toBe('Profile of Dilini Wickramasinghe');
    expect(document.querySelector('a[href="/bookings/booking-1"]')?.textContent).toBe('Dilini Wickramasinghe');
  });

  it('says why it was cancelled', async () => {
    await card(aBookingView({ status: 'cancelled', cancellationReason: 'No response from tutor' }));
    await shown('No response from tutor');
  });

  it('of a tutor who has left says so', async () => {
    await card(aBookingView({ tutor: LEFT }));
    expect(texts('article h2')).toEqual(['Unknown Tutor']);
  });
});

describe('the list of a student', () => {
  // spec student.11 | P §4 Review | A review that was written shows on its card at once | src/client/features/reviews/use-stale-after-review.ts
  it('reads Edit Review as soon as the review is there', async () => {
    let isReviewed = false;
    const api = fakeApi({ 'bookings.forStudent': () => ({ bookings: [aBookingView({ status: 'completed', isReviewed })], nextCursor: null }) });
    const { queryClient } = await render(<StudentBookings filter="completed" zone={ZONE} ReviewDialog={Review} />, { api });
    await until(() => expect(actions()).toContain('Review'));
    isReviewed = true;
    await act(() => queryClient.invalidateQueries());
    await until(() => expect(actions()).toContain('Edit Review'));
  });

  // spec messages.3
  it('leads to the messages', async () => {
    const { at } = await visit('/student/bookings', STUDENT, { 'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }) });
    await until(() => expect(texts('article')).toHaveLength(1));
    await follow('Message');
    await until(() => expect(at()).toBe('/messages?tutor=tutor-profile-1'));
  });
});
