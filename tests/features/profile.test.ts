import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { jobs } from '#db/schema/jobs.ts';
import { tutorProfiles, tutorSubjects } from '#db/schema/tutors.ts';
import type { SubjectEntryInput } from '#shared/contracts/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, aUser } from '#tests/support/factories.ts';
import { findWrongListings } from '#tests/support/listings.ts';
import { aCompleteProfile, aFullEntry, aNewcomer, anUpload } from '#tests/support/profiles.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
describe('tutors.saveProfile', () => {
  // spec entities.12 | P §3 | Education and experience entries | src/db/schema/tutors.ts
  test('a full profile of five subjects is stored, answered whole, and found by search at once', async () => {
    const { user, caller } = await aNewcomer(database);
    const input = await aCompleteProfile(database.db, user, 5);
    const { message, tutor } = await caller.tutors.saveProfile(input);

    expect(message).toBe('Profile updated successfully! Your profile is now complete and submitted for admin review.');
    const { subjects: entries, documents, ...fields } = input;
    expect(tutor).toMatchObject({ ...fields, verificationStatus: 'pending', documents: [{ id: documents[0] }] });
    expect(tutor.subjects.map(({ subject }) => subject.id)).toEqual(entries.map(({ subject }) => subject));
    for (const [index, entry] of entries.entries()) {
      const { selectedTopics, teachingModes, availability } = tutor.subjects[index] ?? {};
      expect(selectedTopics?.map(({ id }) => id)).toEqual(entry.selectedTopics);
      expect({ teachingModes, availability }).toEqual({ teachingModes: entry.teachingModes, availability: entry.availability });
    }
    expect(await caller.tutors.own()).toEqual(tutor);

    const findTutors = async (filters: { subject?: string; topic?: string }) =>
      (await callerAs(database, null).tutors.search(filters)).tutors.map(({ id }) => id);
    expect(await findTutors({ subject: tutor.subjects[4]?.subject.name })).toEqual([tutor.id]);
    expect(await findTutors({ subject: entries[0]?.subject, topic: entries[0]?.selectedTopics[4] })).toEqual([tutor.id]);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('takes the same number of statements for one subject as for five', async () => {
    const count = async (many: number) => {
      const { user } = await aNewcomer(database);
      const input = await aCompleteProfile(database.db, user, many);
      await callerAs(database, user).tutors.own();
      const { db, statements } = createRecordingDb(database);
      await callerAs({ db }, user).tutors.saveProfile(input);
      return statements.length;
    };
    const [small, large] = [await count(1), await count(5)];
    expect(large).toBe(small);
    expect(large).toBeLessThanOrEqual(40);
  });

  test('a key that is absent keeps its value, one that is present replaces the whole', async () => {
    const { user, caller } = await aNewcomer(database);
    const before = (await caller.tutors.saveProfile(await aCompleteProfile(database.db, user, 2))).tutor;
    const after = (await caller.tutors.saveProfile({ bio: 'Shorter.' })).tutor;
    expect(after).toEqual({ ...before, bio: 'Shorter.', revision: before.revision + 1 });
    expect((await caller.tutors.saveProfile({ bio: undefined, phone: undefined })).tutor).toEqual({ ...after, revision: after.revision + 1 });
    expect((await caller.tutors.saveProfile({})).tutor).toEqual({ ...after, revision: after.revision + 2 });

    const emptied = (await caller.tutors.saveProfile({ education: [], experience: [], documents: [], subjects: [], teachingMediums: [] })).tutor;
    expect(emptied).toMatchObject({ education: [], experience: [], documents: [], subjects: [], teachingMediums: [], bio: 'Shorter.' });
    const { tutors } = await callerAs(database, null).tutors.search({ subject: before.subjects[0]?.subject.name });
    expect(tutors).toEqual([]);
  });

  // spec validation.34 | D Tutor profile and verification | Profile: a draft never fails on a missing field, only on an invalid one |
  //   src/server/features/tutors/profile.commands.ts
  test('an incomplete one is a draft', async () => {
    const { caller } = await aNewcomer(database);
    const { message, tutor } = await caller.tutors.saveProfile({ phone: '', bio: '' });
    expect(message).toBe('Profile draft saved successfully! Complete all sections to submit for review.');
    expect(tutor).toMatchObject({ verificationStatus: 'not_started', phone: '', bio: '' });
  });

  test('entries change places, lose and gain parts, and those that stay keep their rows', async () => {
    const { caller } = await aNewcomer(database);
    const [first, second, third] = [await aFullEntry(database.db), await aFullEntry(database.db), await aFullEntry(database.db)];
    const { tutor } = await caller.tutors.saveProfile({ subjects: [first, second] });
    const rows = () => database.db.select().from(tutorSubjects).where(eq(tutorSubjects.tutorId, tutor.id)).orderBy(tutorSubjects.position);
    const before = await rows();

    const reordered: SubjectEntryInput = {
      ...second,
      selectedTopics: second.selectedTopics.toReversed(),
      teachingModes: [{ type: 'online', enabled: true, rate: 1800.25 }],
      availability: [{ day: 'Monday', slots: [{ start: '09:00', end: '11:00' }] }],
    };
    const after = (await caller.tutors.saveProfile({ subjects: [third, reordered, first] })).tutor;
    expect(after.subjects.map(({ subject }) => subject.id)).toEqual([third.subject, second.subject, first.subject]);
    expect(after.subjects[1]).toMatchObject({
      selectedTopics: reordered.selectedTopics.map((id) => ({ id })),
      teachingModes: [
        { type: 'online', enabled: true, rate: 1800.25 },
        { type: 'home-visit', enabled: false, rate: 0 },
      ],
      availability: reordered.availability,
    });
    expect(after.subjects[2]).toEqual(tutor.subjects[0]);
    const last = await rows();
    expect([last[2]?.id, last[1]?.id]).toEqual([before[0]?.id, before[1]?.id]);
  });

  test('saving what is there already writes no row of the parts', async () => {
    const { user, caller } = await aNewcomer(database);
    const input = await aCompleteProfile(database.db, user, 2);
    const { tutor } = await caller.tutors.saveProfile(input);
    const versions = () =>
      database.sql`
        select 'slot' as part, min(slot.xmin::text), max(slot.xmin::text), count(*) from tutor_slots slot join tutor_subjects entry on entry.id = tutor_subject_id where tutor_id = ${tutor.id}
        union all select 'mode', min(mode.xmin::text), max(mode.xmin::text), count(*) from tutor_modes mode join tutor_subjects entry on entry.id = tutor_subject_id where tutor_id = ${tutor.id}
        union all select 'topic', min(topic.xmin::text), max(topic.xmin::text), count(*) from tutor_subject_topics topic join tutor_subjects entry on entry.id = tutor_subject_id where tutor_id = ${tutor.id}
        union all select 'entry', min(xmin::text), max(xmin::text), count(*) from tutor_subjects where tutor_id = ${tutor.id}
        union all select 'education', min(xmin::text), max(xmin::text), count(*) from tutor_education where tutor_id = ${tutor.id}
        union all select 'document', min(xmin::text), max(xmin::text), count(*) from tutor_documents where tutor_id = ${tutor.id}`;
    const before = await versions();
    await caller.tutors.saveProfile(input);
    expect([...(await versions())]).toEqual([...before]);
  });

  test('a document that is taken off the profile is looked at again, and those that stay are not', async () => {
    const { user, caller } = await aNewcomer(database);
    const [document, dropped] = [await anUpload(database.db, user), await anUpload(database.db, user)];
    await caller.tutors.saveProfile({ documents: [document.id, dropped.id] });
    const planned = async () => JSON.stringify(await database.db.select().from(jobs).where(eq(jobs.kind, 'upload.sweep')));
    expect(await planned()).not.toContain(dropped.id);
    await caller.tutors.saveProfile({ documents: [document.id] });
    expect(await planned()).toContain(dropped.id);
    expect(await planned()).not.toContain(document.id);
  });

  test('concurrent savings of a profile leave one of them, whole', async () => {
    const { user, caller } = await aNewcomer(database);
    const inputs = [await aCompleteProfile(database.db, user, 2), await aCompleteProfile(database.db, user, 3)].map((input, index) => ({
      ...input,
      bio: `Saving ${index}`,
      documents: [],
    }));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => caller.tutors.saveProfile(inputs[index % 2] ?? {})));
    expect(answers).toHaveLength(12);
    const stored = await caller.tutors.own();
    const winner = inputs.find(({ bio }) => bio === stored.bio);
    expect(stored.subjects.map(({ subject }) => subject.id)).toEqual(winner?.subjects.map(({ subject }) => subject));
    expect(stored.subjects.map(({ selectedTopics }) => selectedTopics.map(({ id }) => id))).toEqual(
      winner?.subjects.map(({ selectedTopics }) => selectedTopics),
    );
    expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, user.id))).toHaveLength(1);
    expect(await findWrongListings(database)).toEqual([]);
  });

  test('a refused one leaves everything as it was', async () => {
    const { user, caller } = await aNewcomer(database);
    const before = (await caller.tutors.saveProfile(await aCompleteProfile(database.db, user))).tutor;
    const refused = caller.tutors.saveProfile({ bio: 'Other', education: [], documents: ['no-such-id'] });
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid document ID' });
    expect(await caller.tutors.own()).toEqual(before);
  });

  test('only tutors can', async () => {
    const forbidden = { code: 'FORBIDDEN', message: 'Only tutors can update tutor profiles' };
    const { db } = database;
    for (const person of [await aStudent(db), await anAdmin(db), await aUser(db, { role: null })]) {
      await expect(callerAs(database, person).tutors.saveProfile({ bio: 'x' })).rejects.toMatchObject(forbidden);
    }
    await expect(callerAs(database, null).tutors.saveProfile({ bio: 'x' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Authentication required',
    });
  });
});

test('the first saving of a tutor without a profile makes one', async () => {
  const { user, caller } = await aNewcomer(database);
  const { tutor } = await caller.tutors.saveProfile({ bio: 'Hello' });
  expect(tutor).toMatchObject({ user: { id: user.id }, bio: 'Hello', phone: user.phone });
});

test('a profile that a session of its own has is not that of another tutor', async () => {
  const other = await aTutor(database.db);
  await (await aNewcomer(database)).caller.tutors.saveProfile({ bio: 'Mine' });
  expect((await callerAs(database, other.user).tutors.own()).bio).toBe('Teaches.');
});
