import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { subjects } from '#db/schema/catalogue.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aSubject } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { aCompleteProfile, aFullEntry, aNewcomer } from '#tests/support/profiles.ts';

const database = useDatabase();
const CHANGED = { code: 'CONFLICT', message: 'This profile was changed in another tab' };

describe('a profile that is open in two tabs', () => {
  // spec profile.29 | D Tutor profile and verification | A saving carries the revision it was loaded with; an older one is 409, and nothing typed is
  //   lost | src/server/features/tutors/profile.commands.ts
  test('is saved by the first; the second gets a conflict, and nothing of it is written', async () => {
    const { user, caller } = await aNewcomer(database);
    const input = await aCompleteProfile(database.db, user);
    const { revision } = await caller.tutors.own();
    const first = (await caller.tutors.saveProfile({ ...input, revision })).tutor;
    expect(first.revision).toBe(revision + 1);

    const entry = await aFullEntry(database.db);
    const late = caller.tutors.saveProfile({ bio: 'Mine', education: [], subjects: [entry], documents: [], revision });
    await expect(late).rejects.toMatchObject(CHANGED);
    expect(await caller.tutors.own()).toEqual(first);
    expect((await caller.tutors.saveProfile({ bio: 'Mine', revision: first.revision })).tutor).toMatchObject({ bio: 'Mine', revision: 2 });
  });

  // spec profile.29
  test('and saved by both at once, is saved by one of them, whole', async () => {
    const { user, caller } = await aNewcomer(database);
    for (const round of [0, 1, 2, 3]) {
      const { revision } = await caller.tutors.own();
      const tabs = [await aCompleteProfile(database.db, user, 2), await aCompleteProfile(database.db, user, 3)].map((input, index) => ({
        ...input,
        bio: `Round ${round}, tab ${index}`,
        revision,
      }));
      const answers = await Promise.allSettled(tabs.map((tab) => caller.tutors.saveProfile(tab)));
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      expect(refused).toMatchObject([CHANGED]);
      const stored = await caller.tutors.own();
      const winner = tabs[answers.findIndex(({ status }) => status === 'fulfilled')];
      expect(stored).toMatchObject({ bio: winner?.bio, revision: revision + 1 });
      expect(stored.subjects.map(({ subject }) => subject.id)).toEqual(winner?.subjects.map(({ subject }) => subject));
    }
    expect(await findWrongListings(database)).toEqual([]);
  });

  // spec profile.29
  test('is changed by what happens to its subjects, too', async () => {
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db);
    const revisions: number[] = [];
    const note = async () => revisions.push((await caller.tutors.own()).revision);
    await note();
    await caller.tutors.addSubject(entry);
    await note();
    await caller.tutors.updateSubject({ subjectId: entry.subject, selectedTopics: [] });
    await note();
    await caller.tutors.setAvailability({ subjectId: entry.subject, availability: [] });
    await note();
    await expect(caller.tutors.saveProfile({ bio: 'Late', revision: 2 })).rejects.toMatchObject(CHANGED);
    await caller.tutors.removeSubject({ subjectId: entry.subject });
    await note();
    expect(revisions).toEqual([0, 1, 2, 3, 4]);
  });

  // spec profile.29
  test('is not changed by a call that is refused, nor by vacation', async () => {
    const { caller } = await aNewcomer(database);
    await caller.tutors.saveProfile({ bio: 'Hello' });
    await expect(caller.tutors.saveProfile({ documents: ['no-such-id'] })).rejects.toMatchObject({ message: 'Invalid document ID' });
    const { tutor } = await caller.tutors.setVacation({ vacationMode: true });
    expect(tutor.revision).toBe(1);
  });

  // spec delete-profile.6
  test('deleted and made anew, is no longer the one that the other tab has loaded', async () => {
    const { caller } = await aNewcomer(database);
    for (const bio of ['One', 'Two', 'Three']) await caller.tutors.saveProfile({ bio });
    const { revision } = await caller.tutors.own();
    await caller.tutors.deleteProfile();
    await expect(caller.tutors.saveProfile({ bio: 'Old', revision })).rejects.toMatchObject(CHANGED);
  });
});

// spec rest-tutors.11
test('a save without a revision always succeeds', async () => {
  const { caller } = await aNewcomer(database);
  await Promise.all(Array.from({ length: 6 }, (_, index) => caller.tutors.saveProfile({ bio: `Saving ${index}` })));
  expect((await caller.tutors.own()).revision).toBe(6);
});

// spec rest-tutors.11
test('the revision is shown to nobody but the tutor, not even to admins', async () => {
  const { user, caller } = await aNewcomer(database);
  const { tutor } = await caller.tutors.saveProfile(await aCompleteProfile(database.db, user));
  expect((await callerAs(database, null).tutors.byId({ id: tutor.id })).revision).toBe(0);
  expect((await callerAs(database, await anAdmin(database.db)).tutors.byId({ id: tutor.id })).revision).toBe(0);
  expect((await caller.tutors.byId({ id: tutor.id })).revision).toBe(1);
});

// spec profile.33 | S3, R §4.5 35 | A subject that is deactivated meanwhile: kept where it stands, refused where it is new, said at the subject |
//   src/server/features/tutors/profile-parts.queries.ts
describe('a subject that is deactivated while the editor is open', () => {
  test('and is on the profile already, is saved with it', async () => {
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db);
    const { revision } = (await caller.tutors.saveProfile({ subjects: [entry] })).tutor;
    await database.db.update(subjects).set({ isActive: false }).where(eq(subjects.id, entry.subject));
    const { tutor } = await caller.tutors.saveProfile({ bio: 'Still here', subjects: [entry], revision });
    expect(tutor.subjects).toMatchObject([{ subject: { id: entry.subject, isActive: false }, selectedTopics: { length: 5 } }]);
  });

  test('and is new to the profile, is refused, and nothing is written', async () => {
    const { caller } = await aNewcomer(database);
    const { id } = await aSubject(database.db, { isActive: false });
    const before = (await caller.tutors.saveProfile({ bio: 'Before' })).tutor;
    const entry = { subject: id, selectedTopics: [], teachingModes: [], availability: [] };
    const saving = caller.tutors.saveProfile({ bio: 'After', subjects: [entry], revision: before.revision });
    await expect(saving).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Selected subject not found' });
    expect(await caller.tutors.own()).toEqual(before);
  });
});

// spec rest-tutors.10
describe('tutors.createProfile', () => {
  test('makes a profile of what was sent, and says whether it is new', async () => {
    const { user, caller } = await aNewcomer(database);
    const input = await aCompleteProfile(database.db, user);
    const created = await caller.tutors.createProfile(input);
    expect(created).toMatchObject({ isNew: true, tutor: { bio: input.bio, verificationStatus: 'pending', revision: 1 } });
    const repeated = await caller.tutors.createProfile({ bio: 'Another' });
    expect(repeated).toMatchObject({ isNew: false, tutor: { id: created.tutor.id, bio: 'Another', revision: 2 } });
    expect(repeated.tutor.subjects).toEqual(created.tutor.subjects);
  });

  test('of nothing makes an empty one, and changes none that there is', async () => {
    const { user, caller } = await aNewcomer(database);
    expect(await caller.tutors.createProfile({})).toMatchObject({ isNew: true, tutor: { phone: user.phone, bio: '', revision: 0 } });
    const { tutor } = await caller.tutors.saveProfile({ bio: 'Hello' });
    expect(await caller.tutors.createProfile({})).toEqual({ isNew: false, tutor });
  });

  test('twice at once makes one', async () => {
    const { user, caller } = await aNewcomer(database);
    const answers = await Promise.all([1, 2, 3, 4].map((index) => caller.tutors.createProfile({ bio: `Tab ${index}` })));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, user.id))).toHaveLength(1);
  });
});
