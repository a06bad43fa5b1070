import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { router, userProcedure } from '#server/core/trpc.ts';
import { bookingDetails, proposalInput, proposeTimeInput } from '#shared/contracts/bookings.ts';
import { acceptProposal, checkOwnBooking, declineProposal, proposeTime, withdrawProposal } from './proposals.commands.ts';

const changing = userProcedure.meta({ failed: 'Failed to move the booking. Please try again.' });

export const proposalsRouter = router({
  propose: changing
    .input(proposeTimeInput)
    .use(async ({ ctx, input, next }) => {
      await checkOwnBooking(ctx, input);
      return next();
    })
    .use(rateLimit('propose', ({ ctx, input }) => `${perCaller({ ctx })} ${input.bookingId.toLowerCase()}`))
    .output(bookingDetails)
    .mutation(({ ctx, input }) => proposeTime(ctx, input)),
  accept: changing
    .input(proposalInput)
    .output(bookingDetails)
    .mutation(({ ctx, input }) => acceptProposal(ctx, input)),
  decline: changing
    .input(proposalInput)
    .output(bookingDetails)
    .mutation(({ ctx, input }) => declineProposal(ctx, input)),
  withdraw: changing
    .input(proposalInput)
    .output(bookingDetails)
    .mutation(({ ctx, input }) => withdrawProposal(ctx, input)),
});
