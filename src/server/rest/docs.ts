import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { type Context, Hono } from 'hono';
import { packed } from '#server/packed.ts';
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
  Vary: 'Accept-Encoding',
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
};

/** The OpenAPI document of these routes, and a reference for people that needs no internet. */
export function docsFor(rest: OpenAPIHono<RestEnv>, appName: string): Hono {
  const docs = new Hono();
  const written = (text: string) => packed(new TextEncoder().encode(text));
  const serve = (path: string, type: string, make: () => Promise<Body>) => {
    let made: Body | undefined;
    docs.get(path, async (c) => {
      made ??= await make();
      return answered(c, type, made);
    });
  };

  serve('/openapi.json', 'application/json; charset=utf-8', async () => written(JSON.stringify(documentOf(rest, appName))));
  serve('/docs', 'text/html; charset=utf-8', async () => written(page(escaped(`${appName} API`))));
  serve('/docs/start.js', 'text/javascript; charset=utf-8', async () => written(START));
  serve('/docs/looks.css', 'text/css; charset=utf-8', async () => written(LOOKS));
  for (const [name, type] of Object.entries(FILES)) {
    serve(`/docs/${name}`, type, async () => packed(new Uint8Array(await readFile(resolve(`swagger-ui-dist/${name}`)))));
  }
  return docs;
}

type Body = ReturnType<typeof packed>;

function answered(c: Context, type: string, body: Body): Response {
  const { bytes, encoding } = body(c.req.header('Accept-Encoding'));
  return c.body(bytes, 200, { ...HEADERS, 'Content-Type': type, ...encoding });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
