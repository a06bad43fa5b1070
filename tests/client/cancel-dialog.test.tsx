import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancellationPreview } from '#client/features/bookings/cancellation-terms.tsx';
import { StudentBookings } from '#client/features/bookings/student-bookings.tsx';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { dialogText, inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { fillText, press, render, STUDENT, shown, signIn, texts, until } from '#tests/support/render.tsx';
import { aBookingView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const ZONE = 'Asia/Colombo';
const HOUR = 3_600_000;
const ahead = (milliseconds: number) => new Date(TUESDAY_FOUR.start.getTime() - milliseconds);

let said: Toast[] = [];
let stop = () => {};
beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
  said = [];
  stop = showToasts((toast) => said.push(toast));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The list of a student with one confirmed booking, and the dialog that asks whether to cancel it. */
async function ask(more: Partial<BookingView> = {}, { now = MONDAY_TEN, answers = {} }: { now?: Date; answers?: Answers } = {}) {
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
  const { queryClient } = await render(<StudentBookings filter="all" />, { api });
  await until(() => expect(texts('article')).toHaveLength(1));
  await press('Cancel');
  await inDialog('Cancel Booking');
  const calls = (path: string) => api.calls.filter((call) => call.path === path).map(({ input }) => input);
  const become = async (next: Partial<BookingView>) => {
    booking = { ...booking, ...next };
    await act(() => queryClient.invalidateQueries());
  };
  return { calls, become };
}

const figures = () => texts('[role="dialog"] dl > div');
const isOff = async () => (await inDialog('Cancel Booking')).hasAttribute('disabled');

// spec cancel.3 | S4, D Time and money | The dialog shows what the student gets back and what tutor and platform keep, to the rupee, and when that
//   changes next | src/client/features/bookings/cancellation-terms.tsx
describe('what a student is told before cancelling', () => {
  const ALL = ['Refundable to the studentRs. 1,500', 'Due to the tutorRs. 0', 'Platform feeRs. 0'];
  const HALF = ['Refundable to the studentRs. 750', 'Due to the tutorRs. 637.50', 'Platform feeRs. 112.50'];
  const NOTHING = ['Refundable to the studentRs. 0', 'Due to the tutorRs. 1,275', 'Platform feeRs. 225'];
  const LATER_HALF = 'Until Mon, 23 Nov 2026, 4:00 PM, you get Rs. 1,500 back; from then on, Rs. 750.';
  const LATER_NOTHING = 'Until Tue, 24 Nov 2026, 2:00 PM, you get Rs. 750 back; from then on, nothing.';

  it.each<[string, number, string[], string]>([
    ['more than 24 hours before', 24 * HOUR + 1, ALL, LATER_HALF],
    ['exactly 24 hours before', 24 * HOUR, HALF, LATER_NOTHING],
    ['exactly 2 hours before', 2 * HOUR, HALF, LATER_NOTHING],
    ['less than 2 hours before', 2 * HOUR - 1, NOTHING, 'Less than 2 hours before the start, you get nothing back.'],
  ])('%s', async (_, notice, money, later) => {
    await ask({}, { now: ahead(notice) });
    expect(dialogText()).toContain('Under our cancellation terms');
    expect(figures()).toEqual(money);
    expect(dialogText()).toContain('No payment is taken online yet.');
    expect(dialogText()).toContain(later);
  });

  // spec cancel.3
  it('of a request: that everything comes back until it is confirmed', async () => {
    await ask({ status: 'pending' }, { now: ahead(HOUR) });
    expect(dialogText()).toContain('Cancel this request?');
    expect(figures()).toEqual(ALL);
    expect(dialogText()).toContain('Until your tutor confirms this request, you get everything back.');
  });

  it('which session, with whom, and who reads the reason', async () => {
    await ask();
    expect(dialogText()).toContain('Combined Mathematics with Dilini WickramasingheTue, 24 Nov 2026, 4:00 PM – 5:00 PM');
    expect(dialogText()).toContain('Dilini Wickramasinghe will read this.');
  });

  // spec cancel.3
  it('in both zones, to somebody elsewhere', async () => {
    vi.stubEnv('TZ', 'Europe/London');
    await ask();
    expect(dialogText()).toContain('Until Mon, 23 Nov 2026, 4:00 PM (10:30 AM in London), you get');
  });

  // spec cancel.4 | S4 | Figures that pass a moment of the terms, or a confirmation, change while the dialog stands open |
  //   src/client/ui/use-clock-with-alarm.ts
  it('a moment of the terms that passes while it stands open changes the figures in that moment', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: ahead(24 * HOUR + 60_040) });
    const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
    await render(<CancellationPreview booking={aBookingView({ status: 'confirmed' })} by="student" />);
    const money = () => texts('dl > div');
    await pass(60_000);
    expect(money()).toEqual(ALL);
    await pass(39);
    await until(() => expect(money()).toEqual(ALL));
    await pass(1);
    await until(() => expect(money()).toEqual(HALF));
    expect(document.body.textContent).toContain(LATER_NOTHING);
    await pass(22 * HOUR);
    expect(money()).toEqual(HALF);
    await pass(1);
    await until(() => expect(money()).toEqual(NOTHING));
  });

  // spec cancel.4
  it('a confirmation that comes meanwhile changes the figures too', async () => {
    const { become } = await ask({ status: 'pending' }, { now: ahead(HOUR) });
    await become({ status: 'confirmed' });
    await until(() => expect(figures()).toEqual(NOTHING));
  });
});

describe('a student who cancels', () => {
  it('need not say why', async () => {
    const { calls } = await ask();
    await pressInDialog('Cancel Booking');
    await until(() => expect(said).toEqual([{ kind: 'success', message: 'Booking cancelled successfully' }]));
    expect(calls('bookings.cancel')).toEqual([{ id: 'booking-1', reason: undefined }]);
  });

  it('may say why, sees the list anew, and finds the focus on the booking', async () => {
    const { calls } = await ask();
    await fillText('Reason for cancelling (optional)', ' I am ill ');
    await pressInDialog('Cancel Booking');
    await until(() => expect(texts('article')[0]).toContain('Cancelled'));
    expect(calls('bookings.cancel')).toEqual([{ id: 'booking-1', reason: 'I am ill' }]);
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    await until(() => expect(document.activeElement?.textContent).toBe('Dilini Wickramasinghe'));
  });

  // spec cancel.5 | D Errors | Once, however often it is pressed; a conflict says so and reads the list again; no answer keeps what was typed |
  //   src/client/features/bookings/cancel-dialog.tsx
  it('sends it once, however often one clicks, and sees that it is under way', async () => {
    const { calls } = await ask({}, { answers: { 'bookings.cancel': () => new Promise<never>(() => {}) } });
    const button = await inDialog('Cancel Booking');
    await act(async () => {
      button.click();
      button.click();
    });
    await shown('Processing...');
    expect(calls('bookings.cancel')).toHaveLength(1);
    expect((await inDialog('Keep Booking')).hasAttribute('disabled')).toBe(true);
  });

  // spec cancel.5
  it('is told by a conflict, and the list is read again', async () => {
    const { calls } = await ask(
      {},
      {
        answers: {
          'bookings.cancel': () => {
            throw apiError('booking.not_cancellable');
          },
        },
      },
    );
    await pressInDialog('Cancel Booking');
    await until(() => expect(said).toEqual([{ kind: 'error', message: 'This booking can no longer be cancelled' }]));
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    expect(calls('bookings.forStudent')).toHaveLength(2);
  });

  // spec cancel.5
  it('keeps dialog and reason where there was no answer', async () => {
    await ask(
      {},
      {
        answers: {
          'bookings.cancel': () => {
            throw networkError();
          },
        },
      },
    );
    await fillText('Reason for cancelling (optional)', 'I am ill');
    await pressInDialog('Cancel Booking');
    await until(() => expect(said).toEqual([{ kind: 'error', message: 'Failed to update booking status' }]));
    expect(document.querySelector('textarea')?.value).toBe('I am ill');
    expect(await isOff()).toBe(false);
  });

  it('gives the focus back to its button where there was no answer', async () => {
    let fail = () => {};
    const noAnswer = new Promise<never>((_, reject) => {
      fail = () => reject(networkError());
    });
    await ask({}, { answers: { 'bookings.cancel': () => noAnswer } });
    const confirm = await inDialog('Cancel Booking');
    await act(async () => confirm.focus());
    await pressInDialog('Cancel Booking');
    await until(() => expect(confirm.hasAttribute('disabled')).toBe(true));
    // As a browser does with what is disabled.
    await act(async () => {
      document.querySelector('a')?.focus();
      document.querySelector('a')?.blur();
    });
    expect(document.activeElement).toBe(document.body);
    await act(async () => fail());
    await until(() => expect(document.activeElement).toBe(confirm));
  });

  // spec cancel.5
  it('in one tab, finds it said in the other', async () => {
    const { become } = await ask();
    await become({ status: 'cancelled' });
    await until(() => expect(dialogText()).toContain('This booking can no longer be cancelled'));
    expect(await isOff()).toBe(true);
    expect(figures()).toEqual([]);
  });
});
