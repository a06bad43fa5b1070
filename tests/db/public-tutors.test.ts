import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { isPublicTutor } from '#db/public-tutors.ts';
import { isPublic } from '#shared/domain/tutor-visibility.ts';
import { ACCOUNT_STATUSES, VERIFICATION_STATUSES } from '#shared/vocabulary/people.ts';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase();

const STATES = ACCOUNT_STATUSES.flatMap((accountStatus) =>
  VERIFICATION_STATUSES.map((verificationStatus) => ({ accountStatus, verificationStatus })),
);

test.each(STATES)('the database and the code agree whether a tutor is public: $accountStatus, $verificationStatus', async (state) => {
  const { accountStatus, verificationStatus } = state;
  const condition = isPublicTutor(sql`${accountStatus}::account_status`, sql`${verificationStatus}::verification_status`);
  const row = only(await database.db.execute<{ isPublic: boolean }>(sql`select ${condition} as "isPublic"`));
  expect(row.isPublic).toBe(isPublic(state));
});
