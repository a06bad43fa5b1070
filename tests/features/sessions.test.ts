import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { sessions } from '#db/schema/people.ts';
import { hashToken } from '#server/core/token-hash.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { endOtherSessions } from '#server/features/auth/sessions.commands.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { collectEvents } from '#tests/support/events.ts';
import { aStudent, HOUR, NOW, type User, unique } from '#tests/support/factories.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

const database = useDatabase();
let student: User;

beforeEach(async () => {
  student = await aStudent(database.db);
});

type New = Partial<typeof sessions.$inferInsert>;

async function aSession(user: User, overrides: New = {}) {
  const values = {
    id: unique('session').replace(' ', '-'),
    userId: user.id,
    expiresAt: new Date(NOW.getTime() + 24 * HOUR),
    lifetimeHours: 720,
    createdAt: NOW,
  };
  return only(
    await database.db
      .insert(sessions)
      .values({ ...values, ...overrides })
      .returning(),
  );
}
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
const idsOf = async (user: User) => (await database.db.select().from(sessions).where(eq(sessions.userId, user.id))).map(({ id }) => id).sort();

describe('account.sessions', () => {
  test('the list has this session first and the others by their last use', async () => {
    const old = await aSession(student, { lastUsedAt: hoursAgo(50), userAgent: 'An old browser' });
    const current = await aSession(student, { lastUsedAt: hoursAgo(2), origin: 'google', userAgent: 'This browser' });
    const recent = await aSession(student, { lastUsedAt: hoursAgo(1) });
    await aSession(student, { expiresAt: NOW });
    await aSession(await aStudent(database.db));

    const listed = await callerAs(database, student, { sessionId: current.id }).account.sessions();
    expect(listed.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      [current.id, true],
      [recent.id, false],
      [old.id, false],
    ]);
    expect(listed[0]).toEqual({
      id: current.id,
      isCurrent: true,
      origin: 'google',
      userAgent: 'This browser',
      createdAt: NOW,
      lastUsedAt: hoursAgo(2),
    });
  });

  // spec roles.16
  test('the list needs a session', async () => {
    await expect(callerAs(database, null).account.sessions()).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Authentication required' });
  });
});

describe('account.endSession', () => {
  // spec states.9
  test('ending a session logs out there and closes its sockets, once committed', async () => {
    const [current, otherSession] = [await aSession(student), await aSession(student)];
    const caller = callerAs(database, student, { sessionId: current.id });
    const events = await collectEvents(database, async () => {
      expect(await caller.account.endSession({ id: otherSession.id })).toEqual({ message: 'Signed out there successfully' });
    });
    expect(events).toEqual([`session:${otherSession.id}`]);
    expect(await idsOf(student)).toEqual([current.id]);
  });

  test('ending the current session is a logout', async () => {
    const token = await createSessions(database.db).createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });
    await callerAs(database, student, { sessionId: hashToken(token) }).account.endSession({ id: hashToken(token) });
    expect(await createSessions(database.db).findOwner(token)).toBeNull();
  });

  // spec roles.16 | P §6 | The details, sessions and leaving of an account are its owner's only | src/server/features/account/account.queries.ts
  test.each(["somebody else's", 'one that is gone'])('%s is not found, and stays unchanged', async (name) => {
    const strangerSession = await aSession(await aStudent(database.db));
    const id = name === 'one that is gone' ? 'gone' : strangerSession.id;
    const refused = callerAs(database, student).account.endSession({ id });
    await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'Session not found' });
    expect(await database.db.select().from(sessions).where(eq(sessions.id, strangerSession.id))).toHaveLength(1);
  });
});

describe('endOtherSessions', () => {
  // spec states.9
  test('all sessions end except the named one, if any', async () => {
    const own = [await aSession(student), await aSession(student), await aSession(student)] as const;
    const stranger = await aStudent(database.db);
    const strangerSession = await aSession(stranger);
    const end = (currentId: string | null) => inUnitOfWork(contextAs(database, student), (unit) => endOtherSessions(unit, student.id, currentId));

    const events = await collectEvents(database, () => end(own[0].id));
    expect(events.sort()).toEqual([`session:${own[1].id}`, `session:${own[2].id}`].sort());
    expect(await idsOf(student)).toEqual([own[0].id]);
    await end(null);
    expect(await idsOf(student)).toEqual([]);
    expect(await idsOf(stranger)).toEqual([strangerSession.id]);
  });
});

describe('the time a session was last used', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const lastUse = async (id: string) => only(await database.db.select().from(sessions).where(eq(sessions.id, id))).lastUsedAt;

  async function usedAt(lastUsedAt: Date) {
    const token = await createSessions(database.db).createSession(student.id, { isRemembered: true, origin: 'password', userAgent: 'A browser' });
    const id = hashToken(token);
    await database.db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, id));
    const { db, statements } = createRecordingDb(database);
    const owner = await createSessions(db).findOwner(token);
    return { id, owner, statements: statements.length };
  }

  // spec states.11 | S2 | When a session was last used, to the hour | src/server/infra/credentials.ts
  test('the time is not updated by a use within the hour', async () => {
    const before = minutesAgo(59);
    const { id, owner, statements } = await usedAt(before);
    expect(owner).toMatchObject({ userId: student.id });
    expect(statements).toBe(1);
    expect(await lastUse(id)).toEqual(before);
  });

  // spec states.11
  test('the time is updated by a use an hour later', async () => {
    const { id, owner, statements } = await usedAt(minutesAgo(61));
    expect(owner).toMatchObject({ userId: student.id });
    expect(statements).toBe(2);
    expect((await lastUse(id)).getTime()).toBeGreaterThan(minutesAgo(1).getTime());
  });

  test('a use in the second half of its lifetime extends the session all the same', async () => {
    const token = await createSessions(database.db).createSession(student.id, { isRemembered: true, origin: 'password', userAgent: '' });
    const id = hashToken(token);
    await database.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() + HOUR), lastUsedAt: minutesAgo(61) })
      .where(eq(sessions.id, id));
    await createSessions(database.db).findOwner(token);
    const row = only(await database.db.select().from(sessions).where(eq(sessions.id, id)));
    expect(row.expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 24 * HOUR);
    expect(row.lastUsedAt.getTime()).toBeGreaterThan(minutesAgo(1).getTime());
  });
});
