import { anyone, confirmed, inPerson, router } from '#server/core/trpc.ts';
import { feedInput, feedText, feedView, madeFeed } from '#shared/contracts/calendar.ts';
import { done } from '#shared/contracts/common.ts';
import { SUCCESS } from '#shared/messages.ts';
import { makeFeed, revokeFeed } from './calendar.commands.ts';
import { feedOf, feedTextOf } from './calendar.queries.ts';

const changing = inPerson.meta({ failed: 'Failed to change the calendar link. Please try again.' });

export const calendarRouter = router({
  feed: inPerson
    .meta({ failed: 'Failed to fetch the calendar link' })
    .output(feedView)
    .query(({ ctx }) => feedOf(ctx)),
  /** A new secret address, shown this once; an older one ends. */
  makeFeed: changing
    .use(confirmed)
    .output(madeFeed)
    .mutation(({ ctx }) => makeFeed(ctx)),
  revokeFeed: changing.output(done).mutation(async ({ ctx }) => {
    await revokeFeed(ctx);
    return { message: SUCCESS.calendarLinkRevoked };
  }),
  /** For whoever knows the token: calendar programs have no login. */
  read: anyone
    .meta({ failed: 'Failed to fetch the calendar' })
    .input(feedInput)
    .output(feedText)
    .query(({ ctx, input }) => feedTextOf(ctx, input)),
});
