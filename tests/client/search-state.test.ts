import { describe, expect, it } from 'vitest';
import { foundInWords, leadInWords, shownInWords } from '#client/features/tutor-search/counts.ts';
import {
  allCleared,
  changed,
  filtersOf,
  lacksCategory,
  orderOf,
  panelCleared,
  panelCount,
  sortedBy,
  type TutorSearch,
  tutorSearchParams,
} from '#client/features/tutor-search/search-state.ts';

// spec states.28 | P §4 Tutor search | A new category resets subject and topic, a new subject the topic |
//   src/client/features/tutor-search/search-state.ts
describe('a change of the search', () => {
  const search: TutorSearch = { category: 'Languages', subject: 'French', topic: 'Grammar', mode: 'online', q: 'kandy', sort: 'price' };

  it.each<[string, TutorSearch, TutorSearch]>([
    ['a category resets subject and topic', { category: 'Music' }, { category: 'Music', subject: undefined, topic: undefined }],
    ['a subject resets the topic', { subject: 'Tamil' }, { subject: 'Tamil', topic: undefined }],
    ['no subject resets the topic too', { subject: undefined }, { subject: undefined, topic: undefined }],
    ['a topic resets nothing', { topic: 'Essays' }, { topic: 'Essays' }],
    ['a mode resets nothing', { mode: undefined }, { mode: undefined }],
    ['words reset nothing', { q: 'galle' }, { q: 'galle' }],
  ])('%s', (_, change, expected) => {
    expect(changed(search, change)).toEqual({ ...search, ...expected });
  });

  it('that leaves nothing to look for means all categories, so that none is chosen for the visitor', () => {
    expect(changed({ subject: 'French' }, { subject: undefined })).toEqual({ category: 'all' });
    expect(changed({ q: 'kandy' }, { q: undefined })).toEqual({ category: 'all' });
    expect(changed({ subject: 'French' }, { mode: 'online' })).toEqual({ subject: 'French', mode: 'online' });
  });

  // spec search.7 | P §2 Tutor search | Filters: Clear | src/client/features/tutor-search/search-state.ts
  it('by Clear empties the panel and keeps category, words and order', () => {
    expect(panelCleared(search)).toEqual({ category: 'Languages', q: 'kandy', sort: 'price' });
    expect(panelCount(search)).toBe(3);
    expect(panelCount(panelCleared(search))).toBe(0);
  });

  it('by Clear All Filters keeps the order alone', () => {
    expect(allCleared(search)).toEqual({ category: 'all', sort: 'price' });
  });

  it.each<[string, TutorSearch]>([
    ['a lowest price', { priceFrom: 1000 }],
    ['a highest price', { priceTo: 2000 }],
    ['a range of prices, as one filter', { priceFrom: 1000, priceTo: 2000 }],
    ['a location', { location: 'Kandy' }],
    ['a day', { freeOn: '2026-11-24' }],
    ['a mode', { mode: 'online' }],
    ['female tutors', { female: true }],
    ['verified tutors', { verified: true }],
  ])('counts %s, and clears it by either way', (_, filter) => {
    expect(panelCount({ category: 'Music', ...filter })).toBe(1);
    expect(panelCleared({ category: 'Music', ...filter })).toEqual({ category: 'Music' });
    expect(allCleared({ category: 'Music', ...filter })).toEqual({ category: 'all' });
    expect(changed({ category: 'Music', subject: 'Guitar', topic: 'Chords' }, filter)).toMatchObject({ subject: 'Guitar', topic: 'Chords' });
  });
});

// spec states.29 | P §4 Tutor search | A new sort field begins desc (name asc), the same one turns around |
//   src/client/features/tutor-search/search-state.ts
describe('the order', () => {
  it.each<[string, TutorSearch, Parameters<typeof sortedBy>[1], TutorSearch]>([
    ['a new field begins descending', {}, 'price', { sort: 'price' }],
    ['a name begins ascending', {}, 'name', { sort: 'name' }],
    ['the current field turns around', { sort: 'price' }, 'price', { sort: 'price', dir: 'asc' }],
    ['and back', { sort: 'price', dir: 'asc' }, 'price', { sort: 'price' }],
    ['a name turns to descending', { sort: 'name' }, 'name', { sort: 'name', dir: 'desc' }],
    ['the first order turns around as well', {}, 'rating', { dir: 'asc' }],
    ['another field forgets the direction', { sort: 'price', dir: 'asc' }, 'experience', { sort: 'experience' }],
    ['the filters stay', { category: 'all', female: true }, 'createdAt', { category: 'all', female: true, sort: 'createdAt' }],
  ])('%s', (_, search, sort, expected) => {
    expect(sortedBy(search, sort)).toEqual(expected);
  });

  it('is by rating, best first, when the address says nothing', () => {
    expect(orderOf({})).toEqual({ sort: 'rating', dir: 'desc' });
    expect(orderOf({ sort: 'name' })).toEqual({ sort: 'name', dir: 'asc' });
  });
});

describe('the address', () => {
  it('is read as far as it makes sense', () => {
    expect(tutorSearchParams({ category: 'all', q: 2026, female: true, mode: 'online', sort: 'name', dir: 'desc' })).toEqual({
      category: 'all',
      q: '2026',
      female: true,
      mode: 'online',
      sort: 'name',
      dir: 'desc',
    });
    expect(tutorSearchParams({ category: {}, q: '  ', female: 'yes', mode: 'group', sort: 'id', dir: 1, page: 4 })).toEqual({});
  });

  it('is read with prices, location and day', () => {
    const range = { priceFrom: 1000, priceTo: 2500.5, location: 'Kandy', freeOn: '2026-11-24' };
    expect(tutorSearchParams(range)).toEqual(range);
    expect(tutorSearchParams({ location: '  යාපනය ' })).toEqual({ location: 'යාපනය' });
  });

  it.each([
    { priceFrom: 0, priceTo: -5 },
    { priceFrom: 100_001, priceTo: 'cheap' },
    { priceFrom: Number.NaN, priceTo: [1000] },
    { freeOn: '2026-02-31', location: '   ' },
    { freeOn: '24.11.2026', location: {} },
    { freeOn: 20261124 },
  ])('leaves out what is no price, day or place: %j', (params) => {
    expect(tutorSearchParams(params)).toEqual({});
  });

  it.each<[TutorSearch, boolean]>([
    [{}, true],
    [{ mode: 'online', sort: 'price' }, true],
    [{ location: 'Kandy', freeOn: '2026-11-24', priceTo: 2000 }, true],
    [{ category: 'all' }, false],
    [{ category: 'Languages' }, false],
    [{ subject: 'French' }, false],
    [{ topic: 'Grammar' }, false],
    [{ q: 'kandy' }, false],
  ])('%j wants the first category: %s', (search, expected) => {
    expect(lacksCategory(search)).toBe(expected);
  });

  // spec s8-last.11
  it('asks the server for what is set', () => {
    expect(filtersOf({ category: 'ALL', mode: 'home-visit', female: true, q: 'kandy' })).toEqual({
      teachingMode: 'INDIVIDUAL',
      femaleOnly: true,
      search: 'kandy',
      sortBy: 'rating',
      sortOrder: 'desc',
    });
    expect(filtersOf({ category: 'all', priceFrom: 1000, priceTo: 2000, location: 'Kandy', freeOn: '2026-11-24' })).toEqual({
      priceFrom: 1000,
      priceTo: 2000,
      location: 'Kandy',
      freeOn: '2026-11-24',
      sortBy: 'rating',
      sortOrder: 'desc',
    });
    expect(filtersOf({ category: 'Languages', subject: 'French', topic: 'Grammar', verified: true, sort: 'name' })).toEqual({
      category: 'Languages',
      subject: 'French',
      topic: 'Grammar',
      verified: true,
      sortBy: 'name',
      sortOrder: 'asc',
    });
  });
});

// spec search.20 | D Search | "1,000+ Tutors Found" where nobody counted further | src/client/features/tutor-search/counts.ts
describe('the counts', () => {
  it.each([
    [{ total: 1, totalIsCapped: false }, '1 Tutor Found', 'Show 1 tutor'],
    [{ total: 60, totalIsCapped: false }, '60 Tutors Found', 'Show 60 tutors'],
    [{ total: 125_000, totalIsCapped: false }, '1,25,000 Tutors Found', 'Show 1,25,000 tutors'],
    [{ total: 1000, totalIsCapped: true }, '1,000+ Tutors Found', 'Show 1,000+ tutors'],
  ])('%j', (counted, found, lead) => {
    expect(foundInWords(counted)).toBe(found);
    expect(leadInWords(counted)).toBe(lead);
  });

  // spec search.19 | P §2 Tutor search | "N Tutors Found", "Showing X of Y tutors • Scroll to load more" | src/client/features/tutor-search/counts.ts
  it('say how much of it is shown', () => {
    expect(shownInWords(24, { total: 60, totalIsCapped: false })).toBe('Showing 24 of 60 tutors • Scroll to load more');
    expect(shownInWords(48, { total: 1000, totalIsCapped: true })).toBe('Showing 48 of 1,000+ tutors • Scroll to load more');
  });
});
