import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listSocialLinks } from '#client/features/tutor-detail/about-tab.tsx';
import { type Account, session } from '#client/lib/session/session.ts';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { ADMIN, button, fill, press, renderApp, STUDENT, shown, signIn, TUTOR, texts, until } from '#tests/support/render.tsx';
import { aBookingView, aCalendarView, aProfileView, aReviewView, aSubjectView, aViewer, MONDAY_TEN, PHYSICS } from '#tests/support/views.ts';

const PATH = '/tutors/tutor-profile-1';

/** Of this DOM, in which nothing ever comes into view. */
const UNSEEN = window.IntersectionObserver;

let said: Toast[] = [];
let stop = () => {};
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
  said = [];
  stop = showToasts((toast) => said.push(toast));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.stubGlobal('IntersectionObserver', UNSEEN);
});

type Options = { tutor?: TutorProfileView; path?: string; me?: Account; answers?: Answers };

async function open({ tutor = aProfileView(), path = PATH, me, answers = {} }: Options = {}) {
  if (me) signIn(me);
  const api = fakeApi({
    'tutors.byId': () => tutor,
    'tutors.availability': () => aCalendarView(tutor),
    'reviews.ofTutor': () => ({ reviews: [], nextCursor: null }),
    'notifications.unreadCount': () => ({ unreadCount: 0 }),
    'notifications.list': () => ({ notifications: [], total: 0, currentPage: 1, totalPages: 1, hasMore: false }),
    'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }),
    ...answers,
  });
  return renderApp(path, { api });
}

const page = () => document.querySelector('main')?.textContent ?? '';
const bookButtons = () => [...document.querySelectorAll('button')].filter((one) => /Book Session|Tutor is on Vacation/.test(one.textContent ?? ''));

describe('the profile of a tutor', () => {
  // spec tutor.3 | P §2 Tutor profile page | Header: name, Verified, subjects, rating, students, locations, online and home-visit rate |
  //   src/client/features/tutor-detail/profile-header.tsx
  it('tells who, what, how good and for how much', async () => {
    const { router } = await open();
    await until(() => expect(texts('h1')).toEqual(['Dilini Wickramasinghe']));
    for (const text of ['Verified', 'Combined Mathematics', 'Calculus', '4.7', '30 students', 'Nugegoda', 'Rs. 1,500 / hour', 'Rs. 2,000.50 / hour'])
      expect(page()).toContain(text);
    await shown('Next freeTue, 24 Nov, 4:00 PM');
    expect(router.state.matches.at(-1)?.meta).toMatchObject([
      { title: 'Dilini Wickramasinghe · Vidya' },
      { name: 'description', content: expect.stringContaining('Dilini Wickramasinghe teaches Combined Mathematics (Nugegoda)') },
    ]);
  });

  it('says from which price where subjects differ', async () => {
    const cheaper = aSubjectView({ id: PHYSICS, name: 'Physics', teachingModes: [{ type: 'online', enabled: true, rate: 900 }] });
    await open({ tutor: aProfileView({ subjects: [aSubjectView(), cheaper] }) });
    await shown('from Rs. 900 / hour');
  });

  // spec tutor.4 | P §2 Tutor profile page | Up to six topics in the header | src/client/features/tutor-detail/profile-header.tsx
  it('shows at most six topics at the top', async () => {
    const topics = Array.from({ length: 5 }, (_, index) => ({ id: `t${index}`, name: `Topic ${index}`, description: '' }));
    const more = topics.map(({ id, name }) => ({ id: `p${id}`, name: `Physics ${name}`, description: '' }));
    const subjects = [aSubjectView({ selectedTopics: topics }), aSubjectView({ id: PHYSICS, name: 'Physics', selectedTopics: more })];
    await open({ tutor: aProfileView({ subjects }) });
    await until(() => expect(document.querySelectorAll('ul[aria-label="Topics"] > li')).toHaveLength(6));
  });

  // spec tutor.13 | P §2 Tutor profile page | Sidebar: phone and email, week of the first subject, "Verification Pending" |
  //   src/client/features/tutor-detail/profile-sidebar.tsx
  it('has contact, the week of the first subject and the state of verification at its side', async () => {
    const look = watchesView();
    await open({ tutor: publicView({ isVerified: false }), answers: { 'tutors.contact': () => CONTACT } });
    await shown('Verification Pending');
    await look();
    const side = document.querySelector('aside');
    await until(() => expect(side?.querySelector('a[href="tel:0712345678"]')).not.toBeNull());
    expect(side?.querySelector('a[href="mailto:dilini@vidya.test"]')).not.toBeNull();
    await until(() => expect(side?.textContent).toContain('Tuesday'));
    expect(side?.textContent).toContain('4:00 PM – 7:00 PM');
  });

  // spec errors.75 | C §8 Fallback labels | 'Location not specified', 'No email', 'No phone' | src/client/features/tutor-detail/profile-sidebar.tsx
  it('falls back to the words of the specification', async () => {
    const look = watchesView();
    await open({
      tutor: publicView({ availableLocations: '', user: { id: 'u', name: 'Nimal', email: '', profileImage: '' } }),
      answers: { 'tutors.contact': () => ({ phone: '', email: '' }) },
    });
    await shown('Location not specified');
    await look();
    await shown('No phone');
    await shown('No email');
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

/** Answers how to bring everything into view that is watched; the contact details are waited for. */
function watchesView() {
  const watching = new Set<IntersectionObserverCallback>();
  class Watch implements Pick<IntersectionObserver, 'observe' | 'disconnect'> {
    readonly see: IntersectionObserverCallback;
    constructor(see: IntersectionObserverCallback) {
      this.see = see;
    }
    observe() {
      watching.add(this.see);
    }
    disconnect() {
      watching.delete(this.see);
    }
  }
  vi.stubGlobal('IntersectionObserver', Watch);
  return async () => {
    await until(() => expect(document.querySelector('aside [aria-busy]')).not.toBeNull());
    const entries = [{ isIntersecting: true } as IntersectionObserverEntry];
    await act(async () => {
      for (const see of [...watching]) see(entries, new UNSEEN(() => {}));
    });
  };
}

// spec s8-contact.5 | S8 G | The sidebar asks once it comes into view, and past the limit says when to try again |
//   src/client/features/tutor-detail/contact-details.tsx
describe('contact details', () => {
  const contactCalls = (api: { calls: { path: string }[] }) => api.calls.filter(({ path }) => path === 'tutors.contact').length;
  const limited = () => Promise.reject(apiError('tutor.contact_limited', { retryAfter: 1500 }));
  const LIMITED = 'The contact details of many tutors were shown within a short time. Please try again later. You can try again in 25 minutes.';

  it('are asked for once they come into view, once', async () => {
    const look = watchesView();
    const { api } = await open({ tutor: publicView(), answers: { 'tutors.contact': () => CONTACT } });
    await until(() => expect(document.querySelector('aside [aria-busy="true"]')).not.toBeNull());
    expect([contactCalls(api), page().includes('0712345678')]).toEqual([0, false]);
    await look();
    await shown('0712345678');
    await look();
    expect(contactCalls(api)).toBe(1);
    expect(document.querySelector('aside [aria-busy="true"]')).toBeNull();
  });

  it('past the limit are a sentence with when to try again, and to a visitor the way to a limit of their own', async () => {
    const look = watchesView();
    let isOver = false;
    await open({ tutor: publicView(), answers: { 'tutors.contact': () => (isOver ? CONTACT : limited()) } });
    await look();
    await shown(LIMITED);
    const login = [...document.querySelectorAll('aside a')].find(({ textContent }) => textContent === 'Log in');
    expect(login?.getAttribute('href')).toBe(`/login?redirect=${encodeURIComponent(PATH)}`);
    isOver = true;
    await press('Try Again');
    await shown('0712345678');
    expect(page()).not.toContain('within a short time');
  });

  it.each([
    ['an account that waits for its confirmation', { ...STUDENT, emailVerified: false }, true],
    ['any other account', { ...STUDENT, emailVerified: true }, false],
  ])('past the limit advise %s', async (_, me, advises) => {
    const look = watchesView();
    await open({ tutor: publicView(), me, answers: { 'tutors.contact': limited, 'messages.unreadCount': () => 0, 'favourites.hearts': () => [] } });
    await look();
    await shown(LIMITED);
    expect(page().includes('Confirm your email address')).toBe(advises);
    expect(page()).not.toContain('Log in to have');
  });

  it('tell the tutor and admins which address others do not see', async () => {
    const look = watchesView();
    await open({ answers: { 'tutors.contact': () => ({ phone: '', email: 'lessons@vidya.test' }) } });
    await look();
    await shown('lessons@vidya.test');
    expect(page()).toContain('The account signs in with dilini@vidya.test, which others do not see.');
  });
});

describe('the tabs', () => {
  // spec tutor.7 | P §2 Tutor profile page | Tabs About, Subjects & Rates, Education, Experience, Reviews |
  //   src/client/features/tutor-detail/profile-tabs.tsx
  it('stand in the address, and do not add to the way back', async () => {
    const { router } = await open();
    await until(() => texts('[role="tab"]').length > 0 || expect.unreachable());
    const length = router.history.length;
    for (const [name, tab, text] of [
      ['Subjects & Rates', 'subjects', 'Weekly availability'],
      ['Education', 'education', 'University of Moratuwa'],
      ['Experience', 'experience', 'Theory and revision'],
      ['About', undefined, 'From the picture to the symbol.'],
    ] as const) {
      await press(name);
      await shown(text);
      expect(router.state.location.search).toEqual(tab ? { tab } : {});
    }
    expect(router.history.length).toBe(length);
  });

  it('are stepped through by the arrow keys, Home and End, round and round', async () => {
    const { router } = await open();
    await until(() => button('Reviews12'));
    const shownTab = () => document.querySelector('[role="tab"][aria-selected="true"]');
    const hit = (key: string) =>
      act(async () => void shownTab()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
    for (const [key, name] of [
      ['ArrowRight', 'Subjects & Rates'],
      ['End', 'Reviews12'],
      ['ArrowRight', 'About'],
      ['ArrowLeft', 'Reviews12'],
      ['Home', 'About'],
      ['a', 'About'],
    ] as const) {
      await hit(key);
      await until(() => expect(shownTab()?.textContent).toBe(name));
      if (key !== 'a') expect(document.activeElement).toBe(shownTab());
    }
    expect([...document.querySelectorAll<HTMLElement>('[role="tab"]')].map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
    const panel = document.querySelector('[role="tabpanel"]');
    expect([panel?.id, panel?.getAttribute('aria-labelledby')]).toEqual([shownTab()?.getAttribute('aria-controls'), shownTab()?.id]);
    expect(router.history.length).toBe(1);
  });

  // spec tutor.8 | P §2 Tutor profile page | About: bio | src/client/features/tutor-detail/about-tab.tsx
  it('open where the address says', async () => {
    await open({ path: `${PATH}?tab=education` });
    await shown('University of Moratuwa');
  });

  it('open the first where the address says nothing that is one', async () => {
    await open({ path: `${PATH}?tab=nonsense` });
    await shown('From the picture to the symbol.');
  });

  it('reviews come page by page', async () => {
    const answer: Answers['reviews.ofTutor'] = ({ cursor }) =>
      cursor
        ? { reviews: [aReviewView({ id: 'r2', review: 'The second page' })], nextCursor: null }
        : { reviews: [aReviewView()], nextCursor: 'next' };
    await open({ path: `${PATH}?tab=reviews`, answers: { 'reviews.ofTutor': answer } });
    await shown('Explains until it is clear.');
    await press('Show more');
    await shown('The second page');
    expect(texts('button')).not.toContain('Show more');
  });
});

describe('a review on a profile', () => {
  const reviews = [
    aReviewView({ id: 'r1', student: { id: 'student-2', name: 'Kavindu Perera', profileImage: '' } }),
    aReviewView({ id: 'r2', student: { id: STUDENT.id, name: STUDENT.name, profileImage: '' } }),
    aReviewView({ id: 'r3', student: { id: '', name: 'Anonymous', profileImage: '' } }),
  ];

  // spec tutor.27
  it('can be reported, unless it is the own one, and one question answers for all', async () => {
    const { api } = await open({
      path: `${PATH}?tab=reviews`,
      me: STUDENT,
      answers: {
        'reviews.ofTutor': () => ({ reviews, nextCursor: null }),
        'moderation.reportedAmong': () => ['r3'],
        'messages.hasWithTutor': () => false,
      },
    });
    await until(() => button('Report the review of Kavindu Perera'));
    await until(() => button('You have reported the review of Anonymous'));
    expect(texts('[role="tabpanel"] li button').filter((text) => /Report/.test(text))).toEqual(['Report', 'Reported']);
    const asked = api.calls.filter(({ path }) => path === 'moderation.reportedAmong').map(({ input }) => input);
    expect(asked).toContainEqual({ about: 'review', ids: ['r1', 'r2', 'r3'] });
    expect(asked.filter((input) => Object(input).about === 'review')).toHaveLength(1);
  });
});

describe('a profile that cannot be shown', () => {
  // spec tutor.18 | P §2 Tutor profile page | Tutor Not Found, with a button to /tutors | src/client/features/tutor-detail/profile-page.tsx
  it('because there is none, leads back to the tutors', async () => {
    const missing = () => {
      throw apiError('tutor.not_found');
    };
    await open({ answers: { 'tutors.byId': missing } });
    await shown('Tutor Not Found');
    const found = [...document.querySelectorAll('main a')].find(({ textContent }) => textContent === 'Find Tutors');
    expect(found?.getAttribute('href')).toBe('/tutors');
  });

  // spec tutor.17 | P §2 Tutor profile page | Error with Try Again | src/client/routes/tutors/$id.tsx
  // spec errors.34 | C §8 Tutors and search | 'Error Loading Profile', 'Failed to load tutor profile. Please try again later.' |
  //   src/client/routes/tutors/$id.tsx
  it.each([
    ['the sentence of the server', () => apiError('auth.role'), 'This is not available for your account'],
    ['the sentence of the specification', networkError, 'Failed to load tutor profile. Please try again later.'],
  ] as const)('says %s, and tries again', async (_, failure, sentence) => {
    let isAway = true;
    const answer = () => {
      if (isAway) throw failure();
      return aProfileView();
    };
    await open({ answers: { 'tutors.byId': answer } });
    await shown('Error Loading Profile');
    await shown(sentence);
    isAway = false;
    await press('Try Again');
    await until(() => expect(texts('h1')).toEqual(['Dilini Wickramasinghe']));
  });
});

describe('Book Session', () => {
  const logIn = async () => {
    await until(() => button('Login'));
    await fill('Email', STUDENT.email);
    await fill('Password', 'vidya-demo');
    await press('Login');
  };

  // spec tutor.15 | P §2 Tutor profile page | Booking needs login: a message, then /login with a return path | src/client/routes/tutors/$id.tsx
  // spec errors.15 | C §8 Guards | 'Please login to book a session' | src/client/routes/tutors/$id.tsx
  it('sends a visitor to the login, which leads back to the modal', async () => {
    const { router } = await open({ path: `${PATH}?tab=subjects` });
    await until(() => button('Book Session: Combined Mathematics'));
    await press('Book Session: Combined Mathematics');
    await until(() => expect(router.state.location.pathname).toBe('/login'));
    expect(said).toEqual([{ kind: 'info', message: 'Please login to book a session' }]);
    expect(router.state.location.search).toEqual({ redirect: `${PATH}?tab=subjects&book=1&subject=subject-maths` });
  });

  // spec tutor.15
  it('keeps the subject that was searched for on the way through the login', async () => {
    const { router } = await open({ path: `${PATH}?subject=Physics` });
    await until(() => button('Book Session'));
    await press('Book Session');
    await until(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toEqual({ redirect: `${PATH}?subject=Physics&book=1` });
  });

  it('opens the modal in the address, and Back closes it', async () => {
    const { router } = await open({ me: STUDENT });
    await until(() => button('Book Session'));
    await press('Book Session');
    await shown('Step 1 of 4');
    expect(router.state.location.search).toEqual({ book: 1 });
    await act(async () => router.history.back());
    await until(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    expect(router.state.location.search).toEqual({});
  });

  // spec tutor.16 | P §2 Tutor profile page | Closing the modal leads back to the profile in one step, also after a reload or the login |
  //   src/client/features/tutor-detail/use-booking-address.ts
  it('closed by its cross leaves one step, also where the page was left and found again', async () => {
    const { router } = await open({ me: STUDENT });
    await until(() => button('Book Session'));
    await press('Book Session');
    await shown('Step 1 of 4');
    await act(() => router.navigate({ to: '/privacy' }));
    await until(() => expect(texts('h1')).not.toEqual(['Dilini Wickramasinghe']));
    await act(async () => router.history.back());
    await shown('Step 1 of 4');
    await press('Close');
    await until(() => expect(router.state.location.href).toBe(PATH));
    expect(router.history.canGoBack()).toBe(false);
  });

  // spec tutor.16
  it('closed by its cross leaves one step, also after the login on the way to it', async () => {
    const started = () => ({ token: 'a-token', user: aViewer(STUDENT) });
    const { router } = await open({ answers: { 'auth.beginLogin': () => ({ started: started() }), 'auth.me': () => aViewer(STUDENT) } });
    await until(() => button('Book Session'));
    await press('Book Session');
    await logIn();
    await shown('Step 1 of 4');
    await press('Close');
    await until(() => expect(router.state.location.href).toBe(PATH));
    expect(router.history.canGoBack()).toBe(false);
  });

  it('closed by its cross leaves one step, also where the session ran out meanwhile', async () => {
    const started = () => ({ token: 'a-token', user: aViewer(STUDENT) });
    const { router } = await open({ me: STUDENT, answers: { 'auth.beginLogin': () => ({ started: started() }), 'auth.me': () => aViewer(STUDENT) } });
    await until(() => button('Book Session'));
    await press('Book Session');
    await shown('Step 1 of 4');
    await act(async () => session.end());
    await logIn();
    await shown('Step 1 of 4');
    await press('Close');
    await until(() => expect(router.state.location.href).toBe(PATH));
    expect(router.history.canGoBack()).toBe(false);
  });

  it('closed by its cross stays where it was the first that was opened', async () => {
    const { router } = await open({ me: STUDENT, path: `${PATH}?book=1` });
    await shown('Step 1 of 4');
    await press('Close');
    await until(() => expect(router.state.location.href).toBe(PATH));
  });

  it('an address with the modal opens it for a student', async () => {
    await open({ me: STUDENT, path: `${PATH}?book=1` });
    await shown('Step 1 of 4');
  });

  it('the same address opens none for a tutor', async () => {
    await open({ me: TUTOR, path: `${PATH}?book=1` });
    await shown('Only students can book sessions');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  // spec tutor.6 | D Booking | Tutors and admins see it disabled: "Only students can book sessions" |
  //   src/client/features/tutor-detail/book-button.tsx
  it.each([
    ['a tutor', TUTOR],
    ['an admin', ADMIN],
  ])('is off for %s, and says why', async (_, me) => {
    await open({ me });
    await shown('Only students can book sessions');
    expect(bookButtons().map(({ disabled }) => disabled)).toEqual([true, true]);
  });

  // spec tutor.5 | P §2 Tutor profile page | Book Session, or a disabled "Tutor is on Vacation" | src/client/features/tutor-detail/book-button.tsx
  it('is off while the tutor is on vacation', async () => {
    await open({ me: STUDENT, tutor: aProfileView({ vacationMode: true }) });
    await until(() => expect(bookButtons().length).toBeGreaterThan(0));
    expect(bookButtons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['Tutor is on Vacation', true],
      ['Tutor is on Vacation', true],
    ]);
  });

  it('is off where nothing can be booked', async () => {
    await open({ me: STUDENT, tutor: aProfileView({ subjects: [aSubjectView({ availability: [] })] }) });
    await shown('This tutor has not published any times yet.');
  });
});

// spec tutor.10 | P §2 Tutor profile page | About: social links, of the site itself only | src/client/features/tutor-detail/about-tab.tsx
describe('social handles become links', () => {
  const none = { instagram: '', youtube: '', facebook: '', linkedin: '' };
  it.each([
    ['a handle', { instagram: 'dilini.maths' }, 'https://www.instagram.com/dilini.maths'],
    ['one with its sign', { youtube: '@dilinimaths' }, 'https://www.youtube.com/@dilinimaths'],
    ['an address of the site', { facebook: 'https://www.facebook.com/profile.php?id=100' }, 'https://www.facebook.com/profile.php?id=100'],
    ['one without its scheme', { linkedin: 'linkedin.com/in/dilini' }, 'https://linkedin.com/in/dilini'],
    ['one that is not encrypted', { linkedin: 'http://lk.linkedin.com/in/dilini' }, 'https://lk.linkedin.com/in/dilini'],
  ])('%s', (_, given, href) => {
    expect(listSocialLinks({ ...none, ...given }).map((link) => link.href)).toEqual([href]);
  });

  it.each([
    '',
    '   ',
    'javascript:alert(1)',
    'https://evil.example/facebook.com',
    'https://facebook.com.evil.example/x',
    'https://facebook.com@evil.example',
    '//evil.example',
    'two words',
  ])('but %j does not', (facebook) => {
    expect(listSocialLinks({ ...none, facebook })).toEqual([]);
  });
});
