import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { getFirstName } from '#client/ui/first-name.ts';
import type { EarningsView } from '#shared/contracts/bookings.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { button, press, pressTwice, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aBookingView, aProfileView, aSubjectView, PHYSICS } from '#tests/support/views.ts';
import { linksOf, visit } from '#tests/support/visit.ts';

const HOUR = 3_600_000;
const NOTHING = { gross: 0, fee: 0, net: 0, sessions: 0 };
const SOME = { gross: 125_000, fee: 18_750, net: 106_250, sessions: 50 };
const EARNINGS: EarningsView = {
  thisMonth: { gross: 1502.7, fee: 225.42, net: 1277.28, sessions: 3 },
  total: SOME,
  cancellationCharges: 750,
  months: [
    { month: '2026-10', ...NOTHING },
    { month: '2026-11', gross: 2000, fee: 300, net: 1700, sessions: 1 },
  ],
};
const COUNTS = { total: 25, pending: 2, upcoming: 3, ongoing: 1, ended: 4, completed: 10, cancelled: 5, today: 2 };
const STATS = { totalStudents: 30, totalSessions: 100, averageRating: 4.66, totalEarnings: 0, cancellationCharges: 0 };

const DESK = {
  'tutors.own': () => aProfileView(),
  'tutors.stats': () => STATS,
  'bookings.counts': () => COUNTS,
  'bookings.nextSessions': () => [],
  'bookings.earnings': () => EARNINGS,
} satisfies Answers;

const dashboard = (more: Answers = {}) => visit('/tutor/dashboard', TUTOR, { ...DESK, ...more });
const of = (overrides: Partial<TutorProfileView>): Answers => ({ 'tutors.own': () => aProfileView(overrides) });
const card = (title: string) => [...document.querySelectorAll('main section')].find((one) => one.querySelector('h2')?.textContent === title);

// spec tutor-dashboard.1 | P §2 Tutor area | Welcome with the first name, Verified badge | src/client/features/tutor-dashboard/dashboard-page.tsx
describe('the welcome', () => {
  it('is by the first name, with the badge of a verified tutor', async () => {
    await dashboard();
    await until(() => expect(texts('main h1')).toEqual(['Welcome, Dilini']));
    expect(texts('main header')[0]).toBe('Welcome, DiliniVerified');
  });

  it('has no badge before', async () => {
    await dashboard(of({ isVerified: false, verificationStatus: 'pending' }));
    await until(() => expect(texts('main header')).toEqual(['Welcome, Dilini']));
  });

  it.each([
    ['Dilini Wickramasinghe', 'Dilini'],
    ['  Nimal  Silva ', 'Nimal'],
    ['S. Kumaran Thiyagarajah', 'Kumaran'],
    ['K.M. Perera', 'Perera'],
    ['A B Silva', 'Silva'],
    ['Madonna', 'Madonna'],
    ['ස. දිල්හානි', 'දිල්හානි'],
    ['A.', 'A.'],
    ['', ''],
  ])('%j is greeted as %j', (name, first) => {
    expect(getFirstName(name)).toBe(first);
  });
});

describe('the stat cards', () => {
  // spec tutor-dashboard.2 | P §2 Tutor area, D Booking | Total bookings (pending plus completed), pending, rating to one decimal, subjects |
  //   src/client/features/tutor-dashboard/stat-cards.tsx
  it('count pending plus completed, pending, the rating to one decimal and the subjects, and lead there', async () => {
    await dashboard(of({ subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics' })] }));
    await until(() =>
      expect(linksOf('main ul:first-of-type').slice(0, 4)).toEqual([
        ['Total bookings12Pending and completed', '/tutor/bookings'],
        ['Pending2Waiting for your answer', '/tutor/bookings?filter=pending'],
        ['Rating4.7From 12 reviews', '/tutors/tutor-profile-1?tab=reviews'],
        ['Subjects2In your profile', '/tutor/profile'],
      ]),
    );
  });

  // spec tutor-dashboard.3 | C §7 | Stats of nobody are zeros, silently | src/client/features/tutor-dashboard/use-own-profile.ts
  it('are zeros for a tutor whom the figures do not know', async () => {
    const unknown = () => Promise.reject(apiError('tutor.not_found'));
    await dashboard({ ...of({ totalReviews: 0, subjects: [] }), 'tutors.stats': unknown });
    await shown('Rating0.0No reviews yet');
    await shown('Subjects0Add what you teach');
    expect(document.querySelector('main [role=alert]')).toBeNull();
  });

  // spec tutor-dashboard.2
  it('say that bookings could not be counted, and try again', async () => {
    let counts: () => Promise<typeof COUNTS> = () => Promise.reject(networkError());
    await dashboard({ 'bookings.counts': () => counts() });
    await shown('Failed to fetch bookings');
    counts = async () => COUNTS;
    await press('Try Again');
    await shown('Total bookings12');
  });
});

// spec tutor-dashboard.4 | P §2 Tutor area, §4 Vacation mode, D Booking | Vacation toggle, with a confirmation that says how many bookings remain |
//   src/client/features/tutor-dashboard/vacation-switch.tsx
describe('vacation mode', () => {
  const turned = (vacationMode: boolean, message: string) => () => ({ message, vacationMode, tutor: aProfileView({ vacationMode }) });
  const ON = 'Vacation mode enabled successfully! You are now unavailable for new bookings.';
  const OFF = 'Vacation mode disabled successfully! You are now available for new bookings.';
  const flip = () => act(async () => document.querySelector<HTMLButtonElement>('[role=switch]')?.click());
  /** What the button says when it is pressed lies hidden under what it says before. */
  const confirming = (label: string) => `${label}Processing...`;
  const isOn = () => document.querySelector('[role=switch]')?.getAttribute('aria-checked');

  it.each([
    [{ ...COUNTS, pending: 2, upcoming: 3 }, '5 bookings remain: they stay as they are, and the students expect you.'],
    [{ ...COUNTS, pending: 0, upcoming: 1 }, '1 booking remains: it stays as it is, and the student expects you.'],
    [{ ...COUNTS, pending: 0, upcoming: 0 }, 'You have no bookings ahead.'],
  ])('asks first, and says how many bookings remain: %#', async (counts, sentence) => {
    const { api } = await dashboard({ 'bookings.counts': () => counts });
    await shown('Off: students can book you.');
    await flip();
    await shown(sentence);
    await shown('Students cannot book new sessions with you until you turn it off again.');
    await press('Cancel');
    expect(api.calls.some(({ path }) => path === 'tutors.setVacation')).toBe(false);
    expect(isOn()).toBe('false');
  });

  it('is turned on once, however often it is pressed, and says so', async () => {
    const { api } = await dashboard({ 'tutors.setVacation': turned(true, ON) });
    await shown('Off: students can book you.');
    await flip();
    await until(() => button(confirming('Turn On')));
    await pressTwice(confirming('Turn On'));
    await shown(ON);
    await shown('On: students cannot book new sessions.');
    expect(isOn()).toBe('true');
    expect(api.calls.filter(({ path }) => path === 'tutors.setVacation').map(({ input }) => input)).toEqual([{ vacationMode: true }]);
  });

  it('is turned off', async () => {
    const { api } = await dashboard({ ...of({ vacationMode: true }), 'tutors.setVacation': turned(false, OFF) });
    await shown('On: students cannot book new sessions.');
    await flip();
    await until(() => button(confirming('Turn Off')));
    await press(confirming('Turn Off'));
    await shown(OFF);
    expect(api.calls.find(({ path }) => path === 'tutors.setVacation')?.input).toEqual({ vacationMode: false });
  });

  // spec errors.58
  it('says when it could not be turned, stays as it was, and can be tried again', async () => {
    await dashboard({ 'tutors.setVacation': () => Promise.reject(networkError()) });
    await shown('Off: students can book you.');
    await flip();
    await until(() => button(confirming('Turn On')));
    await press(confirming('Turn On'));
    await shown('Failed to update vacation mode. Please try again.');
    expect(isOn()).toBe('false');
    await until(() => expect(button(confirming('Turn On')).disabled).toBe(false));
  });
});

describe('quick actions', () => {
  // spec tutor-dashboard.5 | P §2 Tutor area | Quick actions: Edit Profile, View Bookings, Browse Tutors |
  //   src/client/features/tutor-dashboard/quick-actions.tsx
  it('lead to the profile, the bookings and other tutors', async () => {
    await dashboard();
    await until(() => expect(card('Quick actions')).toBeDefined());
    expect([...(card('Quick actions')?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Edit Profile', '/tutor/profile'],
      ['View Bookings', '/tutor/bookings'],
      ['Browse Tutors', '/tutors'],
    ]);
  });
});

// spec verification.2 | P §2 Tutor area, S3 | The same on the dashboard, with the five checks and the date of each that is passed |
//   src/client/features/tutor-dashboard/verification-progress.tsx
describe('verification', () => {
  const NO_CHECKS = { documents: false, education: false, experience: false, background: false, interview: false };
  const unverified = { isVerified: false, verificationChecks: NO_CHECKS, verificationDate: null };
  const text = () => card('Verification')?.textContent ?? '';

  it('has not started: how complete the profile is, and the five checks to come', async () => {
    await dashboard(of({ ...unverified, verificationStatus: 'not_started' }));
    await until(() => expect(text()).toContain('Not started'));
    expect(text()).toContain('80% complete');
    expect([...(card('Verification')?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual(
      ['Documents', 'Education', 'Experience', 'Background', 'Interview'].map((name) => `${name}Not checked yet`),
    );
  });

  it('is under review', async () => {
    await dashboard(of({ ...unverified, verificationStatus: 'pending' }));
    await until(() => expect(text()).toContain('Under Review'));
    expect(text()).toContain('You are told here and by mail as soon as it is decided.');
  });

  it('was refused: when, why, and where to change it', async () => {
    const verificationDate = new Date('2026-11-22T20:00:00Z');
    await dashboard(of({ ...unverified, verificationStatus: 'rejected', verificationDate, rejectionReason: 'The certificate is <b>cut off</b>.' }));
    await until(() => expect(text()).toContain('Your profile was not approved on Mon, 23 Nov 2026.'));
    expect(text()).toContain('The certificate is <b>cut off</b>.');
    expect(card('Verification')?.querySelector('a')?.textContent).toBe('Update Profile');
    expect(card('Verification')?.querySelector('a')?.getAttribute('href')).toBe('/tutor/profile');
  });

  it('has passed: each check with its date', async () => {
    await dashboard();
    await until(() => expect(text()).toContain('InterviewPassed on Mon, 23 Nov 2026'));
    expect(text()).not.toContain('Not checked yet');
  });
});

// spec tutor-dashboard.6 | S3 | Next sessions: five, requests and confirmed ones, with whom, when, how, how soon |
//   src/client/features/tutor-dashboard/next-sessions.tsx
describe('the next sessions', () => {
  it('say with whom, when, how and how soon, and lead to the booking', async () => {
    const startTime = new Date(Date.now() + 2 * HOUR - 30_000);
    const times = { startTime, endTime: new Date(startTime.getTime() + HOUR) };
    await dashboard({
      'bookings.nextSessions': () => [
        aBookingView({ id: 'b-1', status: 'confirmed', childName: 'Sahan', ...times }),
        aBookingView({ id: 'b-2', learningMethod: 'individual', ...times }),
      ],
    });
    await shown('For Sahan, booked by Kavindu Perera');
    const links = [...(card('Next sessions')?.querySelectorAll('ol a') ?? [])];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/bookings/b-1', '/bookings/b-2']);
    expect(links[0]?.textContent).toContain('Starts in 2h 0mOnline');
    expect(links[1]?.textContent).toContain('PendingHome Visit');
  });

  it('are none yet', async () => {
    await dashboard();
    await shown('No sessions ahead. When a student books you, the session appears here at once.');
  });

  it('could not be read', async () => {
    await dashboard({ 'bookings.nextSessions': () => Promise.reject(apiError('server.unavailable')) });
    await until(() => expect(card('Next sessions')?.textContent).toContain('Something went wrong'));
  });
});

describe('earnings', () => {
  const rows = () => [...(card('Earnings')?.querySelectorAll('dl > div') ?? [])].map(({ textContent }) => textContent);

  // spec tutor-dashboard.7 | S3, D Time and money | Earnings of this month and in all: gross, fee, net, each explained; Cancellation charges apart |
  //   src/client/features/tutor-dashboard/earnings-card.tsx
  it('this month and in all: gross, the fee and net, each explained; cancellation charges stand apart', async () => {
    await dashboard();
    await until(() =>
      expect(rows()).toEqual([
        'GrossThe price of your completed sessions.This month: Rs. 1,502.70In all: Rs. 1,25,000',
        'Platform fee15% of each session, rounded to the cent.This month: Rs. 225.42In all: Rs. 18,750',
        'NetWhat is left for you: gross less the fee.This month: Rs. 1,277.28In all: Rs. 1,06,250',
        'Cancellation chargesKept of sessions that were cancelled late. In none of the figures above.In all: Rs. 750',
      ]),
    );
    await shown('No payment is taken online yet. Your students pay you directly.');
  });

  // spec tutor-dashboard.10 | S3 | The chart is bars, and a table that says the same | src/client/features/tutor-dashboard/earnings-chart.tsx
  it('by month: bars, and a table that says the same', async () => {
    await dashboard();
    await shown('Since October 2026');
    expect(texts('figure tbody tr')).toEqual(['October 20260Rs. 0Rs. 0Rs. 0', 'November 20261Rs. 2,000Rs. 300Rs. 1,700']);
    expect(texts('figure [aria-hidden] li')).toEqual(['Oct–', 'NovRs. 1,700']);
    const widths = [...document.querySelectorAll<HTMLElement>('figure li:last-child [data-part]')].map(({ style }) => style.width);
    expect(widths).toEqual(['85%', '15%']);
  });

  // spec tutor-dashboard.10
  it('of nobody are zeros, without a chart', async () => {
    const months = EARNINGS.months.map(({ month }) => ({ month, ...NOTHING }));
    await dashboard({ 'bookings.earnings': () => ({ thisMonth: NOTHING, total: NOTHING, cancellationCharges: 0, months }) });
    await shown('When you complete a session, the month in which it was held shows here.');
    expect(document.querySelector('figure')).toBeNull();
  });

  it('could not be read', async () => {
    await dashboard({ 'bookings.earnings': () => Promise.reject(networkError()) });
    await shown('Failed to fetch earnings');
  });
});

describe('a tutor without a profile', () => {
  // spec tutor-dashboard.11 | P §2 Tutor area | With no profile: Complete Your Profile | src/client/features/tutor-dashboard/dashboard-page.tsx
  it('is welcomed, and led to make one', async () => {
    const { api } = await dashboard({ 'tutors.own': () => Promise.reject(apiError('tutor.profile_not_found')) });
    await until(() => expect(texts('main h1')).toEqual(['Welcome, Nimal']));
    expect(linksOf('main')).toEqual([['Complete Your Profile', '/tutor/profile']]);
    expect(api.calls.filter(({ path }) => path === 'tutors.own')).toHaveLength(1);
  });
});
