import { limited, perCaller } from '#server/core/limits.ts';
import { router, user } from '#server/core/trpc.ts';
import { bookingDetails, proposalInput, proposeTimeInput } from '#shared/contracts/bookings.ts';
import { acceptProposal, checkOwn, declineProposal, proposeTime, withdrawProposal } from './proposals.commands.ts';

const changing = user.meta({ failed: 'Failed to move the booking. Please try again.' });

/** Another time for a confirmed booking: either party proposes, the other answers. */
export const proposalsRouter = router({
  propose: changing
    .input(proposeTimeInput)
    .use(async ({ ctx, input, next }) => {
      await checkOwn(ctx, input);
      return next();
    })
    .use(limited('propose', ({ ctx, input }) => `${perCaller({ ctx })} ${input.bookingId.toLowerCase()}`))
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
