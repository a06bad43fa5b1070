import { beforeEach, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aUser, type User } from '#tests/support/factories.ts';
import { anUpload } from '#tests/support/profiles.ts';
import { selectNotifications } from '#tests/support/selects.ts';
import { useRest } from './app.ts';
import { educationEntry, type ProfileEditor, useProfileEditor, weekOf } from './profile-editor.ts';

const database = useDatabase();
const rest = useRest(database);
const editor = useProfileEditor(database, rest);

// spec s7-checks.9 | R §10 9 | 9. The full payload of a client, in its spellings | src/server/rest/wire/profile-editing.ts
describe('acceptance check 9: the full payload of a client', () => {
  test('saves seven empty days, the subject as an object and topics as ids, and answers the tutor', async () => {
    const { save, wholeProfile: completeProfile, subject } = editor();
    const { status, body } = await save(completeProfile());
    expect(status).toBe(200);
    expect(body.tutor).toMatchObject({
      _id: editor().tutor.id,
      bio: 'Twelve years of teaching.',
      education: [{ year: 2012 }],
      teachingMediums: ['english', 'tamil'],
      subjects: [{ subject: { _id: subject.id }, selectedTopics: [{ name: 'Algebra' }, { name: 'Calculus' }], availability: [] }],
    });
  });

  test('gives the same result for topics as objects and the subject as an id', async () => {
    const { save, wholeProfile: completeProfile, entry, subject, topics } = editor();
    const { updatedAt: _, ...asIds } = (await save(completeProfile())).body.tutor as object & { updatedAt?: string };
    const selectedTopics = topics.slice(0, 2).map(({ id, name }) => ({ _id: id, name, description: 'echoed' }));
    const saved = await save(completeProfile({ subjects: [entry({ subject: subject.id, selectedTopics })] }));
    expect(saved.status).toBe(200);
    expect(saved.body.tutor).toMatchObject(asIds);
  });

  test('converts legacy rates', async () => {
    const { save, wholeProfile: completeProfile, entry } = editor();
    const rates = { online: '1500', individual: 2500, group: 0 };
    const { body } = await save(completeProfile({ subjects: [entry({ teachingModes: undefined, rates })] }));
    expect(body.tutor.subjects[0]?.teachingModes).toEqual([
      { type: 'online', enabled: true, rate: 1500 },
      { type: 'home-visit', enabled: true, rate: 2500 },
      { type: 'group', enabled: false, rate: 0 },
    ]);
  });
});

// spec s7-checks.10 | R §10 10 | 10. What a profile cannot hold | src/shared/contracts/tutors.ts
describe('acceptance check 10: invalid profiles', () => {
  const MORNING = ['08:00', '09:00', '10:00', '11:00'].map((start, index) => ({ start, end: `${String(index + 9).padStart(2, '0')}:00` }));
  const OVERLAPPING = [
    { start: '09:00', end: '11:00' },
    { start: '10:30', end: '12:00' },
  ];
  const rated = (rate: unknown) => [{ type: 'online', enabled: true, rate }];
  const inEntry = (overrides: (of: ProfileEditor) => object) => (of: ProfileEditor) => ({ subjects: [of.entry(overrides(of))] });
  const TOO_MANY = 'You can only add 0 more image(s). Maximum 5 images allowed total.';

  const INVALID: readonly [string, (of: ProfileEditor) => object | Promise<object>, string][] = [
    ['six topics', inEntry(({ topics }) => ({ selectedTopics: topics.map(({ id }) => id) })), 'You can select maximum 5 topics per subject'],
    ['four slots', inEntry(() => ({ availability: weekOf({ slots: MORNING }) })), 'Maximum 3 time slots allowed per day'],
    ['overlapping slots', inEntry(() => ({ availability: weekOf({ slots: OVERLAPPING }) })), 'Time slots on the same day must not overlap'],
    ['501 characters of bio', () => ({ bio: 'x'.repeat(501) }), 'Bio cannot be longer than 500 characters'],
    ['101 characters of locations', () => ({ availableLocations: 'x'.repeat(101) }), 'Locations cannot be longer than 100 characters'],
    ['a rate of -1', inEntry(() => ({ teachingModes: rated(-1) })), 'Rate cannot be negative'],
    ['a rate of 100,001', inEntry(() => ({ teachingModes: rated(100_001) })), 'Rate cannot be more than Rs. 1,00,000'],
    ['a rate of abc', inEntry(() => ({ teachingModes: rated('abc') })), 'Rate must be a number'],
    ['the year 1899', () => ({ education: [educationEntry({ year: 1899 })] }), 'Please enter a valid year'],
    [
      'six documents',
      async ({ tutor }) => {
        const documents: { id: string; url: string }[] = [];
        for (let index = 0; index < 6; index += 1) documents.push({ id: (await anUpload(database.db, tutor.user)).id, url: '' });
        return { documents };
      },
      TOO_MANY,
    ],
    [
      "another user's document",
      async () => {
        const { id, path } = await anUpload(database.db, await aUser(database.db, { role: 'tutor' }));
        return { documents: [{ id, url: `/files/${path}` }] };
      },
      'Invalid document ID',
    ],
  ];

  test.each(INVALID)('%s answers 400', async (_, invalid, message) => {
    const before = await editor().stored();
    const { status, body } = await editor().save(editor().wholeProfile(await invalid(editor())));
    expect({ status, body }).toMatchObject({ status: 400, body: { success: false, message } });
    expect(await editor().stored()).toEqual(before);
  });
});

// spec s7-checks.11 | R §10 11 | 11. Verification | src/server/features/verification/verification.commands.ts
describe('acceptance check 11: verification', () => {
  const SUBMITTED = 'Profile updated successfully! Your profile is now complete and submitted for admin review.';
  const CHECKS = ['documents', 'education', 'experience', 'background', 'interview'];
  const SLOT = { slots: [{ start: '09:00', end: '12:00' }] };
  let admin: User;
  let adminToken: string;
  let id: string;

  beforeEach(async () => {
    admin = await anAdmin(database.db);
    adminToken = await rest.tokenOf(admin);
    id = editor().tutor.id;
  });

  type Decided = { message: string; tutor: { isVerified: boolean; verificationStatus: string } };
  const decide = (call: string, body?: unknown, method = 'PATCH') =>
    rest.call<Decided>(method, `/api/admin/tutors/${id}/${call}`, { as: adminToken, body });
  const noticesOf = async (user: User) => (await selectNotifications(database, user.id)).map(({ kind }) => kind);
  async function complete() {
    const { save, wholeProfile: completeProfile, entry, tutor } = editor();
    const documents = [{ id: (await anUpload(database.db, tutor.user)).id }];
    return save(completeProfile({ documents, subjects: [entry({ availability: weekOf(SLOT) })] }));
  }

  test('a complete profile becomes pending and notifies admins once', async () => {
    const { body } = await complete();
    expect(body).toMatchObject({ message: SUBMITTED, tutor: { verificationStatus: 'pending', isVerified: false } });
    expect((await editor().save({ bio: 'Thirteen years of teaching.' })).body.message).toBe(SUBMITTED);
    expect(await noticesOf(admin)).toEqual(['profile.to_review']);
    expect(await noticesOf(editor().tutor.user)).toEqual(['profile.submitted']);
  });

  test('approving verifies the profile and notifies the tutor, and a later save keeps it verified', async () => {
    await complete();
    expect(await decide('approve', {})).toMatchObject({
      status: 200,
      body: { success: true, tutor: { isVerified: true, verificationStatus: 'approved' } },
    });
    expect(await noticesOf(editor().tutor.user)).toEqual(['profile.submitted', 'profile.verified']);
    for (const change of [{ bio: 'Longer.' }, { bio: '' }]) {
      const { body } = await editor().save(change);
      expect(body).toMatchObject({ message: 'Profile updated successfully!', tutor: { isVerified: true } });
    }
  });

  test.each(CHECKS)('approving with %s unticked answers 400', async (unticked) => {
    await complete();
    const verificationChecks = Object.fromEntries(CHECKS.map((check) => [check, check !== unticked]));
    expect(await decide('approve', { verificationChecks })).toMatchObject({
      status: 400,
      body: { message: 'Please complete all verification checks before approving' },
    });
  });

  test('toggling a verified profile makes it pending', async () => {
    await complete();
    await decide('approve');
    expect((await decide('toggle-verification', {})).body).toMatchObject({ tutor: { isVerified: false, verificationStatus: 'pending' } });
    expect((await decide('toggle-verification', {})).body).toMatchObject({ tutor: { isVerified: true, verificationStatus: 'approved' } });
  });

  test.each([{}, { reason: '' }, { reason: '  \n' }, { reason: null }])('rejecting with %j answers 400', async (body) => {
    await complete();
    expect(await decide('reject', body)).toMatchObject({ status: 400, body: { message: 'Please provide a reason for rejection' } });
  });

  test('a reminder answers 409 for a complete profile, and a second time within the hour', async () => {
    const remind = () => decide('send-profile-reminder', {}, 'POST');
    expect(await remind()).toMatchObject({ status: 200, body: { success: true, message: 'Profile reminder sent successfully' } });
    expect(await remind()).toMatchObject({ status: 409, body: { message: 'A reminder was sent less than an hour ago' } });
    await complete();
    expect(await remind()).toMatchObject({ status: 409, body: { message: 'This profile is already complete' } });
  });
});
