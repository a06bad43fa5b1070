import type { Config } from './config.ts';
import { entranceOf, pathOf } from './entrances.ts';

type Asked = Readonly<{ method?: string | undefined; url?: string | undefined; headers: Readonly<{ accept?: string; authorization?: string }> }>;
type Site = Pick<Config, 'mode' | 'publicUrl'>;

/** A year, as the preload list of browsers and OWASP ASVS 3.4.1 ask for. */
const HSTS = 'max-age=31536000; includeSubDomains';
/** An answer of the API that is opened as a page shows and runs nothing, and stands in no frame. */
const NO_DOCUMENT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Shown by the pages of others: clients in CORS_ORIGINS and apps with an address of their own show photos; previews of links show the picture of the site. */
const EMBEDDABLE = /^\/(files\/|(apple-touch-icon|favicon|icon|social-preview)[\w-]*\.(png|svg)$)/;

/**
 * What every answer carries, whoever gives it and whatever it says; an answer may say the same names itself, more closely.
 * So no cache stores what an entrance says nothing about: refusals of libraries, and of Node.
 */
export function securityHeaders({ method = 'GET', url, headers }: Asked, { mode, publicUrl }: Site): Record<string, string> {
  const path = pathOf(url);
  const isPage = entranceOf(method, path, headers) === 'page';
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': isEmbeddable(path) ? 'cross-origin' : 'same-origin',
    ...(isPage ? {} : { 'Cache-Control': 'no-store', 'Content-Security-Policy': NO_DOCUMENT, 'Referrer-Policy': 'no-referrer' }),
    // Browsers ignore it on http, and in development another server may stand at the same name tomorrow.
    ...(mode !== 'development' && publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': HSTS } : {}),
  };
}

/** As it is written: a path that only leads to another place says nothing about that place. */
const isEmbeddable = (path: string): boolean => EMBEDDABLE.test(path) && !/\.\.|%2e/i.test(path);

/** Of an answer to what could not be read as a request. */
export const headersOfRefusals = (site: Site): Record<string, string> => securityHeaders({ url: '/api', headers: {} }, site);
