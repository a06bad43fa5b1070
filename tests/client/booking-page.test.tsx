import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import type { Account } from '#client/lib/session/session.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { clickButton, clickInDialog, waitForFocus, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, render, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { aBookingDetails, aCalendarView, aProfileView, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';
import { listLinks, makeBackButton, visit } from '#tests/support/visit.ts';

const ZONE = 'Asia/Colombo';
const ROOM = 'https://meet.vidya.test/room';
const VIEWERS = { student: STUDENT, tutor: TUTOR, admin: ADMIN } as const satisfies Record<Role, Account>;
const DURING = new Date(TUESDAY_FOUR.start.getTime() + 60_000);
const AFTER = new Date(TUESDAY_FOUR.end.getTime() + 60_000);

const LEFT = { id: '', phone: '', user: null };

const { toasts } = collectToasts();
beforeEach(() => {
  vi.stubEnv('TZ', ZONE);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Looked = { role?: Role; now?: Date; answers?: Answers };

async function look(booking: BookingDetails, { role = 'tutor', now = MONDAY_TEN, answers = {} }: Looked = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  signIn(VIEWERS[role]);
  const api = fakeApi({
    'tutors.availability': () => aCalendarView(aProfileView()),
    'bookings.byId': () => booking,
    'bookings.setStatus': ({ status }) => ({ ...booking, status }),
    ...answers,
  });
  const rendered = await render(<BookingPage id={booking.id} role={role} />, { api });
  await findTitle(booking.subject.name);
  return { ...rendered, page: () => document.body.textContent };
}

const textOf = ({ textContent }: HTMLElement) => textContent;
const getTitle = () => screen.getByRole('heading', { level: 1 });
const findTitle = (title: string) => waitFor(() => expect(getTitle().textContent).toBe(title));

const confirmed = (overrides: Partial<BookingDetails> = {}) =>
  aBookingDetails({ status: 'confirmed', confirmedAt: MONDAY_TEN, meetingLink: ROOM, ...overrides });
const steps = () =>
  within(screen.getByRole('region', { name: 'Status' }))
    .getAllByRole('listitem')
    .map((step) => [step.getAttribute('data-state'), ...within(step).getAllByRole('paragraph').map(textOf)]);
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));
const section = (name: string) => screen.queryByRole('region', { name })?.textContent;
/** The other party, or for an admin both. */
const people = () => region(/^(With|Who)$/);
const listPeopleLinks = () =>
  people()
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href'));

describe('the page of a booking', () => {
  // spec booking.3 | D Booking, Time and money | Time, mode, topics, money, contact, and no payment is taken online yet |
  //   src/client/features/bookings/booking-content.tsx
  it('says what, with whom, when, how, for how much, and as it was written', async () => {
    const { page } = await look(aBookingDetails({ notes: 'Past papers,\nplease' }));
    for (const text of ['Pending', 'With Kavindu Perera', 'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM', '1 hour', 'Online', 'Calculus', 'Rs. 1,500'])
      expect(page()).toContain(text);
    expect(page()).toContain('No payment is taken online yet.');
    expect(page()).toContain('Times are in Colombo time.');
    expect(region('Notes').getByRole('paragraph').textContent).toBe('Past papers,\nplease');
  });

  // spec booking.3
  it('shows both zones to somebody elsewhere', async () => {
    vi.stubEnv('TZ', 'Europe/London');
    const { page } = await look(aBookingDetails());
    expect(page()).toContain('In London: 10:30 AM – 11:30 AM');
    expect(page()).toContain('Mon, 23 Nov 2026, 10:00 AM (4:30 AM in London)');
  });

  it('has no heading for what is not there', async () => {
    await look(aBookingDetails({ selectedTopics: [], contactNumber: '' }), { role: 'admin' });
    expect(screen.getAllByRole('heading', { level: 2 }).map(textOf)).toEqual(['Session', 'Status', 'Who', 'Amount']);
    expect(screen.getAllByRole('term').map(textOf)).toEqual(['Duration', 'Method']);
    expect(document.body.textContent).not.toContain('null');
  });

  // spec booking.3
  it('says where the tutor is to come', async () => {
    await look(confirmed({ learningMethod: 'individual', meetingLink: null, address: '12 Temple Road, Nugegoda' }));
    expect(section('Session')).toContain('12 Temple Road, Nugegoda');
    expect(section('Meeting link')).toBeUndefined();
  });

  it('counts down', async () => {
    await look(confirmed(), { now: DURING });
    expect(screen.getByText('Ends in 0h 59m')).toBeDefined();
  });
});

describe('the other party', () => {
  // spec booking.5 | D Booking, R §2.11 | The other party, who may have left | src/client/features/bookings/booking-people.tsx
  it('of the tutor is the student, who can be called, also from another device', async () => {
    await look(aBookingDetails());
    expect(people().getAllByRole('listitem').map(textOf)).toEqual(['KPKavindu PereraStudent0771234567Call']);
    expect(listPeopleLinks()[0]).toBe('tel:0771234567');
  });

  it('of the tutor may be a child, for whom somebody has booked', async () => {
    const { page } = await look(aBookingDetails({ childName: 'Sanduni' }));
    expect(page()).toContain('For Sanduni, booked by Kavindu Perera');
  });

  it.each([
    ['is explained for a request that waits', aBookingDetails(), true],
    ['is not for a session that is confirmed', confirmed(), false],
  ])('of the student: why the tutor cannot be called %s', async (_, booking, isExplained) => {
    const { page } = await look(booking, { role: 'student' });
    expect(page().includes('The phone number is shown here once the tutor has accepted.')).toBe(isExplained);
  });

  // spec booking.5
  it('of the student is the tutor, whose profile is a click away', async () => {
    await look(aBookingDetails(), { role: 'student' });
    expect(listPeopleLinks()).toEqual(['/tutors/tutor-profile-1', 'tel:0712345678']);
    expect(section('With')).toContain('0712345678');
    expect(section('Session')).toContain('Your contact number0771234567');
  });

  // spec booking.5
  it('may have left', async () => {
    await look(aBookingDetails({ tutor: LEFT }), { role: 'student' });
    expect(section('With')).toContain('Unknown Tutor');
    expect(listPeopleLinks()).toEqual([]);
  });

  // spec booking.5
  it('of an admin are both', async () => {
    const { page } = await look(aBookingDetails(), { role: 'admin' });
    expect(people().getAllByRole('listitem').map(textOf)).toHaveLength(2);
    expect(page()).toContain('Kavindu Perera, with Dilini Wickramasinghe');
  });
});

// spec booking.4 | D Booking | The status as a timeline, each step with its time; what a cancellation kept | src/client/features/bookings/booking-timeline.tsx
describe('the status of a booking', () => {
  const UNANSWERED = 'Without one, it is cancelled on Tue, 24 Nov 2026, 10:00 AM';
  const [requestedAt, later] = ['Mon, 23 Nov 2026, 10:00 AM', 'Tue, 24 Nov 2026, 5:00 PM'];

  it.each<[string, BookingDetails, Role, Date, unknown[]]>([
    [
      'a request waits for the tutor',
      aBookingDetails(),
      'tutor',
      MONDAY_TEN,
      [
        ['done', 'Requested', requestedAt],
        ['ahead', 'Confirmed', 'Waiting for your answer.', UNANSWERED],
        ['ahead', 'Completed'],
      ],
    ],
    [
      'the student is told for whom it waits',
      aBookingDetails(),
      'student',
      MONDAY_TEN,
      [
        ['done', 'Requested', requestedAt],
        ['ahead', 'Confirmed', 'Waiting for the tutor to answer.', UNANSWERED],
        ['ahead', 'Completed'],
      ],
    ],
    [
      'the time of a request may have come',
      aBookingDetails(),
      'student',
      DURING,
      [
        ['done', 'Requested', requestedAt],
        ['ahead', 'Confirmed', 'The time has come without an answer.'],
        ['ahead', 'Completed'],
      ],
    ],
    [
      'a confirmed one is completed after its end',
      confirmed(),
      'tutor',
      MONDAY_TEN,
      [
        ['done', 'Requested', requestedAt],
        ['done', 'Confirmed', requestedAt],
        ['ahead', 'Completed', 'You complete it once the session has ended.'],
      ],
    ],
    [
      'a completed one is done',
      confirmed({ status: 'completed', completedAt: TUESDAY_FOUR.end }),
      'admin',
      AFTER,
      [
        ['done', 'Requested', requestedAt],
        ['done', 'Confirmed', requestedAt],
        ['done', 'Completed', later],
      ],
    ],
    [
      'one of before these times were kept has none',
      confirmed({ confirmedAt: null }),
      'student',
      AFTER,
      [
        ['done', 'Requested', requestedAt],
        ['done', 'Confirmed'],
        ['ahead', 'Completed', 'Waits for the tutor to complete it.', 'Otherwise, it is completed on Thu, 26 Nov 2026, 5:00 PM'],
      ],
    ],
  ])('%s', async (_, booking, role, now, expected) => {
    await look(booking, { role, now });
    expect(steps()).toEqual(expected);
  });

  it.each<[BookingDetails['cancelledBy'], Role, string]>([
    ['tutor', 'tutor', 'Cancelled by you'],
    ['tutor', 'student', 'Cancelled by the tutor'],
    ['student', 'student', 'Cancelled by you'],
    ['student', 'admin', 'Cancelled by the student'],
    ['system', 'student', 'Cancelled automatically'],
    ['admin', 'tutor', 'Cancelled by an administrator'],
    [null, 'tutor', 'Cancelled'],
  ])('cancelled by %s, a %s reads: %s', async (cancelledBy, role, words) => {
    await look(aBookingDetails({ status: 'cancelled', cancelledBy, cancelledAt: TUESDAY_FOUR.end }), { role });
    expect(steps()).toEqual([
      ['done', 'Requested', requestedAt],
      ['cancelled', words, later],
    ]);
  });

  // spec booking.4
  // spec s12-money.2
  it.each<[Role, string[]]>([
    ['student', ['You oweRs. 750']],
    ['tutor', ['Owed by the studentRs. 750', 'Due to the tutorRs. 637.50', 'Platform feeRs. 112.50']],
  ])('of a cancelled one comes with its reason and the figures that concern a %s', async (role, figures) => {
    const cancellation = { refund: 750, retained: 750, platformFee: 112.5, tutorShare: 637.5 };
    await look(aBookingDetails({ status: 'cancelled', cancellationReason: 'I am ill', cancelledBy: 'student', cancellation }), { role });
    expect(section('Cancellation reason')).toContain('I am ill');
    expect(section('Amount')).toContain('Under our cancellation terms');
    const terms = region('Amount').getAllByRole('term').map(textOf);
    const amounts = region('Amount').getAllByRole('definition').map(textOf);
    expect(terms.map((term, index) => `${term}${amounts[index]}`)).toEqual(figures);
  });
});

// spec booking.6 | D Booking | The actions that this person has now | src/client/features/bookings/use-transitions.tsx
describe('what can be done on the page of a booking', () => {
  const [PROPOSE, CALENDAR, REPORT, AGAIN] = ['Propose another time', 'Add to calendar', 'Report a problem', 'Book again'];
  const isBefore = (one: HTMLElement, other: HTMLElement) => one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const listActions = () => {
    const card = within(screen.getByRole('article'));
    const links = card.queryAllByRole<HTMLAnchorElement>('link').filter(({ target, textContent }) => target === '_blank' || textContent === AGAIN);
    return [...card.queryAllByRole('button'), ...links].sort((one, other) => (isBefore(one, other) ? -1 : 1)).map(textOf);
  };

  it.each<[string, BookingDetails, Role, Date, string[]]>([
    ['a tutor answers a request', aBookingDetails(), 'tutor', MONDAY_TEN, ['Confirm', 'Cancel']],
    ['a student may call it off', aBookingDetails(), 'student', MONDAY_TEN, ['Cancel']],
    ['an admin looks', aBookingDetails(), 'admin', MONDAY_TEN, []],
    ['a tutor prepares a session', confirmed(), 'tutor', MONDAY_TEN, [PROPOSE, CALENDAR, 'Cancel', 'Join', 'Copy Link', 'Edit Link']],
    ['a student too', confirmed(), 'student', MONDAY_TEN, [PROPOSE, CALENDAR, 'Cancel', 'Join', 'Copy Link']],
    ['both join', confirmed(), 'student', DURING, ['Join', CALENDAR, 'Copy Link', REPORT]],
    ['an admin joins nobody', confirmed({ meetingLink: null }), 'admin', DURING, []],
    ['a tutor without a room adds one', confirmed({ meetingLink: null }), 'tutor', MONDAY_TEN, [PROPOSE, CALENDAR, 'Cancel', 'Add Link']],
    ['a tutor completes what is over', confirmed(), 'tutor', AFTER, ['Complete Session', CALENDAR, 'Join', 'Copy Link', REPORT]],
    ['a student reviews what is completed', confirmed({ status: 'completed' }), 'student', AFTER, ['Review', AGAIN, REPORT]],
    ['or changes what was said', confirmed({ status: 'completed', isReviewed: true }), 'student', AFTER, ['Edit Review', AGAIN, REPORT]],
    ['a tutor may say that something went wrong', confirmed({ status: 'completed' }), 'tutor', AFTER, [REPORT]],
    ['one that was cancelled leaves a calendar', confirmed({ status: 'cancelled' }), 'student', MONDAY_TEN, ['Update calendar', AGAIN]],
    ['a request that was cancelled was in none', aBookingDetails({ status: 'cancelled' }), 'student', MONDAY_TEN, [AGAIN]],
    ['a tutor does not book', aBookingDetails({ status: 'cancelled' }), 'tutor', MONDAY_TEN, []],
    ['nobody books a tutor who has left', aBookingDetails({ status: 'cancelled', tutor: LEFT }), 'student', MONDAY_TEN, []],
  ])('%s', async (_, booking, role, now, expected) => {
    await look(booking, { role, now });
    expect(listActions()).toEqual(expected);
  });

  // spec s12-next.5
  it('Book again leads to the dialog of the tutor for the same subject and method', async () => {
    await look(confirmed({ status: 'completed', learningMethod: 'individual' }), { role: 'student', now: AFTER });
    const href = screen.getByRole('link', { name: 'Book again' }).getAttribute('href');
    expect(href).toBe('/tutors/tutor-profile-1?book=1&subject=subject-maths&method=individual');
  });

  // spec booking.12 | D Booking | The meeting link is for the two parties; Join opens a tab of its own |
  //   src/client/features/bookings/booking-content.tsx
  it('Join opens the meeting in a tab of its own', async () => {
    await look(confirmed(), { role: 'student', now: DURING });
    const join = screen.getByRole('link', { name: 'Join' });
    expect(['href', 'target', 'rel'].map((name) => join.getAttribute(name))).toEqual([ROOM, '_blank', 'noopener noreferrer']);
  });

  // spec booking.12
  it('the meeting link is copied', async () => {
    const { user } = await look(confirmed());
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await clickButton(user, 'Copy Link');
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', message: 'Meeting link copied' }]));
    expect(write.mock.calls).toEqual([[ROOM]]);
  });

  // spec booking.12
  it('where it cannot be copied, the page says what to do', async () => {
    const { user } = await look(confirmed());
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await clickButton(user, 'Copy Link');
    await waitFor(() => expect(toasts.map(({ kind }) => kind)).toEqual(['error']));
  });

  // spec booking.6
  it('a move is made here as in the list, and the page is read again', async () => {
    let booking = aBookingDetails();
    const setStatus = () => {
      booking = { ...booking, status: 'confirmed', confirmedAt: MONDAY_TEN };
      return booking;
    };
    const { user } = await look(booking, { answers: { 'bookings.byId': () => booking, 'bookings.setStatus': setStatus } });
    await clickButton(user, 'Confirm');
    await clickInDialog(user, 'Confirm');
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', message: 'Booking confirmed successfully' }]));
    await waitFor(() => expect(listActions()).toContain('Add Link'));
    // Its button is gone.
    await waitForFocus(getTitle);
  });
});

// spec booking.9 | S4 | A session that was moved says from when to when and whose wish it was | src/client/features/bookings/booking-timeline.tsx
describe('a session that was moved', () => {
  const first = { start: new Date('2026-11-25T10:30:00Z'), end: new Date('2026-11-25T11:30:00Z') };
  const moves = [
    { at: new Date('2026-11-23T05:30:00Z'), from: first.start, to: first.end, proposedBy: 'tutor' as const },
    { at: new Date('2026-11-23T06:30:00Z'), from: first.end, to: TUESDAY_FOUR.start, proposedBy: 'student' as const },
  ];

  it('says from when to when, and whose wish it was, in the order in which it happened', async () => {
    await look(confirmed({ moves }), { role: 'student' });
    expect(steps().slice(1, 4)).toEqual([
      ['done', 'Confirmed', 'Mon, 23 Nov 2026, 10:00 AM'],
      [
        'done',
        'Moved to another time',
        'Mon, 23 Nov 2026, 11:00 AM',
        'From Wed, 25 Nov 2026, 4:00 PM',
        'To Wed, 25 Nov 2026, 5:00 PM',
        'Proposed by the tutor.',
      ],
      [
        'done',
        'Moved to another time',
        'Mon, 23 Nov 2026, 12:00 PM',
        'From Wed, 25 Nov 2026, 5:00 PM',
        'To Tue, 24 Nov 2026, 4:00 PM',
        'Proposed by you.',
      ],
    ]);
  });

  it('keeps that when it is cancelled', async () => {
    await look(confirmed({ moves, status: 'cancelled', cancelledBy: 'tutor', cancelledAt: TUESDAY_FOUR.start }), { role: 'admin' });
    expect(steps().map(([, label]) => label)).toEqual([
      'Requested',
      'Confirmed',
      'Moved to another time',
      'Moved to another time',
      'Cancelled by the tutor',
    ]);
  });
});

// spec booking.10 | S4, D Routes | The conversation of its two people is a click away, for them alone |
//   src/client/features/bookings/contact-buttons.tsx
// spec messages.3
describe('the way to the other party', () => {
  it.each([
    ['student', ['/tutors/tutor-profile-1', 'tel:0712345678', '/messages?thread=thread-1']],
    ['tutor', ['tel:0771234567', '/messages?thread=thread-1']],
    ['admin', ['/tutors/tutor-profile-1']],
  ] as const)('of a %s', async (role, expected) => {
    await look(confirmed({ threadId: 'thread-1' }), { role });
    expect(listPeopleLinks()).toEqual(expected);
  });

  // spec booking.10
  it('is no conversation where one of them has left', async () => {
    await look(confirmed({ threadId: null }), { role: 'tutor' });
    expect(listPeopleLinks()).toEqual(['tel:0771234567']);
  });
});

// spec calendar.1 | D Calendar | Add to calendar on a booking, made in the browser | src/client/features/bookings/booking-actions.tsx
describe('the calendar of a party', () => {
  const made: { name: string; text: Promise<string> }[] = [];
  let latest: Blob | null = null;
  beforeEach(() => {
    made.length = 0;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      latest = file instanceof Blob ? file : null;
      return 'blob:calendar';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (this.href === 'blob:calendar' && latest) made.push({ name: this.download, text: latest.text() });
    });
  });
  const file = async () => {
    const { name, text } = await waitFor(() => {
      const [first] = made;
      if (!first) throw new Error('no file yet');
      return first;
    });
    return { name, lines: (await text).replaceAll('\r\n ', '').split('\r\n') };
  };

  it('gets the session, in UTC, under a name that never changes', async () => {
    const { user } = await look(confirmed({ sequence: 3 }), { role: 'student' });
    await clickButton(user, 'Add to calendar');
    const { name, lines } = await file();
    expect(name).toBe('session-2026-11-24.ics');
    for (const line of [
      'UID:booking-booking-1@vidya',
      'SEQUENCE:3',
      'DTSTART:20261124T103000Z',
      'DTEND:20261124T113000Z',
      'SUMMARY:Combined Mathematics with Dilini Wickramasinghe',
      'STATUS:CONFIRMED',
    ])
      expect(lines).toContain(line);
  });

  it('of the tutor names the student, and strikes out what was cancelled', async () => {
    const { user } = await look(confirmed({ status: 'cancelled', sequence: 4 }), { role: 'tutor' });
    await clickButton(user, 'Update calendar');
    const { lines } = await file();
    expect(lines).toContain('SUMMARY:Combined Mathematics with Kavindu Perera');
    expect(lines).toContain('STATUS:CANCELLED');
    expect(lines).toContain('SEQUENCE:4');
  });
});

describe('the question for the meeting link', () => {
  it('is closed by Back, which leaves the page where it is', async () => {
    const { user, router } = await look(confirmed());
    const goesBack = makeBackButton(router);
    await clickButton(user, 'Edit Link');
    await screen.findByRole('dialog');
    expect(await goesBack()).toBe(false);
    await waitForNoDialog();
  });
});

// spec booking.2 | S3 | A meeting link that is changed reaches the open page | src/client/features/bookings/booking-page.tsx
describe('what the other party changes', () => {
  it('is here as soon as the tutor is heard of', async () => {
    let booking = confirmed({ meetingLink: null });
    const { api } = await look(booking, { role: 'student', answers: { 'bookings.byId': () => booking } });
    await waitFor(() => expect(api.subscriptions('inbox.watchTutor')).toEqual([{ tutorId: booking.tutor.id }]));
    booking = confirmed();
    await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: booking.tutor.id } }));
    await screen.findByRole('button', { name: 'Copy Link' });
  });

  it('cannot be followed where the tutor is gone', async () => {
    const { api } = await look(confirmed({ tutor: { id: '', phone: '', user: null } }), { role: 'student' });
    expect(api.subscriptions('inbox.watchTutor')).toEqual([]);
  });
});

describe('the way to the page of a booking', () => {
  const byId = () => aBookingDetails();

  // spec booking.1 | D Booking, Routes | /bookings/{id} for both parties and admins; a visitor logs in first | src/client/routes/bookings.$id.tsx
  it.each([STUDENT, TUTOR, ADMIN])('is open to $role', async (me) => {
    const { at } = await visit('/bookings/booking-1', me, { 'bookings.byId': byId });
    await findTitle('Combined Mathematics');
    expect(at()).toBe('/bookings/booking-1');
  });

  it.each([
    [STUDENT, '/student/bookings'],
    [TUTOR, '/tutor/bookings'],
    [ADMIN, '/admin/bookings'],
  ] as const)('that does not exist, or belongs to somebody else, leads back', async (me, list) => {
    await visit('/bookings/nope', me, { 'bookings.byId': () => Promise.reject(apiError('booking.not_found')) });
    await screen.findByText('Booking not found');
    expect(listLinks(screen.getByRole('main')).map(([, href]) => href)).toEqual([list, list]);
    expect(getTitle().textContent).toBe('Booking');
  });

  // spec booking.1
  it('that cannot be told says so, and tries again', async () => {
    let isAway = true;
    const { user } = await visit('/bookings/booking-1', TUTOR, { 'bookings.byId': () => (isAway ? Promise.reject(apiError('auth.role')) : byId()) });
    await screen.findByText('Error fetching bookings.');
    isAway = false;
    await clickButton(user, 'Try Again');
    await findTitle('Combined Mathematics');
  });
});
