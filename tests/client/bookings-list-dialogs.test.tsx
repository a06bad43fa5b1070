import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentBookings } from '#client/features/bookings/student-bookings-page.tsx';
import { TutorBookingsPage } from '#client/features/bookings/tutor-bookings-page.tsx';
import type { BookingDetails, BookingView } from '#shared/contracts/bookings.ts';
import { ERRORS } from '#shared/errors.ts';
import { clickInDialog, findDialogButton, waitForFocus, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { chooseInRowMenu } from '#tests/support/row-menu.ts';
import { collectToasts } from '#tests/support/toasts.ts';
import { aBookingDetails, aBookingView, aReviewView, bookingCounts, MONDAY_TEN } from '#tests/support/views.ts';

const REASON = 'Reason for cancelling (optional)';
/** Of other subjects, so that they are no series. */
const OTHERS = [
  aBookingView({ id: 'first', subject: { id: 'a', name: 'Physics' } }),
  aBookingView({ id: 'last', subject: { id: 'b', name: 'Chemistry' } }),
] as const;

const { listToasts } = collectToasts();
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A filtered list from which a booking may go meanwhile. */
async function showList(by: 'student' | 'tutor', first: BookingView = aBookingView(), answers: Answers = {}) {
  let bookings = [OTHERS[0], first, OTHERS[1]];
  let booking = aBookingDetails(first);
  signIn(by === 'student' ? STUDENT : TUTOR);
  const list = () => ({ bookings, nextCursor: null });
  const api = fakeApi({
    'bookings.forStudent': list,
    'bookings.forTutor': list,
    'bookings.counts': () => bookingCounts(),
    'bookings.byId': () => booking,
    'reviews.write': ({ rating, review }) => ({ isNew: true, message: 'Sent', rating: aReviewView({ rating, review }) }),
    ...answers,
  });
  const { user, queryClient } = await render(
    <>
      <main id="content" tabIndex={-1} />
      {by === 'student' ? <StudentBookings filter="pending" /> : <TutorBookingsPage filter="pending" />}
    </>,
    { api },
  );
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
  /** The booking changes and is no longer in the list. */
  const leaveList = async (part: Partial<BookingDetails>) => {
    bookings = [...OTHERS];
    booking = { ...booking, ...part };
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(api.calls.map(({ path }) => path)).toContain('bookings.byId'));
  };
  return { user, leaveList };
}

/** Of the cards, by their links. An open dialog is inside of its card here. */
function listIds() {
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  return links.filter((href) => href.startsWith('/bookings/')).map((href) => href.slice('/bookings/'.length));
}
const getTextbox = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const getContent = () => screen.getByRole('main');
const getTitle = () => within(screen.getByRole('dialog')).getByRole('heading', { level: 2 }).textContent;

/** Of the second card. */
async function clickAction(user: UserEvent, name: string): Promise<void> {
  const [, card] = screen.getAllByRole('article');
  if (!card) return;
  const button = within(card).queryByRole('button', { name });
  await (button ? user.click(button) : chooseInRowMenu(user, name, card));
}

async function enter(user: UserEvent, label: string, text: string): Promise<void> {
  await user.click(getTextbox(label));
  await user.paste(text);
}

describe('a dialog of a booking that leaves the list meanwhile', () => {
  // spec booking.8 | D Errors | So it does in a list that the booking has left meanwhile | src/client/features/bookings/open-dialog.ts
  it('keeps what was typed, and continues with the changed booking', async () => {
    const cancelled = vi.fn();
    const cancel = (input: unknown) => {
      cancelled(input);
      return aBookingView({ status: 'cancelled' });
    };
    const { user, leaveList } = await showList('student', aBookingView(), { 'bookings.cancel': cancel });
    await clickAction(user, 'Cancel');
    await findDialogButton('Cancel Booking');
    await enter(user, REASON, 'I am ill');
    await leaveList({ status: 'confirmed', confirmedAt: MONDAY_TEN });
    await waitFor(() => expect(getTitle()).toBe('Cancel this booking?'));
    expect(getTextbox(/^Reason for cancelling/).value).toBe('I am ill');
    expect(listIds()).toEqual(['first', 'booking-1', 'last']);

    await clickInDialog(user, 'Cancel Booking');
    await waitForNoDialog();
    expect(cancelled).toHaveBeenCalledWith({ id: 'booking-1', reason: 'I am ill', maxRetained: 0 });
    await waitFor(() => expect(listIds()).toEqual(['first', 'last']));
    await waitForFocus(getContent);
  });

  // spec booking.8
  it('says that the other party was first, and removes the card when it closes', async () => {
    const { user, leaveList } = await showList('tutor');
    await clickAction(user, 'Cancel');
    await findDialogButton('Cancel Booking');
    await leaveList({ status: 'cancelled', cancelledBy: 'student', cancelledAt: MONDAY_TEN });
    await waitFor(() => expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe(ERRORS['booking.not_cancellable'].message));
    await user.click(within(screen.getByRole('dialog')).getByText('Close'));
    await waitForNoDialog();
    expect(listIds()).toEqual(['first', 'last']);
    await waitForFocus(getContent);
  });

  it('shows the error of the server for a transition that comes too late', async () => {
    const setStatus = () => {
      throw apiError('booking.not_pending');
    };
    const { user, leaveList } = await showList('tutor', aBookingView(), { 'bookings.setStatus': setStatus });
    await clickAction(user, 'Confirm with your own link');
    await findDialogButton('Not now');
    await enter(user, 'Your own meeting link (optional)', 'https://meet.vidya.test/room');
    await leaveList({ status: 'cancelled', cancelledBy: 'student', cancelledAt: MONDAY_TEN });
    expect(getTextbox('Your own meeting link (optional)').value).toBe('https://meet.vidya.test/room');
    await clickInDialog(user, 'Confirm');
    await waitFor(() => expect(listToasts()).toEqual([['error', ERRORS['booking.not_pending'].message]]));
    await waitForNoDialog();
    expect(listIds()).toEqual(['first', 'last']);
  });

  // spec booking.8
  it('keeps the review that is being written', async () => {
    const { user, leaveList } = await showList('student', aBookingView({ status: 'completed' }));
    await clickAction(user, 'Review');
    await findDialogButton('Submit Review');
    await enter(user, 'Your review', 'Explains waves with a rope.');
    await leaveList({});
    expect(getTextbox('Your review').value).toBe('Explains waves with a rope.');
    await clickInDialog(user, 'Submit Review');
    await waitForNoDialog();
    expect(listIds()).toEqual(['first', 'last']);
  });

  it('keeps the link that is being typed although nobody can join any more', async () => {
    const { user, leaveList } = await showList('tutor', aBookingView({ status: 'confirmed' }));
    await clickAction(user, 'Add Link');
    await findDialogButton('Save Link');
    await enter(user, 'Link to your room', 'https://meet.vidya.test/room');
    await leaveList({ status: 'cancelled', cancelledBy: 'student', cancelledAt: MONDAY_TEN });
    expect(getTextbox('Link to your room').value).toBe('https://meet.vidya.test/room');
    await clickInDialog(user, 'Cancel');
  });

  it('stays as it was where the booking cannot be read', async () => {
    const { user, leaveList } = await showList('student', aBookingView(), {
      'bookings.byId': () => {
        throw apiError('booking.not_found');
      },
    });
    await clickAction(user, 'Cancel');
    await findDialogButton('Cancel Booking');
    await leaveList({});
    expect(getTitle()).toBe('Cancel this request?');
    expect(listIds()).toEqual(['first', 'booking-1', 'last']);
  });
});
