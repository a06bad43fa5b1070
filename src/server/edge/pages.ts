import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { packed } from '#server/packed.ts';
import { ERRORS } from '#shared/errors.ts';
import { type PageConfig, withPageConfig } from '#shared/page-config.ts';

const HASHED = 'public, max-age=31536000, immutable';
const UNHASHED = 'public, max-age=3600';
const ALWAYS_ASK = 'no-cache';
const UNKNOWN = 'request.unknown_path';
const MANIFEST = '/manifest.webmanifest';
/** It knows which version is the latest. */
const WORKER = '/sw.js';
/** Their addresses may hold a token, or say whose code is asked for: they go to no other site, and a cache, which is found by addresses, has none of them. */
const SECRET_ADDRESSES = ['/auth/callback', '/login', '/register', '/verify-email', '/reset-password'];
/** The path of a call, too: no cache may give the one for the other. */
const ALSO_A_CALL = '/notifications';

/** The built client: its files as they are, and for every other path that is read index.html, where the client's router takes over. */
export function createPages({ root, config }: { root: string; config: PageConfig }): Hono {
  if (!existsSync(join(root, 'index.html'))) throw new Error(`${root} holds no built client: run npm run build first`);
  const files = filesIn(root);
  const page = pageOf(withPageConfig(readFileSync(join(root, 'index.html'), 'utf8'), config));
  const manifest = files.has(MANIFEST) ? withName(readFileSync(join(root, MANIFEST), 'utf8'), config) : null;
  const serveFile = serveStatic({ root, precompressed: true });
  const pages = new Hono();

  pages.use('*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(page.headers)) c.header(name, value);
    if (isSecretAddress(c.req.path)) c.header('Referrer-Policy', 'no-referrer');
  });
  pages.get(MANIFEST, (c, next) =>
    manifest === null ? next() : c.body(manifest, 200, { 'Cache-Control': ALWAYS_ASK, 'Content-Type': 'application/manifest+json' }),
  );
  pages.use('*', async (c, next) => {
    if (!files.has(c.req.path)) return next();
    c.header('Cache-Control', cachingOf(c.req.path));
    const answer = await serveFile(c, next);
    // Packed or not: serveStatic says so of packed ones only, and a cache would give the other to everybody.
    if (answer) c.res.headers.set('Vary', 'Accept-Encoding');
    return answer;
  });
  pages.get('*', (c) => {
    if (c.req.path.startsWith('/assets/')) return c.notFound();
    const { bytes, encoding } = page.bodyFor(c.req.header('Accept-Encoding'));
    const isAlsoCall = c.req.path === ALSO_A_CALL;
    const headers = {
      'Cache-Control': isAlsoCall || isSecretAddress(c.req.path) ? 'no-store' : ALWAYS_ASK,
      Vary: isAlsoCall ? 'Accept-Encoding, Accept, Authorization' : 'Accept-Encoding',
      ETag: page.etag,
    };
    if (c.req.header('If-None-Match') === page.etag) return c.body(null, 304, headers);
    return c.body(bytes, 200, { ...headers, 'Content-Type': 'text/html; charset=utf-8', ...encoding });
  });
  // While a new version is rolled out, a file may be there with the next request.
  pages.notFound((c) => c.json({ success: false, message: ERRORS[UNKNOWN].message, code: UNKNOWN }, 404, { 'Cache-Control': 'no-store' }));
  return pages;
}

/** The client's router takes them with a slash at their end as well. */
function isSecretAddress(path: string): boolean {
  return SECRET_ADDRESSES.includes(path.replace(/\/+$/, ''));
}

function cachingOf(path: string): string {
  if (path === WORKER) return ALWAYS_ASK;
  return path.startsWith('/assets/') ? HASHED : UNHASHED;
}

/** What the installed app is called. */
function withName(manifest: string, { appName }: PageConfig): string {
  const given: object = JSON.parse(manifest);
  return JSON.stringify({ ...given, name: appName, short_name: appName });
}

/** The paths of all files but index.html, what is only ever served in the place of another, and what the build keeps for itself. */
function filesIn(root: string): ReadonlySet<string> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll(sep, '/'));
  return new Set(paths.filter((path) => path !== '/index.html' && !path.startsWith('/.') && !/\.(br|gz)$/.test(path)));
}

function pageOf(html: string) {
  const bytes = new TextEncoder().encode(html);
  return {
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`,
    headers: headersFor(html),
    bodyFor: packed(bytes),
  };
}

/** Scripts run from our own files and where their hash says that they are ours; Mantine sets styles on elements. */
function headersFor(html: string): Record<string, string> {
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
  const policy = [
    "default-src 'self'",
    ["script-src 'self'", ...inline].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
}
