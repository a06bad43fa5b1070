import { limited, perCaller } from '#server/core/limits.ts';
import { confirmed, inPerson, router } from '#server/core/trpc.ts';
import { done } from '#shared/contracts/common.ts';
import {
  addWebhookInput,
  changeWebhookInput,
  deliveriesInput,
  deliveriesPage,
  madeWebhook,
  renewedSecret,
  replayInput,
  switchWebhookInput,
  webhookIdInput,
  webhookList,
  webhookView,
} from '#shared/contracts/webhooks.ts';
import { DomainError } from '#shared/errors.ts';
import { SUCCESS } from '#shared/messages.ts';
import { addWebhook, changeWebhook, removeWebhook, renewSecret, replay, switchWebhook } from './webhooks.commands.ts';
import { deliveriesOf, webhooksOf } from './webhooks.queries.ts';

/** Who has bookings, and so news of them. */
const party = inPerson.meta({ refused: 'Only students and tutors can have webhooks' }).use(({ ctx, next, meta }) => {
  const { role } = ctx.actor;
  if (role !== 'student' && role !== 'tutor') throw new DomainError('auth.role', {}, meta?.refused);
  return next();
});
const changing = party.meta({ failed: 'Failed to change the webhook. Please try again.' });

export const webhooksRouter = router({
  list: party
    .meta({ failed: 'Failed to fetch your webhooks' })
    .output(webhookList)
    .query(({ ctx }) => webhooksOf(ctx)),
  add: party
    .meta({ failed: 'Failed to add the webhook. Please try again.' })
    .input(addWebhookInput)
    .use(confirmed)
    .output(madeWebhook)
    .mutation(({ ctx, input }) => addWebhook(ctx, input)),
  change: changing
    .input(changeWebhookInput)
    .use(confirmed)
    .output(webhookView)
    .mutation(({ ctx, input }) => changeWebhook(ctx, input)),
  switch: changing
    .input(switchWebhookInput)
    .output(webhookView)
    .mutation(({ ctx, input }) => switchWebhook(ctx, input)),
  remove: party
    .meta({ failed: 'Failed to remove the webhook. Please try again.' })
    .input(webhookIdInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeWebhook(ctx, input);
      return { message: SUCCESS.webhookRemoved };
    }),
  renewSecret: changing
    .input(webhookIdInput)
    .use(confirmed)
    .output(renewedSecret)
    .mutation(({ ctx, input }) => renewSecret(ctx, input)),
  /** The log of one endpoint. */
  deliveries: party
    .meta({ failed: 'Failed to fetch the deliveries' })
    .input(deliveriesInput)
    .output(deliveriesPage)
    .query(({ ctx, input }) => deliveriesOf(ctx, input)),
  replay: party
    .meta({ failed: 'Failed to send it again. Please try again.' })
    .input(replayInput)
    .use(limited('replayWebhook', perCaller))
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await replay(ctx, input);
      return { message: SUCCESS.webhookReplayed };
    }),
});
