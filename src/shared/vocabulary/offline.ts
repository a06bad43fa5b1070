export const LAST_SEEN = { cache: 'last-seen', header: 'x-last-seen', now: 'now' } as const;

export const FORGET = 'forget';

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
