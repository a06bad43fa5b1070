import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toProposableSessions } from '#client/features/booking-proposals/propose-dialog.tsx';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import actionBar from '#client/ui/action-bar.module.css';
import type { AvailabilityView } from '#shared/contracts/availability.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import {
  clickInDialog,
  findDialogButton,
  getButton,
  getDialogText,
  listButtons,
  waitForFocus,
  waitForNoDialog,
} from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aBookingDetails, aCalendarView, aProfileView, aProposalView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';

const ZONE = 'Asia/Colombo';
const HOUR = 3_600_000;
const VIEWERS = { student: STUDENT, tutor: TUTOR, admin: ADMIN } as const;
const FIVE = { start: TUESDAY_FOUR.end, end: new Date(TUESDAY_FOUR.end.getTime() + HOUR) };
const SIX = { start: FIVE.end, end: new Date(FIVE.end.getTime() + HOUR) };

const { toasts } = collectToasts();
beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Looked = { role?: Role; now?: Date; answers?: Answers; calendar?: Partial<AvailabilityView> };

/** The page of a confirmed session on Tuesday at four, of a tutor who teaches then from four to seven. */
async function look(more: Partial<BookingDetails> = {}, { role = 'student', now = MONDAY_TEN, answers = {}, calendar = {} }: Looked = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  signIn(VIEWERS[role]);
  let booking = aBookingDetails({ status: 'confirmed', confirmedAt: MONDAY_TEN, ...more });
  const booked = [TUESDAY_FOUR];
  const become = (next: Partial<BookingDetails>) => {
    booking = { ...booking, ...next };
    return booking;
  };
  const api = fakeApi({
    'bookings.byId': () => booking,
    'bookings.timesOfStudent': () => [],
    'bookings.pendingRequests': () => ({ all: 0, ofTutor: 0, isEmailConfirmed: true, own: [] }),
    'tutors.availability': () => aCalendarView(aProfileView(), { booked: [...booked], ...calendar }),
    'proposals.propose': ({ startTime }) => become({ proposal: aProposalView({ by: 'student', startTime }) }),
    'proposals.accept': () => become({ proposal: null, startTime: FIVE.start, endTime: FIVE.end }),
    'proposals.decline': () => become({ proposal: null }),
    'proposals.withdraw': () => become({ proposal: null }),
    ...answers,
  });
  const { user, queryClient } = await render(<BookingPage id={booking.id} role={role} />, { api });
  await waitFor(() => expect(getTitle().textContent).toBe(booking.subject.name));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const press = (name: string) => user.click(getButton(name));
  return {
    press,
    sent: api.inputsOf,
    open: async () => {
      await press('Propose another time');
      await screen.findByText('Times on Tue, 24 Nov 2026');
    },
    choose: (time: string) => user.click(getTime(time)),
    propose: () => clickInDialog(user, 'Propose New Time'),
    take: async (session: { start: Date; end: Date }) => {
      booked.push(session);
      await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: booking.tutor.id } }));
    },
  };
}

const getTitle = () => screen.getByRole('heading', { level: 1 });
const isOffered = () => within(screen.getByRole('article')).queryByRole('button', { name: 'Propose another time' }) !== null;
const getTime = (time: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${time}`));
const listTimes = () =>
  within(screen.getByRole('group', { name: /^Times on / }))
    .getAllByRole('radio')
    .map((time) => time.closest('label')?.textContent);
const queryPanel = () => screen.queryByRole('region', { name: /another time$/ });

describe('proposing another time, of a student who has other sessions', () => {
  const pending = () => ({
    all: 0,
    ofTutor: 0,
    isEmailConfirmed: true,
    own: [
      { ...TUESDAY_FOUR, tutorName: 'Dilini Wickramasinghe', subject: 'Combined Mathematics' },
      { ...FIVE, tutorName: 'Nimal Silva', subject: 'Physics' },
    ],
  });

  // spec proposals.14 | D Booking | A time at which the student has another session is offered to neither party, and says why |
  //   src/client/features/booking-proposals/propose-dialog.tsx, src/server/features/bookings/booking-checks.queries.ts
  it('names the times of those, with whichever tutor, and none of them can be chosen', async () => {
    const { open } = await look({}, { answers: { 'bookings.pendingRequests': pending } });
    await open();
    await waitFor(() => expect(listTimes()).toEqual(['4:00 PMPresent time', '5:00 PMYour session', '6:00 PMuntil 7:00 PM']));
    expect([getTime('5:00 PM').disabled, getTime('6:00 PM').disabled]).toEqual([true, false]);
  });

  // spec proposals.14
  it('names the session that takes a time that was chosen', async () => {
    let own = pending().own.slice(0, 1);
    const { open, choose, take } = await look({}, { answers: { 'bookings.pendingRequests': () => ({ ...pending(), own }) } });
    await open();
    await choose('5:00 PM');
    own = pending().own;
    await take(FIVE);
    await screen.findByText('Physics with Nimal Silva, 5:00 PM – 6:00 PM. Please choose another time.');
  });

  it('are not asked for by the tutor, whose calendar has them', async () => {
    const { open, sent } = await look({}, { role: 'tutor' });
    await open();
    expect(sent('bookings.pendingRequests')).toEqual([]);
  });
});

describe('proposing another time', () => {
  const twoHoursBefore = new Date(TUESDAY_FOUR.start.getTime() - 2 * HOUR);

  // spec proposals.1
  it.each<[string, Partial<BookingDetails>, Looked, boolean]>([
    ['to a student', {}, {}, true],
    ['to a tutor', {}, { role: 'tutor' }, true],
    ['not to an admin', {}, { role: 'admin' }, false],
    ['a moment more than 2 hours before the start', {}, { now: new Date(twoHoursBefore.getTime() - 1) }, true],
    ['not exactly 2 hours before it, or later', {}, { now: twoHoursBefore }, false],
    ['not for a request', { status: 'pending' }, {}, false],
    ['not with a tutor who has left', { tutor: { id: '', phone: '', user: null } }, {}, false],
    ["not to a student during the tutor's vacation", {}, { calendar: { vacationMode: true } }, false],
    ['to the tutor on vacation', {}, { role: 'tutor', calendar: { vacationMode: true } }, true],
  ])('is offered %s', async (_, booking, looked, expected) => {
    await look(booking, looked);
    expect(isOffered()).toBe(expected);
  });

  // spec proposals.12 | S4 | The dialog: the calendar of the tutor, the present time named, greyed live what somebody takes; it is sent once |
  //   src/client/features/booking-proposals/propose-dialog.tsx
  it('shows the present time in its place, free and named, and what somebody else has taken as taken', async () => {
    const { open, take } = await look();
    await open();
    expect(getDialogText()).toContain('It holds until Dilini Wickramasinghe accepts another one.');
    expect(listTimes()).toEqual(['4:00 PMPresent time', '5:00 PMuntil 6:00 PM', '6:00 PMuntil 7:00 PM']);
    expect(getTime('4:00 PM').disabled).toBe(true);
    await take(FIVE);
    await waitFor(() => expect(getTime('5:00 PM').disabled).toBe(true));
    expect(listTimes()).toContain('5:00 PMTaken');
  });

  // spec proposals.14
  it('offers a tutor no time at which the student has another session', async () => {
    const { open, sent } = await look({}, { role: 'tutor', answers: { 'bookings.timesOfStudent': () => [FIVE] } });
    await open();
    expect(sent('bookings.timesOfStudent')).toEqual([{ id: 'booking-1' }]);
    expect(listTimes()).toEqual(['4:00 PMPresent time', '5:00 PMStudent busy', '6:00 PMuntil 7:00 PM']);
    expect(getTime('5:00 PM').disabled).toBe(true);
  });

  // spec proposals.14
  it('gives up a chosen time at which the student has got another session meanwhile', async () => {
    const times: (typeof FIVE)[] = [];
    const { open, choose, take } = await look({}, { role: 'tutor', answers: { 'bookings.timesOfStudent': () => [...times] } });
    await open();
    await choose('5:00 PM');
    times.push(FIVE);
    await take({ start: new Date(SIX.end), end: new Date(SIX.end.getTime() + HOUR) });
    await screen.findByText('Your time has just been taken');
    expect(getButton('Propose New Time').disabled).toBe(true);
    expect(getButton('Tue, 24 Nov 2026, 6:00 PM').disabled).toBe(false);
  });

  // spec proposals.14
  it('offers the times of the tutor where those of the student cannot be read', async () => {
    const refuse = () => {
      throw apiError('booking.not_found');
    };
    const { open } = await look({}, { role: 'tutor', answers: { 'bookings.timesOfStudent': refuse } });
    await open();
    expect(listTimes()).toContain('5:00 PMuntil 6:00 PM');
  });

  // spec proposals.12
  it('asks for a time, says so, and sends it once', async () => {
    const { open, choose, sent } = await look();
    await open();
    expect(getButton('Propose New Time').disabled).toBe(true);
    expect(getDialogText()).toContain('Choose a day and a time');
    await choose('6:00 PM');
    expect(getDialogText()).toContain('Your time: Tue, 24 Nov 2026, 6:00 PM – 7:00 PM');
    const send = await findDialogButton('Propose New Time');
    await act(async () => {
      send.click();
      send.click();
    });
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', message: 'New time proposed successfully' }]));
    expect(sent('proposals.propose')).toEqual([{ bookingId: 'booking-1', startTime: SIX.start }]);
    await waitFor(() => expect(queryPanel()?.textContent).toContain('You have proposed another time'));
    await waitForNoDialog();
  });

  // spec proposals.12
  it('shows both zones to somebody elsewhere', async () => {
    vi.stubEnv('TZ', 'Europe/London');
    const { open } = await look();
    await open();
    expect(getDialogText()).toContain('In London: 10:30 AM – 11:30 AM');
    expect(listTimes()).toContain('6:00 PMuntil 7:00 PM12:30 PM in London');
  });

  // spec proposals.12
  it('says that it takes the place of one that is open', async () => {
    const { open } = await look({ proposal: aProposalView() });
    await open();
    expect(getDialogText()).toContain('This replaces your earlier proposal.');
  });

  // spec proposals.12
  it('gives up a chosen time that somebody else takes, and offers the next free one', async () => {
    const { open, choose, press, take } = await look();
    await open();
    await choose('5:00 PM');
    await take(FIVE);
    await screen.findByText('Your time has just been taken');
    expect(getButton('Propose New Time').disabled).toBe(true);
    await press('Tue, 24 Nov 2026, 6:00 PM');
    expect(getButton('Propose New Time').disabled).toBe(false);
  });

  // spec proposals.12
  it('of a time that is taken offers what the server says is free', async () => {
    const nextFree = ['2026-12-01T10:30:00.000Z'];
    const { open, choose, propose, press, sent } = await look(
      {},
      {
        answers: {
          'proposals.propose': () => {
            throw apiError('booking.slot_taken', { nextFree });
          },
        },
      },
    );
    await open();
    await choose('6:00 PM');
    await propose();
    await screen.findByText('This time is already booked');
    await press('Tue, 1 Dec 2026, 4:00 PM');
    expect(getDialogText()).not.toContain('This time is already booked');
    expect(document.activeElement).toBe(getTime('4:00 PM'));
    await propose();
    await waitFor(() => expect(sent('proposals.propose')[1]).toEqual({ bookingId: 'booking-1', startTime: new Date(nextFree[0] ?? '') }));
    await screen.findByText('This time is already booked');
  });

  it.each([
    ['proposal.too_late', 'Another time can be proposed until 2 hours before the start'],
    ['proposal.not_confirmed', 'Only confirmed bookings can be moved to another time'],
    ['booking.tutor_on_vacation', 'Tutor is on Vacation. This tutor is not accepting new bookings.'],
  ] as const)('that no choice can mend (%s) says so, and reads the page again', async (code, sentence) => {
    const refuse = () => {
      throw apiError(code);
    };
    const { open, choose, propose, sent } = await look({}, { answers: { 'proposals.propose': refuse } });
    await open();
    await choose('6:00 PM');
    await propose();
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', message: sentence }]));
    await waitForNoDialog();
    expect(sent('bookings.byId').length).toBeGreaterThan(1);
  });

  // spec proposals.12
  it('that nobody answered keeps the choice', async () => {
    const refuse = () => {
      throw networkError();
    };
    const { open, choose, propose } = await look({}, { answers: { 'proposals.propose': refuse } });
    await open();
    await choose('6:00 PM');
    await propose();
    await screen.findByText('Failed to propose the new time. Please try again.');
    expect(getTime('6:00 PM').checked).toBe(true);
    expect(getButton('Propose New Time').disabled).toBe(false);
  });
});

describe('the calendar for another time', () => {
  const at = (hour: number) => new Date(`2026-11-24T${String(hour).padStart(2, '0')}:00:00Z`);
  const booking = aBookingDetails({ startTime: at(10), endTime: at(12) });
  const takenOf = (booked: AvailabilityView['booked']) =>
    toProposableSessions(booking, aCalendarView(aProfileView(), { booked }), { timesOfStudent: [], now: MONDAY_TEN, zone: ZONE })?.taken;

  it.each([
    ['the own time is free', [{ start: at(10), end: at(12) }], []],
    [
      'its neighbours are not',
      [
        { start: at(9), end: at(10) },
        { start: at(12), end: at(13) },
      ],
      [
        { start: at(9), end: at(10) },
        { start: at(12), end: at(13) },
      ],
    ],
    [
      'of a longer time the rest is taken',
      [{ start: at(9), end: at(13) }],
      [
        { start: at(9), end: at(10) },
        { start: at(12), end: at(13) },
      ],
    ],
  ])('%s', (_, booked, taken) => {
    expect(takenOf(booked)).toEqual(taken);
  });

  it('holds sessions of the same length, and none of a subject that is no longer taught', () => {
    const calendar = aCalendarView(aProfileView());
    const moment = { timesOfStudent: [], now: MONDAY_TEN, zone: ZONE };
    expect(toProposableSessions(booking, calendar, moment)?.hours).toBe(2);
    expect(toProposableSessions({ ...booking, subject: { id: '', name: 'Latin' } }, calendar, moment)?.week).toEqual([]);
    expect(toProposableSessions(booking, undefined, moment)).toBeNull();
  });
});

describe('an open proposal', () => {
  // spec proposals.13 | S4 | Both parties see what is open, and answer it on the page of the booking |
  //   src/client/features/booking-proposals/proposal-panel.tsx
  it.each<[Role, 'student' | 'tutor', string, string[]]>([
    ['student', 'tutor', 'Dilini Wickramasinghe proposes another time', ['Accept', 'Decline']],
    ['tutor', 'student', 'Kavindu Perera proposes another time', ['Accept', 'Decline']],
    ['student', 'student', 'You have proposed another time', ['Withdraw']],
    ['tutor', 'tutor', 'You have proposed another time', ['Withdraw']],
    ['admin', 'tutor', 'Dilini Wickramasinghe proposes another time', []],
  ])('as a %s sees that of the %s', async (role, by, heading, actions) => {
    await look({ proposal: aProposalView({ by }) }, { role });
    const panel = screen.getByRole('region', { name: heading });
    expect(panel.textContent).toContain('New timeTue, 24 Nov 2026, 5:00 PM – 6:00 PM');
    expect(panel.textContent).toContain('Instead ofTue, 24 Nov 2026, 4:00 PM – 5:00 PM');
    expect(panel.textContent).toContain(' until Tue, 24 Nov 2026, 10:00 AM.');
    expect(listButtons(panel)).toEqual(actions);
  });

  // spec proposals.13
  it.each([
    ['has lapsed', { proposal: aProposalView({ lapsesAt: new Date(MONDAY_TEN.getTime() - 1) }) }],
    ['is of a session that was cancelled', { status: 'cancelled' as const, proposal: aProposalView() }],
  ])('that %s is not shown', async (_, booking) => {
    await look(booking);
    expect(queryPanel()).toBeNull();
  });

  // spec proposals.13
  it.each([
    ['Accept', 'tutor', 'proposals.accept', 'Booking moved successfully'],
    ['Decline', 'tutor', 'proposals.decline', 'New time declined successfully'],
    ['Withdraw', 'student', 'proposals.withdraw', 'Proposal withdrawn successfully'],
  ] as const)('%s is sent once, is said, and leaves the focus to the page', async (name, by, path, message) => {
    const { sent } = await look({ proposal: aProposalView({ by }) });
    const button = getButton(name);
    await act(async () => {
      button.focus();
      button.click();
      button.click();
    });
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', message }]));
    expect(sent(path)).toEqual([{ id: 'proposal-1' }]);
    await waitFor(() => expect(queryPanel()).toBeNull());
    await waitForFocus(getTitle);
  });

  it.each([
    ['Accept', 'tutor', 'proposals.accept', 'Failed to accept the new time'],
    ['Decline', 'tutor', 'proposals.decline', 'Failed to decline the new time'],
    ['Withdraw', 'student', 'proposals.withdraw', 'Failed to withdraw the proposal'],
  ] as const)('%s that could not be sent is named in the error', async (name, by, path, problem) => {
    const refuse = () => {
      throw networkError();
    };
    const { press } = await look({ proposal: aProposalView({ by }) }, { answers: { [path]: refuse } });
    await press(name);
    await waitFor(() => expect(toasts).toMatchObject([{ kind: 'error', message: expect.stringContaining(`${problem}. Please try again.`) }]));
  });

  it('that could not be answered gives the focus back', async () => {
    let fail = () => {};
    const noAnswer = new Promise<never>((_, reject) => {
      fail = () => reject(networkError());
    });
    const { press } = await look({ proposal: aProposalView() }, { answers: { 'proposals.decline': () => noAnswer } });
    await press('Decline');
    await waitFor(() => expect(getButton('Accept').disabled).toBe(true));
    // As a browser does with what is disabled.
    const link = screen.getByRole('link', { name: 'My Bookings' });
    await act(async () => {
      link.focus();
      link.blur();
    });
    expect(document.activeElement).toBe(document.body);
    await act(async () => fail());
    await waitForFocus(() => getButton('Decline'));
  });

  it('keeps its answers within reach of the thumb', async () => {
    await look({ proposal: aProposalView() });
    const bars = ['Accept', 'Decline'].map((name) => getButton(name).closest(`.${actionBar.bar}`));
    expect(bars[0]).not.toBeNull();
    expect(bars[1]).toBe(bars[0]);
  });

  // spec proposals.13
  it('that was accepted moves the page to the new time', async () => {
    const { press } = await look({ proposal: aProposalView() });
    await press('Accept');
    await waitFor(() => expect(getTitle().parentElement?.textContent).toContain('5:00 PM – 6:00 PM'));
  });

  // spec proposals.13
  it('whose time is gone says so, and leads on to one that is free', async () => {
    const accept = () => {
      throw apiError('booking.slot_taken', { nextFree: [SIX.start.toISOString()] });
    };
    const { propose, press, sent } = await look({ proposal: aProposalView() }, { answers: { 'proposals.accept': accept } });
    await press('Accept');
    await waitFor(() => expect(queryPanel()?.textContent).toContain('This time is already booked. You can propose one of these instead.'));
    await press('Tue, 24 Nov 2026, 6:00 PM');
    await screen.findByText('Your time: Tue, 24 Nov 2026, 6:00 PM – 7:00 PM');
    await propose();
    await waitForNoDialog();
    expect(sent('proposals.propose')).toEqual([{ bookingId: 'booking-1', startTime: SIX.start }]);
  });

  // spec proposals.13
  it('that the other tab has settled says so', async () => {
    const accept = () => {
      throw apiError('proposal.not_open');
    };
    const { press } = await look({ proposal: aProposalView() }, { answers: { 'proposals.accept': accept } });
    await press('Accept');
    await waitFor(() => expect(toasts).toEqual([{ kind: 'error', message: 'This proposal is no longer open' }]));
  });
});
