import { createTRPCClient } from '@trpc/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeLiveLink } from '#client/lib/realtime/connection.ts';
import { connectionState } from '#client/lib/realtime/connection-state.ts';
import type { InboxPage } from '#client/lib/realtime/inbox-poll.ts';
import { makeReadFrom } from '#client/lib/realtime/read-from.ts';
import { makeSession } from '#client/lib/session/session-store.ts';
import type { AppRouter } from '#server/api/router.ts';
import { fakeSockets } from '#tests/support/fake-sockets.ts';
import { STUDENT } from '#tests/support/render.tsx';

const sockets = fakeSockets();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const reset = { type: 'reset' } as const;
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
  connectionState.set('live');
});

/** A browser with somebody signed in, an inbox that answers to polls, and what is heard. */
function browser({ isSignedIn = true } = {}) {
  const session = makeSession();
  if (isSignedIn) session.begin({ token: 'a-token', user: STUDENT }, { isRemembered: true });
  const polls: (string | undefined)[] = [];
  const inbox = { answer: (_: string | undefined, __: AbortSignal): Promise<InboxPage> => Promise.reject(new Error('no network')) };
  const ask = (cursor: string | undefined, signal: AbortSignal) => {
    polls.push(cursor);
    return inbox.answer(cursor, signal);
  };
  const readFrom = makeReadFrom(session);
  const client = createTRPCClient<AppRouter>({
    links: [makeLiveLink({ session: { ...session, check: async () => {} }, readFrom, load: ask })],
  });
  const received: string[] = [];
  const follow = () => {
    const { unsubscribe } = client.inbox.stream.subscribe({}, { onData: ({ id }) => received.push(id) });
    ends.push(unsubscribe);
  };
  return { session, client, polls, inbox, heard: received, follow, readFrom };
}

/** With a connection that has held. */
async function connected() {
  const tab = browser();
  tab.follow();
  await pass(0);
  sockets.last().open();
  await pass(10_000);
  return tab;
}

async function failConnection(): Promise<void> {
  sockets.last().close();
  await pass(0);
}

describe('a connection', () => {
  // spec realtime.5 | C §9 Realtime | 5 attempts 1 s apart, 20 s each, and again after 5 s; at once when the network or somebody comes back |
  //   src/client/lib/realtime/live-socket.ts
  it('is tried at once, five times one second apart, and again after five seconds', async () => {
    browser().follow();
    for (let index = 0; index < 11; index += 1) {
      await pass(0);
      await failConnection();
      await vi.advanceTimersToNextTimerAsync();
      while (sockets.all.length < index + 2) await vi.advanceTimersToNextTimerAsync();
    }
    expect(sockets.listPauses()).toEqual([1000, 1000, 1000, 1000, 5000, 1000, 1000, 1000, 1000, 5000, 1000]);
  });

  // spec realtime.5
  it('has failed when it is not open after 20 seconds', async () => {
    browser().follow();
    await pass(19_999);
    expect(sockets.all).toHaveLength(1);
    await pass(1001);
    expect(sockets.listPauses()).toEqual([21_000]);
    expect(sockets.all[0]?.readyState).toBe(WebSocket.CLOSED);
  });

  // spec realtime.4
  it('is opened again 100 ms after another token', async () => {
    const { session } = await connected();
    const before = Date.now();
    session.begin({ token: 'another', user: STUDENT }, { isRemembered: true });
    await pass(99);
    expect(sockets.all.map(({ readyState }) => readyState)).toEqual([WebSocket.CLOSED]);
    await pass(1);
    expect(sockets.last().createdAt - before).toBe(100);
    sockets.last().open();
    await pass(0);
    expect(sockets.last().messages[0]).toContain('"another"');
  });

  // spec realtime.5
  it('comes back 100 ms after a cut, and one second after one that did not hold', async () => {
    await connected();
    sockets.last().close();
    await pass(100);
    expect(sockets.listPauses()).toEqual([10_100]);
    sockets.last().open();
    await pass(10);
    sockets.last().close();
    await pass(1000);
    expect(sockets.listPauses()).toEqual([10_100, 1010]);
  });

  // spec states.13
  it('exists only while somebody is signed in', async () => {
    browser({ isSignedIn: false }).follow();
    await pass(30_000);
    expect(sockets.all).toEqual([]);
    const { session, polls } = await connected();
    session.end();
    await pass(60_000);
    expect(sockets.all.map(({ readyState }) => readyState)).toEqual([WebSocket.CLOSED]);
    expect(polls).toEqual([]);
    expect(connectionState.get()).toBe('live');
  });

  // spec realtime.5
  it('is tried at once when the browser is online again, and when somebody looks', async () => {
    browser().follow();
    for (let index = 0; index < 5; index += 1) {
      await pass(0);
      await failConnection();
      if (index < 4) await pass(1000);
    }
    await pass(100);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(sockets.all).toHaveLength(6);
    await failConnection();
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(sockets.all).toHaveLength(7);
  });
});

describe('what is not followed any more', () => {
  // spec s6-bad-input.12
  it('is stopped, and not taken up again when the server says so', async () => {
    const { client } = await connected();
    const { unsubscribe } = client.inbox.watchTutor.subscribe({ tutorId: 't-1' }, {});
    await pass(0);
    const subscriptions = sockets.last().subscriptions();
    expect(subscriptions.map(({ path }) => path)).toEqual(['inbox.stream', 'inbox.watchTutor']);
    unsubscribe();
    await pass(60_000);
    expect([sockets.all.length, sockets.last().subscriptions()]).toEqual([1, subscriptions]);
  });
});

describe('polling', () => {
  // spec realtime.6 | D Realtime and notifications | When WebSocket cannot connect, polling: from the last event, every 5 s, and back without loss or
  //   repetition | src/client/lib/realtime/inbox-poll.ts
  it('takes over after five seconds from the last event, every five seconds, and hands back with its cursor', async () => {
    const { polls, inbox, heard: received } = await connected();
    sockets.last().emit('inbox.stream', { id: '1.0', data: reset });
    expect(received).toEqual(['1.0']);
    inbox.answer = async (cursor) =>
      cursor === '1.0'
        ? {
            cursor: '3.7',
            events: [
              { id: '2.0', event: reset },
              { id: '3.0', event: reset },
            ],
          }
        : { cursor: '3.7', events: [] };
    sockets.last().close();
    await pass(4999);
    expect(polls).toEqual([]);
    await pass(5001);
    expect(polls).toEqual(['1.0', '3.7']);
    expect(received).toEqual(['1.0', '2.0', '3.0']);
    expect(connectionState.get()).toBe('polled');

    sockets.last().open();
    await pass(0);
    expect(sockets.last().subscriptions()).toEqual([{ path: 'inbox.stream', after: '3.7' }]);
    expect(connectionState.get()).toBe('live');
    sockets.last().emit('inbox.stream', { id: '4.7', data: reset });
    await pass(60_000);
    expect(received).toEqual(['1.0', '2.0', '3.0', '4.7']);
    expect(polls).toHaveLength(2);
  });

  // spec realtime.6
  it('takes nothing that was on its way when the socket opened', async () => {
    const { inbox, heard: received } = await connected();
    let arrive = (_: InboxPage) => {};
    inbox.answer = () => new Promise((resolve) => (arrive = resolve));
    sockets.last().close();
    await pass(5000);
    sockets.last().open();
    await pass(0);
    arrive({ cursor: '9.0', events: [{ id: '9.0', event: reset }] });
    await pass(0);
    expect(received).toEqual([]);
    expect(sockets.last().subscriptions()).toEqual([{ path: 'inbox.stream', after: undefined }]);
  });

  // spec realtime.6
  it.each([
    ['the browser is offline', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false), 'online'],
    ['nobody looks', () => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden'), 'visibilitychange'],
  ] as const)('waits while %s, and asks at once afterwards', async (_, start, over) => {
    const { polls } = await connected();
    sockets.last().close();
    const waiting = start();
    await pass(60_000);
    expect(polls).toEqual([]);
    waiting.mockRestore();
    (over === 'online' ? window : document).dispatchEvent(new Event(over));
    expect(polls).toHaveLength(1);
  });

  // spec realtime.7
  it('says that nothing comes through as long as nobody answers', async () => {
    const { inbox } = await connected();
    sockets.last().close();
    expect(connectionState.get()).toBe('cut');
    await pass(5000);
    expect(connectionState.get()).toBe('cut');
    inbox.answer = async () => ({ cursor: '0.0', events: [] });
    await pass(5000);
    expect(connectionState.get()).toBe('polled');
  });

  // spec s6-bad-input.12
  it('gives up a poll that is not answered within 20 seconds, and asks again', async () => {
    const { polls, inbox } = await connected();
    inbox.answer = async () => ({ cursor: '1.0', events: [] });
    sockets.last().close();
    await pass(5000);
    expect([polls.length, connectionState.get()]).toEqual([1, 'polled']);
    inbox.answer = (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    await pass(24_999);
    expect([polls.length, connectionState.get()]).toEqual([2, 'polled']);
    await pass(1);
    expect(connectionState.get()).toBe('cut');
    await pass(5000);
    expect(polls).toHaveLength(3);
  });

  // spec realtime.6
  it('has whoever watches a tutor look again every 15 seconds', async () => {
    const { client } = await connected();
    const onVisible = vi.fn();
    ends.push(client.inbox.watchTutor.subscribe({ tutorId: 't-1' }, { onData: ({ data }) => onVisible(data) }).unsubscribe);
    sockets.last().close();
    await pass(14_999);
    expect(onVisible).not.toHaveBeenCalled();
    await pass(15_001);
    expect(onVisible.mock.calls).toEqual([[{ tutorId: 't-1' }], [{ tutorId: 't-1' }]]);
  });
});
