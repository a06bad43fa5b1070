import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentBookings } from '#client/features/bookings/student-bookings-page.tsx';
import { StudentRow } from '#client/features/bookings/student-row.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { chooseInRowMenu, hasRowMenu, openRowMenu } from '#tests/support/row-menu.ts';
import { aBookingDetails, aBookingView, aCalendarView, aProfileView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';
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

const showCard = (booking: BookingView, now = MONDAY_TEN) => render(<StudentRow booking={booking} now={now} />);
const card = () => screen.getByRole('article');

/** The one that is next, if there is one, and behind a bar the menu. */
async function listActions(user: UserEvent): Promise<string> {
  const shown = ['link', 'button'].flatMap((role) => within(card()).queryAllByRole(role));
  const next = shown.flatMap(({ textContent, dataset }) => ('lead' in dataset ? [] : textContent || []));
  const more = hasRowMenu() ? await openRowMenu(user) : [];
  return [...next, '|', ...more.map(({ textContent }) => textContent)].join(' ');
}

// spec student.9 | P §2 Student area, D Booking | Card: the actions Join, Review or Edit Review, Call, Message and Cancel, each while it is possible
//   | src/client/features/bookings/student-row.tsx
describe('the card offers a student', () => {
  const online = { status: 'confirmed', meetingLink: ROOM } as const;

  it.each<[string, Partial<BookingView>, Date, string]>([
    ['Cancel for a request', {}, MONDAY_TEN, '| Call Message Book again View Profile Cancel'],
    ['no Cancel once the time of a request has come', {}, fromStart(0), '| Call Message Book again View Profile'],
    ['no Join 16 minutes before a session', online, fromStart(-16), '| Call Message Add to calendar Book again View Profile Cancel'],
    ['Join from 15 minutes before a session', online, fromStart(-15), 'Join | Call Message Add to calendar Book again View Profile Cancel'],
    ['Join until the end of a session', online, fromStart(59), 'Join | Call Message Add to calendar Book again View Profile'],
    ['no Join after a session', online, TUESDAY_FOUR.end, '| Message Add to calendar Book again View Profile'],
    [
      'no Join for a home visit',
      { status: 'confirmed', learningMethod: 'individual' },
      fromStart(-15),
      '| Call Message Add to calendar Book again View Profile Cancel',
    ],
    ['Review for a completed session', { status: 'completed' }, AFTER, 'Review | Message Book again View Profile'],
    ['Edit Review for a reviewed session', { status: 'completed', isReviewed: true }, AFTER, '| Edit Review Message Book again View Profile'],
    ['Message for a cancelled booking', { status: 'cancelled' }, MONDAY_TEN, '| Message Book again View Profile'],
    ['neither Call nor Message where the tutor has left', { tutor: DELETED }, MONDAY_TEN, '| Cancel'],
  ])('%s', async (_, booking, now, expected) => {
    const { user } = await showCard(aBookingView(booking), now);
    expect(await listActions(user)).toBe(expected);
  });

  // spec student.9
  it('a dialog for the review of this booking', async () => {
    const { user } = await showCard(aBookingView({ status: 'completed' }), AFTER);
    await user.click(screen.getByRole('button', { name: 'Review' }));
    const dialog = await screen.findByRole('dialog', { name: 'Write a review' });
    within(dialog).getByText('Combined Mathematics with Dilini Wickramasinghe');
  });

  // spec student.10 | P §2 Student area, D Booking | Call dials the tutor | src/client/features/bookings/student-row.tsx
  it('a link that calls the tutor', async () => {
    const { user } = await showCard(aBookingView({ status: 'confirmed' }));
    await openRowMenu(user);
    expect(screen.getByRole('menuitem', { name: 'Call' }).getAttribute('href')).toBe('tel:0712345678');
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
      '4:00 PM – 5:00 PM',
      '1 hour',
      'Online',
      'Rs. 1,500',
      'Calculus',
      'Starts in 30h 0m',
    ])
      expect(card().textContent).toContain(text);
  });

  it('leads to the page of the booking', async () => {
    await showCard(aBookingView());
    expect(screen.getByRole('link', { name: 'Dilini Wickramasinghe' }).getAttribute('href')).toBe('/bookings/booking-1');
  });

  it('says why it was cancelled', async () => {
    await showCard(aBookingView({ status: 'cancelled', cancellationReason: 'No response from tutor', cancelledBy: 'system' }));
    expect(card().textContent).toContain('No response from tutor');
  });

  it('says that the tutor has left', async () => {
    await showCard(aBookingView({ tutor: DELETED }));
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Unknown Tutor');
  });
});

describe('the list of a student', () => {
  // spec student.11 | P §4 Review | A review that was written shows on its card at once | src/client/features/reviews/review-dialog.tsx
  it('offers Edit Review as soon as the review is there', async () => {
    let isReviewed = false;
    const api = fakeApi({ 'bookings.forStudent': () => ({ bookings: [aBookingView({ status: 'completed', isReviewed })], nextCursor: null }) });
    const { user, queryClient } = await render(<StudentBookings filter="completed" />, { api });
    await screen.findByRole('button', { name: 'Review' });
    isReviewed = true;
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Review' })).toBeNull());
    await openRowMenu(user);
    screen.getByRole('menuitem', { name: 'Edit Review' });
  });

  // spec messages.3
  it('leads to the messages', async () => {
    const { user, at } = await visit('/student/bookings', STUDENT, {
      'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }),
    });
    await chooseInRowMenu(user, 'Message', await screen.findByRole('article'));
    await waitFor(() => expect(at()).toBe('/messages?tutor=tutor-profile-1'));
  });

  // spec s12-next.5 | S12 B | Book again opens the booking dialog of the tutor with the same subject and method |
  //   src/client/features/bookings/student-row.tsx, src/client/features/booking-modal/use-booking-draft.ts
  it('leads to the dialog of the tutor for the same subject and method', async () => {
    const { user, at } = await visit('/student/bookings', STUDENT, {
      'bookings.forStudent': () => ({ bookings: [aBookingView({ status: 'completed', learningMethod: 'individual' })], nextCursor: null }),
      'tutors.byId': () => aProfileView(),
      'tutors.availability': () => aCalendarView(aProfileView()),
      'bookings.pendingRequests': () => ({ all: 0, ofTutor: 0, isEmailConfirmed: true, own: [] }),
    });
    await chooseInRowMenu(user, 'Book again', await screen.findByRole('article'));
    await waitFor(() => expect(at()).toContain('book=1'));
    expect(at()).toContain('subject=subject-maths');
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Home Visit/ }).checked).toBe(true));
  });

  // spec s12-next.6 | S12 B | Add to calendar saves the file of the booking from its row | src/client/features/bookings/calendar-file.ts
  it('adds a confirmed session to the calendar', async () => {
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const api = fakeApi({
      'bookings.forStudent': () => ({ bookings: [aBookingView({ status: 'confirmed' })], nextCursor: null }),
      'bookings.byId': () => aBookingDetails({ status: 'confirmed', sequence: 3 }),
    });
    const { user } = await render(<StudentBookings filter="next" />, { api });
    await chooseInRowMenu(user, 'Add to calendar', await screen.findByRole('article'));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    const [file] = saved.mock.calls[0] ?? [];
    expect(file instanceof Blob && (await file.text())).toContain('SEQUENCE:3');
  });
});
