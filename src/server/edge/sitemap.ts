import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { type Caller, createCaller } from '#server/api/router.ts';
import type { Client, Ctx, Session } from '#server/core/context.ts';
import { SITEMAP_LIMIT } from '#shared/contracts/sitemap.ts';
import { postPath, tutorPath, withSearch } from '#shared/domain/addresses.ts';
import { withLocale } from '#shared/domain/locale-paths.ts';
import { escapeXml } from '#shared/domain/xml.ts';
import { DomainError } from '#shared/errors.ts';
import { DEFAULT_LOCALE, type Locale, OFFERED_LOCALES } from '#shared/vocabulary/locales.ts';
import { toErrorAnswer } from './error-answer.ts';

type Services = { config: { publicUrl: string }; contextOf: (session: Session, client: Client) => Ctx };
type Env = { Variables: { client: Client } };
type Address = { path: string; updatedAt?: Date };

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const PART = /^\/sitemaps\/(?:([a-z]{2})\/)?(pages|tutors|posts)(?:-([1-9]\d{0,4}))?\.xml$/;
const PAGES = ['/', '/tutors', '/blogs', '/terms', '/privacy'];
const CACHED = { 'Cache-Control': 'public, max-age=3600' };

/** Pages that need a session or a token. `/tutor` alone would also exclude the public profiles under `/tutors`. */
const PRIVATE = [
  ...['/account', '/admin', '/bookings/', '/messages', '/notifications', '/student', '/tutor$', '/tutor/'],
  ...['/auth/', '/forgot-password', '/login', '/register', '/reset-password', '/verify-email'],
  ...['/api/', '/trpc', '/socket.io', '/calendar/', '/export', '/unsubscribe'],
];

export function createSitemapRoutes({ config: { publicUrl }, contextOf }: Services, partSize: number = SITEMAP_LIMIT): Hono<Env> {
  const site = new Hono<Env>();

  // Not `packed`, which would block the event loop for a quarter of a second per 50,000 URLs; this compresses in a thread.
  for (const path of ['/sitemap.xml', '/sitemaps/*']) site.use(path, compress());

  function serve(path: string, toXml: (caller: Caller, path: string) => Promise<string>): void {
    site.get(path, async (c) => {
      try {
        const xml = await toXml(createCaller(contextOf({ state: 'none' }, c.var.client)), c.req.path);
        return c.body(xml, 200, { ...CACHED, 'Content-Type': 'application/xml; charset=utf-8' });
      } catch (error) {
        return toErrorAnswer(error);
      }
    });
  }

  const renderUrls = (addresses: readonly Address[], locale: Locale) =>
    renderList(
      'urlset',
      'url',
      addresses,
      ({ path, updatedAt }) => `${renderLocation(withLocale(path, locale))}${updatedAt ? renderLastModified(updatedAt) : ''}`,
    );
  const renderLocation = (path: string) => `<loc>${escapeXml(publicUrl + path)}</loc>`;

  serve('/sitemap.xml', async (caller) => {
    const { tutors, posts } = await caller.sitemap.counts();
    const names = ['pages', ...listParts('tutors', tutors, partSize), ...listParts('posts', posts, partSize)];
    const paths = OFFERED_LOCALES.flatMap((locale) => names.map((name) => `/sitemaps${withLocale(`/${name}.xml`, locale)}`));
    return renderList('sitemapindex', 'sitemap', paths, renderLocation);
  });

  async function listPages(caller: Caller): Promise<Address[]> {
    const categories = await caller.sitemap.categories();
    return [...PAGES, ...categories.map((category) => withSearch('/tutors', { category }))].map((path) => ({ path }));
  }

  serve('/sitemaps/*', async (caller, path) => {
    const [, prefix, kind, part] = PART.exec(path) ?? [];
    const locale = OFFERED_LOCALES.find((offered) => offered === (prefix ?? DEFAULT_LOCALE));
    const input = { part: Number(part), partSize };
    const isNamed = kind === 'pages' ? part === undefined : kind !== undefined && input.part <= SITEMAP_LIMIT;
    if (!isNamed || locale === undefined || prefix === DEFAULT_LOCALE) throw new DomainError('request.unknown_path');
    if (kind === 'pages') return renderUrls(await listPages(caller), locale);
    if (kind === 'tutors')
      return renderUrls(
        (await caller.sitemap.tutors(input)).map((tutor) => ({ ...tutor, path: tutorPath(tutor) })),
        locale,
      );
    return renderUrls(
      (await caller.sitemap.posts(input)).map((post) => ({ ...post, path: postPath(post) })),
      locale,
    );
  });

  site.get('/robots.txt', (c) => {
    const rules = OFFERED_LOCALES.flatMap((locale) => PRIVATE.map((path) => `Disallow: ${withLocale(path, locale)}\n`)).join('');
    return c.text(`User-agent: *\n${rules}\nSitemap: ${publicUrl}/sitemap.xml\n`, 200, CACHED);
  });

  return site;
}

const listParts = (kind: 'tutors' | 'posts', count: number, size: number): string[] =>
  Array.from({ length: Math.ceil(count / size) }, (_, index) => `${kind}-${index + 1}`);

const renderLastModified = (at: Date) => `<lastmod>${at.toISOString()}</lastmod>`;

function renderList<T>(list: string, entry: string, items: readonly T[], render: (item: T) => string): string {
  const entries = items.map((item) => `<${entry}>${render(item)}</${entry}>\n`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="${XMLNS}">\n${entries}</${list}>\n`;
}
