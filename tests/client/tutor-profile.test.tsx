import { screen, waitFor, within } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TutorProfileView } from '#shared/contracts/tutors.ts';
import { type Answers, apiError } from '#tests/support/fake-api.ts';
import { STUDENT, signIn } from '#tests/support/render.tsx';
import { collectToasts } from '#tests/support/toasts.ts';
import {
  aBookingView,
  aCalendarView,
  aProfileView,
  aSubjectView,
  aViewer,
  MONDAY_TEN,
  NO_CARD_DETAILS,
  NOTHING_READ,
  PHYSICS,
} from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

const PATH = '/tutors/tutor-profile-1';
const NAME = 'Dilini Wickramasinghe';

const { toasts } = collectToasts();

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Colombo');
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Options = { tutor?: TutorProfileView; path?: string; account?: typeof STUDENT | null; answers?: Answers };

async function visitProfile({ tutor = aProfileView(), path = PATH, account = null, answers = {} }: Options = {}) {
  const visited = await visit(path, account, {
    'tutors.byId': () => tutor,
    'tutors.availability': () => aCalendarView(tutor),
    'bookings.request': () => aBookingView(),
    'bookings.forStudent': () => ({ bookings: [aBookingView()], nextCursor: null }),
    ...answers,
  });
  const press = async (name: string) => visited.user.click(await screen.findByRole('button', { name }));
  const choose = async (label: string) => visited.user.click(await screen.findByLabelText(new RegExp(`^${label}`)));
  return { ...visited, press, choose };
}

const findTitle = () => screen.findByRole('heading', { level: 1, name: NAME });

async function findSection(heading: string) {
  const section = (await screen.findByRole('heading', { name: heading })).closest('section');
  if (!section) throw new Error(`there is no section ${heading}`);
  return section;
}

const listItems = (part: HTMLElement) =>
  within(part)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** Name and value of each entry of the description lists. */
function listFacts(part: HTMLElement) {
  const values = within(part).getAllByRole('definition');
  return within(part)
    .getAllByRole('term')
    .map(({ textContent }, index) => [textContent, values[index]?.textContent]);
}

describe('the way back from a profile', () => {
  // spec tutor.2 | P §2 Tutor profile page | Back link to /tutors and breadcrumb | src/client/features/tutor-detail/profile-page.tsx
  test('is a link to the tutors and a breadcrumb that ends with the name', async () => {
    const { user, at } = await visitProfile();
    await findTitle();
    expect(listLinks(screen.getByRole('main'))[0]).toEqual(['Back to tutors', '/tutors']);
    const breadcrumb = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect(listLinks(breadcrumb)).toEqual([['Tutors', '/tutors']]);
    expect(within(breadcrumb).getByRole('listitem', { current: 'page' }).textContent).toBe(NAME);
    await user.click(screen.getByRole('link', { name: 'Back to tutors' }));
    await waitFor(() => expect(at()).toMatch(/^\/tutors(\?|$)/));
  });

  test('leads to the search as it was left', async () => {
    const card = { ...aProfileView(), ...NO_CARD_DETAILS, name: 'Dilini', profileImage: '', nextFree: null, offersGroup: false, subjects: [] };
    const found = { tutors: [card], nextCursor: null, reading: NOTHING_READ, total: 1, totalIsCapped: false };
    const search = '/tutors?category=all&location=Kandy&sort=price';
    const { user, at } = await visit(search, null, {
      'tutors.search': () => found,
      'tutors.byId': () => aProfileView(),
      'tutors.availability': () => aCalendarView(aProfileView()),
    });
    await screen.findByText('1 Tutor Found');
    await user.click(screen.getByRole('link', { name: 'Dilini' }));
    await findTitle();
    for (const name of ['Back to tutors', 'Tutors']) expect(listLinks(screen.getByRole('main'))).toContainEqual([name, search]);
    await user.click(screen.getByRole('link', { name: 'Back to tutors' }));
    await waitFor(() => expect(at()).toBe(search));
  });
});

describe('the tab About', () => {
  // spec tutor.9 | P §2 Tutor profile page | About: teaching mediums and locations | src/client/features/tutor-detail/about-tab.tsx
  test('has the teaching mediums and the locations', async () => {
    await visitProfile({ tutor: aProfileView({ teachingMediums: ['tamil', 'english'], availableLocations: 'Nugegoda and Maharagama' }) });
    expect(listItems(await findSection('Teaching languages'))).toEqual(['Tamil', 'English']);
    expect((await findSection('Locations')).textContent).toBe('LocationsNugegoda and Maharagama');
  });
});

describe('the tab Subjects & Rates', () => {
  // spec tutor.11 | P §2 Tutor profile page | Subjects & Rates: topics, mode rates and the weekly grid of each subject |
  //   src/client/features/tutor-detail/more-tabs.tsx
  test('has topics, rates and the weekly grid of each subject', async () => {
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
    await visitProfile({ tutor: aProfileView({ subjects: [aSubjectView(), physics] }), path: `${PATH}?tab=subjects` });
    const sections = { maths: await findSection('Combined Mathematics'), physics: await findSection('Physics') };

    expect(listItems(sections.maths)).toEqual(['Calculus', 'Vectors']);
    expect(listItems(sections.physics)).toEqual(['Optics']);
    const maths = listFacts(sections.maths);
    expect(maths.slice(0, -7)).toEqual([
      ['Online', 'Rs. 1,500 / hour'],
      ['Home Visit', 'Rs. 2,000.50 / hour'],
    ]);
    expect(maths.slice(-7).filter(([, times]) => times !== '–No times')).toEqual([['TuesdayTue', '4:00 PM – 7:00 PM']]);
    const [rate, ...week] = listFacts(sections.physics);
    expect(rate).toEqual(['Online', 'Rs. 900 / hour']);
    expect(week).toHaveLength(7);
    expect(week.filter(([, times]) => times !== '–No times')).toEqual([['SaturdaySat', '8:00 AM – 10:30 AM']]);
  });
});

describe('the sidebar of a profile', () => {
  // spec tutor.14 | P §2 Tutor profile page | Sidebar: "Verified Tutor" | src/client/features/tutor-detail/profile-page.tsx
  test.each([
    [true, 'Verified Tutor'],
    [false, 'Verification Pending'],
  ])('where verified is %s has %s', async (isVerified, text) => {
    await visitProfile({ tutor: aProfileView({ isVerified }) });
    expect(within(await findSection('Verification')).getByText(text)).toBeDefined();
  });
});

describe('a booking made on a profile', () => {
  const getProgress = () => {
    const bar = screen.getByRole('progressbar', { name: 'Booking progress' });
    return [bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax'), bar.querySelectorAll('[data-done]').length];
  };

  // spec book.2 | P §2 Booking modal | A progress bar | src/client/features/booking-modal/booking-frame.tsx
  // spec book.5 | P §2 Booking modal | Success: a notice | src/client/routes/tutors/$id.tsx
  test('moves a progress bar on, step by step, and is confirmed by a toast', async () => {
    const { at, press, choose } = await visitProfile({ path: `${PATH}?book=1`, account: STUDENT });
    await screen.findByText('Step 1 of 4');
    expect(getProgress()).toEqual(['1', '4', 1]);
    await choose('1 hour');
    await choose('Online');
    await press('Next');
    expect(getProgress()).toEqual(['2', '4', 2]);
    await press('Next');
    await screen.findByText(/^Times on/);
    expect(getProgress()).toEqual(['3', '4', 3]);
    await choose('4:00 PM');
    await press('Next');
    expect(getProgress()).toEqual(['4', '4', 4]);
    await press('Back');
    expect(getProgress()).toEqual(['3', '4', 3]);
    await press('Next');
    expect(toasts).toEqual([]);
    const dialog = within(screen.getByRole('dialog'));
    await act(async () => dialog.getByRole('button', { name: 'Book Session' }).click());
    await waitFor(() => expect(at()).toBe('/student/bookings'));
    expect(toasts).toEqual([{ kind: 'success', message: 'Booking request sent successfully' }]);
  });

  // spec book.10 | P §2 Tutor profile page, S4 | Whoever has to log in on the way finds the modal where it was; so does a reload, for a day, until it
  //   is closed | src/client/features/booking-modal/booking-draft.ts
  test('continues where it was after a login on the way', async () => {
    let isExpired = false;
    const path = `${PATH}?book=1`;
    const { at, router, press, choose } = await visitProfile({
      path,
      account: STUDENT,
      answers: {
        'bookings.request': () => {
          isExpired = true;
          throw apiError('auth.expired');
        },
        'auth.me': () => (isExpired ? Promise.reject(apiError('auth.expired')) : aViewer(STUDENT)),
      },
    });
    await screen.findByText('Step 1 of 4');
    await choose('1 hour');
    await choose('Online');
    await press('Next');
    await press('Next');
    await screen.findByText(/^Times on/);
    await choose('4:00 PM');
    await press('Next');
    await act(async () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Book Session' }).click());
    await waitFor(() => expect(at()).toMatch(/^\/login/));
    expect(router.state.location.search).toEqual({ redirect: path });

    await act(async () => signIn(STUDENT));
    await visitProfile({ path });
    const texts = () => screen.getAllByRole('dialog').map(({ textContent }) => textContent);
    await waitFor(() => expect(texts()).toContainEqual(expect.stringMatching(/Step 4 of 4.*Tue, 24 Nov 2026, 4:00 PM – 5:00 PM/)));
  });
});
