import { FORGET, LAST_SEEN, NOT_PAGES } from '#shared/vocabulary/offline.ts';
import { isStored, respondWithLastSeen } from './sw/last-seen.ts';
import { openNotification, removePushes, renewSubscription, showPush } from './sw/pushes.ts';
import { type FetchEvent, scope } from './sw/scope.ts';
import { fetchFromServer, removeOldShells, respondWithFile, respondWithPage, storeShell } from './sw/shell.ts';

scope.addEventListener('install', (event) => event.waitUntil(storeShell()));

scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([removeOldShells(), scope.registration.navigationPreload?.enable(), scope.clients.claim()])),
);

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  const answer = respond(event, url);
  if (answer) event.respondWith(answer);
});

/** Null for what is left to the browser. */
function respond(event: FetchEvent, url: URL): Promise<Response> | null {
  const { request } = event;
  const isAt = (folder: string) => url.pathname === folder || url.pathname.startsWith(`${folder}/`);
  if (request.mode === 'navigate') return ['/api', ...NOT_PAGES].some(isAt) ? fetchFromServer(event) : respondWithPage(event);
  if (isAt('/assets')) return respondWithFile(request);
  return isAt('/trpc') && isStored(url) ? respondWithLastSeen(request, (work) => event.waitUntil(work)) : null;
}

scope.addEventListener('push', (event) => event.waitUntil(showPush(event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));

scope.addEventListener('message', (event) => {
  if (event.data === FORGET) event.waitUntil(Promise.all([caches.delete(LAST_SEEN.cache), removePushes()]));
});
