import { sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { withLocks } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import type { As } from '#server/core/context.ts';
import { recordDeed } from '#server/core/deeds.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import { DomainError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/vocabulary/content.ts';

export type Profile = typeof tutorProfiles.$inferSelect;
/** What was done, for the log, and the answer. */
type Done<T> = { action: AuditAction; details?: Record<string, unknown>; answer: T };
type Work<T> = (unit: Unit<As<'admin'>>, profile: Profile) => Done<T> | Promise<Done<T>>;

/** What an admin does with a tutor, and that it was done: of two at once the second finds what the first has made of it. */
export function onTutor<T>(ctx: As<'admin'>, tutorId: string, work: Work<T>): Promise<T> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor } = unit;
    const profileId = byId(tutorProfiles.id, tutorId);
    const tutorUser = sql`select ${tutorProfiles.userId} from ${tutorProfiles} where ${profileId}`;
    const locked = await withLocks(db, {
      users: { keyShare: sql`${users.id} = any(array[${actor.id}::uuid, (${tutorUser})])` }, // one is notified, the other named
      tutors: { noKeyUpdate: profileId },
    });
    requireActive(locked.users, actor);
    const [profile] = locked.tutors;
    if (!profile) throw new DomainError('tutor.not_found');

    const { answer, action, details } = await work(unit, profile);
    const { name } = only(await db.select({ name: users.name }).from(users).where(byId(users.id, profile.userId)));
    recordDeed(unit, action, { id: profile.id, name }, details);
    return answer;
  });
}
