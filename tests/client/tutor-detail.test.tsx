import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listSocialLinks } from '#client/features/tutor-detail/about-tab.tsx';
import { type Account, session } from '#client/lib/session/session.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, renderApp, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import { stubViewport } from '#tests/support/viewport.ts';
import {
  aBookingView,
  aCalendarView,
  aProfileView,
  aReviewView,
  aSubjectView,
  aViewer,
  MONDAY_TEN,
  NO_CARD_DETAILS,
  NOTHING_READ,
  PHYSICS,
} from '#tests/support/views.ts';

const PATH = '/tutors/tutor-profile-1';

const A_CARD = {
  ...NO_CARD_DETAILS,
  profileImage: '',
  isVerified: true,
  vacationMode: false,
  offersGroup: false,
  nextFree: null,
  rating: 4.9,
  totalReviews: 18,
  totalStudents: 1,
  availableLocations: '',
  teachingMediums: [],
  subjects: [],
};

const { listToasts } = collectToasts();
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Options = { tutor?: TutorProfileView; path?: string; viewer?: Account; answers?: Answers };

async function open({ tutor = aProfileView(), path = PATH, viewer, answers = {} }: Options = {}) {
  if (viewer) signIn(viewer);
  const api = fakeApi({
    'tutors.byId': () => tutor,
    'tutors.availability': () => aCalendarView(tutor),
    'reviews.ofTutor': () => ({ reviews: [], nextCursor: null }),
    'tutors.search': () => ({ tutors: [], nextCursor: null, reading: NOTHING_READ, total: 0, totalIsCapped: false }),
    'notifications.unreadGroups': () => ({ unreadCount: 0 }),
    'notifications.list': () => ({ notifications: [], total: 0, currentPage: 1, totalPages: 1, hasMore: false }),
    'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }),
    ...answers,
  });
  const rendered = await renderApp(path, { api });
  const pressFirst = async (role: 'button' | 'link', name: string) =>
    rendered.user.click((await screen.findAllByRole(role, { name }))[0] ?? expect.fail(name));
  const press = (name: string) => pressFirst('button', name);
  const follow = (name: string) => pressFirst('link', name);
  return { ...rendered, press, follow };
}

const findName = () => screen.findByRole('heading', { level: 1, name: 'Dilini Wickramasinghe' });
const getMain = () => within(screen.getByRole('main'));
const getSidebar = () => screen.getByRole('complementary', { name: 'Contact and availability' });

describe('the profile of a tutor', () => {
  // spec s12-hours.8 | S12 E | Near the free times a visitor reads how far ahead to book, and finds no start inside the notice |
  //   src/client/features/tutor-detail/availability.tsx
  test('says how far ahead to book, and offers nothing earlier', async () => {
    await open({ tutor: aProfileView({ minimumNoticeHours: 48 }) });
    await screen.findByText('Book at least 2 days ahead');
    await screen.findByLabelText(/24 Nov 2026: no times/);
    await screen.findByLabelText(/1 Dec 2026: 3 times free/);
  });

  // spec tutor.3 | P §2 Tutor profile page | Header: name, Verified, subjects, rating, students, locations, online and home-visit rate |
  //   src/client/features/tutor-detail/profile-header.tsx
  test('shows who, what, how good and for how much', async () => {
    const { router } = await open();
    await findName();
    for (const text of ['Verified', 'Combined Mathematics', 'Calculus', '4.7', '30 students', 'Nugegoda', 'Rs. 1,500 / hour', 'Rs. 2,000.50 / hour'])
      expect(getMain().getAllByText(text).length).toBeGreaterThan(0);
    await screen.findByText('Tue, 24 Nov, 4:00 PM');
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toContain('Next free');
    expect(router.state.matches.at(-1)?.meta).toMatchObject([
      { title: 'Dilini Wickramasinghe · Vidya' },
      { name: 'description', content: expect.stringContaining('Dilini Wickramasinghe teaches Combined Mathematics (Nugegoda)') },
    ]);
  });

  // spec s12-look.1
  test('begins with the headline, also in what search engines and previews say', async () => {
    const { router } = await open({ tutor: aProfileView({ headline: 'தமிழ் மொழி மூலம்' }) });
    expect((await screen.findByText('தமிழ் மொழி மூலம்')).lang).toBe('ta');
    expect(router.state.matches.at(-1)?.meta?.[1]).toMatchObject({
      content: expect.stringMatching(/^தமிழ் மொழி மூலம்: Dilini Wickramasinghe teaches/),
    });
  });

  // spec s12-look.8 | S12 G | An introduction is loaded from YouTube after the press, without cookies, and nothing of it before |
  //   src/client/features/tutor-detail/introduction-video.tsx, src/server/edge/page-document.ts
  test('plays the introduction of the tutor on a press', async () => {
    const { user } = await open({ tutor: aProfileView({ introductionVideo: 'dQw4w9WgXcQ' }) });
    const play = await screen.findByRole('button', { name: 'Play the introduction' });
    expect(document.body.innerHTML).not.toContain('youtube');
    await user.click(play);
    const frame = screen.getByTitle('Introduction of Dilini Wickramasinghe');
    expect(frame.getAttribute('src')).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?autoplay=1/);
  });

  // spec s12-look.8
  test('has no place for an introduction where there is none', async () => {
    await open();
    await findName();
    expect(screen.queryByRole('heading', { name: 'Introduction' })).toBeNull();
  });

  // spec s12-look.9 | S12 G | A profile is shared by what the device offers, else by WhatsApp or by copying its link |
  //   src/client/features/tutor-detail/share-button.tsx, src/client/features/tutor-detail/share-menu.tsx
  test('is shared by what the device offers', async () => {
    const share = vi.fn(() => Promise.reject(new Error('closed')));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Share the profile of Dilini Wickramasinghe' }));
    const url = `${window.location.origin}${PATH}`;
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Dilini Wickramasinghe, tutor on Vidya', url });
  });

  // spec s12-look.9
  test('is shared by WhatsApp or its link where the device offers nothing', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Share the profile of Dilini Wickramasinghe' }));
    const url = `${window.location.origin}${PATH}`;
    const whatsApp = await screen.findByRole('menuitem', { name: 'Send by WhatsApp' });
    expect(whatsApp.getAttribute('href')).toBe(`https://wa.me/?text=${encodeURIComponent(`Dilini Wickramasinghe, tutor on Vidya: ${url}`)}`);
    await user.click(screen.getByRole('menuitem', { name: 'Copy link' }));
    await waitFor(() => expect(listToasts().at(-1)).toEqual(expect.arrayContaining(['Link copied to clipboard'])));
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  // spec s12-look.12
  test('ends with other tutors of its first subject', async () => {
    const searches: unknown[] = [];
    const found = (tutors: readonly { id: string; name: string }[]) => ({
      tutors: tutors.map((tutor) => ({ ...A_CARD, ...tutor })),
      nextCursor: null,
      reading: NOTHING_READ,
      total: tutors.length,
      totalIsCapped: false,
    });
    const self = { id: 'tutor-profile-1', name: 'Dilini Wickramasinghe' };
    await open({
      answers: {
        'tutors.search': (input) => {
          searches.push(input.subject);
          return found([self, { id: 'tutor-2', name: 'Nimal Silva' }]);
        },
      },
    });
    const section = within(await screen.findByRole('region', { name: 'More tutors of Combined Mathematics' }));
    expect((await section.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)).toEqual(['Nimal Silva']);
    expect(searches).toEqual(['Combined Mathematics']);
  });

  test('shows from which price where subjects differ', async () => {
    const cheaper = aSubjectView({ id: PHYSICS, name: 'Physics', teachingModes: [{ type: 'online', enabled: true, rate: 900 }] });
    await open({ tutor: aProfileView({ subjects: [aSubjectView(), cheaper] }) });
    await screen.findAllByText('from Rs. 900 / hour');
  });

  // spec tutor.4 | P §2 Tutor profile page | Up to six topics in the header | src/client/features/tutor-detail/profile-header.tsx
  test('shows at most six topics at the top', async () => {
    const topics = Array.from({ length: 5 }, (_, index) => ({ id: `t${index}`, name: `Topic ${index}`, description: '' }));
    const more = topics.map(({ id, name }) => ({ id: `p${id}`, name: `Physics ${name}`, description: '' }));
    const subjects = [aSubjectView({ selectedTopics: topics }), aSubjectView({ id: PHYSICS, name: 'Physics', selectedTopics: more })];
    await open({ tutor: aProfileView({ subjects }) });
    expect(within(await screen.findByRole('list', { name: 'Topics' })).getAllByRole('listitem')).toHaveLength(6);
  });

  test('shows two topics of one name', async () => {
    const topics = ['a', 'b'].map((id) => ({ id, name: 'Revision', description: '' }));
    await open({ tutor: aProfileView({ subjects: [aSubjectView({ selectedTopics: topics })] }), path: `${PATH}?tab=subjects` });
    const list = await screen.findByRole('list', { name: 'Topics of Combined Mathematics' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  });

  test('counts students as the search does', async () => {
    await open({ tutor: aProfileView({ totalStudents: 1200 }) });
    await screen.findByText('1,200 students');
  });

  // spec tutor.13 | P §2 Tutor profile page | Sidebar: phone and email, week of the first subject, "Verification Pending" |
  //   src/client/features/tutor-detail/profile-page.tsx
  test('has contact, the week of the first subject and the state of verification at its side', async () => {
    const { scrollIntoView } = watchContact();
    await open({ tutor: publicView({ isVerified: false }), answers: { 'tutors.contact': () => CONTACT } });
    await screen.findByText('Verification Pending');
    await scrollIntoView();
    const sidebar = within(getSidebar());
    expect((await sidebar.findByRole('link', { name: '0712345678' })).getAttribute('href')).toBe('tel:0712345678');
    expect(sidebar.getByRole('link', { name: 'dilini@vidya.test' }).getAttribute('href')).toBe('mailto:dilini@vidya.test');
    await sidebar.findByText('Tuesday');
    expect(getSidebar().textContent).toContain('4:00 PM – 7:00 PM');
  });

  // spec errors.75 | C §8 Fallback labels | 'Location not specified', 'No email', 'No phone' | src/client/features/tutor-detail/profile-page.tsx
  test('falls back to the texts of the specification', async () => {
    const { scrollIntoView } = watchContact();
    await open({
      tutor: publicView({ availableLocations: '', user: { id: 'u', name: 'Nimal', email: '', profileImage: '' } }),
      answers: { 'tutors.contact': () => ({ phone: '', email: '' }) },
    });
    await screen.findAllByText('Location not specified');
    await scrollIntoView();
    await screen.findByText('No phone');
    await screen.findByText('No email');
  });
});

/** As others get it. */
const publicView = (overrides: Partial<TutorProfileView> = {}) =>
  aProfileView({
    phone: '',
    contactEmail: null,
    user: { id: 'tutor-user-1', name: 'Dilini Wickramasinghe', email: '', profileImage: '' },
    ...overrides,
  });
const CONTACT = { phone: '0712345678', email: 'dilini@vidya.test' };

const isContactBusy = () => getSidebar().innerHTML.includes('aria-busy="true"');

/** The details are rendered when they come near, and read when they come into view. */
function watchContact() {
  const scroll = stubViewport();
  const areRendered = () => expect(getSidebar().innerHTML).toMatch(/lucide-phone|tel:|No phone/);
  const comeNear = async () => {
    await waitFor(getSidebar);
    await scroll();
    await waitFor(areRendered);
  };
  return {
    comeNear,
    scrollIntoView: async () => {
      await comeNear();
      await scroll();
    },
  };
}

// spec s8-contact.5 | S8 G | The sidebar asks once it comes into view, and past the limit says when to try again |
//   src/client/features/tutor-detail/contact-details.tsx
describe('contact details', () => {
  const countReads = (api: { calls: { path: string }[] }) => api.calls.filter(({ path }) => path === 'tutors.contact').length;
  const limited = () => Promise.reject(apiError('tutor.contact_limited', { retryAfter: 1500 }));
  const LIMITED = 'The contact details of many tutors were shown within a short time. Please try again later. You can try again in 25 minutes.';

  test('are read when they come into view, once', async () => {
    const { comeNear, scrollIntoView } = watchContact();
    const { api } = await open({ tutor: publicView(), answers: { 'tutors.contact': () => CONTACT } });
    await comeNear();
    expect(isContactBusy()).toBe(true);
    expect(countReads(api)).toBe(0);
    expect(screen.queryByText('0712345678')).toBeNull();
    await scrollIntoView();
    await screen.findByText('0712345678');
    await scrollIntoView();
    expect(countReads(api)).toBe(1);
    expect(isContactBusy()).toBe(false);
  });

  test('past the limit are a sentence with when to try again, and for a visitor a link to a limit of their own', async () => {
    const { scrollIntoView } = watchContact();
    let isOver = false;
    const { press } = await open({ tutor: publicView(), answers: { 'tutors.contact': () => (isOver ? CONTACT : limited()) } });
    await scrollIntoView();
    await screen.findByText(LIMITED);
    expect(within(getSidebar()).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(`/login?redirect=${encodeURIComponent(PATH)}`);
    isOver = true;
    await press('Try Again');
    await screen.findByText('0712345678');
    expect(screen.queryByText(LIMITED)).toBeNull();
  });

  test.each([
    ['an account that waits for its confirmation', { ...STUDENT, emailVerified: false }, true],
    ['any other account', { ...STUDENT, emailVerified: true }, false],
  ])('past the limit give advice to %s: %j', async (_, viewer, isAdvised) => {
    const { scrollIntoView } = watchContact();
    await open({
      tutor: publicView(),
      viewer,
      answers: { 'tutors.contact': limited, 'messages.unreadCount': () => 0, 'favourites.hearts': () => [] },
    });
    await scrollIntoView();
    await screen.findByText(LIMITED);
    expect(screen.queryByText(/^Confirm your email address/) !== null).toBe(isAdvised);
    expect(within(getSidebar()).queryByRole('link', { name: 'Log in' })).toBeNull();
  });

  test('tell the tutor and admins which address others do not see', async () => {
    const { scrollIntoView } = watchContact();
    await open({ answers: { 'tutors.contact': () => ({ phone: '', email: 'lessons@vidya.test' }) } });
    await scrollIntoView();
    await screen.findByText('lessons@vidya.test');
    expect(screen.getByText('This tutor’s account uses dilini@vidya.test, which other people cannot see.')).toBeDefined();
  });
});

describe('the tabs of a profile', () => {
  // spec tutor.7 | P §2 Tutor profile page | Tabs About, Subjects & Rates, Education, Experience, Reviews |
  //   src/client/features/tutor-detail/profile-tabs.tsx
  test('are in the address, and add no step to the history', async () => {
    const { user, router } = await open();
    await screen.findAllByRole('tab');
    const { length } = router.history;
    for (const [name, tab, text] of [
      ['Subjects & Rates', 'subjects', 'Weekly hours'],
      ['Education', 'education', 'University of Moratuwa'],
      ['Experience', 'experience', 'Theory and revision'],
      ['About', undefined, /From the picture to the symbol\./],
    ] as const) {
      await user.click(screen.getByRole('tab', { name }));
      await screen.findByText(text);
      expect(router.state.location.search).toEqual(tab ? { tab } : {});
    }
    expect(router.history.length).toBe(length);
  });

  test('are stepped through by the arrow keys, Home and End, in a circle', async () => {
    const { user, router } = await open();
    const tabs = await screen.findAllByRole('tab');
    const getSelected = () => screen.getByRole('tab', { selected: true });
    act(() => getSelected().focus());
    for (const [key, name] of [
      ['{ArrowRight}', 'Subjects & Rates'],
      ['{End}', 'Reviews12'],
      ['{ArrowRight}', 'About'],
      ['{ArrowLeft}', 'Reviews12'],
      ['{Home}', 'About'],
      ['a', 'About'],
    ] as const) {
      await user.keyboard(key);
      await waitFor(() => expect(getSelected().textContent).toBe(name));
      expect(document.activeElement).toBe(getSelected());
    }
    expect(tabs.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
    const panel = screen.getByRole('tabpanel');
    expect([panel.id, panel.getAttribute('aria-labelledby')]).toEqual([getSelected().getAttribute('aria-controls'), getSelected().id]);
    expect(router.history.length).toBe(1);
  });

  // spec tutor.8 | P §2 Tutor profile page | About: bio | src/client/features/tutor-detail/about-tab.tsx
  test('open where the address says', async () => {
    await open({ path: `${PATH}?tab=education` });
    await screen.findByText('University of Moratuwa');
  });

  test('open at the first where the address names none', async () => {
    await open({ path: `${PATH}?tab=nonsense` });
    await screen.findByText(/From the picture to the symbol\./);
  });

  test('show reviews page by page', async () => {
    const answer: Answers['reviews.ofTutor'] = ({ cursor }) =>
      cursor
        ? { reviews: [aReviewView({ id: 'r2', review: 'The second page' })], nextCursor: null }
        : { reviews: [aReviewView()], nextCursor: 'next' };
    const { press } = await open({ path: `${PATH}?tab=reviews`, answers: { 'reviews.ofTutor': answer } });
    await screen.findByText('Explains until it is clear.');
    await press('Show more');
    await screen.findByText('The second page');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('a review on a profile', () => {
  const reviews = [
    aReviewView({ id: 'r1', student: { id: 'student-2', name: 'Kavindu Perera', profileImage: '' } }),
    aReviewView({ id: 'r2', student: { id: STUDENT.id, name: STUDENT.name, profileImage: '' } }),
    aReviewView({ id: 'r3', student: { id: '', name: 'Anonymous', profileImage: '' } }),
  ];

  // spec tutor.27
  test('can be reported, unless it is the viewer’s own, and one call answers for all', async () => {
    const { api } = await open({
      path: `${PATH}?tab=reviews`,
      viewer: STUDENT,
      answers: {
        'reviews.ofTutor': () => ({ reviews, nextCursor: null }),
        'moderation.reportedAmong': () => ['r3'],
        'messages.hasWithTutor': () => false,
      },
    });
    await screen.findByRole('button', { name: 'Report the review of Kavindu Perera' });
    await screen.findByRole('button', { name: 'You have reported the review of Anonymous' });
    const buttons = within(screen.getByRole('tabpanel')).getAllByRole('button', { name: /report/i });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Report', 'Reported']);
    const inputs = api.calls.filter(({ path }) => path === 'moderation.reportedAmong').map(({ input }) => Object(input));
    expect(inputs.filter(({ about }) => about === 'review')).toEqual([{ about: 'review', ids: ['r1', 'r2', 'r3'] }]);
  });
});

describe('a profile that cannot be shown', () => {
  // spec tutor.18 | P §2 Tutor profile page | Tutor Not Found, with a button to /tutors | src/client/features/tutor-detail/profile-page.tsx
  test('because there is none, leads back to the tutors', async () => {
    const missing = () => {
      throw apiError('tutor.not_found');
    };
    await open({ answers: { 'tutors.byId': missing } });
    await screen.findByText('Tutor Not Found');
    expect(getMain().getByRole('link', { name: 'Find Tutors' }).getAttribute('href')).toBe('/tutors');
  });

  // spec tutor.17 | P §2 Tutor profile page | Error with Try Again | src/client/routes/tutors/$id.tsx
  // spec errors.34 | C §8 Tutors and search | 'Error Loading Profile', 'Failed to load tutor profile. Please try again later.' |
  //   src/client/routes/tutors/$id.tsx
  test.each([
    ['the sentence of the server', () => apiError('auth.role'), 'This is not available for your account'],
    ['the sentence of the specification', networkError, 'Failed to load tutor profile. Please try again later.'],
  ] as const)('says %s, and tries again', async (_, makeError, sentence) => {
    let isBroken = true;
    const answer = () => {
      if (isBroken) throw makeError();
      return aProfileView();
    };
    const { press } = await open({ answers: { 'tutors.byId': answer } });
    await screen.findByText('Error Loading Profile');
    expect(screen.getByText(sentence)).toBeDefined();
    isBroken = false;
    await press('Try Again');
    await findName();
  });
});

describe('Book Session', () => {
  const findModal = () => screen.findByText(/^Step 1 of 4/);
  const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const listBookButtons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: /^(Book Session|Tutor is on Vacation)$/ });
  const logIn = async ({ user, press }: Awaited<ReturnType<typeof open>>) => {
    await user.type(await screen.findByRole('textbox', { name: 'Email' }), STUDENT.email);
    await user.type(screen.getByLabelText('Password'), 'vidya-demo');
    await press('Login');
  };
  const expectOneStep = async ({ router }: Awaited<ReturnType<typeof open>>) => {
    await waitFor(() => expect(router.state.location.href).toBe(PATH));
    expect(router.history.canGoBack()).toBe(false);
  };
  const LOGIN = {
    'auth.beginLogin': () => ({ started: { token: 'a-token', user: aViewer(STUDENT) } }),
    'auth.me': () => aViewer(STUDENT),
  } satisfies Answers;

  // spec tutor.15 | P §2 Tutor profile page | Booking needs login: a message, then /login with a return path | src/client/routes/tutors/$id.tsx
  // spec errors.15 | C §8 Guards | 'Please login to book a session' | src/client/routes/tutors/$id.tsx
  test('sends a visitor to the login, which leads back to the modal', async () => {
    const { router, follow } = await open({ path: `${PATH}?tab=subjects` });
    await follow('Book Session: Combined Mathematics');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(listToasts()).toEqual([['info', 'Please login to book a session']]);
    expect(router.state.location.search).toEqual({ redirect: `${PATH}?tab=subjects&book=1&subject=subject-maths` });
  });

  // spec tutor.15
  test('keeps the subject that was searched for on the way through the login', async () => {
    const { router, follow } = await open({ path: `${PATH}?subject=Physics` });
    await follow('Book Session');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toEqual({ redirect: `${PATH}?subject=Physics&book=1` });
  });

  test('opens the modal in the address, and Back closes it', async () => {
    const { router, press } = await open({ viewer: STUDENT });
    await press('Book Session');
    await findModal();
    expect(router.state.location.search).toEqual({ book: 1 });
    await act(async () => router.history.back());
    await expectClosed();
    expect(router.state.location.search).toEqual({});
  });

  // spec tutor.16 | P §2 Tutor profile page | Closing the modal leads back to the profile in one step, also after a reload or the login |
  //   src/client/features/tutor-detail/use-booking-address.ts
  test('leaves one step when the modal is closed, also where the page was left and returned to', async () => {
    const opened = await open({ viewer: STUDENT });
    const { router, press } = opened;
    await press('Book Session');
    await findModal();
    await act(() => router.navigate({ to: '/privacy' }));
    await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' });
    await act(async () => router.history.back());
    await findModal();
    await press('Close');
    await expectOneStep(opened);
  });

  // spec tutor.16
  test('leaves one step when the modal is closed, also after the login on the way to it', async () => {
    const opened = await open({ answers: LOGIN });
    await opened.follow('Book Session');
    await logIn(opened);
    await findModal();
    await opened.press('Close');
    await expectOneStep(opened);
  });

  test('leaves one step when the modal is closed, also where the session ended meanwhile', async () => {
    const opened = await open({ viewer: STUDENT, answers: LOGIN });
    await opened.press('Book Session');
    await findModal();
    await act(async () => session.end());
    await logIn(opened);
    await findModal();
    await opened.press('Close');
    await expectOneStep(opened);
  });

  test('stays on the profile when the modal is closed that was opened first', async () => {
    const { router, press } = await open({ viewer: STUDENT, path: `${PATH}?book=1` });
    await findModal();
    await press('Close');
    await waitFor(() => expect(router.state.location.href).toBe(PATH));
  });

  test('has an address that opens no modal for a tutor', async () => {
    await open({ viewer: TUTOR, path: `${PATH}?book=1` });
    await screen.findAllByText('Only students can book sessions');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  // spec tutor.6 | D Booking | Tutors and admins see it disabled: "Only students can book sessions" |
  //   src/client/features/tutor-detail/book-button.tsx
  test.each([
    ['a tutor', TUTOR],
    ['an admin', ADMIN],
  ])('is disabled for %s, says why, and covers nothing of the page on a phone', async (_, viewer) => {
    await open({ viewer });
    await screen.findAllByText('Only students can book sessions');
    expect(listBookButtons().map(({ disabled }) => disabled)).toEqual([true]);
  });

  // spec tutor.5 | P §2 Tutor profile page | Book Session, or a disabled "Tutor is on Vacation" | src/client/features/tutor-detail/book-button.tsx
  test('is disabled while the tutor is on vacation', async () => {
    await open({ viewer: STUDENT, tutor: aProfileView({ vacationMode: true }) });
    await findName();
    expect(listBookButtons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['Tutor is on Vacation', true],
      ['Tutor is on Vacation', true],
    ]);
  });

  test.each([
    ['shares the bar of a phone with the rate', false],
    ['has the bar of a phone for itself where no rate is beside it', true],
  ])('%s', async (_, vacationMode) => {
    await open({ viewer: STUDENT, tutor: aProfileView({ vacationMode }) });
    await findName();
    const inBar = listBookButtons().at(-1);
    expect(inBar?.closest('[style*="10.25rem"]') === null).toBe(vacationMode);
  });

  test('says that nothing can be booked', async () => {
    await open({ viewer: STUDENT, tutor: aProfileView({ subjects: [aSubjectView({ availability: [] })] }) });
    await screen.findAllByText('This tutor has not published any times yet.');
  });
});

// spec tutor.10 | P §2 Tutor profile page | About: social links, of the site itself only | src/client/features/tutor-detail/about-tab.tsx
describe('listSocialLinks', () => {
  const none = { instagram: '', youtube: '', facebook: '', linkedin: '' };
  test.each([
    ['a handle', { instagram: 'dilini.maths' }, 'https://www.instagram.com/dilini.maths'],
    ['a handle with its sign', { youtube: '@dilinimaths' }, 'https://www.youtube.com/@dilinimaths'],
    ['an address of the site', { facebook: 'https://www.facebook.com/profile.php?id=100' }, 'https://www.facebook.com/profile.php?id=100'],
    ['an address without its scheme', { linkedin: 'linkedin.com/in/dilini' }, 'https://linkedin.com/in/dilini'],
    ['an address that is not encrypted', { linkedin: 'http://lk.linkedin.com/in/dilini' }, 'https://lk.linkedin.com/in/dilini'],
  ])('makes a link of %s', (_, handles, href) => {
    expect(listSocialLinks({ ...none, ...handles }).map((link) => link.href)).toEqual([href]);
  });

  test.each([
    '',
    '   ',
    'javascript:alert(1)',
    'https://evil.example/facebook.com',
    'https://facebook.com.evil.example/x',
    'https://facebook.com@evil.example',
    '//evil.example',
    'two words',
  ])('makes none of %j', (facebook) => {
    expect(listSocialLinks({ ...none, facebook })).toEqual([]);
  });
});
