import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#client/lib/rpc/trpc.ts';
import { BOOKING, PLATFORM_FEE, SEARCH } from '#shared/vocabulary/limits.ts';
import { apiError } from '#tests/support/fake-api.ts';
import { ADMIN, STUDENT, TUTOR } from '#tests/support/render.tsx';
import { NO_CARD_DETAILS, NOTHING_READ } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

type Page = Outputs['tutors']['search'];

const PHYSICS = { id: 'physics', name: 'Physics', topics: [], onlineRate: 1500, homeVisitRate: 0 };
const MATHS = { ...PHYSICS, id: 'maths', name: 'Mathematics' };

const aTutor = (index: number): Page['tutors'][number] => ({
  id: `tutor-${index}`,
  name: `Tutor ${index}`,
  profileImage: '',
  isVerified: index === 1,
  vacationMode: false,
  offersGroup: false,
  ...NO_CARD_DETAILS,
  nextFree: null,
  rating: 4.86,
  totalReviews: index === 2 ? 0 : index,
  totalStudents: 12,
  availableLocations: '',
  teachingMediums: [],
  subjects: [PHYSICS, MATHS],
});

const page = (count: number): Page => ({
  tutors: Array.from({ length: count }, (_, index) => aTutor(index + 1)),
  nextCursor: null,
  reading: NOTHING_READ,
  total: count,
  totalIsCapped: false,
});

const openHome = (search: () => Page | Promise<Page>) => visit('/', null, { 'tutors.search': search });

const getFeatured = () => screen.getByRole('region', { name: 'Featured Tutors' });
const queryFeatured = () => screen.queryByRole('region', { name: 'Featured Tutors' });
const findFeaturedCards = (count: number) =>
  waitFor(() => {
    const cards = within(getFeatured()).getAllByRole('article');
    expect(cards).toHaveLength(count);
    return cards;
  });
const findListing = (name: string) => screen.findByRole('region', { name });
const listNames = (part: HTMLElement) =>
  within(part)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('Featured Tutors', () => {
  // spec home.1 | P §2 Tutor search, C §9 | Featured Tutors: the first six results with rating, reviews, student count, first subject and a link to
  //   the profile | src/client/features/tutor-search/featured-tutors.tsx
  // spec constants.14 | C §9 | Featured tutors 6 | src/shared/vocabulary/limits.ts
  test('are the first six results, each with rating, reviews, students, first subject and a link to the profile', async () => {
    await openHome(() => page(24));
    const cards = await findFeaturedCards(SEARCH.featured);
    expect(within(getFeatured()).getByRole('heading', { level: 2 }).textContent).toBe('Featured Tutors');
    const paragraphs = cards.map((card) =>
      within(card)
        .getAllByRole('paragraph')
        .map(({ textContent }) => textContent),
    );
    expect(paragraphs.slice(0, 3)).toEqual([
      ['Physics', '4.91 review12 students'],
      ['Physics', 'No reviews yet12 students'],
      ['Physics', '4.93 reviews12 students'],
    ]);
    expect(paragraphs.map(([subject]) => subject)).toEqual(Array(6).fill('Physics'));
    expect(listLinks(getFeatured()).slice(0, 2)).toEqual([
      ['Tutor 1', '/tutors/tutor-1'],
      ['Tutor 2', '/tutors/tutor-2'],
    ]);
  });

  // spec home.1
  test('are marked as verified where they are', async () => {
    await openHome(() => page(3));
    const cards = await findFeaturedCards(3);
    expect(cards.map((card) => within(card).queryByRole('img', { name: 'Verified' }) !== null)).toEqual([true, false, false]);
  });

  // spec home.1
  test('have skeletons while they are loaded', async () => {
    await openHome(() => new Promise(() => {}));
    const status = await within(await screen.findByRole('region', { name: 'Featured Tutors' })).findByRole('status');
    const skeletons = status.nextElementSibling;
    expect([status.textContent, status.parentElement?.getAttribute('aria-busy')]).toEqual(['Loading featured tutors…', 'true']);
    expect([skeletons?.getAttribute('aria-hidden'), skeletons?.lastElementChild?.childElementCount]).toEqual(['true', SEARCH.featured]);
  });

  test('are left out when nobody is listed', async () => {
    await openHome(() => page(0));
    await screen.findByText('No tutors found');
    expect(queryFeatured()).toBeNull();
  });
});

// spec home.2 | P §2 Public and shared routes | The tutor listing goes on where they end, and leads to the search |
//   src/client/features/tutor-search/tutor-listing.tsx
describe('the tutor listing of home', () => {
  test('continues where the featured tutors end, and links to all', async () => {
    await openHome(() => page(24));
    const listing = await findListing('More tutors');
    await waitFor(() => expect(listNames(listing)).toEqual(Array.from({ length: 12 }, (_, index) => `Tutor ${index + 7}`)));
    expect(listLinks(listing)).toContainEqual(['See all tutors', '/tutors?category=all']);
  });

  test('lists all when there are no more than six', async () => {
    await openHome(() => page(2));
    expect(listNames(await findListing('All tutors'))).toEqual(['Tutor 1', 'Tutor 2']);
  });

  test('shows one error when the tutors could not be loaded, and loads them again by a button', async () => {
    let isBroken = true;
    const { user } = await openHome(() => (isBroken ? Promise.reject(apiError('request.invalid')) : page(7)));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('heading', { level: 2 }).textContent).toBe('Error Loading Tutors');
    expect(queryFeatured()).toBeNull();
    const faces = screen.getByRole('heading', { level: 1 }).parentElement?.nextElementSibling;
    expect([faces?.getAttribute('aria-hidden'), faces?.childElementCount]).toEqual(['true', 0]);
    isBroken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }));
    await findFeaturedCards(6);
    expect(listNames(await findListing('More tutors'))).toEqual(['Tutor 7']);
  });
});

describe('home', () => {
  // spec home.3 | S2 | Public stats | src/client/features/home/home-page.tsx
  test('shows the public stats: verified tutors, rating, reviews and subjects', async () => {
    await openHome(() => page(0));
    await screen.findByText('51');
    const labels = screen.getAllByRole('term').map(({ textContent }) => textContent);
    const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(labels.map((label, index) => [label, values[index]])).toEqual([
      ['verified tutors', '51'],
      ['average rating', '4.5'],
      ['reviews', '371'],
      ['active subjects', '12'],
    ]);
  });

  // spec home.4 | S2 | How it works, for students and for tutors, by the numbers of the rules | src/client/features/home/how-it-works.tsx
  test('explains in three steps each how it works for students and for tutors', async () => {
    await openHome(() => page(0));
    const section = await screen.findByRole('region', { name: 'How it works' });
    const headings = within(section)
      .getAllByRole('heading')
      .map((heading) => `${heading.tagName} ${heading.textContent}`);
    expect(headings).toEqual([
      'H2 How it works',
      ...['H3 For students', 'H4 Find your tutor', 'H4 Request a session', 'H4 Learn'],
      ...['H3 For tutors', 'H4 Add what you teach', 'H4 Become verified', 'H4 Answer requests'],
    ]);
  });

  // spec home.4
  test('agrees with the rules on bookings and money', async () => {
    await openHome(() => page(0));
    await screen.findByText('Questions and answers');
    const text = screen.getByRole('main').textContent ?? '';
    expect(text.match(new RegExp(`at least one day and at most ${BOOKING.daysAhead} days ahead`, 'gi'))).toHaveLength(2);
    expect(text).toContain('No payment is taken online yet.');
    expect(text).toContain(`the platform fee is ${PLATFORM_FEE * 100}% of the price of a session`);
    expect(text).toContain('within 7-14 business days');
    expect(text).toContain('cancelling is free more than 24 hours before a session');
    expect(text).toContain('you owe 50% of the price, and within 2 hours all of it');
  });

  // spec home.5 | S2 | Questions and answers, for students and for tutors | src/client/features/home/questions.tsx
  test('answers questions of students and of tutors, each behind a summary that the keyboard opens', async () => {
    await openHome(() => page(0));
    const section = await screen.findByRole('region', { name: 'Questions and answers' });
    expect(listNames(section)).toEqual(['For students', 'For tutors']);
    const questions = within(section).getAllByRole('group');
    expect(questions.length).toBeGreaterThanOrEqual(10);
    expect(questions.every((question) => question.firstElementChild?.localName === 'summary' && !question.hasAttribute('open'))).toBe(true);
  });

  test.each([
    [
      'a visitor',
      null,
      [
        ['Find Tutors', '/tutors'],
        ['Create an account', '/register'],
        ['Become a tutor', '/register?role=tutor'],
      ],
    ],
    ['a student', STUDENT, [['Find Tutors', '/tutors']]],
    ['an admin', ADMIN, [['Find Tutors', '/tutors']]],
    ['a tutor', TUTOR, [['My Bookings', '/tutor/bookings']]],
  ])('ends with the next step of %s', async (_, account, links) => {
    await visit('/', account);
    expect(listLinks(await screen.findByRole('region', { name: 'Next step' }))).toEqual(links);
  });
});
