import { useRouter } from '@tanstack/react-router';
import { session } from '#client/api/session.ts';
import { trpc } from '#client/api/trpc.ts';

/** Ends the session here and on the server, and leads on: the header to `/`, a sidebar to `/login`. */
export function useLogout(): (to: '/' | '/login') => void {
  const { client } = trpc.useUtils();
  const router = useRouter();

  return (to) => {
    // Without a network the server's part expires by itself; this browser forgets the token in any case.
    client.auth.logout.mutate(undefined, { context: { token: session.token() } }).catch(() => null);
    session.end();
    void router.navigate({ to });
  };
}
