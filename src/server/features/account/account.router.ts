import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { router, sessionProcedure, studentProcedure } from '#server/core/trpc.ts';
import { endSessionInput, type LeaveInput, leaveInput, leaving, sessionView } from '#shared/contracts/account.ts';
import { done } from '#shared/contracts/common.ts';
import { studentProfile } from '#shared/contracts/engagement.ts';
import { SUCCESS } from '#shared/messages.ts';
import { endSession, leaveAccount } from './account.commands.ts';
import { getStudentProfile, listSessions, previewLeaving } from './account.queries.ts';

export const accountRouter = router({
  sessions: sessionProcedure
    .meta({ failed: 'Failed to fetch sessions' })
    .output(sessionView.array())
    .query(({ ctx }) => listSessions(ctx)),
  endSession: sessionProcedure
    .meta({ failed: 'Failed to sign out there. Please try again.' })
    .input(endSessionInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx, input);
      return { message: SUCCESS.sessionEnded };
    }),
  studentProfile: studentProcedure
    .meta({ failed: 'Failed to fetch student profile', refused: 'Only students can view student profiles' })
    .output(studentProfile)
    .query(({ ctx }) => getStudentProfile(ctx)),
  leaving: sessionProcedure
    .meta({ failed: 'Failed to fetch your account' })
    .output(leaving)
    .query(({ ctx }) => previewLeaving(ctx)),
  leave: sessionProcedure
    .meta({ failed: 'Failed to delete your account. Please try again.' })
    .input(leaveInput)
    .use(rateLimit<LeaveInput>('currentPassword', perCaller, ['auth.current_password']))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await leaveAccount(ctx, input);
      return { message: SUCCESS.accountDeleted };
    }),
});
