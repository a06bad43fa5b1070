import { useEffect } from 'react';
import { detailsOf, pushSubscription, registerWorker, whenTakenOver } from '#client/api/service-worker.ts';
import { trpc } from '#client/api/trpc.ts';
import { useLastSeen } from '#client/ui/last-seen.ts';

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

  // The line is back: what was shown meanwhile may be old.
  useEffect(() => {
    if (!isOffline) return;
    return () => void bookings.invalidate();
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
