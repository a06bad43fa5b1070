import type { VerificationCheck } from './people.ts';

/** What an admin looks at, as admins and tutors read it. */
export const CHECK_LABELS = {
  documents: 'Documents',
  education: 'Education',
  experience: 'Experience',
  background: 'Background',
  interview: 'Interview',
} as const satisfies Record<VerificationCheck, string>;
