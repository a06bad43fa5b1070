import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { hasDrafts } from '#client/lib/drafts/draft.ts';
import { withMessages } from '#client/lib/i18n.ts';
import { useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';

type Question = { opened: boolean; logOut: () => Promise<void> };

let question: Question | null = null;
let notify = () => {};

function setQuestion(next: Question): void {
  question = next;
  notify();
}

function subscribe(onChange: () => void): () => void {
  notify = onChange;
  return () => {
    question = null;
  };
}

export function useLogout(): (to: '/' | '/login') => void {
  const client = useTRPCClient();
  const router = useRouter();

  return (to) => {
    const logOut = async () => {
      // At once where nothing waits: the page must not go on with the session.
      for (const send of session.beforeLogout) await send();
      // Offline, the session expires on the server by itself; this browser drops the token in any case.
      client.auth.logout.mutate(undefined, { context: { token: session.token() } }).catch(() => null);
      session.end();
      void router.navigate({ to });
    };
    const viewer = session.viewer();
    if (viewer && hasDrafts(viewer.id)) setQuestion({ opened: true, logOut });
    else void logOut();
  };
}

const LogoutDialog = lazyPart(withMessages('signed-in', () => import('./logout-dialog.tsx').then((module) => module.LogoutDialog)));

/** Mounted once in the app, for every Logout button. */
export function LogoutQuestion() {
  const current = useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  );
  if (!current) return null;
  return <LogoutDialog {...current} onClose={() => setQuestion({ ...current, opened: false })} />;
}
