import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getOutbox, type OutboxMessage } from '#client/features/messages/outbox.ts';
import { makeLock, startSender } from '#client/features/messages/outbox-sender.ts';
import { removeUserDrafts } from '#client/lib/drafts/draft.ts';
import { session } from '#client/lib/session/session.ts';
import { browserStorage } from '#client/lib/storage.ts';
import { apiError, networkError, rateLimitError } from '#tests/support/fake-api.ts';

const ME = 'student-1';
const plainly = (work: () => Promise<void>) => work();

let stop = () => {};
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T04:30:00Z') }));
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.begin(
    { token: 't', user: { id: ME, name: 'D', email: 'd@vidya.test', phone: '', profileImage: '', role: 'student' } },
    { isRemembered: true },
  );
  session.end();
  localStorage.clear();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const store = () => getOutbox(ME);
const states = () =>
  store()
    .getAll()
    .map(({ text, state }) => `${text} ${state}`);

/** Sends by this; what it throws is what the network or the server does. */
function start(answer: (one: OutboxMessage) => void = () => {}, withLock = plainly) {
  const sent: string[] = [];
  stop = startSender({
    outbox: store(),
    withLock,
    send: async (one) => {
      sent.push(one.text);
      answer(one);
    },
  });
  return sent;
}

describe('what is to be sent', () => {
  it('goes at once, in the order in which it was written', async () => {
    const sent = start();
    for (const text of ['one', 'two', 'three']) store().add('a', text);
    await pass(0);
    expect([sent, states()]).toEqual([['one', 'two', 'three'], []]);
  });

  it('goes when the page is loaded again', async () => {
    store().add('a', 'one');
    store().add('a', 'two');
    const sent = start();
    await pass(0);
    expect(sent).toEqual(['one', 'two']);
  });

  it('goes in order though the clock was set back', async () => {
    store().add('a', 'one');
    vi.setSystemTime(new Date('2026-11-22T00:00:00Z'));
    store().add('a', 'two');
    const sent = start();
    await pass(0);
    expect(sent).toEqual(['one', 'two']);
  });

  // spec messages.7
  it('waits without an answer, the first of its conversation before the others, and nothing of another one', async () => {
    const sent = start(({ threadId }) => {
      if (threadId === 'a') throw networkError();
    });
    store().add('a', 'one');
    store().add('a', 'two');
    store().add('b', 'other');
    await pass(0);
    expect([sent, states()]).toEqual([
      ['one', 'other'],
      ['one waiting', 'two waiting'],
    ]);
  });

  // spec messages.7
  it('is tried again after 1, 2, 4 … 30 seconds', async () => {
    const sent = start(() => {
      throw networkError();
    });
    store().add('a', 'one');
    await pass(0);
    const tries: number[] = [];
    for (const ms of [999, 1, 1999, 1, 3999, 1, 8000, 16_000, 29_999, 1, 30_000]) {
      await pass(ms);
      tries.push(sent.length);
    }
    expect(tries).toEqual([1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8]);
  });

  it('goes on, in order, as soon as the network is back', async () => {
    let isOffline = true;
    const sent = start(() => {
      if (isOffline) throw networkError();
    });
    store().add('a', 'one');
    store().add('a', 'two');
    await pass(20_000);
    sent.length = 0;
    isOffline = false;
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect([sent, states()]).toEqual([['one', 'two'], []]);
  });

  describe('and never gets an answer', () => {
    /** A line that is half dead: nothing comes back, until somebody hangs up. */
    function startSilent() {
      const tries: number[] = [];
      const began = Date.now();
      stop = startSender({
        outbox: store(),
        withLock: plainly,
        send: (_, signal) => {
          tries.push(Date.now() - began);
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(networkError())));
        },
      });
      store().add('a', 'one');
      return tries;
    }

    it('is given up after 15 seconds, and tried again', async () => {
      const tries = startSilent();
      await pass(14_999);
      expect([tries, states()]).toEqual([[0], ['one sending']]);
      await pass(1);
      expect(states()).toEqual(['one waiting']);
      await pass(1000);
      expect(tries).toEqual([0, 16_000]);
    });

    it('is tried again at once when the network is back', async () => {
      const tries = startSilent();
      await pass(3000);
      window.dispatchEvent(new Event('online'));
      await pass(0);
      expect(tries).toEqual([0, 3000]);
    });
  });

  it('goes on when the page is looked at again', async () => {
    let isOffline = true;
    const sent = start(() => {
      if (isOffline) throw networkError();
    });
    store().add('a', 'one');
    await pass(20_000);
    isOffline = false;
    sent.length = 0;
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(sent).toEqual(['one']);
  });

  it('waits as long as the server says', async () => {
    let isLimited = true;
    const sent = start(() => {
      if (isLimited) throw rateLimitError(40);
    });
    store().add('a', 'one');
    await pass(0);
    isLimited = false;
    await pass(39_999);
    expect([sent.length, states()]).toEqual([1, ['one waiting']]);
    await pass(1);
    expect([sent.length, states()]).toEqual([2, []]);
  });

  it.each(['thread.closed', 'request.invalid', 'thread.not_found', 'auth.role'] as const)(
    'is kept beside its sentence when it is refused, %s, and does not hold up what follows',
    async (code) => {
      const sent = start(({ text }) => {
        if (text === 'one') throw apiError(code);
      });
      store().add('a', 'one');
      store().add('a', 'two');
      await pass(60_000);
      expect(sent).toEqual(['one', 'two']);
      expect(store().getAll()).toMatchObject([{ text: 'one', state: 'refused', refusal: apiError(code).message }]);
    },
  );

  it('is sent again when somebody says so, refused or not', async () => {
    let isClosed = true;
    const sent = start(() => {
      if (isClosed) throw apiError('thread.closed');
    });
    store().add('a', 'one');
    await pass(0);
    isClosed = false;
    const [one] = store().getAll();
    store().update(one?.clientId ?? '', { state: 'sending' });
    await pass(0);
    expect([sent, states()]).toEqual([['one', 'one'], []]);
  });

  it('is refused for no session that has ended: it waits for the next', async () => {
    start(() => {
      throw apiError('auth.expired');
    });
    store().add('a', 'one');
    await pass(0);
    expect(states()).toEqual(['one waiting']);
  });

  it('that is taken back while it is on its way does not come back', async () => {
    let fail = (_: unknown) => {};
    stop = startSender({ outbox: store(), withLock: plainly, send: () => new Promise((_, reject) => (fail = reject)) });
    store().add('a', 'one');
    await pass(0);
    store().remove(store().getAll()[0]?.clientId ?? '');
    fail(apiError('thread.closed'));
    await pass(0);
    expect(states()).toEqual([]);
  });

  it('goes no more once nobody wants it', async () => {
    const sent = start(() => {
      throw networkError();
    });
    store().add('a', 'one');
    await pass(0);
    stop();
    await pass(120_000);
    window.dispatchEvent(new Event('online'));
    store().add('a', 'two');
    await pass(0);
    expect(sent).toEqual(['one']);
  });
});

describe('two tabs', () => {
  // spec messages.7
  it('send one after the other, and nothing twice', async () => {
    let tail: Promise<void> = Promise.resolve();
    vi.stubGlobal('navigator', {
      locks: {
        request: (_: string, work: () => Promise<void>) => {
          tail = tail.then(work);
          return tail;
        },
      },
    });
    const sent: string[] = [];
    const send = async ({ text }: OutboxMessage) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      sent.push(text);
    };
    const options = { outbox: store(), send, withLock: makeLock('messages') };
    const stops = [startSender(options), startSender(options)];
    store().add('a', 'one');
    store().add('a', 'two');
    await pass(1000);
    for (const end of stops) end();
    expect([sent, states()]).toEqual([['one', 'two'], []]);
  });

  it('send without a lock, where the browser has none', async () => {
    vi.stubGlobal('navigator', {});
    const sent = start(() => {}, makeLock('messages'));
    store().add('a', 'one');
    await pass(0);
    expect(sent).toEqual(['one']);
  });

  it('know of each other what is waiting, and what has gone', () => {
    const told: string[][] = [];
    stop = browserStorage.subscribe(() => told.push(states()));
    const elsewhere = (key: string, value: Partial<OutboxMessage> | null) => {
      if (value) localStorage.setItem(key, JSON.stringify(value));
      else localStorage.removeItem(key);
      window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    };
    elsewhere('draft:student-1:unsent x', { clientId: 'x', threadId: 'a', text: 'there', at: 1, state: 'waiting' });
    elsewhere('draft:student-1:unsent x', null);
    elsewhere('draft:student-2:unsent y', { clientId: 'y', threadId: 'a', text: 'not mine', at: 1 });
    expect(told).toEqual([['there waiting'], [], []]);
  });
});

describe('what is kept', () => {
  it('is each under a key of its own, and nothing that is no message', () => {
    store().add('a', 'one');
    const [one] = store().getAll();
    expect(JSON.parse(localStorage.getItem(`draft:student-1:unsent ${one?.clientId}`) ?? '')).toEqual(one);
    for (const [index, wrong] of ['{', 'null', '[]', '{"text":1}', '"text"'].entries())
      localStorage.setItem(`draft:student-1:unsent ${index}`, wrong);
    window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }));
    expect(getOutbox(ME).getAll()).toEqual([one]);
  });

  it('lasts as long as the page where the browser forbids more', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no room');
    });
    const sent = start(() => {
      throw networkError();
    });
    store().add('a', 'one');
    store().add('a', 'two');
    await pass(0);
    expect([sent, states()]).toEqual([['one'], ['one waiting', 'two waiting']]);
    for (const { clientId } of store().getAll()) store().remove(clientId);
    vi.restoreAllMocks();
  });

  it('is not over with the logout of another person', () => {
    store().add('a', 'one');
    session.begin(
      { token: 't', user: { id: 'tutor-1', name: 'N', email: 'n@vidya.test', phone: '', profileImage: '', role: 'tutor' } },
      { isRemembered: true },
    );
    session.end();
    removeUserDrafts('tutor-1');
    expect(states()).toEqual(['one sending']);
  });

  // spec messages.7
  it('is over with the logout, whatever answer still comes', async () => {
    let fail = (_: unknown) => {};
    session.begin(
      { token: 't', user: { id: ME, name: 'D', email: 'd@vidya.test', phone: '', profileImage: '', role: 'student' } },
      { isRemembered: true },
    );
    const mine = store();
    stop = startSender({ outbox: mine, withLock: plainly, send: () => new Promise((_, reject) => (fail = reject)) });
    mine.add('a', 'one');
    await pass(0);
    session.end();
    removeUserDrafts(ME);
    fail(apiError('thread.closed'));
    await pass(0);
    expect([mine.getAll(), Object.keys(localStorage)]).toEqual([[], []]);
  });
});
