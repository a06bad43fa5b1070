import { DEVICES } from './account-limits.ts';
import { JOBS, WEBHOOKS } from './job-limits.ts';
import { INBOX_DAYS } from './limits.ts';

export const ARCHIVES = {
  /** How long a copy of somebody's data can be downloaded. */
  hours: 24,
  linkSeconds: 60,
  batchRows: 200,
} as const;

/** Days; `RETENTION` overrides them. What has an end of its own, as sessions and codes have, is not listed. */
export const RETENTION_DAYS = {
  notifications: 365,
  /** Phone number and address of a session, since its end. The rest of a booking has no end. */
  booking_contacts: 365,
  /** Since it was made; only what admins have decided about. */
  reports: 730,
  /** Since the last sign-in there. */
  devices: DEVICES.days,
  webhook_log: WEBHOOKS.logDays,
  failed_jobs: JOBS.deadDays,
  /** A browser that was away for longer reads everything again. */
  live_events: INBOX_DAYS,
};
export type RetentionName = keyof typeof RETENTION_DAYS;
export type Retention = Readonly<Record<RetentionName, number>>;
export const MAX_RETENTION_DAYS = 36_500;
