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

export type SessionServer = { fetchAccount: (token: string) => Promise<Account>; logOut: (token: string | null) => void };

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
  /** A page that knows why the server may end this session says so itself, instead of what is said of an expired one, and returns true. */
  explainEnd?: ((userId: string | undefined) => boolean) | undefined;
};

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export type Stores = { local: Store; tab: Store };

const [TOKEN, USER] = ['token', 'user'];
const MAX_BACKOFF_MS = 30_000;

type State = { token: string | null; me: Account | null };

const NOBODY: State = { token: null, me: null };

export function makeSession(stores: Stores = getStores(), reload = () => window.location.reload()): Session {
  const listeners = new Set<(change: SessionChange) => void>();
  const all = [stores.tab, stores.local];
  const read = () => all.map(readStore).find(({ token }) => token) ?? NOBODY;
  let state = read();
  let server: SessionServer | undefined;
  let running: Promise<void> | undefined;
  let stopped = new AbortController();
  let isChecked = false;
  const waiting: (() => void)[] = [];

  const viewer = () => (state.token === null ? null : (state.me ?? undefined));

  function change(next: State, event: SessionChange): void {
    state = next;
    for (const listener of [...listeners]) listener(event);
    settle();
  }

  function settle(): void {
    for (const resolve of waiting.splice(0)) resolve();
  }

  function end(origin: SessionChange['origin'], reason?: string): void {
    const { token, me } = state;
    // Where another tab has begun one, this tab goes on with it.
    const [next = NOBODY] = origin === 'here' ? [] : listOthers(token);
    for (const store of all) if (origin === 'here' || readItem(store, TOKEN) === token) removeSession(store);
    if (token !== null && (next === NOBODY || next.me?.id !== me?.id)) change(next, { kind: 'ended', origin, reason, userId: me?.id });
    if (next !== NOBODY) change(next, { kind: 'began', origin: 'elsewhere' });
  }

  /** Those with another token: another tab may have stored one that this tab has not heard of. */
  function listOthers(token: string | null): State[] {
    const held = [...all.map(readStore), state];
    return [...new Map(held.map((one) => [one.token, one])).values()].filter((one) => one.token && one.token !== token);
  }

  function update(me: Account, origin: SessionChange['origin']): void {
    const json = JSON.stringify(me);
    const hasChanged = JSON.stringify(state.me) !== json;
    for (const store of all) if (readItem(store, TOKEN) === state.token) writeItem(store, USER, json);
    if (hasChanged) change({ ...state, me }, { kind: 'updated', origin });
    else state = { ...state };
  }

  async function checkUntilAnswered(): Promise<void> {
    const currentServer = server;
    for (let tries = 0; currentServer && server === currentServer && state.token !== null; tries += 1) {
      const before = state;
      const outcome = await currentServer.fetchAccount(state.token).then(
        (me) => ({ me: toAccount(me) }),
        (error: unknown) => ({ apiError: isUnauthenticated(error) ? toApiError(error) : null }),
      );
      // The answer may be older than what was begun or saved meanwhile.
      if (state !== before) continue;
      isChecked = true;
      if ('me' in outcome) return update(outcome.me, 'server');
      if (outcome.apiError) {
        end('server', outcome.apiError.message);
        continue;
      }
      settle();
      await wait(Math.min(1000 * 2 ** tries, MAX_BACKOFF_MS), stopped.signal);
    }
  }

  function check(): Promise<void> {
    if (running) return running;
    const checking = checkUntilAnswered().finally(() => {
      if (running === checking) running = undefined;
      settle();
    });
    running = checking;
    return checking;
  }

  async function waitUntil(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function handleStorage({ key, storageArea }: StorageEvent): void {
    if (storageArea !== stores.local || readItem(stores.tab, TOKEN) !== null) return;
    const next = read();
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
    if (read().token === state.token) return void check();
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
      const replaced = listOthers(token);
      const [chosen, other] = isRemembered ? [stores.local, stores.tab] : [stores.tab, stores.local];
      removeSession(other);
      // Before the token: other tabs react to the token.
      writeItem(chosen, USER, JSON.stringify(me));
      writeItem(chosen, TOKEN, token);
      isChecked = true;
      state = { token, me };
      for (const one of replaced) {
        server?.logOut(one.token);
        if (one.me?.id !== me.id) change(state, { kind: 'ended', origin: 'here', userId: one.me?.id });
      }
      change(state, { kind: 'began', origin: 'here' });
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
      const { signal } = stopped;
      window.addEventListener('storage', handleStorage, { signal });
      window.addEventListener('pageshow', handlePageShow, { signal });
      void check();
      return () => {
        server = undefined;
        running = undefined;
        stopped.abort();
        stopped = new AbortController();
      };
    },
    async fetchAccount(token) {
      if (!server) throw new Error('not started');
      return await server.fetchAccount(token);
    },
    logOutReplaced(token) {
      for (const one of listOthers(token)) server?.logOut(one.token);
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

const NO_STORAGE: Store = { getItem: () => null, removeItem() {}, setItem() {} };

type Known = Partial<Record<keyof Account, unknown>> & Pick<Account, 'id' | 'name' | 'email'>;

function toAccount({ id, name, email, role, phone, profileImage, emailVerified, isSecondFactorDue, areTermsDue, locale }: Known): Account {
  return {
    id,
    name,
    email,
    role: ROLES.find((candidate) => candidate === role) ?? null,
    phone: String(phone ?? ''),
    profileImage: String(profileImage ?? ''),
    emailVerified: typeof emailVerified === 'boolean' ? emailVerified : undefined,
    isSecondFactorDue: isSecondFactorDue === true || undefined,
    areTermsDue: areTermsDue === true || undefined,
    locale: LOCALES.find((candidate) => candidate === locale),
  };
}

const readStore = (store: Store): State => ({ token: readItem(store, TOKEN), me: attempt(() => parse(readItem(store, USER))) });

function parse(json: string | null): Account | null {
  const record: Partial<Record<keyof Account, unknown>> | null = JSON.parse(json ?? 'null');
  const { id, name, email } = record ?? {};
  return typeof id === 'string' && typeof name === 'string' && typeof email === 'string' ? toAccount({ ...record, id, name, email }) : null;
}

// Storage may be forbidden or full: the session then lasts as long as the page.
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const readItem = (store: Store, key: string) => attempt(() => store.getItem(key));

const writeItem = (store: Store, key: string, value: string) => attempt(() => store.setItem(key, value));

function removeSession(store: Store): void {
  for (const key of [TOKEN, USER]) attempt(() => store.removeItem(key));
}

/** Or until the network is back. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
    window.addEventListener('online', resolve, { once: true, signal });
  });
