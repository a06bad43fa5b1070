export const WEBHOOKS = {
  perUser: 5,
  timeoutMs: 10_000,
  /** In each process. */
  concurrency: 8,
  /** How many of those slots one owner may use: a quarter in each process, and so a quarter of all. */
  concurrencyOfOwner: 2,
  /** Seconds between tries; then the delivery has failed. */
  retrySeconds: [60, 300, 1_800, 7_200, 43_200, 86_400],
  failingDays: 3,
  logDays: 30,
  logPage: 20,
  secretBytes: 32,
} as const;

export const JOBS = {
  /** Seconds before each retry; then the job is dead. */
  pauses: [10, 60, 300, 1800, 7200],
  neverDeadPause: 24 * 3600,
  /** A process extends the claims of its running jobs, so an expired claim means that the process has died. */
  claimSeconds: 60,
  extendSeconds: 20,
  /** An idle runner sleeps until the next job is due, but at most this long, in case a notification was lost. */
  idleSeconds: 60,
  /** A job that runs longer counts as hanging, and another process may try it. */
  longestSeconds: 900,
  concurrency: 4,
  deadDays: 30,
  deadPageSize: 24,
  mostRevived: 100,
} as const;
