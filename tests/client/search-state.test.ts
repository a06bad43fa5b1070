import { describe, expect, test } from 'vitest';
import { labelFound, labelResultsButton, labelShown } from '#client/features/tutor-search/search-results.tsx';
import {
  changeFromFirst,
  changeSearch,
  clearAll,
  clearPanel,
  countPanelFilters,
  getOrder,
  needsCategory,
  sortSearch,
  type TutorSearch,
  toSearchInput,
  tutorSearchParams,
} from '#client/features/tutor-search/search-state.ts';
import { makeI18n } from '#client/lib/i18n.ts';

// spec states.28 | P §4 Tutor search | A new category resets subject and topic, a new subject the topic |
//   src/client/features/tutor-search/search-state.ts
describe('changeSearch', () => {
  const search: TutorSearch = { category: 'Languages', subject: 'French', topic: 'Grammar', mode: 'online', q: 'kandy', sort: 'price' };

  test.each<[string, TutorSearch, TutorSearch]>([
    ['resets subject and topic with a category', { category: 'Music' }, { category: 'Music', subject: undefined, topic: undefined }],
    ['resets the topic with a subject', { subject: 'Tamil' }, { subject: 'Tamil', topic: undefined }],
    ['resets the topic without a subject', { subject: undefined }, { subject: undefined, topic: undefined }],
    ['resets nothing with a topic', { topic: 'Essays' }, { topic: 'Essays' }],
    ['resets nothing with a teaching mode', { mode: undefined }, { mode: undefined }],
    ['resets nothing with a text', { q: 'galle' }, { q: 'galle' }],
  ])('%s', (_, change, expected) => {
    expect(changeSearch(search, change)).toEqual({ ...search, ...expected });
  });

  test('means all categories where nothing is left to search for, so that none is chosen for the visitor', () => {
    expect(changeSearch({ subject: 'French' }, { subject: undefined })).toEqual({ category: 'all' });
    expect(changeSearch({ q: 'kandy' }, { q: undefined })).toEqual({ category: 'all' });
    expect(changeSearch({ subject: 'French' }, { mode: 'online' })).toEqual({ subject: 'French', mode: 'online' });
  });

  // spec search.7 | P §2 Tutor search | Filters: Clear | src/client/features/tutor-search/search-state.ts
  test('is undone by Clear in the panel, but for category, text and order', () => {
    expect(clearPanel(search)).toEqual({ category: 'Languages', q: 'kandy', sort: 'price' });
    expect(countPanelFilters(search)).toBe(3);
    expect(countPanelFilters(clearPanel(search))).toBe(0);
  });

  test('is undone by Clear All Filters, but for the order', () => {
    expect(clearAll(search)).toEqual({ category: 'all', sort: 'price' });
  });

  test.each<[string, TutorSearch]>([
    ['a lowest price', { priceFrom: 1000 }],
    ['a highest price', { priceTo: 2000 }],
    ['a range of prices', { priceFrom: 1000, priceTo: 2000 }],
    ['a location', { location: 'Kandy' }],
    ['a day', { freeOn: '2026-11-24' }],
    ['a mode', { mode: 'online' }],
    ['female tutors', { female: true }],
    ['verified tutors', { verified: true }],
    ['tutors who are not verified', { verified: false }],
    ['group classes', { mode: 'group' }],
    ['an exam', { exam: 'ol' }],
    ['mediums', { medium: 'sinhala,tamil' }],
    ['days of the week', { days: 'Saturday,Sunday' }],
    ['times of day', { time: 'morning' }],
    ['a rating', { rating: 4.5 }],
    ['a distance with its location', { location: 'Kandy', within: 10 }],
  ])('counts %s as one filter of the panel, and clears it both ways', (_, filter) => {
    expect(countPanelFilters({ category: 'Music', ...filter })).toBe(1);
    expect(clearPanel({ category: 'Music', ...filter })).toEqual({ category: 'Music' });
    expect(clearAll({ category: 'Music', ...filter })).toEqual({ category: 'all' });
    expect(changeSearch({ category: 'Music', subject: 'Guitar', topic: 'Chords' }, filter)).toMatchObject({ subject: 'Guitar', topic: 'Chords' });
  });
});

// spec states.29 | P §4 Tutor search | A new sort field begins desc (name asc), the same one turns around |
//   src/client/features/tutor-search/search-state.ts
describe('the order of the results', () => {
  test.each<[string, TutorSearch, Parameters<typeof sortSearch>[1], TutorSearch]>([
    ['begins descending with a new field', {}, 'price', { sort: 'price' }],
    ['begins ascending with the name', {}, 'name', { sort: 'name' }],
    ['is reversed by the current field', { sort: 'price' }, 'price', { sort: 'price', dir: 'asc' }],
    ['is reversed back', { sort: 'price', dir: 'asc' }, 'price', { sort: 'price' }],
    ['is reversed to descending for the name', { sort: 'name' }, 'name', { sort: 'name', dir: 'desc' }],
    ['is reversed from the default order as well', {}, 'rating', { dir: 'asc' }],
    ['forgets the direction with another field', { sort: 'price', dir: 'asc' }, 'experience', { sort: 'experience' }],
    ['keeps the filters', { category: 'all', female: true }, 'createdAt', { category: 'all', female: true, sort: 'createdAt' }],
  ])('%s', (_, search, sort, expected) => {
    expect(sortSearch(search, sort)).toEqual(expected);
  });

  test('is by rating, best first, when the address says nothing', () => {
    expect(getOrder({})).toEqual({ sort: 'rating', dir: 'desc' });
    expect(getOrder({ sort: 'name' })).toEqual({ sort: 'name', dir: 'asc' });
  });
});

describe('the search in the address', () => {
  test('is read as far as it is valid', () => {
    expect(tutorSearchParams({ category: 'all', q: 2026, female: true, mode: 'online', sort: 'name', dir: 'desc' })).toEqual({
      category: 'all',
      q: '2026',
      female: true,
      mode: 'online',
      sort: 'name',
      dir: 'desc',
    });
    expect(tutorSearchParams({ category: {}, q: '  ', female: 'yes', mode: 'telepathy', sort: 'id', dir: 1, page: 4 })).toEqual({});
  });

  test('is read with prices, location and day', () => {
    const range = { priceFrom: 1000, priceTo: 2500.5, location: 'Kandy', freeOn: '2026-11-24' };
    expect(tutorSearchParams(range)).toEqual(range);
    expect(tutorSearchParams({ location: '  යාපනය ' })).toEqual({ location: 'යාපනය' });
  });

  test.each([
    { priceFrom: 0, priceTo: -5 },
    { priceFrom: 100_001, priceTo: 'cheap' },
    { priceFrom: Number.NaN, priceTo: [1000] },
    { freeOn: '2026-02-31', location: '   ' },
    { freeOn: '24.11.2026', location: {} },
    { freeOn: 20261124 },
  ])('leaves out what is no price, day or location: %j', (params) => {
    expect(tutorSearchParams(params)).toEqual({});
  });

  test.each<[TutorSearch, boolean]>([
    [{}, true],
    [{ mode: 'online', sort: 'price' }, true],
    [{ location: 'Kandy', freeOn: '2026-11-24', priceTo: 2000 }, true],
    [{ category: 'all' }, false],
    [{ category: 'Languages' }, false],
    [{ subject: 'French' }, false],
    [{ topic: 'Grammar' }, false],
    [{ q: 'kandy' }, false],
  ])('%j needs the first category: %s', (search, expected) => {
    expect(needsCategory(search)).toBe(expected);
  });

  // spec s11-search.110 | S11 Done when | What is typed on a first visit is looked for in all categories, because nobody has chosen the first one |
  //   src/client/features/tutor-search/search-state.ts
  test.each<[string, TutorSearch, TutorSearch, TutorSearch]>([
    ['a text is looked for in all categories', {}, { q: 'piano' }, { q: 'piano' }],
    ['so is one beside another filter', { location: 'Kandy' }, { q: 'piano' }, { location: 'Kandy', q: 'piano' }],
    ['another filter leaves the first one where it was', {}, { mode: 'online' }, { mode: 'online' }],
    ['a subject is one of that category', {}, { subject: 'Physics' }, { category: 'Science', subject: 'Physics' }],
    ['another category is chosen', {}, { category: 'Music' }, { category: 'Music' }],
    ['a chosen category stays with a text', { category: 'Science' }, { q: 'piano' }, { category: 'Science', q: 'piano' }],
  ])('on a first visit %s', (_, search, change, expected) => {
    const next = changeFromFirst(search, { firstCategory: 'Science', toNext: (current) => changeSearch(current, change) });
    expect(JSON.parse(JSON.stringify(next))).toEqual(expected);
  });

  // spec s8-last.11
  test('is sent to the server as far as it is set', () => {
    expect(toSearchInput({ category: 'ALL', mode: 'home-visit', female: true, q: 'kandy' })).toEqual({
      teachingMode: 'INDIVIDUAL',
      femaleOnly: true,
      search: 'kandy',
      sortBy: 'rating',
      sortOrder: 'desc',
    });
    expect(toSearchInput({ category: 'all', priceFrom: 1000, priceTo: 2000, location: 'Kandy', freeOn: '2026-11-24' })).toEqual({
      priceFrom: 1000,
      priceTo: 2000,
      location: 'Kandy',
      freeOn: '2026-11-24',
      sortBy: 'rating',
      sortOrder: 'desc',
    });
    expect(toSearchInput({ category: 'Languages', subject: 'French', topic: 'Grammar', verified: true, sort: 'name' })).toEqual({
      category: 'Languages',
      subject: 'French',
      topic: 'Grammar',
      verified: true,
      sortBy: 'name',
      sortOrder: 'asc',
    });
  });
});

// spec search.20 | D Search | "1,000+ Tutors Found" where nobody counted further | src/client/features/tutor-search/search-results.tsx
describe('the number of tutors', () => {
  const i18n = makeI18n('en');

  test.each([
    [{ total: 1, totalIsCapped: false }, '1 Tutor Found', 'Show 1 tutor'],
    [{ total: 60, totalIsCapped: false }, '60 Tutors Found', 'Show 60 tutors'],
    [{ total: 125_000, totalIsCapped: false }, '1,25,000 Tutors Found', 'Show 1,25,000 tutors'],
    [{ total: 1000, totalIsCapped: true }, '1,000+ Tutors Found', 'Show 1,000+ tutors'],
  ])('of %j is in the heading and on the button of the filters', (count, found, button) => {
    expect(labelFound(i18n, count)).toBe(found);
    expect(labelResultsButton(i18n, count)).toBe(button);
  });

  // spec search.19 | P §2 Tutor search | "N Tutors Found", "Showing X of Y tutors • Scroll to load more" | src/client/features/tutor-search/search-results.tsx
  test('is shown with how many are on the page', () => {
    expect(labelShown(i18n, 24, { total: 60, totalIsCapped: false })).toBe('Showing 24 of 60 tutors • Scroll to load more');
    expect(labelShown(i18n, 48, { total: 1000, totalIsCapped: true })).toBe('Showing 48 of 1,000+ tutors • Scroll to load more');
  });
});
