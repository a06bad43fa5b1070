import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { runWhileVisible } from '#client/lib/realtime/inbox-poll.ts';
import { type Client, useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { getPushSubscription, onControllerChange, registerWorker, toPushDetails } from '#client/lib/service-worker.ts';
import { useLastSeen } from '#client/ui/last-seen.ts';

const REFETCH_MS = 10_000;

export function OfflineCopies() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const client = useTRPCClient();
  const isOffline = useLastSeen() !== null;

  useEffect(() => {
    void registerWorker().catch(() => null);
    return onControllerChange(() => void queryClient.invalidateQueries(trpc.bookings.pathFilter()));
  }, [trpc, queryClient]);

  useEffect(() => {
    void renewSubscription(client).catch(() => null);
  }, [client]);

  // The connection may only have been slow, and then nothing else would read again.
  useEffect(() => {
    if (!isOffline) return;
    const refetch = () => void queryClient.invalidateQueries(trpc.bookings.pathFilter());
    const stop = runWhileVisible(refetch, { firstMs: REFETCH_MS, everyMs: REFETCH_MS });
    return () => {
      stop();
      refetch();
    };
  }, [isOffline, trpc, queryClient]);

  return null;
}

async function renewSubscription({ push }: Client): Promise<void> {
  const subscription = await getPushSubscription();
  if (!subscription) return;
  const { endpoint } = await push.config.query();
  if (endpoint !== null && endpoint !== subscription.endpoint) await push.subscribe.mutate(toPushDetails(subscription));
}
