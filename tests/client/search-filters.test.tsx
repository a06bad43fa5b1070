import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CategoryIcon } from '#client/features/catalogue/category-icon.tsx';
import { DayField } from '#client/features/tutor-search/day-field.tsx';
import { LocationField } from '#client/features/tutor-search/location-field.tsx';
import { button, field, fill, press, render, shown, texts, tick, until } from '#tests/support/render.tsx';
import { MONDAY_TEN } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

async function search(path = '/tutors?category=all') {
  const visited = await visit(path, null);
  await until(() => field('Any'));
  const asked = () => Object(visited.api.calls.findLast(({ path }) => path === 'tutors.search')?.input);
  /** What the address says by now, shown or not. */
  const at = () => visited.router.latestLocation.search;
  return { ...visited, asked, at };
}

const problems = () => texts('[aria-live=polite]').filter((text) => /price|Rate|day/.test(text));
/** Letter by letter, without leaving the field. */
const type = (label: string, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(label), text);
    field(label).dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('the filters of the search', () => {
  // spec search.9 | P §2 Tutor search | Filters: Any/Online/Home Visit | src/client/features/tutor-search/filter-fields.tsx
  // spec s8-last.11 | P §3, C §5, S8b 10 | The search names ways of teaching `ONLINE` and `INDIVIDUAL` over tRPC as over REST |
  //   src/shared/vocabulary/people.ts
  it('offer Any, Online and Home Visit, and begin with Any', async () => {
    const { router, asked } = await search();
    const choice = [...document.querySelectorAll('fieldset')].find((group) => group.textContent?.startsWith('Teaching mode'));
    expect(choice?.textContent).toBe('Teaching modeAnyOnlineHome Visit');
    expect(field('Any').checked).toBe(true);
    expect(asked().teachingMode).toBeUndefined();

    await tick('Home Visit');
    await until(() => expect(router.state.location.search).toEqual({ category: 'all', mode: 'home-visit' }));
    await until(() => expect(asked()).toMatchObject({ teachingMode: 'INDIVIDUAL' }));

    await tick('Online');
    await until(() => expect(asked()).toMatchObject({ teachingMode: 'ONLINE' }));

    await tick('Any');
    await until(() => expect(router.state.location.search).toEqual({ category: 'all' }));
  });

  // spec search.11 | D Search | Verified tutors only, off by default | src/client/features/tutor-search/filter-fields.tsx
  it('ask for verified tutors only when that is switched on', async () => {
    const { router, asked } = await search();
    expect(field('Verified tutors only').checked).toBe(false);
    expect(asked().verified).toBeUndefined();

    await tick('Verified tutors only');
    await until(() => expect(router.state.location.search).toEqual({ category: 'all', verified: true }));
    await until(() => expect(asked()).toMatchObject({ verified: true }));
    expect(field('Verified tutors only').checked).toBe(true);
  });

  // spec s8-last.9 | P §2, S8b 8 | The reason of a button that cannot be used is shown on tap, focus and hover; Escape hides it |
  //   src/client/ui/explained-button.tsx
  // spec s8-last.8
  it('stand in the fields as the address has them, and are cleared together', async () => {
    const { at } = await search('/tutors?category=all&priceFrom=1000&priceTo=2500&location=Kandy&female=true');
    expect([field('From').value, field('ToRs.').value, field('Location').value]).toEqual(['1000', '2500', 'Kandy']);
    expect(button('Filters (3)')).toBeTruthy();
    await press('Clear');
    await until(() => expect(at()).toEqual({ category: 'all' }));
    await until(() => expect([field('From').value, field('ToRs.').value, field('Location').value]).toEqual(['', '', '']));
    const clear = button('Clear');
    const reason = () => document.getElementById(clear.getAttribute('aria-describedby') ?? '');
    expect([clear.getAttribute('aria-disabled'), reason()?.textContent]).toEqual(['true', 'No filter is set.']);
    await act(async () => clear.blur());
    expect(reason()?.dataset.shown).toBeUndefined();
    await act(async () => clear.click());
    expect([document.activeElement, reason()?.dataset.shown]).toEqual([clear, 'true']);
    await act(async () => clear.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
    expect(reason()?.dataset.shown).toBeUndefined();
  });

  it('keep both of two that were changed before the first was shown', async () => {
    const { at } = await search();
    await act(async () => {
      field('Location').focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field('Location'), 'Galle');
      field('Location').dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () => {
      field('Location').blur();
      field('Female tutors only').click();
    });
    expect(at()).toEqual({ category: 'all', location: 'Galle', female: true });
  });
});

describe('the range of prices', () => {
  // spec search.12 | D Search | Filters: a range of prices, from, to, or both; one that is the other way round is said, and not asked for |
  //   src/client/features/tutor-search/price-fields.tsx
  it('is asked for once a field is left, from, to, or both', async () => {
    const { at, asked } = await search();
    expect(field('From').inputMode).toBe('numeric');
    await fill('From', '1000');
    expect(at()).toEqual({ category: 'all', priceFrom: 1000 });
    await fill('ToRs.', '2000');
    await until(() => expect(asked()).toMatchObject({ priceFrom: 1000, priceTo: 2000 }));
    await fill('From', '');
    await until(() => expect(at()).toEqual({ category: 'all', priceTo: 2000 }));
  });

  it.each([
    ['Rs. 1,500.00', '1500'],
    ['0900', '900'],
    ['cheap', ''],
  ])('takes "%s" for %s', async (pasted, kept) => {
    await search();
    await fill('From', pasted);
    expect(field('From').value).toBe(kept);
  });

  // spec search.12
  it.each([
    ['the other way round', '3000', '2000', 'The first price is higher than the second'],
    ['above what a rate may be', '', '100001', 'Rate cannot be more than Rs. 1,00,000'],
  ])('that is %s is not asked for, and says why', async (_, from, to, sentence) => {
    const { at, api } = await search();
    const count = () => api.calls.filter(({ path }) => path === 'tutors.search').length;
    if (from) await fill('From', from);
    await until(() => expect(at()).toEqual(from ? { category: 'all', priceFrom: Number(from) } : { category: 'all' }));
    const before = count();
    await fill('ToRs.', to);
    expect(problems()).toEqual([sentence]);
    expect(field('ToRs.').getAttribute('aria-invalid')).toBe('true');
    expect(field('ToRs.').value).toBe(to);
    expect(count()).toBe(before);
    await fill('ToRs.', '5000');
    expect(problems()).toEqual([]);
    await until(() => expect(at()).toMatchObject({ priceTo: 5000 }));
  });

  // spec search.12
  it('of an address that is the other way round says so', async () => {
    await search('/tutors?category=all&priceFrom=3000&priceTo=2000');
    expect(problems()).toEqual(['The first price is higher than the second']);
  });
});

describe('the location', () => {
  // spec search.13 | D Search | Filters: a location, in any script | src/client/features/tutor-search/location-field.tsx
  it('is asked for in any script, without the blanks around it', async () => {
    const { at, asked } = await search();
    await fill('Location', ' යාපනය ');
    expect(at()).toEqual({ category: 'all', location: 'යාපනය' });
    await until(() => expect(asked()).toMatchObject({ location: 'යාපනය' }));
    await fill('Location', '');
    await until(() => expect(at()).toEqual({ category: 'all' }));
  });
});

// spec search.14 | D Search | Filters: free on this day, of the days that can be booked; another one of an address is said |
//   src/client/features/tutor-search/day-field.tsx
describe('free on this day', () => {
  beforeEach(() => {
    vi.stubEnv('TZ', 'America/New_York');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  it('offers the days that can be booked, by the calendar of the platform', async () => {
    // Monday evening in New York is Tuesday in Colombo.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T23:00:00Z') });
    const { at, asked } = await search();
    expect([field('Free on this day').min, field('Free on this day').max]).toEqual(['2026-11-25', '2026-12-22']);
    await fill('Free on this day', '2026-12-22');
    expect(at()).toEqual({ category: 'all', freeOn: '2026-12-22' });
    await until(() => expect(asked()).toMatchObject({ freeOn: '2026-12-22' }));
    expect(problems()).toEqual([]);
    await fill('Free on this day', '');
    await until(() => expect(at()).toEqual({ category: 'all' }));
  });

  it.each(['2026-11-23', '2026-12-22'])('says of %s, which cannot be booked, which days can', async (day) => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    const { at } = await search();
    await fill('Free on this day', day);
    expect(problems()).toEqual(['Please choose a day from Tue, 24 Nov 2026 to Mon, 21 Dec 2026']);
    expect(at()).toEqual({ category: 'all' });
  });

  it('says so of a day that is over by the time its link is followed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    await search('/tutors?category=all&freeOn=2026-11-20');
    await shown('Please choose a day from Tue, 24 Nov 2026 to Mon, 21 Dec 2026');
  });
});

describe('while somebody is typing', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

  /** From here on time passes by hand. */
  async function open() {
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    const { router } = await search();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: MONDAY_TEN });
    return router;
  }

  // spec search.15 | S4 | What is typed there waits half a second for more | src/client/features/tutor-search/use-price-range.ts
  it.each([
    ['From', '1200', { priceFrom: 1200 }],
    ['Location', 'Matara', { location: 'Matara' }],
    ['Free on this day', '2026-11-26', { freeOn: '2026-11-26' }],
  ])('%s waits half a second for more', async (label, text, wanted) => {
    const router = await open();
    await type(label, text);
    await pass(499);
    expect(router.state.location.search).toEqual({ category: 'all' });
    await pass(1);
    expect(router.state.location.search).toEqual({ category: 'all', ...wanted });
  });

  it('what was sent on leaving the field is not sent again, though the address does not have it yet', async () => {
    const [onLocation, onDay] = [vi.fn(), vi.fn()];
    vi.useFakeTimers({ toFake: ['Date'], now: MONDAY_TEN });
    await render(
      <>
        <LocationField location={undefined} onLocation={onLocation} />
        <DayField day={undefined} onDay={onDay} />
      </>,
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: MONDAY_TEN });
    for (const [label, text] of [
      ['Location', 'Matara'],
      ['Free on this day', '2026-11-26'],
    ] as const) {
      await act(async () => field(label).focus());
      await type(label, text);
      await act(async () => field(label).blur());
    }
    await pass(600);
    expect(onLocation.mock.calls).toEqual([['Matara', { isRefined: false }]]);
    expect(onDay.mock.calls).toEqual([['2026-11-26']]);
  });

  // spec search.12
  it('nothing is said against a range that is not finished', async () => {
    await open();
    await type('From', '1000');
    await pass(600);
    await type('ToRs.', '2');
    expect(problems()).toEqual([]);
    await pass(600);
    expect(problems()).toEqual(['The first price is higher than the second']);
    await type('ToRs.', '20');
    expect(problems()).toEqual([]);
  });
});

// spec entities.24 | D Catalogue | An icon of the catalogue is one of Lucide's, an unknown one shows BookOpen | src/client/features/catalogue/category-icon.tsx
describe('the icon of a category', () => {
  it.each([
    ['Atom', 'lucide-atom'],
    ['NoSuchIcon', 'lucide-book-open'],
    ['', 'lucide-book-open'],
    ['constructor', 'lucide-book-open'],
  ])('named "%s" is %s', async (name, icon) => {
    await render(<CategoryIcon name={name} />);
    expect(document.querySelector('svg')?.classList).toContain(icon);
  });
});
