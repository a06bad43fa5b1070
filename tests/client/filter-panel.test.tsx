import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { FilterPanel } from '#client/features/tutor-search/filter-panel.tsx';
import { render } from '#tests/support/render.tsx';

const code = vi.hoisted(() => ({ requests: 0, isMissing: true }));
vi.mock('#client/features/tutor-search/filter-fields.tsx', () => ({
  get FilterFields() {
    code.requests += 1;
    if (code.isMissing) throw new TypeError('Failed to fetch dynamically imported module: /assets/DMa8L4E.js');
    return () => <p>The filters</p>;
  },
}));

beforeEach(() => {
  Object.assign(code, { requests: 0, isMissing: true });
  return () => vi.restoreAllMocks();
});

async function openFailing() {
  const catalogue = { categories: [], isPending: false, retry: () => {} };
  const { user } = await render(<FilterPanel search={{}} catalogue={catalogue} town={null} clearProblem={null} onChange={() => {}} />);
  return { press: async (name: string) => user.click(await screen.findByRole('button', { name })) };
}

// spec s10-pages.39
test('the filters of the search whose code does not come twice, as after an update, are offered with a reload', async () => {
  const reloaded = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const { press } = await openFailing();
  await press('Try Again');
  await press('Reload');
  expect([reloaded.mock.calls.length, code.requests]).toEqual([1, 2]);
});

// spec s10-pages.39
test('without a network they are tried again as often as wanted, and are there once their code comes', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { press } = await openFailing();
  await press('Try Again');
  await waitFor(() => expect(code.requests).toBe(2));
  code.isMissing = false;
  await press('Try Again');
  await screen.findByText('The filters');
  expect([screen.queryByRole('alert'), code.requests]).toEqual([null, 3]);
});
