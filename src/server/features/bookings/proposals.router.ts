import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { router, userProcedure } from '#server/core/trpc.ts';
import { bookingDetails, proposalInput, proposeTimeInput } from '#shared/contracts/bookings.ts';
import { acceptProposal, checkOwnBooking, declineProposal, proposeTime, withdrawProposal } from './proposals.commands.ts';

export const proposalsRouter = router({
  propose: userProcedure
    .meta({ failed: 'Failed to propose the new time. Please try again.' })
    .input(proposeTimeInput)
    .use(async ({ ctx, input, next }) => {
      await checkOwnBooking(ctx, input);
      return next();
    })
    .use(rateLimit('propose', ({ ctx, input }) => `${perCaller({ ctx })} ${input.bookingId.toLowerCase()}`))
    .output(bookingDetails)
    .mutation(({ ctx, input }) => proposeTime(ctx, input)),
  accept: userProcedure
    .meta({ failed: 'Failed to accept the new time. Please try again.' })
    .input(proposalInput)
    .output(bookingDetails)
    .mutation(({ ctx, input }) => acceptProposal(ctx, input)),
  decline: userProcedure
    .meta({ failed: 'Failed to decline the new time. Please try again.' })
    .input(proposalInput)
    .output(bookingDetails)
    .mutation(({ ctx, input }) => declineProposal(ctx, input)),
  withdraw: userProcedure
    .meta({ failed: 'Failed to withdraw the proposal. Please try again.' })
    .input(proposalInput)
    .output(bookingDetails)
    .mutation(({ ctx, input }) => withdrawProposal(ctx, input)),
});
