import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { subjects } from '#db/schema/catalogue.ts';
import { favourites } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, aTutor, HOUR, NOW, type Tutor, type User } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const ADDED = 'Tutor added to favorites.';
const REMOVED = { message: 'Tutor removed from favorites.' };
const NOT_FOUND = { code: 'NOT_FOUND', message: 'Tutor Not Found' };

const as = (person: User) => callerAs(database, person).favourites;
const countStored = (student: User) => database.db.$count(favourites, eq(favourites.studentId, student.id));

/** Added an hour apart, the first of them longest ago. */
async function addInOrder(student: User, tutors: readonly Tutor[]) {
  for (const [index, tutor] of tutors.entries()) {
    const now = () => new Date(NOW.getTime() + index * HOUR);
    await callerAs(database, student, { now }).favourites.add({ tutorId: tutor.id });
  }
}

describe('favourites.add', () => {
  // spec favourites.5 | P §4 Favourite | By tutor id, of students only, once per tutor however often and by how many calls at once |
  //   src/server/features/favourites/favourites.commands.ts
  // spec errors.49
  test('keeps a tutor, and shows whom', async () => {
    const tutor = await aTutor(database.db, {
      bio: 'From the picture to the symbol.',
      isVerified: true,
      verificationStatus: 'approved',
      subjects: [{}, {}],
    });
    const student = await aStudent(database.db);
    const [first, second] = tutor.entries;
    await database.db
      .update(subjects)
      .set({ name: 'Physics' })
      .where(eq(subjects.id, first?.subjectId ?? ''));
    await database.db
      .update(subjects)
      .set({ isActive: false })
      .where(eq(subjects.id, second?.subjectId ?? ''));
    expect(await as(student).add({ tutorId: tutor.id })).toEqual({
      isNew: true,
      message: ADDED,
      favourite: {
        id: expect.any(String),
        tutor: {
          id: tutor.id,
          user: { id: tutor.user.id, name: tutor.user.name, email: '', profileImage: '' },
          bio: 'From the picture to the symbol.',
          rating: 0,
          totalReviews: 0,
          isVerified: true,
          vacationMode: false,
          subjects: [{ id: first?.subjectId, name: 'Physics' }],
        },
        createdAt: NOW,
      },
    });
  });

  // spec favourites.5
  test('of a tutor who is one already changes nothing and says the same', async () => {
    const [tutor, student] = [await aTutor(database.db), await aStudent(database.db)];
    const first = await as(student).add({ tutorId: tutor.id });
    const now = () => new Date(NOW.getTime() + HOUR);
    const repeated = await callerAs(database, student, { now }).favourites.add({ tutorId: tutor.id });
    expect(repeated).toEqual({ ...first, isNew: false });
    expect(await countStored(student)).toBe(1);
  });

  // spec favourites.5
  test('sent many times at once keeps one, new to one of them', async () => {
    const [tutor, student] = [await aTutor(database.db), await aStudent(database.db)];
    const answers = await Promise.all(Array.from({ length: 10 }, () => as(student).add({ tutorId: tutor.id })));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map(({ favourite }) => favourite.id)).size).toBe(1);
    expect(await countStored(student)).toBe(1);
  });

  // spec favourites.5
  test('added and removed by many at once, nobody is refused', async () => {
    const [tutor, student] = [await aTutor(database.db), await aStudent(database.db)];
    const ask = { tutorId: tutor.id };
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? as(student).add(ask) : as(student).remove(ask))));
    await as(student).add(ask);
    expect(await as(student).hearts()).toEqual([tutor.id]);
  });

  // spec favourites.5
  test('a tutor on vacation can be a favourite', async () => {
    const [tutor, student] = [await aTutor(database.db, { vacationMode: true }), await aStudent(database.db)];
    expect((await as(student).add({ tutorId: tutor.id })).favourite.tutor.vacationMode).toBe(true);
  });

  // spec favourites.5
  test.each([
    ['rejected', { verificationStatus: 'rejected' }],
    ['suspended', { user: { status: 'suspended' } }],
  ] as const)('a tutor who is %s is not found', async (_, overrides) => {
    const [tutor, student] = [await aTutor(database.db, overrides), await aStudent(database.db)];
    await expect(as(student).add({ tutorId: tutor.id })).rejects.toMatchObject(NOT_FOUND);
    expect(await countStored(student)).toBe(0);
  });

  test.each(['no id', '00000000-0000-7000-8000-000000000000'])('neither is one that nobody is: %s', async (tutorId) => {
    await expect(as(await aStudent(database.db)).add({ tutorId })).rejects.toMatchObject(NOT_FOUND);
  });

  // spec favourites.5
  test('tutors and admins keep none', async () => {
    const tutor = await aTutor(database.db);
    for (const person of [tutor.user, await anAdmin(database.db)]) {
      await expect(as(person).add({ tutorId: tutor.id })).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'Only students can keep favorites' });
    }
    await expect(callerAs(database, null).favourites.hearts()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('favourites.remove', () => {
  // spec favourites.5
  test('takes away the own one, and no one else’s', async () => {
    const tutor = await aTutor(database.db);
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    await as(student).add({ tutorId: tutor.id });
    await as(other).add({ tutorId: tutor.id });
    expect(await as(student).remove({ tutorId: tutor.id })).toEqual(REMOVED);
    expect([await countStored(student), await countStored(other)]).toEqual([0, 1]);
  });

  // spec favourites.5
  test.each(['no id', '00000000-0000-7000-8000-000000000000'])('of what was none says the same: %s', async (tutorId) => {
    expect(await as(await aStudent(database.db)).remove({ tutorId })).toEqual(REMOVED);
  });

  test('works for a tutor who cannot be found any more', async () => {
    const [tutor, student] = [await aTutor(database.db), await aStudent(database.db)];
    await as(student).add({ tutorId: tutor.id });
    await database.db.update(tutorProfiles).set({ verificationStatus: 'rejected' }).where(eq(tutorProfiles.id, tutor.id));
    expect(await as(student).remove({ tutorId: tutor.id })).toEqual(REMOVED);
    expect(await countStored(student)).toBe(0);
  });
});

describe('the own favourites', () => {
  // spec favourites.7 | P §2 Student area, D Search | Newest first, page by page; who cannot be found is left out until found again |
  //   src/server/features/favourites/favourites.queries.ts
  test('come newest first, page by page, none repeated or skipped', async () => {
    const student = await aStudent(database.db);
    const tutors = [];
    for (let index = 0; index < 5; index += 1) tutors.push(await aTutor(database.db));
    await addInOrder(student, tutors);
    await database.db
      .update(favourites)
      .set({ createdAt: NOW })
      .where(eq(favourites.tutorId, tutors[1]?.id ?? ''));
    const newestFirst = (await as(student).allOwn()).map(({ tutor }) => tutor.id);
    const [first, second, ...more] = tutors.map(({ id }) => id);
    expect(newestFirst.slice(0, 3)).toEqual(more.reverse());
    expect(newestFirst.slice(3).sort()).toEqual([first, second].sort());

    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<ReturnType<typeof as>['own']>> = await as(student).own({ limit: 2, cursor });
      ids.push(...page.favourites.map(({ tutor }) => tutor.id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(ids).toEqual(newestFirst);
    expect(await as(student).hearts()).toEqual(newestFirst);
  });

  test('are those of nobody else', async () => {
    const [tutor, student, other] = [await aTutor(database.db), await aStudent(database.db), await aStudent(database.db)];
    await as(other).add({ tutorId: tutor.id });
    expect(await as(student).own({})).toEqual({ favourites: [], nextCursor: null });
    expect([await as(student).allOwn(), await as(student).hearts()]).toEqual([[], []]);
  });

  // spec favourites.7
  test('leave out who cannot be found, until they can be again', async () => {
    const student = await aStudent(database.db);
    const [listed, rejected, suspended] = [await aTutor(database.db), await aTutor(database.db), await aTutor(database.db)];
    await addInOrder(student, [listed, rejected, suspended]);
    await database.db.update(tutorProfiles).set({ verificationStatus: 'rejected' }).where(eq(tutorProfiles.id, rejected.id));
    await database.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.user.id));
    expect((await as(student).own({})).favourites.map(({ tutor }) => tutor.id)).toEqual([listed.id]);
    expect((await as(student).allOwn()).map(({ tutor }) => tutor.id)).toEqual([listed.id]);
    await database.db.update(tutorProfiles).set({ verificationStatus: 'pending' }).where(eq(tutorProfiles.id, rejected.id));
    expect((await as(student).own({})).favourites.map(({ tutor }) => tutor.id)).toEqual([rejected.id, listed.id]);
  });

  // spec favourites.7, leaving.7
  test('go with the profile of the tutor, and with the student', async () => {
    const [tutor, student] = [await aTutor(database.db), await aStudent(database.db)];
    const other = await aTutor(database.db);
    await addInOrder(student, [tutor, other]);
    await callerAs(database, tutor.user).tutors.deleteProfile();
    expect(await as(student).hearts()).toEqual([other.id]);
    await database.db.delete(users).where(eq(users.id, student.id));
    expect(await countStored(student)).toBe(0);
  });

  test('a cursor that is none is refused', async () => {
    await expect(as(await aStudent(database.db)).own({ cursor: 'rubbish' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  // spec favourites.7
  test('take one statement, however many they are', async () => {
    const student = await aStudent(database.db);
    await addInOrder(student, [await aTutor(database.db), await aTutor(database.db), await aTutor(database.db)]);
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, student).favourites.own({});
    await callerAs({ db }, student).favourites.hearts();
    expect(statements).toHaveLength(2);
  });
});
