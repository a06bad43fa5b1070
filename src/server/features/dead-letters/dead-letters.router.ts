import { adminProcedure, router } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import { deadLetterInput, deadLettersInput, deadLettersPage } from '#shared/contracts/dead-letters.ts';
import { jobsRetried, SUCCESS } from '#shared/messages.ts';
import { discardJob, retryJob, retryJobs } from './dead-letters.commands.ts';
import { listDeadLetters } from './dead-letters.queries.ts';

const REFUSED = 'Only admins can see failed jobs';
const retryProcedure = adminProcedure.meta({ failed: 'The job could not be retried. Please try again.', refused: REFUSED });

export const deadLettersRouter = router({
  list: adminProcedure
    .meta({ failed: 'Failed to fetch failed jobs', refused: REFUSED })
    .input(deadLettersInput)
    .output(deadLettersPage)
    .query(({ ctx, input }) => listDeadLetters(ctx, input)),
  retry: retryProcedure
    .input(deadLetterInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await retryJob(ctx, input);
      return { message: SUCCESS.jobRetried };
    }),
  retryAll: retryProcedure.output(done).mutation(async ({ ctx }) => ({ message: jobsRetried(await retryJobs(ctx)) })),
  discard: adminProcedure
    .meta({ failed: 'Failed to discard the job. Please try again.', refused: REFUSED })
    .input(deadLetterInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await discardJob(ctx, input);
      return { message: SUCCESS.jobDiscarded };
    }),
});
