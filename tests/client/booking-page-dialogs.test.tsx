import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import { ERRORS } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { type Answers, fakeApi } from '#tests/support/fake-api.ts';
import { button, fillText, press, render, STUDENT, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aBookingDetails, aCalendarView, aProfileView, aReviewView, MONDAY_TEN } from '#tests/support/views.ts';

const ZONE = 'Asia/Colombo';
const TEXT = 'Explains waves with a rope.';

beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A page whose booking may change meanwhile. */
async function look(role: Party, first = aBookingDetails(), answers: Answers = {}) {
  let booking = first;
  const change = (part: Partial<typeof first>) => {
    booking = { ...booking, ...part };
  };
  signIn(role === 'student' ? STUDENT : TUTOR);
  const api = fakeApi({
    'tutors.availability': () => aCalendarView(aProfileView()),
    'bookings.byId': () => booking,
    'reviews.ofBooking': () => aReviewView({ review: TEXT }),
    'reviews.write': ({ rating, review }) => {
      change({ isReviewed: true });
      return { isNew: true, message: 'Your review has been submitted successfully.', rating: aReviewView({ rating, review }) };
    },
    ...answers,
  });
  await render(<BookingPage id={first.id} role={role} />, { api });
  await until(() => expect(texts('h1')).toEqual([first.subject.name]));
  const hearOf = async (part: Partial<typeof first>) => {
    change(part);
    await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: booking.tutor.id } }));
  };
  return { hearOf };
}

const dialog = () => document.querySelector('[role="dialog"]');
const isOpen = () => until(() => expect(dialog()).not.toBeNull());
const isShut = () => until(() => expect(dialog()).toBeNull());
const heading = () => document.querySelector('h1');
const pressFocused = (name: string) =>
  act(async () => {
    button(name).focus();
    button(name).click();
  });
const inDialog = (name: string) => {
  const found = [...(dialog()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent?.includes(name));
  if (!found) throw new Error(`no ${name} in the dialog`);
  return found;
};

// spec booking.7 | D Errors | What is open and typed there stays while somebody else moves the booking, and says so; the focus stays on the page |
//   src/client/features/bookings/use-transitions.tsx
describe('a question that is open while the buttons around it change places', () => {
  it('stays, and says that somebody else was first', async () => {
    const { hearOf } = await look('tutor');
    await pressFocused('Cancel');
    await isOpen();
    await hearOf({ status: 'cancelled', cancelledBy: 'student', cancelledAt: MONDAY_TEN });
    await until(() => expect(dialog()?.textContent).toContain(ERRORS['booking.not_cancellable'].message));

    await act(async () => inDialog('Close').click());
    await isShut();
    await until(() => expect(document.activeElement, 'its button is gone').toBe(heading()));
  });

  it('keeps what was typed', async () => {
    const { hearOf } = await look('tutor');
    await pressFocused('Cancel');
    await isOpen();
    await fillText('Reason for cancelling (optional)', 'I am ill');
    await hearOf({ status: 'confirmed', confirmedAt: MONDAY_TEN });
    await until(() => expect(dialog()?.textContent).toContain('Cancel this booking?'));
    expect(dialog()?.querySelector('textarea')?.value).toBe('I am ill');
  });
});

describe('a review from the page of a booking', () => {
  const completed = () => aBookingDetails({ status: 'completed', confirmedAt: MONDAY_TEN, completedAt: MONDAY_TEN });

  // spec booking.7
  it('leaves the focus on the page although its button has moved', async () => {
    await look('student', completed());
    await pressFocused('Review');
    await isOpen();
    await fillText('Your review', TEXT);
    await press('Submit Review');
    await isShut();
    await until(() => expect(texts('button')).toContain('Edit Review'));
    await until(() => expect(document.activeElement).toBe(heading()));
  });

  it('leaves the focus on its button although the question whether to delete came between', async () => {
    await look('student', { ...completed(), isReviewed: true });
    await pressFocused('Edit Review');
    await isOpen();
    await until(() => expect(inDialog('Delete').disabled).toBe(false));
    await act(async () => {
      inDialog('Delete').focus();
      inDialog('Delete').click();
    });
    await until(() => inDialog('Keep it'));
    await act(async () => {
      inDialog('Keep it').focus();
      inDialog('Keep it').click();
    });
    await until(() => inDialog('Save Review'));
    // happy-dom, unlike browsers, also focuses what is gone.
    const focused = vi.spyOn(button('Edit Review'), 'focus');
    await act(async () => inDialog('Cancel').click());
    await isShut();
    expect(focused).toHaveBeenCalled();
  });

  it('is a new one until it has closed', async () => {
    let answer = () => {};
    const sent = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { hearOf } = await look('student', completed(), {
      'reviews.write': async ({ rating, review }) => {
        await sent;
        return { isNew: true, message: 'Sent', rating: aReviewView({ rating, review }) };
      },
    });
    await pressFocused('Review');
    await isOpen();
    await fillText('Your review', TEXT);
    await press('Submit Review');
    await hearOf({ isReviewed: true });
    await until(() => expect(texts('article button')).toContain('Edit Review'));
    expect(texts('[role="dialog"] h2')).toEqual(['Write a review']);
    expect(texts('[role="dialog"] button')).not.toContain('Delete');
    await act(async () => answer());
    await isShut();
  });
});
