import type { Db } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { aStudent, aThread, aTutor, type Tutor, type User } from '#tests/support/factories.ts';
import { PASSWORD_HASH } from '#tests/support/passwords.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

export type Person = { user: User; token: string; client: HttpClient };
export type Teacher = Person & { tutor: Tutor };
/** `threadOf` is keyed by the ids of a student and of a tutor's account. */
export type People = { students: Person[]; teachers: Teacher[]; threadOf: Map<string, string> };

export async function createPeople(db: Db, { students, teachers }: { students: number; teachers: number }): Promise<People> {
  const account = { passwordHash: PASSWORD_HASH, emailVerifiedAt: new Date() };
  const signIn = async (user: User): Promise<Person> => ({
    user,
    token: await createSessions(db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' }),
    client: createHttpClient(),
  });
  const people: People = { students: [], teachers: [], threadOf: new Map() };
  for (let index = 0; index < students; index += 1) people.students.push(await signIn(await aStudent(db, account)));
  for (let index = 0; index < teachers; index += 1) {
    const tutor = await aTutor(db, { user: account });
    people.teachers.push({ ...(await signIn(tutor.user)), tutor });
  }
  for (const student of people.students) {
    for (const { tutor } of people.teachers) {
      const thread = await aThread(db, { student: student.user, tutor });
      people.threadOf.set(`${student.user.id} ${tutor.user.id}`, thread.id);
    }
  }
  return people;
}
