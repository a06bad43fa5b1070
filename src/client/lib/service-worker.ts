const SCRIPT = '/sw.js';

/** Whether this browser can have one, and this build has one to give: while one develops it would show what is no longer there. */
export const hasWorker = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator;

/** The worker that keeps pages and bookings for a time without a network, and is told of news; null where there is none. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!hasWorker()) return null;
  await navigator.serviceWorker.register(SCRIPT);
  return navigator.serviceWorker.ready;
}

/** Says when a worker begins to stand behind this page: what it should keep has to be asked for once more. */
export function whenTakenOver(renew: () => void): () => void {
  if (!hasWorker()) return () => {};
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', renew);
  return () => serviceWorker.removeEventListener('controllerchange', renew);
}

/** Where this browser is told of news; null where it is not. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!hasWorker()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Under another address than before: what somebody else was told at is over. */
export async function subscribeAnew(publicKey: string): Promise<PushSubscription> {
  const registration = await registerWorker();
  if (!registration) throw new Error('there is no service worker');
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** What the server asks for of a subscription. */
export function detailsOf(subscription: PushSubscription): { endpoint: string; keys: { p256dh: string; auth: string } } {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}
