import { screen, waitFor, within } from '@testing-library/react';
import { act, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { type ProfileDraft, type SubjectDraft, toDraft } from '#client/features/tutor-profile/profile-draft.ts';
import { TeachingSection } from '#client/features/tutor-profile/teaching-section.tsx';
import { changeStart, createSlot, formatSlots, toggleHour } from '#client/features/tutor-profile/week-slots.ts';
import { type I18n, makeI18n } from '#client/lib/i18n.ts';
import type { SubjectView, TopicView } from '#shared/contracts/catalogue.ts';
import { setNames } from '#shared/domain/texts.ts';
import { type Answers, apiError, fakeApi } from '#tests/support/fake-api.ts';
import { render } from '#tests/support/render.tsx';
import { aProfileView, aSubjectView, MATHS, MONDAY_TEN, PHYSICS } from '#tests/support/views.ts';

const SCIENCE = { id: 'science', name: 'Science', icon: 'Atom', color: '#123456', order: 1 };
const aSubject = (id: string, name: string, category: SubjectView['category'] = SCIENCE): SubjectView => ({
  id,
  name,
  description: '',
  category,
  isActive: true,
  createdAt: MONDAY_TEN,
  updatedAt: MONDAY_TEN,
});
const aTopic = (name: string): TopicView => ({
  id: `topic-${name.toLowerCase()}`,
  name,
  description: '',
  subject: { id: MATHS, name: 'Combined Mathematics' },
  isActive: true,
  createdAt: MONDAY_TEN,
  updatedAt: MONDAY_TEN,
});

const CATALOGUE = [aSubject(MATHS, 'Combined Mathematics'), aSubject(PHYSICS, 'Physics'), aSubject('art', 'Art', null)];
const TOPICS = ['Algebra', 'Calculus', 'Geometry', 'Statics', 'Vectors', 'Waves'].map(aTopic);

const ANSWERS = {
  'catalogue.subjects': () => CATALOGUE,
  'catalogue.topicsOfSubject': () => TOPICS,
  'tutors.namedSubjects': () => [],
} satisfies Answers;

type SectionState = { draft: ProfileDraft; setDraft: (draft: ProfileDraft) => void; setErrors: (errors: Record<string, string>) => void };

async function renderSection({
  subjects = [aSubjectView()],
  errors: initialErrors = {},
  answers,
  i18n,
}: {
  subjects?: ReturnType<typeof aSubjectView>[];
  errors?: Record<string, string>;
  answers?: Answers;
  i18n?: I18n;
} = {}) {
  const state: SectionState = { draft: toDraft(aProfileView({ subjects })), setDraft: () => {}, setErrors: () => {} };
  function Section() {
    const [draft, setDraft] = useState(state.draft);
    const [errors, setErrors] = useState(initialErrors);
    Object.assign(state, { draft, setDraft, setErrors });
    return <TeachingSection draft={draft} errors={errors} change={(part) => setDraft((current) => ({ ...current, ...part }))} />;
  }
  const { user } = await render(<Section />, { api: fakeApi({ ...ANSWERS, ...answers }), ...(i18n && { i18n }) });
  return {
    user,
    press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })),
    pressInDialog: async (name: string | RegExp) => user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name })),
    toggle: async (role: 'checkbox' | 'switch', name: string | RegExp) => user.click(await screen.findByRole(role, { name })),
    select: (name: string, value: string) => user.selectOptions(screen.getByRole('combobox', { name }), value),
    getEntry(index = 0): SubjectDraft {
      const entry = state.draft.subjects[index];
      if (!entry) throw new Error(`there is no subject ${index}`);
      return entry;
    },
    listNames: () => state.draft.subjects.map(({ subject }) => subject.name),
    showErrors: (errors: Record<string, string>) => act(async () => state.setErrors(errors)),
    replaceTopics: (topics: SubjectDraft['topics']) =>
      act(async () => state.setDraft({ ...state.draft, subjects: state.draft.subjects.map((subject) => ({ ...subject, topics })) })),
  };
}

const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const getTopic = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const listAlerts = () => screen.getAllByRole('alert').flatMap(({ textContent }) => textContent || []);
const listItems = async () =>
  within(await screen.findByRole('dialog'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const toAvailability = (week: Partial<SubjectDraft['week']>) => Object.entries(week).map(([day, slots]) => ({ day: day as 'Monday', slots }));
const NINE = { start: '09:00', end: '10:00' };
const FOUR = { start: '16:00', end: '17:00' };

describe('the subjects of a tutor', () => {
  // spec s15-names.3
  test('are named in the language of the page, and stored by what they are in English', async () => {
    const i18n = makeI18n('si');
    setNames(i18n, [
      ['Combined Mathematics', 'සංයුක්ත ගණිතය'],
      ['Physics', 'භෞතික විද්‍යාව'],
      ['Science', 'විද්‍යා'],
    ]);
    const { press, pressInDialog, listNames } = await renderSection({ i18n });
    await screen.findByRole('button', { name: 'සංයුක්ත ගණිතය' });
    await press('Remove සංයුක්ත ගණිතය');
    await pressInDialog('Cancel');
    await press('Add a subject');
    await within(await screen.findByRole('dialog')).findByRole('heading', { name: 'විද්‍යා' });
    await pressInDialog('භෞතික විද්‍යාව');
    await screen.findByRole('button', { name: 'Move භෞතික විද්‍යාව up' });
    expect(listNames()).toEqual(['Combined Mathematics', 'Physics']);
  });

  // spec profile.9 | P §2 Tutor area, D Search | Subjects are added, sorted and removed; a deactivated one stays, marked |
  //   src/client/features/tutor-profile/teaching-section.tsx
  test('are added from those that are offered and not taught yet, under their categories', async () => {
    const { user, press, pressInDialog, getEntry, listNames } = await renderSection();
    await press('Add a subject');
    const picker = within(await screen.findByRole('dialog'));
    expect(picker.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Science', 'Other Subjects']);
    expect(await listItems()).toEqual(['Physics', 'Art']);
    await user.type(picker.getByRole('searchbox', { name: 'Search subjects' }), 'phy');
    expect(await listItems()).toEqual(['Physics']);
    await pressInDialog('Physics');
    expect(listNames()).toEqual(['Combined Mathematics', 'Physics']);
    expect(getEntry(1)).toMatchObject({
      topics: [],
      week: getEntry(0).week,
      hasOwnWeek: false,
      modes: [{ type: 'online', enabled: false }, { type: 'home-visit' }],
    });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Physics', expanded: true })));
  });

  // spec profile.9
  test('are found by other names, as the search of tutors finds them', async () => {
    const { user, press } = await renderSection({ answers: { 'tutors.namedSubjects': ({ text }) => (text === 'bauthika' ? [PHYSICS, MATHS] : []) } });
    await press('Add a subject');
    const picker = within(await screen.findByRole('dialog'));
    await user.type(picker.getByRole('searchbox', { name: 'Search subjects' }), 'bauthika');
    expect(picker.queryByText('No subject matches your search.')).toBeNull();
    await picker.findByText('1 subject');
    expect(await listItems()).toEqual(['Physics']);
    await user.type(picker.getByRole('searchbox', { name: 'Search subjects' }), 'x');
    await picker.findByText('No subject matches your search.');
  });

  // spec profile.9
  test('change their order, and the focus stays where it was pressed', async () => {
    const { press, listNames } = await renderSection({
      subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics' }), aSubjectView({ id: 'art', name: 'Art' })],
    });
    await press('Move Art up');
    expect(listNames()).toEqual(['Combined Mathematics', 'Art', 'Physics']);
    expect(document.activeElement).toBe(getButton('Move Art up'));
    await press('Move Art up');
    expect(listNames()).toEqual(['Art', 'Combined Mathematics', 'Physics']);
    expect(document.activeElement).toBe(getButton('Move Art down'));
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Art is now number 1 of 3.');
  });

  // spec profile.9
  test('go once that is confirmed, and without a question where nothing was entered', async () => {
    const empty = aSubjectView({ id: PHYSICS, name: 'Physics', selectedTopics: [], teachingModes: [], availability: [] });
    const { press, pressInDialog, listNames } = await renderSection({ subjects: [aSubjectView(), empty] });
    await press('Remove Physics');
    await waitFor(() => expect(listNames()).toEqual(['Combined Mathematics']));
    await press('Remove Combined Mathematics');
    expect(await screen.findByText('The topics, rates and hours of Combined Mathematics go with it once you save.')).toBeDefined();
    expect(listNames()).toEqual(['Combined Mathematics']);
    await pressInDialog(/^Remove/);
    await waitFor(() => expect(listNames()).toEqual([]));
    expect(screen.getByText('No subjects yet')).toBeDefined();
  });

  test('are summarised while they are closed', async () => {
    await renderSection({
      subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics', selectedTopics: [], teachingModes: [], availability: [] })],
    });
    const summaries = within(screen.getByRole('list', { name: 'Your subjects' })).getAllByRole('list');
    expect(
      summaries.map((summary) =>
        within(summary)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['2 topics', 'Online Rs. 1,500 / hour', 'Home Visit Rs. 2,000.50 / hour', '3 hours a week'],
      ['No topics chosen yet', 'No rates yet', 'Different hours: No weekly hours yet'],
    ]);
  });

  // spec profile.9
  test('stay, marked, when they are no longer offered', async () => {
    const past = aSubjectView({ id: 'latin', name: 'Latin' });
    const { listNames } = await renderSection({ subjects: [aSubjectView(), { ...past, subject: { ...past.subject, isActive: false } }] });
    expect(screen.getByText('No longer offered: hidden from students')).toBeDefined();
    expect(listNames()).toEqual(['Combined Mathematics', 'Latin']);
  });

  // spec profile.9
  test('are marked, too, when they were taken away after the page was loaded', async () => {
    await renderSection({ answers: { 'catalogue.subjects': () => CATALOGUE.slice(1) } });
    expect(await screen.findByText('No longer offered: hidden from students')).toBeDefined();
  });

  // spec profile.10
  test('stay when the catalogue cannot be read, which says so and tries again', async () => {
    let isLimited = true;
    const subjects = () => {
      if (isLimited) throw apiError('request.limited');
      return CATALOGUE;
    };
    const { press, listNames } = await renderSection({ answers: { 'catalogue.subjects': subjects } });
    expect(await screen.findByText('Too many requests. Please try again later.')).toBeDefined();
    expect(listNames()).toEqual(['Combined Mathematics']);
    expect(getButton('Add a subject').disabled).toBe(true);
    isLimited = false;
    await press('Try Again');
    await waitFor(() => expect(getButton('Add a subject').disabled).toBe(false));
  });
});

describe('the topics of a subject', () => {
  // spec profile.11 | P §5 Tutor profile | At most five topics of a subject, said | src/client/features/tutor-profile/topic-chips.tsx
  test('are at most five, and a sixth says so', async () => {
    const { toggle, getEntry } = await renderSection();
    for (const name of ['Algebra', 'Geometry', 'Statics']) await toggle('checkbox', name);
    expect(listAlerts()).toEqual([]);
    await toggle('checkbox', 'Waves');
    expect(listAlerts()).toEqual(['You can select maximum 5 topics per subject']);
    expect(getEntry().topics).toHaveLength(5);
    expect(getTopic('Waves').checked).toBe(false);
    await toggle('checkbox', 'Statics');
    expect(listAlerts()).toEqual([]);
    await toggle('checkbox', 'Waves');
    expect(getEntry().topics.map(({ name }) => name)).toEqual(['Calculus', 'Vectors', 'Algebra', 'Geometry', 'Waves']);
  });

  test('are refused no longer once others are chosen', async () => {
    const { toggle, getEntry, replaceTopics } = await renderSection();
    for (const name of ['Algebra', 'Geometry', 'Statics', 'Waves']) await toggle('checkbox', name);
    expect(listAlerts()).toEqual(['You can select maximum 5 topics per subject']);
    await replaceTopics([...getEntry().topics].reverse());
    expect(listAlerts()).toEqual([]);
  });

  // spec profile.11
  test('stay visible once chosen, when they are no longer offered or cannot be read', async () => {
    const { toggle, getEntry } = await renderSection({
      answers: {
        'catalogue.topicsOfSubject': () => {
          throw apiError('request.limited');
        },
      },
    });
    expect(await screen.findByText('Too many requests. Please try again later.')).toBeDefined();
    expect(getTopic('Calculus').checked).toBe(true);
    await toggle('checkbox', 'Calculus');
    expect(getEntry().topics.map(({ name }) => name)).toEqual(['Vectors']);
    expect(getTopic('Calculus').checked).toBe(false);
  });
});

// spec profile.12 | P §5 Tutor profile, R §6.3 | A rate shows only with its mode on; a legacy group mode is read only |
//   src/client/features/tutor-profile/rate-fields.tsx
describe('the rates of a subject', () => {
  test('are shown only with the modes that are on, and taken as people write amounts', async () => {
    const { user, toggle, getEntry } = await renderSection();
    const getRate = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Rate for an online hour' });
    expect(getRate().value).toBe('1500');
    await toggle('switch', /^Online/);
    expect(screen.queryByRole('textbox', { name: 'Rate for an online hour' })).toBeNull();
    expect(getEntry().modes[0]).toEqual({ type: 'online', enabled: false, rate: '1500' });
    await toggle('switch', /^Online/);
    await user.clear(getRate());
    await user.paste('Rs. 1,750');
    expect(getEntry().modes[0]).toEqual({ type: 'online', enabled: true, rate: '1750' });
    await user.clear(getRate());
    await user.type(getRate(), 'Rs. 1,800.50');
    expect(getEntry().modes[0]).toEqual({ type: 'online', enabled: true, rate: '1800.50' });
    expect(getRate().inputMode).toBe('decimal');
  });

  test.each([
    ['Rs. 1,750', '1750'],
    ['rs 1 750', '1750'],
    ['1750 Rs', '1750'],
    ['Rs.5', '5'],
    ['.5', '.5'],
  ])('that are typed as %j are %j', async (typed, rate) => {
    const { user, getEntry } = await renderSection();
    const input = screen.getByRole('textbox', { name: 'Rate for an online hour' });
    await user.clear(input);
    await user.type(input, typed);
    expect(getEntry().modes[0]?.rate).toBe(rate);
  });

  test('do not grow where the digits before the dot are deleted', async () => {
    const { user, getEntry } = await renderSection();
    const input = screen.getByRole('textbox', { name: 'Rate for an online hour' });
    await user.clear(input);
    await user.type(input, '1500.50');
    await user.type(input, '{Delete}', { initialSelectionStart: 0, initialSelectionEnd: 4 });
    expect(getEntry().modes[0]?.rate).toBe('.50');
  });

  test('render no weekly hours again while they are typed', async () => {
    const { user, getEntry } = await renderSection();
    const { week } = getEntry();
    const { Monday } = week;
    let reads = 0;
    Object.defineProperty(week, 'Monday', {
      get() {
        reads += 1;
        return Monday;
      },
    });
    await user.type(screen.getByRole('textbox', { name: 'Rate for an online hour' }), '5');
    expect(getEntry().modes[0]?.rate).toBe('15005');
    expect(reads, 'the grid alone reads it 23 times').toBeLessThan(10);
  });

  test('for groups are shown where they are stored, and cannot be changed', async () => {
    const group = { type: 'group', enabled: true, rate: 700 } as const;
    await renderSection({ subjects: [aSubjectView({ teachingModes: [...aSubjectView().teachingModes, group] })] });
    expect(screen.getByText('Rs. 700 / hour')).toBeDefined();
    expect(screen.getByText('Group sessions can no longer be booked.')).toBeDefined();
    expect(screen.queryByRole('switch', { name: /^Group/ })).toBeNull();
  });
});

describe('the weekly hours of a subject', () => {
  // spec profile.13 | P §5 Tutor profile | Weekly hours: full hours 00:00 to 23:00, 09:00-10:00 by default, three a day |
  //   src/client/features/tutor-profile/week-day.tsx
  test('begin with nine to ten, go on after the last one, and are three a day', async () => {
    const { press, getEntry } = await renderSection();
    for (let index = 0; index < 3; index += 1) await press('Add a time on Monday');
    expect(getEntry().week.Monday).toEqual([NINE, { start: '10:00', end: '11:00' }, { start: '11:00', end: '12:00' }]);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Monday, time 3, from' }));
    await press('Add a time on Monday');
    expect(listAlerts()).toEqual(['Maximum 3 time slots allowed per day']);
    expect(getEntry().week.Monday).toHaveLength(3);
    await press('Remove 10:00 AM – 11:00 AM on Monday');
    expect(listAlerts()).toEqual([]);
    expect(getEntry().week.Monday).toEqual([NINE, { start: '11:00', end: '12:00' }]);
  });

  // spec profile.13
  test('are chosen among the full hours, beside what is stored', async () => {
    await renderSection({ subjects: [aSubjectView({ availability: toAvailability({ Friday: [{ start: '08:15', end: '10:00' }] }) })] });
    const listTimes = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole<HTMLOptionElement>('option')
        .map(({ value }) => value);
    const starts = listTimes('Friday, time 1, from');
    const ends = listTimes('Friday, time 1, to');
    expect([starts[0], starts.at(-1), ends[0], ends.at(-1)]).toEqual(['00:00', '22:00', '01:00', '23:00']);
    expect([starts.length, ends.length]).toEqual([24, 23]);
    expect(starts).toContain('08:15');
  });

  // spec profile.13
  test('show an error beside the day at once when they overlap or end before they start', async () => {
    const { select, getEntry } = await renderSection({ subjects: [aSubjectView({ availability: toAvailability({ Monday: [NINE, FOUR] }) })] });
    await select('Monday, time 1, to', '18:00');
    expect(listAlerts()).toEqual(['Time slots on the same day must not overlap']);
    await select('Monday, time 1, to', '08:00');
    expect(listAlerts()).toEqual(['The end must be later than the start']);
    await select('Monday, time 1, to', '16:00');
    expect(listAlerts()).toEqual([]);
    expect(getEntry().week.Monday).toEqual([{ start: '09:00', end: '16:00' }, FOUR]);
  });

  // spec profile.14 | S3 | A day's slots are copied to other days, a subject's week to another | src/client/features/tutor-profile/week-copy-dialogs.tsx
  test('are copied to other days, after it was said what they replace', async () => {
    const { press, pressInDialog, getEntry } = await renderSection({
      subjects: [aSubjectView({ availability: toAvailability({ Monday: [NINE], Wednesday: [FOUR], Sunday: [FOUR] }) })],
    });
    await press('Copy Monday to other days');
    await pressInDialog('Weekdays');
    expect(await listItems()).toEqual([`Wednesday: ${formatSlots([FOUR], 'en')}`]);
    await pressInDialog('Copy');
    expect(getEntry().week).toEqual({
      Monday: [NINE],
      Tuesday: [NINE],
      Wednesday: [NINE],
      Thursday: [NINE],
      Friday: [NINE],
      Saturday: [],
      Sunday: [FOUR],
    });
  });

  // spec s12-hours.10 | S12 E | The week is set once for all subjects; a subject can have different hours, and take the week again |
  //   src/client/features/tutor-profile/subject-weeks.ts, src/client/features/tutor-profile/subject-hours.tsx
  test('are those of one week for all subjects, of which one can have different hours', async () => {
    const { user, press, getEntry } = await renderSection({
      subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics' }), aSubjectView({ id: 'art', name: 'Art' })],
    });
    await press('Physics');
    await user.click(screen.getByRole('radio', { name: /^Different hours/ }));
    await user.click(within(screen.getByRole('group', { name: 'Your week' })).getByRole('button', { name: 'Add a time on Monday' }));
    expect([0, 1, 2].map((index) => getEntry(index).week.Monday)).toEqual([[NINE], [], [NINE]]);
    await user.click(within(screen.getByRole('group', { name: 'Hours of Physics' })).getByRole('button', { name: 'Add a time on Friday' }));
    expect([0, 1, 2].map((index) => getEntry(index).week.Friday)).toEqual([[], [NINE], []]);
    await user.click(screen.getByRole('radio', { name: /^Same hours as your week/ }));
    expect(getEntry(1).week).toEqual(getEntry(0).week);
    expect(screen.queryByRole('group', { name: 'Hours of Physics' })).toBeNull();
  });

  // spec s12-hours.10
  test('stay the base week where all other subjects have different hours', async () => {
    const physics = aSubjectView({ id: PHYSICS, name: 'Physics', availability: toAvailability({ Monday: [NINE] }) });
    const { press, pressInDialog, getEntry, listNames } = await renderSection({ subjects: [aSubjectView(), physics] });
    await press('Combined Mathematics');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(getEntry(1).hasOwnWeek).toBe(true);
    await press('Remove Combined Mathematics');
    await pressInDialog(/^Remove/);
    await waitFor(() => expect(listNames()).toEqual(['Physics']));
    expect(getEntry(0).hasOwnWeek).toBe(false);
  });

  // spec profile.15 | S3 | The week as a grid of hours, by pointer and arrow keys | src/client/features/tutor-profile/week-grid.tsx
  test('are opened and closed hour by hour in the overview, with the arrow keys as well', async () => {
    const { user, press, getEntry } = await renderSection({ subjects: [aSubjectView({ availability: [] })] });
    await press('Monday, 9:00 AM – 10:00 AM');
    await press('Monday, 10:00 AM – 11:00 AM');
    expect(getEntry().week.Monday).toEqual([{ start: '09:00', end: '11:00' }]);
    const hour = screen.getByRole('button', { name: 'Monday, 9:00 AM – 10:00 AM', pressed: true });
    await act(async () => hour.focus());
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(document.activeElement).toBe(getButton('Tuesday, 10:00 AM – 11:00 AM'));
    const hours = within(screen.getByRole('table')).getAllByRole('button');
    expect(hours.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    for (const hour of ['Monday, 1:00 PM – 2:00 PM', 'Monday, 3:00 PM – 4:00 PM', 'Monday, 5:00 PM – 6:00 PM']) await press(hour);
    expect(screen.getByText('Monday: Maximum 3 time slots allowed per day')).toBeDefined();
    expect(getEntry().week.Monday).toHaveLength(3);
  });
});

describe('errors of subjects', () => {
  const physics = aSubjectView({ id: PHYSICS, name: 'Physics', availability: toAvailability({ Monday: [NINE] }) });
  const ERRORS = {
    'subjects.1.subject': 'Selected subject not found',
    'subjects.1.selectedTopics': 'You can select maximum 5 topics per subject',
    'subjects.1.teachingModes.1.rate': 'Rate cannot be negative',
    'subjects.1.availability': 'Invalid availability',
  };

  test('open the subject and stand at its fields, which have their paths', async () => {
    const { showErrors } = await renderSection({ subjects: [aSubjectView(), physics] });
    expect(screen.queryByRole('group', { name: 'Hours of Physics' })).toBeNull();
    await showErrors(ERRORS);
    const rate = screen.getByRole('textbox', { name: 'Rate for an hour at home', description: 'Rate cannot be negative' });
    const fields = [
      getButton('Physics'),
      screen.getByRole('group', { name: 'Topics' }),
      rate,
      screen.getByRole('group', { name: 'Hours of Physics' }),
    ];
    expect(fields.map(({ dataset }) => dataset.path)).toEqual(Object.keys(ERRORS));
    expect(listAlerts()).toEqual(Object.values(ERRORS).filter((message) => !message.startsWith('Rate')));
  });

  test('of the week for all are shown with it, and in no subject', async () => {
    const { showErrors } = await renderSection({ subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics' })] });
    await showErrors({ 'subjects.0.availability': 'Invalid availability', 'subjects.1.availability': 'Invalid availability' });
    expect(screen.getByRole('group', { name: 'Your week' }).dataset.path).toBe('subjects.0.availability');
    expect(listAlerts()).toEqual(['Invalid availability']);
    expect(screen.queryByRole('button', { expanded: true })).toBeNull();
  });

  test('are named by a subject that is closed', async () => {
    const { press, showErrors } = await renderSection({ subjects: [aSubjectView(), physics] });
    await showErrors({ 'subjects.1.availability': 'Invalid availability' });
    await press('Physics');
    expect(listAlerts()).toEqual(['Something in this subject needs a correction']);
    expect(getButton('Physics').dataset.path).toBe('subjects.1.availability');
  });

  // spec profile.12
  test('have regions that screen readers know before there is an error', async () => {
    await renderSection();
    await screen.findByRole('checkbox', { name: 'Algebra' });
    const regions = screen.getAllByRole('alert');
    expect(regions.length).toBeGreaterThan(3);
    expect(screen.getAllByRole('alert', { hidden: false })).toEqual(regions);
  });

  test('of a rate show the field of a mode that is off', async () => {
    const off = aSubjectView({ teachingModes: [{ type: 'online', enabled: false, rate: -1 }] });
    await renderSection({ subjects: [off], errors: { 'subjects.0.teachingModes.0.rate': 'Rate cannot be negative' } });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Rate for an online hour' }).value).toBe('-1');
  });
});

describe('createSlot', () => {
  // spec profile.13
  test.each([
    [[], '09:00'],
    [['08:00-09:00'], '09:00'],
    [['09:30-11:15'], '12:00'],
    [['09:00-23:00'], '00:00'],
    [['00:00-23:00'], null],
    [['14:00-13:00'], '09:00'],
  ])('after %j creates one at %s', (slots, start) => {
    expect(createSlot(slots.map(toSlot))?.start ?? null).toBe(start);
  });
});

describe('toggleHour', () => {
  test.each([
    [['09:00-10:00', '14:00-15:00'], 10, ['09:00-11:00', '14:00-15:00']],
    [['09:00-10:00', '11:00-12:00'], 10, ['09:00-12:00']],
    [['09:00-12:00'], 10, ['09:00-10:00', '11:00-12:00']],
    [['09:30-11:15'], 9, ['09:00-11:15']],
    [['09:30-11:15'], 10, ['09:30-10:00', '11:00-11:15']],
  ])('of %j at %i returns %j', (slots, hour, after) => {
    expect(toggleHour(slots.map(toSlot), hour * 60)).toEqual(after.map(toSlot));
  });
});

describe('changeStart', () => {
  test.each([
    ['09:00-11:00', '10:00', '10:00-11:00'],
    ['09:00-11:00', '11:00', '11:00-13:00'],
    ['09:00-11:00', '22:00', '22:00-23:00'],
    ['11:00-09:00', '12:00', '12:00-13:00'],
  ])('of %s to %s returns %s', (slot, start, after) => {
    expect(changeStart(toSlot(slot), start)).toEqual(toSlot(after));
  });
});

function toSlot(text: string) {
  const [start = '', end = ''] = text.split('-');
  return { start, end };
}
