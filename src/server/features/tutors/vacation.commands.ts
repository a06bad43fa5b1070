import { eq } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { lockTutorsFromRequests } from '#db/locks.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { SavedVacation, SetVacationInput } from '#shared/contracts/tutors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { lockOwnProfile } from './profile.moves.ts';
import { tutorProfiles } from './tutors.queries.ts';

/** On or off as wanted, else the other way round; bookings that there are stay. */
export function setVacation(ctx: As<'tutor'>, { vacationMode: wanted }: SetVacationInput): Promise<SavedVacation> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, now, record } = unit;
    const { id } = await lockOwnProfile(unit, lockTutorsFromRequests);
    const before = only(await tutorProfiles(unit, [id], 'owner'));
    const vacationMode = wanted ?? !before.vacationMode;
    if (vacationMode !== before.vacationMode) {
      await db.update(profiles).set({ vacationMode, updatedAt: now() }).where(eq(profiles.id, id));
      record({ type: 'tutor.availability_changed', tutorId: id });
    }
    const tutor = only(await tutorProfiles(unit, [id], 'owner'));
    return { message: vacationMode ? SUCCESS.vacationOn : SUCCESS.vacationOff, vacationMode, tutor };
  });
}
