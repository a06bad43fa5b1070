import type { AnyRouter } from '@tanstack/react-router';
import { removeGoogleSignUp } from '#client/features/auth/google-sign-up.ts';
import { removeTabDrafts, removeUserDrafts } from '#client/lib/drafts/draft.ts';
import { setLastSeen } from '#client/ui/last-seen.ts';
import { toast } from '#client/ui/toasts.ts';
import { FORGET, LAST_SEEN } from '#shared/vocabulary/offline.ts';
import type { Clients } from './clients.ts';

/** What the service worker keeps for, and tells, whoever was here. */
function forgetOffline(): void {
  void globalThis.caches?.delete(LAST_SEEN.cache);
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(FORGET));
}

/** One person's answers are never shown to another; what the session's own doing does not lead on, the guards do. */
export function followSession({ session, queryClient, client }: Pick<Clients, 'session' | 'queryClient' | 'client'>, router: AnyRouter): () => void {
  const stopListening = session.subscribe(({ kind, by, why, whose }) => {
    if (kind !== 'updated') {
      queryClient.clear();
      setLastSeen(LAST_SEEN.now);
    }
    // The tab of a login has done it by itself, and may have kept something since.
    if (kind === 'ended' || (kind === 'began' && by !== 'elsewhere')) forgetOffline();
    if (kind === 'ended') {
      removeTabDrafts();
      // Whose session ran out comes back to what they were writing.
      if (by !== 'server' && whose) removeUserDrafts(whose);
    }
    if (kind === 'ended' || (kind === 'began' && session.viewer()?.role !== null)) removeGoogleSignUp();
    if (by === 'here') return;
    if (why) toast.info(why);
    void router.invalidate();
  });
  const stopChecking = session.start({
    whoIs: (token) => client.auth.me.query(undefined, { context: { token } }),
    logOut: (token) => void client.auth.logout.mutate(undefined, { context: { token } }).catch(() => null),
  });
  return () => {
    stopListening();
    stopChecking();
  };
}
