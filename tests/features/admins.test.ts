import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { users } from '#db/schema/people.ts';
import { ADMINS } from '#server/services.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const ADA = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
const nobody = () => contextAs(database, null);
const adminEmails = async () => (await database.db.select().from(users).where(eq(users.role, 'admin'))).map(({ email }) => email).sort();
const outcomes = (answers: PromiseSettledResult<unknown>[]) =>
  answers.map((answer) => (answer.status === 'rejected' ? `${answer.reason.message}` : 'done')).sort();

beforeEach(async () => {
  await database.db.delete(users);
});

describe('an admin is made', () => {
  test('with a proven address and signs in', async () => {
    await ADMINS.create(nobody(), ADA);
    const { user } = await callerAs(database, null).auth.login(ADA);
    expect(user).toMatchObject({ name: 'Ada', role: 'admin', emailVerified: true, createdAt: NOW, updatedAt: NOW });
  });

  test('once, also when asked for twice at once', async () => {
    const answers = await Promise.allSettled([ADMINS.create(nobody(), ADA), ADMINS.create(nobody(), ADA)]);
    expect(outcomes(answers)).toEqual(['An account with this email already exists', 'done']);
    expect(await adminEmails()).toEqual([ADA.email]);
  });

  test('of nobody who has an account already: it stays as it was', async () => {
    const student = await aStudent(database.db, { email: 'ADA@example.com' });
    await expect(ADMINS.create(nobody(), ADA)).rejects.toMatchObject({ code: 'auth.email_taken' });
    expect(await database.db.select().from(users)).toEqual([student]);
  });

  // spec production.3 | D Accounts | Registration never makes an admin | src/shared/contracts/auth.ts
  test('by no registration', async () => {
    const input = { ...ADA, role: 'admin' as 'student' };
    await expect(callerAs(database, null).auth.register(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await database.db.select().from(users)).toEqual([]);
  });
});

describe('an admin is removed', () => {
  // spec s5-bad-input.5
  test('while another one stays, and the last never', async () => {
    const [one, other] = [await anAdmin(database.db), await anAdmin(database.db)];
    await ADMINS.remove(nobody(), { email: one.email });
    expect(await adminEmails()).toEqual([other.email]);
    await expect(ADMINS.remove(nobody(), { email: other.email })).rejects.toMatchObject({
      code: 'account.last_admin',
      message: 'The last admin cannot be deleted',
    });
  });

  // spec production.2
  test('not when the only other one is suspended', async () => {
    const admin = await anAdmin(database.db);
    await anAdmin(database.db, { status: 'suspended' });
    await expect(ADMINS.remove(nobody(), { email: admin.email })).rejects.toMatchObject({ code: 'account.last_admin' });
  });

  // spec audit.4
  test('by themselves, which stands in the audit log', async () => {
    await anAdmin(database.db);
    await ADMINS.create(nobody(), ADA);
    const { user } = await callerAs(database, null).auth.login(ADA);
    await callerAs(database, user).account.leave({ password: ADA.password });
    const deeds = await database.db.select().from(auditEntries).where(eq(auditEntries.actorId, user.id));
    expect(deeds).toMatchObject([{ actorName: 'Ada', action: 'admin.removed', subjectId: user.id, subjectName: 'Ada' }]);
  });

  // spec production.2
  test('one of two, when both are removed at once', async () => {
    const [one, other] = [await anAdmin(database.db), await anAdmin(database.db)];
    const answers = await Promise.allSettled([one, other].map(({ email }) => ADMINS.remove(nobody(), { email })));
    expect(outcomes(answers)).toEqual(['The last admin cannot be deleted', 'done']);
    expect(await adminEmails()).toHaveLength(1);
  });

  test('only by the address of an admin', async () => {
    const student = await aStudent(database.db);
    await expect(ADMINS.remove(nobody(), { email: student.email })).rejects.toMatchObject({ message: 'No admin has this email address' });
    expect(await database.db.select().from(users)).toEqual([student]);
  });
});
