import { tracked } from '@trpc/server';
import { anyone, router, user } from '#server/core/trpc.ts';
import { afterInput, afterOutput, streamInput, watchInput } from '#shared/contracts/inbox.ts';
import { followInbox, inboxAfter, watchTutor } from './inbox.queries.ts';

export const inboxRouter = router({
  stream: user.input(streamInput).subscription(async function* ({ ctx, input, signal }) {
    for await (const { id, event } of followInbox(ctx, input.lastEventId, signal)) yield tracked(id, event);
  }),
  after: user
    .input(afterInput)
    .output(afterOutput)
    .query(({ ctx, input }) => inboxAfter(ctx, input.cursor)),
  watchTutor: anyone.input(watchInput).subscription(async function* ({ ctx, input, signal }) {
    for await (const { id, event } of watchTutor(ctx, input.tutorId, signal)) yield tracked(id, event);
  }),
});
