import { and, eq, sql } from 'drizzle-orm';
import { isAsApproved } from '#db/approved-parts.ts';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { DomainEvent, Settling, VerificationDecision } from '#server/core/events.ts';
import type { VerificationCheck, VerificationStatus } from '#shared/vocabulary/people.ts';

const STATUS = {
  verified: 'approved',
  rejected: 'rejected',
  unverified: 'pending',
} as const satisfies Record<VerificationDecision, VerificationStatus>;

type Decided = Extract<DomainEvent, { type: 'verification.decided' }>;

/** Keeps on the profile what an admin has decided, looked at again or asked for, and whether it is what was approved. */
export async function settleVerification(settling: Settling, events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type === 'verification.decided') await decided(settling, event);
    if (event.type === 'profile.saved' && event.changed.length > 0) await compare(settling, event);
    if (event.type === 'verification.reviewed') await set(settling, event.tutorId, { changedAt: null });
    if (event.type === 'profile.reminded') await set(settling, event.tutorId, { remindedAt: event.at });
  }
}

/** Lists show it with the same commit. */
async function decided({ db, now, record }: Settling, { tutorId, decision, reason, at }: Decided): Promise<void> {
  const isVerified = decision === 'verified';
  await db
    .update(profiles)
    .set({
      isVerified,
      verificationStatus: STATUS[decision],
      verificationChecks: allChecks(isVerified),
      verificationDate: decision === 'unverified' ? null : at,
      rejectionReason: reason,
      changedAt: null,
      updatedAt: now(),
    })
    .where(eq(profiles.id, tutorId));
  record({ type: 'figures.outdated', tutorIds: [tutorId] });
}

/** Since when it is otherwise stays, and whoever puts it back as it was has nothing to be looked at. */
async function compare({ db, now }: Settling, { tutorId }: { tutorId: string }): Promise<void> {
  await db
    .update(profiles)
    .set({
      changedAt: sql`case when ${isAsApproved(sql`${tutorId}::uuid`)} then null else coalesce(${profiles.changedAt}, ${now().toISOString()}::timestamptz) end`,
    })
    .where(and(eq(profiles.id, tutorId), profiles.isVerified));
}

async function set({ db }: Settling, tutorId: string, values: Partial<typeof profiles.$inferInsert>): Promise<void> {
  await db.update(profiles).set(values).where(eq(profiles.id, tutorId));
}

function allChecks(are: boolean): Record<VerificationCheck, boolean> {
  return { documents: are, education: are, experience: are, background: are, interview: are };
}
