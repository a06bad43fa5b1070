import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { hasDrafts } from '#client/api/kept-drafts.ts';
import { session } from '#client/api/session.ts';
import { trpc } from '#client/api/trpc.ts';

type Goal = '/' | '/login';
type Question = { isOpen: boolean; to: Goal };

/** One question for every place that offers Logout; null until it was asked once. */
let question: Question | null = null;
const listeners = new Set<() => void>();

/** Ends the session here and on the server, and leads on: the header to `/`, a sidebar to `/login`. What is not saved is asked for first. */
export function useLogout(): (to: Goal) => void {
  const leave = useLeave();

  return (to) => {
    if (hasDrafts(session.viewer()?.id ?? '')) ask({ isOpen: true, to });
    else leave(to);
  };
}

/** What `LogoutQuestion` shows. */
export function useLogoutQuestion(): { isAsked: boolean; isOpen: boolean; leave: () => void; stay: () => void } {
  const asked = useSyncExternalStore(subscribe, () => question);
  const leave = useLeave();
  const close = () => ask(asked && { ...asked, isOpen: false });

  return {
    isAsked: asked !== null,
    isOpen: asked?.isOpen ?? false,
    leave: () => {
      close();
      leave(asked?.to ?? '/');
    },
    stay: close,
  };
}

function useLeave(): (to: Goal) => void {
  const { client } = trpc.useUtils();
  const router = useRouter();

  return (to) => {
    // Without a network the server's part expires by itself; this browser forgets the token in any case.
    client.auth.logout.mutate(undefined, { context: { token: session.token() } }).catch(() => null);
    session.end();
    void router.navigate({ to });
  };
}

function ask(next: Question | null): void {
  question = next;
  for (const tell of listeners) tell();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
