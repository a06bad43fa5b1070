import { eq } from 'drizzle-orm';
import { tutorProfiles as profiles } from '#db/schema/tutors.ts';
import type { DomainEvent, Settling, VerificationDecision } from '#server/core/events.ts';
import type { VerificationCheck, VerificationStatus } from '#shared/vocabulary/people.ts';

const STATUS = {
  verified: 'approved',
  rejected: 'rejected',
  unverified: 'pending',
} as const satisfies Record<VerificationDecision, VerificationStatus>;

/** Keeps on the profile what an admin has decided; lists show it with the same commit. */
export async function settleVerification({ db, now, record }: Settling, events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    if (event.type !== 'verification.decided') continue;
    const { tutorId, decision, reason, at } = event;
    const isVerified = decision === 'verified';
    await db
      .update(profiles)
      .set({
        isVerified,
        verificationStatus: STATUS[decision],
        verificationChecks: allChecks(isVerified),
        verificationDate: decision === 'unverified' ? null : at,
        rejectionReason: reason,
        updatedAt: now(),
      })
      .where(eq(profiles.id, tutorId));
    record({ type: 'figures.outdated', tutorIds: [tutorId] });
  }
}

function allChecks(are: boolean): Record<VerificationCheck, boolean> {
  return { documents: are, education: are, experience: are, background: are, interview: are };
}
