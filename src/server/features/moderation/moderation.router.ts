import { limited, perCaller } from '#server/core/limits.ts';
import { router, user } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import { ownReportsInput, ownReportsPage, problemView, reportedInput, reportInput, reportProblemInput } from '#shared/contracts/moderation.ts';
import { SUCCESS } from '#shared/messages.ts';
import { accountProcedures } from './accounts.router.ts';
import { report, reportProblem } from './moderation.commands.ts';
import { ownReports, reportedAmong } from './moderation.queries.ts';
import { reportsDeskProcedures } from './reports-desk.router.ts';

const failed = 'Failed to send the report. Please try again.';

export const moderationRouter = router({
  reportProblem: user
    .meta({ failed })
    .input(reportProblemInput)
    .use(limited('report', perCaller))
    .output(problemView)
    .mutation(({ ctx, input }) => reportProblem(ctx, input)),
  report: user
    .meta({ failed })
    .input(reportInput)
    .use(limited('report', perCaller))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await report(ctx, input);
      return { message: SUCCESS.reported };
    }),
  ownReports: user
    .meta({ failed: 'Failed to fetch reports' })
    .input(ownReportsInput)
    .output(ownReportsPage)
    .query(({ ctx, input }) => ownReports(ctx, input)),
  /** Which of these the caller has reported already. */
  reportedAmong: user
    .meta({ failed: 'Failed to fetch reports' })
    .input(reportedInput)
    .output(reportedInput.shape.ids)
    .query(({ ctx, input }) => reportedAmong(ctx, input)),
  ...accountProcedures,
  ...reportsDeskProcedures,
});
