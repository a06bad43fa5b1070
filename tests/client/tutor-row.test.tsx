import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StudentBookings } from '#client/features/bookings/student-bookings-page.tsx';
import { TutorBookingsPage } from '#client/features/bookings/tutor-bookings-page.tsx';
import { TutorRow } from '#client/features/bookings/tutor-row.tsx';
import type { Confirming } from '#client/features/bookings/use-confirming.ts';
import type { BookingView } from '#shared/contracts/bookings.ts';
import { clickButton, clickInDialog, findDialogButton, getButton, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { getErrorOf } from '#tests/support/field-errors.ts';
import { render, renderApp, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { chooseInRowMenu, hasRowMenu, openRowMenu } from '#tests/support/row-menu.ts';
import { collectToasts } from '#tests/support/toasts.ts';
import { aBookingView, bookingCounts, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const ZONE = 'Asia/Colombo';
const AFTER = new Date(TUESDAY_FOUR.end.getTime() + 1);
const DURING = new Date(TUESDAY_FOUR.start.getTime() + 1);

const { toasts } = collectToasts();
beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const ROOM = 'https://meet.vidya.test/room';
const JUST_BEFORE = (minutes: number) => new Date(TUESDAY_FOUR.start.getTime() - minutes * 60_000);

const IDLE: Confirming = { waiting: [], refusals: [], isConfirming: () => false, confirm: () => {}, undo: () => {}, dismiss: () => {} };

async function tutorRow(booking: BookingView, { now = MONDAY_TEN, answers = {} }: { now?: Date; answers?: Answers } = {}) {
  signIn(TUTOR);
  const api = fakeApi({
    'bookings.setStatus': ({ status }) => ({ ...booking, status }),
    'bookings.setMeetingLink': ({ meetingLink }) => ({ ...booking, meetingLink }),
    ...answers,
  });
  const { user } = await render(<TutorRow booking={booking} now={now} confirming={IDLE} />, { api });
  return { user, sent: () => api.inputsOf('bookings.setStatus'), links: () => api.inputsOf('bookings.setMeetingLink') };
}

const getCard = () => screen.getByRole('article');
const getCards = () => screen.getAllByRole('article');
const getTextbox = (name: string) => within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('textbox', { name });
const MOVES = ['Confirm', 'Cancel', 'Complete Session'];
const OWN_LINK = 'Confirm with your own link';

/** The buttons of the row, then what its menu offers. */
async function listActions(user: UserEvent): Promise<string[]> {
  const buttons = within(getCard()).queryAllByRole('button');
  const shown = buttons.flatMap(({ textContent }) => textContent || []);
  const more = hasRowMenu() ? await openRowMenu(user) : [];
  return [...shown, ...more.map(({ textContent }) => textContent)];
}

async function openDialog(user: UserEvent, opener: string, confirm: string): Promise<void> {
  await chooseInRowMenu(user, opener);
  await findDialogButton(confirm);
}

async function fill(user: UserEvent, label: string, text: string): Promise<void> {
  await user.clear(getTextbox(label));
  await user.paste(text);
  await user.tab();
}

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
    const { user } = await tutorRow(booking, { now });
    expect((await listActions(user)).filter((action) => MOVES.includes(action))).toEqual(expected);
  });

  // spec errors.43 | C §8 Bookings | 'Booking {status} successfully' | src/shared/messages.ts
  // spec tutor-bookings.4
  it('Confirm with a link asks first, and says it in the words of the specification', async () => {
    const { user, sent } = await tutorRow(aBookingView());
    await chooseInRowMenu(user, OWN_LINK);
    expect(sent()).toEqual([]);
    await clickInDialog(user, 'Confirm');
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', message: 'Booking confirmed successfully' }]));
    expect(sent()).toEqual([{ id: 'booking-1', status: 'confirmed', reason: undefined }]);
  });

  // spec tutor-bookings.5 | D Booking, R §4.5 43 | Cancelling a confirmed session needs a reason, a request does not |
  //   src/client/features/bookings/transition-dialog.tsx
  it('cancelling a confirmed session needs a reason, asked for beside the field', async () => {
    const { user, sent } = await tutorRow(aBookingView({ status: 'confirmed' }));
    await chooseInRowMenu(user, 'Cancel');
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(getErrorOf(getTextbox('Reason for cancelling'))).toBe('Please give a reason for cancelling'));
    expect(sent()).toEqual([]);
    await user.click(getTextbox('Reason for cancelling'));
    await user.paste(' I am ill ');
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(sent()).toEqual([{ id: 'booking-1', status: 'cancelled', reason: 'I am ill' }]));
  });

  // spec tutor-bookings.6 | D Time and money, D Booking | The dialog shows the three figures, under "Under our cancellation terms", before the click
  //   | src/client/features/bookings/cancellation-terms.tsx
  it('what the cancellation gives to whom stands in the dialog before the click', async () => {
    const { user } = await tutorRow(aBookingView({ status: 'confirmed', amount: 1500.5 }), { now: JUST_BEFORE(30) });
    await chooseInRowMenu(user, 'Cancel');
    const terms = within(await screen.findByRole('region', { name: 'Under our cancellation terms' }));
    expect(terms.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Owed by the studentRs. 0',
      'Due to the tutorRs. 0',
      'Platform feeRs. 0',
    ]);
    expect(terms.getByText('No payment is taken online yet.').closest('[role="dialog"]')).not.toBeNull();
  });

  // spec tutor-bookings.5
  it('a request may be cancelled without one', async () => {
    const { user, sent } = await tutorRow(aBookingView());
    await chooseInRowMenu(user, 'Cancel');
    await clickInDialog(user, 'Cancel Booking');
    await waitFor(() => expect(sent()).toEqual([{ id: 'booking-1', status: 'cancelled', reason: undefined }]));
  });

  // spec tutor-bookings.4
  it('while it is under way both buttons are off and say so', async () => {
    const { user } = await tutorRow(aBookingView(), { answers: { 'bookings.setStatus': () => new Promise<never>(() => {}) } });
    await chooseInRowMenu(user, OWN_LINK);
    await clickInDialog(user, 'Confirm');
    const dialog = within(screen.getByRole('dialog'));
    await waitFor(() => expect(dialog.getByText('Processing...').hasAttribute('data-hidden')).toBe(false));
    for (const name of ['Not now', 'Confirm']) expect((await findDialogButton(name)).hasAttribute('disabled')).toBe(true);
  });

  // spec errors.44 | C §8 Bookings | 'Failed to update booking status' | src/client/features/bookings/tutor-bookings-page.tsx
  // spec tutor-bookings.7
  it.each([
    ['a conflict, in a toast,', () => apiError('booking.not_pending'), { toast: 'Only pending bookings can be confirmed' }],
    ['what had no answer, above its buttons,', networkError, { inDialog: 'Failed to update booking status' }],
  ] as const)('the dialog says %s', async (_, failure, reason) => {
    const setStatus = () => {
      throw failure();
    };
    const { user } = await tutorRow(aBookingView(), { answers: { 'bookings.setStatus': setStatus } });
    await chooseInRowMenu(user, OWN_LINK);
    await clickInDialog(user, 'Confirm');
    if ('toast' in reason) await waitFor(() => expect(toasts).toEqual([{ kind: 'error', message: reason.toast }]));
    else expect((await within(screen.getByRole('dialog')).findByRole('alert')).textContent).toBe(reason.inDialog);
  });

  // spec tutor-bookings.4
  it('a second click while the first is under way sends nothing', async () => {
    const { user, sent } = await tutorRow(aBookingView());
    await chooseInRowMenu(user, OWN_LINK);
    const confirm = await findDialogButton('Confirm');
    await act(async () => {
      confirm.click();
      confirm.click();
    });
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(sent()).toHaveLength(1);
  });

  // spec tutor-bookings.7 | D Errors | A conflict closes the dialog and reads the list again | src/client/features/bookings/transition-dialog.tsx
  it('a conflict closes the dialog and has the list read again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    let confirmed = 0;
    signIn(TUTOR);
    const api = fakeApi({
      'bookings.counts': () => bookingCounts(),
      'bookings.forTutor': () => ({ bookings: [aBookingView()], nextCursor: null }),
      'bookings.setStatus': () => {
        confirmed += 1;
        throw apiError('booking.not_pending');
      },
    });
    const { user } = await render(<TutorBookingsPage filter="all" />, { api });
    const lists = () => api.inputsOf('bookings.forTutor').length;
    await waitFor(() => expect(getCards()).toHaveLength(1));
    expect(lists()).toBe(1);
    await chooseInRowMenu(user, OWN_LINK);
    await clickInDialog(user, 'Confirm');
    await waitFor(() => expect([confirmed, lists()]).toEqual([1, 2]));
    await waitForNoDialog();
  });
});

// spec tutor-bookings.21 | D Booking | A request in the list says in its last twelve hours how long it waits for the tutor's answer | src/shared/domain/booking-lifecycle.ts,
//   src/client/features/bookings/booking-row.tsx
describe('a request that waits for the tutor', () => {
  const createdAt = new Date(MONDAY_TEN.getTime() - 50 * 60_000);

  it.each([
    ['says nothing in its first hours', MONDAY_TEN, null],
    ['says how long in the last twelve', new Date(createdAt.getTime() + 12 * 3_600_000), 'Answer within 12h 0m'],
    ['says the last minute', new Date(createdAt.getTime() + 24 * 3_600_000 - 1), 'Answer within 0h 1m'],
    ['says nothing once it is over', new Date(createdAt.getTime() + 24 * 3_600_000), null],
  ])('%s', async (_, now, text) => {
    await tutorRow(aBookingView({ createdAt, notes: 'Fractions, please' }), { now });
    expect(screen.queryByText(/^Answer within/)?.textContent ?? null).toBe(text);
    expect(screen.getByText('Fractions, please')).toBeDefined();
  });

  // spec tutor-bookings.21
  it('says nothing once it is confirmed', async () => {
    await tutorRow(aBookingView({ createdAt, status: 'confirmed' }));
    expect(screen.queryByText(/^Answer within/)).toBeNull();
  });
});

describe('the meeting link of a tutor', () => {
  const online = aBookingView({ status: 'confirmed', meetingLink: ROOM });
  const INVALID_LINK = 'Please enter a link that begins with https:// or http://';

  // spec tutor-bookings.12
  it('may be given with the confirmation of an online session, and is checked beside the field', async () => {
    const { user, sent } = await tutorRow(aBookingView());
    await openDialog(user, OWN_LINK, 'Confirm');
    await fill(user, 'Your own meeting link (optional)', '812 3456 7890');
    await clickInDialog(user, 'Confirm');
    await waitFor(() => expect(getErrorOf(getTextbox('Your own meeting link (optional)'))).toBe(INVALID_LINK));
    expect(sent()).toEqual([]);
    await fill(user, 'Your own meeting link (optional)', ` ${ROOM} `);
    await clickInDialog(user, 'Confirm');
    await waitFor(() => expect(sent()).toEqual([{ id: 'booking-1', status: 'confirmed', meetingLink: ROOM }]));
  });

  // spec tutor-bookings.20
  it('may be typed without https://, and is shown as it is saved once the field is left', async () => {
    const { user, sent } = await tutorRow(aBookingView());
    await openDialog(user, OWN_LINK, 'Confirm');
    await fill(user, 'Your own meeting link (optional)', 'zoom.us/j/1');
    await user.tab();
    expect(getTextbox('Your own meeting link (optional)').value).toBe('https://zoom.us/j/1');
    await clickInDialog(user, 'Confirm');
    await waitFor(() => expect(sent()).toEqual([{ id: 'booking-1', status: 'confirmed', meetingLink: 'https://zoom.us/j/1' }]));
  });

  // spec tutor-bookings.20
  it('may be pasted with the invitation around it', async () => {
    const { user, links } = await tutorRow(online);
    await openDialog(user, 'Edit Link', 'Save Link');
    await user.clear(getTextbox('Link to your room'));
    await user.click(getTextbox('Link to your room'));
    await user.paste('Join Zoom Meeting https://zoom.us/j/1?pwd=a Meeting ID: 1');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(links()).toEqual([{ id: 'booking-1', meetingLink: 'https://zoom.us/j/1?pwd=a' }]));
  });

  it('is not asked for where the tutor comes to the student', async () => {
    const { user } = await tutorRow(aBookingView({ learningMethod: 'individual' }));
    expect(await listActions(user)).not.toContain(OWN_LINK);
  });

  // spec tutor-bookings.12
  it('can be changed until the session is over', async () => {
    const { user, links } = await tutorRow(online);
    await openDialog(user, 'Edit Link', 'Save Link');
    expect(getTextbox('Link to your room').value).toBe(ROOM);
    await fill(user, 'Link to your room', 'https://zoom.us/j/1');
    await clickInDialog(user, 'Save Link');
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', message: 'Meeting link saved successfully' }]));
    expect(links()).toEqual([{ id: 'booking-1', meetingLink: 'https://zoom.us/j/1' }]);
  });

  it.each([
    ['a request', aBookingView(), MONDAY_TEN],
    ['a home visit', aBookingView({ status: 'confirmed', learningMethod: 'individual' }), MONDAY_TEN],
    ['a session that is over', online, AFTER],
  ])('is not offered for %s', async (_, booking, now) => {
    const { user } = await tutorRow(booking, { now });
    expect((await listActions(user)).filter((action) => / Link$/.test(action))).toEqual([]);
  });

  // spec tutor-bookings.12
  it('keeps what was typed where the server refuses it', async () => {
    const setMeetingLink = () => {
      throw apiError('booking.link', { field: 'meetingLink' });
    };
    const { user } = await tutorRow(online, { answers: { 'bookings.setMeetingLink': setMeetingLink } });
    await openDialog(user, 'Edit Link', 'Save Link');
    await fill(user, 'Link to your room', 'https://zoom.us/j/2');
    await clickInDialog(user, 'Save Link');
    await waitFor(() => expect(getErrorOf(getTextbox('Link to your room'))).toBe(INVALID_LINK));
    expect(getTextbox('Link to your room').value).toBe('https://zoom.us/j/2');
    expect(toasts).toEqual([]);
  });
});

// spec tutor-bookings.13
describe('Join', () => {
  const online = aBookingView({ status: 'confirmed', meetingLink: ROOM });

  it.each<[string, Date, boolean]>([
    ['is not there 16 minutes before the start', JUST_BEFORE(16), false],
    ['is there 15 minutes before the start', JUST_BEFORE(15), true],
    ['is there until the last moment', new Date(TUESDAY_FOUR.end.getTime() - 1), true],
    ['is not there at the end', TUESDAY_FOUR.end, false],
  ])('%s', async (_, now, isThere) => {
    await tutorRow(online, { now });
    const links = within(getCard()).queryAllByRole('link', { name: 'Join' });
    const expected = isThere ? [[ROOM, 'noopener noreferrer']] : [];
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual(expected);
  });

  it('is not there without a link', async () => {
    await tutorRow(aBookingView({ status: 'confirmed' }));
    expect(getCard().textContent).not.toContain('Join');
  });
});

describe('the card of a booking', () => {
  // spec tutor-bookings.3
  it.each<[string, Date, string]>([
    ['before the start', new Date(TUESDAY_FOUR.start.getTime() - (52 * 60 + 10) * 60_000), 'Starts in 52h 10m'],
    ['while it lasts', new Date(TUESDAY_FOUR.start.getTime() + 15 * 60_000), 'Ends in 0h 45m'],
    ['after its end', new Date(TUESDAY_FOUR.end.getTime() + 65 * 60_000), 'Ended 1h 5m ago'],
  ])('counts down for the tutor %s', async (_, now, label) => {
    await tutorRow(aBookingView({ status: 'confirmed' }), { now });
    expect(screen.getByText(label)).toBeDefined();
  });

  // spec tutor-bookings.3
  it('counts down for no request', async () => {
    await tutorRow(aBookingView());
    expect(getCard().textContent).not.toContain('Starts in');
  });

  // spec tutor-bookings.15 | D Booking | Each card leads to /bookings/{id} | src/client/features/bookings/booking-row.tsx
  it('leads to the page of the booking', async () => {
    await tutorRow(aBookingView());
    expect(
      within(screen.getByRole('heading', { level: 3 }))
        .getByRole('link')
        .getAttribute('href'),
    ).toBe('/bookings/booking-1');
  });

  // spec tutor-bookings.14 | D Booking | Call dials the student | src/client/features/bookings/contact-buttons.tsx
  it('calls the student, with a number that a telephone can dial', async () => {
    const { user } = await tutorRow(aBookingView({ contactNumber: '+94 (77) 123-4567' }));
    await openRowMenu(user);
    expect(screen.getByRole('menuitem', { name: 'Call' }).getAttribute('href')).toBe('tel:+94771234567');
  });

  it('tells the tutor who, what, when, how, for how much, and what the student wrote', async () => {
    await tutorRow(aBookingView({ notes: 'Past papers, please' }));
    const card = getCard().textContent;
    for (const text of [
      'Kavindu Perera',
      'Combined Mathematics',
      'Calculus',
      '4:00 PM – 5:00 PM',
      '1 hour',
      'Online',
      'Rs. 1,500',
      'Past papers',
      'Pending',
    ])
      expect(card).toContain(text);
  });

  // spec entities.35 | D Accounts | The tutor sees `For {child}, booked by {name}` | src/client/features/bookings/tutor-row.tsx
  it('says for which child a parent or guardian has booked', async () => {
    await tutorRow(aBookingView({ childName: 'Sanduni' }));
    expect(screen.getByRole('heading').textContent).toBe('For Sanduni, booked by Kavindu Perera');
  });

  it.each([
    [DURING, 'Ongoing'],
    [AFTER, 'Ended'],
  ])('a confirmed one at %s is %s', async (now, moment) => {
    await tutorRow(aBookingView({ status: 'confirmed' }), { now });
    expect(screen.getByText(moment)).toBeDefined();
  });
});

describe('the filter of a list', () => {
  it.each([
    ['/student/bookings?filter=all', 'All', 'all'],
    ['/student/bookings?filter=pending', 'Pending', 'pending'],
    ['/student/bookings?filter=confirmed', 'Confirmed', 'confirmed'],
  ])('%s shows %s', async (path, name, filter) => {
    signIn(STUDENT);
    const api = fakeApi({
      'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }),
      'notifications.unreadGroups': () => ({ unreadCount: 0 }),
    });
    await renderApp(path, { api });
    await waitFor(() => expect(getCards()).toHaveLength(1));
    const filters = within(screen.getByRole('navigation', { name: 'Filter bookings' }));
    expect(filters.getByRole('link', { current: 'page' }).textContent).toBe(name);
    expect(api.inputsOf('bookings.forStudent')).toMatchObject([{ filter }]);
  });
});

describe('the lists', () => {
  // spec student.7
  it('show more by cursor', async () => {
    const page = (cursor: string | null | undefined) =>
      cursor === 'next'
        ? { bookings: [aBookingView({ id: 'booking-2', notes: 'The second', learningMethod: 'individual' })], nextCursor: null }
        : { bookings: [aBookingView()], nextCursor: 'next' };
    const api = fakeApi({ 'bookings.forStudent': (input) => page(input?.cursor) });
    const { user } = await render(<StudentBookings filter="pending" />, { api });
    await clickButton(user, 'Show more');
    await screen.findByText('The second');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(api.calls.map(({ input }) => input)).toMatchObject([{ filter: 'pending' }, { filter: 'pending', cursor: 'next' }]);
  });

  it('keep the focus on Show more while more is on its way, and ask for it once', async () => {
    const never = new Promise<never>(() => {});
    const api = fakeApi({ 'bookings.forStudent': (input) => (input?.cursor ? never : { bookings: [aBookingView()], nextCursor: 'next' }) });
    const { user } = await render(<StudentBookings filter="pending" />, { api });
    await clickButton(user, 'Show more');
    await waitFor(() => expect(getButton('Show more').getAttribute('aria-disabled')).toBe('true'));
    await clickButton(user, 'Show more');
    expect(document.activeElement).toBe(getButton('Show more'));
    expect(api.calls).toHaveLength(2);
  });

  it('lead a student without bookings to the tutors', async () => {
    await render(<StudentBookings filter="all" />, {
      api: fakeApi({ 'bookings.forStudent': () => ({ bookings: [], nextCursor: null }) }),
    });
    await screen.findByText('No bookings yet');
    expect(screen.getByRole('link').textContent).toBe('Find Tutors');
  });

  // spec errors.40 | C §8 Bookings | 'Error fetching bookings.' with the server's message | src/client/features/bookings/bookings-list.tsx
  it('say what is wrong, and try again', async () => {
    let isAway = true;
    const answer = () => {
      if (isAway) throw apiError('auth.role');
      return { bookings: [aBookingView()], nextCursor: null };
    };
    const { user } = await render(<StudentBookings filter="all" />, { api: fakeApi({ 'bookings.forStudent': answer }) });
    await screen.findByText('Error fetching bookings.');
    await screen.findByText('This is not available for your account');
    isAway = false;
    await clickButton(user, 'Try Again');
    await screen.findByText('Dilini Wickramasinghe');
  });

  // spec tutor-bookings.16
  it('mark a request that arrives while a tutor looks on, and no other', async () => {
    const bookings = [aBookingView()];
    const list = () => ({ bookings: [...bookings], nextCursor: null });
    const api = fakeApi({ 'bookings.counts': () => bookingCounts(), 'bookings.forTutor': list });
    signIn(TUTOR);
    const { queryClient } = await render(<TutorBookingsPage filter="all" />, { api });
    await waitFor(() => expect(getCards()).toHaveLength(1));
    bookings.unshift(aBookingView({ id: 'booking-2', student: { id: 's', name: 'Amaya', email: '', profileImage: '' } }));
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(getCards()).toHaveLength(2));
    expect(getCards().map((card) => within(card).queryByText('New') !== null)).toEqual([true, false]);
  });
});
