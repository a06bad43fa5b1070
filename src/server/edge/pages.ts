import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { packed } from '#server/compression.ts';
import { ERRORS } from '#shared/errors.ts';
import { type PageConfig, withPageConfig } from '#shared/page-config.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const ONE_HOUR = 'public, max-age=3600';
const REVALIDATE = 'no-cache';
const ERROR_CODE = 'request.unknown_path';
const MANIFEST = '/manifest.webmanifest';
const WORKER = '/sw.js';
/** Their URLs may contain a token or an email address, so they are neither cached nor sent as referrer. */
const SECRET_PATHS = ['/auth/callback', '/login', '/register', '/verify-email', '/reset-password'];
/** Also the path of a REST call, so caches must tell the two apart. */
const PATH_OF_CALL_TOO = '/notifications';

export function createPages({ root, config }: { root: string; config: PageConfig }): Hono {
  if (!existsSync(join(root, 'index.html'))) throw new Error(`${root} holds no built client: run npm run build first`);
  const files = listFiles(root);
  const page = createPage(withPageConfig(readFileSync(join(root, 'index.html'), 'utf8'), config));
  const manifest = files.has(MANIFEST) ? setAppName(readFileSync(join(root, MANIFEST), 'utf8'), config) : null;
  const serveFile = serveStatic({ root, precompressed: true });
  const pages = new Hono();

  pages.use('*', async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(page.headers)) c.header(name, value);
    if (isSecretPath(c.req.path)) c.header('Referrer-Policy', 'no-referrer');
  });
  pages.get(MANIFEST, (c, next) =>
    manifest === null ? next() : c.body(manifest, 200, { 'Cache-Control': REVALIDATE, 'Content-Type': 'application/manifest+json' }),
  );
  pages.use('*', async (c, next) => {
    if (!files.has(c.req.path)) return next();
    c.header('Cache-Control', getCacheControl(c.req.path));
    const answer = await serveFile(c, next);
    // serveStatic sets it for compressed files only.
    if (answer) c.res.headers.set('Vary', 'Accept-Encoding');
    return answer;
  });
  pages.get('*', (c) => {
    if (c.req.path.startsWith('/assets/')) return c.notFound();
    const { bytes, encoding } = page.bodyFor(c.req.header('Accept-Encoding'));
    const isCallToo = c.req.path === PATH_OF_CALL_TOO;
    const headers = {
      'Cache-Control': isCallToo || isSecretPath(c.req.path) ? 'no-store' : REVALIDATE,
      Vary: isCallToo ? 'Accept-Encoding, Accept, Authorization' : 'Accept-Encoding',
      ETag: page.etag,
    };
    if (c.req.header('If-None-Match') === page.etag) return c.body(null, 304, headers);
    return c.body(bytes, 200, { ...headers, 'Content-Type': 'text/html; charset=utf-8', ...encoding });
  });
  // During a rollout the next request may find the file.
  pages.notFound((c) => c.json({ success: false, message: ERRORS[ERROR_CODE].message, code: ERROR_CODE }, 404, { 'Cache-Control': 'no-store' }));
  return pages;
}

function isSecretPath(path: string): boolean {
  return SECRET_PATHS.includes(path.replace(/\/+$/, ''));
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

function createPage(html: string) {
  const bytes = new TextEncoder().encode(html);
  return {
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`,
    headers: createHeaders(html),
    bodyFor: packed(bytes),
  };
}

/** Inline scripts are allowed by hash; Mantine sets inline styles. */
function createHeaders(html: string): Record<string, string> {
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
