import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { only } from '#db/executor.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent, aTutor, NOW } from '#tests/support/factories.ts';

const database = useDatabase();
const PHOTO = '/files/photos/copied.jpg';
const copied = (userId: string) =>
  inUnitOfWork(contextAs(database, null), async ({ record }) => record({ type: 'photo.copied', userId, url: PHOTO }));
const stored = async (id: string) => only(await database.db.select().from(users).where(eq(users.id, id)));

test('a photo copied from the provider is set on an account without one', async () => {
  const { id } = await aStudent(database.db);
  await copied(id);
  expect(await stored(id)).toMatchObject({ profileImage: PHOTO, updatedAt: NOW });
});

// spec google.5
test('a photo copied from the provider does not replace one chosen meanwhile', async () => {
  const student = await aStudent(database.db, { profileImage: '/files/photos/chosen.jpg' });
  await copied(student.id);
  expect(await stored(student.id)).toEqual(student);
});

test('a photo copied for a user who has left meanwhile is dropped', async () => {
  const { id, user } = await aTutor(database.db);
  await database.db.delete(users).where(eq(users.id, user.id));
  await copied(user.id);
  expect(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id))).toEqual([]);
});
