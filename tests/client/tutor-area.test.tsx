import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, networkError } from '#tests/support/fake-api.ts';
import { press, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aProfileView, aViewer } from '#tests/support/views.ts';
import { linksOf, visit } from '#tests/support/visit.ts';

const NOTHING = { gross: 0, fee: 0, net: 0, sessions: 0 };
const COUNTS = { total: 0, pending: 0, upcoming: 0, ongoing: 0, ended: 0, completed: 0, cancelled: 0, today: 0 };

const DESK = {
  'tutors.own': () => aProfileView(),
  'tutors.stats': () => ({ totalStudents: 0, totalSessions: 0, averageRating: 0, totalEarnings: 0, cancellationCharges: 0 }),
  'bookings.counts': () => COUNTS,
  'bookings.nextSessions': () => [],
  'bookings.week': () => [],
  'bookings.forTutor': () => ({ bookings: [], nextCursor: null }),
  'daysOff.own': () => [],
  'bookings.earnings': () => ({ thisMonth: NOTHING, total: NOTHING, cancellationCharges: 0, months: [] }),
  'blogs.ownCounts': () => ({ published: 0, drafts: 0 }),
  'blogs.own': () => ({ blogs: [], nextCursor: null }),
} satisfies Answers;

const enter = (path: string, more: Answers = {}) => visit(path, TUTOR, { ...DESK, ...more });
const never = () => new Promise<TutorProfileView>(() => {});
const none = () => Promise.reject(apiError('tutor.profile_not_found'));
const headings = () => texts('main h1, main h2');

describe('the frame of the tutor area', () => {
  // spec tutor-area.1 | P §2 Tutor area, D Routes | Sidebar: Dashboard, My Profile, My Bookings, then My Blogs and Messages, before Logout |
  //   src/client/routes/tutor/route.tsx
  it('has its entries in order, before Logout', async () => {
    await enter('/tutor/dashboard');
    expect(linksOf('nav[aria-label="Tutor Dashboard"]:first-of-type').slice(0, 4)).toEqual([
      ['Dashboard', '/tutor/dashboard'],
      ['My Profile', '/tutor/profile'],
      ['My Bookings', '/tutor/bookings'],
      ['My Blogs', '/tutor/blogs'],
    ]);
  });

  // spec tutor-area.2 | P §2 Tutor area | A loading state while the profile loads | src/client/features/tutor-dashboard/own-profile-gate.tsx
  it('waits for the profile', async () => {
    await enter('/tutor/dashboard', { 'tutors.own': never });
    await shown('Loading your profile…');
    expect(document.querySelector('main [aria-busy="true"]')).not.toBeNull();
    expect(headings()).toEqual(['Tutor Dashboard']);
  });

  // spec tutor-area.3 | P §2 Tutor area, C §8 | On failure "Error" with the server's text, else "Failed to fetch tutor profile" |
  //   src/client/features/tutor-dashboard/own-profile-gate.tsx
  it('says why the profile could not be read, and tries again', async () => {
    let answer: () => Promise<TutorProfileView> = () => Promise.reject(apiError('server.unavailable'));
    await enter('/tutor/blogs', { 'tutors.own': () => answer() });
    await until(() => expect(headings()).toEqual(['Tutor Dashboard', 'Error']));
    await shown('Something went wrong');
    answer = async () => aProfileView();
    await press('Try Again');
    await until(() => expect(headings()).not.toContain('Error'));
  });

  // spec tutor-area.3
  it('without any answer says so in the words of the specification', async () => {
    await enter('/tutor/dashboard', { 'tutors.own': () => Promise.reject(networkError()) });
    await shown('Failed to fetch tutor profile');
  });

  // spec tutor-area.4 | P §2 Tutor area | Without a profile: "Profile Not Found", its text, and Complete Profile to /tutor/profile |
  //   src/client/features/tutor-dashboard/own-profile-gate.tsx
  // spec tutor-area.7
  it('a tutor without a profile is led to make one', async () => {
    await enter('/tutor/blogs', { 'tutors.own': none });
    await shown('Please complete your tutor profile to get started.');
    expect(headings()).toEqual(['Tutor Dashboard', 'Profile Not Found']);
    expect(linksOf('main')).toContainEqual(['Complete Profile', '/tutor/profile']);
  });

  // spec tutor-area.6 | D Accounts | Bookings outlive the profile | src/client/routes/tutor/route.tsx
  it.each([
    ['there is none', none],
    ['nobody answers', () => Promise.reject(networkError())],
    ['it is on its way', never],
  ])('bookings need no profile: %s', async (_, own) => {
    await enter('/tutor/bookings', { 'tutors.own': own });
    await shown('No bookings yet');
  });

  // spec tutor-area.7 | C §7, R §4.5 34 | 401 removes the token and shows the session-expired text; 404 means no profile and is no error |
  //   src/client/features/tutor-dashboard/use-own-profile.ts
  it('a session that has ended is no error of the profile', async () => {
    signIn(TUTOR);
    const expired = () => Promise.reject(apiError('auth.expired'));
    const { at } = await enter('/tutor/dashboard', { 'tutors.own': expired, 'auth.me': expired });
    await until(() => expect(at()).toContain('/login'));
    expect(headings()).not.toContain('Error');
  });

  // spec reminder.1
  it('reminds of an incomplete profile above a page', async () => {
    await enter('/tutor/bookings');
    await shown('Your profile is 80% complete');
  });
});

describe('the reminder that was sent away', () => {
  const lacking = aProfileView({ education: [] });
  const complete = aProfileView({
    user: { ...aProfileView().user, profileImage: '/files/p.jpg' },
    documents: [{ id: 'document-1', url: '/files/d.jpg', type: 'other', uploadedAt: new Date() }],
  });
  const flag = () => localStorage.getItem('profile-reminder-dismissed');

  // spec reminder.3
  it.each(['/tutor/dashboard', '/tutor/bookings', '/tutor/blogs', '/tutor/profile'])(
    'is news again once the profile was complete, on %s',
    async (path) => {
      localStorage.setItem('profile-reminder-dismissed', lacking.user.id);
      let profile = lacking;
      const { api } = await enter(path, { 'tutors.own': () => profile, 'catalogue.subjects': () => [], 'auth.me': () => aViewer(TUTOR) });
      await until(() => expect(document.querySelector('main h1')).not.toBeNull());
      expect([flag(), texts('main section h2').includes('Your profile is 70% complete')]).toEqual([lacking.user.id, false]);
      profile = complete;
      await act(async () => api.emit('inbox.watchTutor', { id: '1', data: { tutorId: profile.id } }));
      await until(() => expect(flag()).toBeNull());
    },
  );
});

// spec tutor-area.9 | S3 | What another tab or an admin changes is read again | src/client/features/tutor-dashboard/use-own-profile.ts
describe('what has changed elsewhere', () => {
  it('is read again when the profile that is followed says so', async () => {
    let profile = aProfileView({ isVerified: false, verificationStatus: 'pending' });
    const { api } = await enter('/tutor/dashboard', { 'tutors.own': () => profile });
    await shown('Under Review');
    expect(api.subscriptions('inbox.watchTutor')).toEqual([{ tutorId: 'tutor-profile-1' }]);
    const before = api.calls.filter(({ path }) => path === 'bookings.counts').length;
    profile = aProfileView({ vacationMode: true });
    api.emit('inbox.watchTutor', { id: '1', data: { tutorId: 'tutor-profile-1' } });
    await shown('On: students cannot book new sessions.');
    await shown('Students see the badge on your profile and in the search.');
    expect(api.calls.filter(({ path }) => path === 'bookings.counts').length).toBeGreaterThan(before);
  });

  it('nobody is followed where there is no profile', async () => {
    const { api } = await enter('/tutor/bookings', { 'tutors.own': none });
    await shown('No bookings yet');
    expect(api.subscriptions('inbox.watchTutor')).toEqual([]);
  });
});
