import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { getFirstName } from '#client/ui/first-name.ts';
import type { EarningsView } from '#shared/contracts/bookings.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { TUTOR } from '#tests/support/render.tsx';
import { aBookingView, aProfileView, aSubjectView, PHYSICS } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const HOUR = 3_600_000;
const NOTHING = { gross: 0, fee: 0, net: 0, sessions: 0 };
const TOTAL = { gross: 125_000, fee: 18_750, net: 106_250, sessions: 50 };
const EARNINGS: EarningsView = {
  thisMonth: { gross: 1502.7, fee: 225.42, net: 1277.28, sessions: 3 },
  total: TOTAL,
  cancellationCharges: 750,
  months: [
    { month: '2026-10', ...NOTHING },
    { month: '2026-11', gross: 2000, fee: 300, net: 1700, sessions: 1 },
  ],
};
const COUNTS = { total: 25, pending: 2, upcoming: 3, ongoing: 1, ended: 4, completed: 10, cancelled: 5, today: 2 };

const ANSWERS = {
  'tutors.own': () => aProfileView(),
  'bookings.counts': () => COUNTS,
  'bookings.nextSessions': () => [],
  'bookings.earnings': () => EARNINGS,
} satisfies Answers;

const open = (answers: Answers = {}) => visit('/tutor/dashboard', TUTOR, { ...ANSWERS, ...answers });
const withProfile = (overrides: Partial<TutorProfileView>): Answers => ({ 'tutors.own': () => aProfileView(overrides) });

const main = () => within(screen.getByRole('main'));
const heading = () => main().getByRole('heading', { level: 1 });
const card = (name: string) => screen.getByRole('region', { name });
const findCard = (name: string) => screen.findByRole('region', { name });
const findText = (text: string) => screen.findByText(text, { exact: false });

// spec tutor-dashboard.1 | P §2 Tutor area | Welcome with the first name, Verified badge | src/client/features/tutor-dashboard/dashboard-page.tsx
describe('the welcome', () => {
  test('is by the first name, with the badge of a verified tutor', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Welcome, Dilini' });
    expect(heading().parentElement?.textContent).toBe('Welcome, DiliniVerified');
  });

  test('has no badge while the tutor is not verified', async () => {
    await open(withProfile({ isVerified: false, verificationStatus: 'pending' }));
    await screen.findByRole('heading', { name: 'Welcome, Dilini' });
    expect(heading().parentElement?.textContent).toBe('Welcome, Dilini');
  });

  test.each([
    ['Dilini Wickramasinghe', 'Dilini'],
    ['  Nimal  Silva ', 'Nimal'],
    ['S. Kumaran Thiyagarajah', 'Kumaran'],
    ['K.M. Perera', 'Perera'],
    ['A B Silva', 'Silva'],
    ['Madonna', 'Madonna'],
    ['ස. දිල්හානි', 'දිල්හානි'],
    ['A.', 'A.'],
    ['', ''],
  ])('greets %j as %j', (name, firstName) => {
    expect(getFirstName(name)).toBe(firstName);
  });
});

describe('the stat cards', () => {
  const NAMES = /^(Total bookings|Pending|Rating|Subjects)/;
  const listStats = () => listLinks(screen.getByRole('main')).filter(([name]) => NAMES.test(name ?? ''));

  // spec tutor-dashboard.2 | P §2 Tutor area, D Booking | Total bookings (pending plus completed), pending, rating to one decimal, subjects |
  //   src/client/features/tutor-dashboard/dashboard-page.tsx
  test('count pending plus completed, pending, the rating to one decimal and the subjects, and link there', async () => {
    await open(withProfile({ subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics' })] }));
    await waitFor(() =>
      expect(listStats()).toEqual([
        ['Total bookings12Pending and completed', '/tutor/bookings?filter=all'],
        ['Pending2Waiting for your answer', '/tutor/bookings?filter=pending'],
        ['Rating4.7From 12 reviews', '/tutors/tutor-profile-1?tab=reviews'],
        ['Subjects2In your profile', '/tutor/profile'],
      ]),
    );
  });

  // spec tutor-dashboard.3 | C §7 | Stats of nobody are zeros, silently | src/client/features/tutor-dashboard/dashboard-page.tsx
  test('are zeros for a tutor who has no statistics', async () => {
    await open(withProfile({ rating: 0, totalReviews: 0, subjects: [] }));
    await screen.findByRole('link', { name: 'Rating 0.0 No reviews yet' });
    screen.getByRole('link', { name: 'Subjects 0 Add what you teach' });
    expect(main().queryByRole('alert')).toBeNull();
  });

  // spec tutor-dashboard.2
  test('say that bookings could not be counted, and retry', async () => {
    let counts: () => Promise<typeof COUNTS> = () => Promise.reject(networkError());
    const { user } = await open({ 'bookings.counts': () => counts() });
    await screen.findByText('Failed to fetch bookings');
    counts = async () => COUNTS;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('link', { name: /^Total bookings 12/ });
  });
});

// spec tutor-dashboard.4 | P §2 Tutor area, §4 Vacation mode, D Booking | Vacation toggle, with a confirmation that says how many bookings remain |
//   src/client/features/tutor-dashboard/vacation-switch.tsx
describe('the vacation switch', () => {
  const answerWith = (vacationMode: boolean, message: string) => () => ({ message, vacationMode, tutor: aProfileView({ vacationMode }) });
  const ON = 'Vacation mode enabled successfully! You are now unavailable for new bookings.';
  const OFF = 'Vacation mode disabled successfully! You are now available for new bookings.';
  const findSwitch = () => screen.findByRole('switch', { name: 'Vacation mode' });
  const isOn = async () => (await findSwitch()).getAttribute('aria-checked');
  const findButton = async (name: RegExp) => within(await screen.findByRole('dialog')).getByRole('button', { name });

  test.each([
    [{ ...COUNTS, pending: 2, upcoming: 3 }, 'You still have 5 bookings. They do not change, and the students expect you.'],
    [{ ...COUNTS, pending: 0, upcoming: 1 }, 'You still have 1 booking. It does not change, and the student expects you.'],
    [{ ...COUNTS, pending: 0, upcoming: 0 }, 'You have no upcoming bookings.'],
  ])('asks for confirmation, and says how many bookings remain: %#', async (counts, sentence) => {
    const { user, api } = await open({ 'bookings.counts': () => counts });
    await screen.findByText('Off: students can book you.');
    await user.click(await findSwitch());
    await findText(sentence);
    await findText('Students cannot book new sessions with you until you turn it off again.');
    await user.click(await findButton(/Cancel/));
    expect(api.inputsOf('tutors.setVacation')).toEqual([]);
    expect(await isOn()).toBe('false');
  });

  test('turns it on once on a double press', async () => {
    const { user, api } = await open({ 'tutors.setVacation': answerWith(true, ON) });
    await user.click(await findSwitch());
    const turnOn = await findButton(/Turn On/);
    await act(async () => {
      turnOn.click();
      turnOn.click();
    });
    await screen.findByText(ON);
    await screen.findByText('On: students cannot book new sessions.');
    expect(await isOn()).toBe('true');
    expect(api.inputsOf('tutors.setVacation')).toEqual([{ vacationMode: true }]);
  });

  test('turns it off', async () => {
    const { user, api } = await open({ ...withProfile({ vacationMode: true }), 'tutors.setVacation': answerWith(false, OFF) });
    await screen.findByText('On: students cannot book new sessions.');
    await user.click(await findSwitch());
    await user.click(await findButton(/Turn Off/));
    await screen.findByText(OFF);
    expect(api.inputsOf('tutors.setVacation')).toEqual([{ vacationMode: false }]);
  });

  // spec errors.58
  test('stays as it was after an error, and can be tried again', async () => {
    const { user } = await open({ 'tutors.setVacation': () => Promise.reject(networkError()) });
    await user.click(await findSwitch());
    await user.click(await findButton(/Turn On/));
    await screen.findByText('Failed to update vacation mode. Please try again.');
    expect(await isOn()).toBe('false');
    const turnOn = await findButton(/Turn On/);
    await waitFor(() => expect(turnOn.hasAttribute('disabled')).toBe(false));
  });
});

describe('the quick actions', () => {
  // spec tutor-dashboard.5 | P §2 Tutor area | Quick actions: Edit Profile, View Bookings, Browse Tutors |
  //   src/client/features/tutor-dashboard/dashboard-page.tsx
  test('link to the profile, the bookings and other tutors', async () => {
    await open();
    expect(listLinks(await findCard('Quick actions'))).toEqual([
      ['Edit Profile', '/tutor/profile'],
      ['View Bookings', '/tutor/bookings'],
      ['Browse Tutors', '/tutors'],
    ]);
  });
});

// spec verification.2 | P §2 Tutor area, S3 | The same on the dashboard, with the five checks and the date of each that is passed |
//   src/client/features/tutor-dashboard/verification-progress.tsx
describe('the verification card', () => {
  const NO_CHECKS = { documents: false, education: false, experience: false, background: false, interview: false };
  const unverified = { isVerified: false, verificationChecks: NO_CHECKS, verificationDate: null };
  const findInCard = async (text: string) => within(await findCard('Verification')).findByText(text, { exact: false });

  test('shows how complete the profile is, and the five checks, before it starts', async () => {
    await open(withProfile({ ...unverified, verificationStatus: 'not_started' }));
    await findInCard('Not started');
    await findInCard('80% complete');
    const checks = within(card('Verification')).getAllByRole('listitem');
    expect(checks.map(({ textContent }) => textContent)).toEqual(
      ['Documents', 'Education', 'Experience', 'Background', 'Interview'].map((name) => `${name}Not checked yet`),
    );
  });

  test('says that the profile is under review', async () => {
    await open(withProfile({ ...unverified, verificationStatus: 'pending' }));
    await findInCard('Under Review');
    await findInCard('We will tell you here and by email when we have decided.');
  });

  test('says when and why the profile was rejected, and links to it', async () => {
    const verificationDate = new Date('2026-11-22T20:00:00Z');
    await open(
      withProfile({ ...unverified, verificationStatus: 'rejected', verificationDate, rejectionReason: 'The certificate is <b>cut off</b>.' }),
    );
    await findInCard('Your profile was not approved on Mon, 23 Nov 2026.');
    await findInCard('The certificate is <b>cut off</b>.');
    expect(listLinks(card('Verification'))).toEqual([['Update Profile', '/tutor/profile']]);
  });

  test('shows the date of each check that has passed', async () => {
    await open();
    const checks = within(await findCard('Verification')).getAllByRole('listitem');
    expect(checks.at(-1)?.textContent).toBe('InterviewPassed on Mon, 23 Nov 2026');
    expect(card('Verification').textContent).not.toContain('Not checked yet');
  });
});

// spec tutor-dashboard.6 | S3 | Next sessions: five, requests and confirmed ones, with whom, when, how, how soon |
//   src/client/features/tutor-dashboard/next-sessions.tsx
describe('the next sessions', () => {
  test('say with whom, when, how and how soon, and link to the booking', async () => {
    const startTime = new Date(Date.now() + 2 * HOUR - 30_000);
    const times = { startTime, endTime: new Date(startTime.getTime() + HOUR) };
    await open({
      'bookings.nextSessions': () => [
        aBookingView({ id: 'b-1', status: 'confirmed', childName: 'Sahan', ...times }),
        aBookingView({ id: 'b-2', learningMethod: 'individual', ...times }),
      ],
    });
    await screen.findByText('For Sahan, booked by Kavindu Perera');
    const links = listLinks(within(card('Next sessions')).getByRole('list'));
    expect(links.map(([, href]) => href)).toEqual(['/bookings/b-1', '/bookings/b-2']);
    expect(links[0]?.[0]).toContain('Starts in 2h 0mOnline');
    expect(links[1]?.[0]).toContain('PendingHome Visit');
  });

  test('may be none', async () => {
    await open();
    await screen.findByText('No upcoming sessions. When a student books you, the session appears here.');
  });

  test('say that they could not be read', async () => {
    await open({ 'bookings.nextSessions': () => Promise.reject(apiError('server.unavailable')) });
    await within(await findCard('Next sessions')).findByText('Something went wrong', { exact: false });
  });
});

describe('the earnings', () => {
  const listTerms = () =>
    within(card('Earnings'))
      .getAllByRole('term')
      .map((term) => term.parentElement?.textContent);

  // spec tutor-dashboard.7 | S3, D Time and money | Earnings of this month and in all: gross, fee, net, each explained; Cancellation charges apart |
  //   src/client/features/tutor-dashboard/earnings-card.tsx
  test('explain gross, fee and net of this month and in all, and the cancellation charges apart', async () => {
    await open();
    await screen.findAllByText('Gross');
    expect(listTerms()).toEqual([
      'GrossThe price of your completed sessions.This month: Rs. 1,502.70In all: Rs. 1,25,000',
      'Platform fee15% of each session, rounded to the cent.This month: Rs. 225.42In all: Rs. 18,750',
      'NetWhat is left for you: gross less the fee.This month: Rs. 1,277.28In all: Rs. 1,06,250',
      'Cancellation chargesWhat students owe for sessions cancelled late. Not part of the figures above.In all: Rs. 750',
    ]);
    await findText('No payment is taken online yet. Your students pay you directly.');
  });

  // spec tutor-dashboard.10 | S3 | The chart is bars, and a table that says the same | src/client/features/tutor-dashboard/earnings-card.tsx
  test('are shown by month as bars, and in a table that says the same', async () => {
    await open();
    await screen.findByText('Since October 2026');
    const [, ...rows] = within(screen.getByRole('table', { name: 'Earnings by month' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['October 20260Rs. 0Rs. 0Rs. 0', 'November 20261Rs. 2,000Rs. 300Rs. 1,700']);
    const bars = within(screen.getByRole('figure')).getByRole('list');
    expect(bars.getAttribute('aria-hidden')).toBe('true');
    const months = within(bars).getAllByRole('listitem');
    expect(months.map(({ textContent }) => textContent)).toEqual(['Oct–', 'NovRs. 1,700']);
    expect([...(months[1]?.children[1]?.children ?? [])].map((bar) => bar.getAttribute('style'))).toEqual(['width: 85%;', 'width: 15%;']);
  });

  // spec tutor-dashboard.10
  test('are zeros without a chart before the first session', async () => {
    const months = EARNINGS.months.map(({ month }) => ({ month, ...NOTHING }));
    await open({ 'bookings.earnings': () => ({ thisMonth: NOTHING, total: NOTHING, cancellationCharges: 0, months }) });
    await screen.findByText('When you complete a session, its month appears here.');
    expect(screen.queryByRole('figure')).toBeNull();
  });

  test('say that they could not be read', async () => {
    await open({ 'bookings.earnings': () => Promise.reject(networkError()) });
    await screen.findByText('Failed to fetch earnings');
  });
});

describe('a tutor without a profile', () => {
  // spec tutor-dashboard.11 | P §2 Tutor area | With no profile: Complete Your Profile | src/client/features/tutor-dashboard/dashboard-page.tsx
  test('is welcomed, and led to create one', async () => {
    const { api } = await open({ 'tutors.own': () => Promise.reject(apiError('tutor.profile_not_found')) });
    await screen.findByRole('heading', { name: 'Welcome, Nimal' });
    expect(listLinks(screen.getByRole('main'))).toEqual([['Complete Your Profile', '/tutor/profile']]);
    expect(api.inputsOf('tutors.own')).toHaveLength(1);
  });
});
