import { admin } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import {
  changeReportInput,
  hideReviewInput,
  reportedMessage,
  reportedMessagesInput,
  reportsDeskInput,
  reportsDeskPage,
} from '#shared/contracts/reports-desk.ts';
import { SUCCESS } from '#shared/messages.ts';
import { changeReport, hideReview } from './reports-desk.commands.ts';
import { reportedMessages, reportsDesk } from './reports-desk.queries.ts';

const refused = 'Only admins can manage reports';
const reading = admin.meta({ failed: 'Failed to fetch reports', refused });

/** Spread into the router of the feature. */
export const reportsDeskProcedures = {
  desk: reading
    .input(reportsDeskInput)
    .output(reportsDeskPage)
    .query(({ ctx, input }) => reportsDesk(ctx, input)),
  reportedMessages: reading
    .input(reportedMessagesInput)
    .output(reportedMessage.array())
    .query(({ ctx, input }) => reportedMessages(ctx, input)),
  changeReport: admin
    .meta({ failed: 'Failed to change the report. Please try again.', refused })
    .input(changeReportInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await changeReport(ctx, input);
      return { message: SUCCESS.reportChanged };
    }),
  hideReview: admin
    .meta({ failed: 'Failed to change the review. Please try again.', refused })
    .input(hideReviewInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await hideReview(ctx, input);
      return { message: input.isHidden ? SUCCESS.reviewHidden : SUCCESS.reviewShown };
    }),
};
