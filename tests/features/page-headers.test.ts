import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#locales/texts.ts';
import { pageConfig, readConfig } from '#server/config.ts';
import { createFiles, createPages, type Pages, readBuild } from '#server/edge/pages.ts';
import { sentencesIn } from '#tests/e2e/support/catalogue.ts';

const root = mkdtempSync(join(tmpdir(), 'vidya-pages-'));
let pages: Hono;
let mayRender = true;

/** The home page and the search are rendered here, the other pages in the browser. */
const render: Pages['render'] = async (href) => {
  if (href.endsWith('/away')) return { kind: 'unavailable' };
  return /^\/(tutors|$)/.test(href)
    ? { kind: 'page', status: 200, head: '<title>Vidya</title>', body: '<h1>Tutors</h1>', scripts: [], routeIds: [], catalogues: [] }
    : { kind: 'browser', catalogues: [] };
};

beforeAll(() => {
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><html lang="en"><head></head><body><div id="root"><noscript>This page needs JavaScript.</noscript></div></body></html>',
  );
  mkdirSync(join(root, '.vite'));
  writeFileSync(join(root, '.vite/manifest.json'), '{}');
  writeFileSync(join(root, 'sw.js'), '// the worker');
  writeFileSync(join(root, 'manifest.webmanifest'), '{"name":"Vidya","short_name":"Vidya","start_url":"/"}');
  const build = { root, config: pageConfig(readConfig({ APP_NAME: 'Guru "Online"' }, 'test'), new Date()) };
  const { app } = createPages({
    ...readBuild(build),
    textsIn: loadTexts,
    render,
    routeOf: () => '/',
    onRead: () => {},
    mayRender: () => mayRender,
    isDatabaseAlive: () => true,
    onError: (error) => expect.fail(String(error)),
    isBuilt: true,
  });
  pages = new Hono().route('/', createFiles(build)).route('/', app);
});
afterAll(() => rmSync(root, { recursive: true }));

// spec callback.5 | D Accounts | Responses to addresses that may hold a token carry Referrer-Policy: no-referrer | src/server/edge/pages.ts
// spec s8-browser.5 | S8 F | No cache stores a page whose address may hold a token or an email address | src/server/edge/pages.ts
test.each([
  ['/auth/callback?token=secret&user=%7B%7D', 'no-referrer', 'no-store'],
  ['/register?isGoogleAuth=true&token=secret', 'no-referrer', 'no-store'],
  ['/login?error=x', 'no-referrer', 'no-store'],
  ['/reset-password?email=kasun%40example.com', 'no-referrer', 'no-store'],
  ['/verify-email?token=secret', 'no-referrer', 'no-store'],
  ['/si/verify-email?token=secret', 'no-referrer', 'no-store'],
  ['/ta/auth/callback?token=secret&user=%7B%7D', 'no-referrer', 'no-store'],
  ['/', 'strict-origin-when-cross-origin', 'public, s-maxage=30, stale-while-revalidate=300'],
  ['/tutors?search=maths', 'strict-origin-when-cross-origin', 'public, s-maxage=30, stale-while-revalidate=300'],
  ['/student/dashboard', 'strict-origin-when-cross-origin', 'no-cache'],
])('%s tells whoever is linked to: %s, and caches: %s', async (path, policy, caching) => {
  const response = await pages.request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('referrer-policy')).toBe(policy);
  expect(response.headers.get('cache-control')).toBe(caching);
});

test('a client that asks for too much gets what is in no cache as the browser renders it, and the rest as before', async () => {
  await pages.request('/tutors?page=stored');
  mayRender = false;
  const [stored, other] = [await pages.request('/tutors?page=stored'), await pages.request('/tutors?page=other')];
  mayRender = true;
  expect([await stored.text(), await other.text()]).toEqual([expect.stringContaining('<h1>Tutors'), expect.not.stringContaining('<h1>Tutors')]);
  expect([stored.status, other.status, other.headers.get('cache-control')]).toEqual([200, 200, 'no-cache']);
  // Nothing of the refusal is stored.
  expect(await (await pages.request('/tutors?page=other')).text()).toContain('<h1>Tutors');
});

// spec offline.13 | S6 | An app that can be installed, under the name of the site | src/server/edge/pages.ts
test('the installed app has the name of the site, and a browser asks whether there is another', async () => {
  const response = await pages.request('/manifest.webmanifest');
  expect(await response.json()).toEqual({ name: 'Guru "Online"', short_name: 'Guru "Online"', start_url: '/' });
  expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual(['application/manifest+json', 'no-cache']);
});

// spec offline.13
test('a browser always asks whether there is another service worker', async () => {
  const response = await pages.request('/sw.js');
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(response.headers.get('content-type')).toContain('javascript');
});

// spec s15-pages.1 | S15 3 | What a page says before its code has come, or while the database is away, is in the language of its address |
//   src/server/edge/page-document.ts
test.each(['en', 'si', 'ta'])('in %s a page says that it needs JavaScript, and that it cannot be shown', async (locale) => {
  const textIn = locale === 'en' ? (english: string) => english : sentencesIn(locale);
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const [inBrowser, away] = [await pages.request(`${prefix}/student/dashboard`), await pages.request(`${prefix}/away`)];
  expect(await inBrowser.text()).toContain(`<noscript>${textIn('This page needs JavaScript.')}</noscript>`);
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '30']);
  const html = await away.text();
  expect(html).toMatch(new RegExp(`<html[^>]* lang="${locale}"`));
  for (const sentence of ['We will be back in a moment', 'This page cannot be shown right now. Please try again in a minute.'])
    expect(html).toContain(textIn(sentence));
});
