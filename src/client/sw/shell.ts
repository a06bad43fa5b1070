import { SHELL_PATH } from '#shared/vocabulary/offline.ts';
import type { FetchEvent } from './scope.ts';
import { withTimeout } from './timeout.ts';

/** Filled in by the build. */
declare const SHELL: { version: string; files: readonly string[]; filesOnUse: readonly string[] };

const { version, files, filesOnUse } = SHELL;
const PREFIX = 'shell ';
const CACHE = `${PREFIX}${version}`;
const PAGE = SHELL_PATH;
const TIMEOUT_MS = 3000;

/** Fails as a whole for a page of another version, as during a deployment. */
export async function storeShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(PAGE, { cache: 'no-cache' });
  const paths = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  if (!page.ok || paths.some((path) => !files.includes(path))) throw new Error('the page is of another version');
  await cache.addAll([...files]);
  await cache.put(PAGE, page);
}

/** A worker takes over once the tabs of its predecessor are closed, so none uses them. */
export async function removeOldShells(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

/** A preloaded response is used, not requested again: a link may work only once. */
export const fetchFromServer = async ({ request, preloadResponse }: FetchEvent): Promise<Response> => (await preloadResponse) ?? fetch(request);

export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const stored = await readStored(PAGE);
  const fresh = fetchFromServer(event);
  if (!stored) return fresh;
  return withTimeout(
    TIMEOUT_MS,
    fresh.then(
      (page) => (page.status >= 500 ? stored : page),
      () => stored,
    ),
    stored,
  );
}

/** The sentences of a language are stored once a page has loaded them: most people read one. */
export async function respondWithFile(request: Request): Promise<Response> {
  const stored = await readStored(request.url);
  if (stored) return stored;
  const file = await fetch(request);
  const { pathname } = new URL(request.url);
  if (file.ok && filesOnUse.includes(pathname)) await store(pathname, file.clone());
  return file;
}

/** A full disk is no reason to keep the file from the page. */
async function store(path: string, file: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(path, file).catch(() => undefined);
}

async function readStored(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(path, { ignoreVary: true });
}
