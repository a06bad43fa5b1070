import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { adminProcedure, requireConfirmed, router, userProcedure } from '#server/core/trpc.ts';
import {
  adminReportsInput,
  adminReportsPage,
  changeReportsInput,
  hideReviewInput,
  reportedMessage,
  reportedMessagesInput,
} from '#shared/contracts/admin-reports.ts';
import { done, doneForSome } from '#shared/contracts/common.ts';
import {
  changedAccount,
  changedAccounts,
  consequences,
  consequencesInput,
  ownReportsInput,
  ownReportsPage,
  problemView,
  reportedInput,
  reportInput,
  reportProblemInput,
  setAccountStatusesInput,
  setAccountStatusInput,
} from '#shared/contracts/moderation.ts';
import { studentInput, studentsInput, studentsPage } from '#shared/contracts/students.ts';
import { accountsChanged, reportsChanged, SUCCESS } from '#shared/messages.ts';
import { deleteStudent, setAccountStatus, setAccountStatuses } from './accounts.commands.ts';
import { getConsequences } from './accounts.queries.ts';
import { hideReview } from './admin-reports.commands.ts';
import { reportContent, reportProblem } from './moderation.commands.ts';
import { changeReports } from './report-states.commands.ts';
import { getReportedMessages, listOwnReports, listReportedAmong, listReports } from './reports.queries.ts';
import { listStudents } from './students.queries.ts';

const failed = 'Failed to send the report. Please try again.';
const refused = 'Only admins can manage reports';
const readReports = adminProcedure.meta({ failed: 'Failed to fetch reports', refused });

export const moderationRouter = router({
  reportProblem: userProcedure
    .meta({ failed })
    .input(reportProblemInput)
    .use(rateLimit('report', perCaller))
    .output(problemView)
    .mutation(({ ctx, input }) => reportProblem(ctx, input)),
  report: userProcedure
    .meta({ failed })
    .input(reportInput)
    .use(rateLimit('report', perCaller))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await reportContent(ctx, input);
      return { message: SUCCESS.reported };
    }),
  ownReports: userProcedure
    .meta({ failed: 'Failed to fetch reports' })
    .input(ownReportsInput)
    .output(ownReportsPage)
    .query(({ ctx, input }) => listOwnReports(ctx, input)),
  reportedAmong: userProcedure
    .meta({ failed: 'Failed to fetch reports' })
    .input(reportedInput)
    .output(reportedInput.shape.ids)
    .query(({ ctx, input }) => listReportedAmong(ctx, input)),
  setAccountStatus: adminProcedure
    .meta({ failed: 'Failed to update account status', refused: 'Only admins can suspend accounts' })
    .input(setAccountStatusInput)
    .output(changedAccount)
    .mutation(({ ctx, input }) => setAccountStatus(ctx, input)),
  setAccountStatuses: adminProcedure
    .meta({ failed: 'Failed to update the accounts', refused: 'Only admins can suspend accounts' })
    .input(setAccountStatusesInput)
    .output(changedAccounts)
    .mutation(async ({ ctx, input }) => {
      const refusals = await setAccountStatuses(ctx, input);
      return { message: accountsChanged(input.status, input.userIds.length - refusals.length, input.userIds.length), refusals };
    }),
  consequences: adminProcedure
    .meta({ failed: 'Failed to fetch account', refused: 'Only admins can suspend accounts' })
    .input(consequencesInput)
    .output(consequences)
    .query(({ ctx, input }) => getConsequences(ctx, input)),
  students: adminProcedure
    .meta({ failed: 'Failed to fetch students', refused: 'Only admins can manage students' })
    .input(studentsInput)
    .output(studentsPage)
    .query(({ ctx, input }) => listStudents(ctx, input)),
  deleteStudent: adminProcedure
    .meta({ failed: 'Failed to delete student', refused: 'Only admins can manage students' })
    .input(studentInput)
    .use(requireConfirmed)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteStudent(ctx, input);
      return { message: SUCCESS.studentDeleted };
    }),
  desk: readReports
    .input(adminReportsInput)
    .output(adminReportsPage)
    .query(({ ctx, input }) => listReports(ctx, input)),
  reportedMessages: readReports
    .input(reportedMessagesInput)
    .output(reportedMessage.array())
    .query(({ ctx, input }) => getReportedMessages(ctx, input)),
  changeReports: adminProcedure
    .meta({ failed: 'Failed to change the report. Please try again.', refused })
    .input(changeReportsInput)
    .output(doneForSome)
    .mutation(async ({ ctx, input }) => {
      const leftOut = await changeReports(ctx, input);
      return { message: reportsChanged(input.reports.length - leftOut.length, input.reports.length), leftOut };
    }),
  hideReview: adminProcedure
    .meta({ failed: 'Failed to change the review. Please try again.', refused })
    .input(hideReviewInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await hideReview(ctx, input);
      return { message: input.isHidden ? SUCCESS.reviewHidden : SUCCESS.reviewShown };
    }),
});
