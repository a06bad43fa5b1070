import { isFinal, isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import { session } from '#client/lib/session/session.ts';
import type { Unsent, UnsentStore } from './unsent-store.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A line that is half dead may never answer; to send again what arrived after all is harmless. */
const LONGEST_DELIVERY_MS = 15_000;

export type OutboxOptions = {
  store: UnsentStore;
  /** Sends one and shows the answer, unless it is given up before. */
  deliver: (one: Unsent, signal: AbortSignal) => Promise<void>;
  /** No two tabs at once; sent twice by one that cannot be kept from it, a message is still one. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
};

/**
 * Sends what is to be sent, each conversation in order: at once, when the network or the page comes back, and again after a pause.
 * One that nobody answered for holds up those behind it; one that was refused does not. Answers how to stop.
 */
export function startOutbox({ store, deliver, exclusively }: OutboxOptions): () => void {
  let isStopped = false;
  let isRunning = false;
  let isWantedAgain = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp = () => {};

  async function attempt(one: Unsent): Promise<void> {
    const delivery = new AbortController();
    giveUp = () => delivery.abort();
    const deadline = setTimeout(giveUp, LONGEST_DELIVERY_MS);
    try {
      await deliver(one, delivery.signal);
    } finally {
      clearTimeout(deadline);
    }
  }

  async function round(): Promise<void> {
    const heldUp = new Set<string>();
    let pauseMs = 0;
    const next = () => (isStopped ? undefined : store.all().find((one) => one.state !== 'refused' && !heldUp.has(one.threadId)));

    for (let one = next(); one; one = next()) {
      const { clientId, threadId } = one;
      if (one.state !== 'sending') store.update(clientId, { state: 'sending' });
      try {
        await attempt(one);
        store.remove(clientId);
        failures = 0;
      } catch (error) {
        if (isUnauthenticated(error)) void session.check();
        if (isFinal(error)) {
          store.update(clientId, { state: 'refused', refusal: toApiError(error)?.message ?? '' });
          continue;
        }
        heldUp.add(threadId);
        pauseMs = Math.max(pauseMs, (toApiError(error)?.retryAfter ?? 0) * 1000);
        for (const held of store.all()) {
          if (held.threadId === threadId && held.state === 'sending') store.update(held.clientId, { state: 'waiting' });
        }
      }
    }
    if (heldUp.size === 0 || isStopped) return;
    timer = setTimeout(flush, Math.max(pauseMs, Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)));
    failures += 1;
  }

  function flush(): void {
    clearTimeout(timer);
    isWantedAgain = isRunning;
    if (isRunning || isStopped || store.all().every(({ state }) => state === 'refused')) return;
    isRunning = true;
    void exclusively(round).finally(() => {
      isRunning = false;
      if (isWantedAgain) flush();
      else follow();
    });
  }

  /** Something new, or something to be tried again. */
  function follow(): void {
    if (!isRunning && store.all().some(({ state }) => state === 'sending')) flush();
  }

  const comeBack = () => {
    failures = 0;
    flush();
  };
  const comeBackOnline = () => {
    giveUp();
    comeBack();
  };
  const look = () => {
    if (document.visibilityState === 'visible') comeBack();
  };

  const stopFollowing = store.subscribe(follow);
  window.addEventListener('online', comeBackOnline);
  document.addEventListener('visibilitychange', look);
  flush();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopFollowing();
    window.removeEventListener('online', comeBackOnline);
    document.removeEventListener('visibilitychange', look);
  };
}

/** One tab at a time, where the browser can say so; what it cannot is no reason not to send. */
export function underLock(name: string): OutboxOptions['exclusively'] {
  return async (work) => {
    try {
      await navigator.locks.request(name, work);
    } catch {
      await work();
    }
  };
}
