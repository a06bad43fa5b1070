import { only } from '#db/executor.ts';
import { judgedProfiles } from '#db/judged-profiles.ts';
import type { As } from '#server/core/context.ts';
import type { TutorInput } from '#shared/contracts/verification.ts';
import { completeness } from '#shared/domain/profile-completeness.ts';
import { DomainError } from '#shared/errors.ts';
import { REMINDER_MINUTES } from '#shared/vocabulary/limits.ts';
import { onTutor } from './acting.commands.ts';

/** Asks a tutor for what is missing; once an hour at most, whoever asks. */
export function remindTutor(ctx: As<'admin'>, { id }: TutorInput): Promise<void> {
  return onTutor(ctx, id, async ({ db, now, record }, profile) => {
    const { isComplete, missing } = completeness(only(await judgedProfiles(db, [profile.id])));
    if (isComplete) throw new DomainError('verification.complete');
    const at = now();
    const since = profile.remindedAt ? at.getTime() - profile.remindedAt.getTime() : Number.POSITIVE_INFINITY;
    if (since < REMINDER_MINUTES * 60_000) throw new DomainError('verification.reminded');
    record({ type: 'profile.reminded', tutorId: profile.id, userId: profile.userId, missing, at });
    return { action: 'tutor.reminded', details: { missing }, answer: undefined };
  });
}
