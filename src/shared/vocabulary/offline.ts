/** The cache of the service worker; `now` is the server's time. */
export const LAST_SEEN = { cache: 'last-seen', header: 'x-last-seen', now: 'now' } as const;

export const FORGET = 'forget';

/** Paths that are not pages although a browser may navigate to them. */
export const NOT_PAGES: readonly string[] = [
  '/files',
  '/socket.io',
  '/calendar',
  '/export',
  '/unsubscribe',
  '/.well-known',
  '/dev/outbox',
  '/healthz',
  '/readyz',
  '/metrics',
];
