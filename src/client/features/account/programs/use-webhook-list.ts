import { toApiError } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { WebhookView } from '#shared/contracts/webhooks.ts';

export function useWebhookList() {
  const { list } = trpc.useUtils().webhooks;
  return {
    async update(change: (current: WebhookView[]) => WebhookView[]): Promise<void> {
      // A request that is still running may have read the list before the change.
      await list.cancel();
      list.setData(undefined, (current) => current && change(current));
      void list.invalidate();
    },
    refetch: () => list.invalidate(),
  };
}

export const isNotFound = (error: unknown): boolean => toApiError(error)?.code === 'webhook.not_found';
