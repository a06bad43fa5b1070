import { RATE_LIMITS } from '#shared/vocabulary/limits.ts';

/** A production server refuses to run without limits; these are never reached. */
export const UNREACHED_LIMITS = Object.keys(RATE_LIMITS)
  .map((name) => `${name}=99999/60`)
  .join(',');
