import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { uploads } from '#db/schema/files.ts';
import { tutorProfiles as profiles, tutorDocuments, tutorEducation } from '#db/schema/tutors.ts';
import { getTutorProfiles } from '#server/features/tutors/tutors.queries.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  aBooking,
  anAdmin,
  aReview,
  aStudent,
  aSubject,
  aTopic,
  aTutor,
  aUser,
  HOUR,
  NOW,
  type Tutor,
  type User,
  unique,
} from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
let tutor: Tutor;
let admin: User;
let student: User;
let active: Awaited<ReturnType<typeof aSubject>>;
let inactive: Awaited<ReturnType<typeof aSubject>>;

const visitor = () => callerAs(database, null);
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Tutor Not Found' };
const UNKNOWN = ['no-such-id', '', '00000000-0000-7000-8000-000000000000'];

beforeAll(async () => {
  const { db } = database;
  admin = await anAdmin(db);
  student = await aStudent(db);
  active = await aSubject(db);
  inactive = await aSubject(db, { isActive: false });
  const shown = await aTopic(db, { subjectId: active.id, name: 'Algebra', description: 'Letters for numbers' });
  const hidden = await aTopic(db, { subjectId: active.id, name: 'Logarithms', isActive: false });
  tutor = await aTutor(db, {
    phone: '0712345678',
    bio: 'Patient.',
    gender: 'Female',
    rejectionReason: 'Once upon a time',
    totalEarningsCents: 0,
    experience: 1,
    subjects: [
      {
        subjectId: active.id,
        topicIds: [shown.id, hidden.id],
        modes: [
          { type: 'online', rateCents: 150_050 },
          { type: 'home-visit', enabled: false, rateCents: 250_000 },
        ],
        slots: [
          { day: 'Wednesday', startMinute: 540, endMinute: 600 },
          { day: 'Monday', startMinute: 840, endMinute: 960 },
          { day: 'Monday', startMinute: 545, endMinute: 605 },
        ],
      },
      { subjectId: inactive.id },
    ],
  });
  await db.insert(tutorEducation).values({ tutorId: tutor.id, position: 0, degree: 'BSc', institution: 'Colombo', year: 2012 });
  const [upload] = await db
    .insert(uploads)
    .values({ ownerId: tutor.user.id, purpose: 'document', path: `documents/${unique('d')}.png`, contentType: 'image/png', bytes: 10 })
    .returning();
  if (upload) await db.insert(tutorDocuments).values({ uploadId: upload.id, tutorId: tutor.id, position: 0, type: 'identity' });
  await db.update(profiles).set({ totalEarningsCents: 123_450 }).where(eq(profiles.id, tutor.id));
});

describe('tutors.byId', () => {
  // spec entities.4 | P §3 | Tutor profile with all its fields | src/db/schema/tutors.ts
  // spec entities.7 | P §3 | verificationStatus pending, rejected, else not started; five checks | src/shared/vocabulary/people.ts
  test('a visitor sees the profile without its contact details, and nothing that is not on offer', async () => {
    const { id, name, profileImage } = tutor.user;
    expect(await visitor().tutors.byId({ id: tutor.id })).toEqual({
      id: tutor.id,
      user: { id, name, email: '', profileImage },
      phone: '',
      contactEmail: null,
      bio: 'Patient.',
      headline: '',
      introductionVideo: '',
      gender: 'Female',
      socialMedia: { instagram: '', youtube: '', facebook: '', linkedin: '' },
      teachingMediums: ['english'],
      education: [{ degree: 'BSc', institution: 'Colombo', year: 2012 }],
      experience: [{ title: 'Teacher', company: 'Royal College', duration: '2020 - 2023', description: 'Taught.' }],
      subjects: [
        {
          subject: {
            id: active.id,
            name: active.name,
            description: '',
            isActive: true,
            category: { id: active.categoryId, name: expect.any(String), icon: 'BookOpen', color: '#6366f1', order: 0 },
            createdAt: active.createdAt,
          },
          selectedTopics: [{ id: expect.any(String), name: 'Algebra', description: 'Letters for numbers' }],
          teachingModes: [
            { type: 'online', enabled: true, rate: 1500.5 },
            { type: 'home-visit', enabled: false, rate: 0 },
          ],
          availability: [
            {
              day: 'Monday',
              slots: [
                { start: '09:05', end: '10:05' },
                { start: '14:00', end: '16:00' },
              ],
            },
            { day: 'Wednesday', slots: [{ start: '09:00', end: '10:00' }] },
          ],
        },
      ],
      availableLocations: 'Colombo',
      documents: [],
      rating: 0,
      totalReviews: 0,
      totalStudents: 0,
      totalSessions: 0,
      totalEarnings: 0,
      isVerified: false,
      verificationStatus: 'not_started',
      verificationChecks: { documents: false, education: false, experience: false, background: false, interview: false },
      verificationDate: null,
      rejectionReason: '',
      status: 'active',
      minimumNoticeHours: 0,
      bufferMinutes: 0,
      vacationMode: false,
      revision: 0,
      createdAt: tutor.profile.createdAt,
      updatedAt: tutor.profile.updatedAt,
    });
  });

  test('another tutor and a student see what a visitor sees', async () => {
    const profile = await visitor().tutors.byId({ id: tutor.id });
    const other = await aTutor(database.db);
    expect(await callerAs(database, other.user).tutors.byId({ id: tutor.id })).toEqual(profile);
    expect(await callerAs(database, student).tutors.byId({ id: tutor.id })).toEqual(profile);
    expect(await callerAs(database, null, { session: { state: 'rejected' } }).tutors.byId({ id: tutor.id.toUpperCase() })).toEqual(profile);
  });

  // spec tutor.20 | D Search | A deactivated subject vanishes from the profile, except for owner and admins |
  //   src/server/features/tutors/tutors.queries.ts
  // spec roles.10 | P §6 Tutor, Admin | Own profile with documents and earnings; admins see them too | src/shared/domain/tutor-visibility.ts
  test('the owner and an admin see documents by signed links, earnings, disabled rates and what is deactivated', async () => {
    const own = await callerAs(database, tutor.user).tutors.byId({ id: tutor.id });
    expect(own.documents).toEqual([
      {
        id: expect.any(String),
        url: expect.stringMatching(/^\/files\/documents\/.+\?expires=\d+&signature=.+/),
        type: 'identity',
        uploadedAt: expect.any(Date),
      },
    ]);
    expect(own).toMatchObject({ totalEarnings: 1234.5, rejectionReason: 'Once upon a time' });
    expect(own.subjects.map(({ subject }) => subject.isActive)).toEqual([true, false]);
    expect(own.subjects[0]?.selectedTopics.map(({ name }) => name)).toEqual(['Algebra', 'Logarithms']);
    expect(own.subjects[0]?.teachingModes[1]).toEqual({ type: 'home-visit', enabled: false, rate: 2500 });
    expect(await callerAs(database, admin).tutors.byId({ id: tutor.id })).toEqual(own);
  });

  // spec tutor.1 | P §2 Tutor profile page | The id is that of the tutor profile; a malformed one is nobody |
  //   src/server/features/tutors/tutors.queries.ts
  // spec errors.33 | C §8 Tutors and search | 'Tutor Not Found' | src/shared/errors.ts
  test.each(UNKNOWN)('an id that does not exist is not found: %j', async (id) => {
    await expect(visitor().tutors.byId({ id })).rejects.toMatchObject(NOT_FOUND);
    await expect(visitor().tutors.stats({ id })).rejects.toMatchObject(NOT_FOUND);
  });

  // spec tutor.19 | D Search | A rejected or suspended tutor is found by the owner and admins only | src/shared/domain/tutor-visibility.ts
  test.each([
    ['rejected', { verificationStatus: 'rejected', rejectionReason: 'Blurred documents' }],
    ['suspended', { user: { status: 'suspended' } }],
  ] as const)('a tutor who is %s is there for the owner and admins only', async (_, overrides) => {
    const { id, user } = await aTutor(database.db, overrides);
    for (const caller of [visitor(), callerAs(database, student), callerAs(database, tutor.user)]) {
      await expect(caller.tutors.byId({ id })).rejects.toMatchObject(NOT_FOUND);
      await expect(caller.tutors.stats({ id })).rejects.toMatchObject(NOT_FOUND);
    }
    for (const caller of [callerAs(database, user), callerAs(database, admin)]) {
      expect(await caller.tutors.byId({ id })).toMatchObject({ id });
      expect(await caller.tutors.stats({ id })).toMatchObject({ totalSessions: 0 });
    }
  });

  // spec entities.9 | P §3 | Subject entry: subject, topics, modes, availability; always an online and a home-visit mode, group read where there is
  //   one | src/shared/domain/rates.ts
  test('a group mode is listed where there is one, online and home visit always', async () => {
    const { id } = await aTutor(database.db, { subjects: [{ modes: [{ type: 'group' }] }] });
    const { subjects } = await visitor().tutors.byId({ id });
    expect(subjects[0]?.teachingModes).toEqual([
      { type: 'online', enabled: false, rate: 0 },
      { type: 'home-visit', enabled: false, rate: 0 },
      { type: 'group', enabled: true, rate: 1000 },
    ]);
  });
});

describe('tutorProfiles', () => {
  test('keeps the order of the ids, leaves out what does not exist, and is one statement', async () => {
    const other = await aTutor(database.db);
    const { db, statements } = createRecordingDb(database);
    const found = await getTutorProfiles(contextAs({ db }, null), [other.id, 'no-such-id', student.id, tutor.id], 'public');
    expect(found.map(({ id }) => id)).toEqual([other.id, tutor.id]);
    expect(statements).toHaveLength(1);
    expect(await getTutorProfiles(contextAs({ db }, null), [], 'public')).toEqual([]);
  });

  test('a list shows neither phone nor email to anyone, and of the rest what a visitor sees', async () => {
    const [listed] = await getTutorProfiles(contextAs(database, admin), [tutor.id], 'public');
    expect(listed).toMatchObject({ phone: '', contactEmail: null, user: { email: '' } });
    expect(listed).toEqual(await visitor().tutors.byId({ id: tutor.id }));
  });
});

describe('tutors.stats', () => {
  // spec entities.15 | P §3 | Tutor stats | src/server/features/tutors/tutors.queries.ts
  test('figures for everybody, earnings for the tutor and admins', async () => {
    const { id, user } = await aTutor(database.db);
    const of = { tutorId: id, tutorUserId: user.id };
    const booking = await aBooking(database.db, { ...of, status: 'completed', startTime: new Date(NOW.getTime() - 48 * HOUR), amountCents: 123_450 });
    await aReview(database.db, { booking, rating: 4 });
    const stats = { totalStudents: 1, totalSessions: 1, averageRating: 4, totalEarnings: 0, cancellationCharges: 0 };
    expect(await visitor().tutors.stats({ id })).toEqual(stats);
    expect(await callerAs(database, tutor.user).tutors.stats({ id })).toEqual(stats);
    expect(await callerAs(database, user).tutors.stats({ id })).toEqual({ ...stats, totalEarnings: 1234.5 });
    expect(await callerAs(database, admin).tutors.stats({ id })).toEqual({ ...stats, totalEarnings: 1234.5 });
  });
});

describe('tutors.own', () => {
  test('a tutor without a profile gets one, and only one when asking twice at once', async () => {
    const user = await aUser(database.db, { role: 'tutor', phone: '0755555555' });
    const caller = callerAs(database, user);
    const [first, second, third] = await Promise.all([caller.tutors.own(), caller.tutors.own(), caller.tutors.own()]);
    expect(first).toMatchObject({ user: { id: user.id, email: user.email }, phone: '0755555555', gender: 'Male', subjects: [], documents: [] });
    expect([second?.id, third?.id]).toEqual([first?.id, first?.id]);
    expect(await database.db.select().from(profiles).where(eq(profiles.userId, user.id))).toHaveLength(1);
  });

  test('is the whole of it', async () => {
    const own = await callerAs(database, tutor.user).tutors.own();
    expect(own).toEqual(await callerAs(database, admin).tutors.byId({ id: tutor.id }));
  });

  test('anybody else has none', async () => {
    const none = { code: 'NOT_FOUND', message: 'Tutor profile not found' };
    await expect(callerAs(database, student).tutors.own()).rejects.toMatchObject(none);
    await expect(callerAs(database, admin).tutors.own()).rejects.toMatchObject(none);
    await expect(callerAs(database, await aUser(database.db, { role: null })).tutors.own()).rejects.toMatchObject(none);
    await expect(visitor().tutors.own()).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Authentication required' });
    await expect(callerAs(database, null, { session: { state: 'rejected' } }).tutors.own()).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Session expired. Please login again.',
    });
  });
});
