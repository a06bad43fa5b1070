import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { keepThread } from './message-cache.ts';

export type ReadMark = {
  thread: ThreadView;
  /** When the server has last said it: what it did not hear is said again then. */
  checkedAt: number;
  /** The newest message of the other side that is known; undefined where there is none. */
  newestId: string | undefined;
  /** Its end is on the screen. */
  isInSight: boolean;
};

/** Tells the server what was read: what stands on the screen of a tab that is looked at. */
export function useReadMark({ thread, checkedAt, newestId, isInSight }: ReadMark): void {
  const utils = trpc.useUtils();
  const marked = useRef<string>(undefined);
  const isLookedAt = useSyncExternalStore(followVisibility, () => document.visibilityState === 'visible');
  const { mutate } = trpc.messages.read.useMutation({
    onSuccess: (read) => {
      keepThread(utils, read);
      void utils.messages.unreadCount.invalidate();
    },
    onError: () => {
      marked.current = undefined;
    },
  });

  const mark = useEffectEvent((upTo: string) => {
    if (marked.current === upTo) return;
    marked.current = upTo;
    mutate({ threadId: thread.id, upTo });
  });

  const wanted = thread.unread > 0 && isInSight && isLookedAt ? newestId : undefined;
  useEffect(() => {
    if (wanted !== undefined && checkedAt > 0) mark(wanted);
  }, [wanted, checkedAt]);
}

function followVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
