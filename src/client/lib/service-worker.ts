const SCRIPT = '/sw.js';

/** Not in development, where it would show old files. */
export const hasWorker = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!hasWorker()) return null;
  await navigator.serviceWorker.register(SCRIPT);
  return navigator.serviceWorker.ready;
}

/** When a worker begins to control this page, copies are made only of what is read again. */
export function onControllerChange(listener: () => void): () => void {
  if (!hasWorker()) return () => {};
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', listener);
  return () => serviceWorker.removeEventListener('controllerchange', listener);
}

export async function getPushSubscription(): Promise<PushSubscription | null> {
  if (!hasWorker()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** With a new endpoint: the old one may belong to another account. */
export async function renewPushSubscription(publicKey: string): Promise<PushSubscription> {
  const registration = await registerWorker();
  if (!registration) throw new Error('there is no service worker');
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

export function toPushDetails(subscription: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}
