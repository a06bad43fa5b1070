import { useQueryClient } from '@tanstack/react-query';
import { toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { WebhookView } from '#shared/contracts/webhooks.ts';

export function useWebhookList() {
  const { list } = useTRPC().webhooks;
  const queryClient = useQueryClient();
  return {
    async update(change: (current: WebhookView[]) => WebhookView[]): Promise<void> {
      // A request that is still running may have read the list before the change.
      await queryClient.cancelQueries(list.pathFilter());
      queryClient.setQueryData(list.queryKey(), (current) => current && change(current));
      void queryClient.invalidateQueries(list.pathFilter());
    },
    refetch: () => queryClient.invalidateQueries(list.pathFilter()),
  };
}

export const isNotFound = (error: unknown): boolean => toApiError(error)?.code === 'webhook.not_found';
