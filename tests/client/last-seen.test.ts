// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isStored, respondWithLastSeen } from '#client/sw/last-seen.ts';
import { LAST_SEEN } from '#shared/vocabulary/offline.ts';

const SEEN_AT = 'Mon, 23 Nov 2026 01:00:00 GMT';
const bookings = [{ result: { data: { json: 'bookings' } } }];
const work: Promise<unknown>[] = [];

/** The browser's caches, as far as the worker uses them. */
function fakeCaches() {
  const opened = new Map<string, Map<string, Response>>();
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (key: string) => entries.get(key)?.clone(),
    put: async (key: string, response: Response) => void entries.set(key, response),
    keys: async () => [...entries.keys()].map((key) => ({ url: `https://vidya.test${key}` })),
    delete: async ({ url }: { url: string }) => entries.delete(url.replace('https://vidya.test', '')),
  });
  return {
    open: async (name: string) => {
      const entries = opened.get(name) ?? new Map<string, Response>();
      opened.set(name, entries);
      return cacheOf(entries);
    },
    delete: async (name: string) => opened.delete(name),
    size: () => opened.get(LAST_SEEN.cache)?.size ?? 0,
  };
}

let caches: ReturnType<typeof fakeCaches>;
let server: () => Promise<Response>;
const answering = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status, headers: { date: SEEN_AT } }));
const noNetwork = () => Promise.reject(new TypeError('fetch failed'));

beforeEach(() => {
  work.length = 0;
  caches = fakeCaches();
  server = () => answering(bookings);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', () => server());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A server that answers once somebody says so. */
function aSlowServer(body: unknown): () => void {
  let answer = () => {};
  const release = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server = () => release.then(() => answering(body));
  return () => answer();
}

const urlOf = (names: string, input: unknown = { 0: { json: { filter: 'all' } } }) =>
  `https://vidya.test/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;

type Question = { token?: string; input?: unknown; changedAt?: number };

async function ask(names = 'bookings.forStudent', { token = 'mine', input, changedAt }: Question = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(changedAt && { [LAST_SEEN.changed]: String(changedAt) }) };
  const request = new Request(urlOf(names, input), { headers });
  return respondWithLastSeen(request, (later) => void work.push(later));
}

/** What is asked while the server answers, kept before the next question. */
async function storeAnswer(...args: Parameters<typeof ask>): Promise<void> {
  await ask(...args);
  await Promise.all(work.splice(0));
}

describe('the service worker', () => {
  // spec offline.16 | D Realtime and notifications | So do the bookings last seen, with the time they are from; no refusal is hidden, and nothing
  //   else is kept | src/client/sw/last-seen.ts
  it.each([
    ['bookings.forStudent', true],
    ['auth.me,bookings.byId', true],
    ['auth.me', false],
    ['messages.list,notifications.list', false],
  ])('keeps what is asked of %s: %s', (names, expected) => {
    expect(isStored(new URL(urlOf(names)))).toBe(expected);
  });

  // spec offline.16
  it('gives what was seen last without a network, and says from when it is', async () => {
    await storeAnswer();
    server = noNetwork;
    const answer = await ask();
    expect(await answer.json()).toEqual(bookings);
    expect(answer.headers.get(LAST_SEEN.header)).toBe(SEEN_AT);
    expect(answer.headers.get('date')).toBeNull();
  });

  // spec offline.16
  it('gives the answer of the server while there is one', async () => {
    await storeAnswer();
    server = () => answering([{ result: { data: { json: 'news' } } }]);
    const answer = await ask();
    expect(await answer.json()).toEqual([{ result: { data: { json: 'news' } } }]);
    expect([answer.headers.get(LAST_SEEN.header), answer.headers.get('date')]).toEqual([LAST_SEEN.now, SEEN_AT]);
  });

  // spec offline.16
  it('gives them while the server is down, but no refusal is hidden', async () => {
    await storeAnswer();
    server = () => answering([{ error: {} }], 503);
    expect(await (await ask()).json()).toEqual(bookings);
    server = () => answering([{ error: {} }], 401);
    expect((await ask()).status).toBe(401);
  });

  // spec offline.16
  it('gives them on a dead line after a while, and waits on where nothing is kept', async () => {
    await storeAnswer();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answerNow = aSlowServer([{ result: { data: { json: 'late' } } }]);
    const [stored, missing] = [ask(), ask('bookings.byId')];
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await (await stored).json()).toEqual(bookings);
    answerNow();
    expect(await (await missing).json()).toEqual([{ result: { data: { json: 'late' } } }]);
  });

  // spec offline.20 | D Realtime and notifications | After a change, a slow line is waited for: what was seen before it would contradict it |
  //   src/client/sw/last-seen.ts, src/client/lib/rpc/http-link.ts
  it('waits on where the page has changed something since, and gives them without a network all the same', async () => {
    await storeAnswer();
    const changedAt = Date.now() + 1;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answerNow = aSlowServer([{ result: { data: { json: 'cancelled' } } }]);
    const slow = ask('bookings.forStudent', { changedAt });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(4000);
    answerNow();
    expect(await (await slow).json()).toEqual([{ result: { data: { json: 'cancelled' } } }]);
    await Promise.all(work.splice(0));
    server = noNetwork;
    expect((await ask('bookings.forStudent', { changedAt: Date.now() + 1 })).headers.get(LAST_SEEN.header)).toBe(SEEN_AT);
  });

  // spec offline.21 | D Realtime and notifications | What was asked later stays: an answer that comes late replaces nothing newer |
  //   src/client/sw/last-seen.ts
  it('keeps the answer to what was asked last, whichever comes last', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1000);
    const answerNow = aSlowServer([{ result: { data: { json: 'confirmed' } } }]);
    const slow = ask();
    await vi.waitFor(() => expect(work).toHaveLength(1));
    clock.mockReturnValue(2000);
    server = () => answering([{ result: { data: { json: 'cancelled' } } }]);
    await ask('bookings.forStudent', { changedAt: 1500 });
    await work[1];
    answerNow();
    await slow;
    await Promise.all(work.splice(0));
    clock.mockRestore();
    server = noNetwork;
    expect(await (await ask()).json()).toEqual([{ result: { data: { json: 'cancelled' } } }]);
  });

  // spec offline.21
  it('keeps a new answer although the clock was ahead before', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await storeAnswer();
    clock.mockRestore();
    server = () => answering([{ result: { data: { json: 'cancelled' } } }]);
    await storeAnswer();
    server = noNetwork;
    expect(await (await ask()).json()).toEqual([{ result: { data: { json: 'cancelled' } } }]);
  });

  // spec offline.16
  it('answers of a batch what it has, and the rest as without a network', async () => {
    server = () => answering([...bookings, { result: { data: { json: 'me' } } }]);
    const input = { 0: { json: { filter: 'all' } } };
    await storeAnswer('bookings.forStudent,auth.me', { input });
    server = noNetwork;
    const [stored, other] = await (await ask('bookings.forStudent,auth.me', { input })).json();
    expect(stored).toEqual(bookings[0]);
    expect(other.error.json.data).toEqual({ code: 'SERVICE_UNAVAILABLE', httpStatus: 503 });
    expect(caches.size()).toBe(1);
  });

  // spec offline.16
  it('keeps no refusal, and nothing for another input', async () => {
    server = () => answering([{ error: {} }], 207);
    await storeAnswer();
    server = noNetwork;
    expect((await ask()).type).toBe('error');
    server = () => answering(bookings);
    await storeAnswer();
    server = noNetwork;
    expect((await ask('bookings.forStudent', { input: { 0: { json: { filter: 'past' } } } })).type).toBe('error');
  });

  // spec offline.17 | D Realtime and notifications | Of the present user only, erased at logout | src/client/app/session-changes.ts
  it('never gives what another session has seen, and lets go of it with the first answer of the next', async () => {
    await storeAnswer();
    server = noNetwork;
    expect((await ask('bookings.forStudent', { token: 'of somebody else' })).type).toBe('error');
    server = () => answering(bookings);
    await storeAnswer('bookings.byId', { token: 'of somebody else' });
    expect(caches.size()).toBe(1);
    server = noNetwork;
    expect((await ask()).type).toBe('error');
  });

  // spec offline.17
  it('keeps nothing of an answer that comes after the logout', async () => {
    const answerNow = aSlowServer(bookings);
    const answer = ask();
    await vi.waitFor(() => expect(work).toHaveLength(1));
    await caches.delete(LAST_SEEN.cache);
    answerNow();
    await answer;
    await Promise.all(work.splice(0));
    expect(caches.size()).toBe(0);
  });

  // spec offline.16
  it('keeps so many answers, and the oldest goes first', async () => {
    for (let index = 0; index <= 100; index += 1) await storeAnswer('bookings.byId', { input: { 0: { json: { id: `${index}` } } } });
    expect(caches.size()).toBe(100);
    server = noNetwork;
    expect((await ask('bookings.byId', { input: { 0: { json: { id: '0' } } } })).type).toBe('error');
    expect((await ask('bookings.byId', { input: { 0: { json: { id: '100' } } } })).status).toBe(200);
  });
});
