import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookings } from '#db/schema/bookings.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aUser } from '#tests/support/factories.ts';
import { AUTHENTICATION_REQUIRED, MALFORMED_IDS, UNKNOWN_ID, useRest } from './app.ts';
import { useProfileEditor, weekOf } from './profile-editor.ts';

const database = useDatabase();
const rest = useRest(database);
const editor = useProfileEditor(database, rest);
const NOT_FOUND = { success: false, message: 'Selected subject not found', code: 'tutor.entry_not_found' };
const MORNING = { slots: [{ start: '9:00', end: '12:00' }] };
const WEEK = [{ day: 'Monday', slots: [{ start: '09:00', end: '12:00' }] }];
const BOTH_MODES = [
  { type: 'online', enabled: true, rate: 1500 },
  { type: 'home-visit', enabled: false, rate: 0 },
];

type Profile = { id: string; bio: string; subjects: unknown[]; message: string };
let as: string;
const send = <T = { message: string }>(method: string, path: string, body?: unknown) => rest.call<T>(method, `/api/tutors${path}`, { as, body });

beforeEach(async () => {
  as = await rest.tokenOf(editor().tutor.user);
});

// spec rest-tutors.10 | R §8 | POST /api/tutors: create or return the own profile, 201 or 200 | src/server/rest/own-profile.ts
describe('POST /api/tutors', () => {
  test('creates the own profile with 201, and answers 200 where there was one', async () => {
    const newcomer = await aUser(database.db, { role: 'tutor', profileImage: '/files/photos/me.png' });
    as = await rest.tokenOf(newcomer);
    const created = await send<Profile>('POST', '', editor().wholeProfile());
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      user: { _id: newcomer.id },
      bio: 'Twelve years of teaching.',
      subjects: [{ subject: { _id: editor().subject.id } }],
    });
    expect(created.body).not.toHaveProperty('success');
    expect(created.body).not.toHaveProperty('revision');

    const repeated = await send<Profile>('POST', '', { bio: 'Shorter.' });
    expect([repeated.status, repeated.body.id, repeated.body.bio]).toEqual([200, created.body.id, 'Shorter.']);
    expect(repeated.body.subjects).toEqual(created.body.subjects);
    expect((await send('POST', '')).body).toEqual(repeated.body);
    expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, newcomer.id))).toHaveLength(1);
  });

  test('rejects what saving rejects, and creates nothing', async () => {
    const newcomer = await aUser(database.db, { role: 'tutor' });
    as = await rest.tokenOf(newcomer);
    expect(await send('POST', '', { bio: 'x'.repeat(501) })).toMatchObject({
      status: 400,
      body: { message: 'Bio cannot be longer than 500 characters' },
    });
    expect(await send('POST', '', { documents: [UNKNOWN_ID] })).toMatchObject({ status: 400, body: { message: 'Invalid document ID' } });
    expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, newcomer.id))).toEqual([]);
  });
});

// spec rest-tutors.11 | D Tutor profile and verification | REST sends no revision and always wins | src/server/rest/wire/profile-editing.ts
test('PUT /api/tutors/profile ignores the revision, so that the last save wins', async () => {
  await send('PUT', '/profile', { bio: 'One' });
  const { status, body } = await send<{ tutor: Profile }>('PUT', '/profile', { bio: 'Two', revision: 0 });
  expect([status, body.tutor.bio]).toEqual([200, 'Two']);
});

describe('DELETE /api/tutors/profile', () => {
  // spec rest-tutors.12 | C §7, R §4.5 36 | DELETE /api/tutors/profile | src/server/rest/own-profile.ts
  test('cancels bookings, and the next read creates a new profile', async () => {
    const { tutor, subject, save, entry } = editor();
    await save({ bio: 'Mine', subjects: [entry()] });
    const booking = await aBooking(database.db, { tutor, subjectId: subject.id, status: 'confirmed' });
    expect(await send('DELETE', '/profile')).toMatchObject({
      status: 200,
      body: { success: true, message: 'Your tutor profile was deleted successfully' },
    });
    const [stored] = await database.db.select().from(bookings).where(eq(bookings.id, booking.id));
    expect(stored).toMatchObject({ status: 'cancelled', cancellationReason: 'Tutor is no longer available', tutorUserId: tutor.user.id });
    expect((await rest.get(`/api/tutors/${tutor.id}`)).status).toBe(404);
    expect(await send('DELETE', '/profile')).toMatchObject({ status: 404, body: { message: 'Tutor profile not found' } });
    const fresh = (await rest.get<Profile>('/api/tutors/profile', as)).body;
    expect([fresh.id === tutor.id, fresh.bio, fresh.subjects]).toEqual([false, '', []]);
  });
});

describe('POST /api/tutors/subjects', () => {
  // spec rest-tutors.13 | C §7, R §4.5 37, §6.4 | POST /api/tutors/subjects, with the variants of an entry | src/server/rest/own-profile.ts
  test('answers the bare entry as stored', async () => {
    const { subject, topics, entry } = editor();
    const { status, body } = await send<object>('POST', '/subjects', entry({ availability: weekOf(MORNING) }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      subject: { _id: subject.id, id: subject.id, name: subject.name },
      selectedTopics: topics.slice(0, 2).map(({ id, name }) => ({ _id: id, id, name })),
      teachingModes: BOTH_MODES,
      availability: WEEK,
    });
    expect(body).not.toHaveProperty('success');
    expect((await rest.get<Profile>('/api/tutors/profile', as)).body.subjects).toEqual([body]);
    expect(await send('POST', '/subjects', entry())).toMatchObject({
      status: 409,
      body: { message: 'Subject already added', code: 'tutor.subject_added' },
    });
  });

  test.each<[string, (of: ReturnType<typeof editor>) => object, object]>([
    [
      'the subject under its other name',
      ({ subject }) => ({ subjectId: subject.id }),
      { selectedTopics: [], teachingModes: [{}, {}], availability: [] },
    ],
    ['the subject as an id', ({ subject }) => ({ subject: subject.id }), { availability: [] }],
    [
      'topics by name, under their old key',
      ({ subject }) => ({ subject: { id: subject.id }, bestTopics: ['ALGEBRA', 'waves'] }),
      { selectedTopics: [{ name: 'Algebra' }, { name: 'Waves' }] },
    ],
    ['rates as they were once kept', ({ subject }) => ({ subject: subject.id, rates: { online: '1500' } }), { teachingModes: BOTH_MODES }],
    [
      'a week by its days',
      ({ subject }) => ({ subject: subject.id, availability: { monday: [{ start: '9:00', end: '12:00' }] } }),
      { availability: WEEK },
    ],
  ])('%s', async (_, input, entry) => {
    const { status, body } = await send('POST', '/subjects', input(editor()));
    expect({ status, body }).toMatchObject({ status: 201, body: entry });
  });

  // spec rest-tutors.13
  test.each<[object, string]>([
    [{ subject: UNKNOWN_ID }, 'Selected subject not found'],
    [{ subject: null }, 'Selected subject not found'],
    [{}, 'Selected subject not found'],
    [{ teachingModes: [{ type: 'online', rate: 'abc' }] }, 'Rate must be a number'],
    [{ teachingModes: [{ type: 'online', rate: -1 }] }, 'Rate cannot be negative'],
    [{ teachingModes: [{ type: 'online', rate: 1e12 }] }, 'Rate cannot be more than Rs. 1,00,000'],
    [{ availability: [{ day: 'Someday', slots: [] }] }, 'Invalid availability'],
    [{ availability: weekOf({ slots: [{ start: '09:00', end: '24:00' }] }) }, 'Please use HH:MM times'],
    [{ availability: weekOf({ slots: [{ start: '12:00', end: '09:00' }] }) }, 'Slot end must be later than its start'],
  ])('rejects %j: %s', async (invalid, message) => {
    const { subject } = editor();
    const input = 'subject' in invalid || Object.keys(invalid).length === 0 ? invalid : { subject: subject.id, ...invalid };
    expect(await send('POST', '/subjects', input)).toMatchObject({ status: 400, body: { success: false, message } });
  });
});

// spec rest-tutors.14 | C §7, R §4.5 38 | PATCH /api/tutors/subjects/{subjectId} | src/server/features/tutors/subjects.commands.ts
describe('PATCH /api/tutors/subjects/{subjectId}', () => {
  test('changes the keys that are sent and keeps the others', async () => {
    const { subject, topics, entry } = editor();
    const first = (await send<object>('POST', '/subjects', entry({ availability: weekOf(MORNING) }))).body;
    const path = `/subjects/${subject.id}`;
    const dearer = await send<object>('PATCH', path, { teachingModes: [{ type: 'individual', rate: '2500' }] });
    const teachingModes = [
      { type: 'online', enabled: false, rate: 0 },
      { type: 'home-visit', enabled: true, rate: 2500 },
    ];
    expect(dearer).toMatchObject({ status: 200, body: { ...first, teachingModes } });
    expect((await send('PATCH', path, { selectedTopics: [topics[5]?.id] })).body).toMatchObject({
      selectedTopics: [{ name: 'Waves' }],
      teachingModes,
    });
    expect((await send('PATCH', path, { rates: { online: 1500 } })).body).toMatchObject({ teachingModes: BOTH_MODES, availability: WEEK });
    expect((await send('PATCH', path, { availability: null, bestTopics: [] })).body).toMatchObject({ selectedTopics: [], availability: [] });
    expect((await send('PATCH', path, {})).body).toMatchObject({ selectedTopics: [], teachingModes: BOTH_MODES, availability: [] });
  });

  test('rejects what saving rejects, and keeps the entry', async () => {
    const { subject, topics, entry } = editor();
    const { body } = await send('POST', '/subjects', entry());
    expect(await send('PATCH', `/subjects/${subject.id}`, { selectedTopics: topics.map(({ id }) => id) })).toMatchObject({
      status: 400,
      body: { message: 'You can select maximum 5 topics per subject' },
    });
    expect((await rest.get<Profile>('/api/tutors/profile', as)).body.subjects).toEqual([body]);
  });
});

// spec rest-tutors.16 | C §7, R §4.5 40, §6.4 | PATCH /api/tutors/subjects/{subjectId}/availability | src/server/features/tutors/subjects.commands.ts
describe('PATCH /api/tutors/subjects/{subjectId}/availability', () => {
  test('replaces the week and answers it', async () => {
    const { subject, entry } = editor();
    await send('POST', '/subjects', entry());
    const path = `/subjects/${subject.id}/availability`;
    const message = 'Availability updated successfully';
    expect(await send('PATCH', path, { availability: weekOf(MORNING) })).toMatchObject({
      status: 200,
      body: { success: true, message, availability: WEEK },
    });
    expect(await send('PATCH', path, { availability: weekOf() })).toMatchObject({
      status: 200,
      body: { success: true, message, availability: [] },
    });
  });

  test.each([[{}], [{ availability: null }], [{ availability: 'always' }], [{ availability: [{ day: 'Someday', slots: [] }] }]])(
    'rejects %j',
    async (body) => {
      const { subject, entry } = editor();
      await send('POST', '/subjects', entry({ availability: weekOf(MORNING) }));
      const answer = await send('PATCH', `/subjects/${subject.id}/availability`, body);
      expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid availability' } });
      expect((await rest.get<Profile>('/api/tutors/profile', as)).body.subjects).toMatchObject([{ availability: WEEK }]);
    },
  );
});

describe('DELETE /api/tutors/subjects/{subjectId}', () => {
  // spec rest-tutors.15 | C §7, R §4.5 39 | DELETE /api/tutors/subjects/{subjectId} | src/server/features/tutors/subjects.commands.ts
  test('removes the subject and answers 404 the second time', async () => {
    const { subject, entry } = editor();
    await send('POST', '/subjects', entry());
    expect(await send('DELETE', `/subjects/${subject.id}`)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Subject removed successfully' },
    });
    expect(await send('DELETE', `/subjects/${subject.id}`)).toMatchObject({ status: 404, body: NOT_FOUND });
  });
});

// spec rest-tutors.15
test.each([UNKNOWN_ID, ...MALFORMED_IDS])('the subject %j answers 404', async (id) => {
  const path = `/subjects/${id}`;
  for (const [method, at, body] of [
    ['PATCH', path, {}],
    ['DELETE', path, undefined],
    ['PATCH', `${path}/availability`, { availability: [] }],
  ] as const) {
    expect(await send(method, at, body)).toMatchObject({ status: 404, body: NOT_FOUND });
  }
});

// spec rest-tutors.18 | C §7, R §4.5 41, §6.5 | PATCH /api/tutors/vacation-mode: vacationMode or enabled, also as text, else toggle |
//   src/server/rest/wire/profile-editing.ts
describe('PATCH /api/tutors/vacation-mode', () => {
  const ON = 'Vacation mode enabled successfully! You are now unavailable for new bookings.';
  const OFF = 'Vacation mode disabled successfully! You are now available for new bookings.';
  const set = (body?: unknown) => send<{ vacationMode: boolean; message: string }>('PATCH', '/vacation-mode', body);

  test.each([{ vacationMode: true }, { enabled: true }, { vacationMode: 'true' }, { enabled: ' TRUE ' }, { vacationMode: 'rubbish', enabled: true }])(
    'turns it on for %j',
    async (body) => {
      for (const _ of [1, 2]) {
        const answer = await set(body);
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({ success: true, message: ON, vacationMode: true, tutor: { _id: editor().tutor.id, vacationMode: true } });
      }
    },
  );

  test.each([{ vacationMode: false }, { enabled: 'false' }, { vacationMode: null, enabled: false }])('turns it off for %j', async (body) => {
    await set({ enabled: true });
    for (const _ of [1, 2]) expect((await set(body)).body).toMatchObject({ success: true, message: OFF, vacationMode: false });
  });

  test.each([[undefined], [{}], [{ vacationMode: null }], [{ enabled: '' }], [{ vacationMode: 'rubbish' }], [{ enabled: 1 }]])(
    'toggles it for %j',
    async (body) => {
      expect((await set(body)).body).toMatchObject({ message: ON, vacationMode: true });
      expect((await set(body)).body).toMatchObject({ message: OFF, vacationMode: false });
    },
  );
});

describe("the tutor's own area", () => {
  const CALLS = [
    ['POST', '', 'Only tutors can update tutor profiles'],
    ['DELETE', '/profile', 'Only tutors can delete tutor profiles'],
    ['POST', '/subjects', 'Only tutors can manage subjects'],
    ['PATCH', `/subjects/${UNKNOWN_ID}`, 'Only tutors can manage subjects'],
    ['DELETE', `/subjects/${UNKNOWN_ID}`, 'Only tutors can manage subjects'],
    ['PATCH', `/subjects/${UNKNOWN_ID}/availability`, 'Only tutors can manage availability'],
    ['PATCH', '/vacation-mode', 'Only tutors can change vacation mode'],
  ] as const;

  // spec roles.8 | P §6 Tutor, Admin | Documents, subjects, vacation, days off and posts are for tutors, verification for admins |
  //   src/server/core/trpc.ts
  test.each(CALLS)('%s /api/tutors%s requires a tutor', async (method, path, message) => {
    const input = { subject: UNKNOWN_ID, availability: [] };
    expect(await rest.call(method, `/api/tutors${path}`, { body: input })).toMatchObject({ status: 401, body: AUTHENTICATION_REQUIRED });
    for (const person of [await aStudent(database.db), await anAdmin(database.db)]) {
      as = await rest.tokenOf(person);
      expect(await send(method, path, input)).toMatchObject({ status: 403, body: { success: false, message, code: 'auth.role' } });
    }
  });
});
