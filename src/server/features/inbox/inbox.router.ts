import { tracked } from '@trpc/server';
import { anyone, router, user } from '#server/core/trpc.ts';
import { afterInput, afterOutput, streamInput, watchInput } from '#shared/contracts/inbox.ts';
import { inboxAfter, tellInbox, watchTutor } from './inbox.queries.ts';

export const inboxRouter = router({
  stream: user
    .input(streamInput)
    .subscription(({ ctx, input, signal }) => tellInbox(ctx, { cursor: input.lastEventId, signal }, (id, event) => tracked(id, event))),
  after: user
    .input(afterInput)
    .output(afterOutput)
    .query(({ ctx, input }) => inboxAfter(ctx, input.cursor)),
  watchTutor: anyone.input(watchInput).subscription(async function* ({ ctx, input, signal }) {
    for await (const { id, event } of watchTutor(ctx, input.tutorId, signal)) yield tracked(id, event);
  }),
});
