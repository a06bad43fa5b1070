import { TRPCError } from '@trpc/server';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { subjects, topics } from '#db/schema/catalogue.ts';
import { tutorDocuments, tutorModes, tutorSlots, tutorSubjects } from '#db/schema/tutors.ts';
import { toErrorBody } from '#server/core/errors.ts';
import type { SubjectEntryInput } from '#shared/contracts/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aSubject, aTopic } from '#tests/support/factories.ts';
import { aFullEntry, aNewcomer, anUpload } from '#tests/support/profiles.ts';

const database = useDatabase();

const entryOf = (subject: string, overrides: Partial<SubjectEntryInput> = {}): SubjectEntryInput => ({
  subject,
  selectedTopics: [],
  teachingModes: [],
  availability: [],
  ...overrides,
});
const messageOf = async (failing: Promise<unknown>) => {
  const error = await failing.catch((thrown: unknown) => thrown);
  return error instanceof TRPCError ? toErrorBody(error).message : error;
};

// spec validation.29 | P §5 Tutor profile | Profile: at most 5 topics per subject | src/server/features/tutors/profile-parts.queries.ts
describe('topics of a subject', () => {
  test('are named by id or by name, once each; what is neither, or of another subject, is left out', async () => {
    const { db } = database;
    const { caller } = await aNewcomer(database);
    const subject = await aSubject(db);
    const [waves, heat] = [await aTopic(db, { subjectId: subject.id, name: 'Waves' }), await aTopic(db, { subjectId: subject.id, name: 'Heat' })];
    const off = await aTopic(db, { subjectId: subject.id, isActive: false });
    const foreign = await aTopic(db);
    const selectedTopics = [' wAVES ', heat.id.toUpperCase(), waves.id, foreign.id, off.id, 'No such topic', ''];
    const { tutor } = await caller.tutors.saveProfile({ subjects: [entryOf(subject.id, { selectedTopics })] });
    expect(tutor.subjects[0]?.selectedTopics.map(({ id }) => id)).toEqual([waves.id, heat.id]);
  });

  test('one that was switched off stays on the profile that has it', async () => {
    const { caller } = await aNewcomer(database);
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
    const { caller } = await aNewcomer(database);
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
    const { caller } = await aNewcomer(database);
    const entry = await aFullEntry(database.db);
    await caller.tutors.saveProfile({ subjects: [entry] });
    await database.db.update(subjects).set({ isActive: false }).where(eq(subjects.id, entry.subject));
    const { tutor } = await caller.tutors.saveProfile({ subjects: [entry] });
    expect(tutor.subjects[0]?.subject).toMatchObject({ id: entry.subject, isActive: false });

    const other = (await aNewcomer(database)).caller.tutors.saveProfile({ subjects: [entry] });
    await expect(other).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Selected subject not found' });
  });

  test.each(['no-such-id', '', '00000000-0000-7000-8000-000000000000'])('an unknown one is refused: %j', async (subject) => {
    const saving = (await aNewcomer(database)).caller.tutors.saveProfile({ subjects: [entryOf(subject)] });
    await expect(saving).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Selected subject not found' });
  });

  test('the same one twice is refused, in whatever spelling', async () => {
    const { id } = await aSubject(database.db);
    const saving = (await aNewcomer(database)).caller.tutors.saveProfile({ subjects: [entryOf(id), entryOf(id.toUpperCase())] });
    await expect(saving).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Subject already added' });
  });

  test('of a mode given twice the last counts; rates are stored to the cent', async () => {
    const { caller } = await aNewcomer(database);
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
    const { caller } = await aNewcomer(database);
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

// spec validation.35 | P §5 Documents, D Tutor profile and verification, R §4.2 35, §6.5 | Documents of a profile: at most 5, the caller's own
//   uploads, by id or by the path of their address | src/server/features/tutors/profile-parts.queries.ts
describe('documents of a profile', () => {
  test("are the caller's own uploads, named by id or path, in their order", async () => {
    const { user, caller } = await aNewcomer(database);
    const [first, second] = [await anUpload(database.db, user), await anUpload(database.db, user)];
    const { tutor } = await caller.tutors.saveProfile({ documents: [first.id, second.path, first.path] });
    expect(tutor.documents).toMatchObject([
      { id: first.id, type: 'other', uploadedAt: first.createdAt },
      { id: second.id, type: 'other' },
    ]);
    await database.db.update(tutorDocuments).set({ type: 'identity' }).where(eq(tutorDocuments.uploadId, first.id));
    const reordered = (await caller.tutors.saveProfile({ documents: [second.id, first.id.toUpperCase()] })).tutor;
    expect(reordered.documents.map(({ id, type }) => [id, type])).toEqual([
      [second.id, 'other'],
      [first.id, 'identity'],
    ]);
  });

  test("not another person's, no photo, nothing unknown", async () => {
    const { user, caller } = await aNewcomer(database);
    const foreign = await anUpload(database.db, (await aNewcomer(database)).user);
    const photo = await anUpload(database.db, user, 'photo');
    for (const document of [foreign.id, foreign.path, photo.id, 'no-such-id', '00000000-0000-7000-8000-000000000000', '']) {
      const saving = caller.tutors.saveProfile({ documents: [document] });
      await expect(saving).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'Invalid document ID' });
    }
  });

  test('are five at most', async () => {
    const { user, caller } = await aNewcomer(database);
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) ids.push((await anUpload(database.db, user)).id);
    expect((await caller.tutors.saveProfile({ documents: ids.slice(0, 5) })).tutor.documents).toHaveLength(5);
    await expect(caller.tutors.saveProfile({ documents: ids })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'You can only add 0 more image(s). Maximum 5 images allowed total.',
    });
  });
});

// spec validation.28 | P §5 Tutor profile | Profile: bio of at most 500, locations of at most 100 characters, phone of 10 digits |
//   src/shared/contracts/tutors.ts
// spec validation.31 | P §5 Tutor profile, D Errors | Profile: rates are numbers from 0 to 100,000 | src/shared/contracts/tutors.ts
// spec validation.33 | P §5 Tutor profile | Profile: all fields of an experience required | src/shared/contracts/tutors.ts
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
    const { caller } = await aNewcomer(database);
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
    [{ documents: ['x'.repeat(101)] }, 'Invalid document ID'],
    [{ subjects: [entryOf('x'.repeat(101))] }, 'Selected subject not found'],
  ])('%j is refused', async (input, sentence) => {
    expect(await messageOf((await aNewcomer(database)).caller.tutors.saveProfile(input))).toBe(sentence);
  });

  // spec validation.32 | P §5 Tutor profile | Profile: degree, institution and year required, the year from 1900 to the current one |
  //   src/server/features/tutors/profile.commands.ts
  test("this year is the year of the platform's zone", async () => {
    const { user } = await aNewcomer(database);
    const saving = (at: string) =>
      callerAs(database, user, { now: () => new Date(at) }).tutors.saveProfile({ education: [{ ...school, year: 2027 }] });
    await expect(saving('2026-12-31T18:29:59Z')).rejects.toMatchObject({ message: 'Please enter a valid year' });
    expect((await saving('2026-12-31T18:30:00Z')).tutor.education).toEqual([{ ...school, year: 2027 }]);
  });
});
