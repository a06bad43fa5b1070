import { eq } from 'drizzle-orm';
import { lockLeavingAccount } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import { demandConfirmation } from '#server/core/confirmation.ts';
import type { As } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { TutorInput } from '#shared/contracts/verification.ts';
import { DomainError } from '#shared/errors.ts';

/** Takes profile and account away, with all that follows for those they had to do with. */
export function deleteTutor(ctx: As<'admin'>, { id }: TutorInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, record, client, now } = unit;
    const [tutor] = await db.select({ id: tutorProfiles.id, userId: tutorProfiles.userId }).from(tutorProfiles).where(byId(tutorProfiles.id, id));
    const account = tutor ? await lockLeavingAccount(db, tutor.userId) : null;
    // Accounts and profiles are deleted under the same lock: it may be gone by now, and so may the admin.
    if (!tutor || account?.profile?.id !== tutor.id) throw new DomainError('tutor.not_found');
    requireActive(await db.select({ id: users.id, status: users.status }).from(users).where(eq(users.id, actor.id)), actor);
    await demandConfirmation(unit);

    record({ type: 'account.closed', userId: account.id, role: account.role, name: account.name, email: account.email, by: 'admin' });
    record({
      type: 'sensitive_action.taken',
      userId: actor.id,
      action: { kind: 'account_deleted', role: 'tutor', name: account.name },
      client,
      at: now(),
    });
    recordDeed(unit, 'tutor.deleted', { id: tutor.id, name: account.name });
  });
}
