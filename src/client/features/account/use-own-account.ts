import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import type { Viewer } from '#shared/contracts/auth.ts';

/** Shows at once, here and in the top bar, what the server has made of the account. */
export function useAccountKept(): (me: Viewer) => void {
  const utils = trpc.useUtils();
  return (me) => {
    utils.auth.me.setData(undefined, me);
    session.update(me);
    if (me.role === 'tutor') void utils.tutors.invalidate();
  };
}
