import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Inputs, Outputs } from '#client/lib/rpc/trpc.ts';
import { type Answers, apiError, type FakeApi, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { renderApp } from '#tests/support/render.tsx';
import { stubViewport } from '#tests/support/viewport.ts';
import { MONDAY_TEN, NO_CARD_DETAILS, NOTHING_READ } from '#tests/support/views.ts';

type SearchInput = Inputs['tutors']['search'];
type Page = Outputs['tutors']['search'];

const TUTOR: Page['tutors'][number] = {
  id: '',
  name: 'Nimal Silva',
  profileImage: '',
  isVerified: true,
  vacationMode: false,
  offersGroup: false,
  ...NO_CARD_DETAILS,
  nextFree: null,
  rating: 4.9,
  totalReviews: 18,
  totalStudents: 1,
  availableLocations: '',
  teachingMediums: ['sinhala'],
  subjects: [],
};

const aPage = (tutors: number, rest: Partial<Page> = {}): Page => ({
  tutors: Array.from({ length: tutors }, (_, index) => ({ ...TUTOR, id: `${rest.nextCursor ?? 'last'}-${index}` })),
  nextCursor: null,
  reading: NOTHING_READ,
  total: tutors,
  totalIsCapped: false,
  ...rest,
});

const now = new Date();
const aCategory = (name: string, ...subjects: string[]) => ({
  id: `id of ${name}`,
  name,
  description: '',
  icon: 'Atom',
  color: '',
  order: 0,
  isActive: true,
  createdAt: now,
  updatedAt: now,
  subjects: subjects.map((subject) => ({ id: `id of ${subject}`, name: subject, description: '', isActive: true })),
});

async function open(path: string, search: (input: SearchInput) => Page | Promise<Page>, answers: Answers = {}) {
  const api = fakeApi({
    'statistics.public': () => ({ totalTutors: 51, activeSubjects: 1234, averageRating: 4.567, totalReviews: 371 }),
    'catalogue.menu': () => ({ categories: [aCategory('Science', 'Physics', 'Chemistry'), aCategory('Languages', 'French')], uncategorized: [] }),
    'catalogue.topicsOfSubject': ({ subjectId }) => [
      {
        id: 'topic-1',
        name: `Topic of ${subjectId}`,
        description: '',
        subject: { id: subjectId, name: '' },
        isActive: true,
        createdAt: now,
        updatedAt: now,
      },
    ],
    'catalogue.names': () => [],
    'tutors.search': search,
    ...answers,
  });
  const { user, router, queryClient } = await renderApp(path, { api });
  const getSearch = () => router.state.location.search;
  return { user, router, api, queryClient, getSearch, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}

/** A server that fails until `recover`. */
function aBrokenServer() {
  let isBroken = true;
  return {
    recover: () => {
      isBroken = false;
    },
    unlessBroken:
      <T,>(answer: () => T, fail: () => T | Promise<T> = () => Promise.reject(apiError('request.invalid'))) =>
      () =>
        isBroken ? fail() : answer(),
  };
}

const listSearches = (api: FakeApi) => api.calls.filter(({ path }) => path === 'tutors.search').map(({ input }) => Object(input));
const getCategories = () => within(screen.getByRole('navigation', { name: 'Categories' }));
const getSelect = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const getSearchBox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search tutors' });
const expectCards = (count: number) => waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(count));
const getGrid = () => within(screen.getByRole('region', { name: 'Featured Tutors' })).getAllByRole('list')[0];
const listNames = (part: HTMLElement) =>
  within(part)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('/tutors', () => {
  // spec s15-names.2 | S15 7 | Names of subjects and categories are shown in the language of the page, and searched, sent and linked in English |
  //   src/client/features/tutor-search/use-catalogue.ts, src/client/features/tutor-search/filter-fields.tsx
  test('in Sinhala shows subjects and categories in Sinhala, and searches for their English names', async () => {
    const page = aPage(1);
    const subjects = [{ id: 's', name: 'French', topics: [], onlineRate: 1000, homeVisitRate: 0 }];
    const { api } = await open('/si/tutors?subject=French', () => ({ ...page, tutors: page.tutors.map((tutor) => ({ ...tutor, subjects })) }));
    const card = await screen.findByRole('article');
    within(card).getByText('ප්‍රංශ');
    expect(screen.getByRole('link', { name: 'භාෂා' }).getAttribute('href')).toBe('/si/tutors?category=Languages');
    // What an admin has added stays as it is written.
    screen.getByRole('link', { name: 'Science' });
    const option = await screen.findByRole<HTMLOptionElement>('option', { name: 'ප්‍රංශ' });
    expect(option.value).toBe('French');
    expect(listSearches(api)).toMatchObject([{ subject: 'French' }]);
  });

  // spec s11-search.170 | S11 2 | A category that is called as the choice of all of them, "All" or "all", can be chosen beside it |
  //   src/client/features/tutor-search/search-state.ts, src/client/ssr/page-tags.ts
  test.each(['All', 'all'])('lets a category be chosen that is called %s', async (name) => {
    const answers: Answers = {
      'catalogue.menu': () => ({ categories: [aCategory('Science', 'Physics'), aCategory(name, 'French')], uncategorized: [] }),
    };
    const { user, api, getSearch } = await open('/tutors?category=all', () => aPage(1), answers);
    const links = () => getCategories().getAllByRole('link');
    const listCurrent = () => links().map((link) => link.hasAttribute('aria-current'));
    expect(listCurrent()).toEqual([true, false, false]);
    const [all, , category] = links();
    if (!all || !category) throw new Error('a link is missing');
    await user.click(category);
    await waitFor(() => expect(listCurrent()).toEqual([false, false, true]));
    await waitFor(() => expect(listSearches(api).at(-1)).toMatchObject({ category: 'All' }));
    await user.click(all);
    await waitFor(() => expect(listCurrent()).toEqual([true, false, false]));
    expect(getSearch()).toEqual({ category: 'all' });
    expect(listSearches(api)[0]).not.toHaveProperty('category');
  });

  // spec s15-names.3 | S15 7 | A name that an admin has translated comes before that of the build, also of topics; an English page asks for none |
  //   src/shared/domain/texts.ts, src/client/lib/catalogue-names.ts
  test('in Sinhala shows names as an admin has translated them, and a change on the open page', async () => {
    let french = 'ප්‍රංශ භාෂාව';
    const answers: Answers = {
      'catalogue.names': ({ locale }) =>
        locale === 'si'
          ? [
              ['French', french],
              ['Science', 'විද්‍යා'],
              ['Topic of id of French', 'මාතෘකාව'],
            ]
          : [],
    };
    const { api, queryClient } = await open('/si/tutors?subject=French', () => aPage(1), answers);
    const option = await screen.findByRole<HTMLOptionElement>('option', { name: 'ප්‍රංශ භාෂාව' });
    expect(option.value).toBe('French');
    screen.getByRole('link', { name: 'විද්‍යා' });
    expect((await screen.findByRole<HTMLOptionElement>('option', { name: 'මාතෘකාව' })).value).toBe('Topic of id of French');
    expect(api.inputsOf('catalogue.names')).toEqual([{ locale: 'si' }]);

    french = 'ප්‍රංශය';
    await act(() => queryClient.refetchQueries({ queryKey: [['catalogue', 'names']] }));
    await screen.findByRole('option', { name: 'ප්‍රංශය' });
    expect(screen.queryByText('ප්‍රංශ භාෂාව')).toBeNull();
  });

  // spec s15-names.3
  test('in English asks for no translated names, nor does a page in Sinhala that names no subjects', async () => {
    const english = await open('/tutors?subject=French', () => aPage(1));
    expect(english.api.inputsOf('catalogue.names')).toEqual([]);
    const terms = await open('/si/terms', () => aPage(1));
    expect(terms.api.inputsOf('catalogue.names')).toEqual([]);
  });

  // spec search.5 | P §2 Tutor search | Category picker | src/client/features/tutor-search/category-picker.tsx
  // spec states.26 | P §4 Tutor search, D Search | The first visit begins with the first category; `subject`, `topic` and `category=all` win over it |
  //   src/client/features/tutor-search/search-state.ts, src/client/features/tutor-search/search-page.tsx
  test('begins with the first category without another navigation, and searches once', async () => {
    const { api, router } = await open('/tutors', () => aPage(2));
    await screen.findByText('2 Tutors Found');
    expect([router.state.location.href, router.history.length]).toEqual(['/tutors', 1]);
    expect(listSearches(api)).toMatchObject([{ category: 'Science', sortBy: 'rating', sortOrder: 'desc' }]);
    const current = getCategories()
      .getAllByRole('link')
      .filter((link) => link.hasAttribute('aria-current'));
    expect(current.map(({ textContent }) => textContent)).toEqual(['Science']);
  });

  // spec search.1 | P §2 Tutor search | `subject` and `topic` in the address, by name | src/client/features/tutor-search/search-state.ts
  test.each([
    ['category=all', { sortBy: 'rating' }],
    ['subject=French', { subject: 'French' }],
    ['topic=Grammar', { topic: 'Grammar' }],
    ['q=kandy', { search: 'kandy' }],
  ])('leaves ?%s as it is', async (query, input) => {
    const { api, router } = await open(`/tutors?${query}`, () => aPage(1));
    await screen.findByText('1 Tutor Found');
    expect(router.state.location.searchStr).toBe(`?${query}`);
    expect(listSearches(api)).toMatchObject([input]);
    expect(listSearches(api)[0]).not.toHaveProperty('category');
  });

  test('searches everywhere when the categories cannot be read', async () => {
    await open('/tutors', () => aPage(3), { 'catalogue.menu': () => Promise.reject(apiError('request.invalid')) });
    await screen.findByText('3 Tutors Found');
  });

  // spec search.23
  test('reads the categories, too, when it tries again', async () => {
    const { unlessBroken, recover } = aBrokenServer();
    const { press } = await open(
      '/tutors?category=all',
      unlessBroken(() => aPage(3)),
      { 'catalogue.menu': unlessBroken(() => ({ categories: [aCategory('Science', 'Physics')], uncategorized: [] })) },
    );
    await screen.findByText('Error Loading Tutors');
    recover();
    await press('Try Again');
    await screen.findByText('3 Tutors Found');
    await waitFor(() =>
      expect(
        getCategories()
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(['All', 'Science']),
    );
  });

  describe('the public figures', () => {
    // spec search.3 | P §2 Tutor search | Hero with average rating and number of active subjects | src/client/features/tutor-search/public-stats.tsx
    test('are shown', async () => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      await open('/tutors', () => aPage(0));
      await screen.findByText('4.6');
      expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['average rating', 'active subjects']);
      expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['4.6', '1,234']);
      expect(logged).not.toHaveBeenCalled();
      logged.mockRestore();
    });

    // spec answers.4 | C §7 | Public stats that fail are only logged | src/client/features/tutor-search/public-stats.tsx
    test('are left out where they cannot be read, which is only logged', async () => {
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      await open('/tutors', () => aPage(1), { 'statistics.public': () => Promise.reject(apiError('request.invalid')) });
      await waitFor(() => expect(logged).toHaveBeenCalledOnce());
      await screen.findByText('1 Tutor Found');
      expect(screen.queryByText('average rating')).toBeNull();
      expect(screen.queryByText('active subjects')).toBeNull();
      expect(screen.queryByRole('alert')).toBeNull();
      logged.mockRestore();
    });
  });

  // spec search.6 | P §2 Tutor search | Filters: subject and topic | src/client/features/tutor-search/filter-fields.tsx
  test('keeps every choice in the address, and Back brings the last one back', async () => {
    const { api, user, router, getSearch } = await open('/tutors?category=Science', () => aPage(1));
    await screen.findByText('1 Tutor Found');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Subject' }), 'Physics');
    await within(getSelect('Topic')).findByRole('option', { name: 'Topic of id of Physics' });
    await user.selectOptions(getSelect('Topic'), 'Topic of id of Physics');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'Science', subject: 'Physics', topic: 'Topic of id of Physics' }));
    await user.selectOptions(getSelect('Subject'), 'Chemistry');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'Science', subject: 'Chemistry' }));
    await user.click(getCategories().getByRole('link', { name: 'Languages' }));
    await waitFor(() => expect(getSearch()).toEqual({ category: 'Languages' }));
    await act(async () => router.history.back());
    await waitFor(() => expect(getSelect('Subject').value).toBe('Chemistry'));
    expect(listSearches(api).at(-1)).toMatchObject({ category: 'Languages' });
  });

  // spec s8-last.8
  test('has a clear button in the search box once something is typed', async () => {
    const { user } = await open('/tutors?category=all', () => aPage(1));
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    await user.type(screen.getByLabelText('Search tutors'), 'ma');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(screen.getByLabelText<HTMLInputElement>('Search tutors').value).toBe('');
  });

  // spec search.10 | C §8 | Filters: a subject of the address that does not exist is said | src/client/features/tutor-search/filter-fields.tsx
  test('says that a subject of the address does not exist', async () => {
    await open('/tutors?subject=Alchemy', () => aPage(0));
    await screen.findByText('Selected subject not found');
    expect(getSelect('Subject').value).toBe('Alchemy');
  });

  // spec search.17 | P §2 Tutor search | Skeleton cards while loading | src/client/features/tutor-search/tutor-card.tsx
  // spec constants.5 | C §9 | 24 skeleton cards | src/client/features/tutor-search/tutor-card.tsx
  test('shows 24 skeletons at first, and the results of before while the next ones load', async () => {
    let answer = (_: Page) => {};
    const { api, user } = await open('/tutors?category=Science', () => new Promise<Page>((resolve) => (answer = resolve)));
    const status = await screen.findByText('Loading tutors…');
    const skeletons = status.nextElementSibling;
    expect([status.parentElement?.getAttribute('aria-busy'), skeletons?.getAttribute('aria-hidden')]).toEqual(['true', 'true']);
    expect(skeletons?.lastElementChild?.childElementCount).toBe(24);
    await act(async () => answer(aPage(3)));
    await screen.findByText('3 Tutors Found');
    await user.click(getCategories().getByRole('link', { name: 'Languages' }));
    await waitFor(() => expect(listSearches(api)).toHaveLength(2));
    await expectCards(3);
    expect(getGrid()?.getAttribute('aria-busy')).toBe('true');
    await act(async () => answer(aPage(1)));
    await screen.findByText('1 Tutor Found');
    expect(getGrid()?.getAttribute('aria-busy')).toBe('false');
  });

  // spec search.18 | P §2 Tutor search | Infinite scroll, "Loading more tutors..." | src/client/features/tutor-search/search-results.tsx
  test('appends the next 24 when the end is scrolled into view', async () => {
    const scrollToEnd = stubViewport();
    let answer = (_: Page) => {};
    const second = new Promise<Page>((resolve) => (answer = resolve));
    const { api } = await open('/tutors?category=all', ({ cursor }) =>
      cursor === 'second' ? second : aPage(24, { nextCursor: 'second', total: 30 }),
    );
    await screen.findByText('Showing 24 of 30 tutors • Scroll to load more');
    await scrollToEnd();
    await screen.findByText('Loading more tutors...');
    await act(async () => answer(aPage(6, { total: 30 })));
    await expectCards(30);
    expect(screen.queryByText(/Showing/)).toBeNull();
    expect(listSearches(api)).toMatchObject([{ sortBy: 'rating' }, { cursor: 'second' }]);
  });

  // spec search.48 | P §2 Tutor search | A tutor who moves from one page to the next while they are read is shown once, where they were first |
  //   src/client/features/tutor-search/search-results.tsx
  test('shows a tutor who comes again on the next page once, and none of them in the next search', async () => {
    const scrollToEnd = stubViewport();
    const named = (...names: string[]) => ({ ...aPage(0), tutors: names.map((name) => ({ ...TUTOR, id: name, name })), total: 30 });
    const first = Array.from({ length: 24 }, (_, index) => `a${index}`);
    const { router } = await open('/tutors?category=all', ({ sortBy, cursor }) => {
      if (sortBy === 'name') return named('x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8');
      return cursor ? named('a23', 'b1', 'b2') : { ...named(...first), nextCursor: 'second' };
    });
    await screen.findByText(/^Showing 24 of 30/);
    await scrollToEnd();
    await screen.findByText('b2');
    expect(listNames(document.body)).toEqual([...first, 'b1', 'b2']);
    await act(async () => router.navigate({ to: '/tutors', search: { category: 'all', sort: 'name' } }));
    await screen.findByText('x8');
    expect(listNames(document.body)).toEqual(['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8']);
  });

  // spec search.23 | P §2 Tutor search | "Error Loading Tutors" with Try Again | src/client/features/tutor-search/search-results.tsx
  test('keeps what is there when the next page fails, and tries again', async () => {
    const { unlessBroken, recover } = aBrokenServer();
    const scrollToEnd = stubViewport();
    const second = unlessBroken(() => aPage(6, { total: 30 }));
    const { press } = await open('/tutors?category=all', ({ cursor }) => (cursor ? second() : aPage(24, { nextCursor: 'second', total: 30 })));
    await screen.findByText(/^Showing 24 of 30/);
    await scrollToEnd();
    await screen.findByText('Error Loading Tutors');
    await expectCards(24);
    recover();
    await press('Try Again');
    await expectCards(30);
  });

  // spec errors.76 | C §8 Tutors and search | 'Error Loading Tutors' with the server's sentence, else 'Failed to search tutors' |
  //   src/client/features/tutor-search/search-results.tsx
  test.each([
    ['the server’s sentence', () => apiError('request.invalid'), apiError('request.invalid').message],
    [
      'how long to wait after too many searches',
      () => apiError('request.limited', { retryAfter: 90 }),
      'Too many requests. Please try again later. You can try again in 2 minutes.',
    ],
    ['a sentence of its own when the server cannot be reached', () => Object.assign(networkError(), { data: undefined }), 'Failed to search tutors'],
  ])(
    'shows %s, and Try Again',
    async (_, makeError, sentence) => {
      const { unlessBroken, recover } = aBrokenServer();
      const { press } = await open(
        '/tutors?category=all',
        unlessBroken(
          () => aPage(2),
          () => Promise.reject(makeError()),
        ),
      );
      await screen.findByText('Error Loading Tutors');
      expect(screen.getByRole('alert').textContent).toContain(sentence);
      recover();
      await press('Try Again');
      await screen.findByText('2 Tutors Found');
    },
    10_000,
  );
});

describe('the order of the results', () => {
  const getSort = () => screen.getByRole('combobox', { name: 'Sort by' });
  const getOptions = () => within(screen.getByRole('listbox')).getAllByRole('option');

  async function openSorted() {
    const opened = await open('/tutors?category=all', () => aPage(1));
    await screen.findByText('1 Tutor Found');
    const pick = async (name: RegExp) => {
      await opened.user.click(getSort());
      await opened.user.click(screen.getByRole('option', { name }));
    };
    return { ...opened, pick };
  }

  // spec s8-last.7 | P §4 Tutor search, S8b 7 | Picking the present sort field turns its direction around, by keyboard too |
  //   src/client/features/tutor-search/sort-control.tsx
  test('is reversed when the current field is picked again', async () => {
    const { pick, getSearch } = await openSorted();
    expect(getOptions().map(({ textContent }) => textContent)).toEqual([
      'Best match',
      'RatingSwitch to ascending',
      'Price',
      'Experience',
      'Name',
      'Newest',
    ]);
    await pick(/^Rating/);
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', dir: 'asc' }));
    await pick(/^Rating/);
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all' }));
    await pick(/^Name/);
    await pick(/^Name/);
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', sort: 'name', dir: 'desc' }));
  });

  // spec s8-last.7
  test('is set by the keyboard alone, with the focus on the button', async () => {
    const { user, getSearch } = await openSorted();
    act(() => getSort().focus());
    expect(getSort().getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{ArrowDown}');
    expect([getSort().getAttribute('aria-expanded'), getSort().getAttribute('aria-activedescendant')]).toEqual(['true', getOptions()[1]?.id]);
    await user.keyboard('{End}{ArrowUp}{Enter}');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', sort: 'name' }));
    expect([getSort().getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', getSort()]);
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', sort: 'name', dir: 'desc' }));
    await user.keyboard('pp ');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', sort: 'price' }));
    await user.keyboard('{ArrowDown}{Escape}');
    expect([getSort().getAttribute('aria-expanded'), getSearch()]).toEqual(['false', { category: 'all', sort: 'price' }]);
  });

  // spec s11-search.44 | S11 4 | Sort by best match, which has one direction; each card says why it is there |
  //   src/client/features/tutor-search/sort-control.tsx, src/client/features/tutor-search/tutor-card.tsx
  test('by best match has no direction, and each card says why it is there', async () => {
    const match = {
      words: [{ text: 'maths', by: 'subject' as const }],
      rating: 480,
      totalReviews: 32,
      free: 'two-days' as const,
      answered: 'almost-all' as const,
      distance: { town: 'Kandy', km: 6 },
      isNewcomersPlace: true,
    };
    const { user, api, getSearch } = await open('/tutors?category=all&q=maths', () => ({ ...aPage(1), tutors: [{ ...TUTOR, match }] }));
    await screen.findByText('1 Tutor Found');
    await user.click(getSort());
    await user.click(screen.getByRole('option', { name: 'Best match' }));
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', q: 'maths', sort: 'match' }));
    await waitFor(() => expect(listSearches(api).at(-1)).toEqual(expect.objectContaining({ sortBy: 'match' })));
    expect(screen.queryByRole('button', { name: /ending order$/ })).toBeNull();
    await user.click(getSort());
    await user.click(screen.getByRole('option', { name: 'Best match' }));
    expect(getSearch()).toEqual({ category: 'all', q: 'maths', sort: 'match' });
    const why = await screen.findByText('Why here?');
    await user.click(why);
    const reasons = within(why.parentElement as HTMLElement).getAllByRole('listitem');
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      'New on Vidya. One place in eight is for tutors without a review.',
      '“maths” is taught.',
      '4.80 stars in 32 reviews, which counts as 4.69: the fewer reviews, the nearer to 4.',
      'Free within two days.',
      'Answers almost all requests.',
      'Comes as near as 6 km to Kandy.',
    ]);
  });

  // spec search.16 | P §2 Tutor search | Sort by Rating, Price, Experience, Name, Newest, with a direction arrow |
  //   src/client/features/tutor-search/sort-control.tsx
  test('is set by list and arrow', async () => {
    const { api, pick, press, getSearch } = await openSorted();
    await pick(/^Price/);
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', sort: 'price' }));
    await press('Descending order');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', sort: 'price', dir: 'asc' }));
    await pick(/^Name/);
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', sort: 'name' }));
    await press('Ascending order');
    await waitFor(() => expect(listSearches(api).at(-1)).toEqual(expect.objectContaining({ sortBy: 'name', sortOrder: 'desc' })));
  });
});

describe('Featured Tutors on /tutors', () => {
  const namedPage = (count: number) => ({
    ...aPage(0),
    tutors: Array.from({ length: count }, (_, index) => ({ ...TUTOR, id: `t${index}`, name: `Tutor ${index + 1}` })),
    total: count,
  });
  /** Title and tutors of each titled section that has tutors. */
  const listGroups = () =>
    screen
      .queryAllByRole('region')
      .filter((group) => group.hasAttribute('aria-labelledby') && within(group).queryAllByRole('article').length > 0)
      .map((group) => [within(group).getByRole('heading', { level: 2 }).textContent, listNames(group)]);

  // spec s8-last.5 | P §2 Tutor search, S8b 5 | Featured Tutors shows with every order, and gives way to the results of a search |
  //   src/client/features/tutor-search/search-results.tsx
  test.each(['', '&sort=price', '&sort=name&dir=desc', '&dir=asc'])(
    'are the first six results, and the others follow, whatever the order: %s',
    async (order) => {
      await open(`/tutors?category=Science${order}`, () => namedPage(8));
      await screen.findByText('8 Tutors Found');
      expect(listGroups()).toEqual([
        ['Featured Tutors', ['Tutor 1', 'Tutor 2', 'Tutor 3', 'Tutor 4', 'Tutor 5', 'Tutor 6']],
        ['More tutors', ['Tutor 7', 'Tutor 8']],
      ]);
    },
  );

  test('are all of six or fewer', async () => {
    await open('/tutors?category=Science&subject=Physics', () => namedPage(2));
    await screen.findByText('2 Tutors Found');
    expect(listGroups()).toEqual([['Featured Tutors', ['Tutor 1', 'Tutor 2']]]);
  });

  // spec s8-last.5
  test('give way to the results of a search', async () => {
    await open('/tutors?category=all&q=kandy', () => namedPage(8));
    await screen.findByText('8 Tutors Found');
    expect(listGroups()).toEqual([]);
    await expectCards(8);
  });
});

describe('an empty page of results', () => {
  const PATH = '/tutors?category=all&freeOn=2026-11-24';
  const emptyPage = (nextCursor: string | null) => aPage(0, { nextCursor, total: 1000, totalIsCapped: true });
  const nextCursor = (cursor: string | null | undefined) => String(Number(cursor ?? 0) + 1);

  test('is skipped where more follow', async () => {
    const pages: Record<string, Page> = { '': emptyPage('1'), '1': emptyPage('2'), '2': aPage(3, { total: 1000, totalIsCapped: true }) };
    const { api } = await open(PATH, ({ cursor }) => pages[cursor ?? ''] ?? aPage(0));
    await expectCards(3);
    expect(listSearches(api).map(({ cursor }) => cursor)).toEqual([undefined, '1', '2']);
    expect(screen.queryByText('No tutors found')).toBeNull();
  });

  test('says No tutors found where it was the last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await open(PATH, ({ cursor }) => emptyPage(cursor ? null : '1'));
    for (let index = 0; index < 40; index += 1) await act(async () => void (await vi.advanceTimersByTimeAsync(100)));
    expect(screen.getByRole('heading', { name: 'No tutors found' })).toBeDefined();
    expect(screen.queryByText('1,000+ Tutors Found')).toBeNull();
    vi.useRealTimers();
  });

  // spec search.42
  test('is skipped five times in a row, and then on request', async () => {
    const { api, press } = await open(PATH, ({ cursor }) => (cursor === '6' ? aPage(1) : emptyPage(nextCursor(cursor))));
    await screen.findByText('No free tutors so far');
    expect(listSearches(api)).toHaveLength(5);
    await press('Check more tutors');
    await expectCards(1);
    expect(listSearches(api)).toHaveLength(7);
  });

  // spec search.42
  test('does not end a list that continues after it', async () => {
    const scrollToEnd = stubViewport();
    const { api } = await open(PATH, ({ cursor }) => {
      if (cursor === undefined) return aPage(24, { nextCursor: '1', total: 60 });
      return cursor === '3' ? aPage(2) : emptyPage(nextCursor(cursor));
    });
    await screen.findByText(/^Showing 24 of 60/);
    await scrollToEnd();
    await expectCards(26);
    expect(listSearches(api).map(({ cursor }) => cursor)).toEqual([undefined, '1', '2', '3']);
  });

  test('whose next one fails says so, and tries again', async () => {
    const { unlessBroken, recover } = aBrokenServer();
    const next = unlessBroken(() => aPage(1));
    const { press } = await open(PATH, ({ cursor }) => (cursor ? next() : emptyPage('1')));
    await screen.findByText('Error Loading Tutors');
    recover();
    await press('Try Again');
    await screen.findByText(/Tutors Found$/);
    await expectCards(1);
  });
});

describe('the sheet of filters', () => {
  const getSheet = () => within(screen.getByRole('dialog', { name: 'Filters' }));
  const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  async function openSheet() {
    const opened = await open('/tutors?category=all', ({ femaleOnly, verified }) => aPage(femaleOnly && verified ? 1 : femaleOnly ? 2 : 5));
    await screen.findByText('5 Tutors Found');
    await opened.press('Filters');
    await screen.findByRole('dialog', { name: 'Filters' });
    await screen.findByRole('button', { name: 'Show 5 tutors' });
    const toggle = (name: string) => opened.user.click(getSheet().getByRole('switch', { name }));
    return { ...opened, toggle };
  }

  test('has the number of tutors on its button, and is one step of the history', async () => {
    const { router, getSearch, press, toggle } = await openSheet();
    await toggle('Female tutors only');
    await screen.findByRole('button', { name: 'Show 2 tutors' });
    await toggle('Verified tutors only');
    await screen.findByRole('button', { name: 'Show 1 tutor' });
    await press('Show 1 tutor');
    await expectClosed();
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', female: true, verified: true }));
    expect(screen.getByRole('button', { name: 'Filters (2)' })).toBeDefined();
    expect(router.history.length).toBe(2);
  });

  test('keeps what was typed last when its button is pressed at once', async () => {
    const { user, router, getSearch } = await openSheet();
    const location = getSheet().getByRole('textbox', { name: 'Location' });
    await user.type(location, 'Kandy');
    await act(async () => {
      location.blur();
      screen.getByRole('button', { name: 'Show 5 tutors' }).click();
    });
    await expectClosed();
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', location: 'Kandy' }));
    expect(router.history.length).toBe(2);
  });

  test('undoes with Back what was chosen in it', async () => {
    const { router, getSearch, toggle } = await openSheet();
    await toggle('Female tutors only');
    await screen.findByRole('button', { name: 'Show 2 tutors' });
    await act(async () => router.history.back());
    await expectClosed();
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all' }));
  });

  test('leaves no step behind when nothing was chosen', async () => {
    const { router, press } = await openSheet();
    await press('Close');
    await expectClosed();
    expect(router.history.canGoBack()).toBe(false);
  });
});

describe('the search over time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  // With these timers, user-event would wait for ever.
  const type = (value: string) => fireEvent.change(getSearchBox(), { target: { value } });
  const click = (name: string) => act(async () => screen.getByRole('button', { name }).click());
  const listHeadings = () =>
    screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
      .filter((text) => text !== 'Filters' && text !== 'Featured Tutors');

  // spec search.22 | P §2 Tutor search, D Search | "No tutors found" with Clear All Filters, which sets `category=all` |
  //   src/client/features/tutor-search/search-results.tsx
  // spec states.27 | P §4 Tutor search, D Search | For the first 3 s an empty result reads "Start Your Search", unless something was typed or filtered |
  //   src/client/features/tutor-search/search-results.tsx
  // spec constants.7 | C §9 | The first state of search lasts 3,000 ms | src/shared/vocabulary/limits.ts
  test('shows an empty result as Start Your Search for three seconds, then as No tutors found', async () => {
    const { getSearch } = await open('/tutors?category=Science', () => aPage(0));
    await pass(2000);
    expect(listHeadings()).toEqual(['Start Your Search']);
    await pass(999);
    expect(listHeadings()).toEqual(['Start Your Search']);
    await pass(1);
    expect(listHeadings()).toEqual(['No tutors found']);
    await click('Clear All Filters');
    await pass(100);
    expect(getSearch()).toEqual({ category: 'all' });
    expect(getSearchBox().value).toBe('');
  });

  // spec states.27
  test.each([
    ['q=zzz', 'See all tutors'],
    ['q=zzz&female=true', 'Clear All Filters'],
    ['category=Science&female=true', 'Clear All Filters'],
    ['subject=French', 'Clear All Filters'],
  ])('says at once that ?%s finds nobody, and offers %s', async (query, way) => {
    await open(`/tutors?${query}`, () => aPage(0));
    await pass(0);
    expect(listHeadings()).toEqual(['No tutors found']);
    const main = within(screen.getByRole('region', { name: 'Tutors' }));
    expect(main.queryAllByRole('button', { name: /Clear All Filters|See all tutors/ }).map(({ textContent }) => textContent)).toEqual([way]);
    await click(way);
    await pass(100);
    expect(getSearchBox().value).toBe('');
    expect(listHeadings()).toEqual(['Start Your Search']);
  });

  // spec search.47 | D Search | An empty result offers to clear filters only where there are any | src/client/features/tutor-search/search-results.tsx
  test('offers nothing to clear where nothing was typed or filtered', async () => {
    await open('/tutors?category=all', () => aPage(0));
    await pass(3000);
    expect(listHeadings()).toEqual(['No tutors found']);
    expect(screen.getByText('Tutors appear here once their profiles are complete.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Clear All Filters|See all tutors/ })).toBeNull();
  });

  // spec search.22
  test('offers to search all subjects for a text that was not found in fewer', async () => {
    const { getSearch } = await open('/tutors?category=Science&verified=true&q=zzz', () => aPage(0));
    await pass(3000);
    await click('Search all subjects');
    await pass(100);
    expect(getSearch()).toEqual({ category: 'all', q: 'zzz' });
    expect(screen.getByText('Nothing matches “zzz”. Try another word, or part of one.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Search all subjects' })).toBeNull();
  });

  test('says which days can be booked, where it was for another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: MONDAY_TEN });
    await open('/tutors?category=all&freeOn=2026-11-20', () => aPage(0));
    await pass(3000);
    expect(listHeadings()).toEqual(['No tutors found']);
    expect(screen.getByText('Sessions can be booked from Tue, 24 Nov 2026 to Mon, 21 Dec 2026. Choose another day.')).toBeDefined();
  });

  test('shows results at once, within the three seconds too', async () => {
    await open('/tutors?category=all', () => aPage(2));
    await pass(100);
    expect(listHeadings()).toEqual(['2 Tutors Found']);
  });

  // spec constants.6 | C §9 | Search text waits 500 ms | src/client/features/tutor-search/use-debounced-text.ts
  test('starts 500 ms after the last letter, and refines one step of the history', async () => {
    const { api, router, getSearch } = await open('/tutors?category=all', () => aPage(1));
    await pass(100);
    type('kan');
    await pass(400);
    type('kand');
    await pass(499);
    expect(getSearch()).toEqual({ category: 'all' });
    await pass(1);
    expect(getSearch()).toEqual({ category: 'all', q: 'kand' });
    type('kandy ');
    await pass(500);
    expect(getSearch()).toEqual({ category: 'all', q: 'kandy' });
    expect(listSearches(api).map(({ search }) => search)).toEqual([undefined, 'kand', 'kandy']);
    await act(async () => router.history.back());
    await pass(600);
    expect(getSearch()).toEqual({ category: 'all' });
    expect(getSearchBox().value).toBe('');
  });

  // spec search.4 | P §2 Tutor search | Search box with Search and a clear button | src/client/features/tutor-search/search-box.tsx
  test('starts at once with Search, and the clear button empties it at once', async () => {
    const { getSearch } = await open('/tutors?category=all', () => aPage(1));
    await pass(100);
    type('galle');
    await click('Search');
    expect(getSearch()).toEqual({ category: 'all', q: 'galle' });
    await click('Clear search');
    expect(getSearch()).toEqual({ category: 'all' });
    expect(document.activeElement).toBe(getSearchBox());
    await pass(600);
    expect(getSearch()).toEqual({ category: 'all' });
  });
});

describe('home', () => {
  // spec search.46 | P §2 Public and shared routes | Home shows search, categories and the tutor listing | src/client/routes/index.tsx
  test('lists the tutors of all categories and leads on to the search', async () => {
    stubViewport();
    const { api, user, router, press } = await open('/', () => aPage(24, { nextCursor: 'second', total: 60 }));
    await expectCards(6 + 12);
    expect(listSearches(api)).toMatchObject([{ sortBy: 'rating', sortOrder: 'desc' }]);
    const categories = within(screen.getByRole('region', { name: 'What would you like to learn?' }));
    expect(categories.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Science2 subjects', 'Languages1 subject']);
    await user.type(getSearchBox(), 'kandy');
    await press('Search');
    await waitFor(() => expect(router.state.location.href).toBe('/tutors?category=all&q=kandy'));
  });

  test('says that the tutors could not be loaded', async () => {
    await open('/', () => Promise.reject(apiError('request.invalid')));
    await screen.findByText('Error Loading Tutors');
  });
});
