import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/access.ts';
import { users } from '#db/schema/people.ts';
import { appRouter } from '#server/api/router.ts';
import type { Session } from '#server/core/context.ts';
import { createApiKeys } from '#server/infra/api-keys.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import type { ApiKeyScope } from '#shared/vocabulary/outside.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, HOUR, NOW, signedIn, type User } from '#tests/support/factories.ts';
import { answersOf, deadlocksIn, holding, refusalsOf, waitingIn } from '#tests/support/races.ts';
import { watched } from '#tests/support/statements.ts';

// One connection for each of those who race, and one for who looks on.
const database = useDatabase({ max: 12 });

const as = (person: User | null, now = NOW) => callerAs(database, person, { now: () => now });
const make = async (person: User, { scope = 'read', at = NOW }: { scope?: ApiKeyScope; at?: Date } = {}) =>
  as(await signedIn(database.db, person), at).apiKeys.make({ name: 'My program', scope });
const storedOf = (person: User) => database.db.select().from(apiKeys).where(eq(apiKeys.userId, person.id));
const ownerOf = (key: string) => createApiKeys(database.db).ownerOf(key, NOW);

describe('an API key', () => {
  // spec keys.1 | D API keys | A key is `vk_` and 32 random bytes, shown once; SHA-256 and the first four letters are kept |
  //   src/server/features/api-keys/api-keys.commands.ts
  test('is told once, and of it only the hash and the first letters are kept', async () => {
    const student = await aStudent(database.db);
    const { key, ...seen } = await make(student, { scope: 'write' });
    expect(key).toMatch(/^vk_[\w-]{43}$/);
    expect(seen).toEqual({ id: expect.any(String), name: 'My program', scope: 'write', hint: key.slice(3, 7), createdAt: NOW, lastUsedAt: null });
    const tokenHash = createHash('sha256').update(key).digest('hex');
    expect(await storedOf(student)).toEqual([{ ...seen, userId: student.id, tokenHash }]);
    expect(await as(student).apiKeys.list()).toEqual([seen]);
    expect(await make(student)).not.toMatchObject({ key });
  });

  // spec keys.1
  test('stands nowhere in the database', async () => {
    const { key } = await make(await aStudent(database.db));
    const tables = await database.sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;
    expect(tables.length).toBeGreaterThan(40);
    for (const { name } of tables) {
      const [row] = await database.sql`select count(*)::int as count from ${database.sql.unsafe(name)} t where t::text like ${`%${key.slice(3)}%`}`;
      expect(row, name).toEqual({ count: 0 });
    }
  });

  // spec keys.4 | D API keys | It is its owner with the role that the owner has now | src/server/infra/api-keys.ts
  test('is its owner, with the role of the day', async () => {
    const student = await aStudent(database.db);
    const { key, id } = await make(student, { scope: 'write' });
    const owner = { keyId: id, scope: 'write', userId: student.id, name: student.name, email: student.email, hasSecondFactor: false };
    expect(await ownerOf(key)).toEqual({ ...owner, role: 'student' });
    await database.db.update(users).set({ role: 'tutor' }).where(eq(users.id, student.id));
    expect(await ownerOf(key)).toEqual({ ...owner, role: 'tutor' });
  });

  // spec keys.3
  test('stands after those that were made later', async () => {
    const student = await aStudent(database.db);
    const made: string[] = [];
    for (const hours of [0, 2, 1]) made.push((await make(student, { at: new Date(NOW.getTime() + hours * HOUR) })).id);
    const [first, last, middle] = made;
    expect((await as(student).apiKeys.list()).map(({ id }) => id)).toEqual([last, middle, first]);
  });

  // spec keys.3 | D API keys | It has a name and a scope, and is listed newest first | src/shared/contracts/api-keys.ts
  test.each([
    [{ name: ' \u200b', scope: 'read' }, 'Please give the key a name'],
    [{ name: 'My program', scope: 'admin' }, 'Please choose what the key may do'],
    [{ name: 'x'.repeat(101), scope: 'read' }, 'Name cannot be longer than 100 characters'],
  ])('is not made of %j', async (input, message) => {
    const student = await aStudent(database.db);
    const refused = await as(student)
      .apiKeys.make(input as { name: string; scope: ApiKeyScope })
      .catch((error: Error) => error.message);
    expect(refused).toContain(message);
    expect(await storedOf(student)).toEqual([]);
  });

  // spec keys.2 | D API keys | At most ten for each account, eleven at once too | src/server/features/api-keys/api-keys.commands.ts
  test('is one of ten at most, and one that is revoked makes room', async () => {
    const student = await aStudent(database.db);
    for (let nth = 0; nth < 10; nth += 1) await make(student);
    await expect(make(student)).rejects.toThrow('You can have at most 10 API keys');
    const [one] = await storedOf(student);
    await as(student).apiKeys.revoke({ id: one?.id ?? '' });
    await make(student);
    expect(await storedOf(student)).toHaveLength(10);
  });

  // spec keys.2
  test('is one of ten, too, when eleven are made at once', async () => {
    const student = await aStudent(database.db);
    const before = await deadlocksIn(database);
    const told = await Promise.allSettled(Array.from({ length: 11 }, () => make(student)));
    expect(answersOf(told)).toHaveLength(10);
    expect(refusalsOf(told)).toEqual(['You can have at most 10 API keys']);
    expect(await storedOf(student)).toHaveLength(10);
    expect(await deadlocksIn(database)).toBe(before);
  });

  // spec keys.13
  test('keeps to the minute when it was used, and is not written again within it', async () => {
    const student = await aStudent(database.db);
    const { key } = await make(student);
    const { db, statements } = watched(database);
    const { ownerOf } = createApiKeys(db);
    const used = async (at: string) => {
      await Promise.all([1, 2, 3].map(() => ownerOf(key, new Date(at))));
      const [row] = await database.db
        .select({ version: sql<string>`xmin::text`, at: apiKeys.lastUsedAt })
        .from(apiKeys)
        .where(eq(apiKeys.userId, student.id));
      return row;
    };
    const first = await used('2026-03-02T04:30:12.345Z');
    expect(first?.at).toEqual(new Date('2026-03-02T04:30:00.000Z'));
    statements.length = 0;
    expect(await used('2026-03-02T04:30:59.999Z')).toEqual(first);
    expect(statements.map(({ text }) => text.slice(0, 6))).toEqual(['select', 'select', 'select']);
    const next = await used('2026-03-02T04:31:00.000Z');
    expect(next).not.toMatchObject({ version: first?.version });
    expect(next?.at).toEqual(new Date('2026-03-02T04:31:00.000Z'));
    // Another process may have the later time.
    expect(await used('2026-03-02T04:30:30.000Z')).toEqual(next);
    expect(await as(student).apiKeys.list()).toMatchObject([{ lastUsedAt: next?.at }]);
  });
});

describe('revoking an API key', () => {
  // spec keys.10
  test('ends this one and no other', async () => {
    const student = await aStudent(database.db);
    const [one, other] = [await make(student), await make(student)];
    expect(await as(student).apiKeys.revoke({ id: one.id })).toEqual({ message: 'API key revoked successfully' });
    expect(await ownerOf(one.key)).toBeNull();
    expect(await ownerOf(other.key)).toMatchObject({ userId: student.id });
    await expect(as(student).apiKeys.revoke({ id: one.id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'API key not found' });
  });

  // spec keys.10
  test("is for its owner alone: to others, admins too, it is not there, and nobody's list shows it", async () => {
    const { id, key } = await make(await aStudent(database.db));
    for (const person of [await aStudent(database.db), await anAdmin(database.db)]) {
      await expect(as(person).apiKeys.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'API key not found' });
      expect(await as(person).apiKeys.list()).toEqual([]);
    }
    await expect(as(null).apiKeys.revoke({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await ownerOf(key)).not.toBeNull();
  });

  test.each(['', 'x', '\u0000', '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40'])('finds nothing by "%s"', async (id) => {
    await expect(as(await aStudent(database.db)).apiKeys.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

// spec keys.11
describe('the API keys of an account', () => {
  const setStatus = async (person: User, status: 'suspended' | 'active') =>
    as(await anAdmin(database.db)).moderation.setAccountStatus({ userId: person.id, status, reason: 'Asked for money' });

  test('end with its suspension, and reinstating brings none back', async () => {
    const [student, other] = [await aStudent(database.db), await aStudent(database.db)];
    const [{ key }, stays] = [await make(student), await make(other)];
    await setStatus(student, 'suspended');
    expect(await ownerOf(key)).toBeNull();
    await setStatus(student, 'active');
    expect(await ownerOf(key)).toBeNull();
    expect(await storedOf(student)).toEqual([]);
    expect(await ownerOf(stays.key)).not.toBeNull();
  });

  test('are not made in the instant of its suspension', async () => {
    const student = await aStudent(database.db);
    const { caller, isDone, commit } = holding(database, await anAdmin(database.db));
    const suspending = caller.moderation.setAccountStatus({ userId: student.id, status: 'suspended', reason: 'Asked for money' });
    await isDone;
    const told = Promise.allSettled([make(student)]);
    await expect.poll(() => waitingIn(database)).toBe(1);
    commit();
    await suspending;
    expect(refusalsOf(await told)).toEqual(['Session expired. Please login again.']);
    expect(await storedOf(student)).toEqual([]);
  });

  test('go with it', async () => {
    const student = await aStudent(database.db, { passwordHash: await createPasswords().hash('correct horse') });
    const { key } = await make(student);
    await as(student).account.leave({ password: 'correct horse' });
    expect(await ownerOf(key)).toBeNull();
    expect(await storedOf(student)).toEqual([]);
  });
});

// spec keys.9 | D API keys | What is done to an account, its keys and its webhooks refuses a key by itself, whatever comes in front of it |
//   src/server/core/trpc.ts
describe('what only a person does', () => {
  const OF_PERSONS =
    /^(account|apiKeys|webhooks|push)\.|^auth\.(change|choose|update|cancel|resend)|^mail\.(preferences|setP)|^calendar\.(feed|make|revoke)/;
  const procedures = Object.keys(appRouter._def.procedures).filter((name) => OF_PERSONS.test(name) && name !== 'account.studentProfile');

  test('is a list that holds what it says', () => {
    expect(procedures).toEqual(
      expect.arrayContaining(['account.leave', 'apiKeys.make', 'auth.changePassword', 'auth.updateDetails', 'calendar.makeFeed']),
    );
    expect(procedures).toEqual(expect.arrayContaining(['apiKeys.list', 'apiKeys.revoke', 'push.subscribe', 'mail.setPreference', 'auth.chooseRole']));
  });

  test.each(procedures)('no key does, whatever was sent: %s', async (procedure) => {
    const { id, role, name, email } = await aStudent(database.db);
    const session: Session = { state: 'actor', actor: { id, role, name, email, via: { by: 'key', keyId: id, scope: 'write' } } };
    const caller = callerAs(database, null, { session }) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
    const [feature = '', what = ''] = procedure.split('.');
    await expect(caller[feature]?.[what]?.({ nonsense: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This cannot be done with an API key',
    });
  });
});
