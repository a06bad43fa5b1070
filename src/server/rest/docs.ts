import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { Hono } from 'hono';
import { documentOf } from './document.ts';
import { LOOKS, page, START } from './reference-page.ts';
import type { RestEnv } from './support.ts';

const { resolve } = createRequire(import.meta.url);

/** What the reference is drawn with; all of it is served from here. */
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
};

/** The OpenAPI document of these routes, and a reference for people that needs no internet. */
export function docsFor(rest: OpenAPIHono<RestEnv>, appName: string): Hono {
  const docs = new Hono();
  const served = (type: string) => ({ ...HEADERS, 'Content-Type': `${type}; charset=utf-8` });
  let written: string | undefined;

  docs.get('/openapi.json', (c) => {
    written ??= JSON.stringify(documentOf(rest, appName));
    return c.body(written, 200, served('application/json'));
  });
  docs.get('/docs', (c) => c.body(page(escaped(`${appName} API`)), 200, served('text/html')));
  docs.get('/docs/start.js', (c) => c.body(START, 200, served('text/javascript')));
  docs.get('/docs/looks.css', (c) => c.body(LOOKS, 200, served('text/css')));
  for (const [name, type] of Object.entries(FILES)) {
    docs.get(`/docs/${name}`, async (c) => {
      const bytes = await readFile(resolve(`swagger-ui-dist/${name}`));
      return c.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': type });
    });
  }
  return docs;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
