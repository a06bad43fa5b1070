import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Account, makeSession, type SessionChange } from '#client/lib/session/session-store.ts';
import { apiError, networkError } from '#tests/support/fake-api.ts';
import { STUDENT, TUTOR } from '#tests/support/render.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
const stops: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
});

function stored(store: Storage, token: string, user?: Account) {
  store.setItem('token', token);
  if (user) store.setItem('user', JSON.stringify(user));
}

/** The session storage of another tab. */
function otherTabStorage(): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

const dispatchStorage = (key: string) => window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));

function opened(ask: (token: string) => Promise<Account>) {
  const session = makeSession();
  const changes: SessionChange[] = [];
  session.subscribe((change) => changes.push(change));
  const stop = session.start({ fetchAccount: ask, logOut: () => {} });
  stops.push(stop);
  return { session, changes, stop };
}

describe('the start-up check of a stored token', () => {
  it('asks nobody when there is no token', async () => {
    const ask = vi.fn(async () => STUDENT);
    const { session } = opened(ask);
    expect(session.viewer()).toBeNull();
    expect(await session.waitForViewer()).toBeNull();
    await session.waitForCheck();
    expect(ask).not.toHaveBeenCalled();
  });

  // spec states.1 | P §4 Session | A stored token is checked at start-up; the server's no removes it | src/client/lib/session/session-store.ts
  it('removes token and user when the server says that the token is not valid', async () => {
    stored(localStorage, 'old', STUDENT);
    const { session, changes } = opened(() => Promise.reject(apiError('auth.expired')));
    expect(session.viewer()).toEqual(STUDENT);
    await vi.waitFor(() => expect(session.viewer()).toBeNull());
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
    expect(changes).toEqual([{ kind: 'ended', origin: 'server', reason: 'Session expired. Please login again.', userId: STUDENT.id }]);
  });

  // spec states.2 | D Accounts | Without an answer the token stays and the check is repeated | src/client/lib/session/session-store.ts
  it.each([
    ['nobody answers', networkError()],
    ['the server is busy', apiError('request.limited')],
    ['the database is away', apiError('server.unavailable')],
    ['the server has a bug', new Error('500')],
  ])('keeps the token and asks again when %s', async (_, failure) => {
    stored(localStorage, 'mine', STUDENT);
    const ask = vi
      .fn<() => Promise<Account>>()
      .mockRejectedValueOnce(failure)
      .mockRejectedValueOnce(failure)
      .mockResolvedValue({ ...STUDENT, name: 'Dilini P.' });
    const { session } = opened(ask);
    await session.waitForCheck();
    expect([session.token(), session.viewer(), localStorage.getItem('token')]).toEqual(['mine', STUDENT, 'mine']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(session.viewer()?.name).toBe('Dilini P.');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('asks no more once it is stopped, and at once where it is started again', async () => {
    stored(localStorage, 'mine', STUDENT);
    const ask = vi.fn<() => Promise<Account>>().mockRejectedValue(networkError());
    const { session, stop } = opened(ask);
    await session.waitForCheck();
    stop();
    stops.push(session.start({ fetchAccount: async () => ({ ...STUDENT, name: 'Dilini P.' }), logOut: () => {} }));
    await session.check();
    expect(session.viewer()?.name).toBe('Dilini P.');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('asks again at once when the network is back', async () => {
    stored(localStorage, 'mine', STUDENT);
    const ask = vi.fn<() => Promise<Account>>().mockRejectedValueOnce(networkError()).mockResolvedValue(STUDENT);
    const { session } = opened(ask);
    await session.waitForCheck();
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('keeps the user’s record beside the token, up to date', async () => {
    stored(localStorage, 'mine', STUDENT);
    const { changes } = opened(async () => ({ ...STUDENT, phone: '0719999999' }));
    await vi.waitFor(() => expect(JSON.parse(localStorage.getItem('user') ?? '').phone).toBe('0719999999'));
    expect(changes).toEqual([{ kind: 'updated', origin: 'server' }]);
  });

  it('reports no change where the server gives the account that is stored', async () => {
    const account: Account = { ...STUDENT, emailVerified: true, isSecondFactorDue: true, areTermsDue: true, locale: 'si' };
    stored(localStorage, 'mine', account);
    const { session, changes } = opened(async () => account);
    await session.waitForCheck();
    expect([session.viewer(), changes]).toEqual([account, []]);
  });

  it('waits for the answer where the record is missing or broken', async () => {
    stored(sessionStorage, 'mine');
    sessionStorage.setItem('user', '{"id":');
    const { session } = opened(async () => STUDENT);
    expect(session.viewer()).toBeUndefined();
    expect(await session.waitForViewer()).toEqual(STUDENT);
    expect(JSON.parse(sessionStorage.getItem('user') ?? '')).toEqual(STUDENT);
  });

  // spec states.59 | D Accounts | What was asked before a session began or its account was changed is asked again |
  //   src/client/lib/session/session-store.ts, src/client/features/account/use-set-account.ts
  it.each(['Dilini P.', STUDENT.name])('does not take an answer that is older than what was saved meanwhile: %s', async (name) => {
    stored(localStorage, 'mine', STUDENT);
    const answers: ((me: Account) => void)[] = [];
    const { session } = opened(() => new Promise((resolve) => answers.push(resolve)));
    session.update({ ...STUDENT, name });
    answers[0]?.({ ...STUDENT, name: 'Dilini of old' });
    await vi.advanceTimersByTimeAsync(0);
    expect([session.viewer()?.name, answers.length]).toEqual([name, 2]);
    answers[1]?.({ ...STUDENT, name, phone: '0719999999' });
    await session.check();
    expect(session.viewer()).toMatchObject({ name, phone: '0719999999' });
  });

  it('does not take the answer to an old token for one to the new', async () => {
    stored(localStorage, 'old', STUDENT);
    let answer = (_: Account) => {};
    const answered = new Promise<Account>((resolve) => {
      answer = resolve;
    });
    const { session } = opened((token) => (token === 'old' ? answered : Promise.resolve(TUTOR)));
    session.begin({ token: 'new', user: TUTOR }, { isRemembered: true });
    answer(STUDENT);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.viewer()).toEqual(TUTOR);
  });
});

describe('whether the address is confirmed', () => {
  const unconfirmed = { ...STUDENT, emailVerified: false };

  it('is kept, and is not known of a record of an earlier version', () => {
    stored(localStorage, 'mine', unconfirmed);
    expect(makeSession().viewer()?.emailVerified).toBe(false);
    stored(localStorage, 'mine', STUDENT);
    expect(makeSession().viewer()?.emailVerified).toBeUndefined();
    localStorage.setItem('user', JSON.stringify({ ...STUDENT, emailVerified: 'no' }));
    expect(makeSession().viewer()?.emailVerified).toBeUndefined();
  });

  it('is asked again although an older question is still on its way', async () => {
    stored(localStorage, 'mine', unconfirmed);
    const answers: ((me: Account) => void)[] = [];
    const { session } = opened(() => new Promise((resolve) => answers.push(resolve)));
    const refreshed = session.refresh();
    answers[0]?.(unconfirmed);
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[1]?.({ ...STUDENT, emailVerified: true });
    await refreshed;
    expect(session.viewer()?.emailVerified).toBe(true);
  });

  it('is heard from the tab in which the link was opened', () => {
    stored(localStorage, 'mine', unconfirmed);
    const { session, changes } = opened(async () => unconfirmed);
    localStorage.setItem('user', JSON.stringify({ ...STUDENT, emailVerified: true }));
    dispatchStorage('user');
    expect(session.viewer()?.emailVerified).toBe(true);
    expect(changes).toEqual([{ kind: 'updated', origin: 'elsewhere' }]);
  });

  it('is never heard of another person', () => {
    stored(localStorage, 'mine', unconfirmed);
    const { session } = opened(async () => unconfirmed);
    localStorage.setItem('user', JSON.stringify(TUTOR));
    dispatchStorage('user');
    expect(session.viewer()).toEqual(unconfirmed);
  });
});

describe('a session', () => {
  it('takes what the server has just said of the person, and of nobody else', () => {
    stored(localStorage, 'mine', STUDENT);
    const { session, changes } = opened(async () => STUDENT);
    session.update({ ...STUDENT, name: 'Dilini P.' });
    session.update(TUTOR);
    expect([session.viewer()?.name, JSON.parse(localStorage.getItem('user') ?? '').name]).toEqual(['Dilini P.', 'Dilini P.']);
    expect(changes).toEqual([{ kind: 'updated', origin: 'here' }]);
    session.end();
    session.update(STUDENT);
    expect([session.viewer(), localStorage.getItem('user')]).toEqual([null, null]);
  });

  // spec states.3 | P §4 Session | Logout clears token and user | src/client/lib/session/session-store.ts
  it('leaves nothing behind when it ends', () => {
    const { session, changes } = opened(async () => STUDENT);
    session.begin({ token: 'mine', user: STUDENT }, { isRemembered: false });
    session.end();
    expect([session.token(), session.viewer(), localStorage.length, sessionStorage.length]).toEqual([null, null, 0, 0]);
    expect(changes).toEqual([
      { kind: 'began', origin: 'here' },
      { kind: 'ended', origin: 'here', userId: STUDENT.id },
    ]);
  });

  // spec states.3
  it('goes on with no other one once its person logs out', () => {
    const { session, changes } = opened(async () => STUDENT);
    session.begin({ token: 'passing', user: STUDENT }, { isRemembered: false });
    stored(localStorage, 'lasting', STUDENT);
    session.end();
    expect([session.token(), localStorage.length, sessionStorage.length]).toEqual([null, 0, 0]);
    expect(changes.at(-1)).toEqual({ kind: 'ended', origin: 'here', userId: STUDENT.id });
  });

  // spec constants.1 | C §9 | The token is stored under `token` | src/client/lib/session/session-store.ts
  it('has one token, whichever store it is in', () => {
    const { session } = opened(async () => STUDENT);
    session.begin({ token: 'lasting', user: STUDENT }, { isRemembered: true });
    session.begin({ token: 'passing', user: STUDENT }, { isRemembered: false });
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual([null, 'passing']);
    expect(makeSession().token()).toBe('passing');
  });

  it('outlives a browser that forbids storage, for as long as the page', () => {
    const forbidden = new Proxy(localStorage, {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    const session = makeSession({ local: forbidden, tab: forbidden });
    session.begin({ token: 'mine', user: STUDENT }, { isRemembered: true });
    expect(session.viewer()).toEqual(STUDENT);
  });
});

// spec states.58 | S2, D Accounts | Who logs in over a session that is held here, also one that another tab has just begun, ends it on the server; of
//   another person, nothing that was typed stays in this browser | src/client/lib/session/session-store.ts, src/client/app/session-changes.ts
describe('a session that makes way for another', () => {
  function signedIn(user: Account) {
    const session = makeSession();
    const logOut = vi.fn(() => tokens.push(session.token()));
    const tokens: (string | null)[] = [];
    const changes: SessionChange[] = [];
    stops.push(session.start({ fetchAccount: async () => user, logOut }));
    session.begin({ token: 'mine', user }, { isRemembered: true });
    session.subscribe((change) => changes.push(change));
    expect(logOut).not.toHaveBeenCalled();
    return { session, logOut, tokens, changes };
  }

  it('is over on the server once the other one is there', () => {
    const { session, logOut, tokens, changes } = signedIn(STUDENT);
    session.begin({ token: 'new', user: STUDENT }, { isRemembered: true });
    expect(logOut.mock.calls).toEqual([['mine']]);
    expect([tokens, changes]).toEqual([['new'], [{ kind: 'began', origin: 'here' }]]);
  });

  it('is not over where it is the same one', () => {
    const { session, logOut } = signedIn(STUDENT);
    session.begin({ token: 'mine', user: { ...STUDENT, name: 'Dilini P.' } }, { isRemembered: false });
    session.logOutReplaced('mine');
    expect(logOut).not.toHaveBeenCalled();
    session.logOutReplaced('new');
    expect(logOut.mock.calls).toEqual([['mine']]);
  });

  it('is told of before where it is somebody else’s', () => {
    const { session, changes } = signedIn(STUDENT);
    session.begin({ token: 'new', user: TUTOR }, { isRemembered: true });
    expect(changes).toEqual([
      { kind: 'ended', origin: 'here', userId: STUDENT.id },
      { kind: 'began', origin: 'here' },
    ]);
    expect(session.viewer()).toEqual(TUTOR);
  });

  it.each([true, false])('is one of another tab that was not heard of yet, where Remember me is %s', (isRemembered) => {
    const session = makeSession();
    const logOut = vi.fn();
    const changes: SessionChange[] = [];
    session.subscribe((change) => changes.push(change));
    stops.push(session.start({ fetchAccount: async () => STUDENT, logOut }));
    stored(localStorage, 'theirs', TUTOR);
    session.begin({ token: 'new', user: STUDENT }, { isRemembered });
    expect(logOut.mock.calls).toEqual([['theirs']]);
    expect(changes).toEqual([
      { kind: 'ended', origin: 'here', userId: TUTOR.id },
      { kind: 'began', origin: 'here' },
    ]);
  });
});

// spec states.5 | S2 | Another tab follows login and logout | src/client/lib/session/session-store.ts
describe('another tab', () => {
  function inAnotherTab(act: () => void) {
    act();
    dispatchStorage('token');
  }

  it('that logs out ends the session here', () => {
    stored(localStorage, 'mine', STUDENT);
    const { session, changes } = opened(async () => STUDENT);
    inAnotherTab(() => localStorage.clear());
    expect(session.viewer()).toBeNull();
    expect(changes).toEqual([{ kind: 'ended', origin: 'elsewhere', userId: STUDENT.id }]);
  });

  it('that logs in signs in here', () => {
    const { session, changes } = opened(async () => TUTOR);
    inAnotherTab(() => stored(localStorage, 'theirs', TUTOR));
    expect([session.token(), session.viewer()]).toEqual(['theirs', TUTOR]);
    expect(changes).toEqual([{ kind: 'began', origin: 'elsewhere' }]);
  });

  it('does not touch a session of this tab alone', () => {
    const { session } = opened(async () => STUDENT);
    session.begin({ token: 'passing', user: STUDENT }, { isRemembered: false });
    inAnotherTab(() => localStorage.clear());
    expect(session.token()).toBe('passing');
  });
});

// spec states.57 | S2, D Accounts | The end of a session removes no other one: this tab goes on with what another tab has begun, and what its person
//   has typed stays | src/client/lib/session/session-store.ts, src/client/app/session-changes.ts
describe('a session that the server ends', () => {
  const refuse = (refused: string) => async (token: string) => (token === refused ? Promise.reject(apiError('auth.expired')) : STUDENT);

  it('leaves another tab the one that it has begun since, and goes on with it', async () => {
    const { session, changes } = opened(refuse('passing'));
    session.begin({ token: 'passing', user: STUDENT }, { isRemembered: false });
    const other = makeSession({ local: localStorage, tab: otherTabStorage() });
    const otherChanges: SessionChange[] = [];
    other.begin({ token: 'lasting', user: STUDENT }, { isRemembered: true });
    other.subscribe((change) => otherChanges.push(change));
    stops.push(other.start({ fetchAccount: async () => STUDENT, logOut: () => {} }));
    changes.splice(0);
    await session.refresh();
    dispatchStorage('token');
    expect([localStorage.getItem('token'), sessionStorage.getItem('token')]).toEqual(['lasting', null]);
    expect([other.token(), otherChanges]).toEqual(['lasting', []]);
    expect([session.token(), session.viewer(), changes]).toEqual(['lasting', STUDENT, [{ kind: 'began', origin: 'elsewhere' }]]);
  });

  it('makes way for a login in another tab that has not been heard of yet, which is checked at once', async () => {
    stored(localStorage, 'old', STUDENT);
    const ask = vi.fn(refuse('old'));
    const { session, changes } = opened(ask);
    stored(localStorage, 'new', STUDENT);
    await vi.advanceTimersByTimeAsync(0);
    dispatchStorage('token');
    expect([session.token(), localStorage.getItem('token')]).toEqual(['new', 'new']);
    expect(changes).toEqual([{ kind: 'began', origin: 'elsewhere' }]);
    expect(ask.mock.calls).toEqual([['old'], ['new']]);
  });

  it('tells of its end where the other one is somebody else’s', async () => {
    stored(localStorage, 'old', STUDENT);
    const { session, changes } = opened(async (token) => (token === 'old' ? Promise.reject(apiError('auth.expired')) : TUTOR));
    stored(localStorage, 'new', TUTOR);
    await vi.advanceTimersByTimeAsync(0);
    expect([session.token(), session.viewer()]).toEqual(['new', TUTOR]);
    expect(changes).toEqual([
      { kind: 'ended', origin: 'server', reason: 'Session expired. Please login again.', userId: STUDENT.id },
      { kind: 'began', origin: 'elsewhere' },
    ]);
  });

  it('ends for good where the other one is over, too', async () => {
    stored(localStorage, 'lasting', STUDENT);
    stored(sessionStorage, 'passing', STUDENT);
    const { session, changes } = opened(() => Promise.reject(apiError('auth.expired')));
    await session.check();
    expect([session.token(), localStorage.length, sessionStorage.length]).toEqual([null, 0, 0]);
    expect(changes.map(({ kind }) => kind)).toEqual(['began', 'ended']);
  });
});

// spec s8-browser.12
describe('a page that Back brings up as it was left', () => {
  const dispatchPageShow = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

  function listKeys(store: Storage) {
    stored(store, 'mine', STUDENT);
    const reload = vi.fn();
    const ask = vi.fn(async () => STUDENT);
    const session = makeSession(undefined, reload);
    const stop = session.start({ fetchAccount: ask, logOut: () => {} });
    return { reload, ask, stop };
  }
  afterEach(() => {
    document.documentElement.style.visibility = '';
  });

  it.each([
    ['has logged out', (store: Storage) => store.clear()],
    ['has made way for somebody else', (store: Storage) => stored(store, 'theirs', TUTOR)],
  ])('is hidden and loaded again when whoever was there %s since', async (_, happen) => {
    for (const store of [localStorage, sessionStorage]) {
      const { reload, ask, stop } = listKeys(store);
      await vi.advanceTimersByTimeAsync(0);
      happen(store);
      dispatchPageShow(true);
      expect([reload.mock.calls.length, document.documentElement.style.visibility]).toEqual([1, 'hidden']);
      expect(ask).toHaveBeenCalledTimes(1);
      stop();
      store.clear();
    }
  });

  it('stays as it is for the same session, which is checked again', async () => {
    const { reload, ask, stop } = listKeys(localStorage);
    await vi.advanceTimersByTimeAsync(0);
    dispatchPageShow(true);
    await vi.advanceTimersByTimeAsync(0);
    expect([reload.mock.calls.length, document.documentElement.style.visibility]).toEqual([0, '']);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
  });

  it('is not meant by the first showing of a page', async () => {
    const { reload, ask, stop } = listKeys(localStorage);
    await vi.advanceTimersByTimeAsync(0);
    dispatchPageShow(false);
    expect([reload.mock.calls.length, ask.mock.calls.length]).toEqual([0, 1]);
    stop();
  });
});
