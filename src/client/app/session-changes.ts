import type { AnyRouter } from '@tanstack/react-router';
import { toast } from '#client/ui/toasts.ts';
import type { Clients } from './clients.ts';

/** One person's answers are never shown to another; what the session's own doing does not lead on, the guards do. */
export function followSession({ session, queryClient, client }: Pick<Clients, 'session' | 'queryClient' | 'client'>, router: AnyRouter): () => void {
  const stopListening = session.subscribe(({ kind, by, why }) => {
    if (kind !== 'updated') queryClient.clear();
    if (by === 'here') return;
    if (why) toast.info(why);
    void router.invalidate();
  });
  const stopChecking = session.start(() => client.auth.me.query());
  return () => {
    stopListening();
    stopChecking();
  };
}
