import { TRPCError } from '@trpc/server';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { subjects, topics } from '#db/schema/catalogue.ts';
import { tutorDocuments, tutorModes, tutorProfiles, tutorSlots, tutorSubjects } from '#db/schema/tutors.ts';
import { answerOf } from '#server/core/failures.ts';
import type { SubjectEntryInput } from '#shared/contracts/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aSubject, aTopic, aTutor, aUser, unique } from '#tests/support/factories.ts';
import { listingsThatAreWrong } from '#tests/support/listings.ts';
import { aCompleteProfile, aFullEntry, anUpload } from '#tests/support/profiles.ts';
import { watched } from '#tests/support/statements.ts';

const database = useDatabase();
const PHOTO = { profileImage: '/files/photos/me.png' };

/** A tutor with an account only, and calls made as that person. */
async function aNewcomer() {
  const user = await aUser(database.db, { role: 'tutor', name: unique('Tutor'), ...PHOTO });
  return { user, caller: callerAs(database, user) };
}

const entryOf = (subject: string, overrides: Partial<SubjectEntryInput> = {}): SubjectEntryInput => ({
  subject,
  selectedTopics: [],
  teachingModes: [],
  availability: [],
  ...overrides,
});
const messageOf = async (failing: Promise<unknown>) => {
  const error = await failing.catch((thrown: unknown) => thrown);
  return error instanceof TRPCError ? answerOf(error).message : error;
};

describe('tutors.saveProfile', () => {
  test('a full profile of five subjects is stored, answered whole, and found by search at once', async () => {
    const { user, caller } = await aNewcomer();
    const input = await aCompleteProfile(database.db, user, 5);
    const { message, tutor } = await caller.tutors.saveProfile(input);

    expect(message).toBe('Profile updated successfully! Your profile is now complete and submitted for admin review.');
    const { subjects: entries, documents, ...fields } = input;
    expect(tutor).toMatchObject({ ...fields, verificationStatus: 'pending', documents: [{ id: documents[0] }] });
    expect(tutor.subjects.map(({ subject }) => subject.id)).toEqual(entries.map(({ subject }) => subject));
    for (const [nth, entry] of entries.entries()) {
      const { selectedTopics, teachingModes, availability } = tutor.subjects[nth] ?? {};
      expect(selectedTopics?.map(({ id }) => id)).toEqual(entry.selectedTopics);
      expect({ teachingModes, availability }).toEqual({ teachingModes: entry.teachingModes, availability: entry.availability });
    }
    expect(await caller.tutors.own()).toEqual(tutor);

    const found = async (filters: { subject?: string; topic?: string }) =>
      (await callerAs(database, null).tutors.search(filters)).tutors.map(({ id }) => id);
    expect(await found({ subject: tutor.subjects[4]?.subject.name })).toEqual([tutor.id]);
    expect(await found({ subject: entries[0]?.subject, topic: entries[0]?.selectedTopics[4] })).toEqual([tutor.id]);
    expect(await listingsThatAreWrong(database)).toEqual([]);
  });

  test('takes the same number of statements for one subject as for five', async () => {
    const count = async (many: number) => {
      const { user } = await aNewcomer();
      const input = await aCompleteProfile(database.db, user, many);
      await callerAs(database, user).tutors.own();
      const { db, statements } = watched(database);
      await callerAs({ db }, user).tutors.saveProfile(input);
      return statements.length;
    };
    const [small, large] = [await count(1), await count(5)];
    expect(large).toBe(small);
    expect(large).toBeLessThanOrEqual(40);
  });

  test('a key that is absent keeps its value, one that is present replaces the whole', async () => {
    const { user, caller } = await aNewcomer();
    const before = (await caller.tutors.saveProfile(await aCompleteProfile(database.db, user, 2))).tutor;
    const after = (await caller.tutors.saveProfile({ bio: 'Shorter.' })).tutor;
    expect(after).toEqual({ ...before, bio: 'Shorter.' });
    expect((await caller.tutors.saveProfile({ bio: undefined, phone: undefined })).tutor).toEqual(after);
    expect((await caller.tutors.saveProfile({})).tutor).toEqual(after);

    const emptied = (await caller.tutors.saveProfile({ education: [], experience: [], documents: [], subjects: [], teachingMediums: [] })).tutor;
    expect(emptied).toMatchObject({ education: [], experience: [], documents: [], subjects: [], teachingMediums: [], bio: 'Shorter.' });
    const { tutors } = await callerAs(database, null).tutors.search({ subject: before.subjects[0]?.subject.name });
    expect(tutors).toEqual([]);
  });

  test('an incomplete one is a draft', async () => {
    const { caller } = await aNewcomer();
    const { message, tutor } = await caller.tutors.saveProfile({ phone: '', bio: '' });
    expect(message).toBe('Profile draft saved successfully! Complete all sections to submit for review.');
    expect(tutor).toMatchObject({ verificationStatus: 'not_started', phone: '', bio: '' });
  });

  test('entries change places, lose and gain parts, and those that stay keep their rows', async () => {
    const { caller } = await aNewcomer();
    const [one, two, three] = [await aFullEntry(database.db), await aFullEntry(database.db), await aFullEntry(database.db)];
    const { tutor } = await caller.tutors.saveProfile({ subjects: [one, two] });
    const rows = () => database.db.select().from(tutorSubjects).where(eq(tutorSubjects.tutorId, tutor.id)).orderBy(tutorSubjects.position);
    const first = await rows();

    const turned: SubjectEntryInput = {
      ...two,
      selectedTopics: two.selectedTopics.toReversed(),
      teachingModes: [{ type: 'online', enabled: true, rate: 1800.25 }],
      availability: [{ day: 'Monday', slots: [{ start: '09:00', end: '11:00' }] }],
    };
    const after = (await caller.tutors.saveProfile({ subjects: [three, turned, one] })).tutor;
    expect(after.subjects.map(({ subject }) => subject.id)).toEqual([three.subject, two.subject, one.subject]);
    expect(after.subjects[1]).toMatchObject({
      selectedTopics: turned.selectedTopics.map((id) => ({ id })),
      teachingModes: [
        { type: 'online', enabled: true, rate: 1800.25 },
        { type: 'home-visit', enabled: false, rate: 0 },
      ],
      availability: turned.availability,
    });
    expect(after.subjects[2]).toEqual(tutor.subjects[0]);
    const last = await rows();
    expect([last[2]?.id, last[1]?.id]).toEqual([first[0]?.id, first[1]?.id]);
  });

  test('saving what is there already writes no row of the parts', async () => {
    const { user, caller } = await aNewcomer();
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

  test('concurrent savings of a profile leave one of them, whole', async () => {
    const { user, caller } = await aNewcomer();
    const both = [await aCompleteProfile(database.db, user, 2), await aCompleteProfile(database.db, user, 3)].map((input, nth) => ({
      ...input,
      bio: `Saving ${nth}`,
      documents: [],
    }));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, nth) => caller.tutors.saveProfile(both[nth % 2] ?? {})));
    expect(answers).toHaveLength(12);
    const stored = await caller.tutors.own();
    const winner = both.find(({ bio }) => bio === stored.bio);
    expect(stored.subjects.map(({ subject }) => subject.id)).toEqual(winner?.subjects.map(({ subject }) => subject));
    expect(stored.subjects.map(({ selectedTopics }) => selectedTopics.map(({ id }) => id))).toEqual(
      winner?.subjects.map(({ selectedTopics }) => selectedTopics),
    );
    expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.userId, user.id))).toHaveLength(1);
    expect(await listingsThatAreWrong(database)).toEqual([]);
  });

  test('a refused one leaves everything as it was', async () => {
    const { user, caller } = await aNewcomer();
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

describe('topics of a subject', () => {
  test('are named by id or by name, once each; what is neither, or of another subject, is left out', async () => {
    const { db } = database;
    const { caller } = await aNewcomer();
    const subject = await aSubject(db);
    const [waves, heat] = [await aTopic(db, { subjectId: subject.id, name: 'Waves' }), await aTopic(db, { subjectId: subject.id, name: 'Heat' })];
    const off = await aTopic(db, { subjectId: subject.id, isActive: false });
    const foreign = await aTopic(db);
    const selectedTopics = [' wAVES ', heat.id.toUpperCase(), waves.id, foreign.id, off.id, 'No such topic', ''];
    const { tutor } = await caller.tutors.saveProfile({ subjects: [entryOf(subject.id, { selectedTopics })] });
    expect(tutor.subjects[0]?.selectedTopics.map(({ id }) => id)).toEqual([waves.id, heat.id]);
  });

  test('one that was switched off stays on the profile that has it', async () => {
    const { caller } = await aNewcomer();
    const entry = await aFullEntry(database.db, 2);
    await caller.tutors.saveProfile({ subjects: [entry] });
    await database.db
      .update(topics)
      .set({ isActive: false })
      .where(eq(topics.id, entry.selectedTopics[0] ?? ''));
    const { tutor } = await caller.tutors.saveProfile({ subjects: [entry] });
    expect(tutor.subjects[0]?.selectedTopics.map(({ id }) => id)).toEqual(entry.selectedTopics);
  });

  test('are five at most', async () => {
    const { caller } = await aNewcomer();
    const entry = await aFullEntry(database.db, 6);
    const saving = (selectedTopics: string[]) => caller.tutors.saveProfile({ subjects: [{ ...entry, selectedTopics }] });
    await expect(saving(entry.selectedTopics)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You can select maximum 5 topics per subject',
    });
    const five = entry.selectedTopics.slice(0, 5);
    expect((await saving([...five, ...five])).tutor.subjects[0]?.selectedTopics).toHaveLength(5);
  });
});

describe('subjects of a profile', () => {
  test('a deactivated one stays where it is and cannot be added', async () => {
    const { caller } = await aNewcomer();
    const entry = await aFullEntry(database.db);
    await caller.tutors.saveProfile({ subjects: [entry] });
    await database.db.update(subjects).set({ isActive: false }).where(eq(subjects.id, entry.subject));
    const { tutor } = await caller.tutors.saveProfile({ subjects: [entry] });
    expect(tutor.subjects[0]?.subject).toMatchObject({ id: entry.subject, isActive: false });

    const other = (await aNewcomer()).caller.tutors.saveProfile({ subjects: [entry] });
    await expect(other).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Selected subject not found' });
  });

  test.each(['no-such-id', '', '00000000-0000-7000-8000-000000000000'])('an unknown one is refused: %j', async (subject) => {
    const saving = (await aNewcomer()).caller.tutors.saveProfile({ subjects: [entryOf(subject)] });
    await expect(saving).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Selected subject not found' });
  });

  test('the same one twice is refused, in whatever spelling', async () => {
    const { id } = await aSubject(database.db);
    const saving = (await aNewcomer()).caller.tutors.saveProfile({ subjects: [entryOf(id), entryOf(id.toUpperCase())] });
    await expect(saving).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Subject already added' });
  });

  test('of a mode given twice the last counts; rates are kept to the cent', async () => {
    const { caller } = await aNewcomer();
    const { id } = await aSubject(database.db);
    const teachingModes = [
      { type: 'online', enabled: true, rate: 1 },
      { type: 'group', enabled: true, rate: 900 },
      { type: 'online', enabled: true, rate: 1000.005 },
      { type: 'home-visit', enabled: false, rate: 100_000 },
    ] as const;
    const { tutor } = await caller.tutors.saveProfile({ subjects: [entryOf(id, { teachingModes: [...teachingModes] })] });
    expect(tutor.subjects[0]?.teachingModes).toEqual([
      { type: 'online', enabled: true, rate: 1000.01 },
      { type: 'home-visit', enabled: false, rate: 100_000 },
      { type: 'group', enabled: true, rate: 900 },
    ]);
    const stored = await database.db
      .select({ cents: tutorModes.rateCents })
      .from(tutorModes)
      .innerJoin(tutorSubjects, eq(tutorSubjects.id, tutorModes.tutorSubjectId))
      .where(eq(tutorSubjects.tutorId, tutor.id));
    expect(stored.map(({ cents }) => cents).sort((a, b) => a - b)).toEqual([90_000, 100_001, 10_000_000]);
  });

  test('repeated days are one, times are HH:MM and sorted, slots that touch do not overlap', async () => {
    const { caller } = await aNewcomer();
    const { id } = await aSubject(database.db);
    const availability: SubjectEntryInput['availability'] = [
      { day: 'Sunday', slots: [] },
      { day: 'Friday', slots: [{ start: '10:00', end: '11:05' }] },
      { day: 'Monday', slots: [{ start: '00:00', end: '23:59' }] },
      { day: 'Friday', slots: [{ start: '9:00', end: '10:00' }] },
    ];
    const { tutor } = await caller.tutors.saveProfile({ subjects: [entryOf(id, { availability })] });
    expect(tutor.subjects[0]?.availability).toEqual([
      { day: 'Monday', slots: [{ start: '00:00', end: '23:59' }] },
      {
        day: 'Friday',
        slots: [
          { start: '09:00', end: '10:00' },
          { start: '10:00', end: '11:05' },
        ],
      },
    ]);
    const stored = await database.db
      .select({ slot: tutorSlots })
      .from(tutorSlots)
      .innerJoin(tutorSubjects, eq(tutorSubjects.id, tutorSlots.tutorSubjectId))
      .where(eq(tutorSubjects.tutorId, tutor.id));
    expect(stored).toHaveLength(3);
  });
});

describe('documents of a profile', () => {
  test("are the caller's own uploads, named by id or path, in their order", async () => {
    const { user, caller } = await aNewcomer();
    const [first, second] = [await anUpload(database.db, user), await anUpload(database.db, user)];
    const { tutor } = await caller.tutors.saveProfile({ documents: [first.id, second.path, first.path] });
    expect(tutor.documents).toMatchObject([
      { id: first.id, type: 'other', uploadedAt: first.createdAt },
      { id: second.id, type: 'other' },
    ]);
    await database.db.update(tutorDocuments).set({ type: 'identity' }).where(eq(tutorDocuments.uploadId, first.id));
    const turned = (await caller.tutors.saveProfile({ documents: [second.id, first.id.toUpperCase()] })).tutor;
    expect(turned.documents.map(({ id, type }) => [id, type])).toEqual([
      [second.id, 'other'],
      [first.id, 'identity'],
    ]);
  });

  test("not another person's, no photo, nothing unknown", async () => {
    const { user, caller } = await aNewcomer();
    const foreign = await anUpload(database.db, (await aNewcomer()).user);
    const photo = await anUpload(database.db, user, 'photo');
    for (const document of [foreign.id, foreign.path, photo.id, 'no-such-id', '00000000-0000-7000-8000-000000000000', '']) {
      const saving = caller.tutors.saveProfile({ documents: [document] });
      await expect(saving).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid document ID' });
    }
  });

  test('are five at most', async () => {
    const { user, caller } = await aNewcomer();
    const ids: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) ids.push((await anUpload(database.db, user)).id);
    expect((await caller.tutors.saveProfile({ documents: ids.slice(0, 5) })).tutor.documents).toHaveLength(5);
    await expect(caller.tutors.saveProfile({ documents: ids })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You can only add 0 more image(s). Maximum 5 images allowed total.',
    });
  });
});

describe('what a profile cannot say', () => {
  const monday = (...slots: [string, string][]) => ({
    availability: [{ day: 'Monday' as const, slots: slots.map(([start, end]) => ({ start, end })) }],
  });
  const rate = (value: number) => ({ teachingModes: [{ type: 'online' as const, enabled: true, rate: value }] });

  test.each([
    [monday(['01:00', '02:00'], ['03:00', '04:00'], ['05:00', '06:00'], ['07:00', '08:00']), 'Maximum 3 time slots allowed per day'],
    [monday(['9', '10:00']), 'Please use HH:MM times'],
    [monday(['20:00', '24:00']), 'Please use HH:MM times'],
    [monday(['10:00', '10:00']), 'Slot end must be later than its start'],
    [monday(['10:00', '09:00']), 'Slot end must be later than its start'],
    [monday(['09:00', '11:00'], ['10:59', '12:00']), 'Time slots on the same day must not overlap'],
    [rate(Number.NaN), 'Rate must be a number'],
    [rate(-0.01), 'Rate cannot be negative'],
    [rate(100_000.01), 'Rate cannot be more than Rs. 1,00,000'],
  ])('a subject with %j', async (part, sentence) => {
    const { id } = await aSubject(database.db);
    const { caller } = await aNewcomer();
    expect(await messageOf(caller.tutors.saveProfile({ subjects: [entryOf(id, part)] }))).toBe(sentence);
  });

  const school = { degree: 'BSc', institution: 'Colombo', year: 2020 };
  const job = { title: 'Teacher', company: 'School', duration: '2020', description: 'Taught.' };

  test.each([
    [{ phone: '07123456' }, 'Phone number must be 10 digits'],
    [{ bio: 'x'.repeat(501) }, 'Bio cannot be longer than 500 characters'],
    [{ availableLocations: 'x'.repeat(101) }, 'Locations cannot be longer than 100 characters'],
    [{ education: [{ ...school, year: 1899 }] }, 'Please enter a valid year'],
    [{ education: [{ ...school, year: 2027 }] }, 'Please enter a valid year'],
    [{ education: [{ ...school, degree: ' ' }] }, 'Degree, institution and year are required'],
    [{ education: Array.from({ length: 21 }, () => school) }, 'Education cannot have more than 20 entries'],
    [{ experience: [{ ...job, description: '' }] }, 'All experience fields are required'],
  ])('%j is refused', async (input, sentence) => {
    expect(await messageOf((await aNewcomer()).caller.tutors.saveProfile(input))).toBe(sentence);
  });

  test("this year is the year of the platform's zone", async () => {
    const { user } = await aNewcomer();
    const saving = (at: string) =>
      callerAs(database, user, { now: () => new Date(at) }).tutors.saveProfile({ education: [{ ...school, year: 2027 }] });
    await expect(saving('2026-12-31T18:29:59Z')).rejects.toMatchObject({ message: 'Please enter a valid year' });
    expect((await saving('2026-12-31T18:30:00Z')).tutor.education).toEqual([{ ...school, year: 2027 }]);
  });
});

test('the first saving of a tutor without a profile makes one', async () => {
  const { user, caller } = await aNewcomer();
  const { tutor } = await caller.tutors.saveProfile({ bio: 'Hello' });
  expect(tutor).toMatchObject({ user: { id: user.id }, bio: 'Hello', phone: user.phone });
});

test('a profile that a session of its own has is not that of another tutor', async () => {
  const other = await aTutor(database.db);
  await (await aNewcomer()).caller.tutors.saveProfile({ bio: 'Mine' });
  expect((await callerAs(database, other.user).tutors.own()).bio).toBe('Teaches.');
});
