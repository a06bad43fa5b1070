import { admin, router } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import { approveInput, rejectInput, toggleVerificationInput } from '#shared/contracts/verification.ts';
import { SUCCESS } from '#shared/messages.ts';
import { approveTutor, rejectTutor, toggleVerification } from './verification.commands.ts';

const forAdmins = (failed: string) => admin.meta({ failed, refused: 'Only admins can manage tutors' });

export const verificationRouter = router({
  approve: forAdmins('Failed to verify tutor')
    .input(approveInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await approveTutor(ctx, input);
      return { message: SUCCESS.tutorVerified };
    }),
  reject: forAdmins('Failed to reject tutor')
    .input(rejectInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await rejectTutor(ctx, input);
      return { message: SUCCESS.tutorRejected };
    }),
  toggle: forAdmins('Failed to verify or unverify tutor')
    .input(toggleVerificationInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const isVerified = await toggleVerification(ctx, input);
      return { message: isVerified ? SUCCESS.tutorVerified : SUCCESS.tutorUnverified };
    }),
});
