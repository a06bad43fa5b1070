import { sql } from 'drizzle-orm';
import { lockTutors, shareUsers } from '#db/locks.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import type { As } from '#server/core/context.ts';
import type { VerificationDecision } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork } from '#server/core/unit-of-work.ts';
import type { ApproveInput, RejectInput, ToggleVerificationInput } from '#shared/contracts/verification.ts';
import { DomainError } from '#shared/errors.ts';

/** Verifies a tutor of whom every check is ticked. */
export async function approveTutor(ctx: As<'admin'>, { id, verificationChecks }: ApproveInput): Promise<void> {
  await decide(ctx, id, ({ isVerified }) => {
    if (isVerified) throw new DomainError('verification.verified');
    if (verificationChecks && Object.values(verificationChecks).includes(false)) throw new DomainError('verification.checks');
    return { decision: 'verified' };
  });
}

/** A verified tutor is unverified first, so that nobody loses a badge by a slip. */
export async function rejectTutor(ctx: As<'admin'>, { id, reason }: RejectInput): Promise<void> {
  await decide(ctx, id, ({ isVerified }) => {
    if (isVerified) throw new DomainError('verification.unverify_first');
    return { decision: 'rejected', reason };
  });
}

/** Answers whether the tutor is verified now. */
export async function toggleVerification(ctx: As<'admin'>, { id }: ToggleVerificationInput): Promise<boolean> {
  const decision = await decide(ctx, id, ({ isVerified }) => ({ decision: isVerified ? 'unverified' : 'verified' }));
  return decision === 'verified';
}

type Decision = { decision: VerificationDecision; reason?: string };

/** Of two admins who decide at once the second judges what the first has made of it. */
function decide(ctx: As<'admin'>, tutorId: string, judge: (profile: { isVerified: boolean }) => Decision): Promise<VerificationDecision> {
  return inUnitOfWork(ctx, async ({ db, actor, now, record }) => {
    const profileId = byId(tutorProfiles.id, tutorId);
    const tutorUser = sql`select ${tutorProfiles.userId} from ${tutorProfiles} where ${profileId}`;
    const parties = await shareUsers(db, sql`${users.id} = any(array[${actor.id}::uuid, (${tutorUser})])`); // one is told, the other named
    if (!parties.some(({ id }) => id === actor.id)) throw new DomainError('auth.expired');
    const [profile] = await lockTutors(db, profileId);
    if (!profile) throw new DomainError('tutor.not_found');

    const { decision, reason = '' } = judge(profile);
    record({ type: 'verification.decided', tutorId: profile.id, userId: profile.userId, adminId: actor.id, decision, reason, at: now() });
    return decision;
  });
}
