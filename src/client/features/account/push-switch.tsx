import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Skeleton, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { errorMessageWithReason } from '#client/lib/rpc/errors.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { getPushSubscription, hasWorker, renewPushSubscription, toPushDetails } from '#client/lib/service-worker.ts';
import { Loading, QueryError } from '#client/ui/page-state.tsx';
import { Switch } from '#client/ui/switch.tsx';

export function PushSwitch() {
  return isPushSupported() ? <SupportedSwitch /> : <Unsupported />;
}

function SupportedSwitch() {
  const { t, i18n } = useLingui();
  const { config, publicKey, isDenied, isOn, pendingValue, problem, toggle } = usePush();

  if (config.error && !config.data) {
    return (
      <QueryError
        title={t`Error Loading Push Notifications`}
        message={errorMessageWithReason(config.error, t`Failed to fetch push notifications`)}
        query={config}
      />
    );
  }
  if (publicKey === null)
    return (
      <Text c="dimmed" mt={4}>
        <Trans>Push notifications are not set up on this site.</Trans>
      </Text>
    );
  if (isOn === undefined) {
    return (
      <Loading label={t`Loading push notifications…`}>
        <Skeleton height={88} />
      </Loading>
    );
  }
  return (
    <>
      <Text c="dimmed" mt={4}>
        <Trans>Get bookings, reminders and messages on this device, even when this site is not open. Notifications leave out private details.</Trans>
      </Text>
      <Switch
        label={
          <Text component="strong" inherit fw={600}>
            <Trans>Push notifications on this browser</Trans>
          </Text>
        }
        aria-describedby="push-state"
        aria-busy={pendingValue !== null}
        checked={pendingValue ?? (isOn && !isDenied)}
        disabled={isDenied}
        onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
      />
      <Text id="push-state" mt={4} {...(problem && !isDenied ? { c: 'red', size: 'sm' } : { c: 'dimmed' })} role="status">
        {isDenied ? i18n._(BLOCKED_TEXT) : problem || i18n._(stateText(isOn, pendingValue))}
      </Text>
    </>
  );
}

const BLOCKED_TEXT = msg`Your browser blocks notifications of this site. To allow them, open the site settings next to the address bar, then come back.`;

function stateText(isOn: boolean, pendingValue: boolean | null): MessageDescriptor {
  if (pendingValue !== null) return pendingValue ? msg`Turning them on…` : msg`Turning them off…`;
  return isOn ? msg`On until you log out.` : msg`Off.`;
}

function Unsupported() {
  return (
    <Text c="dimmed" mt={4}>
      {isApplePhone() ? (
        <Trans>On an iPhone or iPad, add this site to your Home Screen first: tap Share, then Add to Home Screen, and open it from there.</Trans>
      ) : (
        <Trans>This browser does not support push notifications.</Trans>
      )}
    </Text>
  );
}

/** An iPad reports itself as a Mac, but no Mac has a touch screen. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

const isPushSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

function usePush() {
  const { t } = useLingui();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const config = useQuery(trpc.push.config.queryOptions(undefined, { enabled: hasWorker() }));
  const subscribe = useMutation(trpc.push.subscribe.mutationOptions());
  const unsubscribe = useMutation(trpc.push.unsubscribe.mutationOptions());
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
    if ((await permission.request()) !== 'granted')
      return setProblem(t`Your browser did not allow notifications. Turn this on again and choose Allow.`);
    const subscription = await renewPushSubscription(key);
    await subscribe.mutateAsync(toPushDetails(subscription)).catch(async (error: unknown) => {
      await subscription.unsubscribe();
      throw error;
    });
    setEndpoint(subscription.endpoint);
    queryClient.setQueryData(trpc.push.config.queryKey(), { publicKey: key, endpoint: subscription.endpoint });
  }

  async function unsubscribeBrowser(key: string): Promise<void> {
    const subscription = await getPushSubscription();
    if (subscription) await unsubscribe.mutateAsync({ endpoint: subscription.endpoint });
    await subscription?.unsubscribe();
    setEndpoint(null);
    queryClient.setQueryData(trpc.push.config.queryKey(), { publicKey: key, endpoint: null });
  }

  const toggle = useOneAtATime(async (next: boolean) => {
    if (!publicKey) return;
    setPendingValue(next);
    setProblem('');
    await (next ? subscribeBrowser(publicKey) : unsubscribeBrowser(publicKey)).catch((error: unknown) =>
      setProblem(errorMessageWithReason(error, t`Failed to change push notifications. Please try again.`)),
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
