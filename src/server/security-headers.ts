import type { Config } from './config.ts';
import { entranceOf, pathOf } from './request-routing.ts';

type RequestHead = Readonly<{
  method?: string | undefined;
  url?: string | undefined;
  headers: Readonly<{ accept?: string; authorization?: string }>;
}>;
type Site = Pick<Config, 'mode' | 'publicUrl'>;

/** A year, as preload lists and OWASP ASVS 3.4.1 require. */
const HSTS = 'max-age=31536000; includeSubDomains';
/** An API response that is opened as a page must not run scripts or be framed. */
const NO_DOCUMENT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Other clients show photos, and link previews show images of the site. */
const EMBEDDABLE = /^\/((files|previews)\/|(apple-touch-icon|favicon|icon|social-preview)[\w-]*\.(png|svg)$)/;

export function securityHeaders({ method = 'GET', url, headers }: RequestHead, { mode, publicUrl }: Site): Record<string, string> {
  const path = pathOf(url);
  const isPage = entranceOf(method, path, headers) === 'page';
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': isEmbeddable(path) ? 'cross-origin' : 'same-origin',
    ...(isPage ? {} : { 'Cache-Control': 'no-store', 'Content-Security-Policy': NO_DOCUMENT, 'Referrer-Policy': 'no-referrer' }),
    // Not in development, where another server may use the same host later.
    ...(mode !== 'development' && publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': HSTS } : {}),
  };
}

/** Compared without normalisation: `/files/../x` is another path. */
const isEmbeddable = (path: string): boolean => EMBEDDABLE.test(path) && !/\.\.|%2e/i.test(path);

export const headersOfRefusals = (site: Site): Record<string, string> => securityHeaders({ url: '/api', headers: {} }, site);
