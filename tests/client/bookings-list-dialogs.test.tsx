import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentBookings } from '#client/features/bookings/student-bookings.tsx';
import { TutorBookings } from '#client/features/bookings/tutor-bookings.tsx';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { BookingDetails, BookingView } from '#shared/contracts/bookings.ts';
import { ERRORS } from '#shared/errors.ts';
import { inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
import { button, field, fill, fillText, render, STUDENT, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aBookingDetails, aBookingView, aReviewView, MONDAY_TEN } from '#tests/support/views.ts';

const ZONE = 'Asia/Colombo';
const REASON = 'Reason for cancelling (optional)';
const OTHERS = [aBookingView({ id: 'first' }), aBookingView({ id: 'last' })] as const;

let said: Toast[] = [];
let stop = () => {};
beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
  said = [];
  stop = showToasts((toast) => said.push(toast));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A filtered list from which a booking may go meanwhile. */
async function look(by: 'student' | 'tutor', first: BookingView = aBookingView(), answers: Answers = {}) {
  let bookings = [OTHERS[0], first, OTHERS[1]];
  let booking = aBookingDetails(first);
  signIn(by === 'student' ? STUDENT : TUTOR);
  const list = () => ({ bookings, nextCursor: null });
  const api = fakeApi({
    'bookings.forStudent': list,
    'bookings.forTutor': list,
    'bookings.byId': () => booking,
    'reviews.write': ({ rating, review }) => ({ isNew: true, message: 'Sent', rating: aReviewView({ rating, review }) }),
    ...answers,
  });
  const page = <main id="content" tabIndex={-1} />;
  const shown = by === 'student' ? <StudentBookings filter="pending" /> : <TutorBookings filter="pending" />;
  const { queryClient } = await render(
    <>
      {page}
      {shown}
    </>,
    { api },
  );
  await until(() => expect(texts('article')).toHaveLength(3));
  /** It leaves the list for what has become of it. */
  const leave = async (part: Partial<BookingDetails>) => {
    bookings = [...OTHERS];
    booking = { ...booking, ...part };
    await act(() => queryClient.invalidateQueries());
    await until(() => expect(api.calls.map(({ path }) => path)).toContain('bookings.byId'));
  };
  return { api, leave };
}

const cards = () => [...document.querySelectorAll('article a[data-lead]')].map((link) => link.getAttribute('href')?.split('/').at(-1));
/** In the second card. */
const ask = (name: string) =>
  act(async () => {
    const found = [...(document.querySelectorAll('article')[1]?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name);
    found?.focus();
    found?.click();
  });
const isShut = () => until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());

describe('a dialog of a booking that leaves the list meanwhile', () => {
  // spec booking.8 | D Errors | So it does in a list that the booking has left meanwhile | src/client/features/bookings/open-dialog.ts
  it('stays with what was typed, and goes on from what has become of the booking', async () => {
    const cancelled = vi.fn();
    const cancel = (input: unknown) => {
      cancelled(input);
      return aBookingView({ status: 'cancelled' });
    };
    const { leave } = await look('student', aBookingView(), { 'bookings.cancel': cancel });
    await ask('Cancel');
    await inDialog('Cancel Booking');
    await fillText(REASON, 'I am ill');
    await leave({ status: 'confirmed', confirmedAt: MONDAY_TEN });
    await until(() => expect(texts('[role="dialog"] h2')).toEqual(['Cancel this booking?']));
    expect(document.querySelector('textarea')?.value).toBe('I am ill');
    expect(cards()).toEqual(['first', 'booking-1', 'last']);

    await pressInDialog('Cancel Booking');
    await isShut();
    expect(cancelled).toHaveBeenCalledWith({ id: 'booking-1', reason: 'I am ill' });
    await until(() => expect(cards()).toEqual(['first', 'last']));
    await until(() => expect(document.activeElement?.id).toBe('content'));
  });

  // spec booking.8
  it('says that somebody else was first, and takes the card along when it closes', async () => {
    const { leave } = await look('tutor');
    await ask('Cancel');
    await inDialog('Cancel Booking');
    await leave({ status: 'cancelled', cancelledBy: 'student', cancelledAt: MONDAY_TEN });
    await until(() => expect(texts('[role="dialog"] [role="alert"]')).toEqual([ERRORS['booking.not_cancellable'].message]));
    await pressInDialog('Close');
    await isShut();
    expect(cards()).toEqual(['first', 'last']);
    await until(() => expect(document.activeElement?.id).toBe('content'));
  });

  it('says what the server says of a move that comes too late', async () => {
    const setStatus = () => {
      throw apiError('booking.not_pending');
    };
    const { leave } = await look('tutor', aBookingView(), { 'bookings.setStatus': setStatus });
    await ask('Confirm');
    await inDialog('Not now');
    await fill('Your own meeting link (optional)', 'https://meet.vidya.test/room');
    await leave({ status: 'cancelled', cancelledBy: 'student', cancelledAt: MONDAY_TEN });
    expect(field('Your own meeting link (optional)').value).toBe('https://meet.vidya.test/room');
    await pressInDialog('Confirm');
    await until(() => expect(said).toEqual([{ kind: 'error', message: ERRORS['booking.not_pending'].message }]));
    await isShut();
    expect(cards()).toEqual(['first', 'last']);
  });

  // spec booking.8
  it('keeps a review that is being written', async () => {
    const { leave } = await look('student', aBookingView({ status: 'completed' }));
    await ask('Review');
    await inDialog('Submit Review');
    await fillText('Your review', 'Explains waves with a rope.');
    await leave({});
    expect(document.querySelector('textarea')?.value).toBe('Explains waves with a rope.');
    await pressInDialog('Submit Review');
    await isShut();
    expect(cards()).toEqual(['first', 'last']);
  });

  it('keeps a link that is being typed, although nobody can join any more', async () => {
    const { leave } = await look('tutor', aBookingView({ status: 'confirmed' }));
    await ask('Add Link');
    await inDialog('Save Link');
    await fill('Link to your room', 'https://meet.vidya.test/room');
    await leave({ status: 'cancelled', cancelledBy: 'student', cancelledAt: MONDAY_TEN });
    await until(() => expect(texts('article button')).not.toContain('Add Link'));
    expect(field('Link to your room').value).toBe('https://meet.vidya.test/room');
    await act(async () => button('Cancel').click());
  });

  it('without an answer about it stays as it was', async () => {
    const { leave } = await look('student', aBookingView(), {
      'bookings.byId': () => {
        throw apiError('booking.not_found');
      },
    });
    await ask('Cancel');
    await inDialog('Cancel Booking');
    await leave({});
    expect(texts('[role="dialog"] h2')).toEqual(['Cancel this request?']);
    expect(cards()).toEqual(['first', 'booking-1', 'last']);
  });
});
