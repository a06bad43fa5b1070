import { adminProcedure, router } from '#server/core/trpc.ts';
import { done, doneForSome } from '#shared/contracts/common.ts';
import { chosenJobsInput, deadLettersInput, deadLettersPage } from '#shared/contracts/dead-letters.ts';
import { chosenJobsDiscarded, chosenJobsRetried, jobsRetried } from '#shared/messages.ts';
import { discardJobs, retryAllJobs, retryJobs } from './dead-letters.commands.ts';
import { listDeadLetters } from './dead-letters.queries.ts';

const REFUSED = 'Only admins can see failed jobs';
const retryProcedure = adminProcedure.meta({ failed: 'Failed to retry. Please try again.', refused: REFUSED });

export const deadLettersRouter = router({
  list: adminProcedure
    .meta({ failed: 'Failed to fetch failed jobs', refused: REFUSED })
    .input(deadLettersInput)
    .output(deadLettersPage)
    .query(({ ctx, input }) => listDeadLetters(ctx, input)),
  retry: retryProcedure
    .input(chosenJobsInput)
    .output(doneForSome)
    .mutation(async ({ ctx, input }) => {
      const leftOut = await retryJobs(ctx, input);
      return { message: chosenJobsRetried(input.ids.length - leftOut.length, input.ids.length), leftOut };
    }),
  retryAll: retryProcedure.output(done).mutation(async ({ ctx }) => ({ message: jobsRetried(await retryAllJobs(ctx)) })),
  discard: adminProcedure
    .meta({ failed: 'Failed to discard. Please try again.', refused: REFUSED })
    .input(chosenJobsInput)
    .output(doneForSome)
    .mutation(async ({ ctx, input }) => {
      const leftOut = await discardJobs(ctx, input);
      return { message: chosenJobsDiscarded(input.ids.length - leftOut.length, input.ids.length), leftOut };
    }),
});
