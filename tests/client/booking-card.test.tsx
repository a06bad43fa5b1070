import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentBookings } from '#client/features/bookings/student-bookings.tsx';
import { TutorBookingCard, TutorBookings } from '#client/features/bookings/tutor-bookings.tsx';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { button, field, fill, press, render, renderApp, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aBookingView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const ZONE = 'Asia/Colombo';
const AFTER = new Date(TUESDAY_FOUR.end.getTime() + 1);
const DURING = new Date(TUESDAY_FOUR.start.getTime() + 1);

let toasts: Toast[] = [];
let stop = () => {};
beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
  toasts = [];
  stop = showToasts((toast) => toasts.push(toast));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const ROOM = 'https://meet.vidya.test/room';
const JUST_BEFORE = (minutes: number) => new Date(TUESDAY_FOUR.start.getTime() - minutes * 60_000);

async function tutorCard(booking: BookingView, { now = MONDAY_TEN, answers = {} }: { now?: Date; answers?: Answers } = {}) {
  signIn(TUTOR);
  const api = fakeApi({
    'bookings.setStatus': ({ status }) => ({ ...booking, status }),
    'bookings.setMeetingLink': ({ meetingLink }) => ({ ...booking, meetingLink }),
    ...answers,
  });
  await render(<TutorBookingCard booking={booking} now={now} />, { api });
  const inputsOf = (path: string) => api.calls.filter((call) => call.path === path).map(({ input }) => input);
  return { api, sent: () => inputsOf('bookings.setStatus'), links: () => inputsOf('bookings.setMeetingLink') };
}

const MOVES = ['Confirm', 'Cancel', 'Complete Session'];
const actions = () => texts('article footer button').filter((text) => MOVES.includes(text));
const inDialog = (name: string) =>
  until(() => {
    const found = [...document.querySelectorAll('[role="dialog"] button')].find((one) => one.textContent?.includes(name));
    if (!(found instanceof HTMLButtonElement)) throw new Error(`no ${name} in the dialog`);
    return found;
  });
const pressInDialog = async (name: string) => {
  const found = await inDialog(name);
  await act(async () => found.click());
};

const giveReason = async (text: string) => {
  const reason = document.querySelector('textarea');
  await act(async () => {
    if (reason) Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(reason, text);
    reason?.dispatchEvent(new Event('input', { bubbles: true }));
  });
};

// spec tutor-bookings.4 | P §2 Tutor area | Cards show the actions that can be taken now | src/client/features/bookings/use-transitions.tsx
// spec states.41 | P §4 Booking status | Complete Session is offered only after the end | src/client/features/bookings/use-transitions.tsx
describe('what a tutor may do with a booking', () => {
  const [pending, confirmed] = [aBookingView(), aBookingView({ status: 'confirmed' })];
  it.each<[string, BookingView, Date, string[]]>([
    ['a request can be confirmed and cancelled', pending, MONDAY_TEN, ['Confirm', 'Cancel']],
    ['a request whose time has come can only be cancelled', pending, DURING, ['Cancel']],
    ['a confirmed session that is to come can be cancelled', confirmed, MONDAY_TEN, ['Cancel']],
    ['one under way can only be waited for', confirmed, DURING, []],
    ['one that is over can be completed', confirmed, AFTER, ['Complete Session']],
    ['a completed one is done', aBookingView({ status: 'completed' }), AFTER, []],
    ['a cancelled one too', aBookingView({ status: 'cancelled' }), MONDAY_TEN, []],
  ])('%s', async (_, booking, now, expected) => {
    await tutorCard(booking, { now });
    expect(actions()).toEqual(expected);
  });

  // spec errors.43 | C §8 Bookings | 'Booking {status} successfully' | src/shared/messages.ts
  // spec tutor-bookings.4
  it('Confirm asks first, and says it in the words of the specification', async () => {
    const { sent } = await tutorCard(aBookingView());
    await press('Confirm');
    expect(sent()).toEqual([]);
    await pressInDialog('Confirm');
    await until(() => expect(toasts).toEqual([{ kind: 'success', message: 'Booking confirmed successfully' }]));
    expect(sent()).toEqual([{ id: 'booking-1', status: 'confirmed', reason: undefined }]);
  });

  // spec tutor-bookings.5 | D Booking, R §4.5 43 | Cancelling a confirmed session needs a reason, a request does not |
  //   src/client/features/bookings/transition-dialog.tsx
  it('cancelling a confirmed session needs a reason, asked for beside the field', async () => {
    const { sent } = await tutorCard(aBookingView({ status: 'confirmed' }));
    await press('Cancel');
    await pressInDialog('Cancel Booking');
    await shown('Please give a reason for cancelling');
    expect(sent()).toEqual([]);
    await giveReason(' I am ill ');
    await pressInDialog('Cancel Booking');
    await until(() => expect(sent()).toEqual([{ id: 'booking-1', status: 'cancelled', reason: 'I am ill' }]));
  });

  // spec tutor-bookings.6 | D Time and money, D Booking | The dialog shows the three figures, under "Under our cancellation terms", before the click
  //   | src/client/features/bookings/cancellation-terms.tsx
  it('what the cancellation gives to whom stands in the dialog before the click', async () => {
    await tutorCard(aBookingView({ status: 'confirmed', amount: 1500.5 }), { now: JUST_BEFORE(30) });
    await press('Cancel');
    await shown('Under our cancellation terms');
    expect(texts('[role="dialog"] dl > div')).toEqual(['Refundable to the studentRs. 1,500.50', 'Due to the tutorRs. 0', 'Platform feeRs. 0']);
    await shown('No payment is taken online yet.');
  });

  // spec tutor-bookings.5
  it('a request may be cancelled without one', async () => {
    const { sent } = await tutorCard(aBookingView());
    await press('Cancel');
    await pressInDialog('Cancel Booking');
    await until(() => expect(sent()).toEqual([{ id: 'booking-1', status: 'cancelled', reason: undefined }]));
  });

  // spec tutor-bookings.4
  it('while it is under way both buttons are off and say so', async () => {
    await tutorCard(aBookingView(), { answers: { 'bookings.setStatus': () => new Promise<never>(() => {}) } });
    await press('Confirm');
    await pressInDialog('Confirm');
    await shown('Processing...');
    expect((await inDialog('Not now')).disabled).toBe(true);
    expect((await inDialog('Confirm')).disabled).toBe(true);
  });

  // spec errors.44 | C §8 Bookings | 'Failed to update booking status' | src/client/features/bookings/tutor-bookings.tsx
  // spec tutor-bookings.7
  it.each([
    ['the sentence of the server', () => apiError('booking.not_pending'), 'Only pending bookings can be confirmed'],
    ['its own where there was no answer', networkError, 'Failed to update booking status'],
  ] as const)('a failure says %s', async (_, failure, sentence) => {
    const setStatus = () => {
      throw failure();
    };
    await tutorCard(aBookingView(), { answers: { 'bookings.setStatus': setStatus } });
    await press('Confirm');
    await pressInDialog('Confirm');
    await until(() => expect(toasts).toEqual([{ kind: 'error', message: sentence }]));
  });

  // spec tutor-bookings.4
  it('a second click while the first is under way sends nothing', async () => {
    const { sent } = await tutorCard(aBookingView());
    await press('Confirm');
    const found = await inDialog('Confirm');
    await act(async () => {
      found.click();
      found.click();
    });
    await until(() => expect(toasts).toHaveLength(1));
    expect(sent()).toHaveLength(1);
  });

  // spec tutor-bookings.7 | D Errors | A conflict closes the dialog and reads the list again | src/client/features/bookings/transition-dialog.tsx
  it('a conflict closes the dialog and has the list read again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    let confirmed = 0;
    signIn(TUTOR);
    const api = fakeApi({
      'bookings.forTutor': () => ({ bookings: [aBookingView()], nextCursor: null }),
      'bookings.setStatus': () => {
        confirmed += 1;
        throw apiError('booking.not_pending');
      },
    });
    await render(<TutorBookings filter="all" />, { api });
    const lists = () => api.calls.filter(({ path }) => path === 'bookings.forTutor').length;
    await until(() => expect(texts('article')).toHaveLength(1));
    expect(lists()).toBe(1);
    await press('Confirm');
    await pressInDialog('Confirm');
    await until(() => expect([confirmed, lists()]).toEqual([1, 2]));
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
  });
});

describe('the meeting link of a tutor', () => {
  const online = aBookingView({ status: 'confirmed', meetingLink: ROOM });

  // spec tutor-bookings.12
  it('may be given with the confirmation of an online session, and is checked beside the field', async () => {
    const { sent } = await tutorCard(aBookingView());
    await press('Confirm');
    await inDialog('Confirm');
    await fill('Your own meeting link (optional)', 'zoom.us/j/1');
    await pressInDialog('Confirm');
    await shown('Please enter a link that begins with https:// or http://');
    expect(sent()).toEqual([]);
    await fill('Your own meeting link (optional)', ` ${ROOM} `);
    await pressInDialog('Confirm');
    await until(() => expect(sent()).toEqual([{ id: 'booking-1', status: 'confirmed', meetingLink: ROOM }]));
  });

  it('is not asked for where the tutor comes to the student', async () => {
    await tutorCard(aBookingView({ learningMethod: 'individual' }));
    await press('Confirm');
    await inDialog('Confirm');
    expect(document.querySelector('[role="dialog"] input')).toBeNull();
  });

  // spec tutor-bookings.12
  it('can be changed until the session is over', async () => {
    const { links } = await tutorCard(online);
    await press('Edit Link');
    await inDialog('Save Link');
    expect(field('Link to your room').value).toBe(ROOM);
    await fill('Link to your room', 'https://zoom.us/j/1');
    await pressInDialog('Save Link');
    await until(() => expect(toasts).toEqual([{ kind: 'success', message: 'Meeting link saved successfully' }]));
    expect(links()).toEqual([{ id: 'booking-1', meetingLink: 'https://zoom.us/j/1' }]);
  });

  it.each([
    ['a request', aBookingView(), MONDAY_TEN],
    ['a home visit', aBookingView({ status: 'confirmed', learningMethod: 'individual' }), MONDAY_TEN],
    ['a session that is over', online, AFTER],
  ])('is not offered for %s', async (_, booking, now) => {
    await tutorCard(booking, { now });
    expect(texts('article footer button').filter((text) => text.includes('Link'))).toEqual([]);
  });

  // spec tutor-bookings.12
  it('keeps what was typed where the server refuses it', async () => {
    const setMeetingLink = () => {
      throw apiError('booking.link', { field: 'meetingLink' });
    };
    await tutorCard(online, { answers: { 'bookings.setMeetingLink': setMeetingLink } });
    await press('Edit Link');
    await inDialog('Save Link');
    await fill('Link to your room', 'https://zoom.us/j/2');
    await pressInDialog('Save Link');
    await shown('Please enter a link that begins with https:// or http://');
    expect(field('Link to your room').value).toBe('https://zoom.us/j/2');
    expect(toasts).toEqual([]);
  });
});

// spec tutor-bookings.13
describe('Join', () => {
  const online = aBookingView({ status: 'confirmed', meetingLink: ROOM });
  const join = () => document.querySelector(`article footer a[href="${ROOM}"]`);

  it.each<[string, Date, string | null]>([
    ['16 minutes before the start', JUST_BEFORE(16), 'Opens 15 minutes before the start.'],
    ['15 minutes before the start', JUST_BEFORE(15), null],
    ['until the last moment', new Date(TUESDAY_FOUR.end.getTime() - 1), null],
    ['at the end', TUESDAY_FOUR.end, 'This session is over.'],
  ])('%s', async (_, now, reason) => {
    await tutorCard(online, { now });
    expect(join()?.getAttribute('rel') ?? null).toBe(reason === null ? 'noopener noreferrer' : null);
    const off = document.querySelector('article footer button[disabled]');
    expect(off && document.getElementById(off.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
  });

  it('is not there without a link', async () => {
    await tutorCard(aBookingView({ status: 'confirmed' }));
    expect(texts('article footer').join()).not.toContain('Join');
  });
});

describe('the card of a booking', () => {
  // spec tutor-bookings.3
  it.each<[string, Date, string]>([
    ['before the start', new Date(TUESDAY_FOUR.start.getTime() - (52 * 60 + 10) * 60_000), 'Starts in 52h 10m'],
    ['while it lasts', new Date(TUESDAY_FOUR.start.getTime() + 15 * 60_000), 'Ends in 0h 45m'],
    ['after its end', new Date(TUESDAY_FOUR.end.getTime() + 65 * 60_000), 'Ended 1h 5m ago'],
  ])('counts down for the tutor %s', async (_, now, label) => {
    await tutorCard(aBookingView({ status: 'confirmed' }), { now });
    await shown(label);
  });

  // spec tutor-bookings.3
  it('counts down for no request', async () => {
    await tutorCard(aBookingView());
    expect(texts('article').join()).not.toContain('Starts in');
  });

  // spec tutor-bookings.15 | D Booking | Each card leads to /bookings/{id} | src/client/features/bookings/booking-card.tsx
  it('leads to the page of the booking', async () => {
    await tutorCard(aBookingView());
    expect(document.querySelector('article h2 a')?.getAttribute('href')).toBe('/bookings/booking-1');
  });

  // spec tutor-bookings.14 | D Booking | Call dials the student | src/client/features/bookings/contact-buttons.tsx
  it('calls the student, with a number that a telephone can dial', async () => {
    await tutorCard(aBookingView({ contactNumber: '+94 (77) 123-4567' }));
    expect(document.querySelector('article footer a')?.getAttribute('href')).toBe('tel:+94771234567');
    expect(document.querySelector('article footer a')?.getAttribute('aria-label')).toBe('Call Kavindu Perera');
  });

  it('tells the tutor who, what, when, for how much, and how to call', async () => {
    await tutorCard(aBookingView({ notes: 'Past papers, please' }));
    const card = document.querySelector('article')?.textContent;
    for (const text of [
      'Kavindu Perera',
      'Combined Mathematics',
      'Calculus',
      'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM',
      'Rs. 1,500',
      'Past papers',
      'Pending',
    ])
      expect(card).toContain(text);
    expect(document.querySelector('a[href="tel:0771234567"]')).not.toBeNull();
  });

  // spec entities.35 | D Accounts | The tutor sees `For {child}, booked by {name}` | src/client/features/bookings/tutor-bookings.tsx
  it('says for which child a parent or guardian has booked', async () => {
    await tutorCard(aBookingView({ childName: 'Sanduni' }));
    expect(texts('article h2')).toEqual(['For Sanduni, booked by Kavindu Perera']);
  });

  it.each([
    [DURING, 'Ongoing'],
    [AFTER, 'Ended'],
  ])('a confirmed one at %s is %s', async (now, moment) => {
    await tutorCard(aBookingView({ status: 'confirmed' }), { now });
    await shown(moment);
  });
});

describe('the filter of a list', () => {
  it.each([
    ['/student/bookings', 'All', 'all'],
    ['/student/bookings?filter=pending', 'Pending', 'pending'],
    ['/student/bookings?filter=nonsense', 'All', 'all'],
  ])('%s shows %s', async (path, name, filter) => {
    signIn(STUDENT);
    const api = fakeApi({
      'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }),
      'notifications.unreadCount': () => ({ unreadCount: 0 }),
    });
    await renderApp(path, { api });
    await until(() => expect(texts('article')).toHaveLength(1));
    expect(texts('nav[aria-label="Filter bookings"] a[aria-current]')).toEqual([name]);
    expect(api.calls.filter((call) => call.path === 'bookings.forStudent').map(({ input }) => input)).toMatchObject([{ filter }]);
  });
});

describe('the lists', () => {
  // spec student.7
  it('show more by cursor', async () => {
    const page = (cursor: string | null | undefined) =>
      cursor === 'next'
        ? { bookings: [aBookingView({ id: 'booking-2', notes: 'The second' })], nextCursor: null }
        : { bookings: [aBookingView()], nextCursor: 'next' };
    const api = fakeApi({ 'bookings.forStudent': (input) => page(input?.cursor) });
    await render(<StudentBookings filter="pending" />, { api });
    await until(() => button('Show more'));
    await press('Show more');
    await shown('The second');
    expect(texts('button')).not.toContain('Show more');
    expect(api.calls.map(({ input }) => input)).toMatchObject([{ filter: 'pending' }, { filter: 'pending', cursor: 'next' }]);
  });

  it('keep the focus on Show more while more is on its way, and ask for it once', async () => {
    const never = new Promise<never>(() => {});
    const api = fakeApi({ 'bookings.forStudent': (input) => (input?.cursor ? never : { bookings: [aBookingView()], nextCursor: 'next' }) });
    await render(<StudentBookings filter="pending" />, { api });
    await until(() => button('Show more'));
    button('Show more').focus();
    await press('Show more');
    await until(() => expect(button('Show more').getAttribute('aria-disabled')).toBe('true'));
    await press('Show more');
    expect(document.activeElement).toBe(button('Show more'));
    expect(api.calls).toHaveLength(2);
  });

  it('lead a student without bookings to the tutors', async () => {
    await render(<StudentBookings filter="all" />, {
      api: fakeApi({ 'bookings.forStudent': () => ({ bookings: [], nextCursor: null }) }),
    });
    await shown('No bookings yet');
    expect(texts('a')).toEqual(['Find Tutors']);
  });

  // spec errors.40 | C §8 Bookings | 'Error fetching bookings.' with the server's message | src/client/features/bookings/bookings-list.tsx
  it('say what is wrong, and try again', async () => {
    let isAway = true;
    const answer = () => {
      if (isAway) throw apiError('auth.role');
      return { bookings: [aBookingView()], nextCursor: null };
    };
    await render(<StudentBookings filter="all" />, { api: fakeApi({ 'bookings.forStudent': answer }) });
    await shown('Error fetching bookings.');
    await shown('This is not available for your account');
    isAway = false;
    await press('Try Again');
    await shown('Dilini Wickramasinghe');
  });

  // spec tutor-bookings.16
  it('mark a request that arrives while a tutor looks on, and no other', async () => {
    const bookings = [aBookingView()];
    const api = fakeApi({ 'bookings.forTutor': () => ({ bookings: [...bookings], nextCursor: null }) });
    signIn(TUTOR);
    const { queryClient } = await render(<TutorBookings filter="all" />, { api });
    await until(() => expect(texts('article')).toHaveLength(1));
    bookings.unshift(aBookingView({ id: 'booking-2', student: { id: 's', name: 'Amaya', email: '', profileImage: '' } }));
    await act(() => queryClient.invalidateQueries());
    await until(() => expect(texts('article')).toHaveLength(2));
    expect(texts('article').map((text) => text.includes('New'))).toEqual([true, false]);
  });
});
