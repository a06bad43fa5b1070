import { FORGET, LAST_SEEN, NOT_PAGES } from '#shared/vocabulary/offline.ts';
import { answerFor, isKept } from './sw/last-seen.ts';
import { forgetPushes, notify, openFrom, renew } from './sw/pushes.ts';
import { type FetchEvent, scope } from './sw/scope.ts';
import { dropOldShells, fileFor, fromServer, keepShell, pageFor } from './sw/shell.ts';

scope.addEventListener('install', (event) => event.waitUntil(keepShell()));

scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([dropOldShells(), scope.registration.navigationPreload?.enable(), scope.clients.claim()])),
);

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  const answer = answerOf(event, url);
  if (answer) event.respondWith(answer);
});

/** Null for what is left to the browser. */
function answerOf(event: FetchEvent, url: URL): Promise<Response> | null {
  const { request } = event;
  const isAt = (folder: string) => url.pathname === folder || url.pathname.startsWith(`${folder}/`);
  if (request.mode === 'navigate') return ['/api', ...NOT_PAGES].some(isAt) ? fromServer(event) : pageFor(event);
  if (isAt('/assets')) return fileFor(request);
  return isAt('/trpc') && isKept(url) ? answerFor(request, (work) => event.waitUntil(work)) : null;
}

scope.addEventListener('push', (event) => event.waitUntil(notify(event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openFrom(event.notification)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

scope.addEventListener('message', (event) => {
  if (event.data === FORGET) event.waitUntil(Promise.all([caches.delete(LAST_SEEN.cache), forgetPushes()]));
});
