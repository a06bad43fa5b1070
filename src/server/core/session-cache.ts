import type { Actor } from './context.ts';
import { SESSION_TOPICS } from './deliver.ts';
import { WAKE_ALL } from './notifier.ts';

export type SessionCache = {
  /** Calls `look` unless it found this session within `ttlMs` and nothing about its account has changed since. */
  find: (sessionId: string, look: () => Promise<Actor | null>) => Promise<Actor | null>;
  /** Removes the entries that these topics of `deliver` concern: a user id, or `session:<id>`. */
  drop: (topics: readonly string[]) => void;
};

export type SessionCacheOptions = {
  now: () => Date;
  /** How long an ended session may still be used if the notification of its end is lost. Zero switches the cache off. */
  ttlMs: number;
  maxEntries?: number;
  /** While it is not, no notifications arrive, so nothing is answered from the cache. */
  isDatabaseAlive: () => boolean;
};

type Entry = { actor: Actor; expiresAt: number };

const MAX_ENTRIES = 10_000;

export function createSessionCache({ now, ttlMs, maxEntries = MAX_ENTRIES, isDatabaseAlive }: SessionCacheOptions): SessionCache {
  const entries = new Map<string, Entry>();
  const sessionIdsByUser = new Map<string, Set<string>>();
  let drops = 0;

  function findEntry(sessionId: string): Entry | null {
    const entry = entries.get(sessionId);
    return entry && entry.expiresAt > now().getTime() && isDatabaseAlive() ? entry : null;
  }

  function store(sessionId: string, actor: Actor): void {
    remove(sessionId);
    entries.set(sessionId, { actor, expiresAt: now().getTime() + ttlMs });
    sessionIdsByUser.set(actor.id, (sessionIdsByUser.get(actor.id) ?? new Set()).add(sessionId));
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) remove(oldest);
  }

  function remove(sessionId: string): void {
    const userId = entries.get(sessionId)?.actor.id ?? '';
    const sessionIds = sessionIdsByUser.get(userId);
    entries.delete(sessionId);
    sessionIds?.delete(sessionId);
    if (sessionIds?.size === 0) sessionIdsByUser.delete(userId);
  }

  return {
    async find(sessionId, look) {
      const entry = findEntry(sessionId);
      if (entry) return entry.actor;
      const dropsBefore = drops;
      const actor = await look();
      // `look` may have read the session before a change, and return after the notification of that change.
      if (actor && ttlMs > 0 && drops === dropsBefore) store(sessionId, actor);
      return actor;
    },
    drop(topics) {
      drops += 1;
      for (const topic of topics) {
        if (topic === WAKE_ALL) for (const sessionId of [...entries.keys()]) remove(sessionId);
        else if (topic.startsWith(SESSION_TOPICS)) remove(topic.slice(SESSION_TOPICS.length));
        else for (const sessionId of [...(sessionIdsByUser.get(topic) ?? [])]) remove(sessionId);
      }
    },
  };
}
