import { and, eq, sql } from 'drizzle-orm';
import { withLocks } from '#db/locks.ts';
import { isAsApproved, selectProfilesForVerification } from '#db/profile-verification.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { DomainEvent, ProjectionContext, VerificationDecision } from '#server/core/events.ts';
import { anyOf } from '#server/core/ids.ts';
import { completeness, statusAfterDocumentChange } from '#shared/domain/profile-completeness.ts';
import type { VerificationCheck, VerificationStatus } from '#shared/vocabulary/people.ts';

const STATUS = {
  verified: 'approved',
  rejected: 'rejected',
  unverified: 'pending',
} as const satisfies Record<VerificationDecision, VerificationStatus>;

type DecisionEvent = Extract<DomainEvent, { type: 'verification.decided' }>;

export async function applyVerificationEvents(context: ProjectionContext, events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type === 'verification.decided') await applyDecision(context, event);
    if (event.type === 'profile.saved' && event.changed.length > 0) await markChanges(context, event);
    if (event.type === 'verification.reviewed') await updateProfile(context, event.tutorId, { changedAt: null });
    if (event.type === 'profile.reminded') await updateProfile(context, event.tutorId, { remindedAt: event.occurredAt });
  }
}

async function applyDecision({ db, now, record }: ProjectionContext, { tutorId, decision, reason, occurredAt: at }: DecisionEvent): Promise<void> {
  const isVerified = decision === 'verified';
  await db
    .update(profiles)
    .set({
      isVerified,
      verificationStatus: STATUS[decision],
      verificationChecks: toChecks(isVerified),
      verificationDate: decision === 'unverified' ? null : at,
      rejectionReason: reason,
      changedAt: null,
      updatedAt: now(),
    })
    .where(eq(profiles.id, tutorId));
  record({ type: 'figures.outdated', tutorIds: [tutorId] });
}

async function markChanges({ db, now }: ProjectionContext, { tutorId }: { tutorId: string }): Promise<void> {
  await db
    .update(profiles)
    .set({
      changedAt: sql`case when ${isAsApproved(sql`${tutorId}::uuid`)} then null else coalesce(${profiles.changedAt}, ${now().toISOString()}::timestamptz) end`,
    })
    .where(and(eq(profiles.id, tutorId), profiles.isVerified));
}

async function updateProfile({ db }: ProjectionContext, tutorId: string, values: Partial<typeof profiles.$inferInsert>): Promise<void> {
  await db.update(profiles).set(values).where(eq(profiles.id, tutorId));
}

function toChecks(isTicked: boolean): Record<VerificationCheck, boolean> {
  return { documents: isTicked, education: isTicked, experience: isTicked, background: isTicked, interview: isTicked };
}

export async function updateSubmissionStatus({ db, now, record }: ProjectionContext, userIds: readonly string[]): Promise<void> {
  const { tutors } = await withLocks(db, { tutors: { noKeyUpdate: anyOf(profiles.userId, userIds) } });
  const unverifiedIds = tutors.flatMap(({ id, isVerified }) => (isVerified ? [] : [id]));
  for (const { id, userId, isVerified, verificationStatus, ...profile } of unverifiedIds.length > 0
    ? await selectProfilesForVerification(db, unverifiedIds)
    : []) {
    const nextStatus = statusAfterDocumentChange({ isVerified, verificationStatus }, completeness(profile).isComplete);
    if (nextStatus === verificationStatus) continue;
    await db.update(profiles).set({ verificationStatus: nextStatus, updatedAt: now() }).where(eq(profiles.id, id));
    if (nextStatus === 'pending') record({ type: 'profile.submitted', tutorId: id, userId, name: profile.user.name });
  }
}
