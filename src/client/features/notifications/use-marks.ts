import { type UseMutationOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { isFinal } from '#client/lib/rpc/errors.ts';
import { type Client, useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { readList, useStoredList, writeList } from '#client/lib/stored-list.ts';
import { type Mark, unsentMarks } from './marks.ts';

type Calls = Client['notifications'];

const MAX_UNSENT = 200;
const RETRY_MS = 30_000;

const mutationKey = (userId: string) => ['notifications', 'mark', userId];

/** The marks that the server's answers do not show yet: pending, or stored in this browser after a failure. */
export function useMarks(userId: string): readonly Mark[] {
  const unsent = useStoredList(unsentMarks(userId));
  const pending = useMutationState({
    filters: { mutationKey: mutationKey(userId), status: 'pending' },
    // Only `useSendMark` has this key.
    select: ({ state }) => state.variables as Mark,
  });
  const pendingKeys = new Set(pending.map(({ key }) => key));
  return [...unsent.filter(({ key }) => !pendingKeys.has(key)), ...pending];
}

/** Sends one mark at a time. A failed mark is stored in this browser and only logged. */
export function useSendMark(userId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const client = useTRPCClient();
  return useMutation(markOptions(userId, client, () => queryClient.invalidateQueries(trpc.notifications.pathFilter())));
}

function markOptions(userId: string, client: Client, refetch: () => Promise<void>): UseMutationOptions<void, Error, Mark> {
  const unsent = unsentMarks(userId);
  return {
    mutationKey: mutationKey(userId),
    scope: { id: mutationKey(userId).join() },
    mutationFn: async (mark) => {
      try {
        await send(client.notifications, mark);
      } catch (error) {
        // A final refusal means that it is done already or never will be.
        if (!isFinal(error)) throw error;
      }
    },
    onError: (error, mark) => {
      console.warn('A change of notifications has not reached the server; it is sent again.', error);
      writeList(unsent, [...readList(unsent).filter(({ key }) => key !== mark.key), mark].slice(-MAX_UNSENT));
    },
    onSuccess: async (_, mark) => {
      // Refetch before removing the mark, or the old state would show for a moment.
      if (session.viewer()?.id === userId) await refetch();
      const others = readList(unsent).filter(({ key }) => key !== mark.key);
      if (others.length < readList(unsent).length) writeList(unsent, others);
    },
  };
}

function send(calls: Calls, mark: Mark): Promise<unknown> {
  switch (mark.kind) {
    case 'read':
      return calls.markRead.mutate({ ids: [mark.id] });
    case 'removed':
      return calls.remove.mutate({ id: mark.id });
    case 'allRead':
      return calls.markAllRead.mutate({ through: new Date(mark.through) });
    case 'cleared':
      return calls.removeAll.mutate({ through: new Date(mark.through) });
  }
}

export function UnsentMarks({ userId }: { userId: string }): null {
  const { mutateAsync } = useSendMark(userId);

  const resend = useOneAtATime(async () => {
    for (const mark of readList(unsentMarks(userId))) {
      if (session.viewer()?.id !== userId) return;
      try {
        await mutateAsync(mark);
      } catch {
        return;
      }
    }
  });

  const start = useEffectEvent(() => {
    if (connectionState.get() !== 'cut') void resend();
  });
  useEffect(() => {
    const run = () => start();
    const timer = setInterval(run, RETRY_MS);
    const unsubscribe = connectionState.subscribe(run);
    window.addEventListener('online', run);
    run();
    return () => {
      clearInterval(timer);
      unsubscribe();
      window.removeEventListener('online', run);
    };
  }, []);

  return null;
}
