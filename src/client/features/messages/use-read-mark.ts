import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import type { ThreadView } from '#shared/contracts/messages.ts';
import { updateThread } from './message-cache.ts';

export type ReadMarkOptions = {
  thread: ThreadView;
  /** When the server last answered how much is unread: a mark that did not reach it is then sent again. */
  checkedAt: number;
  newestId: string | undefined;
  isVisible: boolean;
};

export function useReadMark({ thread, checkedAt, newestId, isVisible }: ReadMarkOptions): void {
  const utils = trpc.useUtils();
  const markedId = useRef<string>(undefined);
  const isTabVisible = useSyncExternalStore(subscribeVisibility, () => document.visibilityState === 'visible');
  const { mutate } = trpc.messages.read.useMutation({
    onSuccess: (updated) => {
      updateThread(utils, updated);
      void utils.messages.unreadCount.invalidate();
    },
    onError: () => {
      markedId.current = undefined;
    },
  });

  const mark = useEffectEvent((upTo: string) => {
    if (markedId.current === upTo) return;
    markedId.current = upTo;
    mutate({ threadId: thread.id, upTo });
  });

  const unreadId = thread.unread > 0 && isVisible && isTabVisible ? newestId : undefined;
  useEffect(() => {
    if (unreadId !== undefined && checkedAt > 0) mark(unreadId);
  }, [unreadId, checkedAt]);
}

function subscribeVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
