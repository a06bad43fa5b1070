import { html } from 'hono/html';
import { DEFAULT_LOCALE } from '#shared/vocabulary/locales.ts';

type Html = ReturnType<typeof html>;

export function createPlainHeaders({ formAction = "'none'" }: { formAction?: "'none'" | "'self'" } = {}) {
  return {
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
}

const STYLE = html`<style>
  :root { color-scheme: light dark; }
  body { margin: 0 auto; padding: 1rem; max-width: 48rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  h1 { font-size: 1.5rem; line-height: 1.3; }
</style>`;

export function renderPlainPage(title: string, content: Html, language: string = DEFAULT_LOCALE): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>${title}</title>
        ${STYLE}
      </head>
      <body><main>${content}</main></body>
    </html>`;
}
