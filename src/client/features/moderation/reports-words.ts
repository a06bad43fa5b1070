import type { ReportedCase } from '#shared/contracts/admin-reports.ts';
import type { ReportKind, ReportState } from '#shared/vocabulary/content.ts';

export const KINDS: Record<ReportKind, string> = { session: 'Session', message: 'Message', review: 'Review', profile: 'Profile' };

export const STATES: Record<ReportState, { label: string; color: string }> = {
  open: { label: 'Open', color: 'yellow' },
  in_review: { label: 'In review', color: 'blue' },
  resolved: { label: 'Resolved', color: 'green' },
  dismissed: { label: 'Dismissed', color: 'gray' },
};

export const REASONS: Record<ReportedCase['reason'], string> = {
  not_held: 'The session did not take place',
  quality: 'Quality',
  behaviour: 'Behaviour',
  spam: 'Spam',
  offensive: 'Offensive',
  false: 'False',
  other: 'Other',
};

export const GONE = 'somebody who has left';
