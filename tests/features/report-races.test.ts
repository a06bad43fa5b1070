import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { reports } from '#db/schema/moderation.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBooking, aReview, aStudent, aTutor, HOUR, NOW, type User } from '#tests/support/factories.ts';
import { countDeadlocks, countLockWaits, listErrorMessages, runUntilCommit } from '#tests/support/races.ts';

const database = useDatabase();
const NOT_THERE = 'What you want to report is no longer there';

const report = (person: User, about: 'review' | 'profile', id: string) =>
  callerAs(database, person).moderation.report({ about, id, reason: 'offensive' });

async function aReviewOfATutor() {
  const [student, tutor] = [await aStudent(database.db), await aTutor(database.db)];
  const booking = await aBooking(database.db, { student, tutor, status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) });
  return { student, tutor, review: await aReview(database.db, { booking }) };
}

// spec reports.5
test.each(['review', 'profile'] as const)('a %s that is deleted in the instant of being reported is not found', async (about) => {
  const before = await countDeadlocks(database);
  const { student, tutor, review } = await aReviewOfATutor();
  const owner = about === 'review' ? student : tutor.user;
  const { caller, isDone, commit } = runUntilCommit(database, owner);
  const going = about === 'review' ? caller.reviews.remove({ id: review.id }) : caller.tutors.deleteProfile();
  await isDone;
  const reporting = Promise.allSettled([report(await aStudent(database.db), about, about === 'review' ? review.id : tutor.id)]);
  await expect.poll(() => countLockWaits(database)).toBe(1);
  commit();
  await going;
  expect(listErrorMessages(await reporting)).toEqual([NOT_THERE]);
  expect(await database.db.$count(reports, sql`true`)).toBe(0);
  expect(await countDeadlocks(database)).toBe(before);
});
