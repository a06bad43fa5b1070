import { tracked } from '@trpc/server';
import { anyone, router, user } from '#server/core/trpc.ts';
import { afterInput, afterOutput, streamInput, watchInput } from '#shared/contracts/inbox.ts';
import { readInboxAfter, streamInbox, watchTutor } from './inbox.queries.ts';

export const inboxRouter = router({
  stream: user
    .input(streamInput)
    .subscription(({ ctx, input, signal }) => streamInbox(ctx, { cursor: input.lastEventId, signal }, (id, event) => tracked(id, event))),
  after: user
    .input(afterInput)
    .output(afterOutput)
    .query(({ ctx, input }) => readInboxAfter(ctx, input.cursor)),
  watchTutor: anyone
    .input(watchInput)
    .subscription(({ ctx, input, signal }) => watchTutor(ctx, { tutorId: input.tutorId, signal }, (id, event) => tracked(id, event))),
});
