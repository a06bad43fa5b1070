import { approveInput, rejectInput } from '#shared/contracts/verification.ts';
import { VERIFICATION_CHECKS } from '#shared/vocabulary/people.ts';
import { body, flag, isSent, type Sent, something } from './reading.ts';

export const approveBody = body('ApproveTutor', {
  contract: approveInput.omit({ id: true }),
  read: ({ verificationChecks }) => ({
    verificationChecks: isSent(verificationChecks) ? ticksOf(verificationChecks) : something(verificationChecks),
  }),
});

/** Whatever is not true is not ticked. */
function ticksOf(sent: Sent): Record<string, boolean> {
  return Object.fromEntries(VERIFICATION_CHECKS.map((check) => [check, flag(sent[check]) === true]));
}

export const rejectBody = body('RejectTutor', {
  contract: rejectInput.omit({ id: true }),
  read: ({ reason }) => ({ reason }),
});
