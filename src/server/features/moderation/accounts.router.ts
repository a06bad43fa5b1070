import { admin, confirmed } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import { changedAccount, consequences, consequencesInput, setAccountStatusInput } from '#shared/contracts/moderation.ts';
import { studentInput, studentsInput, studentsPage } from '#shared/contracts/students.ts';
import { SUCCESS } from '#shared/messages.ts';
import { deleteStudent, setAccountStatus } from './accounts.commands.ts';
import { consequencesFor } from './accounts.queries.ts';
import { studentsPageOf } from './students.queries.ts';

/** Spread into the router of the feature. */
export const accountProcedures = {
  setAccountStatus: admin
    .meta({ failed: 'Failed to update account status', refused: 'Only admins can suspend accounts' })
    .input(setAccountStatusInput)
    .output(changedAccount)
    .mutation(({ ctx, input }) => setAccountStatus(ctx, input)),
  /** Before somebody is suspended or deleted. */
  consequences: admin
    .meta({ failed: 'Failed to fetch account', refused: 'Only admins can suspend accounts' })
    .input(consequencesInput)
    .output(consequences)
    .query(({ ctx, input }) => consequencesFor(ctx, input)),
  students: admin
    .meta({ failed: 'Failed to fetch students', refused: 'Only admins can manage students' })
    .input(studentsInput)
    .output(studentsPage)
    .query(({ ctx, input }) => studentsPageOf(ctx, input)),
  deleteStudent: admin
    .meta({ failed: 'Failed to delete student', refused: 'Only admins can manage students' })
    .input(studentInput)
    .use(confirmed)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteStudent(ctx, input);
      return { message: SUCCESS.studentDeleted };
    }),
};
