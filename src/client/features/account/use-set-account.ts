import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import type { Viewer } from '#shared/contracts/auth.ts';

export function useSetAccount(): (user: Viewer) => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async (user) => {
    await queryClient.cancelQueries(trpc.auth.me.pathFilter());
    queryClient.setQueryData(trpc.auth.me.queryKey(), user);
    session.update(user);
    if (user.role === 'tutor') void queryClient.invalidateQueries(trpc.tutors.pathFilter());
  };
}
