import { Skeleton, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { getPushSubscription, hasWorker, renewPushSubscription, toPushDetails } from '#client/lib/service-worker.ts';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { Switch } from '#client/ui/switch.tsx';

const LOAD_FAILED = 'Failed to fetch push notifications';
const LABEL = 'Push notifications on this browser';

export function PushSwitch() {
  return isPushSupported() ? <SupportedSwitch /> : <Unsupported />;
}

function SupportedSwitch() {
  const { config, publicKey, isDenied, isOn, pendingValue, problem, toggle } = usePush();

  if (config.error && !config.data) {
    return <QueryError title="Error Loading Push Notifications" message={errorMessageWithReason(config.error, LOAD_FAILED)} query={config} />;
  }
  if (publicKey === null)
    return (
      <Text c="dimmed" mt={4}>
        Push notifications are not set up on this site.
      </Text>
    );
  if (isOn === undefined) {
    return (
      <Loading label="Loading push notifications…">
        <Skeleton height={88} />
      </Loading>
    );
  }
  return (
    <>
      <Text c="dimmed" mt={4}>
        Get bookings, reminders and messages on this device, even when this site is not open. Notifications leave out private details.
      </Text>
      <Switch
        label={
          <Text component="strong" inherit fw={600}>
            {LABEL}
          </Text>
        }
        aria-describedby="push-state"
        aria-busy={pendingValue !== null}
        checked={pendingValue ?? (isOn && !isDenied)}
        disabled={isDenied}
        onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
      />
      <Text id="push-state" mt={4} {...(problem && !isDenied ? { c: 'red', size: 'sm' } : { c: 'dimmed' })} role="status">
        {isDenied ? BLOCKED_TEXT : problem || formatState(isOn, pendingValue)}
      </Text>
    </>
  );
}

const BLOCKED_TEXT = 'Your browser blocks notifications of this site. To allow them, open the site settings next to the address bar, then come back.';

function formatState(isOn: boolean, pendingValue: boolean | null): string {
  if (pendingValue !== null) return pendingValue ? 'Turning them on…' : 'Turning them off…';
  return isOn ? 'On until you log out.' : 'Off.';
}

function Unsupported() {
  return (
    <Text c="dimmed" mt={4}>
      {isApplePhone()
        ? 'On an iPhone or iPad, add this site to your Home Screen first: tap Share, then Add to Home Screen, and open it from there.'
        : 'This browser does not support push notifications.'}
    </Text>
  );
}

/** An iPad reports itself as a Mac, but no Mac has a touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

const CHANGE_FAILED = 'Failed to change push notifications. Please try again.';
const NOT_ALLOWED = 'Your browser did not allow notifications. Turn this on again and choose Allow.';

const isPushSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

function usePush() {
  const utils = trpc.useUtils();
  const config = trpc.push.config.useQuery(undefined, { enabled: hasWorker() });
  const subscribe = trpc.push.subscribe.useMutation();
  const unsubscribe = trpc.push.unsubscribe.useMutation();
  const [endpoint, setEndpoint] = useState<string | null>();
  const [pendingValue, setPendingValue] = useState<boolean | null>(null);
  const [problem, setProblem] = useState('');
  const permission = usePermission();
  const publicKey = hasWorker() ? config.data?.publicKey : null;

  useEffect(() => {
    let isCurrent = true;
    const handleSubscription = (subscription: PushSubscription | null) => isCurrent && setEndpoint(subscription?.endpoint ?? null);
    getPushSubscription().then(handleSubscription, () => handleSubscription(null));
    return () => {
      isCurrent = false;
    };
  }, []);

  async function subscribeBrowser(key: string): Promise<void> {
    if ((await permission.request()) !== 'granted') return setProblem(NOT_ALLOWED);
    const subscription = await renewPushSubscription(key);
    await subscribe.mutateAsync(toPushDetails(subscription)).catch(async (error: unknown) => {
      await subscription.unsubscribe();
      throw error;
    });
    setEndpoint(subscription.endpoint);
    utils.push.config.setData(undefined, { publicKey: key, endpoint: subscription.endpoint });
  }

  async function unsubscribeBrowser(key: string): Promise<void> {
    const subscription = await getPushSubscription();
    if (subscription) await unsubscribe.mutateAsync({ endpoint: subscription.endpoint });
    await subscription?.unsubscribe();
    setEndpoint(null);
    utils.push.config.setData(undefined, { publicKey: key, endpoint: null });
  }

  const toggle = useOneAtATime(async (next: boolean) => {
    if (!publicKey) return;
    setPendingValue(next);
    setProblem('');
    await (next ? subscribeBrowser(publicKey) : unsubscribeBrowser(publicKey)).catch((error: unknown) =>
      setProblem(errorMessageWithReason(error, CHANGE_FAILED)),
    );
    setPendingValue(null);
  });

  // A subscription of another account or of an earlier session does not count.
  const isOn = config.data && endpoint !== undefined ? endpoint !== null && endpoint === config.data.endpoint : undefined;
  return { config, publicKey, isDenied: permission.state === 'denied', isOn, pendingValue, problem, toggle };
}

/** The browser's settings can change it, so it is read again when the window gets the focus. */
function usePermission() {
  const [state, setState] = useState(() => Notification.permission);

  useEffect(() => {
    const update = () => setState(Notification.permission);
    window.addEventListener('focus', update);
    return () => window.removeEventListener('focus', update);
  }, []);

  const request = async () => {
    const permission = await Notification.requestPermission();
    setState(permission);
    return permission;
  };
  return { state, request };
}
