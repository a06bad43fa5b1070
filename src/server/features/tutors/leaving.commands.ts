import { lockLeavingAccount } from '#db/locks.ts';
import type { As } from '#server/core/context.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import { DomainError } from '#shared/errors.ts';

/** Deletes the own profile, with all that follows for those it had to do with; the account stays. */
export function deleteProfile(ctx: As<'tutor'>): Promise<void> {
  return inUnitOfWork(ctx, async ({ db, actor, record }) => {
    const account = await lockLeavingAccount(db, actor.id);
    if (!account) throw new DomainError('auth.expired');
    if (!account.profile) throw new DomainError('tutor.profile_not_found');
    record({ type: 'tutor.closed', tutorId: account.profile.id, userId: actor.id });
  });
}
