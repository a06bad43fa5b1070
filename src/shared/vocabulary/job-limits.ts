export const WEBHOOKS = {
  perUser: 5,
  timeoutMs: 10_000,
  /** In each process. */
  concurrency: 8,
  /** Of those: a quarter in each process is a quarter in all together. */
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
  /** Its process extends the claim of a running job, so one whose claim runs out is taken to have died with its process. */
  claimSeconds: 60,
  extendSeconds: 20,
  /** A runner without jobs sleeps until the next is due, and looks after this time, should a notice have been lost. */
  idleSeconds: 60,
  /** A job that runs for longer is taken to hang: another process may try it. */
  longestSeconds: 900,
  concurrency: 4,
  deadDays: 30,
  deadPageSize: 24,
  mostRevived: 100,
} as const;
