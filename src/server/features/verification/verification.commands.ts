import type { As } from '#server/core/context.ts';
import type { VerificationDecision } from '#server/core/events.ts';
import type { ApproveInput, RejectInput, ReviewInput, ToggleVerificationInput } from '#shared/contracts/verification.ts';
import { DomainError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/vocabulary/content.ts';
import { onTutor, type Profile } from './acting.commands.ts';

/** Verifies a tutor of whom every check is ticked. */
export async function approveTutor(ctx: As<'admin'>, { id, verificationChecks, revision }: ApproveInput): Promise<void> {
  await decide(ctx, id, (profile) => {
    if (profile.isVerified) throw new DomainError('verification.verified');
    if (verificationChecks) allTicked(verificationChecks);
    asLookedAt(profile, revision);
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
export async function toggleVerification(ctx: As<'admin'>, { id, isVerified: shown }: ToggleVerificationInput): Promise<boolean> {
  const decision = await decide(ctx, id, ({ isVerified }) => {
    if (shown !== undefined && shown !== isVerified) throw new DomainError(isVerified ? 'verification.verified' : 'verification.not_verified');
    return { decision: isVerified ? 'unverified' : 'verified' };
  });
  return decision === 'verified';
}

/** Renews the approval by what has changed since; the badge stays. */
export function reviewTutor(ctx: As<'admin'>, { id, verificationChecks, revision }: ReviewInput): Promise<void> {
  return onTutor(ctx, id, ({ actor, now, record }, profile) => {
    if (!profile.isVerified) throw new DomainError('verification.not_verified');
    allTicked(verificationChecks);
    if (profile.changedAt === null) throw new DomainError('verification.unchanged');
    asLookedAt(profile, revision);
    record({ type: 'verification.reviewed', tutorId: profile.id, userId: profile.userId, adminId: actor.id, at: now() });
    return { action: 'tutor.reviewed', answer: undefined };
  });
}

function allTicked(checks: ReviewInput['verificationChecks']): void {
  if (Object.values(checks).includes(false)) throw new DomainError('verification.checks');
}

function asLookedAt(profile: Profile, revision: number | undefined): void {
  if (revision !== undefined && revision !== profile.revision) throw new DomainError('verification.outdated');
}

type Decision = { decision: VerificationDecision; reason?: string };

const ACTIONS = {
  verified: 'tutor.verified',
  rejected: 'tutor.rejected',
  unverified: 'tutor.unverified',
} as const satisfies Record<VerificationDecision, AuditAction>;

function decide(ctx: As<'admin'>, tutorId: string, judge: (profile: Profile) => Decision): Promise<VerificationDecision> {
  return onTutor(ctx, tutorId, ({ actor, now, record }, profile) => {
    const { decision, reason = '' } = judge(profile);
    record({ type: 'verification.decided', tutorId: profile.id, userId: profile.userId, adminId: actor.id, decision, reason, at: now() });
    return { action: ACTIONS[decision], ...(reason !== '' && { details: { reason } }), answer: decision };
  });
}
