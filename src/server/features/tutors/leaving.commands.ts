import { eq } from 'drizzle-orm';
import { lockLeaver, lockTutorsFromRequests } from '#db/locks.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { DomainError } from '#shared/errors.ts';

/** Deletes the own profile, with all that follows for those it had to do with; the account stays. */
export function deleteProfile(ctx: As<'tutor'>): Promise<void> {
  return inUnitOfWork(ctx, async ({ db, actor, record }) => {
    // In the order of one who leaves altogether: whoever asks for a session meanwhile waits for the account.
    if (!(await lockLeaver(db, actor.id))) throw new DomainError('auth.expired');
    const [profile] = await lockTutorsFromRequests(db, eq(tutorProfiles.userId, actor.id));
    if (!profile) throw new DomainError('tutor.profile_not_found');
    record({ type: 'tutor.closed', tutorId: profile.id, userId: actor.id });
  });
}
