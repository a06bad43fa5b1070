import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/access.ts';
import { users } from '#db/schema/people.ts';
import { appRouter } from '#server/api/router.ts';
import type { Session } from '#server/core/context.ts';
import { createApiKeys } from '#server/infra/api-keys.ts';
import type { ApiKeyScope } from '#shared/vocabulary/integrations.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, HOUR, NOW, signedIn, type User } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { countDeadlocks, countLockWaits, listErrorMessages, listResults, runUntilCommit } from '#tests/support/races.ts';
import { createRecordingDb } from '#tests/support/statements.ts';

// One connection for each concurrent call, and one for the observer.
const database = useDatabase({ max: 12 });

const apiAs = (person: User | null, now = NOW) => callerAs(database, person, { now: () => now });
const createKey = async (person: User, { scope = 'read', at = NOW }: { scope?: ApiKeyScope; at?: Date } = {}) =>
  apiAs(await signedIn(database.db, person), at).apiKeys.make({ name: 'My program', scope });
const listStoredKeys = (person: User) => database.db.select().from(apiKeys).where(eq(apiKeys.userId, person.id));
const findOwner = (key: string) => createApiKeys(database.db).findOwner(key, NOW);

describe('an API key', () => {
  // spec keys.1 | D API keys | A key is `vk_` and 32 random bytes, shown once; SHA-256 and the first four letters are kept |
  //   src/server/features/api-keys/api-keys.commands.ts
  test('is shown once; only its hash and first letters are stored', async () => {
    const student = await aStudent(database.db);
    const { key, ...view } = await createKey(student, { scope: 'write' });
    expect(key).toMatch(/^vk_[\w-]{43}$/);
    expect(view).toEqual({ id: expect.any(String), name: 'My program', scope: 'write', hint: key.slice(3, 7), createdAt: NOW, lastUsedAt: null });
    const tokenHash = createHash('sha256').update(key).digest('hex');
    expect(await listStoredKeys(student)).toEqual([{ ...view, userId: student.id, tokenHash }]);
    expect(await apiAs(student).apiKeys.list()).toEqual([view]);
    expect(await createKey(student)).not.toMatchObject({ key });
  });

  // spec keys.1
  test('is stored nowhere in the database', async () => {
    const { key } = await createKey(await aStudent(database.db));
    const tables = await database.sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
    expect(tables.length).toBeGreaterThan(40);
    for (const { name } of tables) {
      const [row] = await database.sql`select count(*)::int as count from ${database.sql.unsafe(name)} t where t::text like ${`%${key.slice(3)}%`}`;
      expect(row, name).toEqual({ count: 0 });
    }
  });

  // spec keys.4 | D API keys | It is its owner with the role that the owner has now | src/server/infra/api-keys.ts
  test('acts as its owner, with the role the owner has now', async () => {
    const student = await aStudent(database.db);
    const { key, id } = await createKey(student, { scope: 'write' });
    const owner = { keyId: id, scope: 'write', userId: student.id, name: student.name, email: student.email, hasSecondFactor: false };
    expect(await findOwner(key)).toEqual({ ...owner, role: 'student' });
    await database.db.update(users).set({ role: 'tutor' }).where(eq(users.id, student.id));
    expect(await findOwner(key)).toEqual({ ...owner, role: 'tutor' });
  });

  // spec keys.3
  test('is listed after newer keys', async () => {
    const student = await aStudent(database.db);
    const ids: string[] = [];
    for (const hours of [0, 2, 1]) ids.push((await createKey(student, { at: new Date(NOW.getTime() + hours * HOUR) })).id);
    const [first, last, middle] = ids;
    expect((await apiAs(student).apiKeys.list()).map(({ id }) => id)).toEqual([last, middle, first]);
  });

  // spec keys.3 | D API keys | It has a name and a scope, and is listed newest first | src/shared/contracts/api-keys.ts
  test.each([
    [{ name: ' \u200b', scope: 'read' }, 'Please give the key a name'],
    [{ name: 'My program', scope: 'admin' }, 'Please choose what the key may do'],
    [{ name: 'x'.repeat(101), scope: 'read' }, 'Name cannot be longer than 100 characters'],
  ])('is refused with %j', async (input, message) => {
    const student = await aStudent(database.db);
    const refusal = await apiAs(student)
      .apiKeys.make(input as { name: string; scope: ApiKeyScope })
      .catch((error: Error) => error.message);
    expect(refusal).toContain(message);
    expect(await listStoredKeys(student)).toEqual([]);
  });

  // spec keys.2 | D API keys | At most ten for each account, eleven at once too | src/server/features/api-keys/api-keys.commands.ts
  test('counts towards the limit of ten until it is revoked', async () => {
    const student = await aStudent(database.db);
    for (let index = 0; index < 10; index += 1) await createKey(student);
    await expect(createKey(student)).rejects.toThrow('You can have at most 10 API keys');
    const [first] = await listStoredKeys(student);
    await apiAs(student).apiKeys.revoke({ id: first?.id ?? '' });
    await createKey(student);
    expect(await listStoredKeys(student)).toHaveLength(10);
  });

  // spec keys.2
  test('counts towards the limit of ten when eleven are created at once', async () => {
    const student = await aStudent(database.db);
    const deadlocksBefore = await countDeadlocks(database);
    const results = await Promise.allSettled(Array.from({ length: 11 }, () => createKey(student)));
    expect(listResults(results)).toHaveLength(10);
    expect(listErrorMessages(results)).toEqual(['You can have at most 10 API keys']);
    expect(await listStoredKeys(student)).toHaveLength(10);
    expect(await countDeadlocks(database)).toBe(deadlocksBefore);
  });

  // spec keys.13
  test('stores its last use to the minute, and writes it once a minute', async () => {
    const student = await aStudent(database.db);
    const { key } = await createKey(student);
    const { db, statements } = createRecordingDb(database);
    const { findOwner } = createApiKeys(db);
    const useKeyAt = async (at: string) => {
      await Promise.all([1, 2, 3].map(() => findOwner(key, new Date(at))));
      const [row] = await database.db
        .select({ version: sql<string>`xmin::text`, at: apiKeys.lastUsedAt })
        .from(apiKeys)
        .where(eq(apiKeys.userId, student.id));
      return row;
    };
    const first = await useKeyAt('2026-03-02T04:30:12.345Z');
    expect(first?.at).toEqual(new Date('2026-03-02T04:30:00.000Z'));
    statements.length = 0;
    expect(await useKeyAt('2026-03-02T04:30:59.999Z')).toEqual(first);
    expect(statements.map(({ text }) => text.slice(0, 6))).toEqual(['select', 'select', 'select']);
    const next = await useKeyAt('2026-03-02T04:31:00.000Z');
    expect(next).not.toMatchObject({ version: first?.version });
    expect(next?.at).toEqual(new Date('2026-03-02T04:31:00.000Z'));
    // Another process may have the later time.
    expect(await useKeyAt('2026-03-02T04:30:30.000Z')).toEqual(next);
    expect(await apiAs(student).apiKeys.list()).toMatchObject([{ lastUsedAt: next?.at }]);
  });
});

describe('apiKeys.revoke', () => {
  // spec keys.10
  test('ends that key and no other', async () => {
    const student = await aStudent(database.db);
    const [first, second] = [await createKey(student), await createKey(student)];
    expect(await apiAs(student).apiKeys.revoke({ id: first.id })).toEqual({ message: 'API key revoked successfully' });
    expect(await findOwner(first.key)).toBeNull();
    expect(await findOwner(second.key)).toMatchObject({ userId: student.id });
    await expect(apiAs(student).apiKeys.revoke({ id: first.id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'API key not found' });
  });

  // spec keys.10
  test('does not find keys of others, not even for an admin', async () => {
    const { id, key } = await createKey(await aStudent(database.db));
    for (const person of [await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(apiAs(person).apiKeys.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'API key not found' });
      expect(await apiAs(person).apiKeys.list()).toEqual([]);
    }
    await expect(apiAs(null).apiKeys.revoke({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await findOwner(key)).not.toBeNull();
  });

  test.each(['', 'x', '\u0000', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40'])('does not find the id "%s"', async (id) => {
    await expect(apiAs(await aStudent(database.db)).apiKeys.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

// spec keys.11
describe('the API keys of an account', () => {
  const setStatus = async (person: User, status: 'suspended' | 'active') =>
    apiAs(await anAdmin(database.db)).moderation.setAccountStatus({ userId: person.id, status, reason: 'Asked for money' });

  test('end when it is suspended, and do not return when it is reinstated', async () => {
    const [student, second] = [await aStudent(database.db), await aStudent(database.db)];
    const [{ key }, otherKey] = [await createKey(student), await createKey(second)];
    await setStatus(student, 'suspended');
    expect(await findOwner(key)).toBeNull();
    await setStatus(student, 'active');
    expect(await findOwner(key)).toBeNull();
    expect(await listStoredKeys(student)).toEqual([]);
    expect(await findOwner(otherKey.key)).not.toBeNull();
  });

  test('cannot be created while it is being suspended', async () => {
    const student = await aStudent(database.db);
    const { caller, isDone, commit } = runUntilCommit(database, await anAdmin(database.db));
    const suspension = caller.moderation.setAccountStatus({ userId: student.id, status: 'suspended', reason: 'Asked for money' });
    await isDone;
    const results = Promise.allSettled([createKey(student)]);
    await expect.poll(() => countLockWaits(database)).toBe(1);
    commit();
    await suspension;
    expect(listErrorMessages(await results)).toEqual(['Session expired. Please login again.']);
    expect(await listStoredKeys(student)).toEqual([]);
  });

  test('are deleted with it', async () => {
    const student = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const { key } = await createKey(student);
    await apiAs(student).account.leave({ password: PASSWORD });
    expect(await findOwner(key)).toBeNull();
    expect(await listStoredKeys(student)).toEqual([]);
  });
});

// spec keys.9 | D API keys | What is done to an account, its keys and its webhooks refuses a key by itself, whatever comes in front of it |
//   src/server/core/trpc.ts
describe('procedures that need a session', () => {
  const PERSONAL_PROCEDURES =
    /^(account|apiKeys|webhooks|push)\.|^auth\.(change|choose|update|cancel|resend|set)|^mail\.(preferences|setP)|^calendar\.(feed|make|revoke)/;
  const procedures = Object.keys(appRouter._def.procedures).filter((name) => PERSONAL_PROCEDURES.test(name) && name !== 'account.studentProfile');

  test('include those that change an account, its keys and its calendar', () => {
    expect(procedures).toEqual(
      expect.arrayContaining(['account.leave', 'apiKeys.make', 'auth.changePassword', 'auth.setLocale', 'auth.updateDetails', 'calendar.makeFeed']),
    );
    expect(procedures).toEqual(expect.arrayContaining(['apiKeys.list', 'apiKeys.revoke', 'push.subscribe', 'mail.setPreference', 'auth.chooseRole']));
  });

  test.each(procedures)('refuse an API key whatever the input: %s', async (procedure) => {
    const { id, role, name, email } = await aStudent(database.db);
    const session: Session = { state: 'actor', actor: { id, role, name, email, via: { by: 'key', keyId: id, scope: 'write' } } };
    const caller = callerAs(database, null, { session }) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
    const [feature = '', procedureName = ''] = procedure.split('.');
    await expect(caller[feature]?.[procedureName]?.({ nonsense: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This cannot be done with an API key',
    });
  });
});
