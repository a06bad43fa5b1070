import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import { ERRORS } from '#shared/errors.ts';
import type { Party } from '#shared/vocabulary/bookings.ts';
import { clickInDialog, findDialogButton, waitForFocus, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, fakeApi } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { aBookingDetails, aCalendarView, aProfileView, aReviewView, MONDAY_TEN } from '#tests/support/views.ts';

const TEXT = 'Explains waves with a rope.';

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A page whose booking may change meanwhile. */
async function showPage(role: Party, first = aBookingDetails(), answers: Answers = {}) {
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
  const { user } = await render(<BookingPage id={first.id} role={role} />, { api });
  await screen.findByRole('heading', { level: 1, name: first.subject.name });
  const changeElsewhere = async (part: Partial<typeof first>) => {
    change(part);
    await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: booking.tutor.id } }));
  };
  return { user, changeElsewhere };
}

const getDialog = () => screen.getByRole('dialog');
const getHeading = () => screen.getByRole('heading', { level: 1 });
const clickButton = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }));

async function enter(user: UserEvent, label: string, text: string): Promise<void> {
  await user.click(screen.getByRole('textbox', { name: label }));
  await user.paste(text);
}

// spec booking.7 | D Errors | What is open and typed there stays while somebody else moves the booking, and says so; the focus stays on the page |
//   src/client/features/bookings/use-transitions.tsx
describe('a cancel dialog that is open while the booking changes', () => {
  it('stays, and says that the other party was first', async () => {
    const { user, changeElsewhere } = await showPage('tutor');
    await clickButton(user, 'Cancel');
    await screen.findByRole('dialog');
    await changeElsewhere({ status: 'cancelled', cancelledBy: 'student', cancelledAt: MONDAY_TEN });
    await waitFor(() => expect(getDialog().textContent).toContain(ERRORS['booking.not_cancellable'].message));

    await user.click(within(getDialog()).getByText('Close'));
    await waitForNoDialog();
    await waitForFocus(getHeading);
  });

  it('keeps what was typed', async () => {
    const { user, changeElsewhere } = await showPage('tutor');
    await clickButton(user, 'Cancel');
    await screen.findByRole('dialog');
    await enter(user, 'Reason for cancelling (optional)', 'I am ill');
    await changeElsewhere({ status: 'confirmed', confirmedAt: MONDAY_TEN });
    await waitFor(() => expect(getDialog().textContent).toContain('Cancel this booking?'));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason for cancelling/ }).value).toBe('I am ill');
  });
});

describe('the link dialog', () => {
  const confirmed = (meetingLink: string | null) => aBookingDetails({ status: 'confirmed', confirmedAt: MONDAY_TEN, meetingLink });
  const getLink = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Link to your room' });

  it('says nothing of a link that is left empty', async () => {
    const { user } = await showPage('tutor', confirmed(null));
    await clickButton(user, 'Add Link');
    await findDialogButton('Save Link');
    await user.click(getLink());
    await clickInDialog(user, 'Cancel');
    await act(() => import('#shared/contracts/bookings.ts'));
    await waitForNoDialog();
    await clickButton(user, 'Add Link');
    await findDialogButton('Save Link');
    expect(getLink().getAttribute('aria-invalid')).not.toBe('true');
  });

  it('begins with the saved link each time, and gives the focus back', async () => {
    const { user } = await showPage('tutor', confirmed('https://meet.vidya.test/room'));
    await clickButton(user, 'Edit Link');
    await findDialogButton('Save Link');
    await user.clear(getLink());
    await clickInDialog(user, 'Save Link');
    await waitFor(() => expect(getLink().getAttribute('aria-invalid')).toBe('true'));
    await clickInDialog(user, 'Cancel');
    await waitForNoDialog();
    await waitForFocus(() => screen.getByRole('button', { name: 'Edit Link' }));
    await clickButton(user, 'Edit Link');
    await findDialogButton('Save Link');
    expect(getLink().getAttribute('aria-invalid')).not.toBe('true');
    expect(getLink().value).toBe('https://meet.vidya.test/room');
  });
});

describe('a review from the page of a booking', () => {
  const completed = () => aBookingDetails({ status: 'completed', confirmedAt: MONDAY_TEN, completedAt: MONDAY_TEN });

  // spec booking.7
  it('leaves the focus on the page although its button has moved', async () => {
    const { user } = await showPage('student', completed());
    await clickButton(user, 'Review');
    await screen.findByRole('dialog');
    await enter(user, 'Your review', TEXT);
    await clickInDialog(user, 'Submit Review');
    await waitForNoDialog();
    await screen.findByRole('button', { name: 'Edit Review' });
    await waitForFocus(getHeading);
  });

  it('leaves the focus on its button although the dialog about deleting came between', async () => {
    const { user } = await showPage('student', { ...completed(), isReviewed: true });
    await clickButton(user, 'Edit Review');
    await screen.findByRole('dialog');
    await waitFor(async () => expect((await findDialogButton('Delete')).hasAttribute('disabled')).toBe(false));
    await clickInDialog(user, 'Delete');
    await findDialogButton('Keep it');
    await clickInDialog(user, 'Keep it');
    await findDialogButton('Save Review');
    // happy-dom, unlike browsers, also focuses what is gone.
    const focused = vi.spyOn(screen.getByRole('button', { name: 'Edit Review' }), 'focus');
    await clickInDialog(user, 'Cancel');
    await waitForNoDialog();
    expect(focused).toHaveBeenCalled();
  });

  it('stays a new review until the dialog has closed', async () => {
    let answer = () => {};
    const sent = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { user, changeElsewhere } = await showPage('student', completed(), {
      'reviews.write': async ({ rating, review }) => {
        await sent;
        return { isNew: true, message: 'Sent', rating: aReviewView({ rating, review }) };
      },
    });
    await clickButton(user, 'Review');
    await screen.findByRole('dialog');
    await enter(user, 'Your review', TEXT);
    await clickInDialog(user, 'Submit Review');
    await changeElsewhere({ isReviewed: true });
    await screen.findByRole('button', { name: 'Edit Review' });
    expect(within(getDialog()).getByRole('heading').textContent).toBe('Write a review');
    expect(within(getDialog()).queryByRole('button', { name: 'Delete' })).toBeNull();
    await act(async () => answer());
    await waitForNoDialog();
  });
});
