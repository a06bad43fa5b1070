import { isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { LOCALES } from '#shared/vocabulary/locales.ts';
import { ROLES, type Role } from '#shared/vocabulary/people.ts';

/**
 * As stored beside the token; one stored by an earlier version lacks `emailVerified`.
 * `isSecondFactorDue`: an admin who can do nothing but set up a second factor.
 */
export type Account<R extends Role | null = Role | null> = Pick<Viewer, 'id' | 'name' | 'email' | 'phone' | 'profileImage'> &
  Partial<Pick<Viewer, 'emailVerified' | 'isSecondFactorDue' | 'areTermsDue' | 'locale'>> & { role: R };

/** `here`: in this tab; `server`: the token was refused, with the reason; `elsewhere`: in another tab. */
export type SessionChange = { kind: 'began' | 'updated' | 'ended'; origin: 'here' | 'server' | 'elsewhere'; reason?: string; userId?: string };

export type SessionServer = { fetchAccount: (token: string) => Promise<Account>; logOut: (token: string) => void };

export type Session = {
  token: () => string | null;
  /** Null: nobody; undefined: not known yet. */
  viewer: () => Account | null | undefined;
  subscribe: (listener: (change: SessionChange) => void) => () => void;
  begin: (started: { token: string; user: Account }, options: { isRemembered: boolean }) => void;
  end: () => void;
  update: (me: Account) => void;
  start: (server: SessionServer) => () => void;
  fetchAccount: (token: string) => Promise<Account>;
  logOutReplaced: (token: string) => void;
  /** A 401 removes the token; without an answer it is asked again. */
  check: () => Promise<void>;
  /** After a change on the server: an answer that was already on its way does not count. */
  refresh: () => Promise<void>;
  waitForViewer: () => Promise<Account | null>;
  waitForCheck: () => Promise<void>;
  /** What a page would send when it is left: logging out waits for it. Each resolves within seconds, also where the server does not answer. */
  beforeLogout: Set<() => Promise<unknown>>;
};

export type Stores = { local: Storage; tab: Storage };

const [TOKEN, USER] = ['token', 'user'];
const MAX_BACKOFF_MS = 30_000;

type State = { token: string | null; me: Account | null };

export function makeSession(stores: Stores = getStores(), reload = () => window.location.reload()): Session {
  const listeners = new Set<(change: SessionChange) => void>();
  let state = read(stores);
  let server: SessionServer | undefined;
  let running: Promise<void> | undefined;
  let stopped = new AbortController();
  let isChecked = false;
  const checkListeners = new Set<() => void>();

  const viewer = () => (state.token === null ? null : (state.me ?? undefined));

  function change(next: State, event: SessionChange): void {
    state = next;
    for (const listener of [...listeners]) listener(event);
  }

  function end(origin: SessionChange['origin'], reason?: string): void {
    for (const store of [stores.local, stores.tab]) removeSession(store);
    if (state.token !== null) change({ token: null, me: null }, { kind: 'ended', origin, reason, userId: state.me?.id });
  }

  function update(me: Account, origin: SessionChange['origin']): void {
    const json = JSON.stringify(me);
    const hasChanged = JSON.stringify(state.me) !== json;
    const store = [stores.tab, stores.local].find((candidate) => readItem(candidate, TOKEN) === state.token);
    if (store) writeItem(store, USER, json);
    if (hasChanged) change({ ...state, me }, { kind: 'updated', origin });
  }

  async function checkUntilAnswered(): Promise<void> {
    const currentServer = server;
    for (let tries = 0; currentServer && server === currentServer && state.token !== null; tries += 1) {
      const checkedToken = state.token;
      const outcome = await currentServer.fetchAccount(checkedToken).then(
        (me) => ({ me: toAccount(me) }),
        (error: unknown) => ({ apiError: isUnauthenticated(error) ? toApiError(error) : null }),
      );
      isChecked = true;
      if (state.token === checkedToken) {
        if ('me' in outcome) return update(outcome.me, 'server');
        if (outcome.apiError) return end('server', outcome.apiError.message);
      }
      for (const listener of [...checkListeners]) listener();
      await waitForRetry(Math.min(1000 * 2 ** tries, MAX_BACKOFF_MS), stopped.signal);
    }
  }

  function check(): Promise<void> {
    if (running) return running;
    const checking = checkUntilAnswered().finally(() => {
      if (running === checking) running = undefined;
      for (const listener of [...checkListeners]) listener();
    });
    running = checking;
    return checking;
  }

  function waitUntil(isTrue: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const resolveIfTrue = () => {
        if (!isTrue()) return;
        listeners.delete(resolveIfTrue);
        checkListeners.delete(resolveIfTrue);
        resolve();
      };
      listeners.add(resolveIfTrue);
      checkListeners.add(resolveIfTrue);
      resolveIfTrue();
    });
  }

  function handleStorage({ key, storageArea }: StorageEvent): void {
    if (storageArea !== stores.local || readItem(stores.tab, TOKEN) !== null) return;
    const next = read(stores);
    if (next.token === state.token) {
      const hasChanged = key === USER && next.me?.id === state.me?.id && JSON.stringify(next.me) !== JSON.stringify(state.me);
      if (hasChanged) change(next, { kind: 'updated', origin: 'elsewhere' });
      return;
    }
    if (key !== TOKEN && key !== null) return;
    if (next.token === null) end('elsewhere');
    else change(next, { kind: 'began', origin: 'elsewhere' });
    void check();
  }

  /** A page from the back/forward cache has missed all events since it was left. */
  function handlePageShow({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    if (read(stores).token === state.token) return void check();
    // It may show the data of an account that has logged out since.
    document.documentElement.style.visibility = 'hidden';
    reload();
  }

  return {
    token: () => state.token,
    viewer,
    check,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin({ token, user }, { isRemembered }) {
      const me = toAccount(user);
      const [chosen, other] = isRemembered ? [stores.local, stores.tab] : [stores.tab, stores.local];
      removeSession(other);
      // Before the token: other tabs react to the token.
      writeItem(chosen, USER, JSON.stringify(me));
      writeItem(chosen, TOKEN, token);
      isChecked = true;
      change({ token, me }, { kind: 'began', origin: 'here' });
    },
    end: () => end('here'),
    update(user) {
      const me = toAccount(user);
      if (state.token !== null && (!state.me || state.me.id === me.id)) update(me, 'here');
    },
    async refresh() {
      await running;
      await check();
    },
    start(newServer) {
      server = newServer;
      window.addEventListener('storage', handleStorage);
      window.addEventListener('pageshow', handlePageShow);
      void check();
      return () => {
        server = undefined;
        running = undefined;
        stopped.abort();
        stopped = new AbortController();
        window.removeEventListener('storage', handleStorage);
        window.removeEventListener('pageshow', handlePageShow);
      };
    },
    async fetchAccount(token) {
      if (!server) throw new Error('the session has not been started');
      return await server.fetchAccount(token);
    },
    logOutReplaced(token) {
      if (state.token !== null && state.token !== token) server?.logOut(state.token);
    },
    async waitForViewer() {
      await waitUntil(() => viewer() !== undefined);
      return viewer() ?? null;
    },
    waitForCheck: () => waitUntil(() => state.token === null || isChecked),
    beforeLogout: new Set(),
  };
}

/** On the server nobody is signed in. */
function getStores(): Stores {
  return typeof window === 'undefined' ? { local: NO_STORAGE, tab: NO_STORAGE } : { local: localStorage, tab: sessionStorage };
}

const NO_STORAGE: Storage = { length: 0, clear() {}, getItem: () => null, key: () => null, removeItem() {}, setItem() {} };

function toAccount({ id, name, email, role, phone, profileImage, emailVerified, isSecondFactorDue, areTermsDue, locale }: Account): Account {
  return {
    id,
    name,
    email,
    role,
    phone,
    profileImage,
    emailVerified,
    ...(isSecondFactorDue && { isSecondFactorDue }),
    ...(areTermsDue && { areTermsDue }),
    ...(locale && { locale }),
  };
}

function read({ tab, local }: Stores): State {
  const store = [tab, local].find((candidate) => readItem(candidate, TOKEN));
  return store ? { token: readItem(store, TOKEN), me: parse(readItem(store, USER)) } : { token: null, me: null };
}

function parse(json: string | null): Account | null {
  try {
    const record: Partial<Record<keyof Account, unknown>> | null = JSON.parse(json ?? 'null');
    if (typeof record?.id !== 'string' || typeof record.name !== 'string' || typeof record.email !== 'string') return null;
    const { id, name, email, phone, profileImage } = record;
    return toAccount({
      id,
      name,
      email,
      role: ROLES.find((candidate) => candidate === record.role) ?? null,
      phone: String(phone ?? ''),
      profileImage: String(profileImage ?? ''),
      emailVerified: typeof record.emailVerified === 'boolean' ? record.emailVerified : undefined,
      isSecondFactorDue: record.isSecondFactorDue === true,
      areTermsDue: record.areTermsDue === true ? true : undefined,
      locale: LOCALES.find((candidate) => candidate === record.locale),
    });
  } catch {
    return null;
  }
}

// Storage may be forbidden or full: the session then lasts as long as the page.
function readItem(store: Storage, key: string): string | null {
  try {
    return store.getItem(key);
  } catch {
    return null;
  }
}

function writeItem(store: Storage, key: string, value: string): void {
  try {
    store.setItem(key, value);
  } catch {}
}

function removeSession(store: Storage): void {
  try {
    store.removeItem(TOKEN);
    store.removeItem(USER);
  } catch {}
}

function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
