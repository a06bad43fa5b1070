import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#db/schema/people.ts';
import { registerChoice } from '#shared/contracts/auth.ts';
import { callerAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, HOUR, NEXT_MONDAY_NINE, type Tutor, type User, unique } from '#tests/support/factories.ts';

const database = useDatabase();
const newcomer = (overrides: object) => ({
  name: 'Kumari Silva',
  email: `${unique('kumari').replace(' ', '.')}@example.com`,
  password: 'secret1',
  role: 'student' as const,
  ...overrides,
});
const request = (student: User, tutor: Tutor, startTime = NEXT_MONDAY_NINE) =>
  callerAs(database, student).bookings.request({
    tutorId: tutor.id,
    subjectId: tutor.subjectId,
    startTime,
    endTime: new Date(startTime.getTime() + HOUR),
    contactNumber: '0771234567',
  });

describe('the parent or guardian of a student under 18', () => {
  const choice = { phone: '', role: 'student', agreeToTerms: true, isGuardian: true, childName: 'Sanuli' };
  const complaints = (input: object) =>
    registerChoice.safeParse({ ...choice, ...input }).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

  test('names the child when registering', async () => {
    const { user } = await callerAs(database, null).auth.register(newcomer({ childName: '  Sanuli ' }));
    expect(user.childName).toBe('Sanuli');
  });

  // spec entities.34 | D Accounts | The child's name: required of a guardian, at most 150; a booking keeps the name of its day |
  //   src/server/features/auth/login.commands.ts
  test('must name it, in at most 150 characters', () => {
    expect(complaints({})).toEqual([]);
    expect(complaints({ childName: ' ' })).toEqual([['childName', 'Required']]);
    expect(complaints({ childName: 'ச'.repeat(150) })).toEqual([]);
    expect(complaints({ childName: 'ச'.repeat(151) })).toEqual([['childName', "Child's first name cannot be longer than 150 characters"]]);
  });

  test('is asked nothing as a tutor, or without the tick', () => {
    expect(complaints({ role: 'tutor', childName: '' })).toEqual([]);
    expect(complaints({ isGuardian: false, childName: '' })).toEqual([]);
  });

  // spec entities.34
  test('is not stored for tutors', async () => {
    const { user } = await callerAs(database, null).auth.register(newcomer({ role: 'tutor', childName: 'Sanuli' }));
    expect(user.childName).toBe('');
  });

  // spec entities.34
  test('a booking keeps the name of its day, for both to see', async () => {
    const [student, tutor] = [await aStudent(database.db, { childName: 'Sanuli' }), await aTutor(database.db)];
    expect(await request(student, tutor)).toMatchObject({ childName: 'Sanuli', student: { name: student.name } });
    await database.db.update(users).set({ childName: 'Dinuk' }).where(eq(users.id, student.id));
    await request(student, tutor, new Date(NEXT_MONDAY_NINE.getTime() + HOUR));
    const { bookings } = await callerAs(database, tutor.user).bookings.forTutor({});
    expect(bookings.map(({ childName }) => childName).sort()).toEqual(['Dinuk', 'Sanuli']);
  });

  test('a booking of a student who comes alone names no child', async () => {
    expect(await request(await aStudent(database.db), await aTutor(database.db))).toMatchObject({ childName: '' });
  });
});
