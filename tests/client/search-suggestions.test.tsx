import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { splitByMatch } from '#client/features/tutor-search/matching-part.tsx';
import type { Outputs } from '#client/lib/rpc/trpc.ts';
import { SUGGESTIONS } from '#shared/vocabulary/limits.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';
import { type Answers, networkError } from '#tests/support/fake-api.ts';
import { collectToasts } from '#tests/support/toasts.ts';
import { visit } from '#tests/support/visit.ts';

type Suggestions = Outputs['tutors']['suggest'];

const NOTHING: Suggestions = { subjects: [], topics: [], places: [], tutors: [] };
const FOUND: Suggestions = {
  ...NOTHING,
  subjects: [{ id: 'maths', name: 'Mathematics', alias: null, before: '', after: '' }],
  topics: [{ id: 'matrices', name: 'Matrices', alias: null, before: '', after: '', subject: 'Combined Mathematics' }],
  places: [{ id: 'matara', name: 'Matara', alias: null, before: '', after: '' }],
  tutors: [{ id: 'tutor-1', name: 'Malini Perera', profileImage: '', subject: 'Physics' }],
};

async function open(path: string, suggest: Answers['tutors.suggest'] = () => FOUND, answers: Answers = {}) {
  const visited = await visit(path, null, {
    'tutors.suggest': suggest,
    'tutors.popularSubjects': () => [{ id: 'physics', name: 'Physics' }],
    ...answers,
  });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search tutors' });
  return { ...visited, field, press: (keys: string) => visited.user.keyboard(keys) };
}

const findList = () => screen.findByRole('listbox', { name: 'Suggestions' });
const queryList = () => screen.queryByRole('listbox', { name: 'Suggestions' });
const listOptions = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
/** By its text: the part in bold would be a word of its own in the name. */
const findOption = (text: string) =>
  waitFor(() => {
    const option = screen.queryAllByRole('option').find(({ textContent }) => textContent === text);
    if (!option) throw new Error(`no option ${text}`);
    return option;
  });
const getActive = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
const listStored = () => JSON.parse(localStorage.getItem('recent_searches') ?? '[]');

// spec s11-search.24 | S11 3 | After two letters the search field suggests subjects, topics, towns and tutors in groups, with the matching part in bold |
//   src/client/features/tutor-search/search-suggestions.tsx
describe('the suggestions', () => {
  test.each(['/', '/tutors?category=all'])('on %s come after two letters, in groups, with what matches in bold', async (path) => {
    const { user, field, api } = await open(path);
    expect([field.getAttribute('aria-expanded'), field.getAttribute('aria-autocomplete')]).toEqual(['false', 'list']);
    await user.type(field, 'ma');
    await screen.findByRole('group', { name: 'Tutors' });
    const list = await findList();
    expect(field.getAttribute('aria-expanded')).toBe('true');
    expect(field.getAttribute('aria-controls')).toBe(list.id);
    const groups = within(list)
      .getAllByRole('group')
      .map((group) => [
        group.getAttribute('aria-label'),
        ...within(group)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ]);
    expect(groups).toEqual([
      ['Subjects', 'Mathematics'],
      ['Topics', 'Matrices Combined Mathematics'],
      ['Towns', 'Matara'],
      ['Tutors', 'MPMalini Perera Physics'],
    ]);
    expect(within(list).getAllByText('Ma', { selector: 'b' })).toHaveLength(5);
    expect(api.inputsOf('tutors.suggest')).toEqual([{ text: 'ma' }]);
  });

  test('are not requested for one letter', async () => {
    const { user, field, api } = await open('/');
    await user.type(field, 'm');
    await screen.findByRole('group', { name: 'Popular subjects' });
    expect(api.inputsOf('tutors.suggest')).toEqual([]);
  });

  // spec s11-search.25 | S11 3, W3C APG combobox | Arrows move through the suggestions while the focus stays in the field; Enter follows the active one, and
  //   searches where none is; Escape closes the list and leaves the text | src/client/features/tutor-search/search-suggestions.tsx
  test('are reached with the arrows, around the ends', async () => {
    const { user, field, press } = await open('/');
    await user.type(field, 'ma');
    await screen.findByRole('group', { name: 'Tutors' });
    expect(getActive(field)).toBeUndefined();
    await press('{ArrowDown}');
    expect(getActive(field)).toBe('Mathematics');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Mathematics');
    await press('{ArrowUp}');
    expect(getActive(field)).toContain('Malini Perera');
    await press('{ArrowDown}{ArrowDown}');
    expect(getActive(field)).toContain('Matrices');
    expect(document.activeElement).toBe(field);
    await user.type(field, 't');
    expect(getActive(field)).toBeUndefined();
  });

  // spec s11-search.25
  test.each([
    ['a subject', 1, '/tutors?category=all&q=Mathematics'],
    ['a town', 3, '/tutors?category=all&q=Matara'],
    ['a tutor', 4, '/tutors/tutor-1'],
  ])('lead with Enter to %s', async (_, steps, href) => {
    const { user, field, press, router } = await open('/');
    await user.type(field, 'ma');
    await screen.findByRole('group', { name: 'Tutors' });
    await press('{ArrowDown}'.repeat(steps));
    await press('{Enter}');
    await waitFor(() => expect(router.latestLocation.href).toBe(href));
  });

  // spec s11-search.25
  test('of something taught take the place of the chosen subject, those of a town keep it', async () => {
    const { user, field, press, router } = await open('/tutors?category=Science&subject=Physics&mode=online');
    await user.type(field, 'ma');
    await user.click(await findOption('Matara'));
    await waitFor(() => expect(router.latestLocation.search).toEqual({ category: 'Science', subject: 'Physics', mode: 'online', q: 'Matara' }));
    expect([field.value, queryList()]).toEqual(['Matara', null]);
    await user.clear(field);
    await user.type(field, 'ma');
    await findOption('Mathematics');
    await press('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.latestLocation.search).toEqual({ category: 'all', mode: 'online', q: 'Mathematics' }));
  });

  // spec s11-search.25
  test('are closed by Escape, which leaves the text, and opened again by an arrow', async () => {
    const { user, field, press } = await open('/');
    await user.type(field, 'ma');
    await findList();
    await press('{Escape}');
    expect([queryList(), field.value, field.getAttribute('aria-expanded')]).toEqual([null, 'ma', 'false']);
    await press('{ArrowDown}');
    await findList();
    await user.tab();
    expect([queryList(), field.value]).toEqual([null, 'ma']);
  });

  // spec s11-search.25
  // spec s10-pages.33 | S10 Must reach | No letter that is typed in the search is lost while the list below it opens |
  //   src/client/features/tutor-search/search-suggestions.tsx
  test('hear of a letter after the field itself, or what they render in between would take it back', async () => {
    const { user, field } = await open('/');
    // A browser lets React render between two listeners of one event, which no test can make a dispatched event do.
    const listen = vi.spyOn(field, 'addEventListener');
    await user.type(field, 'ma');
    await findList();
    await user.keyboard('{Escape}t');
    await findList();
    const heard = listen.mock.calls.map(([type]) => type);
    expect(heard).toContain('keydown');
    expect(heard).not.toContain('input');
  });

  test('with none active, Enter searches for what was typed', async () => {
    const { user, field, press, router } = await open('/');
    await user.type(field, 'ma');
    await findList();
    await press('{Enter}');
    await waitFor(() => expect(router.latestLocation.href).toBe('/tutors?category=all&q=ma'));
  });

  test('leave the keys of a keyboard that composes letters alone', async () => {
    const { user, field } = await open('/');
    await user.type(field, 'ma');
    await screen.findByRole('group', { name: 'Tutors' });
    fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
    expect(getActive(field)).toBeUndefined();
  });

  test('complete the last word where no entry has all', async () => {
    const { user, field, router } = await open('/', () => ({
      ...NOTHING,
      places: [{ id: 'matara', name: 'Matara', alias: null, before: 'maths ', after: '' }],
    }));
    await user.type(field, 'maths ma');
    await user.click(await findOption('maths Matara'));
    await waitFor(() => expect(router.latestLocation.href).toBe('/tutors?category=all&q=maths+Matara'));
  });

  // spec s11-search.100
  test('leave the filters in the text, and take the place of the chosen subject with them', async () => {
    const { user, field, router } = await open('/tutors?category=Science&subject=Physics', () => ({
      ...NOTHING,
      subjects: [{ id: 'maths', name: 'Mathematics', alias: null, before: 'online ', after: ' under 2000' }],
    }));
    await user.type(field, 'online maths under 2000');
    await user.click(await findOption('online Mathematics under 2000'));
    await waitFor(() => expect(router.latestLocation.search).toEqual({ category: 'all', q: 'online Mathematics under 2000' }));
    expect(field.value).toBe('online Mathematics under 2000');
  });

  // spec s11-search.26 | S11 3 | An answer that comes late never takes the place of a newer one, and a failure shows nothing |
  //   src/client/features/tutor-search/search-suggestions.tsx
  test('of an earlier text do not replace those of a later one', async () => {
    let answerLate = (_: Suggestions) => {};
    const late = new Promise<Suggestions>((resolve) => {
      answerLate = resolve;
    });
    const { user, field, api } = await open('/', ({ text }) =>
      text === 'ma' ? late : { ...NOTHING, subjects: [{ id: 'music', name: 'Music', alias: null, before: '', after: '' }] },
    );
    await user.type(field, 'ma');
    await waitFor(() => expect(api.inputsOf('tutors.suggest')).toEqual([{ text: 'ma' }]));
    await user.clear(field);
    await user.type(field, 'mu');
    await findOption('Music');
    await act(async () => answerLate(FOUND));
    expect(listOptions()).toEqual(['Music']);
  });

  // spec s11-search.26
  test('that fail show nothing', async () => {
    const { toasts } = collectToasts();
    const { user, field, api } = await open('/', () => Promise.reject(networkError()));
    await user.type(field, 'ma');
    await waitFor(() => expect(api.inputsOf('tutors.suggest')).toHaveLength(1));
    await act(async () => {});
    expect([queryList(), field.getAttribute('aria-expanded'), toasts]).toEqual([null, 'false', []]);
  });
});

// spec s11-search.27 | S11 3 | Recent searches of this browser and popular subjects are offered in the empty field; recent ones can be removed |
//   src/client/features/tutor-search/recent-searches.ts
describe('recent searches', () => {
  test('are offered before popular subjects in the empty field, the last one first', async () => {
    localStorage.setItem('recent_searches', JSON.stringify(['galle', 7, '', 'kandy']));
    const { user, field } = await open('/');
    await user.click(field);
    await screen.findByRole('group', { name: 'Popular subjects' });
    expect(listOptions()).toEqual(['galle', 'kandy', 'Clear recent searches', 'Physics']);
  });

  test('are removed with Delete or all together', async () => {
    localStorage.setItem('recent_searches', JSON.stringify(['galle', 'kandy', 'matara']));
    const { user, field, press } = await open('/');
    await user.click(field);
    await findOption('galle');
    await press('{ArrowDown}{Delete}');
    expect(listStored()).toEqual(['kandy', 'matara']);
    await user.click(screen.getByTitle('Remove “matara”'));
    expect(listStored()).toEqual(['kandy']);
    localStorage.setItem('recent_searches', JSON.stringify(['galle', 'kandy']));
    await user.type(field, 'x');
    await user.clear(field);
    await user.click(await findOption('Clear recent searches'));
    expect([listStored(), document.activeElement]).toEqual([[], field]);
    expect(listOptions()).toEqual(['Physics']);
  });

  test('are the last five that were searched for, each once', async () => {
    localStorage.setItem('recent_searches', JSON.stringify(['one', 'two', 'three', 'four', 'five']));
    const { user, field, press, router } = await open('/');
    await user.type(field, 'Three');
    await findList();
    await press('{Enter}');
    await waitFor(() => expect(router.latestLocation.href).toBe('/tutors?category=all&q=Three'));
    expect(listStored()).toEqual(['Three', 'one', 'two', 'four', 'five']);
    expect(listStored()).toHaveLength(SUGGESTIONS.recent);
  });
});

describe('the part that matches', () => {
  test.each([
    ['Mathematics', 'ma', 'Ma'],
    ['Combined Mathematics', 'math com', 'Com|Math'],
    ['Émile', 'em', 'Ém'],
    ['ගණිතය', 'ගණි', 'ගණි'],
    ['ශ්‍රී ලංකා', 'ශ්රී', 'ශ්‍රී'],
    ['கணிதம்', 'கணி', 'கணி'],
    ['Biology', 'logy', ''],
    ['C++ (basics)', '( [', ''],
  ])('of %s for %s is %s', (name, typed, bold) => {
    const parts = splitByMatch(name, typed);
    expect(parts.map(({ text }) => text).join('')).toBe(name);
    expect(
      parts
        .filter(({ isMatch }) => isMatch)
        .map(({ text }) => text)
        .join('|'),
    ).toBe(bold);
  });
});

// spec s15-names.4 | S15 3 | Suggestions name subjects and towns in the language of the page. What is searched for is a name that the search knows |
//   src/client/features/tutor-search/search-suggestions.tsx
describe('on a page in Sinhala, the suggestions', () => {
  const sinhala = sentencesIn('si');

  async function openInSinhala(found: Partial<Suggestions>) {
    const answers = {
      'tutors.suggest': () => ({ ...NOTHING, ...found }),
      'tutors.popularSubjects': () => [{ id: 'physics', name: 'Physics (A/L)' }],
    };
    const visited = await visit('/si/tutors?category=all', null, answers);
    return { ...visited, field: await screen.findByRole<HTMLInputElement>('combobox', { name: sinhala('Search tutors') }) };
  }

  test('name a subject in Sinhala, and search for it as the catalogue writes it', async () => {
    const { user, field, api } = await openInSinhala({ subjects: [{ id: 'physics', name: 'Physics (A/L)', alias: null, before: '', after: '' }] });
    await user.type(field, 'ph');
    await user.click(await findOption(`${sinhala('Physics (A/L)')} Physics (A/L)`));
    await waitFor(() => expect(api.inputsOf('tutors.search').at(-1)).toMatchObject({ search: 'Physics (A/L)' }));
  });

  test('name a town in Sinhala, and search for it so', async () => {
    const { user, field, api } = await openInSinhala({ places: [{ id: 'matara', name: 'Matara', alias: null, before: 'piano ', after: '' }] });
    await user.type(field, 'piano ma');
    await user.click(await findOption(`piano ${sinhala('Matara')} Matara`));
    await waitFor(() => expect(api.inputsOf('tutors.search').at(-1)).toMatchObject({ search: `piano ${sinhala('Matara')}` }));
  });

  test('name popular subjects in Sinhala', async () => {
    const { user, field } = await openInSinhala({});
    await user.type(field, 'p');
    expect(await findOption(sinhala('Physics (A/L)'))).toBeDefined();
  });
});
