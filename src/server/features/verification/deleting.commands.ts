import { eq } from 'drizzle-orm';
import { lockLeaver } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { demandConfirmation } from '#server/core/confirmation.ts';
import type { As } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { byId } from '#server/core/ids.ts';
import { requireActive } from '#server/core/active-account.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { TutorInput } from '#shared/contracts/verification.ts';
import { DomainError } from '#shared/errors.ts';

/** Takes profile and account away, with all that follows for those they had to do with. */
export function deleteTutor(ctx: As<'admin'>, { id }: TutorInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, record, client, now } = unit;
    const ownerOf = () => db.select({ id: tutorProfiles.id, userId: tutorProfiles.userId }).from(tutorProfiles).where(byId(tutorProfiles.id, id));
    const [found] = await ownerOf();
    const leaver = found ? await lockLeaver(db, found.userId) : null;
    // Who leaves, or takes the profile away, does so under the same lock: it may be gone by now, and so may the admin.
    const [tutor] = await ownerOf();
    if (!leaver || !tutor) throw new DomainError('tutor.not_found');
    requireActive(await db.select({ id: users.id, status: users.status }).from(users).where(eq(users.id, actor.id)), actor);
    await demandConfirmation(unit);

    record({ type: 'account.closed', userId: leaver.id, role: leaver.role, name: leaver.name, email: leaver.email, by: 'admin' });
    record({
      type: 'sensitive_action.taken',
      userId: actor.id,
      action: { kind: 'account_deleted', role: 'tutor', name: leaver.name },
      client,
      at: now(),
    });
    recordDeed(unit, 'tutor.deleted', { id: tutor.id, name: leaver.name });
  });
}
