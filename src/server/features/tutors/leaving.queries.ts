import type { As } from '#server/core/context.ts';
import type { LeavingProfile } from '#shared/contracts/tutors.ts';

// being built
export async function leavingProfileOf(_: As<'tutor'>): Promise<LeavingProfile> {
  throw new Error('being built');
}
