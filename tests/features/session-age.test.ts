import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions } from '#db/schema/people.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { listLiveSessions } from '#server/features/inbox/inbox.queries.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { SESSIONS } from '#shared/vocabulary/account-limits.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, HOUR, type User } from '#tests/support/factories.ts';

const database = useDatabase();
const start = ({ id }: User) => createSessions(database.db).createSession(id, { isRemembered: true, origin: 'password', userAgent: '' });
const findOwner = (token: string) => createSessions(database.db).findOwner(token);

/** As if it had started so many hours ago, and been used a moment ago. */
async function moveSessionBack(token: string, hours: number): Promise<void> {
  const createdAt = new Date(Date.now() - hours * HOUR);
  await database.db
    .update(sessions)
    .set({ createdAt, expiresAt: new Date(Date.now() + 10 * HOUR) })
    .where(eq(sessions.id, hashToken(token)));
}

// spec s8-limits.13 | S8 D | Sessions end 90 days after the sign-in, those of admins after 12 hours, used or not | src/server/infra/credentials.ts
describe('a session ends whether it is used or not', () => {
  test.each([
    ['a student', '90 days', () => aStudent(database.db), SESSIONS.mostHours],
    ['an admin', '12 hours', () => anAdmin(database.db), SESSIONS.mostHoursOfAdmin],
  ])('of %s %s after the sign-in, and its sockets close', async (_, __, person, hours) => {
    const owner = await person();
    const token = await start(owner);
    const id = hashToken(token);
    await moveSessionBack(token, hours - 0.1);
    expect(await findOwner(token)).toMatchObject({ userId: owner.id });
    expect(await listLiveSessions(database.db, [id])).toEqual(new Set([id]));
    await moveSessionBack(token, hours);
    expect(await findOwner(token)).toBeNull();
    expect(await listLiveSessions(database.db, [id])).toEqual(new Set());
    const view = callerAs(database, owner, { sessionId: id, now: () => new Date() });
    expect(await view.account.sessions()).toEqual([]);
  });

  test('using a session extends it up to that day', async () => {
    const token = await start(await aStudent(database.db));
    await moveSessionBack(token, SESSIONS.mostHours - 2);
    expect(await findOwner(token)).not.toBeNull();
    const [row] = await database.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, hashToken(token)));
    const { createdAt, expiresAt } = row ?? expect.fail('it is gone');
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(SESSIONS.mostHours * HOUR);
  });
});
