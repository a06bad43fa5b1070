import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { refreshListing } from '#db/listing.ts';
import { blogs } from '#db/schema/engagement.ts';
import { users } from '#db/schema/people.ts';
import { tutorProfiles } from '#db/schema/tutors.ts';
import { createSitemapRoutes } from '#server/edge/sitemap.ts';
import { contextAs } from '#tests/support/callers.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aCategory, aSubject, aTutor, HOUR, NOW, type Tutor } from '#tests/support/factories.ts';
import { NOT_FOUND, SITE, useRest } from './app.ts';

const database = useDatabase();
const rest = useRest(database);

const at = (hours: number) => ({ createdAt: new Date(NOW.getTime() + hours * HOUR), updatedAt: new Date(NOW.getTime() + hours * HOUR) });
let listed: Tutor[];
let posts: { id: string }[];

async function setAccount(tutor: Tutor, change: Partial<typeof users.$inferInsert>): Promise<void> {
  await database.db.update(users).set(change).where(eq(users.id, tutor.user.id));
  await refreshListing(database.db, [tutor.id]);
}

beforeAll(async () => {
  const { db } = database;
  const arts = await aCategory(db, { name: 'Arts & "Crafts" <new>' });
  const past = await aCategory(db, { name: 'A category of the past', isActive: false });
  await aCategory(db, { name: 'A category without tutors' });
  const [subject, pastSubject] = [await aSubject(db, { categoryId: arts.id }), await aSubject(db, { categoryId: past.id })];
  listed = [
    await aTutor(db, { user: { name: 'Nimal Perera' }, subjects: [{ subjectId: subject.id }, { subjectId: pastSubject.id }], ...at(1) }),
    await aTutor(db, { user: { name: 'නිමල් පෙරේරා' }, ...at(2) }),
    await aTutor(db, { user: { name: '<script>"&\'' }, ...at(3) }),
  ];
  const suspended = await aTutor(db, at(4));
  const rejected = await aTutor(db, { ...at(5), verificationStatus: 'rejected' });
  await aTutor(db, { ...at(6), subjects: [] });
  await aTutor(db, { ...at(7), subjects: [{ slots: [] }] });
  const [author] = listed;
  posts = [await aBlog(db, { tutor: author, ...at(1) }), await aBlog(db, { tutor: author, ...at(2) }), await aBlog(db, { tutor: author, ...at(3) })];
  await aBlog(db, { tutor: author, status: 'draft', ...at(4) });
  await aBlog(db, { tutor: suspended, ...at(5) });
  await aBlog(db, { tutor: rejected, ...at(6) });
  const removed = await aBlog(db, { tutor: author, ...at(7) });
  await db.delete(blogs).where(eq(blogs.id, removed.id));
  await setAccount(suspended, { status: 'suspended' });
}, 60_000);

const inTwos = () => createSitemapRoutes({ config: { publicUrl: SITE }, contextOf: () => contextAs(database, null) }, 2);

async function read(
  path: string,
  site: { request: (path: string) => Response | Promise<Response> } = { request: (to) => rest.fetch(new Request(SITE + to)) },
) {
  const response = await site.request(path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const entries = (xml: string, tag: string) => [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text);
const addresses = async (path: string, site?: Parameters<typeof read>[1]) => entries((await read(path, site)).text, 'loc');

describe('/sitemap.xml', () => {
  test('names a file of pages, and as many of tutors and posts as they need', async () => {
    const { status, headers, text } = await read('/sitemap.xml');
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/xml; charset=utf-8',
      'public, max-age=3600',
    ]);
    expect(entries(text, 'loc').slice(0, 3)).toEqual(['pages', 'tutors-1', 'posts-1'].map((name) => `${SITE}/sitemaps/${name}.xml`));
    expect((await addresses('/sitemap.xml', inTwos())).slice(0, 6)).toEqual(
      ['pages', 'tutors-1', 'tutors-2', 'posts-1', 'posts-2', 'posts-3'].map((name) => `${SITE}/sitemaps/${name}.xml`),
    );
  });

  // spec s15-addresses.4 | S15 2 | The sitemap has the pages in each language, in files of their own | src/server/edge/sitemap.ts
  test('names the same files in each language', async () => {
    const names = ['pages', 'tutors-1', 'posts-1'];
    const paths = ['', '/si', '/ta'].flatMap((prefix) => names.map((name) => `/sitemaps${prefix}/${name}.xml`));
    expect(await addresses('/sitemap.xml')).toEqual(paths.map((path) => SITE + path));
    expect((await addresses('/sitemaps/si/pages.xml')).slice(0, 3)).toEqual([`${SITE}/si`, `${SITE}/si/tutors`, `${SITE}/si/blogs`]);
    for (const name of ['tutors-1', 'posts-1']) {
      const english = await addresses(`/sitemaps/${name}.xml`);
      expect(await addresses(`/sitemaps/ta/${name}.xml`)).toEqual(english.map((url) => url?.replace(SITE, `${SITE}/ta`)));
    }
  });
});

describe('/sitemaps/pages.xml', () => {
  // spec s10-pages.41 | S10 2 | The sitemap has the active categories in which tutors are listed: pages of the others are not to be indexed |
  //   src/server/features/sitemap/sitemap.queries.ts
  test('has the public pages, and the search in each active category with tutors', async () => {
    const found = await addresses('/sitemaps/pages.xml');
    expect(found.slice(0, 5)).toEqual(['/', '/tutors', '/blogs', '/terms', '/privacy'].map((path) => SITE + path));
    expect(found).toContain(`${SITE}/tutors?category=Arts+%26+%22Crafts%22+%3Cnew%3E`);
    expect(found.filter((url) => url?.includes('A+category'))).toEqual([]);
  });
});

describe('/sitemaps/tutors-{n}.xml', () => {
  test('has each listed tutor once, and when the profile was changed; nobody who is suspended, rejected or cannot be booked', async () => {
    const { text } = await read('/sitemaps/tutors-1.xml');
    const slugs = ['nimal-perera', encodeURIComponent('නිමල්-පෙරේරා'), 'script'];
    expect(entries(text, 'loc')).toEqual(listed.map(({ id }, index) => `${SITE}/tutors/${id}/${slugs[index]}`));
    expect(entries(text, 'lastmod')).toEqual(listed.map(({ profile }) => profile.updatedAt.toISOString()));
    expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n<url>/);
  });

  test('in parts, they are all there once, the newest in the last part', async () => {
    const parts = [await addresses('/sitemaps/tutors-1.xml', inTwos()), await addresses('/sitemaps/tutors-2.xml', inTwos())];
    expect(parts.map((part) => part.length)).toEqual([2, 1]);
    expect(parts.flat()).toEqual(await addresses('/sitemaps/tutors-1.xml'));
  });

  test('a tutor who is rejected is gone from it', async () => {
    const tutor = await aTutor(database.db, at(8));
    expect(await addresses('/sitemaps/tutors-1.xml')).toHaveLength(4);
    await database.db.update(tutorProfiles).set({ verificationStatus: 'rejected' }).where(eq(tutorProfiles.id, tutor.id));
    await refreshListing(database.db, [tutor.id]);
    expect(await addresses('/sitemaps/tutors-1.xml')).toHaveLength(3);
  });

  test.each([
    'tutors-2',
    'tutors-0',
    'tutors-',
    'tutors-99999',
    'tutors-100000',
    'posts-2',
    'people-1',
    'en/tutors-1',
    'fr/tutors-1',
    'si/tutors-2',
    'pages-1',
  ])('%s is not found', async (name) => {
    const { status, text } = await read(`/sitemaps/${name}.xml`);
    expect([status, JSON.parse(text)]).toEqual([404, NOT_FOUND]);
  });
});

describe('/sitemaps/posts-{n}.xml', () => {
  test('has the published posts of public authors, and no draft, removed or hidden one', async () => {
    expect(await addresses('/sitemaps/posts-1.xml')).toEqual(posts.map(({ id }) => `${SITE}/blogs/${id}`));
    const parts = await Promise.all([1, 2, 3].map((part) => addresses(`/sitemaps/posts-${part}.xml`, inTwos())));
    expect(parts.map((part) => part.length)).toEqual([2, 1, 0]);
  });
});

test('a long file is compressed for whoever takes that', async () => {
  const response = await rest.fetch(new Request(`${SITE}/sitemaps/tutors-1.xml`, { headers: { 'Accept-Encoding': 'gzip, br' } }));
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual(['gzip', expect.stringContaining('Accept-Encoding')]);
  expect(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()).toBe((await read('/sitemaps/tutors-1.xml')).text);
});

describe('/robots.txt', () => {
  test('names the sitemap, and closes the areas of accounts but no public page', async () => {
    const { status, headers, text } = await read('/robots.txt');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(text).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`);
    const rules = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = '']) => new RegExp(`^${rule.replace(/[.?+]/g, '\\$&')}`));
    const isClosed = (path: string) => rules.some((rule) => rule.test(path));
    const closed = [
      '/admin',
      '/student/dashboard',
      '/tutor',
      '/tutor/profile',
      '/account',
      '/messages',
      '/bookings/1',
      '/notifications',
      '/login',
      '/api/x',
      '/si/account',
      '/ta/student/dashboard',
    ];
    const open = [
      '/',
      '/si',
      '/ta/tutors',
      '/tutors',
      '/tutors/1/a',
      '/tutors?category=Arts',
      '/blogs',
      '/blogs/1',
      '/terms',
      '/privacy',
      '/files/photos/a.webp',
      '/previews/tutors/1/2.png',
      '/assets/a.js',
      '/sitemap.xml',
    ];
    expect(closed.filter((path) => !isClosed(path))).toEqual([]);
    expect(open.filter(isClosed)).toEqual([]);
  });
});
