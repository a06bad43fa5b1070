import type { As } from '#server/core/context.ts';
import type { ApproveInput, RejectInput, ToggleVerificationInput } from '#shared/contracts/verification.ts';

// being built
export async function approveTutor(_: As<'admin'>, __: ApproveInput): Promise<void> {
  throw new Error('being built');
}

export async function rejectTutor(_: As<'admin'>, __: RejectInput): Promise<void> {
  throw new Error('being built');
}

/** Answers whether the tutor is verified now. */
export async function toggleVerification(_: As<'admin'>, __: ToggleVerificationInput): Promise<boolean> {
  throw new Error('being built');
}
