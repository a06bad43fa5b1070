import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Inputs, Outputs } from '#client/lib/rpc/trpc.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { button, press, renderApp, shown, texts, until } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';

type Asked = Inputs['tutors']['search'];
type Page = Outputs['tutors']['search'];

const TUTOR: Page['tutors'][number] = {
  id: '',
  name: 'Nimal Silva',
  profileImage: '',
  bio: '',
  isVerified: true,
  vacationMode: false,
  nextFree: null,
  rating: 4.9,
  totalReviews: 18,
  totalStudents: 1,
  availableLocations: '',
  teachingMediums: ['sinhala'],
  subjects: [],
};

const page = (tutors: number, rest: Partial<Page> = {}): Page => ({
  tutors: Array.from({ length: tutors }, (_, index) => ({ ...TUTOR, id: `${rest.nextCursor ?? 'last'}-${index}` })),
  nextCursor: null,
  total: tutors,
  totalIsCapped: false,
  ...rest,
});

const now = new Date();
const category = (name: string, ...subjects: string[]) => ({
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

function searching(search: (input: Asked) => Page | Promise<Page>, more: Answers = {}) {
  return fakeApi({
    'statistics.public': () => ({ totalTutors: 51, activeSubjects: 1234, averageRating: 4.567, totalReviews: 371 }),
    'catalogue.categories': () => [category('Science', 'Physics', 'Chemistry'), category('Languages', 'French')],
    'catalogue.subjects': () => [],
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
    'tutors.search': search,
    ...more,
  });
}

const searches = (api: ReturnType<typeof fakeApi>) => api.calls.filter(({ path }) => path === 'tutors.search').map(({ input }) => Object(input));
const select = (label: string) => {
  const control = [...document.querySelectorAll('label')].find((element) => element.textContent === label)?.control;
  if (!(control instanceof HTMLSelectElement)) throw new Error(`there is no list ${label}`);
  return control;
};
const choose = (label: string, value: string) =>
  act(async () => {
    const control = select(label);
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event('change', { bubbles: true }));
  });
const follow = (name: string) =>
  act(async () =>
    [...document.querySelectorAll('a')]
      .find(({ textContent }) => textContent === name)
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 })),
  );
const searchBox = () => {
  const input = document.querySelector('input[type=search]');
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no search box');
  return input;
};
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(searchBox(), text);
    searchBox().dispatchEvent(new Event('input', { bubbles: true }));
  });

/** The end of the list comes into sight by hand. */
let reachEnd: () => Promise<void>;
beforeEach(() => {
  const watching = new Set<IntersectionObserverCallback>();
  class Watch {
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
  reachEnd = () =>
    act(async () => {
      // Of an entry the list reads this one field.
      for (const see of watching) see([{ isIntersecting: true } as IntersectionObserverEntry], new IntersectionObserver(() => {}));
    });
});

describe('/tutors', () => {
  // spec search.5 | P §2 Tutor search | Category picker | src/client/features/tutor-search/category-picker.tsx
  // spec states.26 | P §4 Tutor search, D Search | The first visit selects the first category, by replacement; `subject`, `topic` and `category=all`
  //   win over it | src/client/routes/tutors/index.tsx
  it('puts the first category into the address by replacement, and asks once', async () => {
    const api = searching(() => page(2));
    const { router } = await renderApp('/tutors', { api });
    await shown('2 Tutors Found');
    expect(router.state.location.search).toEqual({ category: 'Science' });
    expect(router.history.length).toBe(1);
    expect(searches(api)).toMatchObject([{ category: 'Science', sortBy: 'rating', sortOrder: 'desc' }]);
    expect(texts('nav[aria-label=Categories] [aria-current]')).toEqual(['Science']);
  });

  // spec search.1 | P §2 Tutor search | `subject` and `topic` in the address, by name | src/client/features/tutor-search/search-state.ts
  it.each([
    ['category=all', { sortBy: 'rating' }],
    ['subject=French', { subject: 'French' }],
    ['topic=Grammar', { topic: 'Grammar' }],
    ['q=kandy', { search: 'kandy' }],
  ])('leaves ?%s as it is', async (query, asked) => {
    const api = searching(() => page(1));
    const { router } = await renderApp(`/tutors?${query}`, { api });
    await shown('1 Tutor Found');
    expect(router.state.location.searchStr).toBe(`?${query}`);
    expect(searches(api)).toMatchObject([asked]);
    expect(searches(api)[0]).not.toHaveProperty('category');
  });

  it('searches everywhere when the categories cannot be had', async () => {
    await renderApp('/tutors', { api: searching(() => page(3), { 'catalogue.categories': () => Promise.reject(apiError('request.invalid')) }) });
    await shown('3 Tutors Found');
  });

  // spec search.23
  it('asks for the categories, too, when it tries again', async () => {
    let isAway = true;
    const unlessAway =
      <T,>(answer: () => T) =>
      () => {
        if (isAway) throw apiError('request.invalid');
        return answer();
      };
    await renderApp('/tutors?category=all', {
      api: searching(
        unlessAway(() => page(3)),
        { 'catalogue.categories': unlessAway(() => [category('Science', 'Physics')]) },
      ),
    });
    await shown('Error Loading Tutors');
    isAway = false;
    await press('Try Again');
    await shown('3 Tutors Found');
    await until(() => expect(texts('nav[aria-label=Categories] li')).toEqual(['All', 'Science']));
  });

  // spec search.3 | P §2 Tutor search | Hero with average rating and number of active subjects | src/client/features/tutor-search/public-stats.tsx
  it('shows the public figures, and only logs that they are missing', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await renderApp('/tutors', { api: searching(() => page(1)) });
    await shown('4.6');
    expect(texts('header dl > div')).toEqual(['average rating4.6', 'active subjects1,234']);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  // spec answers.4 | C §7 | Public stats that fail are only logged | src/client/features/tutor-search/public-stats.tsx
  it('shows no figures when they cannot be had', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await renderApp('/tutors', { api: searching(() => page(1), { 'statistics.public': () => Promise.reject(apiError('request.invalid')) }) });
    await until(() => expect(logged).toHaveBeenCalledOnce());
    await shown('1 Tutor Found');
    expect(texts('header dl > div')).toEqual([]);
    expect(texts('[role=alert]')).toEqual([]);
    logged.mockRestore();
  });

  // spec search.6 | P §2 Tutor search | Filters: subject and topic | src/client/features/tutor-search/filter-fields.tsx
  it('keeps every choice in the address, and Back brings the last one back', async () => {
    const api = searching(() => page(1));
    const { router } = await renderApp('/tutors?category=Science', { api });
    await shown('1 Tutor Found');
    await choose('Subject', 'Physics');
    await until(() => expect(select('Topic').textContent).toContain('Topic of id of Physics'));
    await choose('Topic', 'Topic of id of Physics');
    expect(router.state.location.search).toEqual({ category: 'Science', subject: 'Physics', topic: 'Topic of id of Physics' });
    await choose('Subject', 'Chemistry');
    expect(router.state.location.search).toEqual({ category: 'Science', subject: 'Chemistry' });
    await follow('Languages');
    expect(router.state.location.search).toEqual({ category: 'Languages' });
    await act(async () => router.history.back());
    await until(() => expect(select('Subject').value).toBe('Chemistry'));
    expect(searches(api).at(-1)).toMatchObject({ category: 'Languages' });
  });

  const sortBox = () => document.querySelector<HTMLElement>('[role="combobox"][aria-haspopup="listbox"]') as HTMLElement;
  const sorts = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  const pick = async (name: string) => {
    await act(async () => sortBox().click());
    await act(async () =>
      sorts()
        .find(({ textContent }) => textContent?.startsWith(name))
        ?.click(),
    );
  };
  const key = (name: string) =>
    act(async () => void sortBox().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })));

  // spec s8-last.7 | P §4 Tutor search, S8b 7 | Picking the present sort field turns its direction around, by keyboard too |
  //   src/client/features/tutor-search/sort-listbox.tsx
  it('turns the direction around when the present order is picked again', async () => {
    const { router } = await renderApp('/tutors?category=all', { api: searching(() => page(1)) });
    await shown('1 Tutor Found');
    expect(sorts().map(({ textContent }) => textContent)).toEqual(['RatingTurn to ascending', 'Price', 'Experience', 'Name', 'Newest']);
    await pick('Rating');
    expect(router.state.location.search).toEqual({ category: 'all', dir: 'asc' });
    await pick('Rating');
    expect(router.state.location.search).toEqual({ category: 'all' });
    await pick('Name');
    await pick('Name');
    expect(router.state.location.search).toEqual({ category: 'all', sort: 'name', dir: 'desc' });
  });

  // spec s8-last.7
  it('sorts by the keyboard alone, with the focus on the list', async () => {
    const { router } = await renderApp('/tutors?category=all', { api: searching(() => page(1)) });
    await shown('1 Tutor Found');
    sortBox().focus();
    expect(sortBox().getAttribute('aria-expanded')).toBe('false');
    await key('ArrowDown');
    expect([sortBox().getAttribute('aria-expanded'), sorts().findIndex(({ id }) => id === sortBox().getAttribute('aria-activedescendant'))]).toEqual([
      'true',
      0,
    ]);
    await key('End');
    await key('ArrowUp');
    await key('Enter');
    expect(router.state.location.search).toEqual({ category: 'all', sort: 'name' });
    expect([sortBox().getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', sortBox()]);
    await key('Enter');
    await key('Enter');
    expect(router.state.location.search).toEqual({ category: 'all', sort: 'name', dir: 'desc' });
    await key('p');
    await key('p');
    await key(' ');
    expect(router.state.location.search).toEqual({ category: 'all', sort: 'price' });
    await key('ArrowDown');
    await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    expect([sortBox().getAttribute('aria-expanded'), router.state.location.search]).toEqual(['false', { category: 'all', sort: 'price' }]);
  });

  // spec s8-last.8
  it('has a clear button in the search box that says why it does nothing yet', async () => {
    await renderApp('/tutors?category=all', { api: searching(() => page(1)) });
    const clear = button('Clear search');
    expect([clear.getAttribute('aria-disabled'), clear.title]).toEqual(['true', 'Nothing is typed yet.']);
  });

  // spec search.16 | P §2 Tutor search | Sort by Rating, Price, Experience, Name, Newest, with a direction arrow |
  //   src/client/features/tutor-search/sort-control.tsx
  it('sorts by list and arrow', async () => {
    const api = searching(() => page(1));
    const { router } = await renderApp('/tutors?category=all', { api });
    await shown('1 Tutor Found');
    await pick('Price');
    expect(router.state.location.search).toEqual({ category: 'all', sort: 'price' });
    await press('Descending order');
    expect(router.state.location.search).toEqual({ category: 'all', sort: 'price', dir: 'asc' });
    await pick('Name');
    expect(router.state.location.search).toEqual({ category: 'all', sort: 'name' });
    await press('Ascending order');
    await until(() => expect(searches(api).at(-1)).toEqual(expect.objectContaining({ sortBy: 'name', sortOrder: 'desc' })));
  });

  // spec search.10 | C §8 | Filters: a subject of the address that does not exist is said | src/client/features/tutor-search/filter-fields.tsx
  it('says that a subject of the address does not exist', async () => {
    await renderApp('/tutors?subject=Alchemy', { api: searching(() => page(0)) });
    await shown('Selected subject not found');
    expect(select('Subject').value).toBe('Alchemy');
  });

  // spec search.17 | P §2 Tutor search | Skeleton cards while loading | src/client/features/tutor-search/tutor-grid.tsx
  // spec constants.5 | C §9 | 24 skeleton cards | src/client/features/tutor-search/tutor-grid.tsx
  it('shows 24 skeletons while nothing is there, and the results of before while the next ones come', async () => {
    let answer = (_: Page) => {};
    const api = searching(() => new Promise<Page>((resolve) => (answer = resolve)));
    await renderApp('/tutors?category=Science', { api });
    await until(() => expect(document.querySelectorAll('[aria-busy=true] [aria-hidden] > div > div')).toHaveLength(24));
    await act(async () => answer(page(3)));
    await shown('3 Tutors Found');
    await follow('Languages');
    await until(() => expect(searches(api)).toHaveLength(2));
    expect(document.querySelectorAll('article')).toHaveLength(3);
    expect(document.querySelector('ul[aria-busy]')?.getAttribute('aria-busy')).toBe('true');
    await act(async () => answer(page(1)));
    await shown('1 Tutor Found');
    expect(document.querySelector('ul[aria-busy]')?.getAttribute('aria-busy')).toBe('false');
  });

  // spec search.18 | P §2 Tutor search | Infinite scroll, "Loading more tutors..." | src/client/features/tutor-search/search-results.tsx
  it('appends the next 24 when the end is seen', async () => {
    let answer = (_: Page) => {};
    const pages: (Page | Promise<Page>)[] = [page(24, { nextCursor: 'second', total: 30 }), new Promise<Page>((resolve) => (answer = resolve))];
    const api = searching(({ cursor }) => pages[cursor === 'second' ? 1 : 0] ?? page(0));
    await renderApp('/tutors?category=all', { api });
    await shown('Showing 24 of 30 tutors • Scroll to load more');
    await reachEnd();
    await shown('Loading more tutors...');
    await act(async () => answer(page(6, { total: 30 })));
    await until(() => expect(document.querySelectorAll('article')).toHaveLength(30));
    expect(document.body.textContent).not.toContain('Showing');
    expect(searches(api)).toMatchObject([{ sortBy: 'rating' }, { cursor: 'second' }]);
  });

  // spec search.23 | P §2 Tutor search | "Error Loading Tutors" with Try Again | src/client/features/tutor-search/search-results.tsx
  it('keeps what is there when the next page fails, and tries again when asked to', async () => {
    let isAway = true;
    const second = () => (isAway ? Promise.reject(apiError('request.invalid')) : page(6, { total: 30 }));
    const api = searching(({ cursor }) => (cursor ? second() : page(24, { nextCursor: 'second', total: 30 })));
    await renderApp('/tutors?category=all', { api });
    await shown('Showing 24 of 30');
    await reachEnd();
    await shown('Error Loading Tutors');
    expect(document.querySelectorAll('article')).toHaveLength(24);
    isAway = false;
    await press('Try Again');
    await until(() => expect(document.querySelectorAll('article')).toHaveLength(30));
  });

  // spec errors.76 | C §8 Tutors and search | 'Error Loading Tutors' with the server's sentence, else 'Failed to search tutors' |
  //   src/client/features/tutor-search/search-results.tsx
  it.each([
    ['the server’s sentence', () => Promise.reject(apiError('request.invalid')), apiError('request.invalid').message],
    [
      'how long to wait after too many searches',
      () => Promise.reject(apiError('request.limited', { retryAfter: 90 })),
      'Too many requests. Please try again later. You can try again in 2 minutes.',
    ],
    [
      'a sentence of its own when nobody answers',
      () => Promise.reject(Object.assign(networkError(), { data: undefined })),
      'Failed to search tutors',
    ],
  ])(
    'shows %s, and Try Again',
    async (_, fail, sentence) => {
      let isAway = true;
      await renderApp('/tutors?category=all', { api: searching(() => (isAway ? fail() : page(2))) });
      await shown('Error Loading Tutors');
      expect(document.querySelector('[role=alert]')?.textContent).toContain(sentence);
      isAway = false;
      await press('Try Again');
      await shown('2 Tutors Found');
    },
    10_000,
  );
});

describe('Featured Tutors on /tutors', () => {
  const named = (count: number) => ({
    ...page(0),
    tutors: Array.from({ length: count }, (_, index) => ({ ...TUTOR, id: `t${index}`, name: `Tutor ${index + 1}` })),
    total: count,
  });
  const groups = () =>
    [...document.querySelectorAll('section[aria-labelledby]')]
      .filter((group) => group.querySelector('article'))
      .map((group) => [group.querySelector('h2')?.textContent, [...group.querySelectorAll('h3')].map(({ textContent }) => textContent)]);

  // spec s8-last.5 | P §2 Tutor search, S8b 5 | Featured Tutors shows with every order, and gives way to the results of a search |
  //   src/client/features/tutor-search/search-results.tsx
  it.each(['', '&sort=price', '&sort=name&dir=desc', '&dir=asc'])('are the first six results, whatever the order: %s', async (order) => {
    await renderApp(`/tutors?category=Science${order}`, { api: searching(() => named(8)) });
    await shown('8 Tutors Found');
    expect(groups().map(([title, tutors]) => [title, tutors?.length])).toEqual([
      ['Featured Tutors', 6],
      ['More tutors', 2],
    ]);
  });

  it('are the first six results of the best rated, and the others follow below', async () => {
    await renderApp('/tutors?category=Science', { api: searching(() => named(8)) });
    await shown('8 Tutors Found');
    expect(groups()).toEqual([
      ['Featured Tutors', ['Tutor 1', 'Tutor 2', 'Tutor 3', 'Tutor 4', 'Tutor 5', 'Tutor 6']],
      ['More tutors', ['Tutor 7', 'Tutor 8']],
    ]);
  });

  it('are all of six or fewer', async () => {
    await renderApp('/tutors?category=Science&subject=Physics', { api: searching(() => named(2)) });
    await shown('2 Tutors Found');
    expect(groups()).toEqual([['Featured Tutors', ['Tutor 1', 'Tutor 2']]]);
  });

  // spec s8-last.5
  it('give way to the results of a search', async () => {
    await renderApp('/tutors?category=all&q=kandy', { api: searching(() => named(8)) });
    await shown('8 Tutors Found');
    expect(groups()).toEqual([]);
    expect(document.querySelectorAll('article')).toHaveLength(8);
  });
});

describe('a page without anybody on it', () => {
  const none = (nextCursor: string | null) => page(0, { nextCursor, total: 1000, totalIsCapped: true });

  it('is passed over where more come', async () => {
    const pages: Record<string, Page> = { '': none('1'), '1': none('2'), '2': page(3, { total: 1000, totalIsCapped: true }) };
    const api = searching(({ cursor }) => pages[cursor ?? ''] ?? page(0));
    await renderApp('/tutors?category=all&freeOn=2026-11-24', { api });
    await until(() => expect(document.querySelectorAll('article')).toHaveLength(3));
    expect(searches(api).map(({ cursor }) => cursor)).toEqual([undefined, '1', '2']);
    expect(texts('h2')).not.toContain('No tutors found');
  });

  it('says No tutors found where it was the last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await renderApp('/tutors?category=all&freeOn=2026-11-24', { api: searching(({ cursor }) => none(cursor ? null : '1')) });
    for (let index = 0; index < 40; index += 1) await act(async () => void (await vi.advanceTimersByTimeAsync(100)));
    expect(texts('h2')).toContain('No tutors found');
    expect(texts('h2')).not.toContain('1,000+ Tutors Found');
    vi.useRealTimers();
  });

  // spec search.42
  it('is passed over five times in a row, and then when asked to', async () => {
    const api = searching(({ cursor }) => (cursor === '6' ? page(1) : none(String(Number(cursor ?? 0) + 1))));
    await renderApp('/tutors?category=all&freeOn=2026-11-24', { api });
    await shown('Nobody free so far');
    expect(searches(api)).toHaveLength(5);
    await press('Keep looking');
    await until(() => expect(document.querySelectorAll('article')).toHaveLength(1));
    expect(searches(api)).toHaveLength(7);
  });

  // spec search.42
  it('does not end a list that goes on after it', async () => {
    const api = searching(({ cursor }) =>
      cursor === undefined ? page(24, { nextCursor: '1', total: 60 }) : cursor === '3' ? page(2) : none(String(Number(cursor) + 1)),
    );
    await renderApp('/tutors?category=all&freeOn=2026-11-24', { api });
    await shown('Showing 24 of 60');
    await reachEnd();
    await until(() => expect(document.querySelectorAll('article')).toHaveLength(26));
    expect(searches(api).map(({ cursor }) => cursor)).toEqual([undefined, '1', '2', '3']);
  });

  it('that does not come says so, and tries again', async () => {
    let isAway = true;
    const next = () => (isAway ? Promise.reject(apiError('request.invalid')) : page(1));
    await renderApp('/tutors?category=all&freeOn=2026-11-24', { api: searching(({ cursor }) => (cursor ? next() : none('1'))) });
    await shown('Error Loading Tutors');
    isAway = false;
    await press('Try Again');
    await shown('Tutors Found');
    expect(document.querySelectorAll('article')).toHaveLength(1);
  });
});

describe('the sheet of filters', () => {
  const dialog = () => document.querySelector('[role=dialog]');
  const tickInSheet = (label: string) =>
    act(async () => {
      const found = [...(dialog()?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === label);
      found?.querySelector('input')?.click();
    });

  async function opened() {
    const api = searching(({ femaleOnly, verified }) => page(femaleOnly && verified ? 1 : femaleOnly ? 2 : 5));
    const { router } = await renderApp('/tutors?category=all', { api });
    await shown('5 Tutors Found');
    await press('Filters');
    await shown('Show 5 tutors');
    return router;
  }

  it('says on its button how many tutors it leads to, and is one step of the history', async () => {
    const router = await opened();
    await tickInSheet('Female tutors only');
    await shown('Show 2 tutors');
    await tickInSheet('Verified tutors only');
    await shown('Show 1 tutor');
    await press('Show 1 tutor');
    await until(() => expect(dialog()).toBeNull());
    expect(router.state.location.search).toEqual({ category: 'all', female: true, verified: true });
    expect(button('Filters (2)')).toBeTruthy();
    expect(router.history.length).toBe(2);
  });

  it('keeps what was typed last when its button is pressed at once', async () => {
    const router = await opened();
    const location = [...(dialog()?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === 'Location')?.control;
    if (!(location instanceof HTMLInputElement)) throw new Error('there is no location');
    await act(async () => {
      location.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(location, 'Kandy');
      location.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () => {
      location.blur();
      button('Show 5 tutors').click();
    });
    await until(() => expect(dialog()).toBeNull());
    expect(router.state.location.search).toEqual({ category: 'all', location: 'Kandy' });
    expect(router.history.length).toBe(2);
  });

  it('takes back with Back what was chosen in it', async () => {
    const router = await opened();
    await tickInSheet('Female tutors only');
    await shown('Show 2 tutors');
    await act(async () => router.history.back());
    await until(() => expect(dialog()).toBeNull());
    expect(router.state.location.search).toEqual({ category: 'all' });
  });

  it('leaves no step behind when nothing was chosen', async () => {
    const router = await opened();
    await press('Close');
    await until(() => expect(dialog()).toBeNull());
    expect(router.history.canGoBack()).toBe(false);
  });
});

describe('with time passing', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const headings = () => texts('h2').filter((text) => !['Filters', 'Featured Tutors'].includes(text));

  // spec search.22 | P §2 Tutor search, D Search | "No tutors found" with Clear All Filters, which sets `category=all` |
  //   src/client/features/tutor-search/search-results.tsx
  // spec states.27 | P §4 Tutor search, D Search | For the first 3 s an empty result reads "Start Your Search" |
  //   src/client/features/tutor-search/use-tutor-search.ts
  // spec constants.7 | C §9 | The first state of search lasts 3,000 ms | src/shared/vocabulary/limits.ts
  it('an empty result reads Start Your Search for three seconds, then No tutors found', async () => {
    const { router } = await renderApp('/tutors?category=Science&q=zzz', { api: searching(() => page(0)) });
    await pass(2000);
    expect(headings()).toEqual(['Start Your Search']);
    await pass(999);
    expect(headings()).toEqual(['Start Your Search']);
    await pass(1);
    expect(headings()).toEqual(['No tutors found']);
    await press('Clear All Filters');
    await pass(100);
    expect(router.state.location.search).toEqual({ category: 'all' });
    expect(searchBox().value).toBe('');
  });

  // spec search.22
  it('words that nobody has are looked for in all subjects where fewer were searched', async () => {
    const { router } = await renderApp('/tutors?category=Science&verified=true&q=zzz', { api: searching(() => page(0)) });
    await pass(3000);
    await press('Search all subjects');
    await pass(100);
    expect(router.state.location.search).toEqual({ category: 'all', q: 'zzz' });
    expect(document.querySelector('main')?.textContent).toContain('Nothing matches “zzz”. Try another word, or part of one.');
    expect(texts('main button')).not.toContain('Search all subjects');
  });

  it('an empty result of a day that cannot be booked says which days can', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: MONDAY_TEN });
    await renderApp('/tutors?category=all&freeOn=2026-11-20', { api: searching(() => page(0)) });
    await pass(3000);
    expect(headings()).toEqual(['No tutors found']);
    expect(document.querySelector('main')?.textContent).toContain(
      'Sessions can be booked from Tue, 24 Nov 2026 to Mon, 21 Dec 2026. Choose another day.',
    );
  });

  it('results show at once, within the three seconds too', async () => {
    await renderApp('/tutors?category=all', { api: searching(() => page(2)) });
    await pass(100);
    expect(headings()).toEqual(['2 Tutors Found']);
  });

  // spec constants.6 | C §9 | Search text waits 500 ms | src/client/features/tutor-search/use-search-text.ts
  it('words are searched 500 ms after the last letter, and refine one step of the history', async () => {
    const api = searching(() => page(1));
    const { router } = await renderApp('/tutors?category=all', { api });
    await pass(100);
    await type('kan');
    await pass(400);
    await type('kand');
    await pass(499);
    expect(router.state.location.search).toEqual({ category: 'all' });
    await pass(1);
    expect(router.state.location.search).toEqual({ category: 'all', q: 'kand' });
    await type('kandy ');
    await pass(500);
    expect(router.state.location.search).toEqual({ category: 'all', q: 'kandy' });
    expect(searches(api).map(({ search }) => search)).toEqual([undefined, 'kand', 'kandy']);
    await act(async () => router.history.back());
    await pass(600);
    expect(router.state.location.search).toEqual({ category: 'all' });
    expect(searchBox().value).toBe('');
  });

  // spec search.4 | P §2 Tutor search | Search box with Search and a clear button | src/client/features/tutor-search/search-box.tsx
  it('Search and Enter do not wait, and the cross empties at once', async () => {
    const { router } = await renderApp('/tutors?category=all', { api: searching(() => page(1)) });
    await pass(100);
    await type('galle');
    await press('Search');
    expect(router.state.location.search).toEqual({ category: 'all', q: 'galle' });
    await press('Clear search');
    expect(router.state.location.search).toEqual({ category: 'all' });
    expect(document.activeElement).toBe(searchBox());
    await pass(600);
    expect(router.state.location.search).toEqual({ category: 'all' });
  });
});

describe('home', () => {
  // spec search.46 | P §2 Public and shared routes | Home shows search, categories and the tutor listing | src/client/routes/index.tsx
  it('lists the tutors of all categories and leads on to the search', async () => {
    const api = searching(() => page(24, { nextCursor: 'second', total: 60 }));
    const { router } = await renderApp('/', { api });
    await until(() => expect(document.querySelectorAll('article')).toHaveLength(6 + 12));
    expect(searches(api)).toMatchObject([{ sortBy: 'rating', sortOrder: 'desc' }]);
    expect(texts('section[aria-labelledby=categories-title] a')).toEqual(['Science2 subjects', 'Languages1 subject']);
    await type('kandy');
    await press('Search');
    await until(() => expect(router.state.location.href).toBe('/tutors?category=all&q=kandy'));
  });

  it('says that the tutors could not be loaded', async () => {
    await renderApp('/', { api: searching(() => Promise.reject(apiError('request.invalid'))) });
    await shown('Error Loading Tutors');
  });
});
