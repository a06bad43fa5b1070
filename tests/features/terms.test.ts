import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { oauthAccounts, users } from '#db/schema/people.ts';
import { TERMS_VERSION } from '#shared/vocabulary/terms.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aUser, HOUR, NOW, signedIn, unique, uniqueEmail } from '#tests/support/factories.ts';

const database = useDatabase();
const NEW = { name: 'Nimal Perera', password: 'monsoon-2026', role: 'student' } as const;

async function getRecord(userId: string) {
  const [row] = await database.db.select({ version: users.termsVersion, at: users.termsAcceptedAt }).from(users).where(eq(users.id, userId));
  return row;
}

describe('the terms somebody agreed to', () => {
  // spec s13-privacy.12 | S13 7 | The version of the terms agreed to is on record with its time, from the form and with Google; nothing where none
  //   was shown | src/server/features/auth/terms.commands.ts, src/server/features/auth/login.commands.ts,
  //   src/server/features/auth/google.commands.ts
  test('are on record after a registration by the form, and not after one by a program that names none', async () => {
    const api = callerAs(database, null);
    const { user } = await api.auth.register({ ...NEW, email: uniqueEmail(), termsVersion: TERMS_VERSION });
    expect(await getRecord(user.id)).toEqual({ version: TERMS_VERSION, at: NOW });
    expect(user.areTermsDue).toBeUndefined();
    const byProgram = await api.auth.register({ ...NEW, email: uniqueEmail() });
    expect(await getRecord(byProgram.user.id)).toEqual({ version: null, at: null });
    const unknown: string = '2020-01-01';
    // The contract knows the published versions only.
    await expect(api.auth.register({ ...NEW, email: uniqueEmail(), termsVersion: unknown as typeof TERMS_VERSION })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  // spec s13-privacy.12
  test('are on record once the role of a Google account is chosen', async () => {
    const { db } = database;
    const person = await signedIn(db, await aUser(db, { role: null }));
    await db.insert(oauthAccounts).values({ provider: 'google', providerUserId: unique('subject'), userId: person.id });
    await callerAs(database, person).auth.chooseRole({ role: 'student', termsVersion: TERMS_VERSION });
    expect(await getRecord(person.id)).toEqual({ version: TERMS_VERSION, at: NOW });
  });
});

describe('newer terms', () => {
  // spec s13-privacy.13 | S13 7 | Who agreed to older terms is told until they agree to the new ones; a newer record is never replaced |
  //   src/server/features/auth/terms.commands.ts, src/shared/domain/terms.ts
  test('are due until they are agreed to', async () => {
    const { db } = database;
    const person = await signedIn(db, await aStudent(db, { termsVersion: '2020-01-01', termsAcceptedAt: NOW }));
    const later = new Date(NOW.getTime() + HOUR);
    const api = callerAs(database, person, { now: () => later }).auth;
    expect(await api.me()).toMatchObject({ areTermsDue: true });
    expect((await api.agreeToTerms({ termsVersion: TERMS_VERSION })).areTermsDue).toBeUndefined();
    expect(await getRecord(person.id)).toEqual({ version: TERMS_VERSION, at: later });
  });

  // spec s13-privacy.13
  test('that were agreed to stay on record when an older page agrees again', async () => {
    const { db } = database;
    const person = await signedIn(db, await aStudent(db, { termsVersion: '2099-01-01', termsAcceptedAt: NOW }));
    await callerAs(database, person).auth.agreeToTerms({ termsVersion: TERMS_VERSION });
    expect(await getRecord(person.id)).toEqual({ version: '2099-01-01', at: NOW });
  });
});
