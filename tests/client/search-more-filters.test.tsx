import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { NOTHING_READ } from '#tests/support/views.ts';
import { visit } from '#tests/support/visit.ts';

const found = (town: string | null) => ({ tutors: [], nextCursor: null, reading: { ...NOTHING_READ, town }, total: 0, totalIsCapped: false });

async function openSearch(address: string, town: string | null = null) {
  const visited = await visit(`/tutors?category=all${address}`, null, { 'tutors.search': () => found(town) });
  await screen.findByRole('radio', { name: 'Any' });
  return {
    ...visited,
    getSearch: () => visited.router.latestLocation.search,
    getLastInput: () => Object(visited.api.inputsOf('tutors.search').at(-1)),
  };
}

// spec s11-search.73 | S11 6 | The panel has exam, teaching medium, distance, days of the week, time of day and rating |
//   src/client/features/tutor-search/filter-choices.tsx
describe('the panel', () => {
  test('searches for each of them', async () => {
    const { user, getSearch, getLastInput } = await openSearch('');
    const toggle = (group: string, name: string) => user.click(within(screen.getByRole('group', { name: group })).getByRole('checkbox', { name }));
    await toggle('Teaching language', 'Tamil');
    await toggle('Teaching language', 'Sinhala');
    await toggle('Days of the week', 'Saturday');
    await toggle('Time of day', 'Morning');
    await user.selectOptions(screen.getByLabelText('Exam'), 'O/L');
    await user.selectOptions(screen.getByLabelText('Rating'), '4.5 stars or more');
    await waitFor(() =>
      expect(getSearch()).toEqual({ category: 'all', medium: 'sinhala,tamil', days: 'Saturday', time: 'morning', exam: 'ol', rating: 4.5 }),
    );
    const input = { mediums: ['sinhala', 'tamil'], days: ['Saturday'], partsOfDay: ['morning'], exam: 'ol', minRating: 4.5 };
    await waitFor(() => expect(getLastInput()).toMatchObject(input));
    expect(screen.getByRole('button', { name: 'Filters (5)' })).toBeDefined();
    await toggle('Teaching language', 'Tamil');
    await waitFor(() => expect(getSearch()).toMatchObject({ medium: 'sinhala' }));
  });

  test('is filled from the address, with a rating that it does not offer itself', async () => {
    await openSearch('&medium=tamil&days=Monday,Friday&time=evening&exam=al&rating=3');
    const chosen = screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked);
    expect(chosen.map((box) => box.getAttribute('aria-label') ?? box.parentElement?.textContent)).toEqual(['Tamil', 'Monday', 'Friday', 'Evening']);
    expect(screen.getByLabelText<HTMLSelectElement>('Exam').selectedOptions[0]?.textContent).toBe('A/L');
    expect(screen.getByLabelText<HTMLSelectElement>('Rating').selectedOptions[0]?.textContent).toBe('3 stars or more');
  });

  // spec s11-search.74 | S11 6 | A distance can be chosen where the location is a town that is known; else the field says why not |
  //   src/client/features/tutor-search/filter-choices.tsx
  test.each([
    ['', null, 'Enter a town first'],
    ['&location=the%20moon&within=5', null, 'Town not found'],
  ])('offers no distance at %j', async (address, town, reason) => {
    await openSearch(address, town);
    const distance = screen.getByLabelText<HTMLSelectElement>('Distance');
    await waitFor(() => expect(distance.selectedOptions[0]?.textContent).toBe(reason));
    expect(distance.disabled).toBe(true);
  });

  // spec s11-search.74
  test('offers distances from a town', async () => {
    const { user, getSearch, getLastInput } = await openSearch('&location=kandi', 'Kandy');
    const distance = screen.getByLabelText<HTMLSelectElement>('Distance');
    await waitFor(() => expect(distance.disabled).toBe(false));
    expect(distance.selectedOptions[0]?.textContent).toBe('Kandy only');
    await user.selectOptions(distance, 'Within 10 km');
    await waitFor(() => expect(getSearch()).toEqual({ category: 'all', location: 'kandi', within: 10 }));
    await waitFor(() => expect(getLastInput()).toMatchObject({ location: 'kandi', withinKm: 10 }));
  });
});

// spec s11-search.75 | S11 6 | Each filter that is set has a chip over the results that removes it; the focus goes to the next one, and from the last
//   one to the results | src/client/features/tutor-search/active-filters.tsx
describe('the chips of the filters', () => {
  const listChips = () => within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('button');

  test('say each filter, and remove it', async () => {
    const { user, getSearch } = await openSearch(
      '&exam=ol&days=Saturday,Sunday&time=morning&location=Kandy&within=20&medium=tamil&female=true',
      'Kandy',
    );
    expect(listChips().map(({ textContent }) => textContent)).toEqual([
      'O/L',
      'Tamil medium',
      'Within 20 km of Kandy',
      'On Saturday or Sunday',
      'In the morning',
      'Female tutors',
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove Within 20 km of Kandy' }));
    await waitFor(() =>
      expect(getSearch()).toEqual({ category: 'all', exam: 'ol', medium: 'tamil', days: 'Saturday,Sunday', time: 'morning', female: true }),
    );
    await waitFor(() => expect(document.activeElement?.textContent).toBe('On Saturday or Sunday'));
  });

  test('hand the focus to the results with the last one', async () => {
    const { user } = await openSearch('&rating=4');
    await user.click(screen.getByRole('button', { name: 'Remove Rated 4 or more' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tutors' }));
  });
});
