import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aSubject, aTopic, aTutor } from '#tests/support/factories.ts';
import { UNKNOWN_ID, useRest } from './app.ts';
import { type ProfileEditor, useProfileEditor, weekOf } from './profile-editor.ts';

const database = useDatabase();
const rest = useRest(database);
const editor = useProfileEditor(database, rest);

type Entry = {
  subject: { id: string };
  selectedTopics: { name: string }[];
  teachingModes: { type: string; enabled: boolean; rate: number }[];
  availability: unknown[];
};
type Answer = { message: string; tutor: Record<string, unknown> & { subjects: Entry[] } };
const save = async (body: object) => editor().save(body) as unknown as Promise<{ status: number; body: Answer }>;
const saveEntry = async (overrides: object) => save({ subjects: [editor().entry(overrides)] });
const NOT_FOUND = 'Selected subject not found';
const mode = (type: string, enabled: boolean, rate: number) => ({ type, enabled, rate });
const [ONLINE_OFF, VISIT_OFF] = [mode('online', false, 0), mode('home-visit', false, 0)];

// spec rest-input.5 | R §6.4 | An entry of a profile: its subject | src/server/rest/wire/profile-editing.ts
describe('the subject of an entry', () => {
  const SUBJECTS: [string, (of: ProfileEditor) => object][] = [
    ['an id', ({ subject }) => ({ subject: subject.id })],
    ['an id with blanks', ({ subject }) => ({ subject: ` ${subject.id} ` })],
    ['an object with _id', ({ subject }) => ({ subject: { _id: subject.id } })],
    ['an object with id', ({ subject }) => ({ subject: { id: subject.id } })],
    ['an object with much else', ({ subject }) => ({ subject: { ...subject, _id: subject.id, isActive: false, name: 'Other' } })],
    ['an id under its other key', ({ subject }) => ({ subject: undefined, subjectId: subject.id })],
  ];
  test.each(SUBJECTS)('accepts %s', async (_, input) => {
    const { status, body } = await saveEntry(input(editor()));
    expect([status, body.tutor.subjects.map(({ subject }) => subject.id)]).toEqual([200, [editor().subject.id]]);
    const { status: added } = await rest.call('POST', '/api/tutors/subjects', {
      as: await rest.tokenOf((await aTutor(database.db, { subjects: [] })).user),
      body: editor().entry(input(editor())),
    });
    expect(added).toBe(201);
  });

  test.each<[string, () => object | Promise<object>]>([
    ['nothing', () => ({ subject: undefined })],
    ['null', () => ({ subject: null })],
    ['an empty text', () => ({ subject: '' })],
    ['an object without an id', () => ({ subject: { name: 'Physics' } })],
    ['an unknown id', () => ({ subject: UNKNOWN_ID })],
    ['a malformed id', () => ({ subject: 'physics' })],
    ['a deactivated one', async () => ({ subject: (await aSubject(database.db, { isActive: false })).id })],
  ])('is rejected when it is %s', async (_, input) => {
    expect(await saveEntry(await input())).toMatchObject({ status: 400, body: { message: NOT_FOUND } });
  });

  // spec rest-input.5
  test('may stay when it was deactivated after it was saved', async () => {
    const { subject, entry } = editor();
    await save({ subjects: [entry()] });
    await database.sql`update subjects set is_active = false where id = ${subject.id}`;
    expect((await saveEntry({ selectedTopics: [] })).status).toBe(200);
  });

  // spec rest-input.5
  test('is rejected when it occurs twice', async () => {
    const { subject, entry } = editor();
    expect(await save({ subjects: [entry(), entry({ subject: subject.id })] })).toMatchObject({
      status: 400,
      body: { message: 'Subject already added' },
    });
  });
});

// spec rest-input.6 | R §6.4 | Its topics, by id, object or name, and `bestTopics` | src/server/rest/wire/profile-editing.ts
describe('the topics of an entry', () => {
  const TOPICS: [string, (of: ProfileEditor) => object | Promise<object>, string[]][] = [
    ['ids', ({ topics }) => ({ selectedTopics: [topics[0]?.id, topics[2]?.id] }), ['Algebra', 'Geometry']],
    ['objects with _id and id', ({ topics }) => ({ selectedTopics: [{ _id: topics[0]?.id }, { id: topics[2]?.id }] }), ['Algebra', 'Geometry']],
    ['names in any case', () => ({ selectedTopics: ['algebra', ' GEOMETRY '] }), ['Algebra', 'Geometry']],
    ['objects with a name only', () => ({ selectedTopics: [{ name: 'algebra' }] }), ['Algebra']],
    ['all of these at once', ({ topics }) => ({ selectedTopics: [topics[0]?.id, { _id: topics[2]?.id }, 'Sets'] }), ['Algebra', 'Geometry', 'Sets']],
    ['the same one in three spellings', ({ topics }) => ({ selectedTopics: [topics[0]?.id, { id: topics[0]?.id }, 'ALGEBRA'] }), ['Algebra']],
    [
      'five and two that are the same again',
      ({ topics }) => ({ selectedTopics: [...topics.slice(0, 5).map(({ id }) => id), 'algebra', topics[1]?.id] }),
      ['Algebra', 'Calculus', 'Geometry', 'Sets', 'Vectors'],
    ],
    [
      'what cannot be resolved beside five',
      async ({ topics }) => ({
        selectedTopics: [UNKNOWN_ID, 'Alchemy', {}, null, 7, (await aTopic(database.db)).id, ...topics.slice(0, 5).map(({ id }) => id)],
      }),
      ['Algebra', 'Calculus', 'Geometry', 'Sets', 'Vectors'],
    ],
    ['their legacy key', () => ({ selectedTopics: undefined, bestTopics: ['Sets'] }), ['Sets']],
    ['both keys', () => ({ selectedTopics: ['Waves'], bestTopics: ['Sets'] }), ['Waves']],
    ['an empty list beside the legacy key', () => ({ selectedTopics: [], bestTopics: ['Sets'] }), []],
    ['null', () => ({ selectedTopics: null }), []],
  ];
  test.each(TOPICS)('accepts %s', async (_, input, names) => {
    const { status, body } = await saveEntry(await input(editor()));
    expect([status, body.tutor?.subjects[0]?.selectedTopics.map(({ name }) => name)]).toEqual([200, names]);
  });
});

// spec rest-input.7 | R §6.3, §6.4 | Its modes, and legacy `rates` | src/server/rest/wire/profile-editing.ts
describe('the modes of an entry', () => {
  const MODES: [string, object, object[]][] = [
    ['a rate as text', { teachingModes: [{ type: 'online', enabled: true, rate: ' 1500 ' }] }, [mode('online', true, 1500), VISIT_OFF]],
    ['two decimals', { teachingModes: [{ type: 'online', rate: '1500.25' }] }, [mode('online', true, 1500.25), VISIT_OFF]],
    ['100,000', { teachingModes: [{ type: 'online', rate: 100_000 }] }, [mode('online', true, 100_000), VISIT_OFF]],
    ['no rate', { teachingModes: [{ type: 'online', enabled: true }] }, [mode('online', true, 0), VISIT_OFF]],
    ['a rate of null', { teachingModes: [{ type: 'online', enabled: true, rate: null }] }, [mode('online', true, 0), VISIT_OFF]],
    ['an empty rate', { teachingModes: [{ type: 'online', enabled: true, rate: '' }] }, [mode('online', true, 0), VISIT_OFF]],
    ['no word of whether it is on, with a rate', { teachingModes: [{ type: 'online', rate: 1 }] }, [mode('online', true, 1), VISIT_OFF]],
    ['no word of whether it is on, without a rate', { teachingModes: [{ type: 'online' }] }, [ONLINE_OFF, VISIT_OFF]],
    ['on as text', { teachingModes: [{ type: 'online', enabled: 'true', rate: 1 }] }, [mode('online', true, 1), VISIT_OFF]],
    ['off as text', { teachingModes: [{ type: 'online', enabled: 'false', rate: 1 }] }, [mode('online', false, 1), VISIT_OFF]],
    ...['home-visit', 'home_visit', 'individual', 'HOME-VISIT', 'Individual'].map((type): [string, object, object[]] => [
      `the type ${type}`,
      { teachingModes: [{ type, enabled: true, rate: 9 }] },
      [ONLINE_OFF, mode('home-visit', true, 9)],
    ]),
    [
      'a type twice',
      {
        teachingModes: [
          { type: 'individual', rate: 1 },
          { type: 'home-visit', enabled: false, rate: 2 },
        ],
      },
      [ONLINE_OFF, mode('home-visit', false, 2)],
    ],
    ['a group', { teachingModes: [{ type: 'group', rate: 5 }] }, [ONLINE_OFF, VISIT_OFF, mode('group', true, 5)]],
    ['none', { teachingModes: [] }, [ONLINE_OFF, VISIT_OFF]],
    ['null', { teachingModes: null }, [ONLINE_OFF, VISIT_OFF]],
    [
      'legacy rates',
      { teachingModes: undefined, rates: { online: 10, individual: '20', group: 30 } },
      [mode('online', true, 10), mode('home-visit', true, 20), mode('group', true, 30)],
    ],
    ['legacy rates of nothing', { teachingModes: undefined, rates: { online: 0, individual: null } }, [ONLINE_OFF, VISIT_OFF]],
    ['legacy rates of one', { teachingModes: undefined, rates: { individual: 20 } }, [ONLINE_OFF, mode('home-visit', true, 20)]],
    ['modes beside legacy rates', { teachingModes: [{ type: 'online', rate: 1 }], rates: { online: 2 } }, [mode('online', true, 1), VISIT_OFF]],
  ];
  test.each(MODES)('accepts %s', async (_, input, modes) => {
    const { status, body } = await saveEntry(input);
    expect([status, body.tutor?.subjects[0]?.teachingModes]).toEqual([200, modes]);
  });

  // spec rest-input.7
  test.each<[unknown, string]>([
    ['abc', 'Rate must be a number'],
    ['1,500', 'Rate must be a number'],
    [true, 'Rate must be a number'],
    [{}, 'Rate must be a number'],
    ['Rs. 1500', 'Rate must be a number'],
    [-1, 'Rate cannot be negative'],
    ['-0.01', 'Rate cannot be negative'],
    [100_000.01, 'Rate cannot be more than Rs. 1,00,000'],
    ['100001', 'Rate cannot be more than Rs. 1,00,000'],
  ])('are rejected with the rate %j: %s', async (rate, message) => {
    for (const input of [{ teachingModes: [{ type: 'online', enabled: true, rate }] }, { teachingModes: undefined, rates: { online: rate } }]) {
      expect(await saveEntry(input)).toMatchObject({ status: 400, body: { message } });
    }
  });
});

// spec rest-input.8 | R §6.4 | Its week, as a list or by day | src/server/rest/wire/profile-editing.ts
describe('the week of an entry', () => {
  const slot = (start: string, end: string) => ({ start, end });
  const MONDAY = [{ day: 'Monday', slots: [slot('09:00', '12:00')] }];
  const AFTER = [{ day: 'Monday', slots: [slot('09:00', '10:00'), slot('10:00', '11:00')] }];
  const WEEKS: [string, unknown, unknown[]][] = [
    ['seven days, most of them empty', weekOf({ slots: [slot('09:00', '12:00')] }), MONDAY],
    ['one day', [{ day: 'Monday', slots: [slot('09:00', '12:00')] }], MONDAY],
    ...['monday', 'MONDAY', ' Monday '].map((day): [string, unknown, unknown[]] => [
      `the day ${day}`,
      [{ day, slots: [slot('09:00', '12:00')] }],
      MONDAY,
    ]),
    ['an object by its days', { Monday: [slot('09:00', '12:00')], tuesday: [] }, MONDAY],
    ['H:MM', [{ day: 'Monday', slots: [slot('9:00', '12:00')] }], MONDAY],
    ['times with blanks', [{ day: 'Monday', slots: [slot(' 09:00 ', ' 12:00')] }], MONDAY],
    [
      'a day twice',
      [
        { day: 'Monday', slots: [slot('09:00', '10:00')] },
        { day: 'monday', slots: [slot('10:00', '11:00')] },
      ],
      AFTER,
    ],
    ['slots out of order', [{ day: 'Monday', slots: [slot('10:00', '11:00'), slot('09:00', '10:00')] }], AFTER],
    [
      'any minute',
      [{ day: 'Monday', slots: [slot('00:00', '00:01'), slot('09:07', '23:59')] }],
      [{ day: 'Monday', slots: [slot('00:00', '00:01'), slot('09:07', '23:59')] }],
    ],
    ['a day without slots', [{ day: 'Monday' }, { day: 'Tuesday', slots: null }], []],
    ['no days', [], []],
    ['null', null, []],
  ];
  test.each(WEEKS)('accepts %s', async (_, availability, week) => {
    const { status, body } = await saveEntry({ availability });
    expect([status, body.tutor?.subjects[0]?.availability]).toEqual([200, week]);
    if (availability === null) return;
    const as = await rest.tokenOf(editor().tutor.user);
    const path = `/api/tutors/subjects/${editor().subject.id}/availability`;
    expect(await rest.call('PATCH', path, { as, body: { availability } })).toMatchObject({
      status: 200,
      body: { success: true, availability: week },
    });
  });

  const on = (...slots: unknown[]) => [{ day: 'Monday', slots }];
  test.each<[string, unknown, string]>([
    ['a day that is none', [{ day: 'Someday', slots: [] }], 'Invalid availability'],
    ['no day', [{ slots: [] }], 'Invalid availability'],
    ['an object by days that are none', { Someday: [] }, 'Invalid availability'],
    ['a text', 'always', 'Invalid availability'],
    ['24:00', on(slot('20:00', '24:00')), 'Please use HH:MM times'],
    ['25:00', on(slot('25:00', '26:00')), 'Please use HH:MM times'],
    ['09:60', on(slot('09:60', '10:00')), 'Please use HH:MM times'],
    ['9', on(slot('9', '10')), 'Please use HH:MM times'],
    ['9 am', on(slot('9 am', '10 am')), 'Please use HH:MM times'],
    ['a number', on({ start: 9, end: 10 }), 'Please use HH:MM times'],
    ['no end', on({ start: '09:00' }), 'Please use HH:MM times'],
    ['an empty start', on(slot('', '10:00')), 'Please use HH:MM times'],
    ['the end before the start', on(slot('10:00', '09:00')), 'Slot end must be later than its start'],
    ['the end at the start', on(slot('10:00', '10:00')), 'Slot end must be later than its start'],
    ['an overlap', on(slot('09:00', '11:00'), slot('10:59', '12:00')), 'Time slots on the same day must not overlap'],
    [
      'four on a day',
      on(slot('08:00', '09:00'), slot('09:00', '10:00'), slot('10:00', '11:00'), slot('11:00', '12:00')),
      'Maximum 3 time slots allowed per day',
    ],
    [
      'four on a day that comes twice',
      [...on(slot('08:00', '09:00'), slot('09:00', '10:00')), ...on(slot('10:00', '11:00'), slot('11:00', '12:00'))],
      'Maximum 3 time slots allowed per day',
    ],
    [
      'an overlap on a day that comes twice',
      [...on(slot('08:00', '10:00')), ...on(slot('09:00', '11:00'))],
      'Time slots on the same day must not overlap',
    ],
  ])('is rejected when it is %s', async (_, availability, message) => {
    await saveEntry({});
    expect(await saveEntry({ availability })).toMatchObject({ status: 400, body: { message } });
    const as = await rest.tokenOf(editor().tutor.user);
    const path = `/api/tutors/subjects/${editor().subject.id}/availability`;
    expect(await rest.call('PATCH', path, { as, body: { availability } })).toMatchObject({ status: 400, body: { message } });
  });
});
