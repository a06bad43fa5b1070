import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { packed } from '#server/compression.ts';
import { createLoadCache, type LoadCache } from '#server/core/load-cache.ts';
import type { LoggedRequest } from '#server/core/logged-request.ts';
import { localeOf, withoutLocale } from '#shared/domain/locale-paths.ts';
import type { Texts } from '#shared/domain/texts.ts';
import { ERRORS } from '#shared/errors.ts';
import { type PageConfig, withPageConfig } from '#shared/page-config.ts';
import { PAGES } from '#shared/vocabulary/limits.ts';
import { LOCALES, type Locale } from '#shared/vocabulary/locales.ts';
import { SHELL_PATH } from '#shared/vocabulary/offline.ts';
import { loggedRequestOf, nameRoute } from './callers.ts';
import { createDeadlines } from './deadlines.ts';
import {
  contentSecurityPolicy,
  createAssetsOf,
  createCatalogueFilesOf,
  fillDocument,
  fillUnavailable,
  type Manifest,
  type PageAssets,
  type PageContent,
  type RenderedRoutes,
  withLanguage,
  withPreloads,
} from './page-document.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const ONE_HOUR = 'public, max-age=3600';
const REVALIDATE = 'no-cache';
const FOR_EVERYONE = `public, s-maxage=${PAGES.freshSeconds}, stale-while-revalidate=${PAGES.staleSeconds}`;
const ERROR_CODE = 'request.unknown_path';
/** The route under which the log and the metrics count all files of the build. */
export const FILE_ROUTE = '(file)';
const MANIFEST = '/manifest.webmanifest';
const WORKER = '/sw.js';
/** Pages whose URLs may contain a token or an email address, so that they are neither cached nor sent as referrer. */
const SECRET_PATHS = ['/auth/callback', '/login', '/register', '/verify-email', '/reset-password'];
/** A page and a REST call have this path, so caches must distinguish the two. */
const PATH_OF_CALL_TOO = '/notifications';

/** `browser`: the browser renders the page. */
type Rendering =
  | ({ kind: 'page'; status: 200 | 404; routeIds: readonly string[]; catalogues: readonly string[] } & PageContent)
  | { kind: 'redirect'; to: string }
  | { kind: 'browser'; catalogues: readonly string[] }
  | { kind: 'unavailable' };

export type Pages = {
  /** The document of the build with the configuration, without a page. */
  documentFor: (href: string) => Promise<string>;
  assetsOf: (page: RenderedRoutes) => PageAssets;
  catalogueFilesOf: (locale: Locale, catalogues: readonly string[]) => readonly string[];
  textsIn: (locale: Locale) => Promise<Texts>;
  render: (href: string, request: LoggedRequest | null) => Promise<Rendering>;
  /** The route pattern of a path, for the log. */
  routeOf: (path: string) => string;
  onRead: (isFromCache: boolean) => void;
  /** False for a client over its limit: then a page that is not cached is left to the browser to render. */
  mayRender: (c: Context) => boolean;
  isDatabaseAlive: () => boolean;
  onError: (error: unknown, request: LoggedRequest | null) => void;
  /** False in development: no caching, and no CSP, which would block Vite's inline scripts. */
  isBuilt: boolean;
};

type Document = { bytes: ReturnType<typeof packed>; etag: string; policy: string };
type Answer = { status: 200 | 404 | 503; cacheControl: string; document: Document } | { redirect: string };

export type PageRoutes = { app: Hono; cache: LoadCache<Answer> };

/** Serves pages that the server renders, and for all others the empty document, which the browser fills. */
export function createPages({
  documentFor,
  assetsOf,
  catalogueFilesOf,
  textsIn,
  render,
  routeOf,
  onRead,
  mayRender,
  isDatabaseAlive,
  onError,
  isBuilt,
}: Pages): PageRoutes {
  const cache = createLoadCache<Answer>({
    now: () => performance.now(),
    ttlMs: isBuilt ? PAGES.freshSeconds * 1000 : 0,
    maxEntries: PAGES.cached,
    maxLoads: PAGES.renderings,
    isStored: (answer) => 'document' in answer && answer.cacheControl === FOR_EVERYONE,
  });

  const documentIn = async (href: string) => {
    const locale = localeOf(href);
    const [document, t] = await Promise.all([documentFor(href), textsIn(locale)]);
    return withLanguage(document, locale, t);
  };
  const unavailableIn = async (href: string) => fillUnavailable(await documentIn(href), await textsIn(localeOf(href)));

  async function load(href: string, request: LoggedRequest | null): Promise<Answer> {
    const locale = localeOf(href);
    const [document, rendering] = await Promise.all([documentIn(href), render(href, request)]);
    if (rendering.kind === 'redirect') return { redirect: rendering.to };
    if (rendering.kind === 'page') {
      const { modules, styles } = assetsOf(rendering);
      const html = fillDocument(document, rendering, { modules: [...modules, ...catalogueFilesOf(locale, rendering.catalogues)], styles });
      return { status: rendering.status, cacheControl: rendering.status === 200 ? FOR_EVERYONE : REVALIDATE, document: createDocument(html) };
    }
    if (rendering.kind === 'unavailable') return { status: 503, cacheControl: 'no-store', document: toDocument(await unavailableIn(href)) };
    return { status: 200, cacheControl: REVALIDATE, document: toDocument(withPreloads(document, catalogueFilesOf(locale, rendering.catalogues))) };
  }

  async function answerFor(c: Context): Promise<Answer> {
    // A path that begins with two slashes would be a URL of another site.
    const href = c.req.url.slice(new URL(c.req.url).origin.length).replace(/^\/+/, '/');
    const browserRenders = async (): Promise<Answer> => ({ status: 200, cacheControl: REVALIDATE, document: toDocument(await documentIn(href)) });
    let isFromCache = true;
    const loading = cache.get(href, () => {
      isFromCache = false;
      return mayRender(c) ? load(href, loggedRequestOf(c)) : browserRenders();
    });
    onRead(isFromCache);
    return loading === null
      ? browserRenders()
      : loading.catch((error: unknown) => {
          onError(error, loggedRequestOf(c));
          return browserRenders();
        });
  }

  const respond = async (c: Context, answer: Answer) => {
    if ('redirect' in answer) return c.body(null, 308, { Location: answer.redirect, 'Cache-Control': REVALIDATE });
    const { status, cacheControl, document } = answer;
    const isCallToo = c.req.path === PATH_OF_CALL_TOO;
    const isSecret = isSecretPath(c.req.path) && cacheControl !== FOR_EVERYONE;
    const headers = {
      'Cache-Control': isCallToo || isSecret ? 'no-store' : cacheControl,
      Vary: isCallToo ? 'Accept-Encoding, Accept, Authorization' : 'Accept-Encoding',
      ETag: document.etag,
      ...(isBuilt && { 'Content-Security-Policy': document.policy }),
      ...(status === 503 && { 'Retry-After': '30' }),
    };
    if (status === 200 && c.req.header('If-None-Match') === document.etag) return c.body(null, 304, headers);
    const { bytes, encoding } = document.bytes(c.req.header('Accept-Encoding'));
    return c.body(bytes, status, { ...headers, 'Content-Type': 'text/html; charset=utf-8', ...encoding });
  };

  const app = new Hono();
  app.use('*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    if (isSecretPath(c.req.path)) c.header('Referrer-Policy', 'no-referrer');
  });
  app.get(SHELL_PATH, async (c) => respond(c, { status: 200, cacheControl: REVALIDATE, document: toDocument(await documentFor(SHELL_PATH)) }));
  app.use(
    '*',
    createDeadlines({
      isDatabaseAlive,
      lateResponse: async (c) => respond(c, { status: 503, cacheControl: 'no-store', document: toDocument(await unavailableIn(c.req.path)) }),
    }),
  );
  app.get('*', async (c) => {
    nameRoute(c, routeOf(c.req.path));
    return respond(c, await answerFor(c));
  });
  app.all('*', respondUnknown);
  return { app, cache };
}

/** The files of the build, and the manifest under the name of the site. */
export function createFiles({ root, config }: { root: string; config: PageConfig }): Hono {
  const files = listFiles(root);
  const manifest = files.has(MANIFEST) ? setAppName(readFileSync(join(root, MANIFEST), 'utf8'), config) : null;
  const serveFile = serveStatic({ root, precompressed: true });
  const app = new Hono();

  app.use('*', async (c, next) => {
    await next();
    if (files.has(c.req.path))
      for (const [name, value] of Object.entries({ ...HEADERS, 'Content-Security-Policy': FILE_POLICY })) c.header(name, value);
  });
  app.get(MANIFEST, (c, next) =>
    manifest === null ? next() : c.body(manifest, 200, { 'Cache-Control': REVALIDATE, 'Content-Type': 'application/manifest+json' }),
  );
  app.use('*', async (c, next) => {
    if (!files.has(c.req.path)) return next();
    nameRoute(c, FILE_ROUTE);
    c.header('Cache-Control', getCacheControl(c.req.path));
    const answer = await serveFile(c, next);
    // serveStatic sets this header for compressed files only.
    if (answer) c.res.headers.set('Vary', 'Accept-Encoding');
    return answer;
  });
  // Not cached: during a rollout the next request may reach a server that has the file.
  app.get('/assets/*', respondUnknown);
  return app;
}

/** The document and the assets of a build. */
export function readBuild({ root, config }: { root: string; config: PageConfig }): Pick<Pages, 'documentFor' | 'assetsOf' | 'catalogueFilesOf'> {
  if (!existsSync(join(root, 'index.html'))) throw new Error(`${root} holds no built client: run npm run build first`);
  const document = withPageConfig(readFileSync(join(root, 'index.html'), 'utf8'), config);
  const manifest: Manifest = JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8'));
  return {
    documentFor: async () => document,
    assetsOf: createAssetsOf(manifest, (file) => readFileSync(join(root, file), 'utf8')),
    catalogueFilesOf: createCatalogueFilesOf(manifest),
  };
}

const respondUnknown = (c: Context) =>
  c.json({ success: false, message: ERRORS[ERROR_CODE].message, code: ERROR_CODE }, 404, { 'Cache-Control': 'no-store' });

function isSecretPath(path: string): boolean {
  return SECRET_PATHS.includes(withoutLocale(path).replace(/\/+$/, ''));
}

function getCacheControl(path: string): string {
  if (path === WORKER) return REVALIDATE;
  return path.startsWith('/assets/') ? IMMUTABLE : ONE_HOUR;
}

function setAppName(manifest: string, { appName }: PageConfig): string {
  const original: object = JSON.parse(manifest);
  return JSON.stringify({ ...original, name: appName, short_name: appName });
}

function listFiles(root: string): ReadonlySet<string> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll(sep, '/'));
  return new Set(paths.filter((path) => path !== '/index.html' && !path.startsWith('/.') && !/\.(br|gz)$/.test(path)));
}

const documents = new Map<string, Document>();

/** Stored once for each language, because it is the same for all pages that the browser renders. */
function toDocument(html: string): Document {
  const document = documents.get(html) ?? createDocument(html);
  if (documents.size >= LOCALES.length && !documents.has(html)) documents.clear();
  documents.set(html, document);
  return document;
}

function createDocument(html: string): Document {
  const bytes = new TextEncoder().encode(html);
  return {
    bytes: packed(bytes),
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`,
    policy: contentSecurityPolicy(html),
  };
}

const FILE_POLICY = contentSecurityPolicy('');

const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};
