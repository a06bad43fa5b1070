import { z } from 'zod';
import { ERRORS } from '#shared/errors.ts';
import { tooLong } from '#shared/messages.ts';
import { LIMITS } from '#shared/vocabulary/limits.ts';
import { id, wellFormed } from './common.ts';

const check = z.boolean().default(false);

/** Without the checks all of them count as ticked. */
export const approveInput = z.object({
  id,
  verificationChecks: z.object({ documents: check, education: check, experience: check, background: check, interview: check }).optional(),
});
export type ApproveInput = z.infer<typeof approveInput>;

export const rejectInput = z.object({
  id,
  reason: z
    .string({ error: ERRORS['verification.reason'].message })
    .overwrite(wellFormed)
    .trim()
    .min(1, ERRORS['verification.reason'].message)
    .max(LIMITS.reason, tooLong('Reason', LIMITS.reason)),
});
export type RejectInput = z.infer<typeof rejectInput>;

export const toggleVerificationInput = z.object({ id });
export type ToggleVerificationInput = z.infer<typeof toggleVerificationInput>;
