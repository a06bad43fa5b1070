import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CategoryIcon } from '#client/features/catalogue/category-icon.tsx';
import { DayField, LocationField } from '#client/features/tutor-search/filter-inputs.tsx';
import { render } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

async function openSearch(path = '/tutors?category=all') {
  const visited = await visit(path, null);
  await screen.findByRole('radio', { name: 'Any' });
  const { user, api, router } = visited;
  const listSearches = () => api.calls.filter((call) => call.path === 'tutors.search').map(({ input }) => Object(input));
  /** Types the whole text anew, and leaves the field. */
  const fill = async (label: string, text: string) => {
    const input = getInput(label);
    await user.clear(input);
    if (text) await user.type(input, text);
    await user.tab();
  };
  /** What the address says by now, shown or not. */
  const getSearch = () => router.latestLocation.search;
  return { ...visited, fill, getSearch, listSearches, getLastSearch: () => listSearches().at(-1) };
}

const getInput = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
/** What screen readers announce politely; undefined for a message that they do not. */
const listProblems = () =>
  screen.queryAllByText(/^(The first price|Rate cannot|Please choose)/).map((message) => message.closest('[aria-live="polite"]')?.textContent);
const expectNoProblem = () => expect(listProblems()).toEqual([]);

describe('the filters of the search', () => {
  // spec search.9 | P §2 Tutor search | Filters: Any/Online/Home Visit | src/client/features/tutor-search/filter-fields.tsx
  // spec s8-last.11 | P §3, C §5, S8b 10 | The search names ways of teaching `ONLINE` and `INDIVIDUAL` over tRPC as over REST |
  //   src/shared/vocabulary/people.ts
  // spec s11-search.140 | S11 6 | The panel offers group classes beside the ways of teaching that can be booked |
  //   src/client/features/tutor-search/filter-fields.tsx
  test('offer Any, Online, Home Visit and Group, and begin with Any', async () => {
    const { user, router, getLastSearch } = await openSearch();
    const modes = within(screen.getByRole('group', { name: 'Teaching mode' }));
    expect(modes.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual(['Any', 'Online', 'Home Visit', 'Group']);
    const mode = (name: string) => modes.getByRole<HTMLInputElement>('radio', { name });
    expect(mode('Any').checked).toBe(true);
    expect(getLastSearch().teachingMode).toBeUndefined();

    await user.click(mode('Home Visit'));
    await waitFor(() => expect(router.state.location.search).toEqual({ category: 'all', mode: 'home-visit' }));
    await waitFor(() => expect(getLastSearch()).toMatchObject({ teachingMode: 'INDIVIDUAL' }));

    await user.click(mode('Group'));
    await waitFor(() => expect(router.state.location.search).toEqual({ category: 'all', mode: 'group' }));
    await waitFor(() => expect(getLastSearch()).toMatchObject({ teachingMode: 'GROUP' }));

    await user.click(mode('Online'));
    await waitFor(() => expect(getLastSearch()).toMatchObject({ teachingMode: 'ONLINE' }));

    await user.click(mode('Any'));
    await waitFor(() => expect(router.state.location.search).toEqual({ category: 'all' }));
  });

  // spec search.11 | D Search | Verified tutors only, off by default | src/client/features/tutor-search/filter-fields.tsx
  test('search for verified tutors only when that is switched on', async () => {
    const { user, router, getLastSearch } = await openSearch();
    const verified = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Verified tutors only' });
    expect(verified().checked).toBe(false);
    expect(getLastSearch().verified).toBeUndefined();

    await user.click(verified());
    await waitFor(() => expect(router.state.location.search).toEqual({ category: 'all', verified: true }));
    await waitFor(() => expect(getLastSearch()).toMatchObject({ verified: true }));
    expect(verified().checked).toBe(true);
  });

  // spec s8-last.9 | P §2, S8b 8 | The reason of a button that cannot be used is shown on tap, focus and hover; Escape hides it |
  //   src/client/ui/explained-button.tsx
  // spec s8-last.8
  test('are filled from the address, and cleared together', async () => {
    const { user, getSearch } = await openSearch('/tutors?category=all&priceFrom=1000&priceTo=2500&location=Kandy&female=true');
    const listValues = () => ['From', 'To', 'Location'].map((label) => getInput(label).value);
    expect(listValues()).toEqual(['1000', '2500', 'Kandy']);
    expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeDefined();
    const clear = screen.getByRole('button', { name: 'Clear' });
    await user.click(clear);
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all' }));
    await waitFor(() => expect(listValues()).toEqual(['', '', '']));

    const reason = await screen.findByRole('tooltip');
    expect([clear.getAttribute('aria-disabled'), clear.getAttribute('aria-describedby'), reason.textContent]).toEqual([
      'true',
      reason.id,
      'No filters are set.',
    ]);
    await act(async () => clear.blur());
    expect(reason.dataset.shown).toBeUndefined();
    await user.click(clear);
    expect([document.activeElement, reason.dataset.shown]).toEqual([clear, 'true']);
    await user.keyboard('{Escape}');
    expect(reason.dataset.shown).toBeUndefined();
  });

  test('keep both of two that were changed before the first was shown', async () => {
    const { user, getSearch } = await openSearch();
    await user.type(getInput('Location'), 'Galle');
    await act(async () => {
      getInput('Location').blur();
      screen.getByRole('switch', { name: 'Female tutors only' }).click();
    });
    expect(getSearch()).toEqual({ category: 'all', location: 'Galle', female: true });
  });
});

describe('the range of prices', () => {
  // spec search.12 | D Search | Filters: a range of prices, from, to, or both; one that is the other way round is said, and not asked for |
  //   src/client/features/tutor-search/filter-inputs.tsx
  test('is searched for once a field is left, from, to, or both', async () => {
    const { fill, getSearch, getLastSearch } = await openSearch();
    expect(getInput('From').inputMode).toBe('numeric');
    await fill('From', '1000');
    expect(getSearch()).toEqual({ category: 'all', priceFrom: 1000 });
    await fill('To', '2000');
    await waitFor(() => expect(getLastSearch()).toMatchObject({ priceFrom: 1000, priceTo: 2000 }));
    await fill('From', '');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', priceTo: 2000 }));
  });

  test.each([
    ['Rs. 1,500.00', '1500'],
    ['0900', '900'],
    ['cheap', ''],
  ])('takes a pasted "%s" for "%s"', async (pasted, expected) => {
    const { user } = await openSearch();
    await user.click(getInput('From'));
    await user.paste(pasted);
    expect(getInput('From').value).toBe(expected);
  });

  // spec search.12
  test.each([
    ['the other way round', '3000', '2000', 'The first price is higher than the second'],
    ['above what a rate may be', '', '100001', 'Rate cannot be more than Rs. 1,00,000'],
  ])('that is %s is not searched for, and says why', async (_, from, to, problem) => {
    const { fill, getSearch, listSearches } = await openSearch();
    if (from) await fill('From', from);
    await waitFor(() => expect(getSearch()).toEqual(from ? { category: 'all', priceFrom: Number(from) } : { category: 'all' }));
    const count = listSearches().length;
    await fill('To', to);
    expect(listProblems()).toEqual([problem]);
    const { id } = screen.getByText(problem).parentElement ?? {};
    const input = getInput('To');
    expect([input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby'), input.value]).toEqual(['true', id, to]);
    expect(listSearches()).toHaveLength(count);
    await fill('To', '5000');
    expectNoProblem();
    await waitFor(() => expect(getSearch()).toMatchObject({ priceTo: 5000 }));
  });

  // spec search.12
  test('of an address that is the other way round says so', async () => {
    await openSearch('/tutors?category=all&priceFrom=3000&priceTo=2000');
    expect(listProblems()).toEqual(['The first price is higher than the second']);
  });
});

describe('the location', () => {
  // spec search.13 | D Search | Filters: a location, in any script | src/client/features/tutor-search/filter-inputs.tsx
  test('is searched for in any script, without the blanks around it', async () => {
    const { fill, getSearch, getLastSearch } = await openSearch();
    await fill('Location', ' යාපනය ');
    expect(getSearch()).toEqual({ category: 'all', location: 'යාපනය' });
    await waitFor(() => expect(getLastSearch()).toMatchObject({ location: 'යාපනය' }));
    await fill('Location', '');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all' }));
  });
});

// spec search.14 | D Search | Filters: free on this day, of the days that can be booked; another one of an address is said |
//   src/client/features/tutor-search/filter-inputs.tsx
describe('Free on this day', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/New_York');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  test('offers the days that can be booked, by the calendar of the platform', async () => {
    // Monday evening in New York is Tuesday in Colombo.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T23:00:00Z') });
    const { fill, getSearch, getLastSearch } = await openSearch();
    expect([getInput('Free on this day').min, getInput('Free on this day').max]).toEqual(['2026-11-25', '2026-12-22']);
    await fill('Free on this day', '2026-12-22');
    expect(getSearch()).toEqual({ category: 'all', freeOn: '2026-12-22' });
    await waitFor(() => expect(getLastSearch()).toMatchObject({ freeOn: '2026-12-22' }));
    expectNoProblem();
    await fill('Free on this day', '');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all' }));
  });

  test.each(['2026-11-23', '2026-12-22'])('rejects %s, which cannot be booked, and says which days can', async (day) => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    const { fill, getSearch } = await openSearch();
    await fill('Free on this day', day);
    expect(listProblems()).toEqual(['Please choose a day from Tue, 24 Nov 2026 to Mon, 21 Dec 2026']);
    expect(getSearch()).toEqual({ category: 'all' });
  });

  test('rejects a day that is over by the time its link is followed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    await openSearch('/tutors?category=all&freeOn=2026-11-20');
    await waitFor(() => expect(listProblems()).toEqual(['Please choose a day from Tue, 24 Nov 2026 to Mon, 21 Dec 2026']));
  });
});

describe('typing into a filter', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const type = (label: string, value: string) => fireEvent.change(getInput(label), { target: { value } });
  const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: MONDAY_TEN });

  async function openStopped() {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    const opened = await openSearch();
    stopTime();
    return opened;
  }

  // spec search.15 | S4 | What is typed there waits half a second for more | src/client/features/tutor-search/use-debounced-text.ts
  test.each([
    ['From', '1200', { priceFrom: 1200 }],
    ['Location', 'Matara', { location: 'Matara' }],
    ['Free on this day', '2026-11-26', { freeOn: '2026-11-26' }],
  ])('waits half a second for more: %s', async (label, text, expected) => {
    const { router } = await openStopped();
    type(label, text);
    await pass(499);
    expect(router.state.location.search).toEqual({ category: 'all' });
    await pass(1);
    expect(router.state.location.search).toEqual({ category: 'all', ...expected });
  });

  test('does not send again what was sent on leaving the field, though the address does not have it yet', async () => {
    const [onLocation, onDay] = [vi.fn(), vi.fn()];
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    await render(
      <>
        <LocationField location={undefined} onLocation={onLocation} />
        <DayField day={undefined} onDay={onDay} />
      </>,
    );
    stopTime();
    for (const [label, text] of [
      ['Location', 'Matara'],
      ['Free on this day', '2026-11-26'],
    ] as const) {
      act(() => getInput(label).focus());
      type(label, text);
      act(() => getInput(label).blur());
    }
    await pass(600);
    expect(onLocation.mock.calls).toEqual([['Matara', { isRefined: false }]]);
    expect(onDay.mock.calls).toEqual([['2026-11-26']]);
  });

  // spec search.12
  test('says nothing against a range of prices that is not finished', async () => {
    await openStopped();
    type('From', '1000');
    await pass(600);
    type('To', '2');
    expectNoProblem();
    await pass(600);
    expect(listProblems()).toEqual(['The first price is higher than the second']);
    type('To', '20');
    expectNoProblem();
  });
});

// spec entities.24 | D Catalogue | An icon of the catalogue is one of Lucide's, an unknown one shows BookOpen | src/client/features/catalogue/category-icon.tsx
describe('the icon of a category', () => {
  test.each([
    ['Atom', 'lucide-atom'],
    ['NoSuchIcon', 'lucide-book-open'],
    ['', 'lucide-book-open'],
    ['constructor', 'lucide-book-open'],
  ])('named "%s" is %s', async (name, icon) => {
    const { container } = await render(<CategoryIcon name={name} />);
    expect(container.innerHTML).toContain(icon);
  });
});
