import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { users } from '#db/schema/people.ts';
import { ADMINS } from '#server/registry.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const ADA = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
const commandLine = () => contextAs(database, null);
const listAdminEmails = async () => (await database.db.select().from(users).where(eq(users.role, 'admin'))).map(({ email }) => email).sort();
const toOutcomes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'rejected' ? `${result.reason.message}` : 'done')).sort();

beforeEach(async () => {
  await database.db.delete(users);
});

describe('ADMINS.create', () => {
  test('creates an admin with a confirmed address who can sign in', async () => {
    await ADMINS.create(commandLine(), ADA);
    const { user } = await callerAs(database, null).auth.login(ADA);
    expect(user).toMatchObject({ name: 'Ada', role: 'admin', emailVerified: true, createdAt: NOW, updatedAt: NOW });
  });

  test('creates one admin when called twice at once', async () => {
    const results = await Promise.allSettled([ADMINS.create(commandLine(), ADA), ADMINS.create(commandLine(), ADA)]);
    expect(toOutcomes(results)).toEqual(['An account with this email already exists', 'done']);
    expect(await listAdminEmails()).toEqual([ADA.email]);
  });

  test('refuses an address that has an account, and leaves that account unchanged', async () => {
    const student = await aStudent(database.db, { email: 'ADA@example.com' });
    await expect(ADMINS.create(commandLine(), ADA)).rejects.toMatchObject({ code: 'auth.email_taken' });
    expect(await database.db.select().from(users)).toEqual([student]);
  });

  // spec production.3 | D Accounts | Registration never makes an admin | src/shared/contracts/auth.ts
  test('is the only way: registering refuses the role of an admin', async () => {
    const input = { ...ADA, role: 'admin' as 'student' };
    await expect(callerAs(database, null).auth.register(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await database.db.select().from(users)).toEqual([]);
  });
});

describe('removing an admin', () => {
  // spec s5-bad-input.5
  test('is possible while another admin is left, and refused for the last one', async () => {
    const [first, second] = [await anAdmin(database.db), await anAdmin(database.db)];
    await ADMINS.remove(commandLine(), { email: first.email });
    expect(await listAdminEmails()).toEqual([second.email]);
    await expect(ADMINS.remove(commandLine(), { email: second.email })).rejects.toMatchObject({
      code: 'account.last_admin',
      message: 'The last admin cannot be deleted',
    });
  });

  // spec production.2
  test('is refused when the only other admin is suspended', async () => {
    const admin = await anAdmin(database.db);
    await anAdmin(database.db, { status: 'suspended' });
    await expect(ADMINS.remove(commandLine(), { email: admin.email })).rejects.toMatchObject({ code: 'account.last_admin' });
  });

  // spec audit.4
  test('records in the audit log that an admin has left', async () => {
    await anAdmin(database.db);
    await ADMINS.create(commandLine(), ADA);
    const { user } = await callerAs(database, null).auth.login(ADA);
    await callerAs(database, user).account.leave({ password: ADA.password });
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.actorId, user.id));
    expect(entries).toMatchObject([{ actorName: 'Ada', action: 'admin.removed', subjectId: user.id, subjectName: 'Ada' }]);
  });

  // spec production.2
  test('removes one of the last two admins when both are removed at once', async () => {
    const [first, second] = [await anAdmin(database.db), await anAdmin(database.db)];
    const results = await Promise.allSettled([first, second].map(({ email }) => ADMINS.remove(commandLine(), { email })));
    expect(toOutcomes(results)).toEqual(['The last admin cannot be deleted', 'done']);
    expect(await listAdminEmails()).toHaveLength(1);
  });

  test('needs the address of an admin', async () => {
    const student = await aStudent(database.db);
    await expect(ADMINS.remove(commandLine(), { email: student.email })).rejects.toMatchObject({ message: 'No admin has this email address' });
    expect(await database.db.select().from(users)).toEqual([student]);
  });
});
