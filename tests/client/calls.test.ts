import { TRPCUntypedClient } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClient } from '#client/lib/rpc/client.ts';
import { errorMessage, isTemporary, toApiError } from '#client/lib/rpc/errors.ts';
import { makeHttpClient } from '#client/lib/rpc/http-client.ts';
import { makeHttpLink } from '#client/lib/rpc/http-link.ts';
import { makeLateClient } from '#client/lib/rpc/late-client.ts';
import type { Link } from '#client/lib/rpc/trpc.ts';
import { LAST_SEEN } from '#shared/vocabulary/offline.ts';

const makeCaller = (token: string | null) => makeClient(makeHttpLink({ session: { token: () => token }, loadLive: () => new Promise(() => {}) }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// spec offline.20
it('what is asked after a change says when that was, whether it was answered or not', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, headers }: RequestInit) => {
    sent.push(new Headers(headers).get(LAST_SEEN.changed));
    if (method === 'POST') throw new TypeError('fetch failed');
    return new Response(JSON.stringify([{ result: { data: { json: null } } }]));
  });
  const client = makeCaller('a-token');
  const at = new Date('2100-01-01T00:00:00Z');
  vi.setSystemTime(at);
  void client.auth.logout.mutate().catch(() => null);
  await vi.advanceTimersByTimeAsync(10);
  void client.auth.me.query();
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toHaveLength(2);
  expect(Number(sent[1])).toBeGreaterThanOrEqual(at.getTime());
});

it('a call with a token of its own goes alone, and those beside it with that of the session', async () => {
  const sent: [path: string, authorization: string | null][] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([new URL(url, 'http://here').pathname, new Headers(init.headers).get('authorization')]);
    return new Promise<Response>(() => {});
  });
  const client = makeCaller('mine');
  void client.catalogue.categories.query({});
  void client.auth.me.query(undefined, { context: { token: 'another' } });
  void client.auth.me.query();
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.sort()).toEqual([
    ['/trpc/auth.me', 'Bearer another'],
    ['/trpc/catalogue.categories,auth.me', 'Bearer mine'],
  ]);
});

// spec s14-live.4 | S14 4 | Calls of the same moment are one request, for which the session is looked up once |
//   src/client/lib/rpc/late-client.ts, src/client/lib/rpc/http-link.ts
it('calls of the same moment are sent as one, those made before its code has come and the one with the token of the session included', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(new URL(url, 'http://here').pathname);
    return new Promise<Response>(() => {});
  });
  const client = makeLateClient(async () => makeHttpClient({ session: { token: () => 'mine' }, loadLive: () => new Promise(() => {}) }));
  void client.auth.me.query(undefined, { context: { token: 'mine' } });
  void client.catalogue.categories.query({});
  await vi.advanceTimersByTimeAsync(1);
  void client.messages.unreadCount.query();
  void client.notifications.unreadGroups.query();
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['/trpc/auth.me,catalogue.categories', '/trpc/messages.unreadCount,notifications.unreadGroups']);
});

// spec answers.7 | C §7 | No timeout on calls | src/client/lib/rpc/http-link.ts
it('a call waits for its answer as long as it takes', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    requests.push(init);
    return new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  const ended = vi.fn();
  const client = makeCaller(null);
  client.catalogue.categories.query({}).then(ended, ended);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(requests).toHaveLength(1);
  expect(ended).not.toHaveBeenCalled();
  expect(timeouts).not.toHaveBeenCalled();
});

it('a call that is given up is over, though nothing ever comes back', async () => {
  const requests: RequestInit[] = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    requests.push(init);
    return new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  const client = makeCaller('of another');
  const delivery = new AbortController();
  const message = { threadId: 'thread-1', clientId: crypto.randomUUID(), text: 'Hello' };
  const ended = vi.fn();
  client.messages.send.mutate(message, { signal: delivery.signal, context: { token: 'mine' } }).catch(ended);
  await vi.advanceTimersByTimeAsync(1);
  expect(new Headers(requests[0]?.headers).get('authorization')).toBe('Bearer mine');
  delivery.abort();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

describe('while the code of calls is loaded', () => {
  const options = { session: { token: () => null }, loadLive: () => new Promise<never>(() => {}) };

  it('a call fails as one without a connection where that fails, and the next one loads it again', async () => {
    vi.stubGlobal('fetch', () => new Promise<Response>(() => {}));
    const load = vi.fn(async () => makeHttpClient(options)).mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const client = makeLateClient(load);
    const error = await client.auth.me.query().catch((problem: unknown) => problem);
    expect([isTemporary(error), toApiError(error), errorMessage(error, 'It failed.')]).toEqual([true, null, 'It failed.']);
    void client.auth.me.query();
    void client.catalogue.categories.query({});
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('a call that is given up is over once it is there', async () => {
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
    const client = makeLateClient(async () => makeHttpClient(options));
    const ended = vi.fn();
    const call = new AbortController();
    client.auth.me.query(undefined, { signal: call.signal }).catch(ended);
    call.abort();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledOnce();
  });

  it('a subscription that ends is not begun, and one that goes on ends later', async () => {
    const open = new Set<unknown>();
    const link: Link =
      () =>
      ({ op }) =>
        observable(() => {
          open.add(op.input);
          return () => open.delete(op.input);
        });
    const client = makeLateClient(async () => new TRPCUntypedClient({ links: [link] }));
    const watch = (tutorId: string) => client.inbox.watchTutor.subscribe({ tutorId }, {});
    const [ended, running] = [watch('ended'), watch('running')];
    ended.unsubscribe();
    await vi.advanceTimersByTimeAsync(1);
    expect([...open]).toEqual([{ tutorId: 'running' }]);
    running.unsubscribe();
    expect(open.size).toBe(0);
  });

  it('a subscription hears where that fails', async () => {
    const client = makeLateClient(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    const onError = vi.fn();
    client.inbox.watchTutor.subscribe({ tutorId: 'tutor' }, { onError });
    await vi.advanceTimersByTimeAsync(1);
    expect(onError.mock.calls.map(([error]) => isTemporary(error))).toEqual([true]);
  });
});
