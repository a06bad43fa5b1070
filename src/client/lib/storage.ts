export type SafeStorage = {
  read: (key: string) => string | null;
  readJson: (key: string) => unknown;
  /** The stored object, or an empty one. Users can edit its values. */
  readRecord: (key: string) => Partial<Record<string, unknown>>;
  /** False where the browser does not store it: it then lasts as long as the page. */
  write: (key: string, text: string) => boolean;
  writeJson: (key: string, value: unknown) => boolean;
  remove: (key: string) => void;
  keys: (prefix: string) => string[];
  subscribe: (listener: () => void) => () => void;
};

export const browserStorage = makeSafeStorage(() => localStorage);

export const tabStorage = makeSafeStorage(() => sessionStorage);

/** Never throws: storage may be forbidden or full. */
function makeSafeStorage(getStorage: () => Storage): SafeStorage {
  const unstored = new Map<string, string>();
  const listeners = new Set<() => void>();

  function attempt<T>(work: (storage: Storage) => T, fallback: T): T {
    try {
      return work(getStorage());
    } catch {
      return fallback;
    }
  }

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }

  function read(key: string): string | null {
    return unstored.get(key) ?? attempt((storage) => storage.getItem(key), null);
  }

  function readJson(key: string): unknown {
    try {
      return JSON.parse(read(key) ?? 'null');
    } catch {
      return null;
    }
  }

  function write(key: string, text: string): boolean {
    const isStored = attempt((storage) => {
      storage.setItem(key, text);
      return true;
    }, false);
    if (isStored) unstored.delete(key);
    else unstored.set(key, text);
    notify();
    return isStored;
  }

  return {
    read,
    readJson,
    readRecord(key) {
      const value = readJson(key);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
    },
    write,
    writeJson: (key, value) => write(key, JSON.stringify(value)),
    remove(key) {
      unstored.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
      notify();
    },
    keys(prefix) {
      const stored = attempt((storage) => Object.keys(storage), []);
      return [...new Set([...unstored.keys(), ...stored])].filter((key) => key.startsWith(prefix));
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', notify);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', notify);
      };
    },
  };
}
