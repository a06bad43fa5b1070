import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { TUTOR } from '#tests/support/render.tsx';
import { aProfileView } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const NOTHING = { gross: 0, fee: 0, net: 0, sessions: 0 };
const COUNTS = { total: 0, pending: 0, upcoming: 0, ongoing: 0, ended: 0, completed: 0, cancelled: 0, today: 0 };

const ANSWERS = {
  'tutors.own': () => aProfileView(),
  'bookings.counts': () => COUNTS,
  'bookings.nextSessions': () => [],
  'bookings.week': () => [],
  'bookings.forTutor': () => ({ bookings: [], nextCursor: null }),
  'daysOff.own': () => [],
  'bookings.earnings': () => ({ thisMonth: NOTHING, total: NOTHING, cancellationCharges: 0, months: [] }),
  'blogs.ownCounts': () => ({ published: 0, drafts: 0 }),
  'blogs.own': () => ({ blogs: [], nextCursor: null }),
} satisfies Answers;

const open = (path: string, answers: Answers = {}) => visit(path, TUTOR, { ...ANSWERS, ...answers });
const pending = () => new Promise<TutorProfileView>(() => {});
const notFound = () => Promise.reject(apiError('tutor.profile_not_found'));
const main = () => within(screen.getByRole('main'));
const headings = () =>
  main()
    .queryAllByRole('heading')
    .map(({ textContent }) => textContent);

describe('the tutor area', () => {
  // spec tutor-area.1 | P §2 Tutor area, D Routes | Sidebar: Dashboard, My Profile, My Bookings, then My Blogs and Messages, before Logout |
  //   src/client/routes/tutor/route.tsx
  test('has its entries in order, before Logout', async () => {
    await open('/tutor/dashboard');
    const [sidebar = document.body] = screen.getAllByRole('navigation', { name: 'Tutor Dashboard' });
    expect(listLinks(sidebar).slice(0, 4)).toEqual([
      ['Dashboard', '/tutor/dashboard'],
      ['My Profile', '/tutor/profile'],
      ['My Bookings', '/tutor/bookings'],
      ['My Blogs', '/tutor/blogs'],
    ]);
  });

  // spec tutor-area.2 | P §2 Tutor area | A loading state while the profile loads | src/client/features/tutor-dashboard/own-profile-gate.tsx
  test('shows that the profile is loading', async () => {
    await open('/tutor/dashboard', { 'tutors.own': pending });
    const status = await screen.findByText('Loading your profile…');
    expect(status.parentElement?.getAttribute('aria-busy')).toBe('true');
    expect(headings()).toEqual(['Tutor Dashboard']);
  });

  // spec tutor-area.3 | P §2 Tutor area, C §8 | On failure "Error" with the server's text, else "Failed to fetch tutor profile" |
  //   src/client/features/tutor-dashboard/own-profile-gate.tsx
  test('says why the profile could not be read, and retries', async () => {
    let own: () => Promise<TutorProfileView> = () => Promise.reject(apiError('server.unavailable'));
    const { user } = await open('/tutor/blogs', { 'tutors.own': () => own() });
    await waitFor(() => expect(headings()).toEqual(['Tutor Dashboard', 'Error']));
    main().getByText('Something went wrong', { exact: false });
    own = async () => aProfileView();
    await user.click(main().getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(headings()).not.toContain('Error'));
  });

  // spec tutor-area.3
  test('says that the profile could not be read where there is no answer', async () => {
    await open('/tutor/dashboard', { 'tutors.own': () => Promise.reject(networkError()) });
    await screen.findByText('Failed to fetch tutor profile');
  });

  // spec tutor-area.4 | P §2 Tutor area | Without a profile: "Profile Not Found", its text, and Complete Profile to /tutor/profile |
  //   src/client/features/tutor-dashboard/own-profile-gate.tsx
  // spec tutor-area.7
  test('leads a tutor without a profile to create one', async () => {
    await open('/tutor/blogs', { 'tutors.own': notFound });
    await screen.findByText('Please complete your tutor profile to get started.');
    expect(headings()).toEqual(['Tutor Dashboard', 'Profile Not Found']);
    expect(listLinks(screen.getByRole('main'))).toContainEqual(['Complete Profile', '/tutor/profile']);
  });

  // spec tutor-area.6 | D Accounts | Bookings outlive the profile | src/client/routes/tutor/route.tsx
  test.each([
    ['there is none', notFound],
    ['there is no answer', () => Promise.reject(networkError())],
    ['it is loading', pending],
  ])('shows bookings without a profile: %s', async (_, own) => {
    await open('/tutor/bookings', { 'tutors.own': own });
    await screen.findByText('No upcoming sessions');
  });

  // spec tutor-area.7 | C §7, R §4.5 34 | 401 removes the token and shows the session-expired text; 404 means no profile and is no error |
  //   src/client/features/tutor-dashboard/use-own-profile.ts
  test('goes to the login without an error when the session has ended', async () => {
    const expired = () => Promise.reject(apiError('auth.expired'));
    const { at } = await open('/tutor/dashboard', { 'tutors.own': expired, 'auth.me': expired });
    await waitFor(() => expect(at()).toContain('/login'));
    expect(headings()).not.toContain('Error');
  });

  // spec reminder.1
  test('shows the reminder of an incomplete profile above a page', async () => {
    await open('/tutor/bookings');
    await screen.findByRole('region', { name: 'Your profile is 80% complete' });
  });
});

describe('a dismissed profile reminder', () => {
  const INCOMPLETE = aProfileView({ education: [] });
  const COMPLETE = aProfileView({
    user: { ...aProfileView().user, profileImage: '/files/p.jpg' },
    documents: [{ id: 'document-1', url: '/files/d.jpg', type: 'other', uploadedAt: new Date() }],
  });
  const dismissed = () => localStorage.getItem('profile-reminder-dismissed');

  // spec reminder.3
  test.each(['/tutor/dashboard', '/tutor/bookings', '/tutor/blogs', '/tutor/profile'])(
    'is no longer dismissed once the profile is complete, on %s',
    async (path) => {
      localStorage.setItem('profile-reminder-dismissed', INCOMPLETE.user.id);
      let profile = INCOMPLETE;
      const { api } = await open(path, { 'tutors.own': () => profile, 'catalogue.subjects': () => [] });
      await main().findByRole('heading', { level: 1 });
      expect([dismissed(), headings().includes('Your profile is 70% complete')]).toEqual([INCOMPLETE.user.id, false]);
      profile = COMPLETE;
      await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: profile.id } }));
      await waitFor(() => expect(dismissed()).toBeNull());
    },
  );
});

// spec tutor-area.9 | S3 | What another tab or an admin changes is read again | src/client/features/tutor-dashboard/use-own-profile.ts
describe('a change made elsewhere', () => {
  test('is read when the server announces it', async () => {
    let profile = aProfileView({ isVerified: false, verificationStatus: 'pending' });
    const { api } = await open('/tutor/dashboard', { 'tutors.own': () => profile });
    await screen.findByText('Under Review');
    expect(api.subscriptions('inbox.watchTutor')).toEqual([{ tutorId: 'tutor-profile-1' }]);
    const countBefore = api.inputsOf('bookings.counts').length;
    profile = aProfileView({ vacationMode: true });
    api.emit('inbox.watchTutor', { id: '1', data: { tutorId: 'tutor-profile-1' } });
    await screen.findByText('On: students cannot book new sessions.');
    await screen.findByText('Students see the badge on your profile and in search results.');
    expect(api.inputsOf('bookings.counts').length).toBeGreaterThan(countBefore);
  });

  test('is not subscribed to where there is no profile', async () => {
    const { api } = await open('/tutor/bookings', { 'tutors.own': notFound });
    await screen.findByText('No upcoming sessions');
    expect(api.subscriptions('inbox.watchTutor')).toEqual([]);
  });
});
