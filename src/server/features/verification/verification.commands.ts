import { eq, sql } from 'drizzle-orm';
import { only } from '#db/executor.ts';
import { lockLeavingAccount, withLocks } from '#db/locks.ts';
import { selectProfilesForVerification } from '#db/profile-verification.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { requireActive } from '#server/core/active-account.ts';
import { requireConfirmation } from '#server/core/confirmation.ts';
import type { CtxAs } from '#server/core/context.ts';
import { recordAuditEntry, type VerificationDecision } from '#server/core/events.ts';
import { byId } from '#server/core/ids.ts';
import { inUnitOfWork, type Unit } from '#server/core/unit-of-work.ts';
import type { ApproveInput, RejectInput, ReviewInput, ToggleVerificationInput, TutorInput } from '#shared/contracts/verification.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { DomainError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/vocabulary/audit.ts';
import { MINUTE_MS } from '#shared/vocabulary/durations.ts';
import { REMINDER_MINUTES } from '#shared/vocabulary/limits.ts';

type Profile = typeof tutorProfiles.$inferSelect;
/** Without an action nothing was done, and nothing is written down. */
type Outcome<T> = { action: AuditAction | null; details?: Record<string, unknown>; result: T };
type Work<T> = (unit: Unit<CtxAs<'admin'>>, profile: Profile) => Outcome<T> | Promise<Outcome<T>>;

function updateTutor<T>(ctx: CtxAs<'admin'>, tutorId: string, work: Work<T>): Promise<T> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor } = unit;
    const profileId = byId(tutorProfiles.id, tutorId);
    const tutorUser = sql`select ${tutorProfiles.userId} from ${tutorProfiles} where ${profileId}`;
    const locked = await withLocks(db, {
      users: { keyShare: sql`${users.id} = any(array[${actor.id}::uuid, (${tutorUser})])` },
      tutors: { noKeyUpdate: profileId },
    });
    requireActive(locked.users, actor);
    const [profile] = locked.tutors;
    if (!profile) throw new DomainError('tutor.not_found');

    const { result, action, details } = await work(unit, profile);
    if (action === null) return result;
    const { name } = only(await db.select({ name: users.name }).from(users).where(byId(users.id, profile.userId)));
    recordAuditEntry(unit, action, { id: profile.id, name }, details);
    return result;
  });
}

export async function approveTutor(ctx: CtxAs<'admin'>, { id, verificationChecks, ...version }: ApproveInput): Promise<void> {
  await decide(ctx, id, (profile) => {
    if (profile.isVerified) throw new DomainError('verification.verified');
    if (verificationChecks) requireAllChecks(verificationChecks);
    requireVersion(profile, version);
    return { decision: 'verified' };
  });
}

export async function rejectTutor(ctx: CtxAs<'admin'>, { id, reason, ...version }: RejectInput): Promise<void> {
  await decide(ctx, id, (profile) => {
    if (profile.isVerified) throw new DomainError('verification.unverify_first');
    if (isRejected(profile, { reason, revision: version.revision })) return null;
    requireVersion(profile, version);
    return { decision: 'rejected', reason };
  });
}

export async function toggleVerification(ctx: CtxAs<'admin'>, { id, isVerified: expected }: ToggleVerificationInput): Promise<boolean> {
  const decision = await decide(ctx, id, ({ isVerified }) => {
    if (expected !== undefined && expected !== isVerified) throw new DomainError(isVerified ? 'verification.verified' : 'verification.not_verified');
    return { decision: isVerified ? 'unverified' : 'verified' };
  });
  return decision === 'verified';
}

export function reviewTutor(ctx: CtxAs<'admin'>, { id, verificationChecks, ...version }: ReviewInput): Promise<void> {
  return updateTutor(ctx, id, ({ actor, now, record }, profile) => {
    if (!profile.isVerified) throw new DomainError('verification.not_verified');
    requireAllChecks(verificationChecks);
    if (profile.changedAt === null) throw new DomainError('verification.unchanged');
    requireVersion(profile, version);
    record({ type: 'verification.reviewed', tutorId: profile.id, userId: profile.userId, adminId: actor.id, occurredAt: now() });
    return { action: 'tutor.reviewed', result: undefined };
  });
}

function requireAllChecks(checks: ReviewInput['verificationChecks']): void {
  if (Object.values(checks).includes(false)) throw new DomainError('verification.checks');
}

type Version = Pick<ApproveInput, 'revision' | 'verificationStatus'>;

/** The status, too: a photo that is removed withdraws the profile, and counts in no revision. */
function requireVersion(profile: Profile, { revision = profile.revision, verificationStatus = profile.verificationStatus }: Version): void {
  if (revision !== profile.revision || verificationStatus !== profile.verificationStatus) throw new DomainError('verification.outdated');
}

/** Sent again because its answer was lost, a rejection tells the tutor nothing new. */
function isRejected(profile: Profile, { reason, revision = profile.revision }: Pick<RejectInput, 'reason' | 'revision'>): boolean {
  return profile.verificationStatus === 'rejected' && profile.rejectionReason === reason && profile.revision === revision;
}

type Decision = { decision: VerificationDecision; reason?: string };

const ACTIONS = {
  verified: 'tutor.verified',
  rejected: 'tutor.rejected',
  unverified: 'tutor.unverified',
} as const satisfies Record<VerificationDecision, AuditAction>;

function decide(ctx: CtxAs<'admin'>, tutorId: string, decideFor: (profile: Profile) => Decision | null): Promise<VerificationDecision | null> {
  return updateTutor(ctx, tutorId, ({ actor, now, record }, profile) => {
    const outcome = decideFor(profile);
    if (!outcome) return { action: null, result: null };
    const { decision, reason = '' } = outcome;
    record({ type: 'verification.decided', tutorId: profile.id, userId: profile.userId, adminId: actor.id, decision, reason, occurredAt: now() });
    return { action: ACTIONS[decision], ...(reason !== '' && { details: { reason } }), result: decision };
  });
}

export function remindTutor(ctx: CtxAs<'admin'>, { id }: TutorInput): Promise<void> {
  return updateTutor(ctx, id, async ({ db, now, record }, profile) => {
    const { isComplete, missing } = completeness(only(await selectProfilesForVerification(db, [profile.id])));
    if (isComplete) throw new DomainError('verification.complete');
    const at = now();
    const since = profile.remindedAt ? at.getTime() - profile.remindedAt.getTime() : Number.POSITIVE_INFINITY;
    if (since < REMINDER_MINUTES * MINUTE_MS) throw new DomainError('verification.reminded');
    record({ type: 'profile.reminded', tutorId: profile.id, userId: profile.userId, missing, occurredAt: at });
    return { action: 'tutor.reminded', details: { missing }, result: undefined };
  });
}

export function deleteTutor(ctx: CtxAs<'admin'>, { id }: TutorInput): Promise<void> {
  return inUnitOfWork(ctx, async (unit) => {
    const { db, actor, record, client, now } = unit;
    const [tutor] = await db.select({ id: tutorProfiles.id, userId: tutorProfiles.userId }).from(tutorProfiles).where(byId(tutorProfiles.id, id));
    const account = tutor ? await lockLeavingAccount(db, tutor.userId) : null;
    // Profile and account may have been deleted while this waited for the lock.
    if (!tutor || account?.profile?.id !== tutor.id) throw new DomainError('tutor.not_found');
    requireActive(await db.select({ id: users.id, status: users.status }).from(users).where(eq(users.id, actor.id)), actor);
    await requireConfirmation(unit);

    record({ type: 'account.closed', userId: account.id, role: account.role, name: account.name, email: account.email, by: 'admin' });
    record({
      type: 'sensitive_action.taken',
      userId: actor.id,
      action: { kind: 'account_deleted', role: 'tutor', name: account.name },
      client,
      occurredAt: now(),
    });
    recordAuditEntry(unit, 'tutor.deleted', { id: tutor.id, name: account.name });
  });
}
