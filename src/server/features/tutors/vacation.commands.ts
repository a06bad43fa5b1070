import { eq } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { SavedVacation, SetVacationInput } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { lockOwnProfile } from './profile.steps.ts';
import { getTutorProfiles } from './tutors.queries.ts';

/** On or off as wanted, else the other way round; bookings that there are stay. */
export async function setVacation(ctx: As<'tutor'>, { vacationMode: requested }: SetVacationInput): Promise<SavedVacation> {
  const { isNew, ...saved } = await inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const { id, isNew } = await lockOwnProfile(unit, 'update');
    const current = only(await getTutorProfiles(unit, [id], 'owner'));
    const vacationMode = requested ?? !current.vacationMode;
    if (vacationMode !== current.vacationMode) {
      await db.update(profiles).set({ vacationMode, updatedAt: now() }).where(eq(profiles.id, id));
      record({ type: 'tutor.availability_changed', tutorId: id });
    }
    const tutor = only(await getTutorProfiles(unit, [id], 'owner'));
    return { isNew, message: vacationMode ? SUCCESS.vacationOn : SUCCESS.vacationOff, vacationMode, tutor };
  });
  // What the person is counted by came to a new profile at the end of the transaction.
  return isNew ? { ...saved, tutor: only(await getTutorProfiles(ctx, [saved.tutor.id], 'owner')) } : saved;
}
