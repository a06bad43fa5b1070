import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { useTRPC } from '#client/lib/rpc/trpc.ts';
import type { MessagesPage, MessageView } from '#shared/contracts/messages.ts';

export type LoadedMessages = {
  /** Oldest first. */
  messages: readonly MessageView[];
  olderCursor: string | null;
};

export type ConversationQuery = {
  loaded: LoadedMessages | null;
  isFresh: boolean;
  error: unknown;
  isRetrying: boolean;
  retry: () => void;
  older: 'idle' | 'pending' | 'failed';
  loadOlder: () => Promise<void>;
};

/** The newest page is live; older pages are loaded once. */
export function useConversation(threadId: string): ConversationQuery {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const newest = useQuery(trpc.messages.list.queryOptions({ threadId }, { refetchOnWindowFocus: 'always' }));
  const [merged, setMerged] = useState<MessagesPage>();
  const [loaded, setLoaded] = useState<LoadedMessages | null>(null);
  const [older, setOlder] = useState<ConversationQuery['older']>('idle');
  if (newest.data && newest.data !== merged) {
    setMerged(newest.data);
    setLoaded(mergeNewest(loaded, newest.data));
  }

  const loadOlder = useOneAtATime(async () => {
    const cursor = loaded?.olderCursor;
    if (!cursor) return;
    setOlder('pending');
    try {
      const page = await queryClient.fetchQuery(trpc.messages.list.queryOptions({ threadId, cursor }));
      setLoaded((current) => current && mergeOlder(current, cursor, page));
      setOlder('idle');
    } catch {
      setOlder('failed');
    }
  });

  return {
    loaded,
    isFresh: newest.data !== undefined && !newest.isFetching,
    error: newest.error,
    isRetrying: newest.isFetching,
    retry: () => void newest.refetch(),
    older,
    loadOlder,
  };
}

/** If so many messages have come that the page does not meet the loaded ones, only the page counts. */
export function mergeNewest(loaded: LoadedMessages | null, { messages, nextCursor }: MessagesPage): LoadedMessages {
  const newest = messages.toReversed();
  const ids = new Set(newest.map(({ id }) => id));
  const overlaps = nextCursor === null || loaded?.messages.some(({ id }) => ids.has(id));
  if (!loaded || !overlaps) return { messages: newest, olderCursor: nextCursor };

  // A message that was just sent is missing from a page that was requested before.
  const others = loaded.messages.filter(({ id }) => !ids.has(id));
  const all = [...others, ...newest].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return { messages: all, olderCursor: loaded.messages.length > 0 ? loaded.olderCursor : nextCursor };
}

/** Ignores the page if the loaded messages have started anew since it was requested. */
export function mergeOlder(loaded: LoadedMessages, cursor: string, { messages, nextCursor }: MessagesPage): LoadedMessages {
  if (loaded.olderCursor !== cursor) return loaded;
  return { messages: [...messages.toReversed(), ...loaded.messages], olderCursor: nextCursor };
}
