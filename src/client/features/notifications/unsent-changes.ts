import { useEffect } from 'react';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { failedChanges } from './changes-store.ts';
import { sendFailed } from './send-change.ts';

const AGAIN_MS = 30_000;

/** Sends what has failed before: with the page, when the connection is back, and every now and then. */
export function UnsentChanges({ userId }: { userId: string }): null {
  const utils = trpc.useUtils();

  useEffect(() => {
    let isRunning = false;
    const send = () => {
      if (isRunning || connectionState.now() === 'cut' || failedChanges.of(userId).length === 0) return;
      isRunning = true;
      void sendFailed(utils, userId).finally(() => {
        isRunning = false;
      });
    };
    const timer = setInterval(send, AGAIN_MS);
    const unfollow = connectionState.subscribe(send);
    window.addEventListener('online', send);
    send();
    return () => {
      clearInterval(timer);
      unfollow();
      window.removeEventListener('online', send);
    };
  }, [userId, utils]);

  return null;
}
