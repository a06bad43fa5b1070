import { describe, expect, test } from 'vitest';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aReview, aSubject, aTutor } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
const VERIFIED = { isVerified: true, verificationStatus: 'approved' } as const;

describe('statistics.public', () => {
  test('an empty marketplace has zeros', async () => {
    const empty = await callerAs(database, null).statistics.public();
    expect(empty).toEqual({ totalTutors: 0, activeSubjects: 0, averageRating: 0, totalReviews: 0 });
  });

  // spec entities.31 | P §3 | Public stats | src/server/features/statistics/statistics.queries.ts
  test('counts verified tutors with an active account and active subjects, and rounds the mean of all reviews', async () => {
    const { db } = database;
    const subject = await aSubject(db);
    await aSubject(db, { isActive: false });
    const subjects = [{ subjectId: subject.id }];
    await aTutor(db, { subjects, ...VERIFIED });
    await aTutor(db, { subjects, ...VERIFIED, vacationMode: true });
    await aTutor(db, { subjects });
    await aTutor(db, { subjects, ...VERIFIED, user: { status: 'suspended' } });
    const before = await callerAs(database, null).statistics.public();
    expect(before).toEqual({ totalTutors: 2, activeSubjects: 1, averageRating: 0, totalReviews: 0 });

    await aReview(db, { rating: 5 });
    await aReview(db, { rating: 4 });
    await aReview(db, { rating: 4 });
    expect(await callerAs(database, null).statistics.public()).toMatchObject({ averageRating: 4.33, totalReviews: 3 });
  });

  test('is one statement', async () => {
    const { db, statements } = createRecordingDb(database);
    await callerAs({ db }, null).statistics.public();
    expect(statements).toHaveLength(1);
  });
});
