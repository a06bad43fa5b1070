import { eq } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { inboxEvents, notifications } from '#db/schema/notifications.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { VerificationStatus } from '#shared/vocabulary/people.ts';
import { callerAs } from './callers.ts';
import type { TestDatabase } from './database.ts';
import { anAdmin, aUser, signedIn, type User } from './factories.ts';
import { aCompleteProfile } from './profiles.ts';
import { selectNotifications } from './selects.ts';

export function useVerification(database: Pick<TestDatabase, 'db'>) {
  /** A complete profile in that state; neither tutor nor admin has notifications. */
  async function createTutor(status: VerificationStatus) {
    const { db } = database;
    const user = await aUser(db, { role: 'tutor', profileImage: '/files/photos/me.png' });
    const caller = callerAs(database, user);
    const input = await aCompleteProfile(db, user);
    const { tutor } = await caller.tutors.saveProfile(input);
    const rejectionReason = status === 'rejected' ? 'Blurred documents' : '';
    await db
      .update(tutorProfiles)
      .set({ verificationStatus: status, isVerified: status === 'approved', rejectionReason })
      .where(eq(tutorProfiles.id, tutor.id));
    await db.delete(notifications).where(eq(notifications.userId, user.id));
    await db.delete(inboxEvents).where(eq(inboxEvents.userId, user.id));
    const admin = await signedIn(db, await anAdmin(db));
    return { id: tutor.id, user, caller, input, admin, verification: callerAs(database, admin).verification };
  }

  const findProfile = async (id: string) => only(await database.db.select().from(tutorProfiles).where(eq(tutorProfiles.id, id)));
  const listNotifications = async ({ id }: User) => (await selectNotifications(database, id)).map(({ kind, params }) => ({ kind, params }));
  return { createTutor: createTutor, findProfile: findProfile, listNotifications: listNotifications };
}
