import { describe, expect, it } from 'vitest';
import type { Outputs } from '#client/lib/rpc/trpc.ts';
import { BOOKING, PLATFORM_FEE, SEARCH } from '#shared/vocabulary/limits.ts';
import { apiError } from '#tests/support/fake-api.ts';
import { ADMIN, press, STUDENT, shown, TUTOR, texts, until } from '#tests/support/render.tsx';
import { linksOf, visit } from '#tests/support/visit.ts';

type Page = Outputs['tutors']['search'];

const PHYSICS = { id: 'physics', name: 'Physics', topics: [], onlineRate: 1500, homeVisitRate: 0 };
const MATHS = { ...PHYSICS, id: 'maths', name: 'Mathematics' };

const aTutor = (index: number): Page['tutors'][number] => ({
  id: `tutor-${index}`,
  name: `Tutor ${index}`,
  profileImage: '',
  bio: '',
  isVerified: index === 1,
  vacationMode: false,
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
  total: count,
  totalIsCapped: false,
});

const FEATURED = 'section[aria-labelledby=featured-title]';
const LISTING = 'section[aria-labelledby=listing-title]';
const home = (answer: () => Page | Promise<Page>) => visit('/', null, { 'tutors.search': answer });

describe('Featured Tutors', () => {
  // spec home.1 | P §2 Tutor search, C §9 | Featured Tutors: the first six results with rating, reviews, student count, first subject and a link to
  //   the profile | src/client/features/tutor-search/featured-tutors.tsx
  // spec constants.14 | C §9 | Featured tutors 6 | src/shared/vocabulary/limits.ts
  it('are the first six results, each with rating, reviews, students, first subject and a link to the profile', async () => {
    await home(() => page(24));
    await until(() => expect(document.querySelectorAll(`${FEATURED} article`)).toHaveLength(SEARCH.featured));
    expect(texts(`${FEATURED} h2`)).toEqual(['Featured Tutors']);
    expect(texts(`${FEATURED} article p:first-of-type`)).toEqual(Array(6).fill('Physics'));
    expect(texts(`${FEATURED} article p:last-of-type`).slice(0, 3)).toEqual([
      '4.91 review12 students',
      'No reviews yet12 students',
      '4.93 reviews12 students',
    ]);
    expect(linksOf(FEATURED).slice(0, 2)).toEqual([
      ['Tutor 1', '/tutors/tutor-1'],
      ['Tutor 2', '/tutors/tutor-2'],
    ]);
  });

  // spec home.1
  it('bear the mark of those who are verified', async () => {
    await home(() => page(3));
    await until(() => expect(document.querySelectorAll(`${FEATURED} article`)).toHaveLength(3));
    expect([...document.querySelectorAll(`${FEATURED} article`)].map((card) => card.querySelector('[aria-label=Verified]') !== null)).toEqual([
      true,
      false,
      false,
    ]);
  });

  // spec home.1
  it('have their places kept while they are on the way', async () => {
    await home(() => new Promise(() => {}));
    await until(() => expect(document.querySelectorAll(`${FEATURED} [aria-hidden] > div > div`)).toHaveLength(SEARCH.featured));
    expect(texts(`${FEATURED} [role=status]`)).toEqual(['Loading featured tutors…']);
  });

  it('are not spoken of where nobody is listed', async () => {
    await home(() => page(0));
    await shown('No tutors found');
    expect(document.querySelector(FEATURED)).toBeNull();
  });
});

// spec home.2 | P §2 Public and shared routes | The tutor listing goes on where they end, and leads to the search |
//   src/client/features/tutor-search/tutor-listing.tsx
describe('the tutor listing of home', () => {
  it('goes on where the featured tutors end, and leads to all', async () => {
    await home(() => page(24));
    await until(() => expect(texts(`${LISTING} h2`)).toEqual(['More tutors']));
    expect(texts(`${LISTING} h3`)).toEqual(Array.from({ length: 12 }, (_, index) => `Tutor ${index + 7}`));
    expect(linksOf(LISTING)).toContainEqual(['See all tutors', '/tutors?category=all']);
  });

  it('lists all where no more than six are there', async () => {
    await home(() => page(2));
    await until(() => expect(texts(`${LISTING} h2`)).toEqual(['All tutors']));
    expect(texts(`${LISTING} h3`)).toEqual(['Tutor 1', 'Tutor 2']);
  });

  it('says once that the tutors could not be loaded, and tries again', async () => {
    let isBroken = true;
    await home(() => (isBroken ? Promise.reject(apiError('request.invalid')) : page(7)));
    await shown('Error Loading Tutors');
    expect(texts('[role=alert] h2')).toEqual(['Error Loading Tutors']);
    expect(document.querySelectorAll('header [aria-hidden] > span')).toHaveLength(0);
    expect(document.querySelector(FEATURED)).toBeNull();
    isBroken = false;
    await press('Try Again');
    await until(() => expect(document.querySelectorAll(`${FEATURED} article`)).toHaveLength(6));
    expect(texts(`${LISTING} h3`)).toEqual(['Tutor 7']);
  });
});

describe('home', () => {
  // spec home.3 | S2 | Public stats | src/client/features/home/home-hero.tsx
  it('shows the public stats: verified tutors, rating, reviews and subjects', async () => {
    await home(() => page(0));
    await until(() => expect(texts('header dl > div')).toEqual(['verified tutors51', 'average rating4.5', 'reviews371', 'active subjects12']));
  });

  // spec home.4 | S2 | How it works, for students and for tutors, by the numbers of the rules | src/client/features/home/how-it-works.tsx
  it('says in three steps each how it works for students and for tutors', async () => {
    await home(() => page(0));
    await shown('How it works');
    const paths = [...document.querySelectorAll('section[aria-labelledby=how-title] h3')].map((title) => [
      title.textContent,
      ...[...(title.nextElementSibling?.querySelectorAll('li > h4') ?? [])].map(({ textContent }) => textContent),
    ]);
    expect(paths).toEqual([
      ['For students', 'Find your tutor', 'Ask for an hour', 'Learn'],
      ['For tutors', 'Say what you teach', 'Become verified', 'Answer requests'],
    ]);
  });

  // spec home.4
  it('says of bookings and money what the rules say', async () => {
    await home(() => page(0));
    await shown('Questions and answers');
    const said = document.querySelector('main')?.textContent ?? '';
    expect(said.match(new RegExp(`at least one day and at most ${BOOKING.daysAhead} days ahead`, 'gi'))).toHaveLength(2);
    expect(said).toContain('No payment is taken online yet.');
    expect(said).toContain(`the platform fee is ${PLATFORM_FEE * 100}% of the price of a session`);
    expect(said).toContain('within 7-14 business days');
    expect(said).toContain('cancelling is free more than 24 hours before a session');
    expect(said).toContain('50% is refunded, and within 2 hours nothing');
  });

  // spec home.5 | S2 | Questions and answers, for students and for tutors | src/client/features/home/questions.tsx
  it('answers questions of students and of tutors, each behind a summary that the keyboard opens', async () => {
    await home(() => page(0));
    await shown('Questions and answers');
    expect(texts('section[aria-labelledby=questions-title] h3')).toEqual(['For students', 'For tutors']);
    const questions = [...document.querySelectorAll('section[aria-labelledby=questions-title] details')];
    expect(questions.length).toBeGreaterThanOrEqual(10);
    expect(questions.every((question) => question.firstElementChild?.localName === 'summary' && !question.hasAttribute('open'))).toBe(true);
  });

  it.each([
    [
      'a visitor',
      null,
      [
        ['Find Tutors', '/tutors'],
        ['Create an account', '/register'],
        ['Become a tutor', '/register'],
      ],
    ],
    ['a student', STUDENT, [['Find Tutors', '/tutors']]],
    ['an admin', ADMIN, [['Find Tutors', '/tutors']]],
    ['a tutor', TUTOR, [['My Bookings', '/tutor/bookings']]],
  ])('ends with the next step of %s', async (_, me, links) => {
    await visit('/', me);
    await until(() => expect(linksOf('section[aria-label="Next step"]')).toEqual(links));
  });
});
