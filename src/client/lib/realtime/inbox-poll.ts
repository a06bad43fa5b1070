import { connectionState } from '#client/lib/realtime/connection-state.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { CONNECTION } from '#shared/vocabulary/limits.ts';

export type InboxPage = { cursor: string; events: { id: string; event: InboxEvent }[] };
export type AskInbox = (cursor: string | undefined, signal: AbortSignal) => Promise<InboxPage>;

export type PollOptions = {
  ask: AskInbox;
  /** The last place that is known; asked for anew each time. */
  cursor: () => string | undefined;
  onPage: (page: InboxPage) => void;
};

/** Works every so often while somebody looks and the browser is online, and at once when either comes back. Answers how to stop. */
export function runWhileVisible(work: () => void, { firstMs, everyMs }: { firstMs: number; everyMs: number }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isPossible = () => document.visibilityState === 'visible' && navigator.onLine !== false;

  function run(): void {
    clearTimeout(timer);
    if (!isPossible()) return;
    timer = setTimeout(run, everyMs);
    work();
  }

  timer = setTimeout(run, firstMs);
  window.addEventListener('online', run);
  document.addEventListener('visibilitychange', run);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
    document.removeEventListener('visibilitychange', run);
  };
}

/** Asks for news while no socket brings them. What is on its way when that ends is not taken. */
export function pollInbox({ ask, cursor, onPage }: PollOptions): () => void {
  let pending: AbortController | null = null;
  let isOver = false;

  async function poll(): Promise<void> {
    if (pending) return;
    const controller = new AbortController();
    pending = controller;
    // On a line that has died nobody says so.
    const timeout = setTimeout(() => controller.abort(), CONNECTION.timeoutMs);
    const page = await ask(cursor(), controller.signal).catch(() => null);
    clearTimeout(timeout);
    pending = null;
    if (isOver) return;
    connectionState.set(page ? 'polled' : 'cut');
    if (page) onPage(page);
  }

  const stop = runWhileVisible(() => void poll(), { firstMs: CONNECTION.pollMs, everyMs: CONNECTION.pollMs });
  return () => {
    stop();
    isOver = true;
    pending?.abort();
  };
}
