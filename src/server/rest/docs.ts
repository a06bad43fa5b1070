import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { type Context, Hono } from 'hono';
import { packed } from '#server/compression.ts';
import type { RestEnv } from './calls.ts';
import { documentOf } from './document.ts';

const { resolve } = createRequire(import.meta.url);

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

export function docsFor(rest: OpenAPIHono<RestEnv>, appName: string): Hono {
  const docs = new Hono();
  const toBody = (text: string) => packed(new TextEncoder().encode(text));
  const serve = (path: string, type: string, load: () => Promise<Body>) => {
    let body: Body | undefined;
    docs.get(path, async (c) => {
      body ??= await load();
      return answer(c, type, body);
    });
  };

  serve('/openapi.json', 'application/json; charset=utf-8', async () => toBody(JSON.stringify(documentOf(rest, appName))));
  serve('/docs', 'text/html; charset=utf-8', async () => toBody(page(escapeHtml(`${appName} API`))));
  serve('/docs/start.js', 'text/javascript; charset=utf-8', async () => toBody(START_SCRIPT));
  serve('/docs/looks.css', 'text/css; charset=utf-8', async () => toBody(STYLES));
  for (const [name, type] of Object.entries(FILES)) {
    serve(`/docs/${name}`, type, async () => packed(new Uint8Array(await readFile(resolve(`swagger-ui-dist/${name}`)))));
  }
  return docs;
}

type Body = ReturnType<typeof packed>;

function answer(c: Context, type: string, body: Body): Response {
  const { bytes, encoding } = body(c.req.header('Accept-Encoding'));
  return c.body(bytes, 200, { ...HEADERS, 'Content-Type': type, ...encoding });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const DOCUMENT_URL = '/api/openapi.json';

/**
 * Tokens are not stored. The example of an optional parameter is moved to its description: filled in, all filters at once
 * would find nothing.
 */
const START_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

const withoutExample = ({ example, ...parameter }) =>
  parameter.required || example === undefined
    ? { ...parameter, example }
    : { ...parameter, description: parameter.description + ' (for example ' + example + ')' };

function start(spec) {
  for (const methods of Object.values(spec.paths)) {
    for (const operation of Object.values(methods)) operation.parameters = operation.parameters?.map(withoutExample);
  }
  SwaggerUIBundle({
    spec,
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    tryItOutEnabled: true,
    persistAuthorization: false,
    displayRequestDuration: true,
    validatorUrl: null,
  });
}

fetch('${DOCUMENT_URL}')
  .then((answer) => answer.json())
  .then(start, () => {
    document.querySelector('#reference').textContent = 'The document could not be loaded. Please reload the page.';
  });
`;

const STYLES = `body { margin: 0; font-family: system-ui, sans-serif; background: #fff; color: #1f2328; }
html.dark-mode body { background: #1c2022; color: #e4e6e6; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: baseline; max-width: 1420px; margin: 0 auto; padding: 1rem 20px 0; box-sizing: border-box; }
header a { color: #1f5fbf; }
html.dark-mode header a { color: #8ab4f8; }
header code { overflow-wrap: anywhere; }
.swagger-ui .markdown table { display: block; overflow-x: auto; }
.swagger-ui .markdown pre { overflow-x: auto; }
.swagger-ui .info { margin: 20px 0; }
.swagger-ui .scheme-container { margin: 0 0 20px; padding: 15px 0; }
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method { background: #1f5fbf; }
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method { background: #1a7f4b; }
html:not(.dark-mode) .swagger-ui .opblock-put .opblock-summary-method { background: #8f5500; }
html:not(.dark-mode) .swagger-ui .opblock-patch .opblock-summary-method { background: #0d7065; }
html:not(.dark-mode) .swagger-ui .opblock-delete .opblock-summary-method { background: #b42318; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1a7f4b; color: #1a7f4b; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1a7f4b; }
html:not(.dark-mode) .swagger-ui .btn.execute { border-color: #1f5fbf; background: #1f5fbf; }
html:not(.dark-mode) .swagger-ui .btn.cancel { border-color: #b42318; color: #b42318; }
html:not(.dark-mode) .swagger-ui .info .title small { background: #5c6270; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #4d6b00; }
html.dark-mode .swagger-ui .opblock .opblock-section-header .btn.try-out__btn.cancel { border-color: #ff9a9a; color: #ff9a9a; }
.swagger-ui table.headers td.header-col, .swagger-ui .opblock table.headers .header-example { color: inherit; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  header { padding: 1rem 12px 0; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; overflow-wrap: anywhere; }
  .swagger-ui .opblock .opblock-summary-path-description-wrapper { flex-wrap: wrap; gap: 0 10px; min-width: 0; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; font-size: 20px; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; padding: 4px 0 0; }
  .swagger-ui .info .title { font-size: 26px; overflow-wrap: anywhere; }
  .swagger-ui .info li, .swagger-ui .info p, .swagger-ui .info code { overflow-wrap: anywhere; }
  .swagger-ui .info table code { overflow-wrap: normal; }
  .swagger-ui table.parameters, .swagger-ui table.parameters > tbody, .swagger-ui table.parameters > tbody > tr, .swagger-ui table.parameters > tbody > tr > td { display: block; width: auto; }
  .swagger-ui table.parameters > thead { display: none; }
  .swagger-ui .parameters-col_description input[type=text], .swagger-ui .parameters-col_description select { max-width: 100%; width: 100%; }
  .swagger-ui .responses-table .response-col_status { width: 48px; min-width: 0; padding-right: 8px; }
  .swagger-ui .response-col_links { display: none; }
  .swagger-ui .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui .opblock-section-header .try-out { display: flex; flex-wrap: wrap; gap: 8px; padding: 4px 0; }
  .swagger-ui .opblock-section-header .try-out__btn { margin: 0; min-width: 0; }
  .swagger-ui .responses-inner, .swagger-ui .opblock-section-header { padding: 8px; }
  .swagger-ui .dialog-ux .modal-ux { min-width: 0; width: calc(100vw - 24px); }
  .swagger-ui .auth-container input[type=password], .swagger-ui .auth-container input[type=text] { min-width: 0; width: 100%; }
}
`;

const page = (title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="stylesheet" href="/api/docs/looks.css">
    <link rel="icon" href="/api/docs/favicon-32x32.png">
  </head>
  <body>
    <header>
      <a href="/">Back to the site</a>
      <a href="/account#api-keys">Your API keys</a>
      <a href="${DOCUMENT_URL}">OpenAPI document</a>
    </header>
    <div id="reference"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
