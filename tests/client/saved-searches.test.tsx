import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Account } from '#client/lib/session/session.ts';
import type { SavedSearchView } from '#shared/contracts/saved-searches.ts';
import { toSavedFilters } from '#shared/domain/saved-search.ts';
import { addDays, formatDate, wallClock } from '#shared/domain/zone.ts';
import { SEARCH } from '#shared/vocabulary/limits.ts';
import { account, clickInDialog, findButtonOf, findText, getSection, waitForFocus, waitForNoDialog } from '#tests/support/account-page.ts';
import { type Answers, apiError, fakeApi, networkError } from '#tests/support/fake-api.ts';
import { renderApp, STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';
import { aViewer, MONDAY_TEN, NOTHING_READ } from '#tests/support/views.ts';
import { listLinks } from '#tests/support/visit.ts';

const aSearch = (search: string, more: Partial<SavedSearchView> = {}): SavedSearchView => ({
  id: `id-of-${search.replace(' ', '-')}`,
  filters: { search, subject: 'Physics' },
  state: 'waiting',
  createdAt: MONDAY_TEN,
  foundAt: null,
  ...more,
});

/** Stores the searches of one account. */
function searchServer(...first: SavedSearchView[]) {
  let searches = first;
  return {
    'savedSearches.list': () => searches,
    'savedSearches.save': ({ femaleOnly, teachingMode: _mode, ...filters }) => {
      const saved = aSearch(filters.search ?? '', { filters: toSavedFilters({ ...filters, femaleOnly }) });
      searches = [saved, ...searches.filter(({ id }) => id !== saved.id)];
      return saved;
    },
    'savedSearches.delete': ({ id }) => {
      searches = searches.filter((search) => search.id !== id);
      return { message: 'Saved search deleted.' };
    },
  } satisfies Answers;
}

afterEach(() => {
  vi.useRealTimers();
});

const PATH = '/tutors?subject=Physics&q=kandy%20zzz';
const SAVE = 'Tell me when a tutor is there';

async function openSearch(me: Account | null, answers: Answers = searchServer(), path = PATH) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  if (me) signIn(me);
  const api = fakeApi({
    'auth.me': () => aViewer(me ?? STUDENT),
    'notifications.unreadGroups': () => ({ unreadCount: 0 }),
    'messages.unreadCount': () => 0,
    'statistics.public': () => ({ totalTutors: 51, activeSubjects: 1234, averageRating: 4.567, totalReviews: 371 }),
    'catalogue.menu': () => ({ categories: [], uncategorized: [] }),
    'catalogue.topicsOfSubject': () => [],
    'tutors.search': () => ({ tutors: [], nextCursor: null, reading: NOTHING_READ, total: 0, totalIsCapped: false }),
    ...answers,
  });
  const visited = await renderApp(path, { api });
  await act(async () => void (await vi.advanceTimersByTimeAsync(SEARCH.firstStateMs)));
  vi.useRealTimers();
  await screen.findByText('No tutors found');
  const sent = () => api.calls.filter(({ path: called }) => called === 'savedSearches.save').map(({ input }) => input);
  return { ...visited, sent, save: async (name = SAVE) => visited.user.click(await screen.findByRole('button', { name })) };
}

// spec s11-search.39 | S11 5 | A search that finds nobody offers to tell when a tutor is there, and says that it is saved; a visitor logs in first |
//   src/client/features/tutor-search/search-alert.tsx
describe('a search that finds nobody', () => {
  test('is saved by a press, and says so', async () => {
    const { save, sent } = await openSearch(STUDENT);
    await save();
    await findText('We will notify you in the app and by email when a tutor matches all of this search: “kandy zzz” · Physics.');
    expect(sent()).toEqual([{ subject: 'Physics', search: 'kandy zzz' }]);
    expect(screen.queryByRole('button', { name: SAVE })).toBeNull();
    expect(screen.getByRole('link', { name: 'Your saved searches' }).getAttribute('href')).toBe('/account#saved-searches');
    await waitForFocus(() => screen.getByText('Saved.').closest<HTMLElement>('[tabindex]'));
  });

  // spec s11-search.101 | S11 5 | What is saved is the search that the page says it searched for: with typing errors corrected, and with the words that
  //   were left out; the page names it beside the button | src/client/features/tutor-search/search-alert.tsx, src/shared/domain/saved-search.ts
  test('is saved as it was searched for, and named beside the button', async () => {
    const reading = { ...NOTHING_READ, leftOut: ['zzz'], corrections: [{ from: 'klombo', to: 'colombo' }] };
    const answers: Answers = {
      ...searchServer(),
      'tutors.search': () => ({ tutors: [], nextCursor: null, reading, total: 0, totalIsCapped: false }),
    };
    const { save, sent } = await openSearch(STUDENT, answers, '/tutors?subject=Physics&q=klombo+zzz&location=Klombo');
    await findText('when a tutor matches all of it: “colombo zzz” · Physics · colombo.');
    await save();
    expect(sent()).toEqual([{ subject: 'Physics', search: 'colombo zzz', location: 'colombo' }]);
  });

  // spec s11-search.167 | S11 5 | "Tomorrow" is saved as the date that it means | src/shared/domain/saved-search.ts
  test('is saved with the date that "tomorrow" means', async () => {
    const date = addDays(wallClock(new Date(), 'Asia/Colombo').date, 1);
    const label = `Free on ${formatDate(date)}`;
    const reading = { ...NOTHING_READ, filters: [{ kind: 'day' as const, label, text: 'tomorrow', date }] };
    const answers: Answers = {
      ...searchServer(),
      'tutors.search': () => ({ tutors: [], nextCursor: null, reading, total: 0, totalIsCapped: false }),
    };
    const { save, sent } = await openSearch(STUDENT, answers, '/tutors?subject=Physics&q=kandy+tomorrow');
    await save();
    await findText(`“kandy” · Physics · ${label}.`);
    expect(sent()).toEqual([{ subject: 'Physics', search: 'kandy', freeOn: date }]);
  });

  test('says that it is saved already, however it is written', async () => {
    await openSearch(STUDENT, searchServer(aSearch('Kandy ZZZ')));
    await findText('Saved.');
    expect(screen.queryByRole('button', { name: SAVE })).toBeNull();
  });

  test('looks again where a tutor was found before', async () => {
    const { save } = await openSearch(STUDENT, searchServer(aSearch('kandy zzz', { state: 'found', foundAt: MONDAY_TEN })));
    await save('Look again');
    await findText('We will notify you');
  });

  test('says why it could not be saved, and where to delete others', async () => {
    const { save } = await openSearch(STUDENT, { ...searchServer(), 'savedSearches.save': () => Promise.reject(apiError('saved_search.too_many')) });
    await save();
    expect((await screen.findByRole('alert')).textContent).toBe('You can save at most 10 searches. Please delete one on your account page first.');
    expect(screen.getByRole('link', { name: 'Your saved searches' })).toBeDefined();
  });

  test('sends a visitor to log in, and back to the search', async () => {
    const { save, sent, router } = await openSearch(null, {});
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.state.location.search).toMatchObject({ redirect: '/tutors?subject=Physics&q=kandy+zzz' });
    expect(sent()).toEqual([]);
  });

  test('offers nothing to a tutor', async () => {
    await openSearch(TUTOR, {});
    expect(screen.queryByRole('button', { name: SAVE })).toBeNull();
  });

  test('offers nothing for a day that cannot be booked', async () => {
    await openSearch(STUDENT, {}, '/tutors?category=all&freeOn=2020-01-01');
    await findText('Choose another day.');
    expect(screen.queryByRole('button', { name: SAVE })).toBeNull();
  });
});

const listRows = () =>
  within(getSection('Saved searches'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

// spec s11-search.29 | S11 5 | On /account, students see their saved searches, what has come of each, and delete them |
//   src/client/features/account/saved-searches.tsx
describe('saved searches on the account page', () => {
  test('are shown with what they look for and what has come of them', async () => {
    const found = aSearch('kandy', { state: 'found', foundAt: MONDAY_TEN });
    const over = aSearch('galle', { state: 'over', filters: { freeOn: '2026-11-24' } });
    await account(STUDENT, { answers: searchServer(aSearch('jaffna'), found, over) });
    await waitFor(() => expect(listRows()).toHaveLength(3));
    expect(listRows()).toEqual([
      expect.stringContaining('“jaffna” · PhysicsWaitingSaved on Mon, 23 Nov 2026. We are looking.'),
      expect.stringContaining('“kandy” · PhysicsTutor foundA tutor was found on Mon, 23 Nov 2026.'),
      expect.stringContaining('Free on Tue, 24 Nov 2026Date has passedTue, 24 Nov 2026 can no longer be booked.'),
    ]);
    expect(listLinks(getSection('Saved searches'))).toEqual([
      ['Search now', '/tutors?category=all&subject=Physics&q=jaffna'],
      ['See tutors', '/tutors?category=all&subject=Physics&q=kandy'],
    ]);
  });

  test('are deleted after a question', async () => {
    const { user, sent } = await account(STUDENT, { answers: searchServer(aSearch('jaffna'), aSearch('kandy')) });
    await user.click(await findButtonOf('“jaffna” · Physics', 'Delete'));
    await clickInDialog(user, 'Delete search');
    await waitFor(() => expect(listRows()).toHaveLength(1));
    await waitForNoDialog();
    expect(sent('savedSearches.delete')).toEqual([{ id: 'id-of-jaffna' }]);
  });

  test('say that there are none, and where to begin', async () => {
    await account(STUDENT, { answers: searchServer() });
    await findText('You have no saved searches.');
    expect(listLinks(getSection('Saved searches'))).toEqual([['Find tutors', '/tutors']]);
  });

  test('say when they cannot be read', async () => {
    await account(STUDENT, { answers: { ...searchServer(), 'savedSearches.list': () => Promise.reject(networkError()) } });
    await findText('Error Loading Saved Searches');
  });

  test('are for students only', async () => {
    await account(TUTOR);
    expect(screen.queryByRole('region', { name: 'Saved searches' })).toBeNull();
  });
});
