import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/executor.ts';
import { textOnce } from '#db/text-once.ts';

export const NOTIFY_CHANNEL = 'news';
export const WAKE_ALL = '*';

export type Notifier = {
  /** Sent at once, or so long after the notification before it as the gap says: meanwhile, topics add up. */
  notify: (topics: readonly string[]) => void;
  /** Sends what is still to be sent. */
  close: () => Promise<void>;
};

const MAX_TOPICS = 200;
/** PostgreSQL takes 8,000. */
const MAX_BYTES = 7_900;
const RETRY_MS = 250;
/** Nobody notices a hundredth of a second, and a busy process wakes the listeners of all others a hundred times a second, not a thousand times. */
const GAP_MS = 10;

/**
 * Tells all processes which topics have news, after the commit. Within the transaction, NOTIFY would take a lock of the whole cluster until
 * the commit is on the disk, so commits would wait for each other's disk writes.
 */
export function createNotifier(db: Executor, onError: (error: unknown) => void, gapMs = GAP_MS): Notifier {
  let waiting = new Set<string>();
  let sending: Promise<void> | null = null;
  const closing = new AbortController();
  const wait = (ms: number) => pause(ms, undefined, { signal: closing.signal }).catch(() => {});

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const topics = waiting;
      waiting = new Set();
      const error: unknown = await sendTopics(db, topics).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      if (error !== null) {
        onError(error);
        if (closing.signal.aborted) break;
        for (const topic of topics) waiting.add(topic);
      }
      await wait(error === null ? gapMs : RETRY_MS);
    }
    sending = null;
  }

  return {
    notify(topics) {
      for (const topic of topics) waiting.add(topic);
      if (waiting.size > 0) sending ??= sendAll();
    },
    async close() {
      closing.abort();
      await sending;
    },
  };
}

// `synchronous_commit`: what it tells of is on the disk already.
const notifyAll = textOnce<'channel' | 'payload'>(
  (value) => sql`select set_config('synchronous_commit', 'off', true), pg_notify(${value('channel')}, ${value('payload')})`,
);

async function sendTopics(db: Executor, topics: ReadonlySet<string>): Promise<void> {
  const text = [...topics].join(' ');
  const payload = topics.size > MAX_TOPICS || text.length > MAX_BYTES ? WAKE_ALL : text;
  await db.execute(notifyAll({ channel: NOTIFY_CHANNEL, payload }));
}
