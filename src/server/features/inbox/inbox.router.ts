import { tracked } from '@trpc/server';
import { publicProcedure, router, userProcedure } from '#server/core/trpc.ts';
import { afterInput, afterOutput, streamInput, watchInput } from '#shared/contracts/inbox.ts';
import { readInboxAfter, streamInbox, watchTutor } from './inbox.queries.ts';

export const inboxRouter = router({
  stream: userProcedure
    .input(streamInput)
    .subscription(({ ctx, input, signal }) => streamInbox(ctx, { cursor: input.lastEventId, signal }, (id, event) => tracked(id, event))),
  after: userProcedure
    .input(afterInput)
    .output(afterOutput)
    .query(({ ctx, input }) => readInboxAfter(ctx, input.cursor)),
  watchTutor: publicProcedure
    .input(watchInput)
    .subscription(({ ctx, input, signal }) => watchTutor(ctx, { ...input, signal }, (id, event) => tracked(id, event))),
});
