import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Schemas } from '@vidya/api-client';
import { expect, test } from 'vitest';
import { introduction } from '#server/rest/introduction.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'packages/api-client');
const jsonIn = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

// spec s7.19 | S7 | A typed client made from the document, published from this repository, used by the contract tests | packages/api-client/index.js
test('the package bears the version of the document', () => {
  expect(jsonIn(join(FOLDER, 'package.json')).version).toBe(jsonIn(join(ROOT, 'openapi/v1.json')).info.version);
});

// spec s7.19
test('what is published is the client, its types and what it says of itself', () => {
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--offline'], { cwd: FOLDER, encoding: 'utf8' }));
  const files = packed.files.map(({ path }: { path: string }) => path);
  expect(files.sort()).toEqual(['README.md', 'index.d.ts', 'index.js', 'package.json', 'schema.d.ts']);
});

// spec s7.19
test('it sends the token that is found for each call, and tells an answer from a refusal', async () => {
  const tokens = ['one', undefined];
  const sent: (string | null)[] = [];
  const vidya = createClient({
    baseUrl: 'https://vidya.example',
    token: async () => tokens.shift(),
    fetch: async (request) => {
      sent.push(request.headers.get('authorization'));
      expect(request.url).toBe('https://vidya.example/api/auth/me');
      if (sent.length === 1) return Response.json({ user: { name: 'Kasun Jayasuriya' } });
      return Response.json({ success: false, message: 'Authentication required', code: 'auth.required' }, { status: 401 });
    },
  });

  const { data } = await vidya.GET('/api/auth/me');
  const user: Schemas['User'] | undefined = data?.user;
  expect(user?.name).toBe('Kasun Jayasuriya');
  const { error, response } = await vidya.GET('/api/auth/me');
  expect([response.status, error?.code, sent]).toEqual([401, 'auth.required', ['Bearer one', null]]);
});

// spec webhooks.8
test('what the introduction says of a signature is what verifies one', async () => {
  const [, sample = ''] = /```js\n([\s\S]*?)```/.exec(introduction('Vidya')) ?? [];
  const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(sample)}`);
  const [secret, body, now] = ['whsec_of_nobody', '{"id":"1"}', `${Math.floor(Date.now() / 1000)}`];
  const headersAt = (timestamp: string, signed = body) => ({
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${signed}`).digest('hex')}`,
  });
  expect(isGenuine(secret, headersAt(now), body)).toBe(true);
  expect(isGenuine(secret, headersAt(now, '{"id":"2"}'), body)).toBe(false);
  expect(isGenuine('another', headersAt(now), body)).toBe(false);
  expect(isGenuine(secret, headersAt('1700000000'), body)).toBe(false);
  expect(isGenuine(secret, { 'x-webhook-timestamp': now }, body)).toBe(false);
});
