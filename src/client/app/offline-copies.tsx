import { useEffect } from 'react';
import { runWhileVisible } from '#client/lib/realtime/inbox-poll.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { detailsOf, pushSubscription, registerWorker, whenTakenOver } from '#client/lib/service-worker.ts';
import { useLastSeen } from '#client/ui/last-seen.ts';

const AGAIN_MS = 10_000;

/** Keeps the browser ready for a time without a network, and where it is told of news in step with the server. */
export function OfflineCopies() {
  const { bookings, client } = trpc.useUtils();
  const isOffline = useLastSeen() !== null;

  useEffect(() => {
    void registerWorker().catch(() => null);
    return whenTakenOver(() => void bookings.invalidate());
  }, [bookings]);

  useEffect(() => {
    void renewSubscription(client).catch(() => null);
  }, [client]);

  // The line may have been slow and no more: nothing else would ask again. Once it is back, all of what is shown is.
  useEffect(() => {
    if (!isOffline) return;
    const askAgain = () => void bookings.invalidate();
    const stop = runWhileVisible(askAgain, { firstMs: AGAIN_MS, everyMs: AGAIN_MS });
    return () => {
      stop();
      askAgain();
    };
  }, [isOffline, bookings]);

  return null;
}

type Server = ReturnType<typeof trpc.useUtils>['client'];

/** The browser's push service has moved it since this session asked to be told. */
async function renewSubscription({ push }: Server): Promise<void> {
  const subscription = await pushSubscription();
  if (!subscription) return;
  const { endpoint } = await push.config.query();
  if (endpoint !== null && endpoint !== subscription.endpoint) await push.subscribe.mutate(detailsOf(subscription));
}
