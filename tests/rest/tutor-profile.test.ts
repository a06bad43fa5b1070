import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { UNKNOWN_ID, useRest } from './app.ts';
import { useProfileEditor, weekOf } from './profile-editor.ts';

const database = useDatabase();
const editor = useProfileEditor(database, useRest(database));

describe('PUT /api/tutors/profile', () => {
  // spec rest-tutors.8 | C §7 | PUT /api/tutors/profile | src/server/rest/tutors.ts
  test('saves all that a client sends, with seven empty days, as a draft', async () => {
    const { tutor, subject, topics, wholeProfile: completeProfile, save, stored } = editor();
    const { status, body } = await save(completeProfile());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: 'Profile draft saved successfully! Complete all sections to submit for review.',
      tutor: {
        _id: tutor.id,
        phone: '0712345678',
        bio: 'Twelve years of teaching.',
        gender: 'Female',
        socialMedia: { instagram: 'teaches', youtube: '', facebook: '', linkedin: '' },
        teachingMediums: ['english', 'tamil'],
        education: [{ degree: 'BSc', institution: 'University of Colombo', year: 2012 }],
        experience: [{ title: 'Teacher', company: 'Royal College', duration: '2015 - 2020', description: 'Taught physics.' }],
        availableLocations: 'Colombo, Kandy',
        verificationStatus: 'not_started',
      },
    });
    expect(body.tutor.subjects).toMatchObject([
      {
        subject: { _id: subject.id },
        selectedTopics: topics.slice(0, 2).map(({ id, name }) => ({ _id: id, id, name })),
        teachingModes: [
          { type: 'online', enabled: true, rate: 1500 },
          { type: 'home-visit', enabled: false, rate: 0 },
        ],
        availability: [],
      },
    ]);
    expect(await stored()).toEqual(body.tutor);
  });

  test('submits a complete profile and notifies every admin once', async () => {
    const { tutor, entry, wholeProfile: completeProfile, save } = editor();
    const admin = await anAdmin(database.db);
    const upload = await anUpload(database.db, tutor.user);
    const complete = completeProfile({
      subjects: [entry({ availability: weekOf({ slots: [{ start: '9:00', end: '12:00' }] }) })],
      documents: [{ id: upload.id, url: 'http://elsewhere.test/whatever' }],
    });
    for (const _ of [1, 2]) {
      const { body } = await save(complete);
      expect(body).toMatchObject({
        message: 'Profile updated successfully! Your profile is now complete and submitted for admin review.',
        tutor: { verificationStatus: 'pending', subjects: [{ availability: [{ day: 'Monday', slots: [{ start: '09:00', end: '12:00' }] }] }] },
      });
    }
    const notified = await selectNotifications(database, admin.id);
    expect(notified.map(({ title }) => title)).toEqual(['Tutor Profile Submitted']);
  });

  // spec rest-tutors.9 | R §8 | PATCH /api/tutors/profile, the same | src/server/rest/tutors.ts
  test('keeps the value of an absent key, also by PATCH', async () => {
    const { subject, wholeProfile: completeProfile, save } = editor();
    await save(completeProfile());
    const { body } = await save({ bio: 'Only this', unknown: { keys: 'are ignored' } }, 'PATCH');
    expect(body.tutor).toMatchObject({ bio: 'Only this', phone: '0712345678', gender: 'Female', subjects: [{ subject: { id: subject.id } }] });
    expect((await save({})).body.tutor).toMatchObject({ bio: 'Only this' });
    expect((await save('')).body.tutor).toMatchObject({ bio: 'Only this' });
  });

  test('clears fields that are empty or null', async () => {
    const { wholeProfile: completeProfile, save } = editor();
    await save(completeProfile());
    const nothing = {
      phone: '',
      bio: null,
      socialMedia: null,
      teachingMediums: [],
      education: null,
      experience: [],
      subjects: [],
      availableLocations: '',
    };
    expect((await save(nothing)).body.tutor).toMatchObject({
      phone: '',
      bio: '',
      socialMedia: { instagram: '', youtube: '', facebook: '', linkedin: '' },
      teachingMediums: [],
      education: [],
      experience: [],
      subjects: [],
      availableLocations: '',
    });
  });

  // spec entities.10 | P §3 | Topics may arrive as plain strings | src/server/rest/wire/profile-editing.ts
  test('accepts subjects and topics in every form that clients send', async () => {
    const { subject, topics, entry, save } = editor();
    const { body: saved } = await save({ subjects: [entry()] });
    const [first, other] = topics;
    const forms = [
      { subject: subject.id, selectedTopics: topics.slice(0, 2) },
      { subject: { id: subject.id }, selectedTopics: [{ _id: first?.id }, { id: other?.id, name: 'any' }] },
      { subjectId: subject.id, selectedTopics: ['ALGEBRA', ' calculus '] },
      { subject: subject.id, selectedTopics: undefined, bestTopics: ['Algebra', other?.id] },
      { subject: subject.id, selectedTopics: [first?.id, 'Algebra', first, other?.id, 'Nothing like it', UNKNOWN_ID, 7, null, {}] },
    ];
    for (const form of forms) {
      const { status, body } = await save({ subjects: [{ ...entry(), subject: undefined, ...form }] });
      expect(status).toBe(200);
      expect(body.tutor.subjects).toEqual(saved.tutor.subjects);
    }
    expect((await save({ subjects: [entry({ selectedTopics: 'Algebra' })] })).body.tutor.subjects[0]?.selectedTopics).toMatchObject([
      { name: 'Algebra' },
    ]);
  });

  // spec entities.11 | P §3 | Legacy rates become modes | src/server/rest/wire/profile-editing.ts
  test.each([
    [
      'modes by other names, the last of two counts',
      {
        teachingModes: [
          { type: 'online', rate: 5 },
          { type: 'ONLINE', rate: '1500' },
          { type: 'home_visit', enabled: 'true', rate: '2000.50' },
        ],
      },
    ],
    [
      'modes as clients of old name them',
      {
        teachingModes: [
          { type: 'online', rate: 1500 },
          { type: 'individual', enabled: true, rate: 2000.5 },
        ],
      },
    ],
    ['rates as they were once kept', { teachingModes: undefined, rates: { online: 1500, individual: '2000.50' } }],
  ])('accepts %s', async (_, form) => {
    const { entry, save } = editor();
    const { body } = await save({ subjects: [entry(form)] });
    expect(body.tutor.subjects[0]?.teachingModes).toEqual([
      { type: 'online', enabled: true, rate: 1500 },
      { type: 'home-visit', enabled: true, rate: 2000.5 },
    ]);
  });

  test('adds a disabled mode where there is none, and keeps an old group mode', async () => {
    const { entry, save } = editor();
    const { body } = await save({ subjects: [entry({ teachingModes: undefined, rates: { online: null, group: 900 } })] });
    expect(body.tutor.subjects[0]?.teachingModes).toEqual([
      { type: 'online', enabled: false, rate: 0 },
      { type: 'home-visit', enabled: false, rate: 0 },
      { type: 'group', enabled: true, rate: 900 },
    ]);
    expect((await save({ subjects: [entry({ teachingModes: null, availability: null })] })).body.tutor.subjects[0]).toMatchObject({
      teachingModes: [{ enabled: false }, { enabled: false }],
      availability: [],
    });
  });

  test.each([
    [
      'keyed by day',
      {
        monday: [
          { start: '9:00', end: '10:00' },
          { start: '10:00', end: '23:59' },
        ],
        SUNDAY: [],
      },
    ],
    [
      'with a day twice',
      [
        { day: 'MONDAY', slots: [{ start: '10:00', end: '23:59' }] },
        { day: 'monday', slots: [{ start: '09:00', end: '10:00' }] },
      ],
    ],
  ])('accepts a week %s', async (_, availability) => {
    const { entry, save } = editor();
    const { body } = await save({ subjects: [entry({ availability })] });
    expect(body.tutor.subjects[0]?.availability).toEqual([
      {
        day: 'Monday',
        slots: [
          { start: '09:00', end: '10:00' },
          { start: '10:00', end: '23:59' },
        ],
      },
    ]);
  });

  // spec validation.35
  test('accepts documents by id, by URL and bare, and keeps them without the key', async () => {
    const { tutor, save } = editor();
    const uploads = [await anUpload(database.db, tutor.user), await anUpload(database.db, tutor.user), await anUpload(database.db, tutor.user)];
    const [first, second, third] = uploads;
    const url = `http://vidya.test/files/${second?.path}?expires=1&signature=old`;
    const { status, body } = await save({ documents: [{ id: first?.id, url: 'ignored' }, { id: url, url }, `/files/${third?.path}`] });
    expect(status).toBe(200);
    expect(body.tutor.documents.map(({ id }) => id)).toEqual(uploads.map(({ id }) => id));
    const returned = body.tutor.documents.map(({ url }) => ({ url }));
    expect((await save({ documents: returned })).body.tutor.documents).toHaveLength(3);
    expect((await save({ bio: 'Same' })).body.tutor.documents).toHaveLength(3);
    expect((await save({ documents: [] })).body.tutor.documents).toEqual([]);
  });
});
