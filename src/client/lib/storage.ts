export type SafeStorage = {
  /** Null where nothing is stored. */
  read: (key: string) => string | null;
  /** The parsed JSON; null where nothing is stored, or no JSON. */
  readJson: (key: string) => unknown;
  /** The stored object, or an empty one. Anybody who uses the browser may have written its values. */
  readRecord: (key: string) => Partial<Record<string, unknown>>;
  /** False where the browser forbids storage or has no room. */
  write: (key: string, text: string) => boolean;
  writeJson: (key: string, value: unknown) => boolean;
  remove: (key: string) => void;
  keys: (prefix: string) => string[];
};

/** Survives the browser window, and is shared by its tabs. */
export const browserStorage = makeSafeStorage(() => localStorage);

/** Survives a reload, in this tab alone. */
export const tabStorage = makeSafeStorage(() => sessionStorage);

/** A browser may forbid storage: reading finds nothing then, and writing does nothing. */
function makeSafeStorage(getStorage: () => Storage): SafeStorage {
  function attempt<T>(work: (storage: Storage) => T, fallback: T): T {
    try {
      return work(getStorage());
    } catch {
      return fallback;
    }
  }

  const read = (key: string) => attempt((storage) => storage.getItem(key), null);
  const readJson = (key: string) => attempt((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null'), null);
  const write = (key: string, text: string) =>
    attempt((storage) => {
      storage.setItem(key, text);
      return true;
    }, false);

  return {
    read,
    readJson,
    readRecord(key) {
      const value = readJson(key);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
    },
    write,
    writeJson: (key, value) => write(key, JSON.stringify(value)),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: (prefix) => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
  };
}
