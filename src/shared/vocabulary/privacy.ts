import { DEVICES } from './account-limits.ts';
import { JOBS, WEBHOOKS } from './job-limits.ts';
import { INBOX_DAYS } from './limits.ts';

export const ARCHIVES = {
  /** How long a copy of somebody's data can be downloaded. */
  hours: 24,
  linkSeconds: 60,
  batchRows: 200,
} as const;

/** Days; `RETENTION` overrides them. Rows with an expiry of their own, such as sessions and codes, are not listed. */
export const RETENTION_DAYS = {
  notifications: 365,
  /** For the phone number and the address of a booking, counted from the end of the session. The rest is stored without an end. */
  booking_contacts: 365,
  /** Counted from the report; only reports that an admin has decided. */
  reports: 730,
  /** Counted from the last sign-in on the device. */
  devices: DEVICES.days,
  webhook_log: WEBHOOKS.logDays,
  failed_jobs: JOBS.deadDays,
  /** A browser that was away for longer reads everything again. */
  live_events: INBOX_DAYS,
};
export type RetentionName = keyof typeof RETENTION_DAYS;
export type Retention = Readonly<Record<RetentionName, number>>;
export const MAX_RETENTION_DAYS = 36_500;
