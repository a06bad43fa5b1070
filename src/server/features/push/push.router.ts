import { router, sessionProcedure } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import { pushConfig, subscribeInput, unsubscribePushInput } from '#shared/contracts/notifications.ts';
import { SUCCESS } from '#shared/messages.ts';
import { subscribe, unsubscribe } from './push.commands.ts';
import { getPushConfig } from './push.queries.ts';

const changeProcedure = sessionProcedure.meta({ failed: 'Failed to change push notifications. Please try again.' });

export const pushRouter = router({
  config: sessionProcedure
    .meta({ failed: 'Failed to fetch push notifications' })
    .output(pushConfig)
    .query(({ ctx }) => getPushConfig(ctx)),
  subscribe: changeProcedure
    .input(subscribeInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await subscribe(ctx, input);
      return { message: SUCCESS.pushOn };
    }),
  unsubscribe: changeProcedure
    .input(unsubscribePushInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await unsubscribe(ctx, input);
      return { message: SUCCESS.pushOff };
    }),
});
