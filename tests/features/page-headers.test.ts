import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageConfig, readConfig } from '#server/config.ts';
import { createPages } from '#server/edge/pages.ts';

const root = mkdtempSync(join(tmpdir(), 'vidya-pages-'));
let pages: ReturnType<typeof createPages>;

beforeAll(() => {
  writeFileSync(join(root, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  pages = createPages({ root, config: pageConfig(readConfig({}, 'test')) });
});
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ['/auth/callback?token=secret&user=%7B%7D', 'no-referrer'],
  ['/register?isGoogleAuth=true&token=secret', 'no-referrer'],
  ['/login?error=x', 'no-referrer'],
  ['/', 'strict-origin-when-cross-origin'],
  ['/tutors?search=maths', 'strict-origin-when-cross-origin'],
])('%s tells whoever is linked to: %s', async (path, policy) => {
  const response = await pages.request(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('referrer-policy')).toBe(policy);
});
