import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { isTemporary } from '#client/lib/rpc/errors.ts';

/** What could not be read while nothing came through is read once something does: not every list has a Try Again. */
export function FailedAnswers(): null {
  const queryClient = useQueryClient();

  useEffect(() => {
    let wasCut = connectionState.get() === 'cut';
    return connectionState.subscribe(() => {
      const isCut = connectionState.get() === 'cut';
      const isBack = wasCut && !isCut;
      wasCut = isCut;
      if (isBack) void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' && isTemporary(state.error) });
    });
  }, [queryClient]);

  return null;
}
