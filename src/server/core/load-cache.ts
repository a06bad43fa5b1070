type Entry<T> = { value: Promise<T>; expiresAt: number };

export type LoadCache<T> = {
  /** The stored value, or the result of a load that is running already. Null when too many loads are running. */
  get: (key: string, load: () => Promise<T>) => Promise<T> | null;
  clear: () => void;
};

export type LoadCacheOptions<T> = {
  now: () => number;
  ttlMs: number;
  maxEntries: number;
  /** How many loads may run at the same time. */
  maxLoads?: number;
  isStored: (value: T) => boolean;
};

/** Evicts the least recently used entry. */
export function createLoadCache<T>({ now, ttlMs, maxEntries, maxLoads = Number.POSITIVE_INFINITY, isStored }: LoadCacheOptions<T>): LoadCache<T> {
  const entries = new Map<string, Entry<T>>();
  let loads = 0;

  return {
    get(key, load) {
      const stored = entries.get(key);
      entries.delete(key);
      if (stored && stored.expiresAt > now()) {
        entries.set(key, stored);
        return stored.value;
      }
      if (loads >= maxLoads) return null;
      loads += 1;
      const value = load().finally(() => {
        loads -= 1;
      });
      const entry = { value, expiresAt: now() + ttlMs };
      entries.set(key, entry);
      const remove = () => entries.get(key) === entry && entries.delete(key);
      value.then((loaded) => isStored(loaded) || remove(), remove);
      const [oldest] = entries.keys();
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
      return value;
    },
    clear: () => entries.clear(),
  };
}
