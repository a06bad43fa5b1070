import { perCaller, rateLimit } from '#server/core/rate-limits.ts';
import { requireConfirmed, router, sessionProcedure } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import {
  addWebhookInput,
  changeWebhookInput,
  createdWebhook,
  deliveriesInput,
  deliveriesPage,
  renewedSecret,
  replayInput,
  switchWebhookInput,
  webhookIdInput,
  webhookList,
  webhookView,
} from '#shared/contracts/webhooks.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { addWebhook, changeWebhook, removeWebhook, renewSecret, replayDelivery, switchWebhook } from './webhooks.commands.ts';
import { listDeliveries, listWebhooks } from './webhooks.queries.ts';

const partyProcedure = sessionProcedure.meta({ refused: 'Only students and tutors can have webhooks' }).use(({ ctx, next, meta }) => {
  const { role } = ctx.actor;
  if (role !== 'student' && role !== 'tutor') throw new DomainError('auth.role', {}, meta?.refused);
  return next();
});
const changeProcedure = partyProcedure.meta({ failed: 'Failed to change the webhook. Please try again.' });

export const webhooksRouter = router({
  list: partyProcedure
    .meta({ failed: 'Failed to fetch your webhooks' })
    .output(webhookList)
    .query(({ ctx }) => listWebhooks(ctx)),
  add: partyProcedure
    .meta({ failed: 'Failed to add the webhook. Please try again.' })
    .input(addWebhookInput)
    .use(requireConfirmed)
    .output(createdWebhook)
    .mutation(({ ctx, input }) => addWebhook(ctx, input)),
  change: changeProcedure
    .input(changeWebhookInput)
    .use(requireConfirmed)
    .output(webhookView)
    .mutation(({ ctx, input }) => changeWebhook(ctx, input)),
  switch: changeProcedure
    .input(switchWebhookInput)
    .output(webhookView)
    .mutation(({ ctx, input }) => switchWebhook(ctx, input)),
  remove: partyProcedure
    .meta({ failed: 'Failed to remove the webhook. Please try again.' })
    .input(webhookIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeWebhook(ctx, input);
      return { message: SUCCESS.webhookRemoved };
    }),
  renewSecret: changeProcedure
    .input(webhookIdInput)
    .use(requireConfirmed)
    .output(renewedSecret)
    .mutation(({ ctx, input }) => renewSecret(ctx, input)),
  deliveries: partyProcedure
    .meta({ failed: 'Failed to fetch the deliveries' })
    .input(deliveriesInput)
    .output(deliveriesPage)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  replay: partyProcedure
    .meta({ failed: 'Failed to send it again. Please try again.' })
    .input(replayInput)
    .use(rateLimit('replayWebhook', perCaller))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await replayDelivery(ctx, input);
      return { message: SUCCESS.webhookReplayed };
    }),
});
