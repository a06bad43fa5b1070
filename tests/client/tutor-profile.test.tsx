import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showToasts, type Toast } from '#client/ui/toasts.ts';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { press, STUDENT, shown, signIn, texts, tick, until } from '#tests/support/render.tsx';
import { aBookingView, aCalendarView, aProfileView, aSubjectView, aViewer, MONDAY_TEN, PHYSICS } from '#tests/support/views.ts';
import { follow, linksOf, visit } from '#tests/support/visit.ts';

const PATH = '/tutors/tutor-profile-1';

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function open({
  tutor = aProfileView(),
  path = PATH,
  me = null,
  answers = {},
}: {
  tutor?: TutorProfileView;
  path?: string;
  me?: typeof STUDENT | null;
  answers?: Answers;
} = {}) {
  const visited = await visit(path, me, {
    'tutors.byId': () => tutor,
    'tutors.availability': () => aCalendarView(tutor),
    'bookings.request': () => aBookingView(),
    'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }),
    ...answers,
  });
  await until(() => expect(texts('h1')).not.toEqual([]));
  return visited;
}

/** What stands under this heading. */
const under = (heading: string) => {
  const found = [...document.querySelectorAll('main h2, main h3')].find(({ textContent }) => textContent === heading);
  if (!found) throw new Error(`there is no heading ${heading}`);
  return found.closest('section');
};

describe('the way back from a profile', () => {
  // spec tutor.2 | P §2 Tutor profile page | Back link to /tutors and breadcrumb | src/client/features/tutor-detail/profile-page.tsx
  it('is a link to the tutors and a breadcrumb that ends with the name', async () => {
    const { at } = await open();
    await until(() => expect(texts('h1')).toEqual(['Dilini Wickramasinghe']));
    expect(linksOf('main')[0]).toEqual(['Back to tutors', '/tutors']);
    expect(linksOf('nav[aria-label="Breadcrumb"]')).toEqual([['Tutors', '/tutors']]);
    expect(texts('nav[aria-label="Breadcrumb"] li[aria-current="page"]')).toEqual(['Dilini Wickramasinghe']);
    await follow('Back to tutors');
    await until(() => expect(at()).toMatch(/^\/tutors(\?|$)/));
  });

  it('finds the search again as it was left', async () => {
    const card = { ...aProfileView(), name: 'Dilini', profileImage: '', nextFree: null, subjects: [] };
    const found = { tutors: [card], nextCursor: null, total: 1, totalIsCapped: false };
    const { at } = await visit('/tutors?category=all&location=Kandy&sort=price', null, {
      'tutors.search': () => found,
      'tutors.byId': () => aProfileView(),
      'tutors.availability': () => aCalendarView(aProfileView()),
    });
    await shown('1 Tutor Found');
    await follow('Dilini');
    await until(() => expect(texts('h1')).toEqual(['Dilini Wickramasinghe']));
    for (const name of ['Back to tutors', 'Tutors']) expect(linksOf('main')).toContainEqual([name, '/tutors?category=all&location=Kandy&sort=price']);
    await follow('Back to tutors');
    await until(() => expect(at()).toBe('/tutors?category=all&location=Kandy&sort=price'));
  });
});

describe('the tab About', () => {
  // spec tutor.9 | P §2 Tutor profile page | About: teaching mediums and locations | src/client/features/tutor-detail/about-tab.tsx
  it('tells the teaching mediums and the locations', async () => {
    await open({ tutor: aProfileView({ teachingMediums: ['tamil', 'english'], availableLocations: 'Nugegoda and Maharagama' }) });
    await until(() => under('Teaching mediums'));
    expect([...(under('Teaching mediums')?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual(['Tamil', 'English']);
    expect(under('Locations')?.textContent).toBe('LocationsNugegoda and Maharagama');
  });
});

describe('the tab Subjects & Rates', () => {
  // spec tutor.11 | P §2 Tutor profile page | Subjects & Rates: topics, mode rates and the weekly grid of each subject |
  //   src/client/features/tutor-detail/subjects-tab.tsx
  it('has topics, rates and the weekly grid of each subject', async () => {
    const physics = aSubjectView({
      id: PHYSICS,
      name: 'Physics',
      selectedTopics: [{ id: 'topic-optics', name: 'Optics', description: '' }],
      teachingModes: [
        { type: 'online', enabled: true, rate: 900 },
        { type: 'home-visit', enabled: false, rate: 5000 },
      ],
      availability: [{ day: 'Saturday', slots: [{ start: '08:00', end: '10:30' }] }],
    });
    await open({ tutor: aProfileView({ subjects: [aSubjectView(), physics] }), path: `${PATH}?tab=subjects` });
    await until(() => under('Physics'));
    const within = (subject: string, selector: string) =>
      [...(under(subject)?.querySelectorAll(selector) ?? [])].map(({ textContent }) => textContent);

    expect(within('Combined Mathematics', 'ul li')).toEqual(['Calculus', 'Vectors']);
    expect(within('Physics', 'ul li')).toEqual(['Optics']);
    expect(within('Combined Mathematics', 'dl:not([data-grid]) > div')).toEqual(['OnlineRs. 1,500 / hour', 'Home VisitRs. 2,000.50 / hour']);
    expect(within('Physics', 'dl:not([data-grid]) > div')).toEqual(['OnlineRs. 900 / hour']);
    expect(within('Combined Mathematics', '[data-grid] > div')).toHaveLength(7);
    expect(within('Combined Mathematics', '[data-grid] > div:not([data-empty])')).toEqual(['TuesdayTue4:00 PM – 7:00 PM']);
    expect(within('Physics', '[data-grid] > div:not([data-empty])')).toEqual(['SaturdaySat8:00 AM – 10:30 AM']);
  });
});

describe('the sidebar of a profile', () => {
  // spec tutor.14 | P §2 Tutor profile page | Sidebar: "Verified Tutor" | src/client/features/tutor-detail/profile-sidebar.tsx
  it.each([
    [true, 'Verified Tutor'],
    [false, 'Verification Pending'],
  ])('where verified is %s says %s', async (isVerified, words) => {
    await open({ tutor: aProfileView({ isVerified }) });
    await until(() => under('Verification'));
    expect(under('Verification')?.querySelector('p')?.textContent).toBe(words);
  });
});

describe('a booking made on a profile', () => {
  const progress = () => {
    const bar = document.querySelector('[role="progressbar"][aria-label="Booking progress"]');
    return [bar?.getAttribute('aria-valuenow'), bar?.getAttribute('aria-valuemax'), bar?.querySelectorAll('[data-done]').length];
  };

  // spec book.2 | P §2 Booking modal | A progress bar | src/client/features/booking-modal/booking-frame.tsx
  // spec book.5 | P §2 Booking modal | Success: a notice | src/client/routes/tutors/$id.tsx
  it('moves a progress bar on, step by step, and says in a notice that it was sent', async () => {
    const said: Toast[] = [];
    const stop = showToasts((toast) => said.push(toast));
    const { at } = await open({ path: `${PATH}?book=1`, me: STUDENT });
    await shown('Step 1 of 4');
    expect(progress()).toEqual(['1', '4', 1]);
    await tick('1 hour');
    await tick('Online');
    await press('Next');
    expect(progress()).toEqual(['2', '4', 2]);
    await press('Next');
    await shown('Times on');
    expect(progress()).toEqual(['3', '4', 3]);
    await tick('4:00 PM');
    await press('Next');
    expect(progress()).toEqual(['4', '4', 4]);
    await press('Back');
    expect(progress()).toEqual(['3', '4', 3]);
    await press('Next');
    expect(said).toEqual([]);
    const send = document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]');
    expect(send?.textContent).toBe('Book Session');
    await act(async () => send?.click());
    await until(() => expect(at()).toBe('/student/bookings'));
    expect(said).toEqual([{ kind: 'success', message: 'Booking request sent successfully' }]);
    stop();
  });

  // spec book.10 | P §2 Tutor profile page, S4 | Whoever has to log in on the way finds the modal where it was; so does a reload, for a day, until it
  //   is closed | src/client/features/booking-modal/kept-booking.ts
  it('is found again where it was by whoever had to log in on the way', async () => {
    let isOver = false;
    const request = () => {
      isOver = true;
      throw apiError('auth.expired');
    };
    const me = () => (isOver ? Promise.reject(apiError('auth.expired')) : aViewer(STUDENT));
    const path = `${PATH}?book=1`;
    const first = await open({ path, me: STUDENT, answers: { 'bookings.request': request, 'auth.me': me } });
    await shown('Step 1 of 4');
    await tick('1 hour');
    await tick('Online');
    await press('Next');
    await press('Next');
    await shown('Times on');
    await tick('4:00 PM');
    await press('Next');
    const send = document.querySelector<HTMLButtonElement>('[role="dialog"] button[type="submit"]');
    await act(async () => send?.click());
    await until(() => expect(first.at()).toMatch(/^\/login/));
    expect(first.router.state.location.search).toEqual({ redirect: path });

    await act(async () => signIn(STUDENT));
    await open({ path });
    await shown('Step 4 of 4');
    await shown('Tue, 24 Nov 2026, 4:00 PM – 5:00 PM');
  });
});
