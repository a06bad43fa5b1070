import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { subjects } from '#db/schema/catalogue.ts';
import { notifications } from '#db/schema/notifications.ts';
import type { SubjectEntryInput } from '#shared/contracts/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { aCompleteProfile, aFullEntry, aNewcomer } from '#tests/support/profiles.ts';

const database = useDatabase();
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Selected subject not found' };
const MONDAY = [{ day: 'Monday' as const, slots: [{ start: '09:00', end: '12:00' }] }];

const findTutors = async (subject: string) => (await callerAs(database, null).tutors.search({ subject })).tutors.map(({ id }) => id);
const submissions = async (userId: string) =>
  database.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.kind, 'profile.to_review')));

// spec rest-tutors.13
describe('tutors.addSubject', () => {
  test('puts it after the others, answers it, and search finds it at once', async () => {
    const { user, caller } = await aNewcomer(database);
    const { tutor } = await caller.tutors.saveProfile({ ...(await aCompleteProfile(database.db, user, 2)) });
    const entry = await aFullEntry(database.db);
    expect(await findTutors(entry.subject)).toEqual([]);
    const added = await caller.tutors.addSubject(entry);
    expect(added).toMatchObject({
      subject: { id: entry.subject },
      selectedTopics: entry.selectedTopics.map((id) => ({ id })),
      teachingModes: entry.teachingModes,
      availability: entry.availability,
    });
    expect((await caller.tutors.own()).subjects).toEqual([...tutor.subjects, added]);
    expect(await findTutors(entry.subject)).toEqual([tutor.id]);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('a second time is refused, in whatever spelling', async () => {
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db);
    await caller.tutors.addSubject(entry);
    for (const subject of [entry.subject, entry.subject.toUpperCase()]) {
      const repeated = caller.tutors.addSubject({ ...entry, subject });
      await expect(repeated).rejects.toMatchObject({ code: 'CONFLICT', message: 'Subject already added' });
    }
  });

  test('twice at once adds it once', async () => {
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db);
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => caller.tutors.addSubject(entry)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await caller.tutors.own()).subjects).toHaveLength(1);
  });

  const slots = (...times: [string, string][]) => ({
    availability: [{ day: 'Monday' as const, slots: times.map(([start, end]) => ({ start, end })) }],
  });
  test.each<[Partial<SubjectEntryInput>, string]>([
    [{ subject: 'no-such-id' }, 'Selected subject not found'],
    [slots(['09:00', '24:00']), 'Please use HH:MM times'],
    [slots(['10:00', '09:00']), 'Slot end must be later than its start'],
    [slots(['09:00', '11:00'], ['10:00', '12:00']), 'Time slots on the same day must not overlap'],
    [slots(['08:00', '09:00'], ['10:00', '11:00'], ['12:00', '13:00'], ['14:00', '15:00']), 'Maximum 3 time slots allowed per day'],
  ])('%j is refused as in saving: %s', async (wrong, message) => {
    const { caller } = await aNewcomer(database);
    const adding = caller.tutors.addSubject({ ...(await aFullEntry(database.db)), ...wrong });
    await expect(adding).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    expect((await caller.tutors.own()).subjects).toEqual([]);
  });

  test('more than five topics are refused as in saving, and so are rates beyond the limits', async () => {
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db, 6);
    await expect(caller.tutors.addSubject(entry)).rejects.toMatchObject({ message: 'You can select maximum 5 topics per subject' });
    for (const [rate, message] of [
      [-1, 'Rate cannot be negative'],
      [1e12, 'Rate cannot be more than Rs. 1,00,000'],
    ] as const) {
      const adding = caller.tutors.addSubject({ ...entry, selectedTopics: [], teachingModes: [{ type: 'online', enabled: true, rate }] });
      await expect(adding).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ message }] } });
    }
  });
});

// spec rest-tutors.14
describe('tutors.updateSubject', () => {
  test('changes what was sent and keeps the rest', async () => {
    const { caller } = await aNewcomer(database);
    const [first, second] = [await aFullEntry(database.db), await aFullEntry(database.db)];
    const before = (await caller.tutors.saveProfile({ subjects: [first, second] })).tutor.subjects;
    const teachingModes = [{ type: 'online' as const, enabled: true, rate: 900.5 }];
    const changed = await caller.tutors.updateSubject({ subjectId: first.subject.toUpperCase(), teachingModes });
    expect(changed).toEqual({ ...before[0], teachingModes: [...teachingModes, { type: 'home-visit', enabled: false, rate: 0 }] });
    expect((await caller.tutors.own()).subjects).toEqual([changed, before[1]]);

    const fewer = await caller.tutors.updateSubject({ subjectId: first.subject, selectedTopics: first.selectedTopics.slice(3).toReversed() });
    expect(fewer.selectedTopics.map(({ id }) => id)).toEqual([first.selectedTopics[4], first.selectedTopics[3]]);
    expect(fewer.teachingModes).toEqual(changed.teachingModes);
  });

  test('works for one that was deactivated, which stays out of search', async () => {
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db);
    await caller.tutors.addSubject(entry);
    await database.db.update(subjects).set({ isActive: false }).where(eq(subjects.id, entry.subject));
    expect(await caller.tutors.updateSubject({ subjectId: entry.subject, availability: MONDAY })).toMatchObject({
      subject: { isActive: false },
      availability: MONDAY,
      selectedTopics: { length: 5 },
    });
    expect(await findTutors(entry.subject)).toEqual([]);
    expect(await findWrongListings(database)).toEqual([]);
  });
});

// spec rest-tutors.16
describe('tutors.setAvailability', () => {
  test('replaces the week, which is merged, sorted and answered', async () => {
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db);
    await caller.tutors.addSubject(entry);
    const week = [
      { day: 'Tuesday' as const, slots: [{ start: '9:00', end: '10:00' }] },
      { day: 'Monday' as const, slots: [{ start: '16:00', end: '17:00' }] },
      { day: 'Monday' as const, slots: [{ start: '08:00', end: '09:00' }] },
    ];
    expect(await caller.tutors.setAvailability({ subjectId: entry.subject, availability: week })).toEqual({
      message: 'Availability updated successfully',
      availability: [
        {
          day: 'Monday',
          slots: [
            { start: '08:00', end: '09:00' },
            { start: '16:00', end: '17:00' },
          ],
        },
        { day: 'Tuesday', slots: [{ start: '09:00', end: '10:00' }] },
      ],
    });
  });

  test('of no slots takes the tutor out of search, and of some puts them back', async () => {
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db);
    await caller.tutors.addSubject(entry);
    const { id } = await caller.tutors.own();
    await caller.tutors.setAvailability({ subjectId: entry.subject, availability: [] });
    expect(await findTutors(entry.subject)).toEqual([]);
    await caller.tutors.setAvailability({ subjectId: entry.subject, availability: MONDAY });
    expect(await findTutors(entry.subject)).toEqual([id]);
    expect(await findWrongListings(database)).toEqual([]);
  });
});

// spec rest-tutors.17 | R §4.5 40 | These recompute completeness as a saving does | src/server/features/tutors/profile.steps.ts
describe('the review of a profile', () => {
  test('begins once when its last missing subject comes, and ends when it goes', async () => {
    const admin = await anAdmin(database.db);
    const { user, caller } = await aNewcomer(database);
    const { subjects: entries, ...rest } = await aCompleteProfile(database.db, user);
    const [entry] = entries;
    if (!entry) throw new Error('a complete profile teaches something');
    await caller.tutors.saveProfile(rest);
    const status = async () => (await caller.tutors.own()).verificationStatus;
    expect(await status()).toBe('not_started');

    await caller.tutors.addSubject(entry);
    expect(await status()).toBe('pending');
    await caller.tutors.updateSubject({ subjectId: entry.subject, availability: MONDAY });
    expect(await submissions(admin.id)).toHaveLength(1);

    await caller.tutors.setAvailability({ subjectId: entry.subject, availability: [] });
    expect(await status()).toBe('not_started');
    await caller.tutors.setAvailability({ subjectId: entry.subject, availability: MONDAY });
    expect(await submissions(admin.id)).toHaveLength(2);
    await caller.tutors.removeSubject({ subjectId: entry.subject });
    expect(await status()).toBe('not_started');
  });

  test('is not begun again for who is verified, whatever goes', async () => {
    const tutor = await aTutor(database.db, { isVerified: true, verificationStatus: 'approved' });
    const caller = callerAs(database, tutor.user);
    expect(await caller.tutors.removeSubject({ subjectId: tutor.subjectId })).toEqual({ message: 'Subject removed successfully' });
    expect(await caller.tutors.own()).toMatchObject({ isVerified: true, verificationStatus: 'approved', subjects: [] });
    expect(await findTutors(tutor.subjectId)).toEqual([]);
    expect(await findWrongListings(database)).toEqual([]);
  });
});

// spec rest-tutors.15
test('a subject that is not on the profile is not found, be it unknown, malformed or of another tutor', async () => {
  const other = await aTutor(database.db);
  const { caller } = await aNewcomer(database);
  for (const subjectId of [other.subjectId, 'no-such-id', '', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40']) {
    await expect(caller.tutors.updateSubject({ subjectId, selectedTopics: [] })).rejects.toMatchObject(NOT_FOUND);
    await expect(caller.tutors.setAvailability({ subjectId, availability: [] })).rejects.toMatchObject(NOT_FOUND);
    await expect(caller.tutors.removeSubject({ subjectId })).rejects.toMatchObject(NOT_FOUND);
  }
  expect((await callerAs(database, other.user).tutors.own()).subjects).toHaveLength(1);
});

test('only tutors manage subjects', async () => {
  const caller = callerAs(database, await aStudent(database.db));
  const forbidden = { code: 'FORBIDDEN', message: 'Only tutors can manage subjects' };
  await expect(caller.tutors.addSubject({ subject: 'x' })).rejects.toMatchObject(forbidden);
  await expect(caller.tutors.removeSubject({ subjectId: 'x' })).rejects.toMatchObject(forbidden);
});
