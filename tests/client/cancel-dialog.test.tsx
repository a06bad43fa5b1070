import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancellationPreview } from '#client/features/bookings/cancellation-terms.tsx';
import { StudentBookings } from '#client/features/bookings/student-bookings-page.tsx';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { clickInDialog, findDialogButton, getDialogText, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { render, STUDENT, signIn } from '#tests/support/render.tsx';
import { chooseInRowMenu } from '#tests/support/row-menu.ts';
import { collectToasts } from '#tests/support/toasts.ts';
import { aBookingView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const HOUR = 3_600_000;
const REASON = 'Reason for cancelling (optional)';
const beforeStart = (milliseconds: number) => new Date(TUESDAY_FOUR.start.getTime() - milliseconds);

const { listToasts } = collectToasts();
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A list with one confirmed booking, whose dialog is open. */
async function openDialog(more: Partial<BookingView> = {}, { now = MONDAY_TEN, answers = {} }: { now?: Date; answers?: Answers } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  signIn(STUDENT);
  let booking = aBookingView({ status: 'confirmed', amount: 1500, ...more });
  const api = fakeApi({
    'bookings.forStudent': () => ({ bookings: [booking], nextCursor: null }),
    'bookings.cancel': () => {
      booking = { ...booking, status: 'cancelled' };
      return booking;
    },
    ...answers,
  });
  const { user, queryClient } = await render(<StudentBookings filter="all" />, { api });
  await screen.findByRole('article');
  await chooseInRowMenu(user, 'Cancel');
  await findDialogButton('Cancel Booking');
  const calls = (path: string) => api.calls.filter((call) => call.path === path).map(({ input }) => input);
  const change = async (next: Partial<BookingView>) => {
    booking = { ...booking, ...next };
    await act(() => queryClient.invalidateQueries());
  };
  return { user, calls, change };
}

/** The amounts of the terms, as in `You oweRs. 0`. */
function listAmounts(): string[] {
  const terms = screen.queryByRole('region', { name: 'Under our cancellation terms' });
  if (!terms) return [];
  const amounts = within(terms).getAllByRole('definition');
  return within(terms)
    .getAllByRole('term')
    .map((term, index) => `${term.textContent}${amounts[index]?.textContent}`);
}
const isDisabled = async () => (await findDialogButton('Cancel Booking')).hasAttribute('disabled');
const getReason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: REASON });

async function giveReason(user: UserEvent, text: string): Promise<void> {
  await user.click(getReason());
  await user.paste(text);
}

// spec cancel.3 | S4, D Time and money | The dialog shows what the student owes, to the rupee, and when that changes next |
//   src/client/features/bookings/cancellation-terms.tsx
describe('the terms in the cancel dialog', () => {
  const NOTHING = ['You oweRs. 0'];
  const HALF = ['You oweRs. 750'];
  const ALL = ['You oweRs. 1,500'];
  const LATER_HALF = 'Free until Mon, 23 Nov 2026, 4:00 PM. After that you owe Rs. 750. From Tue, 24 Nov 2026, 2:00 PM you owe Rs. 1,500.';
  const LATER_ALL = 'You owe Rs. 750 until Tue, 24 Nov 2026, 2:00 PM. After that you owe Rs. 1,500.';

  it.each<[string, number, string[], string]>([
    ['more than 24 hours before', 24 * HOUR + 1, NOTHING, LATER_HALF],
    ['exactly 24 hours before', 24 * HOUR, HALF, LATER_ALL],
    ['exactly 2 hours before', 2 * HOUR, HALF, LATER_ALL],
    ['less than 2 hours before', 2 * HOUR - 1, ALL, 'You owe Rs. 1,500.'],
  ])('say what is owed %s', async (_, notice, amounts, later) => {
    await openDialog({}, { now: beforeStart(notice) });
    expect(getDialogText()).toContain('Under our cancellation terms');
    expect(listAmounts()).toEqual(amounts);
    expect(getDialogText()).toContain('No payment is taken online yet.');
    expect(getDialogText()).toContain(later);
  });

  // spec cancel.3
  it('ask nothing for a request until it is confirmed', async () => {
    await openDialog({ status: 'pending' }, { now: beforeStart(HOUR) });
    expect(getDialogText()).toContain('Cancel this request?');
    expect(listAmounts()).toEqual(NOTHING);
    expect(getDialogText()).toContain('Free until your tutor confirms the request.');
  });

  it('stand below the session and the party who reads the reason', async () => {
    await openDialog();
    expect(getDialogText()).toContain('Combined Mathematics with Dilini WickramasingheTue, 24 Nov 2026, 4:00 PM – 5:00 PM');
    expect(getDialogText()).toContain('Dilini Wickramasinghe will read this.');
  });

  // spec cancel.3
  it('are in both time zones where the viewer is in another', async () => {
    vi.stubEnv('TZ', 'Europe/London');
    await openDialog();
    expect(getDialogText()).toContain('Free until Mon, 23 Nov 2026, 4:00 PM (10:30 AM in London).');
  });

  // spec cancel.4 | S4 | Figures that pass a moment of the terms, or a confirmation, change while the dialog stands open |
  //   src/client/ui/clock.ts
  it('change at the very moment that a deadline passes', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: beforeStart(24 * HOUR + 60_040) });
    const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
    await render(<CancellationPreview booking={aBookingView({ status: 'confirmed' })} by="student" />);
    await pass(60_000);
    expect(listAmounts()).toEqual(NOTHING);
    await pass(39);
    await waitFor(() => expect(listAmounts()).toEqual(NOTHING));
    await pass(1);
    await waitFor(() => expect(listAmounts()).toEqual(HALF));
    expect(document.body.textContent).toContain(LATER_ALL);
    await pass(22 * HOUR);
    expect(listAmounts()).toEqual(HALF);
    await pass(1);
    await waitFor(() => expect(listAmounts()).toEqual(ALL));
  });

  // spec cancel.4
  it('change with a confirmation that comes meanwhile', async () => {
    const { change } = await openDialog({ status: 'pending' }, { now: beforeStart(HOUR) });
    await change({ status: 'confirmed' });
    await waitFor(() => expect(listAmounts()).toEqual(ALL));
  });
});

describe('a student who cancels', () => {
  it('need not give a reason', async () => {
    const { user, calls } = await openDialog();
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(listToasts()).toEqual([['success', 'Booking cancelled successfully']]));
    expect(calls('bookings.cancel')).toEqual([{ id: 'booking-1', reason: undefined, maxRetained: 0 }]);
  });

  it('may give a reason, sees the list change, and finds the focus on the menu of the booking', async () => {
    const { user, calls } = await openDialog();
    await giveReason(user, ' I am ill ');
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(screen.getByRole('article').textContent).toContain('Cancelled'));
    expect(calls('bookings.cancel')).toEqual([{ id: 'booking-1', reason: 'I am ill', maxRetained: 0 }]);
    await waitForNoDialog();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^More actions for Dilini Wickramasinghe/));
  });

  // spec cancel.5 | D Errors | Once, however often it is pressed; a conflict says so and reads the list again; no answer keeps what was typed |
  //   src/client/features/bookings/cancel-dialog.tsx
  it('sends it once, however often the button is clicked, and sees that it is sent', async () => {
    const { calls } = await openDialog({}, { answers: { 'bookings.cancel': () => new Promise<never>(() => {}) } });
    const button = await findDialogButton('Cancel Booking');
    await act(async () => {
      button.click();
      button.click();
    });
    await screen.findByText('Processing...');
    expect(calls('bookings.cancel')).toHaveLength(1);
    expect((await findDialogButton('Keep Booking')).hasAttribute('disabled')).toBe(true);
  });

  // spec cancel.5
  it('sees a conflict, and the list is read again', async () => {
    const { user, calls } = await openDialog(
      {},
      {
        answers: {
          'bookings.cancel': () => {
            throw apiError('booking.not_cancellable');
          },
        },
      },
    );
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(listToasts()).toEqual([['error', 'This booking can no longer be cancelled']]));
    await waitForNoDialog();
    expect(calls('bookings.forStudent')).toHaveLength(2);
  });

  // spec cancel.10
  it('stays open with the new terms where the student would owe more by now', async () => {
    let stored = aBookingView({ status: 'pending', amount: 1500 });
    const { user, calls } = await openDialog(
      {},
      {
        now: beforeStart(20 * HOUR),
        answers: {
          'bookings.forStudent': () => ({ bookings: [stored], nextCursor: null }),
          'bookings.cancel': ({ maxRetained }) => {
            stored = { ...stored, status: maxRetained === 0 ? 'confirmed' : 'cancelled' };
            if (stored.status === 'confirmed') throw apiError('booking.terms_changed');
            return stored;
          },
        },
      },
    );
    expect(listAmounts()).toEqual(['You oweRs. 0']);
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(getDialogText()).toContain('What you owe for cancelling has changed. Please check it and try again.'));
    expect(listAmounts()).toEqual(['You oweRs. 750']);
    await clickInDialog(user, 'Cancel Booking');
    await waitForNoDialog();
    expect(calls('bookings.cancel')).toMatchObject([{ maxRetained: 0 }, { maxRetained: 750 }]);
  });

  // spec cancel.5
  it('keeps dialog and reason where there was no answer', async () => {
    const { user } = await openDialog(
      {},
      {
        answers: {
          'bookings.cancel': () => {
            throw networkError();
          },
        },
      },
    );
    await giveReason(user, 'I am ill');
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe('Failed to update booking status'));
    expect(listToasts()).toEqual([]);
    expect(getReason().value).toBe('I am ill');
    expect(await isDisabled()).toBe(false);
  });

  it('finds the focus on the button again where there was no answer', async () => {
    let fail = () => {};
    const noAnswer = new Promise<never>((_, reject) => {
      fail = () => reject(networkError());
    });
    const { user } = await openDialog({}, { answers: { 'bookings.cancel': () => noAnswer } });
    const confirm = await findDialogButton('Cancel Booking');
    await act(async () => confirm.focus());
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(true));
    // As a browser does with what is disabled.
    await act(async () => {
      screen.getByRole('link', { name: 'Dilini Wickramasinghe' }).focus();
      screen.getByRole('link', { name: 'Dilini Wickramasinghe' }).blur();
    });
    expect(document.activeElement).toBe(document.body);
    await act(async () => fail());
    await waitFor(() => expect(document.activeElement).toBe(confirm));
  });

  // spec cancel.5
  it('sees that another tab has cancelled the booking', async () => {
    const { change } = await openDialog();
    await change({ status: 'cancelled' });
    await waitFor(() => expect(getDialogText()).toContain('This booking can no longer be cancelled'));
    expect(await isDisabled()).toBe(true);
    expect(listAmounts()).toEqual([]);
  });
});
