import { beforeEach, describe, expect, test } from 'vitest';
import { UNKNOWN_ID, useRest } from '#tests/rest/app.ts';
import { type ApiClient, answerOf, apiClient, errorAnswer } from '#tests/support/api-client.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aSubject, aTopic, aTutor } from '#tests/support/factories.ts';
import { expectNoWrites } from '#tests/support/table-contents.ts';

const database = useDatabase();
const rest = useRest(database);

let api: ApiClient;
let subjectId: string;
let subject: string;
let topics: string[];
beforeEach(async () => {
  const tutor = await aTutor(database.db);
  subjectId = tutor.subjectId;
  subject = (await aSubject(database.db)).id;
  topics = [];
  for (let index = 0; index < 6; index += 1) topics.push((await aTopic(database.db, { subjectId: subject })).id);
  api = apiClient(rest, await rest.tokenOf(tutor.user));
});

type Slot = { start: string; end: string };
const monday = (...slots: [start: string, end: string][]) => [{ day: 'Monday' as const, slots: slots.map(([start, end]): Slot => ({ start, end })) }];
const FOUR = monday(['08:00', '09:00'], ['10:00', '11:00'], ['12:00', '13:00'], ['14:00', '15:00']);

type ErrorBody = [code: string, sentence: string, weeks: ReturnType<typeof monday>];
const WEEKS: ErrorBody[] = [
  ['tutor.too_many_slots', 'Maximum 3 time slots allowed per day', FOUR],
  ['tutor.slot_time', 'Please use HH:MM times', monday(['8 o’clock', '09:00'])],
  ['tutor.slot_order', 'Slot end must be later than its start', monday(['10:00', '10:00'])],
  ['tutor.slots_overlap', 'Time slots on the same day must not overlap', monday(['09:00', '11:00'], ['10:59', '12:00'])],
];
const apiError = (code: string, message: string) => ({ status: 400, body: expect.objectContaining({ success: false, code, message }) });

describe('a subject entry of a profile', () => {
  const entryOf = (availability: ReturnType<typeof monday>) => ({ subject, selectedTopics: [], teachingModes: [], availability });

  test.each(WEEKS)('is not added with a week that violates %s: %s', async (code, sentence, week) => {
    const answer = await expectNoWrites(database, () => api.POST('/api/tutors/subjects', { body: entryOf(week) }));
    expect(answerOf(answer)).toEqual(apiError(code, sentence));
  });

  test.each(WEEKS)('is not changed to a week that violates %s: %s', async (code, sentence, availability) => {
    const of = { params: { path: { subjectId } }, body: { availability } };
    expect(answerOf(await expectNoWrites(database, () => api.PATCH('/api/tutors/subjects/{subjectId}', of)))).toEqual(apiError(code, sentence));
    expect(answerOf(await expectNoWrites(database, () => api.PATCH('/api/tutors/subjects/{subjectId}/availability', of)))).toEqual(
      apiError(code, sentence),
    );
  });

  test('has five topics at most', async () => {
    const body = { ...entryOf([]), selectedTopics: topics };
    const answer = await expectNoWrites(database, () => api.POST('/api/tutors/subjects', { body }));
    expect(answerOf(answer)).toEqual(apiError('tutor.too_many_topics', 'You can select maximum 5 topics per subject'));
  });

  test('is answered as it is stored', async () => {
    const teachingModes = [{ type: 'online' as const, enabled: true, rate: 1500.5 }];
    const body = { ...entryOf(monday(['09:00', '11:00'])), selectedTopics: topics.slice(0, 5), teachingModes };
    const { data, response } = await api.POST('/api/tutors/subjects', { body });
    expect(response.status).toBe(201);
    expect(data?.selectedTopics.map(({ id }) => id)).toEqual(topics.slice(0, 5));
    expect(data?.teachingModes).toEqual([...teachingModes, { type: 'home-visit', enabled: false, rate: 0 }]);
    const { data: profile } = await api.GET('/api/tutors/profile');
    expect(profile?.subjects.find((entry) => entry.subject.id === subject)).toEqual(data);
  });
});

describe('a profile', () => {
  const SIX = Array.from({ length: 6 }, (_, index) => ({ id: `${UNKNOWN_ID.slice(0, -1)}${index}`, url: '' }));
  const entry = (more: object = {}) => ({ subject, selectedTopics: [], teachingModes: [], availability: [], ...more });
  type Profile = [code: string, sentence: string, body: () => object];
  const PROFILES: Profile[] = [
    [
      'tutor.education_year',
      'Please enter a valid year',
      () => ({ education: [{ degree: 'BSc', institution: 'University of Colombo', year: 2027 }] }),
    ],
    ['tutor.subject_unknown', 'Selected subject not found', () => ({ subjects: [entry({ subject: UNKNOWN_ID })] })],
    ['tutor.subject_twice', 'Subject already added', () => ({ subjects: [entry(), entry()] })],
    ['tutor.too_many_topics', 'You can select maximum 5 topics per subject', () => ({ subjects: [entry({ selectedTopics: topics })] })],
    ...WEEKS.map(([code, sentence, availability]): Profile => [code, sentence, () => ({ subjects: [entry({ availability })] })]),
    ['upload.too_many', 'You can only add 0 more image(s). Maximum 5 images allowed total.', () => ({ documents: SIX })],
    ['upload.unknown', 'Invalid document ID', () => ({ documents: [{ id: UNKNOWN_ID, url: '' }] })],
  ];

  test.each(PROFILES)('is not saved when it violates %s: %s', async (code, sentence, body) => {
    const input = { body: { bio: 'Changed.', ...body() } };
    const expected = apiError(code, sentence);
    expect(answerOf(await expectNoWrites(database, () => api.PUT('/api/tutors/profile', input)))).toEqual(expected);
    expect(answerOf(await expectNoWrites(database, () => api.PATCH('/api/tutors/profile', input)))).toEqual(expected);
    expect(answerOf(await expectNoWrites(database, () => api.POST('/api/tutors', input)))).toEqual(expected);
  });

  test('of a verified tutor stays verified, by PUT and by PATCH', async () => {
    const { user } = await aTutor(database.db, { isVerified: true, verificationStatus: 'approved' });
    const own = apiClient(rest, await rest.tokenOf(user));
    const answers = [
      await own.PUT('/api/tutors/profile', { body: { bio: 'One' } }),
      await own.PATCH('/api/tutors/profile', { body: { bio: 'Two' } }),
    ];
    const results = answers.map(({ data }) => [data?.message, data?.tutor.isVerified, data?.tutor.bio]);
    expect(results).toEqual(['One', 'Two'].map((bio) => ['Profile updated successfully!', true, bio]));
  });
});

describe('a deleted profile', () => {
  test('cannot be deleted again', async () => {
    expect((await api.DELETE('/api/tutors/profile')).response.status).toBe(200);
    expect(answerOf(await api.DELETE('/api/tutors/profile'))).toEqual(errorAnswer(404, 'tutor.profile_not_found', 'Tutor profile not found'));
  });
});
