import { pushMessageIn } from '#shared/domain/push-message.ts';
import { type PushEvent, type SubscriptionChange, scope, type Tab } from './scope.ts';

const tabs = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Whoever has the site before them is told there. */
export async function notify({ data }: PushEvent): Promise<void> {
  const message = pushMessageIn(data?.text() ?? '');
  if (!message || (await tabs()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { kind, title, url } = message;
  await scope.registration.showNotification(title, { icon: '/icon-192.png', badge: '/badge-96.png', tag: `${kind} ${url}`, data: { url } });
}

/** Leads to what a notification is about: in a tab that is open already, or in one of its own. */
export async function openFrom(notification: Notification): Promise<void> {
  notification.close();
  const url = new URL(String(notification.data.url), scope.location.origin).href;
  const open = await tabs();
  const tab = open.find((one) => one.url === url) ?? open[0];
  if (!tab || !(await isLedTo(tab, url))) await scope.clients.openWindow(url);
}

/** Not a tab that another worker, or none, stands behind. */
async function isLedTo(tab: Tab, url: string): Promise<boolean> {
  try {
    await tab.focus();
    if (tab.url !== url) await tab.navigate(url);
    return true;
  } catch {
    return false;
  }
}

/** The push service has another address for this browser; the next page that is opened tells the server. */
export async function renew({ oldSubscription }: SubscriptionChange): Promise<void> {
  if (oldSubscription) await scope.registration.pushManager.subscribe(oldSubscription.options);
}

/** Nobody who is signed out is told, and what they were told does not stay on the screen. */
export async function forgetPushes(): Promise<void> {
  const { pushManager } = scope.registration;
  for (const notification of await scope.registration.getNotifications()) notification.close();
  await (await pushManager.getSubscription())?.unsubscribe();
}
