import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { aStudent } from '#tests/support/factories.ts';
import { createHttpBrowser } from '#tests/support/http-browser.ts';
import { follow, freePort } from '#tests/support/server.ts';

const database = useDatabase();

// spec google.9 | D Accounts, S2 | Issuer and endpoints are configurable; a real OpenID provider serves tests and DEV_OPENID |
//   src/server/dev-openid.ts
test('DEV_OPENID=1 npm run dev signs in with a provider of its own, which says nothing and ends with it', async () => {
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'vidya-openid-'));
  await aStudent(database.db);
  const env = { ...process.env, PORT: String(port), DATA_DIR: data, DATABASE_URL: database.url, DEV_OPENID: '1', NODE_ENV: '', VITEST: '' };
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/dev.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  const { isReady, hasExited } = follow(child, output, 'is at http://localhost');
  try {
    await isReady;
    const site = `http://localhost:${port}`;
    const browser = createHttpBrowser();
    const choice = await browser.follow(`${site}/api/auth/google`, 'nowhere');
    const chosen = await browser.send(choice, { person: 'newcomer' });
    const callbackUrl = await browser.follow(`${chosen.headers.get('location')}`, site);
    const arrived = new URL(`${(await browser.send(callbackUrl)).headers.get('location')}`, site);
    expect([arrived.pathname, arrived.searchParams.get('email')]).toEqual(['/register', 'newcomer@vidya.test']);
    const picture = await fetch(new URL('/pictures/newcomer.png', choice));
    expect([picture.headers.get('content-type'), (await picture.arrayBuffer()).byteLength > 500]).toEqual(['image/png', true]);
    expect((await fetch(`${site}${arrived.pathname}`, { headers: { accept: 'text/html' } })).headers.get('referrer-policy')).toBe('no-referrer');

    child.kill('SIGTERM');
    expect(await hasExited).toBe(0);
    await expect(fetch(choice)).rejects.toThrow();
    expect(output.join('')).not.toMatch(/oidc-provider|NOTICE|WARNING/);
  } finally {
    child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});
