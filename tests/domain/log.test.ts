import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#server/infra/log.ts';

let written = '';
const to = {
  write(line: string) {
    written += line;
  },
};

beforeEach(() => {
  written = '';
});

const log = () => createLog({ level: 'info', to });

describe('the log', () => {
  it('hides passwords, tokens and whatever else opens a door, at any depth', () => {
    log().info(
      { input: { email: 'a@b.lk', password: 'hunter22', deeper: [{ sessionToken: 'abc123' }] }, headers: { authorization: 'Bearer abc123' } },
      'tried',
    );
    expect(written).toContain('a@b.lk');
    expect(written).not.toMatch(/hunter22|abc123/);
  });

  it('hides secrets in addresses and headers written as text', () => {
    log().warn({ url: 'postgres://vidya:hunter22@db/vidya', header: 'Bearer abc123' }, 'lost');
    expect(written).toContain('postgres://vidya:***@db/vidya');
    expect(written).not.toMatch(/hunter22|abc123/);
  });

  // spec keys.15 | S7 | No line of the log holds a key | src/server/infra/log.ts
  it('hides an API key anywhere', () => {
    const key = `vk_${'aB-_'.repeat(10)}xyz`;
    log().warn({ path: `/api/tutors?key=${key}`, made: { key, name: 'My program' } }, 'made');
    log().error(new Error(`${key} is no session`));
    expect(written).toContain('My program');
    expect(written).not.toContain(key.slice(3));
  });

  it('hides it and the secret of a webhook in the sentence itself, and in what fills its gaps', () => {
    const [key, secret] = [`vk_${'aB-_'.repeat(10)}xyz`, `whsec_${'cD-_'.repeat(10)}xyz`];
    log().info(`made ${key}`);
    log().info({}, `made ${key}`);
    log().warn({ made: true }, 'made %s, then %j', key, { secret, message: `it is ${secret}` });
    log().error({ err: new Error(`${key} and ${secret}`) });
    log().error(new Error('lost'), `made ${secret}`);
    expect(written.split('\n').filter(Boolean)).toHaveLength(5);
    expect(written).not.toContain(key.slice(3));
    expect(written).not.toContain(secret.slice(6));
    expect(written).toContain('made vk_***, then');
  });

  it('drops what a statement was called with, from the error, its cause and the message', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
      code: '23505',
      constraint_name: 'users_email',
      detail: 'Key (email)=(kamal@example.lk) already exists.',
      parameters: ['kamal@example.lk'],
    });
    const error = new Error('Failed query: insert into users values ($1)\nparams: kamal@example.lk,hash', { cause });
    log().error(error);
    log().error({ err: error }, 'unexpected');
    expect(written).toContain('Failed query: insert into users values ($1)');
    expect(written).toContain('23505');
    expect(written).toContain('users_email');
    expect(written).not.toContain('kamal@example.lk');
  });

  // spec s8-development.17 | S8 H | Logs hold no secret parameter of an address, and that of the embedded database no row | src/server/infra/log.ts,
  //   src/server/infra/embedded-postgres/launch.ts
  it.each([
    'https://vidya.example/reset-password?link=abc123-secret&email=x',
    '/files/document/a.jpg?expires=1&signature=abc123-secret',
    '/auth/callback?token=abc123-secret&user=1',
    '/api/auth/google/callback?state=abc123-secret',
    '/api/auth/google/callback?code=abc123-secret',
    '/auth/confirmed#proof=abc123-secret',
  ])('hides what an address opens the door with: %s', (address) => {
    log().warn({ url: address, err: new Error(`could not fetch ${address}`) }, `asked for ${address}`);
    expect(written).not.toContain('abc123-secret');
    expect(written).toContain(address.split('=', 1)[0]);
  });

  // spec s14-http.9 | S14 5 | A stack in the log names places in the sources, and no process holds their maps before an error |
  //   src/server/infra/stack-frames.ts
  it('names the places of a stack in the sources', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vidya-frames-'));
    const file = join(folder, 'dist/server/main.js');
    mkdirSync(dirname(file), { recursive: true });
    // The first column of the second line of main.js is the fifth column of the eleventh line of its source.
    const map = { version: 3, sources: ['../../src/server/core/trpc.ts'], names: [], mappings: ';AAUI' };
    writeFileSync(`${file}.map`, JSON.stringify(map));
    const error = new Error('lost');
    error.stack = `Error: lost\n    at run (${pathToFileURL(file)}:2:1)\n    at async file:///elsewhere/dist/main.js:3:4\n    at node:internal/process:1:1`;
    log().error(error);
    expect(JSON.parse(written).err.stack.split('\n')).toEqual([
      `    at run (${pathToFileURL(join(folder, 'src/server/core/trpc.ts'))}:11:5)`,
      '    at async file:///elsewhere/dist/main.js:3:4',
      '    at node:internal/process:1:1',
    ]);
    rmSync(folder, { recursive: true });
  });

  it('survives an object that holds itself', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    log().info({ loop }, 'round');
    expect(JSON.parse(written).msg).toBe('round');
  });
});
