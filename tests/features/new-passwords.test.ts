import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { passwordResets } from '#db/schema/devices.ts';
import { users } from '#db/schema/people.ts';
import { createPasswords } from '#server/infra/credentials.ts';
import { ADMINS } from '#server/registry.ts';
import { callerAs, contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { anAdmin, aStudent, sessionIdFor } from '#tests/support/factories.ts';
import { PASSWORD, PASSWORD_HASH } from '#tests/support/passwords.ts';
import { aReset } from '#tests/support/resets.ts';

const database = useDatabase();
const COMMON = { code: 'BAD_REQUEST', message: 'This password is one of the most common ones. Please choose another one.' };
const PERSONAL = { code: 'BAD_REQUEST', message: 'A password cannot contain your name or email address. Please choose another one.' };
const ADMIN = { code: 'BAD_REQUEST', message: 'The password of an admin must be at least 12 characters' };

const visitor = () => callerAs(database, null, { hasRateLimits: false });
const hashOf = async (id: string) => (await database.db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash;

describe('register', () => {
  const newcomer = { name: 'Nimal Perera', email: 'n.p@example.com', role: 'student' } as const;

  // spec s8-passwords.1 | S8 E | A new password that is among the 1,000 most common is refused, in whatever case, by registration, reset and change |
  //   src/shared/domain/new-password.ts, src/server/features/auth/passwords.commands.ts
  test.each([
    ['sunshine', COMMON],
    ['Password', COMMON],
    ['perera-1990', PERSONAL],
    ['xx-n.p-xx', PERSONAL],
  ])('register refuses %s at the field and creates no account', async (password, refusal) => {
    const refused = visitor().auth.register({ ...newcomer, password });
    await expect(refused).rejects.toMatchObject({ ...refusal, cause: { refusal: { field: 'password' } } });
    expect(await database.db.$count(users, eq(users.email, newcomer.email))).toBe(0);
  });

  test('register accepts the 1,001st of the common passwords', async () => {
    const common = await createPasswords().loadCommon();
    const isCommon = (password: string) => common.has(password);
    expect(['123456', 'sunshine', 'secret'].every(isCommon)).toBe(true);
    expect(['secret1', 'hunter22', 'monsoon-2026'].some(isCommon)).toBe(false);
  });
});

describe('resetPassword', () => {
  test('a common password is refused before an attempt of the code is counted', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH });
    const { code } = await aReset(contextAs(database, null), person);
    await expect(visitor().auth.resetPassword({ email: person.email, code, password: 'sunshine' })).rejects.toMatchObject(COMMON);
    expect(await database.db.select({ tries: passwordResets.tries }).from(passwordResets).where(eq(passwordResets.userId, person.id))).toEqual([
      { tries: 0 },
    ]);
  });

  test("the user's own name is refused, the old password stays, and the code still works", async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, name: 'Sunethra Silva' });
    const { code } = await aReset(contextAs(database, null), person);
    const reset = (password: string) => visitor().auth.resetPassword({ email: person.email, code, password });
    await expect(reset('sunethra!')).rejects.toMatchObject({ ...PERSONAL, cause: { refusal: { field: 'password' } } });
    expect(await hashOf(person.id)).toBe(PASSWORD_HASH);
    await reset('battery staple');
  });

  // spec s8-passwords.3 | S8 E | A reset says what depends on the account only to whoever has the code, and a refused password does not use the code
  //   up | src/server/features/auth/passwords.commands.ts
  test('a stranger does not learn the name of the account', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, name: 'Sunethra Silva' });
    await expect(visitor().auth.resetPassword({ email: person.email, code: '000000', password: 'sunethra!' })).rejects.toMatchObject({
      message: 'Invalid or expired code',
    });
  });
});

describe('changePassword', () => {
  test('common and personal passwords are refused at the field of the new password', async () => {
    const person = await aStudent(database.db, { passwordHash: PASSWORD_HASH, name: 'Sunethra Silva' });
    const change = (newPassword: string) =>
      callerAs(database, person, { hasRateLimits: false }).auth.changePassword({ currentPassword: PASSWORD, newPassword });
    await expect(change('iloveyou')).rejects.toMatchObject({ ...COMMON, cause: { refusal: { field: 'newPassword' } } });
    await expect(change('silva-family')).rejects.toMatchObject(PERSONAL);
    expect(await hashOf(person.id)).toBe(PASSWORD_HASH);
  });

  test('an admin needs twelve characters', async () => {
    const admin = await anAdmin(database.db, { passwordHash: PASSWORD_HASH });
    const change = (newPassword: string) =>
      callerAs(database, admin, { hasRateLimits: false }).auth.changePassword({ currentPassword: PASSWORD, newPassword });
    await expect(change('rainy-days1')).rejects.toMatchObject(ADMIN);
    await change('rainy-days12');
  });

  test('an admin without a second factor needs twelve characters too', async () => {
    const admin = await anAdmin(database.db, { passwordHash: PASSWORD_HASH });
    const via = { by: 'session', sessionId: sessionIdFor(admin) } as const;
    const actor = { id: admin.id, role: null, name: admin.name, email: admin.email, via, isSecondFactorDue: true };
    const caller = callerAs(database, null, { session: { state: 'actor', actor }, hasRateLimits: false });
    await expect(caller.auth.changePassword({ currentPassword: PASSWORD, newPassword: 'rainy-days1' })).rejects.toMatchObject(ADMIN);
  });
});

describe('admin:create', () => {
  // spec s8-passwords.4 | S8 E | Admins need 12 characters | src/shared/domain/new-password.ts
  test('the command requires twelve characters that are neither common nor personal', async () => {
    const create = (password: string) => ADMINS.create(contextAs(database, null), { name: 'Ada Byron', email: 'ada.new@example.com', password });
    await expect(create('rainy-days1')).rejects.toMatchObject({ message: ADMIN.message });
    await expect(create('byron-and-rain')).rejects.toMatchObject({ message: PERSONAL.message });
    await create('rainy-days12');
  });
});
