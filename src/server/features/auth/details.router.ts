import { limited, perCaller } from '#server/core/limits.ts';
import { inPerson } from '#server/core/trpc.ts';
import { type ChangeEmailInput, changeEmailInput, updateDetailsInput, viewer } from '#shared/contracts/auth.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { cancelEmailChange, changeEmail, updateDetails } from './details.commands.ts';

const changing = inPerson.meta({ failed: 'Failed to update profile. Please try again.' });

/** Spread into the router of the feature. */
export const detailProcedures = {
  updateDetails: changing
    .input(updateDetailsInput)
    .output(viewer)
    .mutation(({ ctx, input }) => updateDetails(ctx, input)),
  changeEmail: changing
    .input(changeEmailInput)
    .use(limited<ChangeEmailInput>('currentPassword', perCaller, ['auth.current_password']))
    .use(limited<ChangeEmailInput>('changeEmail', perCaller))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await changeEmail(ctx, input);
      return { message: SUCCESS.emailChangeAsked };
    }),
  cancelEmailChange: changing.output(viewer).mutation(({ ctx }) => cancelEmailChange(ctx)),
};
