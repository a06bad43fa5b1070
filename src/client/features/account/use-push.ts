import { useEffect, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { detailsOf, hasWorker, pushSubscription, subscribeAnew } from '#client/lib/service-worker.ts';

const NOT_CHANGED = 'Failed to change push notifications. Please try again.';
const NOT_ALLOWED = 'Your browser was not allowed to show notifications. Turn it on once more, and choose Allow.';

export const canBePushedTo = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this browser is told of news: undefined while that is not known. */
export function usePush() {
  const utils = trpc.useUtils();
  const config = trpc.push.config.useQuery(undefined, { enabled: hasWorker() });
  const subscribe = trpc.push.subscribe.useMutation();
  const unsubscribe = trpc.push.unsubscribe.useMutation();
  const [endpoint, setEndpoint] = useState<string | null>();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [problem, setProblem] = useState('');
  const permission = usePermission();
  const publicKey = hasWorker() ? config.data?.publicKey : null;

  useEffect(() => {
    let isCurrent = true;
    const heard = (subscription: PushSubscription | null) => isCurrent && setEndpoint(subscription?.endpoint ?? null);
    pushSubscription().then(heard, () => heard(null));
    return () => {
      isCurrent = false;
    };
  }, []);

  async function turnOn(key: string): Promise<void> {
    if ((await permission.ask()) !== 'granted') return setProblem(NOT_ALLOWED);
    const subscription = await subscribeAnew(key);
    await subscribe.mutateAsync(detailsOf(subscription)).catch(async (error: unknown) => {
      await subscription.unsubscribe();
      throw error;
    });
    setEndpoint(subscription.endpoint);
    utils.push.config.setData(undefined, { publicKey: key, endpoint: subscription.endpoint });
  }

  async function turnOff(key: string): Promise<void> {
    const subscription = await pushSubscription();
    if (subscription) await unsubscribe.mutateAsync({ endpoint: subscription.endpoint });
    await subscription?.unsubscribe();
    setEndpoint(null);
    utils.push.config.setData(undefined, { publicKey: key, endpoint: null });
  }

  const turn = useOneAtATime(async (next: boolean) => {
    if (!publicKey) return;
    setWanted(next);
    setProblem('');
    await (next ? turnOn(publicKey) : turnOff(publicKey)).catch((error: unknown) => setProblem(errorMessageWithReason(error, NOT_CHANGED)));
    setWanted(null);
  });

  // What another account, or an earlier session, has asked for here is not this one's.
  const isOn = config.data && endpoint !== undefined ? endpoint !== null && endpoint === config.data.endpoint : undefined;
  return { config, publicKey, isDenied: permission.state === 'denied', isOn, wanted, problem, turn };
}

/** May be changed in the settings of the browser meanwhile, from which one comes back. */
function usePermission() {
  const [state, setState] = useState(() => Notification.permission);

  useEffect(() => {
    const look = () => setState(Notification.permission);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);

  const ask = async () => {
    const answer = await Notification.requestPermission();
    setState(answer);
    return answer;
  };
  return { state, ask };
}
