import { publicProcedure, requireConfirmed, router, sessionProcedure } from '#server/core/trpc.ts';
import { createdFeed, feedInput, feedText, feedView } from '#shared/contracts/account.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { createFeed, revokeFeed } from './calendar.commands.ts';
import { getFeed, getFeedText } from './calendar.queries.ts';

const changeProcedure = sessionProcedure.meta({ failed: 'Failed to change the calendar link. Please try again.' });

export const calendarRouter = router({
  feed: sessionProcedure
    .meta({ failed: 'Failed to fetch the calendar link' })
    .output(feedView)
    .query(({ ctx }) => getFeed(ctx)),
  makeFeed: changeProcedure
    .use(requireConfirmed)
    .output(createdFeed)
    .mutation(({ ctx }) => createFeed(ctx)),
  revokeFeed: changeProcedure.output(done).mutation(async ({ ctx }) => {
    await revokeFeed(ctx);
    return { message: SUCCESS.calendarLinkRevoked };
  }),
  read: publicProcedure
    .meta({ failed: 'Failed to fetch the calendar' })
    .input(feedInput)
    .output(feedText)
    .query(({ ctx, input }) => getFeedText(ctx, input)),
});
