import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import type { Viewer } from '#shared/contracts/auth.ts';

export function useSetAccount(): (user: Viewer) => void {
  const utils = trpc.useUtils();
  return (user) => {
    utils.auth.me.setData(undefined, user);
    session.update(user);
    if (user.role === 'tutor') void utils.tutors.invalidate();
  };
}
