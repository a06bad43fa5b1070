import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { MessagesPage, MessageView } from '#shared/contracts/messages.ts';

export type LoadedMessages = {
  /** The oldest first. */
  messages: readonly MessageView[];
  /** Where older ones begin; null where there are none. */
  olderCursor: string | null;
};

export type ConversationQuery = {
  /** Null until the newest page is there. */
  loaded: LoadedMessages | null;
  /** It is what the server has answered since this was opened. */
  isFresh: boolean;
  error: unknown;
  isRetrying: boolean;
  retry: () => void;
  older: 'idle' | 'pending' | 'failed';
  loadOlder: () => Promise<void>;
};

/** The newest messages, live; older ones come a page at a time, and are never read again. */
export function useConversation(threadId: string): ConversationQuery {
  const utils = trpc.useUtils();
  const newest = trpc.messages.list.useQuery({ threadId }, { refetchOnWindowFocus: 'always' });
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
      const page = await utils.messages.list.fetch({ threadId, cursor });
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

/** Where so many have come that the page does not meet what is loaded, the page alone counts. */
export function mergeNewest(loaded: LoadedMessages | null, { messages, nextCursor }: MessagesPage): LoadedMessages {
  const newest = messages.toReversed();
  const ids = new Set(newest.map(({ id }) => id));
  const overlaps = nextCursor === null || loaded?.messages.some(({ id }) => ids.has(id));
  if (!loaded || !overlaps) return { messages: newest, olderCursor: nextCursor };

  // A message that was just sent is missing from a page that was asked for before.
  const others = loaded.messages.filter(({ id }) => !ids.has(id));
  const all = [...others, ...newest].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return { messages: all, olderCursor: loaded.messages.length > 0 ? loaded.olderCursor : nextCursor };
}

/** Not where the loaded messages have begun anew since the page was asked for. */
export function mergeOlder(loaded: LoadedMessages, cursor: string, { messages, nextCursor }: MessagesPage): LoadedMessages {
  if (loaded.olderCursor !== cursor) return loaded;
  return { messages: [...messages.toReversed(), ...loaded.messages], olderCursor: nextCursor };
}
