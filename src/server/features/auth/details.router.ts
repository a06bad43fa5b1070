import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { publicProcedure, sessionProcedure } from '#server/core/trpc.ts';
import {
  agreeToTermsInput,
  type ChangeEmailInput,
  changeEmailInput,
  linkDetails,
  linkInput,
  setLocaleInput,
  updateDetailsInput,
  type VerifyEmailInput,
  verifyEmailInput,
  viewer,
} from '#shared/contracts/auth.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { findLinkOwner, getLinkDetails } from './auth.queries.ts';
import { disownAddress, resendVerification, verifyEmail } from './confirmation.commands.ts';
import { cancelEmailChange, changeEmail, setLocale, updateDetails } from './details.commands.ts';
import { agreeToTerms } from './terms.commands.ts';

const updateProcedure = sessionProcedure.meta({ failed: 'Failed to update profile. Please try again.' });
const WRONG_PASSWORD = ['auth.current_password'] as const;

export const detailProcedures = {
  updateDetails: updateProcedure
    .input(updateDetailsInput)
    .output(viewer)
    .mutation(({ ctx, input }) => updateDetails(ctx, input)),
  setLocale: updateProcedure
    .input(setLocaleInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await setLocale(ctx, input);
      return { message: SUCCESS.detailsSaved };
    }),
  changeEmail: updateProcedure
    .input(changeEmailInput)
    .use(rateLimit<ChangeEmailInput>('currentPassword', perCaller, WRONG_PASSWORD))
    .use(rateLimit<ChangeEmailInput>('changeEmail', perCaller))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await changeEmail(ctx, input);
      return { message: SUCCESS.emailChangeRequested };
    }),
  agreeToTerms: sessionProcedure
    .meta({ failed: 'Failed to record that you agree. Please try again.' })
    .input(agreeToTermsInput)
    .output(viewer)
    .mutation(({ ctx, input }) => agreeToTerms(ctx, input)),
  cancelEmailChange: updateProcedure.output(viewer).mutation(({ ctx }) => cancelEmailChange(ctx)),
  verifyEmail: publicProcedure
    .input(verifyEmailInput)
    .use(
      rateLimit<VerifyEmailInput>(
        'linkPassword',
        ({ ctx, input }) => (input.password === undefined ? null : findLinkOwner(ctx, input)),
        WRONG_PASSWORD,
      ),
    )
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await verifyEmail(ctx, input);
      return { message: SUCCESS.emailConfirmed };
    }),
  // A mutation, because queries carry their input in the URL, and URLs are logged.
  linkDetails: publicProcedure
    .input(linkInput)
    .output(linkDetails)
    .mutation(({ ctx, input }) => getLinkDetails(ctx, input)),
  disownAddress: publicProcedure
    .input(linkInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const purpose = await disownAddress(ctx, input);
      return { message: purpose === 'email_change' ? SUCCESS.emailChangeDisowned : SUCCESS.addressDisowned };
    }),
  // Allowed before enrolment: setting up a second factor needs a confirmed address.
  resendVerification: sessionProcedure
    .meta({ beforeEnrolment: true })
    .use(rateLimit<unknown>('resendVerification', perCaller))
    .output(done)
    .mutation(async ({ ctx }) => {
      await resendVerification(ctx);
      return { message: SUCCESS.linkSent };
    }),
};
