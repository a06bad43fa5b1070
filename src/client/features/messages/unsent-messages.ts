import { useEffect } from 'react';
import { trpc } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { keepSent } from './message-cache.ts';
import { startOutbox, underLock } from './outbox.ts';
import { unsentOf } from './unsent-store.ts';

export type UnsentMessagesProps = { userId: string };

/** Sends what this person has written and the server has not got, for as long as it is mounted. */
export function UnsentMessages({ userId }: UnsentMessagesProps): null {
  const utils = trpc.useUtils();

  useEffect(
    () =>
      startOutbox({
        store: unsentOf(userId),
        exclusively: underLock(`messages of ${userId}`),
        deliver: async ({ threadId, clientId, text }, signal) => {
          // Somebody else may have signed in, and this not be unmounted yet.
          if (session.viewer()?.id !== userId) throw new Error('whose message it is has gone');
          const message = await utils.client.messages.send.mutate(
            { threadId, clientId, text },
            { signal, context: { token: session.token() ?? undefined } },
          );
          if (session.viewer()?.id === userId) keepSent(utils, threadId, message);
        },
      }),
    [userId, utils],
  );
  return null;
}
