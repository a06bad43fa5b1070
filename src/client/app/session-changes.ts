import type { AnyRouter } from '@tanstack/react-router';
import { removeGoogleSignUp } from '#client/features/auth/google-sign-up.ts';
import { removeTabDrafts, removeUserDrafts } from '#client/lib/drafts/draft.ts';
import { setLastSeen } from '#client/ui/last-seen.ts';
import { toast } from '#client/ui/toasts.ts';
import { FORGET, LAST_SEEN } from '#shared/vocabulary/offline.ts';
import type { Clients } from './clients.ts';

function removeOfflineCopies(): void {
  void globalThis.caches?.delete(LAST_SEEN.cache);
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(FORGET));
}

export type ServerPage = {
  /** Routes that are loaded anew while the page is hydrated would leave React nothing to hydrate it with. */
  ready: Promise<void>;
  /** The answers that the server rendered the page from: they are nobody's, so they stay, and what shows them does not go. */
  restore: () => void;
};

const NOT_OF_THE_SERVER: ServerPage = { ready: Promise.resolve(), restore() {} };

/** No account sees the answers of another one. Where this tab began or ended the session, its caller navigates; else the guards do. */
export function handleSessionChanges(
  { session, queryClient, client }: Pick<Clients, 'session' | 'queryClient' | 'client'>,
  router: AnyRouter,
  { ready, restore }: ServerPage = NOT_OF_THE_SERVER,
): () => void {
  const stopListening = session.subscribe(({ kind, origin, reason, userId }) => {
    if (kind !== 'updated') {
      queryClient.clear();
      restore();
      setLastSeen(LAST_SEEN.now);
    }
    // The tab that logged in has done it, and may have stored something since.
    if (kind === 'ended' || (kind === 'began' && origin !== 'elsewhere')) removeOfflineCopies();
    if (kind === 'ended') {
      removeTabDrafts();
      // After an expired session the drafts are still there at the next login. A tab that logs out removes them for all.
      if (origin === 'here' && userId) removeUserDrafts(userId);
    }
    if (kind === 'ended' || (kind === 'began' && session.viewer()?.role !== null)) removeGoogleSignUp();
    if (origin === 'here' || session.explainEnd?.(userId)) return;
    if (reason) toast.info(reason);
    void ready.then(() => router.invalidate());
  });
  const stopChecking = session.start({
    fetchAccount: (token) => client.auth.me.query(undefined, { context: { token } }),
    logOut: (token) => void client.auth.logout.mutate(undefined, { context: { token } }).catch(() => null),
  });
  return () => {
    stopListening();
    stopChecking();
  };
}
