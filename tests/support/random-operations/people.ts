import type { Db } from '#db/client.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { aStudent, aThread, aTutor, type Tutor, type User } from '#tests/support/factories.ts';

export type Person = { user: User; token: string };
export type Teacher = Person & { tutor: Tutor };
/** `threadOf` is keyed by the ids of a student and of a tutor's account. */
export type People = { students: Person[]; teachers: Teacher[]; threadOf: Map<string, string> };

export async function createPeople(db: Db, { students, teachers }: { students: number; teachers: number }): Promise<People> {
  const signIn = async (user: User): Promise<Person> => ({
    user,
    token: await createSessions(db).createSession(user.id, { isRemembered: true, origin: 'password', userAgent: '' }),
  });
  const people: People = { students: [], teachers: [], threadOf: new Map() };
  for (let index = 0; index < students; index += 1) people.students.push(await signIn(await aStudent(db, { emailVerifiedAt: new Date() })));
  for (let index = 0; index < teachers; index += 1) {
    const tutor = await aTutor(db);
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
