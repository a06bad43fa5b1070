import type { Actor } from './context.ts';
import { ACCOUNT_TOPICS, SESSION_TOPICS, WAKE_ALL } from './deliver.ts';

export type SessionCache = {
  /** Asks `look` unless it answered with somebody a few seconds ago, and nothing about them has changed since. */
  find: (sessionId: string, look: () => Promise<Actor | null>) => Promise<Actor | null>;
  /** Of what has changed: `deliver` names it. */
  drop: (topics: readonly string[]) => void;
};

export type SessionCacheOptions = {
  now: () => Date;
  /** How long a session may be used that has ended, should PostgreSQL's notification of it be lost. Zero switches the cache off. */
  ttlMs: number;
  maxEntries?: number;
  /** Without PostgreSQL there are no notifications. */
  isDatabaseAlive: () => boolean;
};

type Entry = { actor: Actor; expiresAt: number };

const MAX_ENTRIES = 10_000;

export function createSessionCache({ now, ttlMs, maxEntries = MAX_ENTRIES, isDatabaseAlive }: SessionCacheOptions): SessionCache {
  const entries = new Map<string, Entry>();
  let drops = 0;

  function findEntry(sessionId: string): Entry | null {
    const entry = entries.get(sessionId);
    return entry && entry.expiresAt > now().getTime() && isDatabaseAlive() ? entry : null;
  }

  function store(sessionId: string, actor: Actor): void {
    entries.delete(sessionId);
    entries.set(sessionId, { actor, expiresAt: now().getTime() + ttlMs });
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
  }

  return {
    async find(sessionId, look) {
      const entry = findEntry(sessionId);
      if (entry) return entry.actor;
      const dropsBefore = drops;
      const actor = await look();
      // What was read before a change may arrive after the notification of it.
      if (actor && ttlMs > 0 && drops === dropsBefore) store(sessionId, actor);
      return actor;
    },
    drop(topics) {
      for (const topic of topics) {
        if (topic === WAKE_ALL) entries.clear();
        else if (topic.startsWith(SESSION_TOPICS)) entries.delete(topic.slice(SESSION_TOPICS.length));
        else if (topic.startsWith(ACCOUNT_TOPICS)) dropOwner(entries, topic.slice(ACCOUNT_TOPICS.length));
        else continue;
        drops += 1;
      }
    },
  };
}

function dropOwner(entries: Map<string, Entry>, userId: string): void {
  for (const [sessionId, { actor }] of entries) if (actor.id === userId) entries.delete(sessionId);
}
