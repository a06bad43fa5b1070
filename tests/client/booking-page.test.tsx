import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Me } from '#client/api/session.ts';
import { BookingPage } from '#client/features/bookings/booking-page.tsx';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { BookingDetails } from '#shared/contracts/bookings.ts';
import type { Role } from '#shared/vocabulary/people.ts';
import { type Answers, fakeApi, refused } from '#tests/support/fake-api.ts';
import { ADMIN, button as opener, press, render, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aBookingDetails, MONDAY_TEN, TUESDAY_FOUR } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const ZONE = 'Asia/Colombo';
const ROOM = 'https://meet.vidya.test/room';
const VIEWERS = { student: STUDENT, tutor: TUTOR, admin: ADMIN } as const satisfies Record<Role, Me>;
const DURING = new Date(TUESDAY_FOUR.start.getTime() + 60_000);
const AFTER = new Date(TUESDAY_FOUR.end.getTime() + 60_000);

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

type Looked = { role?: Role; now?: Date; answers?: Answers };

async function look(booking: BookingDetails, { role = 'tutor', now = MONDAY_TEN, answers = {} }: Looked = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  signIn(VIEWERS[role]);
  const api = fakeApi({ 'bookings.byId': () => booking, 'bookings.setStatus': ({ status }) => ({ ...booking, status }), ...answers });
  const rendered = await render(<BookingPage id={booking.id} role={role} zone={ZONE} />, { api });
  await until(() => expect(texts('h1')).toEqual([booking.subject.name]));
  return { ...rendered, page: () => document.body.textContent ?? '' };
}

const confirmed = (overrides: Partial<BookingDetails> = {}) =>
  aBookingDetails({ status: 'confirmed', confirmedAt: MONDAY_TEN, meetingLink: ROOM, ...overrides });
const steps = () =>
  [...document.querySelectorAll('section[aria-labelledby="status"] li')].map((step) => [
    step.getAttribute('data-state'),
    ...[...step.querySelectorAll('p')].map(({ textContent }) => textContent),
  ]);
const section = (id: string) => document.querySelector(`section[aria-labelledby="${id}"]`)?.textContent;

describe('the page of a booking', () => {
  it('says what, with whom, when, how, for how much, and as it was written', async () => {
    const { page } = await look(aBookingDetails({ notes: 'Past papers,\nplease' }));
    for (const text of ['Pending', 'With Kavindu Perera', 'Tue, 24 Nov 2026, 4:00 PM – 5:00 PM', '1 hour', 'Online', 'Calculus', 'Rs. 1,500'])
      expect(page()).toContain(text);
    expect(page()).toContain('No payment is taken online yet.');
    expect(page()).toContain('Times are in Colombo time.');
    expect(document.querySelector('section[aria-labelledby="notes"] p')?.textContent).toBe('Past papers,\nplease');
  });

  it('shows both zones to somebody elsewhere', async () => {
    vi.stubEnv('TZ', 'Europe/London');
    const { page } = await look(aBookingDetails());
    expect(page()).toContain('In London: 10:30 AM – 11:30 AM');
    expect(page()).toContain('Mon, 23 Nov 2026, 10:00 AM (4:30 AM in London)');
  });

  it('has no heading for what is not there', async () => {
    await look(aBookingDetails({ selectedTopics: [], contactNumber: '' }), { role: 'admin' });
    expect(texts('h2')).toEqual(['Session', 'Status', 'Who', 'Amount']);
    expect(texts('dt')).toEqual(['Duration', 'Method']);
    expect(document.body.textContent).not.toContain('null');
  });

  it('says where the tutor is to come', async () => {
    await look(confirmed({ learningMethod: 'individual', meetingLink: null, address: '12 Temple Road, Nugegoda' }));
    expect(section('session')).toContain('12 Temple Road, Nugegoda');
    expect(section('meeting')).toBeUndefined();
  });

  it('counts down', async () => {
    await look(confirmed(), { now: DURING });
    await shown('Ends in 0h 59m');
  });
});

describe('the other party', () => {
  it('of the tutor is the student, who can be called', async () => {
    await look(aBookingDetails());
    expect(texts('section[aria-labelledby="people"] li')).toEqual(['KPKavindu PereraStudentCall']);
    expect(document.querySelector('section[aria-labelledby="people"] a')?.getAttribute('href')).toBe('tel:0771234567');
  });

  it('of the tutor may be a child, for whom somebody has booked', async () => {
    const { page } = await look(aBookingDetails({ childName: 'Sanduni' }));
    expect(page()).toContain('For Sanduni, booked by Kavindu Perera');
  });

  it('of the student is the tutor, whose profile is a click away', async () => {
    await look(aBookingDetails(), { role: 'student' });
    const links = [...document.querySelectorAll('section[aria-labelledby="people"] a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/tutors/tutor-profile-1', 'tel:0712345678']);
    expect(section('session')).toContain('Your contact number0771234567');
  });

  it('may have left', async () => {
    await look(aBookingDetails({ tutor: { id: '', phone: '', user: null } }), { role: 'student' });
    expect(section('people')).toContain('Unknown Tutor');
    expect(document.querySelector('section[aria-labelledby="people"] a')).toBeNull();
  });

  it('of an admin are both', async () => {
    const { page } = await look(aBookingDetails(), { role: 'admin' });
    expect(texts('section[aria-labelledby="people"] li')).toHaveLength(2);
    expect(page()).toContain('Kavindu Perera, with Dilini Wickramasinghe');
  });
});

describe('the status of a booking', () => {
  const [asked, later] = ['Mon, 23 Nov 2026, 10:00 AM', 'Tue, 24 Nov 2026, 5:00 PM'];

  it.each<[string, BookingDetails, Role, Date, unknown[]]>([
    [
      'a request waits for the tutor',
      aBookingDetails(),
      'tutor',
      MONDAY_TEN,
      [
        ['done', 'Requested', asked],
        ['ahead', 'Confirmed', 'Waits for your answer.'],
        ['ahead', 'Completed'],
      ],
    ],
    [
      'the student is told for whom it waits',
      aBookingDetails(),
      'student',
      MONDAY_TEN,
      [
        ['done', 'Requested', asked],
        ['ahead', 'Confirmed', "Waits for the tutor's answer."],
        ['ahead', 'Completed'],
      ],
    ],
    [
      'the time of a request may have come',
      aBookingDetails(),
      'student',
      DURING,
      [
        ['done', 'Requested', asked],
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
        ['done', 'Requested', asked],
        ['done', 'Confirmed', asked],
        ['ahead', 'Completed', 'You complete it once the session has ended.'],
      ],
    ],
    [
      'a completed one is done',
      confirmed({ status: 'completed', completedAt: TUESDAY_FOUR.end }),
      'admin',
      AFTER,
      [
        ['done', 'Requested', asked],
        ['done', 'Confirmed', asked],
        ['done', 'Completed', later],
      ],
    ],
    [
      'one of before these times were kept has none',
      confirmed({ confirmedAt: null }),
      'student',
      AFTER,
      [
        ['done', 'Requested', asked],
        ['done', 'Confirmed'],
        ['ahead', 'Completed', 'Waits for the tutor to complete it.'],
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
      ['done', 'Requested', asked],
      ['cancelled', words, later],
    ]);
  });

  it('of a cancelled one comes with its reason and the figures that were kept', async () => {
    const cancellation = { refund: 750, retained: 750, platformFee: 112.5, tutorShare: 637.5 };
    await look(aBookingDetails({ status: 'cancelled', cancellationReason: 'I am ill', cancelledBy: 'student', cancellation }));
    expect(section('reason')).toContain('I am ill');
    expect(section('money')).toContain('Under our cancellation terms');
    expect(texts('section[aria-labelledby="money"] dl > div')).toEqual([
      'Refundable to the studentRs. 750',
      'Due to the tutorRs. 637.50',
      'Platform feeRs. 112.50',
    ]);
  });
});

describe('what can be done on the page of a booking', () => {
  const actions = () => texts('main button, article button, article a[target="_blank"]').map((text) => text.trim());

  it.each<[string, BookingDetails, Role, Date, string[]]>([
    ['a tutor answers a request', aBookingDetails(), 'tutor', MONDAY_TEN, ['Confirm', 'Cancel']],
    ['a student waits', aBookingDetails(), 'student', MONDAY_TEN, []],
    ['an admin looks', aBookingDetails(), 'admin', MONDAY_TEN, []],
    ['a tutor prepares a session', confirmed(), 'tutor', MONDAY_TEN, ['Cancel', 'Join', 'Copy Link', 'Edit Link']],
    ['a student too', confirmed(), 'student', MONDAY_TEN, ['Join', 'Copy Link']],
    ['both join', confirmed(), 'student', DURING, ['Join', 'Copy Link']],
    ['an admin joins nobody', confirmed({ meetingLink: null }), 'admin', DURING, []],
    ['a tutor without a room adds one', confirmed({ meetingLink: null }), 'tutor', MONDAY_TEN, ['Cancel', 'Add Link']],
    ['a tutor completes what is over', confirmed(), 'tutor', AFTER, ['Complete Session', 'Join', 'Copy Link']],
    ['nothing is left of what is completed', confirmed({ status: 'completed' }), 'tutor', AFTER, []],
  ])('%s', async (_, booking, role, now, expected) => {
    await look(booking, { role, now });
    expect(actions()).toEqual(expected);
  });

  it('Join opens the meeting in a tab of its own', async () => {
    await look(confirmed(), { role: 'student', now: DURING });
    const join = document.querySelector(`a[href="${ROOM}"]`);
    expect([join?.textContent, join?.getAttribute('target'), join?.getAttribute('rel')]).toEqual(['Join', '_blank', 'noopener noreferrer']);
  });

  it('the meeting link is copied', async () => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await look(confirmed());
    await press('Copy Link');
    await until(() => expect(said).toEqual([{ kind: 'success', message: 'Meeting link copied' }]));
    expect(copied).toEqual([ROOM]);
  });

  it('where it cannot be copied, the page says what to do', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await look(confirmed());
    await press('Copy Link');
    await until(() => expect(said.map(({ kind }) => kind)).toEqual(['error']));
  });

  it('a move is made here as in the list, and the page is read again', async () => {
    let booking = aBookingDetails();
    const setStatus = () => {
      booking = { ...booking, status: 'confirmed', confirmedAt: MONDAY_TEN };
      return booking;
    };
    await look(booking, { answers: { 'bookings.byId': () => booking, 'bookings.setStatus': setStatus } });
    await act(async () => {
      opener('Confirm').focus();
      opener('Confirm').click();
    });
    const button = await until(() => {
      const found = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(({ textContent }) =>
        textContent?.startsWith('Confirm'),
      );
      if (!found) throw new Error('no dialog');
      return found;
    });
    await act(async () => button.click());
    await until(() => expect(said).toEqual([{ kind: 'success', message: 'Booking confirmed successfully' }]));
    await until(() => expect(actions()).toContain('Add Link'));
    await until(() => expect(document.activeElement, 'its button is gone').toBe(document.querySelector('h1')));
  });
});

describe('what the other party changes', () => {
  it('is here as soon as the tutor is heard of', async () => {
    let booking = confirmed({ meetingLink: null });
    const { api } = await look(booking, { role: 'student', answers: { 'bookings.byId': () => booking } });
    await until(() => expect(api.following('inbox.watchTutor')).toEqual([{ tutorId: booking.tutor.id }]));
    booking = confirmed();
    await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: booking.tutor.id } }));
    await until(() => expect(texts('button')).toContain('Copy Link'));
  });

  it('cannot be followed where the tutor is gone', async () => {
    const { api } = await look(confirmed({ tutor: { id: '', phone: '', user: null } }), { role: 'student' });
    expect(api.following('inbox.watchTutor')).toEqual([]);
  });
});

describe('the way to the page of a booking', () => {
  const byId = () => aBookingDetails();

  it.each([STUDENT, TUTOR, ADMIN])('is open to $role', async (me) => {
    const { at } = await visit('/bookings/booking-1', me, { 'bookings.byId': byId });
    await until(() => expect(texts('h1')).toEqual(['Combined Mathematics']));
    expect(at()).toBe('/bookings/booking-1');
  });

  it.each([
    [STUDENT, '/student/bookings'],
    [TUTOR, '/tutor/bookings'],
    [ADMIN, '/'],
  ] as const)('that does not exist, or belongs to somebody else, leads back', async (me, list) => {
    await visit('/bookings/nope', me, { 'bookings.byId': () => Promise.reject(refused('booking.not_found')) });
    await shown('Booking not found');
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([list, list]);
    expect(texts('h1')).toEqual(['Booking']);
  });

  it('that cannot be told says so, and tries again', async () => {
    let isAway = true;
    await visit('/bookings/booking-1', TUTOR, { 'bookings.byId': () => (isAway ? Promise.reject(refused('auth.role')) : byId()) });
    await shown('Error fetching bookings.');
    isAway = false;
    await press('Try Again');
    await until(() => expect(texts('h1')).toEqual(['Combined Mathematics']));
  });
});
