import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { favourites } from '#db/schema/engagement.ts';
import { oauthAccounts, users } from '#db/schema/people.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, anAdmin, aStudent, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
let student: User;

beforeEach(async () => {
  student = await aStudent(database.db, { phone: '0779876543', profileImage: '/files/photos/s.webp' });
});

const profileOf = (person: User | null) => callerAs(database, person).account.studentProfile();
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
const favour = async (person: User, tutorId: string) => database.db.insert(favourites).values({ studentId: person.id, tutorId });

describe('the profile of a student', () => {
  // spec entities.19 | P §3, R §4.7 52 | Student profile: the account with what was booked, kept and spent |
  //   src/server/features/account/account.queries.ts
  test('a new student has the data of the account and no activity', async () => {
    const { id, name, email, createdAt, updatedAt } = student;
    expect(await profileOf(student)).toEqual({
      id,
      name,
      email,
      profileImage: '/files/photos/s.webp',
      role: 'student',
      emailVerified: false,
      phone: '0779876543',
      socialProvider: null,
      stats: { totalBookings: 0, completedBookings: 0, favoriteTutors: 0, totalSpent: 0 },
      createdAt,
      updatedAt,
    });
  });

  // spec entities.19
  test('every booking counts, and only completed ones count as spent', async () => {
    const { db } = database;
    await aBooking(db, { student });
    await aBooking(db, { student, status: 'confirmed', startTime: ago(-30) });
    await aBooking(db, { student, status: 'cancelled', amountCents: 70_000 });
    await aBooking(db, { student, status: 'completed', startTime: ago(30), amountCents: 150_050 });
    await aBooking(db, { student, status: 'completed', startTime: ago(40), amountCents: 100_025, tutorId: null });
    await aBooking(db, { status: 'completed', startTime: ago(30) });
    const { stats } = await profileOf(student);
    expect(stats).toEqual({ totalBookings: 5, completedBookings: 2, favoriteTutors: 0, totalSpent: 2500.75 });
  });

  // spec entities.19
  test('only favourites that can be found are counted', async () => {
    const { db } = database;
    const tutors = [
      await aTutor(db),
      await aTutor(db, { vacationMode: true }),
      await aTutor(db, { verificationStatus: 'rejected' }),
      await aTutor(db, { user: { status: 'suspended' } }),
    ];
    const other = await aStudent(db);
    for (const { id } of tutors) for (const person of [student, other]) await favour(person, id);
    expect((await profileOf(student)).stats.favoriteTutors).toBe(2);
  });

  test('a student with a Google account and a confirmed address is shown as such', async () => {
    await database.db.insert(oauthAccounts).values({ provider: 'google', providerUserId: student.id, userId: student.id });
    await database.db.update(users).set({ emailVerifiedAt: NOW }).where(eq(users.id, student.id));
    expect(await profileOf(student)).toMatchObject({ socialProvider: 'google', emailVerified: true });
  });

  // spec entities.19
  test('the profile takes one statement', async () => {
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, student).account.studentProfile();
    expect(statements).toHaveLength(1);
  });

  test('a user who has left meanwhile gets an error', async () => {
    await database.db.delete(users).where(eq(users.id, student.id));
    await expect(profileOf(student)).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Session expired. Please login again.' });
  });

  // spec roles.6
  test('only students have this profile', async () => {
    const refused = { code: 'FORBIDDEN', message: 'Only students can view student profiles' };
    await expect(profileOf(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(profileOf((await aTutor(database.db)).user)).rejects.toMatchObject(refused);
    await expect(profileOf(await anAdmin(database.db))).rejects.toMatchObject(refused);
  });
});
