import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import type { Viewer } from '#shared/contracts/auth.ts';

export function useSetAccount(): (user: Viewer) => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return (user) => {
    queryClient.setQueryData(trpc.auth.me.queryKey(), user);
    session.update(user);
    if (user.role === 'tutor') void queryClient.invalidateQueries(trpc.tutors.pathFilter());
  };
}
