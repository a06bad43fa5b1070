import { describe, expect, it, test } from 'vitest';
import { isForThisMachine } from '#server/dev-hosts.ts';

const CLOSED = { host: 'localhost', publicUrl: 'http://localhost:3000' };

describe('without HOST, development answers', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:3000',
    'app.localhost:3000',
    '127.0.0.1:3000',
    '127.8.0.1',
    '[::1]:3000',
    '[::1]',
    'localhost.:3000',
  ])('for %s', (header) => expect(isForThisMachine(header, CLOSED)).toBe(true));

  // spec s8-development.12 | S8 H | It answers, pages, calls and sockets alike, only for names of this machine unless HOST was set, with how to allow
  //   more | src/server/dev-hosts.ts
  it.each([
    ...['evil.example', 'evil.example:3000', 'localhost.evil.example', 'evil-localhost', 'localhost@evil.example', 'localhost:3000@evil.example'],
    ...['127.0.0.1.evil.example', '192.168.1.7:3000', '10.0.0.1', '0.0.0.0:3000', '[fe80::1]', '', ' ', 'localhost/', 'localhost#.evil', 'a b'],
  ])('not for %j', (header) => expect(isForThisMachine(header, CLOSED)).toBe(false));

  it('not for a request that names nobody', () => expect(isForThisMachine(undefined, CLOSED)).toBe(false));

  it('for the name in PUBLIC_URL', () => {
    const tunnel = { host: 'localhost', publicUrl: 'https://vidya.tunnel.example' };
    expect(['vidya.tunnel.example', 'other.tunnel.example'].map((header) => isForThisMachine(header, tunnel))).toEqual([true, false]);
  });
});

// spec s8-development.16 | S8 H | With a HOST that is this machine, such as 127.0.0.1, development still answers for its names only |
//   src/server/dev-hosts.ts
test.each(['127.0.0.1', '127.0.1.1', '::1', 'app.localhost'])('with HOST %s, which is this machine too, it answers for its names only', (host) => {
  const setting = { host, publicUrl: 'http://localhost:3000' };
  expect(
    ['evil.example:3000', '127.0.0.1.nip.io', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'].map((header) => isForThisMachine(header, setting)),
  ).toEqual([false, false, true, true, true]);
});

test.each(['0.0.0.0', '::', '192.168.1.7', null])('with HOST %s it answers for every name', (host) => {
  expect(isForThisMachine('phone.lan:3000', { host, publicUrl: 'http://localhost:3000' })).toBe(true);
});
