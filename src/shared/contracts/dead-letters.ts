import { z } from 'zod';
import { JOBS } from '#shared/vocabulary/job-limits.ts';
import { SEARCH, SELECTION } from '#shared/vocabulary/limits.ts';
import { ids } from './common.ts';

export const deadLettersInput = z
  .object({ cursor: z.string().max(200).nullish(), limit: z.int().min(1).max(SEARCH.mostPerPage).default(JOBS.deadPageSize) })
  .prefault({});
export type DeadLettersInput = z.infer<typeof deadLettersInput>;

export const deadLetter = z.object({
  id: z.string(),
  job: z.string(),
  person: z.string().nullable(),
  booking: z.string().nullable(),
  tries: z.int(),
  problem: z.string(),
  diedAt: z.date(),
});
export type DeadLetter = z.infer<typeof deadLetter>;
export const deadLettersPage = z.object({ jobs: z.array(deadLetter), nextCursor: z.string().nullable() });
export type DeadLettersPage = z.infer<typeof deadLettersPage>;

export const chosenJobsInput = z.object({ ids: ids(SELECTION.most) });
export type ChosenJobsInput = z.infer<typeof chosenJobsInput>;
