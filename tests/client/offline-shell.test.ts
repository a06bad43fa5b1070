// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FetchEvent } from '#client/sw/scope.ts';
import { SHELL_PATH } from '#shared/vocabulary/offline.ts';

vi.stubGlobal('SHELL', { version: 'v2', files: ['/assets/entry.js', '/assets/bookings.js'], filesOnUse: ['/assets/sinhala.js', '/assets/tamil.js'] });
const {
  removeOldShells: dropOldShells,
  respondWithFile: fileFor,
  fetchFromServer: fromServer,
  storeShell: keepShell,
  respondWithPage: pageFor,
} = await import('#client/sw/shell.ts');

const PAGE = '<script src="/assets/entry.js"></script>';
let stored: Map<string, Map<string, string>>;
let server: (path: string) => Promise<Response>;
const pathOf = (request: string | Request) => new URL(typeof request === 'string' ? request : request.url, 'https://vidya.test').pathname;
const textOf = async (answer: Promise<Response>) => (await answer).text();

/** The browser's caches, as far as the worker uses them. */
const caches = {
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  open: async (name: string) => {
    const entries = stored.get(name) ?? new Map<string, string>();
    stored.set(name, entries);
    return {
      put: async (path: string, answer: Response) => void entries.set(path, await answer.text()),
      addAll: async (paths: readonly string[]) => {
        for (const path of paths) entries.set(path, await (await server(path)).text());
      },
      match: async (path: string) => (entries.has(pathOf(path)) ? new Response(entries.get(pathOf(path))) : undefined),
    };
  },
};

beforeEach(() => {
  stored = new Map();
  server = async (path) => new Response(path === SHELL_PATH ? PAGE : `code of ${path}`);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', (request: string | Request) => server(pathOf(request)));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// Of the browser's event only what the worker reads.
const opening = (path: string, early?: Response) =>
  ({ request: new Request(`https://vidya.test${path}`), preloadResponse: Promise.resolve(early) }) as unknown as FetchEvent;

describe('the shell of the installed app', () => {
  // spec offline.15 | D Realtime and notifications | The shell opens offline; the page of the server goes first, and versions do not mix |
  //   src/client/sw/shell.ts
  it('is kept with the files it stands on, and given without a network', async () => {
    await keepShell();
    server = () => Promise.reject(new TypeError('fetch failed'));
    expect(await textOf(pageFor(opening('/student/bookings')))).toBe(PAGE);
    expect(await textOf(fileFor(new Request('https://vidya.test/assets/bookings.js')))).toBe('code of /assets/bookings.js');
  });

  // spec offline.19 | S15 1 | The sentences of a language are stored once a page has loaded them, and open without a network; those of others are not
  //   stored | src/client/sw/shell.ts, build/service-worker.ts
  it('keeps the sentences that a page has loaded, and no others', async () => {
    await keepShell();
    const ask = (name: string) => textOf(fileFor(new Request(`https://vidya.test/assets/${name}.js`)));
    expect(await ask('sinhala')).toBe('code of /assets/sinhala.js');
    expect(await ask('elsewhere')).toBe('code of /assets/elsewhere.js');
    server = () => Promise.reject(new TypeError('fetch failed'));
    expect(await ask('sinhala')).toBe('code of /assets/sinhala.js');
    await expect(ask('tamil')).rejects.toThrow('fetch failed');
    await expect(ask('elsewhere')).rejects.toThrow('fetch failed');
  });

  // spec offline.15
  it('is not kept while the server gives a page of another version', async () => {
    server = async () => new Response('<script src="/assets/newer.js"></script>');
    await expect(keepShell()).rejects.toThrow('the page is of another version');
  });

  // spec offline.15
  it('gives way to the page of the server, which the browser may have asked for already', async () => {
    await keepShell();
    server = async () => new Response('news');
    expect(await textOf(pageFor(opening('/')))).toBe('news');
    expect(await textOf(pageFor(opening('/', new Response('early'))))).toBe('early');
  });

  // spec offline.14 | S7 | A navigation reaches the server once, also through the worker: a link may be good for once, as the way back from Google is
  //   | src/client/sw.ts, src/client/sw/shell.ts
  it('lets the way back from Google be gone once, which the browser may have done already', async () => {
    const requests: string[] = [];
    server = async (path) => {
      requests.push(path);
      return new Response('asked by the worker');
    };
    expect(await textOf(fromServer(opening('/api/auth/google/callback', new Response('early'))))).toBe('early');
    expect(requests).toEqual([]);
    expect(await textOf(fromServer(opening('/api/auth/google/callback')))).toBe('asked by the worker');
  });

  // spec offline.15
  it('stands in for a server that is down', async () => {
    await keepShell();
    server = async () => new Response('Bad Gateway', { status: 502 });
    expect(await textOf(pageFor(opening('/')))).toBe(PAGE);
  });

  // spec offline.15
  it('stands in on a dead line after three seconds', async () => {
    await keepShell();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server = () => new Promise(() => {});
    const page = pageFor(opening('/'));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await textOf(page)).toBe(PAGE);
  });

  // spec offline.15
  it('of another version goes once this one takes over; the bookings last seen stay', async () => {
    stored.set('shell v1', new Map()).set('shell v2', new Map()).set('last-seen', new Map());
    await dropOldShells();
    expect([...stored.keys()]).toEqual(['shell v2', 'last-seen']);
  });
});
