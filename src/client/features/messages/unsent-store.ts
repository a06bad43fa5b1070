import { draftKeyOf } from '#client/lib/drafts/draft-keys.ts';
import { newId } from '#client/lib/new-id.ts';
import { session } from '#client/lib/session/session.ts';
import { getNow } from '#client/ui/clock.ts';

const STATES = ['sending', 'waiting', 'refused'] as const;

/** A message that the server has not got yet. */
export type Unsent = {
  clientId: string;
  threadId: string;
  text: string;
  /** When it was written; no two have the same. */
  at: number;
  /** `sending`: on its way, or about to be; `waiting`: nobody answered; `refused`: the server will not have it. */
  state: (typeof STATES)[number];
  /** Why it was refused. */
  refusal: string;
};

export type UnsentStore = {
  /** In the order in which they are to be sent. */
  all: () => readonly Unsent[];
  add: (threadId: string, text: string) => void;
  /** Of one that is still there. */
  update: (clientId: string, changes: Partial<Pick<Unsent, 'state' | 'refusal'>>) => void;
  remove: (clientId: string) => void;
  /** What other tabs do, too. */
  subscribe: (onChange: () => void) => () => void;
};

const stores = new Map<string, UnsentStore>();

/** What this person has written and not sent, in this browser, whatever becomes of the tab; who logs out takes it along. */
export function unsentOf(userId: string): UnsentStore {
  const known = stores.get(userId) ?? makeUnsentStore(userId);
  stores.set(userId, known);
  return known;
}

/** Each under a key of its own: two tabs that write at once lose nothing of each other. */
function makeUnsentStore(userId: string): UnsentStore {
  const prefix = draftKeyOf(userId, 'unsent ');
  const listeners = new Set<() => void>();
  /** What the browser would not keep lasts as long as the page. */
  const unkept = new Map<string, Unsent>();
  let known: readonly Unsent[] | null = null;
  let isOver = false;

  function changed(): void {
    known = null;
    for (const tell of [...listeners]) tell();
  }

  const all = (): readonly Unsent[] => {
    known ??= isOver ? [] : [...unkept.values(), ...kept(prefix)].sort((one, other) => one.at - other.at);
    return known;
  };

  function put(one: Unsent): void {
    if (isOver) return;
    unkept.delete(one.clientId);
    if (!keep(prefix + one.clientId, one)) unkept.set(one.clientId, one);
    changed();
  }

  function hearOtherTabs({ key, storageArea }: StorageEvent): void {
    if (storageArea === localStorage && (key === null || key.startsWith(prefix))) changed();
  }

  // An answer that was on its way must not bring back what the logout has erased.
  session.subscribe(({ kind, by, whose }) => {
    if (isOver || kind !== 'ended' || by === 'server' || whose !== userId) return;
    isOver = true;
    stores.delete(userId);
    changed();
  });

  return {
    all,
    add(threadId, text) {
      const at = Math.max(getNow().getTime(), (all().at(-1)?.at ?? 0) + 1);
      put({ clientId: newId(), threadId, text, at, state: 'sending', refusal: '' });
    },
    update(clientId, changes) {
      const found = all().find((one) => one.clientId === clientId);
      if (found) put({ ...found, ...changes });
    },
    remove(clientId) {
      unkept.delete(clientId);
      forget(prefix + clientId);
      changed();
    },
    subscribe(onChange) {
      if (listeners.size === 0) {
        window.addEventListener('storage', hearOtherTabs);
        // Nobody listened to them until now.
        known = null;
      }
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) window.removeEventListener('storage', hearOtherTabs);
      };
    },
  };
}

function kept(prefix: string): Unsent[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => parse(localStorage.getItem(key))).filter((one) => one !== null);
  } catch {
    return [];
  }
}

/** Whoever uses the browser may have written it. */
function parse(json: string | null): Unsent | null {
  try {
    const { clientId, threadId, text, at, state, refusal }: Partial<Record<keyof Unsent, unknown>> = { ...JSON.parse(json ?? 'null') };
    if (typeof clientId !== 'string' || typeof threadId !== 'string' || typeof text !== 'string' || typeof at !== 'number') return null;
    return { clientId, threadId, text, at, state: STATES.find((one) => one === state) ?? 'sending', refusal: String(refusal ?? '') };
  } catch {
    return null;
  }
}

/** False where the browser forbids it, or has no room. */
function keep(key: string, one: Unsent): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(one));
    return true;
  } catch {
    return false;
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {}
}
