/** `changed`: of a request, when its page has last changed something, in milliseconds of the device. */
export const LAST_SEEN = { cache: 'last-seen', header: 'x-last-seen', now: 'now', changed: 'x-changed-at' } as const;

/** The document without a rendered page; the browser renders into it. */
export const SHELL_PATH = '/app-shell';

export const FORGET = 'forget';

export const NOT_PAGES: readonly string[] = [
  '/files',
  '/socket.io',
  '/calendar',
  '/export',
  '/archive',
  '/unsubscribe',
  '/.well-known',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemaps',
  '/previews',
  '/dev/outbox',
  '/healthz',
  '/readyz',
  '/metrics',
];
