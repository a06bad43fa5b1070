import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { i18nOfPage } from '#client/lib/i18n.ts';
import { isFinal, isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import { useTRPC, useTRPCClient } from '#client/lib/rpc/trpc.ts';
import { session } from '#client/lib/session/session.ts';
import { browserStorage } from '#client/lib/storage.ts';
import { textsOf } from '#shared/domain/texts.ts';
import { addSentMessage } from './message-cache.ts';
import { getOutbox, type Outbox, type OutboxMessage } from './outbox.ts';

const MIN_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 30_000;
/** A half-dead connection may never answer. Sending again what has arrived is harmless. */
const TIMEOUT_MS = 15_000;

export type SenderOptions = {
  outbox: Outbox;
  send: (message: OutboxMessage, signal: AbortSignal) => Promise<void>;
  withLock: (work: () => Promise<void>) => Promise<void>;
};

export function OutboxSender({ userId }: { userId: string }): null {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const client = useTRPCClient();

  useEffect(
    () =>
      startSender({
        outbox: getOutbox(userId),
        withLock: makeLock(`messages of ${userId}`),
        send: async ({ threadId, clientId, text }, signal) => {
          // Somebody else may have signed in before this was unmounted.
          if (session.viewer()?.id !== userId) throw new Error('the sender has signed out');
          const message = await client.messages.send.mutate(
            { threadId, clientId, text },
            { signal, context: { token: session.token() ?? undefined } },
          );
          if (session.viewer()?.id === userId) addSentMessage({ trpc, queryClient }, threadId, message);
        },
      }),
    [userId, trpc, queryClient, client],
  );
  return null;
}

/**
 * Sends each conversation in order: at once, when the network or the page comes back, and with a backoff.
 * A message without an answer holds up those behind it in its conversation; a refused one does not.
 * Returns a function that stops it.
 */
export function startSender({ outbox, send, withLock }: SenderOptions): () => void {
  let isStopped = false;
  let isRunning = false;
  let isRequestedAgain = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = () => {};

  async function sendWithTimeout(message: OutboxMessage): Promise<void> {
    const controller = new AbortController();
    abort = () => controller.abort();
    const timeout = setTimeout(abort, TIMEOUT_MS);
    try {
      await send(message, controller.signal);
    } finally {
      clearTimeout(timeout);
    }
  }

  async function sendAll(): Promise<void> {
    const heldThreads = new Set<string>();
    let retryAfterMs = 0;
    const findNext = () => (isStopped ? undefined : outbox.getAll().find(({ state, threadId }) => state !== 'refused' && !heldThreads.has(threadId)));

    for (let message = findNext(); message; message = findNext()) {
      const { clientId, threadId } = message;
      if (message.state !== 'sending') outbox.update(clientId, { state: 'sending' });
      try {
        await sendWithTimeout(message);
        outbox.remove(clientId);
        failures = 0;
      } catch (error) {
        if (isUnauthenticated(error)) void session.check();
        if (isFinal(error)) {
          outbox.update(clientId, { state: 'refused', refusal: toRefusal(error) });
          continue;
        }
        heldThreads.add(threadId);
        retryAfterMs = Math.max(retryAfterMs, (toApiError(error)?.retryAfter ?? 0) * 1000);
        for (const held of outbox.getAll()) {
          if (held.threadId === threadId && held.state === 'sending') outbox.update(held.clientId, { state: 'waiting' });
        }
      }
    }
    if (heldThreads.size === 0 || isStopped) return;
    timer = setTimeout(flush, Math.max(retryAfterMs, Math.min(MIN_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)));
    failures += 1;
  }

  function flush(): void {
    clearTimeout(timer);
    isRequestedAgain = isRunning;
    if (isRunning || isStopped || outbox.getAll().every(({ state }) => state === 'refused')) return;
    isRunning = true;
    void withLock(sendAll).finally(() => {
      isRunning = false;
      if (isRequestedAgain) flush();
      else flushNew();
    });
  }

  function flushNew(): void {
    if (!isRunning && outbox.getAll().some(({ state }) => state === 'sending')) flush();
  }

  function flushNow(): void {
    failures = 0;
    flush();
  }

  function handleOnline(): void {
    abort();
    flushNow();
  }

  function handleVisibility(): void {
    if (document.visibilityState === 'visible') flushNow();
  }

  const unsubscribe = browserStorage.subscribe(flushNew);
  window.addEventListener('online', handleOnline);
  document.addEventListener('visibilitychange', handleVisibility);
  flush();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('online', handleOnline);
    document.removeEventListener('visibilitychange', handleVisibility);
  };
}

function toRefusal(error: unknown): string {
  const apiError = toApiError(error);
  return apiError ? textsOf(i18nOfPage()).recognise(apiError.message, apiError.params) : '';
}

/** Where the browser has no locks, two tabs may send a message twice, which the server takes as one. */
export function makeLock(name: string): SenderOptions['withLock'] {
  return async (work) => {
    try {
      await navigator.locks.request(name, work);
    } catch {
      await work();
    }
  };
}
