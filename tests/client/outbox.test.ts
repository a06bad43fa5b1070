import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getOutbox, type OutboxMessage } from '#client/features/messages/outbox.ts';
import { makeLock, startSender } from '#client/features/messages/outbox-sender.ts';
import { removeUserDrafts } from '#client/lib/drafts/draft.ts';
import { session } from '#client/lib/session/session.ts';
import { browserStorage } from '#client/lib/storage.ts';
import { apiError, networkError, rateLimitError } from '#tests/support/fake-api.ts';
import { STUDENT, signIn, TUTOR } from '#tests/support/render.tsx';

const withoutLock = (work: () => Promise<void>) => work();

let stop = () => {};
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-23T04:30:00Z') }));
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  signIn(STUDENT);
  session.end();
  localStorage.clear();
});

const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const outbox = () => getOutbox(STUDENT.id);
const listStates = () =>
  outbox()
    .getAll()
    .map(({ text, state }) => `${text} ${state}`);

/** `handle` throws what the network or the server does. */
function start(handle: (message: OutboxMessage) => void = () => {}, withLock = withoutLock) {
  const sent: string[] = [];
  stop = startSender({
    outbox: outbox(),
    withLock,
    send: async (message) => {
      sent.push(message.text);
      handle(message);
    },
  });
  return sent;
}

describe('a message in the outbox', () => {
  test('is sent at once, in the order of writing', async () => {
    const sent = start();
    for (const text of ['one', 'two', 'three']) outbox().add('a', text);
    await advance(0);
    expect([sent, listStates()]).toEqual([['one', 'two', 'three'], []]);
  });

  test('is sent when the page is loaded again', async () => {
    outbox().add('a', 'one');
    outbox().add('a', 'two');
    const sent = start();
    await advance(0);
    expect(sent).toEqual(['one', 'two']);
  });

  test('is sent in order though the clock was set back', async () => {
    outbox().add('a', 'one');
    vi.setSystemTime(new Date('2026-11-22T00:00:00Z'));
    outbox().add('a', 'two');
    const sent = start();
    await advance(0);
    expect(sent).toEqual(['one', 'two']);
  });

  // spec messages.7
  test('waits without a response, with all after it in its conversation, and holds up no other one', async () => {
    const sent = start(({ threadId }) => {
      if (threadId === 'a') throw networkError();
    });
    outbox().add('a', 'one');
    outbox().add('a', 'two');
    outbox().add('b', 'other');
    await advance(0);
    expect([sent, listStates()]).toEqual([
      ['one', 'other'],
      ['one waiting', 'two waiting'],
    ]);
  });

  // spec messages.7
  test('is sent again after 1, 2, 4 … 30 seconds', async () => {
    const sent = start(() => {
      throw networkError();
    });
    outbox().add('a', 'one');
    await advance(0);
    const attempts: number[] = [];
    for (const ms of [999, 1, 1999, 1, 3999, 1, 8000, 16_000, 29_999, 1, 30_000]) {
      await advance(ms);
      attempts.push(sent.length);
    }
    expect(attempts).toEqual([1, 2, 2, 3, 3, 4, 5, 6, 6, 7, 8]);
  });

  test('is sent in order as soon as the network is back', async () => {
    let isOffline = true;
    const sent = start(() => {
      if (isOffline) throw networkError();
    });
    outbox().add('a', 'one');
    outbox().add('a', 'two');
    await advance(20_000);
    sent.length = 0;
    isOffline = false;
    window.dispatchEvent(new Event('online'));
    await advance(0);
    expect([sent, listStates()]).toEqual([['one', 'two'], []]);
  });

  describe('without a response', () => {
    /** Milliseconds at which a message was sent that gets no response until it is aborted. */
    function startSilent() {
      const attempts: number[] = [];
      const startedAt = Date.now();
      stop = startSender({
        outbox: outbox(),
        withLock: withoutLock,
        send: (_, signal) => {
          attempts.push(Date.now() - startedAt);
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(networkError())));
        },
      });
      outbox().add('a', 'one');
      return attempts;
    }

    test('is aborted after 15 seconds, and sent again', async () => {
      const attempts = startSilent();
      await advance(14_999);
      expect([attempts, listStates()]).toEqual([[0], ['one sending']]);
      await advance(1);
      expect(listStates()).toEqual(['one waiting']);
      await advance(1000);
      expect(attempts).toEqual([0, 16_000]);
    });

    test('is sent again at once when the network is back', async () => {
      const attempts = startSilent();
      await advance(3000);
      window.dispatchEvent(new Event('online'));
      await advance(0);
      expect(attempts).toEqual([0, 3000]);
    });
  });

  test('is sent when the page becomes visible again', async () => {
    let isOffline = true;
    const sent = start(() => {
      if (isOffline) throw networkError();
    });
    outbox().add('a', 'one');
    await advance(20_000);
    isOffline = false;
    sent.length = 0;
    document.dispatchEvent(new Event('visibilitychange'));
    await advance(0);
    expect(sent).toEqual(['one']);
  });

  test('waits as long as the server requires', async () => {
    let isLimited = true;
    const sent = start(() => {
      if (isLimited) throw rateLimitError(40);
    });
    outbox().add('a', 'one');
    await advance(0);
    isLimited = false;
    await advance(39_999);
    expect([sent.length, listStates()]).toEqual([1, ['one waiting']]);
    await advance(1);
    expect([sent.length, listStates()]).toEqual([2, []]);
  });

  test.each(['thread.closed', 'request.invalid', 'thread.not_found', 'auth.role'] as const)(
    'stays with its reason when it is rejected with %s, and does not hold up the next',
    async (code) => {
      const sent = start(({ text }) => {
        if (text === 'one') throw apiError(code);
      });
      outbox().add('a', 'one');
      outbox().add('a', 'two');
      await advance(60_000);
      expect(sent).toEqual(['one', 'two']);
      expect(outbox().getAll()).toMatchObject([{ text: 'one', state: 'refused', refusal: apiError(code).message }]);
    },
  );

  test('is sent again by hand after a rejection', async () => {
    let isClosed = true;
    const sent = start(() => {
      if (isClosed) throw apiError('thread.closed');
    });
    outbox().add('a', 'one');
    await advance(0);
    isClosed = false;
    const [message] = outbox().getAll();
    outbox().update(message?.clientId ?? '', { state: 'sending' });
    await advance(0);
    expect([sent, listStates()]).toEqual([['one', 'one'], []]);
  });

  test('waits for the next session when this one has ended', async () => {
    start(() => {
      throw apiError('auth.expired');
    });
    outbox().add('a', 'one');
    await advance(0);
    expect(listStates()).toEqual(['one waiting']);
  });

  test('does not come back when it is deleted while it is being sent', async () => {
    let fail = (_: unknown) => {};
    stop = startSender({ outbox: outbox(), withLock: withoutLock, send: () => new Promise((_, reject) => (fail = reject)) });
    outbox().add('a', 'one');
    await advance(0);
    outbox().remove(outbox().getAll()[0]?.clientId ?? '');
    fail(apiError('thread.closed'));
    await advance(0);
    expect(listStates()).toEqual([]);
  });

  test('is not sent once the sender has stopped', async () => {
    const sent = start(() => {
      throw networkError();
    });
    outbox().add('a', 'one');
    await advance(0);
    stop();
    await advance(120_000);
    window.dispatchEvent(new Event('online'));
    outbox().add('a', 'two');
    await advance(0);
    expect(sent).toEqual(['one']);
  });
});

describe('two tabs', () => {
  // spec messages.7
  test('send one after the other, and nothing twice', async () => {
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
    const options = { outbox: outbox(), send, withLock: makeLock('messages') };
    const stops = [startSender(options), startSender(options)];
    outbox().add('a', 'one');
    outbox().add('a', 'two');
    await advance(1000);
    for (const stopSender of stops) stopSender();
    expect([sent, listStates()]).toEqual([['one', 'two'], []]);
  });

  test('send without a lock where the browser has none', async () => {
    vi.stubGlobal('navigator', {});
    const sent = start(() => {}, makeLock('messages'));
    outbox().add('a', 'one');
    await advance(0);
    expect(sent).toEqual(['one']);
  });

  test('see which messages wait in the other one, and which are gone', () => {
    const changes: string[][] = [];
    stop = browserStorage.subscribe(() => changes.push(listStates()));
    const changeInOtherTab = (key: string, value: Partial<OutboxMessage> | null) => {
      if (value) localStorage.setItem(key, JSON.stringify(value));
      else localStorage.removeItem(key);
      window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }));
    };
    changeInOtherTab('draft:student-1:unsent x', { clientId: 'x', threadId: 'a', text: 'there', at: 1, state: 'waiting' });
    changeInOtherTab('draft:student-1:unsent x', null);
    changeInOtherTab('draft:student-2:unsent y', { clientId: 'y', threadId: 'a', text: 'not mine', at: 1 });
    expect(changes).toEqual([['there waiting'], [], []]);
  });
});

describe('the stored outbox', () => {
  test('has each message under a key of its own, and ignores what is no message', () => {
    outbox().add('a', 'one');
    const [message] = outbox().getAll();
    expect(JSON.parse(localStorage.getItem(`draft:student-1:unsent ${message?.clientId}`) ?? '')).toEqual(message);
    for (const [index, value] of ['{', 'null', '[]', '{"text":1}', '"text"'].entries())
      localStorage.setItem(`draft:student-1:unsent ${index}`, value);
    window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }));
    expect(getOutbox(STUDENT.id).getAll()).toEqual([message]);
  });

  test('lasts as long as the page where the browser has no room', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('no room');
    });
    const sent = start(() => {
      throw networkError();
    });
    outbox().add('a', 'one');
    outbox().add('a', 'two');
    await advance(0);
    expect([sent, listStates()]).toEqual([['one'], ['one waiting', 'two waiting']]);
    for (const { clientId } of outbox().getAll()) outbox().remove(clientId);
    vi.restoreAllMocks();
  });

  test('survives the logout of another account', () => {
    outbox().add('a', 'one');
    signIn(TUTOR);
    session.end();
    removeUserDrafts(TUTOR.id);
    expect(listStates()).toEqual(['one sending']);
  });

  // spec messages.7
  test('is emptied by the logout, whatever response still arrives', async () => {
    let fail = (_: unknown) => {};
    signIn(STUDENT);
    const ownOutbox = outbox();
    stop = startSender({ outbox: ownOutbox, withLock: withoutLock, send: () => new Promise((_, reject) => (fail = reject)) });
    ownOutbox.add('a', 'one');
    await advance(0);
    session.end();
    removeUserDrafts(STUDENT.id);
    fail(apiError('thread.closed'));
    await advance(0);
    expect([ownOutbox.getAll(), Object.keys(localStorage)]).toEqual([[], []]);
  });
});
