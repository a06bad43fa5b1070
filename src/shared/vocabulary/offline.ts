/** What the service worker keeps for a time without a network, and how it says from when an answer is: `now` is one of the server's. */
export const LAST_SEEN = { cache: 'last-seen', header: 'x-last-seen', now: 'now' } as const;

/** What a page tells the worker when its session is over. */
export const FORGET = 'forget';

/** What is no page, although a browser may be sent there: files, downloads, and what other programs read. */
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
