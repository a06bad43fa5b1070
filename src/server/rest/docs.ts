import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { Hono } from 'hono';
import type { RestEnv } from './support.ts';

const { resolve } = createRequire(import.meta.url);

/** What the reference is drawn with; all of it is served from here. */
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null });\n`;

const page = (title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="icon" href="/api/docs/favicon-32x32.png">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const HEADERS = {
  'Cache-Control': 'public, max-age=3600',
  'Content-Security-Policy': "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'",
  'X-Content-Type-Options': 'nosniff',
};

/** The OpenAPI document of these routes, and a reference for people that needs no internet. */
export function docsFor(rest: OpenAPIHono<RestEnv>, appName: string): Hono {
  const docs = new Hono();
  const title = `${appName} API`;
  let written: string | undefined;

  docs.get('/openapi.json', (c) => {
    written ??= JSON.stringify(documentOf(rest, title));
    return c.body(written, 200, { ...HEADERS, 'Content-Type': 'application/json; charset=utf-8' });
  });
  docs.get('/docs', (c) => c.body(page(escaped(title)), 200, { ...HEADERS, 'Content-Type': 'text/html; charset=utf-8' }));
  docs.get('/docs/start.js', (c) => c.body(START, 200, { ...HEADERS, 'Content-Type': 'text/javascript; charset=utf-8' }));
  for (const [name, type] of Object.entries(FILES)) {
    docs.get(`/docs/${name}`, async (c) => {
      const bytes = await readFile(resolve(`swagger-ui-dist/${name}`));
      return c.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': type });
    });
  }
  return docs;
}

function documentOf(rest: OpenAPIHono<RestEnv>, title: string) {
  rest.openAPIRegistry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' });
  return rest.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description: 'Send the token of a login as `Authorization: Bearer <token>`. Every refusal bears a sentence for people and a code for programs.',
    },
    servers: [{ url: '/' }],
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
