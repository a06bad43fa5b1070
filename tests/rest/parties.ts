import type { Db } from '#db/client.ts';
import { anAdmin, aStudent, aTutor } from '#tests/support/factories.ts';
import type { Rest } from './app.ts';

/** A student, a tutor and an admin who have never met, with what each of them shows. */
export async function someParties(db: Db, { tokenOf }: Rest) {
  const student = await aStudent(db);
  const tutor = await aTutor(db);
  const admin = await anAdmin(db);
  return { student, tutor, admin, asStudent: await tokenOf(student), asTutor: await tokenOf(tutor.user), asAdmin: await tokenOf(admin) };
}
