import { isUnauthenticated, toApiError } from '#client/lib/rpc/errors.ts';
import type { Viewer } from '#shared/contracts/auth.ts';
import { ROLES, type Role } from '#shared/vocabulary/people.ts';

/**
 * Whoever is signed in, as kept beside the token. A record of an earlier version does not say whether the address is confirmed.
 * `isSecondFactorDue`: an admin who may do nothing but set up a second factor.
 */
export type Account<R extends Role | null = Role | null> = Pick<Viewer, 'id' | 'name' | 'email' | 'phone' | 'profileImage'> &
  Partial<Pick<Viewer, 'emailVerified' | 'isSecondFactorDue'>> & { role: R };

/** `here`: by this tab's own doing; `server`: the token was refused, with this sentence; `elsewhere`: in another tab. `whose` session has ended, as far as that was known. */
export type SessionChange = { kind: 'began' | 'updated' | 'ended'; by: 'here' | 'server' | 'elsewhere'; why?: string; whose?: string };

/** What a session asks of the server; the token stands for whose it is. */
export type SessionServer = { whoIs: (token: string) => Promise<Account>; logOut: (token: string) => void };

export type Session = {
  token: () => string | null;
  /** Null is nobody; undefined is somebody whose record is not known yet. */
  viewer: () => Account | null | undefined;
  subscribe: (listener: (change: SessionChange) => void) => () => void;
  /** `isRemembered`: outlives the browser window. */
  begin: (started: { token: string; user: Account }, options: { isRemembered: boolean }) => void;
  end: () => void;
  /** What the server has just said of the person who is signed in. */
  update: (me: Account) => void;
  /** The start-up check, and what other tabs do from now on. Answers how to stop. */
  start: (server: SessionServer) => () => void;
  /** Whose token that is, whoever is signed in. */
  whoIs: (token: string) => Promise<Account>;
  /** The session that makes way for this token is over on the server, too; where nobody answers, it expires by itself. */
  logOutReplaced: (token: string) => void;
  /** Asks the server whether the token still holds: 401 removes it, no answer repeats the question. */
  check: () => Promise<void>;
  /** The record has changed on the server: an answer that was on its way before does not count. */
  refresh: () => Promise<void>;
  /** Waits until it is known who is signed in. */
  known: () => Promise<Account | null>;
  /** Waits until the check was tried once, with whatever outcome. */
  settled: () => Promise<void>;
};

export type Stores = { lasting: Storage; passing: Storage };

const [TOKEN, USER] = ['token', 'user'];
const LONGEST_PAUSE_MS = 30_000;

type State = { token: string | null; me: Account | null };

export function makeSession(stores: Stores = { lasting: localStorage, passing: sessionStorage }, reload = () => window.location.reload()): Session {
  const listeners = new Set<(change: SessionChange) => void>();
  let state = read(stores);
  let server: SessionServer | undefined;
  let running: Promise<void> | undefined;
  let stopped = new AbortController();
  let wasTried = false;
  const settling = new Set<() => void>();

  const viewer = () => (state.token === null ? null : (state.me ?? undefined));

  function change(next: State, what: SessionChange): void {
    state = next;
    for (const listener of [...listeners]) listener(what);
  }

  function end(by: SessionChange['by'], why?: string): void {
    for (const store of [stores.lasting, stores.passing]) erase(store);
    if (state.token !== null) change({ token: null, me: null }, { kind: 'ended', by, why, whose: state.me?.id });
  }

  function update(me: Account, by: SessionChange['by']): void {
    const kept = JSON.stringify(me);
    const isNews = JSON.stringify(state.me) !== kept;
    const store = [stores.passing, stores.lasting].find((candidate) => get(candidate, TOKEN) === state.token);
    if (store) put(store, USER, kept);
    if (isNews) change({ ...state, me }, { kind: 'updated', by });
  }

  async function askUntilAnswered(): Promise<void> {
    const asking = server;
    for (let tries = 0; asking && server === asking && state.token !== null; tries += 1) {
      const asked = state.token;
      const outcome = await asking.whoIs(asked).then(
        (me) => ({ me: recordOf(me) }),
        (error: unknown) => ({ refusal: isUnauthenticated(error) ? toApiError(error) : null }),
      );
      wasTried = true;
      if (state.token === asked) {
        if ('me' in outcome) return update(outcome.me, 'server');
        if (outcome.refusal) return end('server', outcome.refusal.message);
      }
      for (const listener of [...settling]) listener();
      await pause(Math.min(1000 * 2 ** tries, LONGEST_PAUSE_MS), stopped.signal);
    }
  }

  function check(): Promise<void> {
    if (running) return running;
    const asking = askUntilAnswered().finally(() => {
      if (running === asking) running = undefined;
      for (const listener of [...settling]) listener();
    });
    running = asking;
    return asking;
  }

  /** Resolves as soon as `isTrue`, looked at on every change and every try. */
  function until(isTrue: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isTrue()) return;
        listeners.delete(look);
        settling.delete(look);
        resolve();
      };
      listeners.add(look);
      settling.add(look);
      look();
    });
  }

  function hearOtherTabs({ key, storageArea }: StorageEvent): void {
    if (storageArea !== stores.lasting || get(stores.passing, TOKEN) !== null) return;
    const next = read(stores);
    if (next.token === state.token) {
      const isNews = key === USER && next.me?.id === state.me?.id && JSON.stringify(next.me) !== JSON.stringify(state.me);
      if (isNews) change(next, { kind: 'updated', by: 'elsewhere' });
      return;
    }
    if (key !== TOKEN && key !== null) return;
    if (next.token === null) end('elsewhere');
    else change(next, { kind: 'began', by: 'elsewhere' });
    void check();
  }

  /** A page that the browser has kept for its Back button has heard nothing since it was left. */
  function comeBack({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    if (read(stores).token === state.token) return void check();
    // What it shows was meant for somebody who has logged out since.
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
      const me = recordOf(user);
      const [chosen, other] = isRemembered ? [stores.lasting, stores.passing] : [stores.passing, stores.lasting];
      erase(other);
      // The record first: other tabs act on the token.
      put(chosen, USER, JSON.stringify(me));
      put(chosen, TOKEN, token);
      wasTried = true;
      change({ token, me }, { kind: 'began', by: 'here' });
    },
    end: () => end('here'),
    update(user) {
      const me = recordOf(user);
      if (state.token !== null && (!state.me || state.me.id === me.id)) update(me, 'here');
    },
    async refresh() {
      await running;
      await check();
    },
    start(asked) {
      server = asked;
      window.addEventListener('storage', hearOtherTabs);
      window.addEventListener('pageshow', comeBack);
      void check();
      return () => {
        server = undefined;
        running = undefined;
        stopped.abort();
        stopped = new AbortController();
        window.removeEventListener('storage', hearOtherTabs);
        window.removeEventListener('pageshow', comeBack);
      };
    },
    async whoIs(token) {
      if (!server) throw new Error('the session has not been started');
      return await server.whoIs(token);
    },
    logOutReplaced(token) {
      if (state.token !== null && state.token !== token) server?.logOut(state.token);
    },
    async known() {
      await until(() => viewer() !== undefined);
      return viewer() ?? null;
    },
    settled: () => until(() => state.token === null || wasTried),
  };
}

function recordOf({ id, name, email, role, phone, profileImage, emailVerified, isSecondFactorDue }: Account): Account {
  return { id, name, email, role, phone, profileImage, emailVerified, ...(isSecondFactorDue && { isSecondFactorDue }) };
}

function read({ passing, lasting }: Stores): State {
  const store = [passing, lasting].find((candidate) => get(candidate, TOKEN));
  return store ? { token: get(store, TOKEN), me: parse(get(store, USER)) } : { token: null, me: null };
}

function parse(json: string | null): Account | null {
  try {
    const record: Partial<Record<keyof Account, unknown>> | null = JSON.parse(json ?? 'null');
    if (typeof record?.id !== 'string' || typeof record.name !== 'string' || typeof record.email !== 'string') return null;
    const { id, name, email, phone, profileImage } = record;
    const role = ROLES.find((known) => known === record.role) ?? null;
    const emailVerified = typeof record.emailVerified === 'boolean' ? record.emailVerified : undefined;
    const isSecondFactorDue = record.isSecondFactorDue === true;
    return recordOf({
      id,
      name,
      email,
      role,
      phone: String(phone ?? ''),
      profileImage: String(profileImage ?? ''),
      emailVerified,
      isSecondFactorDue,
    });
  } catch {
    return null;
  }
}

// A browser may forbid storage, or have no room: the session then lasts as long as the page.
function get(store: Storage, key: string): string | null {
  try {
    return store.getItem(key);
  } catch {
    return null;
  }
}

function put(store: Storage, key: string, value: string): void {
  try {
    store.setItem(key, value);
  } catch {}
}

function erase(store: Storage): void {
  try {
    store.removeItem(TOKEN);
    store.removeItem(USER);
  } catch {}
}

/** Ends early when the network comes back, or with the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
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
