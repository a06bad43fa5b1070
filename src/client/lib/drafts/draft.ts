import { browserStorage, type SafeStorage, tabStorage } from '#client/lib/storage.ts';

export type Draft<T> = {
  read: () => T | null;
  write: (value: T) => boolean;
  remove: () => void;
};

/** Throws on an invalid value. A Zod schema fits; pages for visitors use `record` of schema.ts, because Zod is large. */
export type DraftSchema<T> = { parse: (value: unknown) => T };

const PREFIX = 'draft:';
const tabKey = (name: string) => PREFIX + name;
export const userKey = (userId: string, name: string) => `${PREFIX}${userId}:${name}`;

export function tabDraft<T>(name: string, schema: DraftSchema<T>): Draft<T> {
  return makeDraft(tabStorage, tabKey(name), schema);
}

/** Lives in this browser until its user logs out. */
export function userDraft<T>(userId: string, name: string, schema: DraftSchema<T>): Draft<T> {
  return makeDraft(browserStorage, userKey(userId, name), schema);
}

export function userTextDraft(userId: string, name: string): Draft<string> {
  const key = userKey(userId, name);
  return {
    read: () => browserStorage.read(key),
    write(text) {
      if (text.trim() !== '') return browserStorage.write(key, text);
      browserStorage.remove(key);
      return true;
    },
    remove: () => browserStorage.remove(key),
  };
}

function makeDraft<T>(storage: SafeStorage, key: string, schema: DraftSchema<T>): Draft<T> {
  return {
    read() {
      const value = storage.readJson(key);
      if (value === null) return null;
      try {
        return schema.parse(value);
      } catch {
        return null;
      }
    },
    write: (value) => storage.writeJson(key, value),
    remove: () => storage.remove(key),
  };
}

export function hasDrafts(userId: string): boolean {
  return browserStorage.keys(userKey(userId, '')).length > 0;
}

export function removeTabDrafts(): void {
  for (const key of tabStorage.keys(PREFIX)) tabStorage.remove(key);
}

export function removeUserDrafts(userId: string): void {
  for (const key of browserStorage.keys(userKey(userId, ''))) browserStorage.remove(key);
}
