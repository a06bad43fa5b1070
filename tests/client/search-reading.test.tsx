import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Inputs, Outputs } from '#client/lib/rpc/trpc.ts';
import type { SearchReading } from '#shared/contracts/tutor-search.ts';
import { joinWords } from '#shared/domain/text-parts.ts';
import { removeFromText } from '#shared/domain/text-removal.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import type { Weekday } from '#shared/vocabulary/weekdays.ts';
import { NO_CARD_DETAILS, NOTHING_READ } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

type Page = Outputs['tutors']['search'];
type Input = Inputs['tutors']['search'];

const TUTOR: Page['tutors'][number] = {
  id: 'tutor-1',
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

const aPage = (reading: Partial<SearchReading>, tutors = [TUTOR]): Page => ({
  tutors,
  nextCursor: null,
  reading: { ...NOTHING_READ, ...reading },
  total: tutors.length,
  totalIsCapped: false,
});

const FILTERS: SearchReading['filters'] = [
  { kind: 'place', label: 'Colombo', text: 'Colombo' },
  { kind: 'female', label: 'Female tutors', text: 'female' },
  { kind: 'mode', label: 'Online', text: 'online' },
  { kind: 'medium', label: 'Sinhala medium', text: 'sinhala medium' },
  { kind: 'price', label: 'up to Rs. 2,000', text: 'under 2000' },
];

/** Reads those of the filters whose text is in the search text. */
const readFilters = ({ search = '' }: Input) => aPage({ filters: FILTERS.filter(({ text }) => search.includes(text)) });

async function open(search: Record<string, string>, answer: (input: Input) => Page | Promise<Page>) {
  const visited = await visit(`/tutors?${new URLSearchParams(search)}`, null, { 'tutors.search': answer });
  await screen.findByRole('heading', { level: 2, name: /Found|found|Start Your Search/ });
  const { user, api, router } = visited;
  return {
    ...visited,
    remove: (label: string) => user.click(getChip(label)),
    getSearch: () => router.latestLocation.search,
    listSearches: () => api.inputsOf('tutors.search').map((input) => Object(input)),
  };
}

const CHIPS = { name: 'Read from your search' };
const getChip = (label: string) => screen.getByRole('button', { name: `Remove ${label}` });
const listChips = () =>
  within(screen.getByRole('list', CHIPS))
    .getAllByRole('button')
    .map((chip) => [chip.getAttribute('aria-label'), chip.textContent]);
const getSearchBox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search tutors' });
const listStatuses = () => screen.getAllByRole('status').flatMap((status) => [...status.children].map(({ textContent }) => textContent));

// spec s11-search.1 | S11 1 | What was read from the words of a search is shown, and can be removed from it |
//   src/client/features/tutor-search/text-reading.tsx
describe('the filters that were read from a search text', () => {
  const Q = 'maths Colombo female online sinhala medium under 2000';

  test('are shown as chips, in the order of the words', async () => {
    await open({ category: 'all', q: Q }, readFilters);
    expect(listChips()).toEqual([
      ['Remove Colombo', 'Colombo'],
      ['Remove Female tutors', 'Female tutors'],
      ['Remove Online', 'Online'],
      ['Remove Sinhala medium', 'Sinhala medium'],
      ['Remove up to Rs. 2,000', 'up to Rs. 2,000'],
    ]);
  });

  test('are removed from the text in the address, the box and the next search, and nothing else is', async () => {
    const { remove, getSearch, listSearches } = await open({ category: 'Science', verified: 'true', sort: 'price', q: Q }, readFilters);
    await remove('Sinhala medium');
    const q = 'maths Colombo female online under 2000';
    await waitFor(() => expect(getSearch()).toEqual({ category: 'Science', verified: true, sort: 'price', q }));
    expect(getSearchBox().value).toBe(q);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Sinhala medium' })).toBeNull());
    expect(listSearches()).toHaveLength(2);
    expect(listSearches().at(-1)).toMatchObject({ category: 'Science', verified: true, sortBy: 'price', search: q });
  });

  test('are one chip where several words say the same, and are removed together', async () => {
    const zoom = { kind: 'mode', label: 'Online', text: 'zoom' } as const;
    const filters = [...FILTERS.slice(2, 3), zoom, zoom];
    const { remove, getSearch } = await open({ q: 'maths Online zoom zoom' }, ({ search }) => aPage(search === 'maths' ? {} : { filters }));
    expect(listChips()).toEqual([['Remove Online', 'Online']]);
    await remove('Online');
    expect(getSearch()).toEqual({ q: 'maths' });
    await waitFor(() => expect(screen.queryByRole('list', CHIPS)).toBeNull());
  });

  test('come back with Back', async () => {
    const { remove, router } = await open({ category: 'all', q: 'maths online' }, readFilters);
    await remove('Online');
    await waitFor(() => expect(screen.queryByRole('list', CHIPS)).toBeNull());
    await act(async () => router.history.back());
    await screen.findByRole('button', { name: 'Remove Online' });
    expect(getSearchBox().value).toBe('maths online');
  });

  test('leave no text behind when they were all of it', async () => {
    const { remove, getSearch, listSearches } = await open({ q: 'online' }, readFilters);
    await remove('Online');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all' }));
    await waitFor(() => expect(listSearches()).toHaveLength(2));
    expect(listSearches().at(-1)).not.toHaveProperty('search');
    expect(getSearchBox().value).toBe('');
  });

  test('are removed from what is typed by now, of which nothing is lost', async () => {
    const { user, remove, getSearch } = await open({ category: 'all', q: 'maths online' }, readFilters);
    await user.type(getSearchBox(), ' grade 10');
    await remove('Online');
    expect(getSearch()).toEqual({ category: 'all', q: 'maths grade 10' });
    expect(getSearchBox().value).toBe('maths grade 10');
  });

  test('stay with the tutors of before while others are searched for, and are removed once', async () => {
    let answer = (_: Page) => {};
    const { remove, router, getSearch, listSearches } = await open({ category: 'all', q: 'female online' }, (input) =>
      input.search === 'female online' ? readFilters(input) : new Promise<Page>((resolve) => (answer = resolve)),
    );
    await remove('Female tutors');
    await waitFor(() => expect(listSearches()).toHaveLength(2));
    expect(listChips()).toHaveLength(2);
    await remove('Female tutors');
    expect([getSearch(), router.history.length]).toEqual([{ category: 'all', q: 'online' }, 2]);
    await act(async () => answer(readFilters({ search: 'online' })));
    await waitFor(() => expect(listChips()).toEqual([['Remove Online', 'Online']]));
  });

  test('are those of the first page', async () => {
    await open({ category: 'all', q: 'online', freeOn: '2026-11-24' }, ({ cursor }) =>
      cursor ? aPage(NOTHING_READ) : { ...aPage({ filters: FILTERS.slice(2, 3) }, []), nextCursor: 'second' },
    );
    await screen.findByRole('article');
    expect(listChips()).toEqual([['Remove Online', 'Online']]);
  });

  // spec s11-search.2 | S11 1 | The focus moves from a filter that is removed to the next one, else to the one before, and from the last one to the
  //   results, which open no keyboard |
  //   src/client/features/tutor-search/text-reading.tsx
  test('give the focus to the next one when they are removed, and the last one to the results', async () => {
    const { user, remove } = await open({ category: 'all', q: 'maths Colombo female online' }, readFilters);
    await remove('Colombo');
    expect(document.activeElement).toBe(getChip('Female tutors'));
    await waitFor(() => expect(listChips()).toHaveLength(2));
    expect(document.activeElement).toBe(getChip('Female tutors'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(getChip('Online'));
    await waitFor(() => expect(listChips()).toHaveLength(1));
    await user.keyboard(' ');
    await waitFor(() => expect(screen.queryByRole('list', CHIPS)).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tutors' }));
  });

  // spec s11-search.2
  test('give the focus to the one before when the last of several is removed', async () => {
    const { remove } = await open({ category: 'all', q: 'maths Colombo female' }, readFilters);
    await remove('Female tutors');
    expect(document.activeElement).toBe(getChip('Colombo'));
    await waitFor(() => expect(listChips()).toHaveLength(1));
    expect(document.activeElement).toBe(getChip('Colombo'));
  });
});

// spec s11-search.3 | S11 1 | Words that were left out, corrected or not counted are said, and announced |
//   src/client/features/tutor-search/text-reading.tsx
describe('what became of the words of a search', () => {
  const corrections = [{ from: 'chemestry', to: 'chemistry' }];

  test.each<[string, Partial<SearchReading>, string[]]>([
    ['a word was left out', { leftOut: ['nugegoda'] }, ['No tutor has all of these words. Shown without “nugegoda”.']],
    [
      'several words were left out',
      { leftOut: ['nugegoda', 'grade', 'violin'] },
      ['No tutor has all of these words. Shown without “nugegoda”, “grade” and “violin”.'],
    ],
    ['a typing error was forgiven', { corrections }, ['Showing tutors for “chemistry” instead of “chemestry”.']],
    [
      'several were forgiven',
      { corrections: [...corrections, { from: 'voilin', to: 'violin' }] },
      ['Showing tutors for “chemistry” instead of “chemestry” and “violin” instead of “voilin”.'],
    ],
    [
      'a word was corrected and then left out',
      { leftOut: ['chemestry'], corrections: [...corrections, { from: 'voilin', to: 'violin' }] },
      ['No tutor has all of these words. Shown without “chemestry”.', 'Showing tutors for “violin” instead of “voilin”.'],
    ],
    [
      'a part of what was left out was corrected',
      { leftOut: ['combined Chemestry'], corrections },
      ['No tutor has all of these words. Shown without “combined Chemestry”.'],
    ],
    ['there were too many words', { isShortened: true }, ['Only the first 12 words count.']],
    [
      'all of it happened',
      { leftOut: ['kandy'], corrections, isShortened: true },
      [
        'No tutor has all of these words. Shown without “kandy”.',
        'Showing tutors for “chemistry” instead of “chemestry”.',
        `Only the first ${SEARCH.maxWords} words count.`,
      ],
    ],
  ])('is said where %s', async (_, reading, sentences) => {
    await open({ q: 'words' }, () => aPage(reading));
    expect(listStatuses()).toEqual(sentences);
    expect(screen.queryByRole('list', CHIPS)).toBeNull();
  });

  test('claims no tutors where a corrected search finds none', async () => {
    await open({ q: 'chemestry' }, () => aPage({ corrections }, []));
    expect(listStatuses()).toEqual(['Searched for “chemistry” instead of “chemestry”.']);
  });

  test('is put into a status that was there before, so that it is announced', async () => {
    const { user } = await open({ q: 'maths' }, ({ search }) => aPage(search === 'maths' ? {} : { leftOut: ['nugegoda'] }));
    const [status] = screen.getAllByRole('status');
    await user.type(getSearchBox(), ' nugegoda{Enter}');
    const note = await screen.findByText(/^No tutor has all of these words/);
    expect(note.parentElement).toBe(status);
  });

  // spec s11-search.4 | S11 1 | Where the words are all names, and nothing was corrected, nothing is said about them |
  //   src/client/features/tutor-search/text-reading.tsx
  test('is not said where there is nothing to say', async () => {
    await open({ q: 'maths' }, () => aPage(NOTHING_READ));
    expect(listStatuses()).toEqual([]);
    expect(screen.queryByRole('list', CHIPS)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });
});

// spec s11-search.1
describe('removeFromText', () => {
  test.each([
    ['maths colombo female', 'colombo', 'maths female'],
    ['colombo maths', 'colombo', 'maths'],
    ['maths colombo', 'colombo', 'maths'],
    ['colombo', 'colombo', ''],
    ['Maths COLOMBO Female', 'colombo', 'Maths Female'],
    ['maths  colombo \t female', 'colombo', 'maths female'],
    ['a  b colombo', 'colombo', 'a  b'],
    ['kandy maths Kandy', 'kandy', 'maths Kandy'],
    ['maths sinhala  medium online', 'sinhala medium', 'maths online'],
    ['maths mt. lavinia', 'mt lavinia', 'maths'],
    ['mount-lavinia maths', 'mount lavinia', 'maths'],
    ['sinhala female medium', 'sinhala medium', 'sinhala female medium'],
    ['colombopura colombo', 'colombo', 'colombopura'],
    ['newcolombo colombo', 'colombo', 'newcolombo'],
    ['under 20000 under 2000', 'under 2000', 'under 20000'],
    ['maths under 2000ට', 'under 2000', 'maths ට'],
    ['maths, colombo, female', 'colombo', 'maths, female'],
    ['maths,colombo,female', 'colombo', 'maths, female'],
    ['maths,colombo female', 'colombo', 'maths, female'],
    ['maths colombo, female', 'colombo', 'maths, female'],
    ['maths; colombo; female', 'colombo', 'maths; female'],
    ['maths, , colombo ,, female', 'colombo', 'maths, female'],
    ['colombo, maths', 'colombo', 'maths'],
    ['maths, colombo', 'colombo', 'maths'],
    ['maths, colombo,', 'colombo', 'maths'],
    [', colombo,', 'colombo', ''],
    ['maths / colombo / female', 'colombo', 'maths / female'],
    ['maths/colombo/female', 'colombo', 'maths/female'],
    ['maths - colombo female', 'colombo', 'maths female'],
    ['maths+colombo+female', 'colombo', 'maths+female'],
    ['c++ colombo', 'colombo', 'c++'],
    ['colombo & maths', 'colombo', 'maths'],
    ['maths. Colombo. Female', 'colombo', 'maths. Female'],
    ['maths colombo?', 'colombo', 'maths?'],
    ['colombo. maths', 'colombo', 'maths'],
    ['colombo?', 'colombo', ''],
    ['colombo .net', 'colombo', '.net'],
    ['maths (colombo)', 'colombo', 'maths'],
    ['maths (colombo) female', 'colombo', 'maths female'],
    ['maths (colombo, female)', 'colombo', 'maths (female)'],
    ['maths (female, colombo)', 'colombo', 'maths (female)'],
    ['maths "colombo" female', 'colombo', 'maths female'],
    ['maths in colombo', 'colombo', 'maths'],
    ['maths near colombo for grade 10', 'colombo', 'maths for grade 10'],
    ['in colombo', 'colombo', ''],
    ['latin colombo', 'colombo', 'latin'],
    ['maths colombo and kandy', 'colombo', 'maths and kandy'],
    ['maths colombo, kandy and galle', 'galle', 'maths colombo, kandy'],
    ['maths, colombo and kandy', 'colombo', 'maths and kandy'],
    ['colombo and kandy', 'colombo', 'kandy'],
    ['online or home visit', 'home visit', 'online'],
    ['android colombo', 'colombo', 'android'],
    ['colombo android', 'colombo', 'android'],
    ['කොළඹ සහ ගණිතය', 'කොළඹ', 'ගණිතය'],
    ['c++ maths', 'c++', 'maths'],
    ['maths (rs. 2000)', '(rs. 2000)', 'maths'],
    ['කොළඹ ගණිතය', 'කොළඹ', 'ගණිතය'],
    ['ගණිතය කොළ කොළඹ', 'කොළ', 'ගණිතය කොළඹ'],
    ['කොළඹ කොළ', 'කොළ', 'කොළඹ'],
    ['தமிழ் தமிழ', 'தமிழ', 'தமிழ்'],
    ['maths', 'colombo', 'maths'],
  ])('makes of "%s" without "%s" "%s"', (text, part, expected) => {
    expect(removeFromText(text, part)).toBe(expected);
  });
});

// spec s11-search.134
test.each([
  ['within 5 km of kandy', ['within 5 km', 'kandy'], ''],
  ['maths within 5 km of kandy online', ['within 5 km', 'kandy'], 'maths online'],
  ['maths near kandy within 5 km', ['within 5 km', 'kandy'], 'maths'],
  ['5km from kandy maths', ['5km', 'kandy'], 'maths'],
  ['maths kandy or matale', ['kandy', 'matale'], 'maths'],
  ['maths in kandy/matale online', ['kandy', 'matale'], 'maths online'],
  ['කොළඹ හෝ ගාල්ල ගණිතය', ['කොළඹ', 'ගාල්ල'], 'ගණිතය'],
  ['கண்டி அல்லது மாத்தளை கணிதம்', ['கண்டி', 'மாத்தளை'], 'கணிதம்'],
])('of "%s" without %o is left "%s"', (text, parts, expected) => {
  expect(parts.reduce(removeFromText, text)).toBe(expected);
});

describe('joinWords', () => {
  test.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('makes of %j "%s"', (words, expected) => {
    expect(joinWords(words)).toBe(expected);
  });
});

// spec s11-search.165 | S11 1 | From a search for a day, of the filter or of the words, the profile is reached with that day |
//   src/client/features/tutor-search/search-results.tsx, src/client/features/tutor-search/tutor-card.tsx
describe('the link to a profile', () => {
  const times = (text: string, ...days: Weekday[]) => ({ kind: 'times' as const, label: text, text, ...(days.length > 0 && { days }) });

  test.each([
    [{ q: 'maths saturday' }, [times('saturday', 'Saturday')], '?days=Saturday'],
    [{ q: 'maths sunday saturday' }, [times('sunday', 'Sunday'), times('saturday', 'Saturday')], '?days=Sunday%2CSaturday'],
    [{ q: 'weekend', days: 'Sunday,Monday' }, [times('weekend', 'Saturday', 'Sunday')], '?days=Sunday'],
    [{ category: 'all', days: 'Friday' }, [], '?days=Friday'],
    [{ category: 'all', freeOn: '2026-12-05' }, [], '?freeOn=2026-12-05'],
    [{ q: 'maths' }, [], ''],
  ])('of %o has %o', async (search, filters, query) => {
    await open(search, () => aPage({ filters }));
    const link = await screen.findByRole('link', { name: 'Nimal Silva' });
    expect(link.getAttribute('href')).toBe(`/tutors/tutor-1${query}`);
  });

  test('is on a card that says so where nobody is free at the time that was typed', async () => {
    await open({ q: 'maths morning' }, () => aPage({ filters: [times('morning')] }));
    expect(await screen.findByText('Not at this time')).toBeDefined();
  });
});
