import { useRouter } from '@tanstack/react-router';
import { hasDrafts } from '#client/lib/drafts/draft-keys.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';

export type Leaving = { isAsked: boolean; leave: () => void };

let leaving: Leaving | null = null;
let tell = () => {};

/** Of whoever wants to log out with something unsaved; null until then. `LogoutQuestion` alone follows it. */
export const logoutQuestion = {
  now: () => leaving,
  become: (next: Leaving) => {
    leaving = next;
    tell();
  },
  subscribe: (onChange: () => void) => {
    tell = onChange;
    return () => {
      leaving = null;
    };
  },
};

/** Ends the session here and on the server, and leads on: the header to `/`, a sidebar to `/login`. Asks first where something is unsaved. */
export function useLogout(): (to: '/' | '/login') => void {
  const { client } = trpc.useUtils();
  const router = useRouter();

  return (to) => {
    const leave = () => {
      // Without a network the server's part expires by itself; this browser forgets the token in any case.
      client.auth.logout.mutate(undefined, { context: { token: session.token() } }).catch(() => null);
      session.end();
      void router.navigate({ to });
    };
    if (hasDrafts(session.viewer()?.id)) logoutQuestion.become({ isAsked: true, leave });
    else leave();
  };
}
