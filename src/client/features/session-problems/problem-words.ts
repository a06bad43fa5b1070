import type { Party } from '#shared/vocabulary/bookings.ts';
import type { ProblemKind, ReportState } from '#shared/vocabulary/content.ts';
import type { Role } from '#shared/vocabulary/people.ts';

export const KINDS = {
  not_held: 'The session did not take place',
  quality: 'Quality',
  behaviour: 'Behaviour',
  other: 'Other',
} as const satisfies Record<ProblemKind, string>;

export const STATES = {
  open: { label: 'Open', color: 'yellow' },
  in_review: { label: 'In review', color: 'blue' },
  resolved: { label: 'Resolved', color: 'green' },
  dismissed: { label: 'Dismissed', color: 'gray' },
} as const satisfies Record<ReportState, { label: string; color: string }>;

const REPORTED_BY = { student: 'Reported by the student', tutor: 'Reported by the tutor' } as const satisfies Record<Party, string>;

export function reporterInWords(by: Party, role: Role): string {
  return by === role ? 'Reported by you' : REPORTED_BY[by];
}
