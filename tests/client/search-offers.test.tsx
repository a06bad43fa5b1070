import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#client/lib/rpc/trpc.ts';
import type { SearchOffers } from '#shared/contracts/tutor-search.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { NO_CARD_DETAILS, NOTHING_READ } from '#tests/support/views.ts';
import { listLinks, visit } from '#tests/support/visit.ts';

type Page = Outputs['tutors']['search'];

const TUTOR: Page['tutors'][number] = {
  id: 'tutor-1',
  name: 'Nimal Silva',
  profileImage: '',
  isVerified: true,
  vacationMode: false,
  nextFree: null,
  rating: 4.9,
  totalReviews: 18,
  totalStudents: 1,
  availableLocations: '',
  teachingMediums: ['sinhala'],
  subjects: [],
  offersGroup: false,
  ...NO_CARD_DETAILS,
};

const few = (total: number) => ({ total, totalIsCapped: false });
const OFFERS: SearchOffers = {
  without: [
    { part: 'price', labels: ['Up to Rs. 1,500 / hour'], filters: { search: 'physics', location: 'Galle' }, ...few(23) },
    { part: 'female', labels: ['Female tutors'], filters: { search: 'physics', priceTo: 1500 }, ...few(1) },
    { part: 'category', labels: ['Science'], filters: { search: 'physics' }, total: 1000, totalIsCapped: true },
  ],
  towns: [{ name: 'Matara', km: 38, filters: { search: 'physics', location: 'Matara', freeOn: '2026-12-01' }, total: 37, totalIsCapped: true }],
  subjects: [{ name: 'Chemistry', filters: { category: 'Science', subject: 'Chemistry', location: 'Galle' }, ...few(3) }],
};
const NOBODY: SearchOffers = { without: [], towns: [], subjects: [] };

const answer = (offers: SearchOffers | undefined, tutors: Page['tutors'] = []): Page => ({
  ...{ tutors, nextCursor: null, reading: { ...NOTHING_READ, leftOut: tutors.length > 0 ? ['galle'] : [] }, offers },
  ...{ total: tutors.length, totalIsCapped: false },
});

const TITLES = ['Try it without one filter', 'Towns nearby', 'Related subjects'];
const findGroup = (name: string) => screen.findByRole('region', { name }, { timeout: 8000 });
const listGroups = () => TITLES.filter((name) => screen.queryByRole('region', { name }));
const open = (offers: SearchOffers | undefined, tutors?: Page['tutors']) =>
  visit('/tutors?category=Science&q=physics&sort=price', null, {
    'tutors.search': ({ category }) => (category === undefined ? answer(undefined, [TUTOR]) : answer(offers, tutors)),
  });

describe('where nobody has all of a search', () => {
  // spec s11-search.55 | S11 5 | The page offers other searches as links with the number of tutors of each, in the order chosen |
  //   src/client/features/tutor-search/search-offers.tsx
  test('what finds somebody is offered in three groups, as links with numbers', async () => {
    await open(OFFERS);
    expect(listLinks(await findGroup('Try it without one filter'))).toEqual([
      ['Without “Up to Rs. 1,500 / hour”: 23 tutors', '/tutors?category=all&location=Galle&q=physics&sort=price'],
      ['Without “Female tutors”: 1 tutor', '/tutors?category=all&priceTo=1500&q=physics&sort=price'],
      ['In all categories: more than 1,000 tutors', '/tutors?category=all&q=physics&sort=price'],
    ]);
    expect(listLinks(await findGroup('Towns nearby'))).toEqual([
      ['Matara, 38 km: at least 37 tutors', '/tutors?category=all&location=Matara&freeOn=2026-12-01&q=physics&sort=price'],
    ]);
    expect(listLinks(await findGroup('Related subjects'))).toEqual([
      ['Chemistry: 3 tutors', '/tutors?category=Science&subject=Chemistry&location=Galle&sort=price'],
    ]);
    expect(screen.getByRole('button', { name: 'Clear All Filters' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Tell me when a tutor is there' }, { timeout: 8000 })).toBeDefined();
  });

  // spec s11-search.56 | S11 5 | An offer that is pressed becomes the search: in the address and in the field |
  //   src/client/features/tutor-search/search-offers.tsx
  test('a press makes the offer the search, and Back undoes it', async () => {
    const { user, router } = await open({
      ...OFFERS,
      without: [{ part: 'price', labels: ['x'], filters: { search: 'physics sinhala' }, ...few(2) }],
    });
    await user.click(within(await findGroup('Try it without one filter')).getByRole('link'));
    expect(await screen.findByRole('heading', { name: '1 Tutor Found' })).toBeDefined();
    expect(router.latestLocation.search).toEqual({ category: 'all', q: 'physics sinhala', sort: 'price' });
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search tutors' });
    await waitFor(() => expect(field.value).toBe('physics sinhala'));
    expect(listGroups()).toEqual([]);
    router.history.back();
    await findGroup('Try it without one filter');
    await waitFor(() => expect(field.value).toBe('physics'));
  });

  // spec s11-search.169 | S11 5 | The day that an offer leaves out is written in the language of the page, as it is among the filters |
  //   src/client/features/tutor-search/search-offers.tsx, src/shared/domain/search-offers.ts
  test('a day that is left out is written in the language of the page', async () => {
    const day = { part: 'day' as const, labels: ['xyzzy', 'Free on Mon, 23 Nov 2026'], date: '2026-11-23', filters: { priceTo: 1500 }, ...few(2) };
    await visit('/si/tutors?category=all&q=xyzzy&freeOn=2026-11-23&priceTo=1500', null, {
      'tutors.search': () => answer({ ...NOBODY, without: [day] }),
    });
    const group = await findGroup(sentencesIn('si')('Try it without one filter'));
    expect(listLinks(group)).toEqual([[expect.stringContaining('“xyzzy” සහ “සඳුදා, 2026 නොවැ. 23 දින නිදහස්”'), expect.any(String)]]);
  });

  // spec s11-search.57 | S11 5 | Offers stand above the tutors who have only a part of the search; a group without offers is not there |
  //   src/client/features/tutor-search/search-results.tsx
  test('the offers stand above the tutors who have a part of it', async () => {
    await open({ ...NOBODY, towns: OFFERS.towns }, [TUTOR]);
    const towns = await findGroup('Towns nearby');
    const card = screen.getByRole('heading', { name: 'Nimal Silva' });
    expect(towns.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(listGroups()).toEqual(['Towns nearby']);
  });

  test('nothing is offered where no search would find anybody', async () => {
    await open(NOBODY);
    expect(await screen.findByText('No tutors found', {}, { timeout: 8000 })).toBeDefined();
    expect(listGroups()).toEqual([]);
  });
});
