import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { EVERYWHERE } from '#db/schema/listing.ts';
import { createSessions } from '#server/infra/credentials.ts';
import { useDatabase } from '#tests/support/database.ts';
import { aBlog, aBooking, aCategory, aReview, aStudent, aSubject, aTutor, HOUR, NOW, type Tutor } from '#tests/support/factories.ts';
import { type ProductionSite, runProduction, SITE } from '#tests/support/production-site.ts';

const database = useDatabase();
const UNKNOWN_ID = '0197d3c2-5f0e-7b6e-9a39-3c6b3d1f2a40';
const FOR_EVERYONE = 'public, s-maxage=30, stale-while-revalidate=300';
const MARKUP = '</script><img src=x onerror=alert(1)>';
/** More than one page of the search. */
const MANY = 30;

let site: ProductionSite;
let tutor: Tutor;
let hostile: Tutor;
let post: { id: string };
let hostilePost: { id: string };

beforeAll(async () => {
  const { db } = database;
  const category = await aCategory(db, { name: 'Languages' });
  const subject = await aSubject(db, { name: 'Sinhala', categoryId: category.id });
  tutor = await aTutor(db, { user: { name: 'Nimal Perera', phone: '0719876543', email: 'nimal.private@example.com' }, phone: '0719876544' });
  hostile = await aTutor(db, { user: { name: MARKUP }, bio: `Bio ${MARKUP}`, availableLocations: MARKUP, subjects: [{ subjectId: subject.id }] });
  await aReview(db, { booking: await aBooking(db, { tutor, status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) }) });
  const student = await aStudent(db, { name: `Student ${MARKUP}` });
  const booking = await aBooking(db, { tutor: hostile, student, status: 'completed', startTime: new Date(NOW.getTime() - 24 * HOUR) });
  await aReview(db, { booking, review: `Review ${MARKUP}` });
  post = await aBlog(db, { tutor, title: 'How to learn verbs' });
  hostilePost = await aBlog(db, { tutor: hostile, title: MARKUP, tags: ['</script><img src=x>'] });
  await aCategory(db, { name: 'Without subjects' });
  const other = await aSubject(db, { categoryId: (await aCategory(db, { name: 'Music' })).id });
  for (let index = 0; index < MANY; index += 1) await aTutor(db, { subjects: [{ subjectId: subject.id }] });
  await aTutor(db, { subjects: [{ subjectId: other.id }] });
  for (const name of ['Advanced Level & "more"', '2025', 'true'])
    await aTutor(db, { subjects: [{ subjectId: (await aSubject(db, { categoryId: (await aCategory(db, { name })).id })).id }] });
  await aTutor(db, { verificationStatus: 'rejected' });
  site = await runProduction(database.url);
}, 60_000);
afterAll(() => site.close());

const read = (path: string, headers: Record<string, string> = {}) => site.request({ path, headers });
const titleOf = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

describe('a public page', () => {
  // spec s10-pages.1 | S10 1 | The public pages arrive with their content: home, search, profile, posts, terms, privacy, login, registration |
  //   src/client/ssr/render-page.tsx
  test.each<[string, () => string, string]>([
    ['the home page', () => '/', 'find the tutor'],
    ['the search', () => '/tutors?category=all', 'Nimal Perera'],
    ['a search with words', () => '/tutors?q=Nimal', 'Nimal Perera'],
    ['a search that finds nobody', () => '/tutors?q=qzxqzx', 'No tutors found'],
    ['a profile', () => `/tutors/${tutor.id}`, 'Nimal Perera'],
    ['a profile by its name', () => `/tutors/${tutor.id}/nimal-perera`, 'Nimal Perera'],
    ['a profile by an earlier name', () => `/tutors/${tutor.id}/somebody`, 'Nimal Perera'],
    ['the posts', () => '/blogs', 'How to learn verbs'],
    ['a post', () => `/blogs/${post.id}`, 'Words to read.'],
    ['the terms', () => '/terms', 'Terms'],
    ['the privacy policy', () => '/privacy', 'Privacy'],
    ['the login', () => '/login', 'Forgot password'],
    ['the registration', () => '/register', 'Password'],
  ])('%s is rendered for everyone', async (_, path, text) => {
    const { status, headers, body } = await read(path());
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([200, FOR_EVERYONE, 'text/html; charset=utf-8']);
    expect(body.slice(body.indexOf('<div id="root">')).toLowerCase()).toContain(text.toLowerCase());
    expect(body).toMatch(/<h1[ >]/);
    expect(titleOf(body)).toBeTruthy();
  });

  // spec s10-pages.2 | S10 1 | An address without a page, tutor or post answers 404 | src/server/edge/pages.ts
  test.each<[string, string, string]>([
    ['a page', '/no/such/page', 'Page not found'],
    ['a tutor', `/tutors/${UNKNOWN_ID}`, 'Tutor Not Found'],
    ['a tutor with a name', `/tutors/${UNKNOWN_ID}/nimal`, 'Tutor Not Found'],
    ['a tutor whose id is none', '/tutors/none', 'Tutor Not Found'],
    ['a post', `/blogs/${UNKNOWN_ID}`, 'Blog not found'],
    ['a post whose id is none', '/blogs/none', 'Blog not found'],
  ])('that does not exist is 404 and says so: %s', async (_, path, text) => {
    const { status, headers, body } = await read(path);
    expect([status, headers['cache-control']]).toEqual([404, 'no-cache']);
    expect(body.slice(body.indexOf('<div id="root">'))).toContain(text);
    expect(body).toMatch(/<meta name="robots" content="noindex/);
  });

  test.each([
    ['/tutors/', '/tutors'],
    ['//evil.example/', '/evil.example'],
    ['/tutors?q=5', '/tutors?q=%225%22'],
  ])('at another spelling of its address leads to the one it has: %s', async (path, target) => {
    const { status, headers } = await read(path);
    expect([status, headers.location, headers['cache-control']]).toEqual([308, target, 'no-cache']);
  });

  // spec s10-pages.3 | S10 1 | Pages have an ETag, and caches may store them for 30 seconds | src/server/edge/pages.ts
  test('that has not changed is not sent again', async () => {
    const { headers } = await read('/terms');
    const again = await read('/terms', { 'If-None-Match': headers.etag ?? '' });
    expect([again.status, again.body, again.headers['cache-control'], again.headers.etag]).toEqual([304, '', FOR_EVERYONE, headers.etag]);
    expect((await read('/privacy', { 'If-None-Match': headers.etag ?? '' })).status).toBe(200);
  });

  // spec s10-pages.4 | S10 1 | Pages are rendered for nobody: no session is read | src/client/ssr/render-page.tsx
  test('is the same for everyone, whoever asks first', async () => {
    const withoutTimes = (html: string) => html.replace(/u:\d{13}/g, '').replace(/(renderedAt:\S*?=new Date)\("[^"]*"\)/, '$1');
    const another = await runProduction(database.url);
    try {
      const person = await createSessions(database.db).createSession(tutor.user.id, { isRemembered: true, origin: 'password', userAgent: '' });
      const headers = { Authorization: `Bearer ${person}`, Cookie: `token=${person}; __Host-device=${'d'.repeat(43)}` };
      for (const path of ['/', '/tutors', `/tutors/${tutor.id}`, `/blogs/${post.id}`, '/login']) {
        const own = await another.request({ path, headers });
        expect([path, own.headers['cache-control'], own.headers['set-cookie']]).toEqual([path, FOR_EVERYONE, undefined]);
        // Not byte by byte: a notification that drops what is cached, such as that of a start, may come between two requests.
        for (const { body } of [await read(path), await another.request({ path })]) expect(withoutTimes(body) === withoutTimes(own.body)).toBe(true);
      }
    } finally {
      await another.close();
    }
  });

  test('names no way to reach a tutor outside of Vidya', async () => {
    for (const path of ['/', '/tutors?category=all', `/tutors/${tutor.id}`, '/blogs', `/blogs/${post.id}`]) {
      const { body } = await read(path);
      expect(body).toContain('Nimal Perera');
      for (const secret of ['nimal.private', '0719876543', '719876543', '0719876544', '719876544']) expect(body).not.toContain(secret);
    }
  });
});

describe('what people have written', () => {
  const paths = () => [
    '/',
    '/tutors?category=Languages',
    `/tutors/${hostile.id}`,
    '/blogs',
    `/blogs/${hostilePost.id}`,
    `/tutors?q=${encodeURIComponent(MARKUP)}`,
  ];

  // spec s10-pages.5 | S10 1 | What people write stays text in the page and in the data that travels in it | src/client/ssr/render-page.tsx
  test('stays text in the page, in its head and in the data that travels in it', async () => {
    for (const path of paths()) {
      const { status, body } = await read(path);
      expect([path, status]).toEqual([path, 200]);
      expect(body).not.toContain('<img src=x');
      expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;');
      // What stands in a script ends there.
      expect(body.match(/<script/g)?.length).toBe(body.match(/<\/script>/g)?.length);
    }
  });

  // spec s10-pages.6 | S10 1 | Inline scripts run by their hash only | src/server/edge/page-document.ts
  test('runs nowhere: the policy allows the inline scripts of the page, and no others', async () => {
    for (const path of [...paths(), '/no/such/page', '/student/dashboard']) {
      const { headers, body } = await read(path);
      const scripts = [...body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
      const inline = scripts.filter(([, attributes = '']) => !/ src=| type="application\//.test(attributes));
      const hashes = inline.map(([, , source = '']) => `'sha256-${createHash('sha256').update(Buffer.from(source, 'latin1')).digest('base64')}'`);
      const allowed = /script-src ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1]?.split(' ');
      expect([path, allowed]).toEqual([path, ["'self'", ...hashes]]);
      expect(hashes.length).toBeGreaterThan(0);
    }
  });
});

describe('a crawler without JavaScript', () => {
  const idOf = (path: string) => /^\/tutors\/([0-9a-f-]{36})(?:\/|$|\?)/.exec(path)?.[1];
  const listTutors = async () => {
    const rows = await database.sql`select tutor_id as id from tutor_listings where scope = ${EVERYWHERE}`;
    return rows.map(({ id }) => String(id)).sort();
  };
  const toPath = (href: string) => {
    const { origin, pathname, search } = new URL(href.replaceAll('&amp;', '&'), SITE);
    return origin === SITE ? pathname + search : null;
  };

  // spec s10-pages.7 | S10 Done when | A crawler without JavaScript finds every listed tutor through links |
  //   src/client/features/tutor-search/search-results.tsx
  test('finds every listed tutor from the home page through links', async () => {
    const { body: robots } = await read('/robots.txt');
    const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, rule = '']) => new RegExp(`^${rule.replace(/[.?+]/g, '\\$&')}`));
    const found = new Set<string>();
    const paths = new Set(['/']);
    for (const path of paths) {
      const { status, body } = await read(path);
      expect([path, status]).toEqual([path, 200]);
      for (const [, href = ''] of body.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
        const linked = toPath(href);
        const id = linked && idOf(linked);
        if (id) found.add(id);
        else if (linked && !closed.some((rule) => rule.test(linked))) paths.add(linked);
      }
      expect(paths.size).toBeLessThan(200);
    }
    expect([...found].sort()).toEqual(await listTutors());
  }, 60_000);

  // spec s10-pages.8 | S10 2 | robots.txt names the sitemap, which has every listed tutor | src/server/edge/sitemap.ts
  test('finds every listed tutor in the sitemap that robots.txt names', async () => {
    const locations = async (path: string) => [...(await read(path)).body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => toPath(url) ?? '');
    const { body: robots } = await read('/robots.txt');
    const parts = await locations(toPath(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '') ?? '');
    const found = (await Promise.all(parts.map(locations))).flat();
    expect(found.flatMap((path) => idOf(path) ?? []).sort()).toEqual(await listTutors());
    for (const path of found.filter((each) => !idOf(each))) expect([path, (await read(path)).status]).toEqual([path, 200]);
  });

  // spec s10-pages.40 | S10 2 | The sitemap has the categories by the addresses that their pages name as their own |
  //   src/shared/domain/addresses.ts, src/server/edge/sitemap.ts, src/client/ssr/page-tags.ts
  test('finds each category under the address of its page', async () => {
    const { body } = await read('/sitemaps/pages.xml');
    const locations = [...body.matchAll(/<loc>([^<]*category=[^<]*)<\/loc>/g)].map(([, location = '']) => location);
    expect(locations).toContain(`${SITE}/tutors?category=%222025%22`);
    expect(locations).toContain(`${SITE}/tutors?category=Advanced+Level+%26+%22more%22`);
    for (const location of locations) {
      const { status, body: html } = await read(location.replace(SITE, ''));
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
      expect([status, canonical]).toEqual([200, location]);
    }
  });
});

describe('while the database is away', () => {
  const away = useDatabase();
  const setAway = async (isAway: boolean) => {
    const name = new URL(away.url).pathname.slice(1);
    const sql = postgres(inject('adminUrl'), { max: 1, onnotice: () => {} });
    await sql.unsafe(`alter database ${name} with allow_connections ${!isAway}`);
    if (isAway) await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await sql.end();
  };

  // spec s10-pages.9 | S10 1 | While the database is away a page says so, with 503 and when to come back | src/server/edge/pages.ts
  test('a page says so with 503 and when to come back, and is shown again afterwards', async () => {
    const ownSite = await runProduction(away.url);
    try {
      await setAway(true);
      for (const path of ['/', '/tutors', `/tutors/${UNKNOWN_ID}`, '/blogs']) {
        const { status, headers, body } = await ownSite.request({ path });
        expect([path, status, headers['cache-control'], headers['retry-after']]).toEqual([path, 503, 'no-store', '30']);
        expect(body).toContain('<h1>We will be back in a moment</h1>');
      }
      await setAway(false);
      await expect.poll(async () => (await ownSite.request({ path: '/' })).status, { timeout: 10_000 }).toBe(200);
    } finally {
      await setAway(false);
      await ownSite.close();
    }
  });
});
