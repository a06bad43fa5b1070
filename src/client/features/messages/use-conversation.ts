import { useState } from 'react';
import { useOneAtATime } from '#client/lib/forms/use-one-at-a-time.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { MessagesPage } from '#shared/contracts/messages.ts';
import { type KnownMessages, withNewest, withOlder } from './known-messages.ts';

export type LoadedConversation = {
  /** Null until the newest page is there. */
  known: KnownMessages | null;
  /** It is what the server has said since this was opened. */
  isFresh: boolean;
  error: unknown;
  isRetrying: boolean;
  retry: () => void;
  older: 'idle' | 'busy' | 'failed';
  loadOlder: () => Promise<void>;
};

/** The messages of a conversation, the newest live; older ones come a page at a time, and are never read again. */
export function useConversation(threadId: string): LoadedConversation {
  const utils = trpc.useUtils();
  const newest = trpc.messages.list.useQuery({ threadId }, { refetchOnWindowFocus: 'always' });
  const [seen, setSeen] = useState<MessagesPage>();
  const [known, setKnown] = useState<KnownMessages | null>(null);
  const [older, setOlder] = useState<LoadedConversation['older']>('idle');
  if (newest.data && newest.data !== seen) {
    setSeen(newest.data);
    setKnown(withNewest(known, newest.data));
  }

  const loadOlder = useOneAtATime(async () => {
    const cursor = known?.olderCursor;
    if (!cursor) return;
    setOlder('busy');
    try {
      const page = await utils.messages.list.fetch({ threadId, cursor });
      setKnown((now) => now && withOlder(now, cursor, page));
      setOlder('idle');
    } catch {
      setOlder('failed');
    }
  });

  return {
    known,
    isFresh: newest.data !== undefined && !newest.isFetching,
    error: newest.error,
    isRetrying: newest.isFetching,
    retry: () => void newest.refetch(),
    older,
    loadOlder,
  };
}
