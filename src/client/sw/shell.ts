import { within } from './patience.ts';
import type { FetchEvent } from './scope.ts';

/** Filled in by the build: the files that pages with bookings stand on, and a name that changes with any of them. */
declare const SHELL: { version: string; files: readonly string[] };

const { version, files } = SHELL;
const PREFIX = 'shell ';
const CACHE = `${PREFIX}${version}`;
const PAGE = '/';
/** So long a line may stay dead before the kept page is shown. */
const PATIENCE_MS = 3000;

/** All or nothing: a page that names files of another version, as while one is being put up, is not kept. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  const named = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  if (!page.ok || named.some((path) => !files.includes(path))) throw new Error('the page is of another version');
  await cache.addAll([...files]);
  await cache.put(PAGE, page);
}

/** No tab uses them any more: a worker takes over once those of its predecessor are closed. */
export async function dropOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

/** What the browser has asked for already is not asked for again: a link may be good for once. */
export const fromServer = async ({ request, preloadResponse }: FetchEvent): Promise<Response> => (await preloadResponse) ?? fetch(request);

/** The page that the server has now; the kept one where the line is dead or the server is down. */
export async function pageFor(event: FetchEvent): Promise<Response> {
  const kept = await keptFile(PAGE);
  const fresh = fromServer(event);
  if (!kept) return fresh;
  return within(
    PATIENCE_MS,
    fresh.then(
      (page) => (page.status >= 500 ? kept : page),
      () => kept,
    ),
    kept,
  );
}

export async function fileFor(request: Request): Promise<Response> {
  return (await keptFile(request.url)) ?? fetch(request);
}

async function keptFile(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(path, { ignoreVary: true });
}
