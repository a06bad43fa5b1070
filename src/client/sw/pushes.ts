import { pushMessageIn } from '#shared/domain/push-message.ts';
import { type PushEvent, type SubscriptionChange, scope, type Tab } from './scope.ts';

const listTabs = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Not while a tab of the site is visible: it shows the event itself. */
export async function showPush({ data }: PushEvent): Promise<void> {
  const message = pushMessageIn(data?.text() ?? '');
  if (!message || (await listTabs()).some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { kind, title, url } = message;
  await scope.registration.showNotification(title, { icon: '/icon-192.png', badge: '/badge-96.png', tag: `${kind} ${url}`, data: { url } });
}

export async function openNotification(notification: Notification): Promise<void> {
  notification.close();
  const url = new URL(String(notification.data.url), scope.location.origin).href;
  const tabs = await listTabs();
  const tab = tabs.find((candidate) => candidate.url === url) ?? tabs[0];
  if (!tab || !(await navigateTab(tab, url))) await scope.clients.openWindow(url);
}

/** Fails for a tab that another worker, or none, controls. */
async function navigateTab(tab: Tab, url: string): Promise<boolean> {
  try {
    await tab.focus();
    if (tab.url !== url) await tab.navigate(url);
    return true;
  } catch {
    return false;
  }
}

export async function renewSubscription({ oldSubscription }: SubscriptionChange): Promise<void> {
  if (oldSubscription) await scope.registration.pushManager.subscribe(oldSubscription.options);
}

export async function removePushes(): Promise<void> {
  const { pushManager } = scope.registration;
  for (const notification of await scope.registration.getNotifications()) notification.close();
  await (await pushManager.getSubscription())?.unsubscribe();
}
