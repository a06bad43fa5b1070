import { act, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { emptyWeek, type ProfileDraft, type SubjectDraft, toDraft } from '#client/features/tutor-profile/profile-draft.ts';
import { TeachingSection } from '#client/features/tutor-profile/teaching-section.tsx';
import { newSlot, slotsText, toggledHour, withStart } from '#client/features/tutor-profile/week-slots.ts';
import type { SubjectView, TopicView } from '#shared/contracts/catalogue.ts';
import { inDialog, pressInDialog } from '#tests/support/account-page.ts';
import { type Answers, fakeApi, refused } from '#tests/support/fake-api.ts';
import { button, field, fill, press, render, shown, texts, tick, until } from '#tests/support/render.tsx';
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

const ANSWERS = { 'catalogue.subjects': () => CATALOGUE, 'catalogue.topicsOfSubject': () => TOPICS } satisfies Answers;

/** The section over a draft that keeps what it is told. */
async function teaching({
  subjects = [aSubjectView()],
  errors = {},
  answers,
}: {
  subjects?: ReturnType<typeof aSubjectView>[];
  errors?: Record<string, string>;
  answers?: Answers;
} = {}) {
  const told: { draft: ProfileDraft; say: (errors: Record<string, string>) => void; become: (draft: ProfileDraft) => void } = {
    draft: toDraft(aProfileView({ subjects })),
    say: () => {},
    become: () => {},
  };
  function Editor() {
    const [draft, setDraft] = useState(told.draft);
    const [said, say] = useState(errors);
    Object.assign(told, { draft, say, become: setDraft });
    return <TeachingSection draft={draft} errors={said} change={(part) => setDraft((before) => ({ ...before, ...part }))} />;
  }
  const rendered = await render(<Editor />, { api: fakeApi({ ...ANSWERS, ...answers }) });
  const entry = (index = 0): SubjectDraft => {
    const found = told.draft.subjects[index];
    if (!found) throw new Error(`there is no subject ${index}`);
    return found;
  };
  const say = (next: Record<string, string>) => act(async () => told.say(next));
  const replace = (topics: SubjectDraft['topics']) =>
    act(async () => told.become({ ...told.draft, subjects: told.draft.subjects.map((one) => ({ ...one, topics })) }));
  return { ...rendered, entry, say, replace, names: () => told.draft.subjects.map(({ subject }) => subject.name) };
}

async function choose(label: string, value: string): Promise<void> {
  const select = document.querySelector(`select[aria-label="${label}"]`);
  if (!(select instanceof HTMLSelectElement)) throw new Error(`there is no list ${label}`);
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

const alerts = () => texts('[role="alert"]').filter(Boolean);
const at = (path: string) => document.querySelector<HTMLElement>(`[data-path="${path}"]`);
const week = (part: Partial<SubjectDraft['week']>) => Object.entries(part).map(([day, slots]) => ({ day: day as 'Monday', slots }));
const NINE = { start: '09:00', end: '10:00' };
const FOUR = { start: '16:00', end: '17:00' };

describe('the subjects of a tutor', () => {
  // spec profile.9 | P §2 Tutor area, D Search | Subjects are added, sorted and removed; a deactivated one stays, marked |
  //   src/client/features/tutor-profile/teaching-section.tsx
  it('are added from those that are offered and not taught yet, under their categories', async () => {
    const { entry, names } = await teaching();
    await until(() => expect(button('Add a subject').disabled).toBe(false));
    await press('Add a subject');
    await inDialog('Physics');
    expect(texts('[role="dialog"] h3')).toEqual(['Science', 'Other Subjects']);
    expect(texts('[role="dialog"] li')).toEqual(['Physics', 'Art']);
    await fill('Search subjects', 'phy');
    expect(texts('[role="dialog"] li')).toEqual(['Physics']);
    await pressInDialog('Physics');
    expect(names()).toEqual(['Combined Mathematics', 'Physics']);
    expect(entry(1)).toMatchObject({ topics: [], week: emptyWeek(), modes: [{ type: 'online', enabled: false }, { type: 'home-visit' }] });
    await until(() => expect(document.activeElement?.textContent).toBe('Physics'));
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true');
  });

  // spec profile.9
  it('change their order, and the focus stays where it was pressed', async () => {
    const { names } = await teaching({
      subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics' }), aSubjectView({ id: 'art', name: 'Art' })],
    });
    await press('Move Art up');
    expect(names()).toEqual(['Combined Mathematics', 'Art', 'Physics']);
    expect(document.activeElement).toBe(button('Move Art up'));
    await press('Move Art up');
    expect(names()).toEqual(['Art', 'Combined Mathematics', 'Physics']);
    expect(document.activeElement).toBe(button('Move Art down'));
    await shown('Art is now number 1 of 3.');
  });

  // spec profile.9
  it('go once that is confirmed, and without a question where nothing was entered', async () => {
    const empty = aSubjectView({ id: PHYSICS, name: 'Physics', selectedTopics: [], teachingModes: [], availability: [] });
    const { names } = await teaching({ subjects: [aSubjectView(), empty] });
    await press('Remove Physics');
    await until(() => expect(names()).toEqual(['Combined Mathematics']));
    await press('Remove Combined Mathematics');
    await shown('The topics, rates and hours of Combined Mathematics go with it once you save.');
    expect(names()).toEqual(['Combined Mathematics']);
    await pressInDialog('Remove');
    await until(() => expect(names()).toEqual([]));
    await shown('No subjects yet');
  });

  it('say closed what is in them', async () => {
    await teaching({
      subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics', selectedTopics: [], teachingModes: [], availability: [] })],
    });
    const summaries = [...document.querySelectorAll('li[data-key] > ul')].map((list) => [...list.children].map(({ textContent }) => textContent));
    expect(summaries).toEqual([
      ['2 topics', 'Online Rs. 1,500 / hour', 'Home Visit Rs. 2,000.50 / hour', '3 hours a week'],
      ['No topics chosen yet', 'No rates yet', 'No weekly hours yet'],
    ]);
  });

  // spec profile.9
  it('stay, marked, when they are no longer offered', async () => {
    const past = aSubjectView({ id: 'latin', name: 'Latin' });
    const { names } = await teaching({ subjects: [aSubjectView(), { ...past, subject: { ...past.subject, isActive: false } }] });
    await shown('No longer offered: hidden from students');
    expect(names()).toEqual(['Combined Mathematics', 'Latin']);
  });

  // spec profile.9
  it('are marked, too, when they were taken away after the page was loaded', async () => {
    await teaching({ answers: { 'catalogue.subjects': () => CATALOGUE.slice(1) } });
    await shown('No longer offered: hidden from students');
  });

  // spec profile.10
  it('stay when the catalogue cannot be read, which says so and tries again', async () => {
    let isAway = true;
    const subjects = () => {
      if (isAway) throw refused('request.limited');
      return CATALOGUE;
    };
    const { names } = await teaching({ answers: { 'catalogue.subjects': subjects } });
    await shown('Too many requests. Please try again later.');
    expect(names()).toEqual(['Combined Mathematics']);
    expect(button('Add a subject').disabled).toBe(true);
    isAway = false;
    await press('Try Again');
    await until(() => expect(button('Add a subject').disabled).toBe(false));
  });
});

describe('the topics of a subject', () => {
  // spec profile.11 | P §5 Tutor profile | At most five topics of a subject, said | src/client/features/tutor-profile/topic-chips.tsx
  it('are at most five, and a sixth says so', async () => {
    const { entry } = await teaching();
    await shown('Waves');
    for (const name of ['Algebra', 'Geometry', 'Statics']) await tick(name);
    expect(alerts()).toEqual([]);
    await tick('Waves');
    expect(alerts()).toEqual(['You can select maximum 5 topics per subject']);
    expect(entry().topics).toHaveLength(5);
    expect(field('Waves').checked).toBe(false);
    await tick('Statics');
    expect(alerts()).toEqual([]);
    await tick('Waves');
    expect(entry().topics.map(({ name }) => name)).toEqual(['Calculus', 'Vectors', 'Algebra', 'Geometry', 'Waves']);
  });

  it('that are others by now are not refused any more', async () => {
    const { entry, replace } = await teaching();
    await shown('Waves');
    for (const name of ['Algebra', 'Geometry', 'Statics', 'Waves']) await tick(name);
    expect(alerts()).toEqual(['You can select maximum 5 topics per subject']);
    await replace([...entry().topics].reverse());
    expect(alerts()).toEqual([]);
  });

  // spec profile.11
  it('that are chosen stay to be seen when they are no longer offered or cannot be read', async () => {
    const { entry } = await teaching({
      answers: {
        'catalogue.topicsOfSubject': () => {
          throw refused('request.limited');
        },
      },
    });
    await shown('Too many requests. Please try again later.');
    expect(field('Calculus').checked).toBe(true);
    await tick('Calculus');
    expect(entry().topics.map(({ name }) => name)).toEqual(['Vectors']);
    expect(field('Calculus').checked).toBe(false);
  });
});

// spec profile.12 | P §5 Tutor profile, R §6.3 | A rate shows only with its mode on; a legacy group mode is read only |
//   src/client/features/tutor-profile/rate-fields.tsx
describe('the rates of a subject', () => {
  it('stand only with the modes that are on, and take a figure as people write it', async () => {
    const { entry } = await teaching();
    expect(field('Rate for an online hour').value).toBe('1500');
    await tick('Online');
    expect(texts('label')).not.toContain('Rate for an online hour');
    expect(entry().modes[0]).toEqual({ type: 'online', enabled: false, rate: '1500' });
    await tick('Online');
    await fill('Rate for an online hour', 'Rs. 1,750');
    expect(entry().modes[0]).toEqual({ type: 'online', enabled: true, rate: '1750' });
    expect(field('Rate for an online hour').inputMode).toBe('decimal');
  });

  it('for groups are shown where they are stored, and cannot be changed', async () => {
    const group = { type: 'group', enabled: true, rate: 700 } as const;
    await teaching({ subjects: [aSubjectView({ teachingModes: [...aSubjectView().teachingModes, group] })] });
    await shown('Rs. 700 / hour');
    await shown('Group sessions can no longer be booked.');
    expect(texts('label').some((label) => label.startsWith('Group'))).toBe(false);
  });
});

describe('the weekly hours of a subject', () => {
  // spec profile.13 | P §5 Tutor profile | Weekly hours: full hours 00:00 to 23:00, 09:00-10:00 by default, three a day |
  //   src/client/features/tutor-profile/week-day.tsx
  it('begin with nine to ten, go on after the last one, and are three a day', async () => {
    const { entry } = await teaching();
    for (let index = 0; index < 3; index += 1) await press('Add a time on Monday');
    expect(entry().week.Monday).toEqual([NINE, { start: '10:00', end: '11:00' }, { start: '11:00', end: '12:00' }]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Monday, time 3, from');
    await press('Add a time on Monday');
    expect(alerts()).toEqual(['Maximum 3 time slots allowed per day']);
    expect(entry().week.Monday).toHaveLength(3);
    await press('Remove 10:00 AM – 11:00 AM on Monday');
    expect(alerts()).toEqual([]);
    expect(entry().week.Monday).toEqual([NINE, { start: '11:00', end: '12:00' }]);
  });

  // spec profile.13
  it('are chosen among the full hours, beside what is stored', async () => {
    await teaching({ subjects: [aSubjectView({ availability: week({ Friday: [{ start: '08:15', end: '10:00' }] }) })] });
    const offered = (label: string) =>
      [...document.querySelectorAll<HTMLOptionElement>(`select[aria-label="${label}"] option`)].map(({ value }) => value);
    expect(offered('Friday, time 1, to')).toHaveLength(24);
    expect([offered('Friday, time 1, to')[0], offered('Friday, time 1, to').at(-1)]).toEqual(['00:00', '23:00']);
    expect(offered('Friday, time 1, from')).toContain('08:15');
  });

  // spec profile.13
  it('say at once beside the day when they overlap or end before they start', async () => {
    const { entry } = await teaching({ subjects: [aSubjectView({ availability: week({ Monday: [NINE, FOUR] }) })] });
    await choose('Monday, time 1, to', '18:00');
    expect(alerts()).toEqual(['Time slots on the same day must not overlap']);
    await choose('Monday, time 1, to', '08:00');
    expect(alerts()).toEqual(['Slot end must be later than its start']);
    await choose('Monday, time 1, to', '16:00');
    expect(alerts()).toEqual([]);
    expect(entry().week.Monday).toEqual([{ start: '09:00', end: '16:00' }, FOUR]);
  });

  // spec profile.14 | S3 | A day's slots are copied to other days, a subject's week to another | src/client/features/tutor-profile/week-copy-day.tsx
  it('are copied to other days, after it was said what they replace', async () => {
    const { entry } = await teaching({ subjects: [aSubjectView({ availability: week({ Monday: [NINE], Wednesday: [FOUR], Sunday: [FOUR] }) })] });
    await press('Copy Monday to other days');
    await inDialog('Weekdays');
    await pressInDialog('Weekdays');
    await shown(`Wednesday: ${slotsText([FOUR])}`);
    expect(texts('[role="dialog"] li')).toEqual([`Wednesday: ${slotsText([FOUR])}`]);
    await pressInDialog('Copy');
    expect(entry().week).toEqual({
      Monday: [NINE],
      Tuesday: [NINE],
      Wednesday: [NINE],
      Thursday: [NINE],
      Friday: [NINE],
      Saturday: [],
      Sunday: [FOUR],
    });
  });

  // spec profile.14
  it('are copied from another subject as a whole', async () => {
    const physics = aSubjectView({ id: PHYSICS, name: 'Physics', availability: week({ Monday: [NINE] }) });
    const { entry, say } = await teaching({ subjects: [physics, aSubjectView()] });
    await say({ 'subjects.0.availability': 'Invalid availability' });
    await press('Copy from another subject');
    await shown('The week for Physics');
    expect(texts('[role="dialog"] li')).toEqual([`Monday: ${slotsText([NINE])}`]);
    await pressInDialog('Copy');
    expect(entry(0).week).toEqual({ ...emptyWeek(), Tuesday: [{ start: '16:00', end: '19:00' }] });
    expect(entry(1).week).toEqual(entry(0).week);
  });

  // spec profile.15 | S3 | The week as a grid of hours, by pointer and arrow keys | src/client/features/tutor-profile/week-grid.tsx
  it('are opened and closed hour by hour in the overview, with the arrow keys as well', async () => {
    const { entry } = await teaching({ subjects: [aSubjectView({ availability: [] })] });
    await press('Monday, 9:00 AM – 10:00 AM');
    await press('Monday, 10:00 AM – 11:00 AM');
    expect(entry().week.Monday).toEqual([{ start: '09:00', end: '11:00' }]);
    expect(button('Monday, 9:00 AM – 10:00 AM').getAttribute('aria-pressed')).toBe('true');
    await act(async () => button('Monday, 9:00 AM – 10:00 AM').focus());
    for (const key of ['ArrowDown', 'ArrowRight']) {
      await act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
    }
    expect(document.activeElement).toBe(button('Tuesday, 10:00 AM – 11:00 AM'));
    expect(document.querySelectorAll('button[data-cell][tabindex="0"]')).toHaveLength(1);
    for (const hour of ['Monday, 1:00 PM – 2:00 PM', 'Monday, 3:00 PM – 4:00 PM', 'Monday, 5:00 PM – 6:00 PM']) await press(hour);
    await shown('Monday: Maximum 3 time slots allowed per day');
    expect(entry().week.Monday).toHaveLength(3);
  });
});

describe('what is wrong', () => {
  const WRONG = {
    'subjects.1.subject': 'Selected subject not found',
    'subjects.1.selectedTopics': 'You can select maximum 5 topics per subject',
    'subjects.1.teachingModes.1.rate': 'Rate cannot be negative',
    'subjects.1.availability': 'Invalid availability',
  };

  it('opens the subject and stands at its fields, which can be found by their paths', async () => {
    const { say } = await teaching({ subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics' })] });
    expect(at('subjects.1.availability')).toBeNull();
    await say(WRONG);
    for (const path of Object.keys(WRONG)) expect(at(path)).not.toBeNull();
    expect(alerts()).toEqual(Object.values(WRONG).filter((sentence) => !sentence.startsWith('Rate')));
    expect(texts('.mantine-InputWrapper-error')).toEqual(['Rate cannot be negative']);
    expect(at('subjects.0.availability')).toBeNull();
  });

  it('is pointed to by a subject that was closed over it', async () => {
    const { say } = await teaching({ subjects: [aSubjectView(), aSubjectView({ id: PHYSICS, name: 'Physics' })] });
    await say({ 'subjects.1.availability': 'Invalid availability' });
    await press('Physics');
    expect(alerts()).toEqual(['Something in this subject needs a correction']);
    expect(at('subjects.1.availability')?.textContent).toBe('Physics');
  });

  // spec profile.12
  it('with a rate shows the field of a mode that is off', async () => {
    const off = aSubjectView({ teachingModes: [{ type: 'online', enabled: false, rate: -1 }] });
    await teaching({ subjects: [off], errors: { 'subjects.0.teachingModes.0.rate': 'Rate cannot be negative' } });
    expect(field('Rate for an online hour').value).toBe('-1');
  });
});

describe('a new slot', () => {
  // spec profile.13
  it.each([
    [[], '09:00'],
    [['08:00-09:00'], '09:00'],
    [['09:30-11:15'], '12:00'],
    [['09:00-23:00'], '00:00'],
    [['00:00-23:00'], null],
    [['14:00-13:00'], '09:00'],
  ])('after %j starts at %s', (slots, start) => {
    expect(newSlot(slots.map(toSlot))?.start ?? null).toBe(start);
  });
});

describe('an hour of the overview', () => {
  it.each([
    [['09:00-10:00', '14:00-15:00'], 10, ['09:00-11:00', '14:00-15:00']],
    [['09:00-10:00', '11:00-12:00'], 10, ['09:00-12:00']],
    [['09:00-12:00'], 10, ['09:00-10:00', '11:00-12:00']],
    [['09:30-11:15'], 9, ['09:00-11:15']],
    [['09:30-11:15'], 10, ['09:30-10:00', '11:00-11:15']],
  ])('of %j pressed at %i makes it %j', (slots, hour, after) => {
    expect(toggledHour(slots.map(toSlot), hour * 60)).toEqual(after.map(toSlot));
  });
});

describe('the end of a slot', () => {
  it.each([
    ['09:00-11:00', '10:00', '10:00-11:00'],
    ['09:00-11:00', '11:00', '11:00-13:00'],
    ['09:00-11:00', '22:00', '22:00-23:00'],
    ['11:00-09:00', '12:00', '12:00-13:00'],
  ])('of %s that is to start at %s: %s', (slot, start, after) => {
    expect(withStart(toSlot(slot), start)).toEqual(toSlot(after));
  });
});

function toSlot(text: string) {
  const [start = '', end = ''] = text.split('-');
  return { start, end };
}
