import { connectionState } from '#client/lib/realtime/connection-state.ts';
import type { InboxEvent } from '#shared/contracts/inbox.ts';
import { CONNECTION } from '#shared/vocabulary/limits.ts';

export type InboxPage = { cursor: string; events: { id: string; event: InboxEvent }[] };
export type LoadInbox = (cursor: string | undefined, signal: AbortSignal) => Promise<InboxPage>;

export type PollOptions = {
  load: LoadInbox;
  cursor: () => string | undefined;
  onPage: (page: InboxPage) => void;
};

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

export function pollInbox({ load, cursor, onPage }: PollOptions): () => void {
  let pending: AbortController | null = null;
  let isStopped = false;

  async function poll(): Promise<void> {
    if (pending) return;
    const controller = new AbortController();
    pending = controller;
    // A dead connection reports no error.
    const timeout = setTimeout(() => controller.abort(), CONNECTION.timeoutMs);
    const page = await load(cursor(), controller.signal).catch(() => null);
    clearTimeout(timeout);
    pending = null;
    if (isStopped) return;
    connectionState.set(page ? 'polled' : 'cut');
    if (page) onPage(page);
  }

  const stop = runWhileVisible(() => void poll(), { firstMs: CONNECTION.pollMs, everyMs: CONNECTION.pollMs });
  return () => {
    stop();
    isStopped = true;
    pending?.abort();
  };
}
