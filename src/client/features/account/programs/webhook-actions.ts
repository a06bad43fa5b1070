import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { WebhookView } from '#shared/contracts/webhooks.ts';

/** The list as it is known here, to be changed by what the server has answered. */
export function useKnownWebhooks() {
  const { list } = trpc.useUtils().webhooks;
  return {
    async change(next: (before: WebhookView[]) => WebhookView[]): Promise<void> {
      // What is on its way was read before the change.
      await list.cancel();
      list.setData(undefined, (before) => before && next(before));
      void list.invalidate();
    },
    readAgain: () => list.invalidate(),
  };
}

/** It was removed elsewhere. */
export const isGone = (error: unknown): boolean => toApiError(error)?.code === 'webhook.not_found';
