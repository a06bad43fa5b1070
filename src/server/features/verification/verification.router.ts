import { adminProcedure, requireConfirmed, router } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import {
  approveInput,
  documentLink,
  leavingTutor,
  rejectInput,
  reviewInput,
  toggleVerificationInput,
  tutorDocumentInput,
  tutorInput,
  tutorTable,
  tutorTableInput,
  verificationView,
} from '#shared/contracts/verification.ts';
import { SUCCESS } from '#shared/messages.ts';
import { listTutors } from './admin-tutors.queries.ts';
import { approveTutor, deleteTutor, rejectTutor, remindTutor, reviewTutor, toggleVerification } from './verification.commands.ts';
import { getDocumentLink, getVerification, previewTutorDeletion } from './verification.queries.ts';

const forAdmins = (failed: string) => adminProcedure.meta({ failed, refused: 'Only admins can manage tutors' });

export const verificationRouter = router({
  tutors: forAdmins('Failed to fetch tutors')
    .input(tutorTableInput)
    .output(tutorTable)
    .query(({ ctx, input }) => listTutors(ctx, input)),
  tutor: forAdmins('Failed to fetch tutor profile')
    .input(tutorInput)
    .output(verificationView)
    .query(({ ctx, input }) => getVerification(ctx, input)),
  document: forAdmins('Failed to open the document. Please try again.')
    .input(tutorDocumentInput)
    .output(documentLink)
    .query(({ ctx, input }) => getDocumentLink(ctx, input)),
  leaving: forAdmins('Failed to fetch tutor profile')
    .input(tutorInput)
    .output(leavingTutor)
    .query(({ ctx, input }) => previewTutorDeletion(ctx, input)),
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
  review: forAdmins('Failed to mark the changes as reviewed. Please try again.')
    .input(reviewInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await reviewTutor(ctx, input);
      return { message: SUCCESS.tutorReviewed };
    }),
  remind: forAdmins('Failed to send profile reminder')
    .input(tutorInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await remindTutor(ctx, input);
      return { message: SUCCESS.tutorReminded };
    }),
  remove: forAdmins('Failed to delete tutor')
    .input(tutorInput)
    .use(requireConfirmed)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await deleteTutor(ctx, input);
      return { message: SUCCESS.tutorDeleted };
    }),
});
