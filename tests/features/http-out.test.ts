import { lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOutboundHttp, isPublic } from '#server/infra/outbound-http.ts';

vi.mock('node:dns', { spy: true });
// Modules are shared between files: another one may have loaded the real resolver.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

const LIMITS = { maxBytes: 1000, timeoutMs: 2000 };
let server: Server;
let port: number;
let calls: { url: string; headers: object }[];
let connections: number;
let answer: (response: ServerResponse) => unknown;

beforeAll(async () => {
  server = createServer((request, response) => {
    calls.push({ url: `${request.url}`, headers: request.headers });
    answer(response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  port = address.port;
});
beforeEach(() => {
  calls = [];
  connections = 0;
  answer = (response) => response.end('a picture');
  // Without a mock, the real resolver answers.
  vi.resetAllMocks();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const get = (url: string, allow: string[] = [], limits = LIMITS) => createOutboundHttp({ allow }).get(url, limits);
const post = (url: string, allow: string[] = [], timeoutMs = 2000) =>
  createOutboundHttp({ allow }).post(url, { body: Buffer.from('a message'), headers: {}, timeoutMs });
const allowed = (limits = LIMITS) => get(`http://127.0.0.1:${port}/photo.png`, ['127.0.0.1'], limits);
const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

describe('an address of the open internet', () => {
  test.each(['1.1.1.1', '8.8.8.8', '142.250.4.132', '2001:4860:4860::8888', '2606:4700:4700::1111'])('%s is one', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '4000::1',
    'nonsense',
    '',
  ])('%s is none', (address) => {
    expect(isPublic(address)).toBe(false);
  });
});

// spec google.6 | D | What others have chosen is fetched from public addresses only, but for OUTGOING_ALLOW | src/server/infra/outbound-http.ts
describe('a call to an address that somebody else chose', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'https://localhost:PORT/',
    'https://localhost.:PORT/',
    'https://[::1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f.1:PORT/',
    'https://017700000001:PORT/',
    'https://127.1:PORT/',
    'https://169.254.169.254/latest/meta-data',
    'http://example.com/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    '//example.com/',
    'nonsense',
    '',
  ])('%s is not made', async (address) => {
    expect(await get(address.replace('PORT', String(port)))).toBeNull();
    expect(connections).toBe(0);
  });

  test.each([
    [
      'one of them is private',
      [
        { address: '127.0.0.1', family: 4 },
        { address: '8.8.8.8', family: 4 },
      ],
    ],
    ['it wraps a private one', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['it has none', []],
  ])('a name is asked for once, and refused when %s', async (_, addresses) => {
    const resolvers = {
      4: vi
        .spyOn(Resolver.prototype, 'resolve4')
        .mockResolvedValue(addresses.filter((address) => address.family === 4).map(({ address }) => address)),
      6: vi
        .spyOn(Resolver.prototype, 'resolve6')
        .mockResolvedValue(addresses.filter((address) => address.family === 6).map(({ address }) => address)),
    };
    expect(await get(`https://rebinding.example:${port}/`)).toBeNull();
    expect([resolvers[4].mock.calls, resolvers[6].mock.calls]).toEqual([[['rebinding.example']], [['rebinding.example']]]);
    expect(connections).toBe(0);
  });

  // spec webhooks.10
  test.each(['http://127.0.0.1:PORT/', 'https://localhost:PORT/', 'https://[::1]:PORT/', 'ftp://example.com/'])(
    'nothing is posted to %s',
    async (address) => {
      expect(await post(address.replace('PORT', String(port)))).toEqual({ status: null, problem: 'refused_address' });
      expect(connections).toBe(0);
    },
  );

  test.each([
    ['a name that stands for a private address is told to be refused', ['8.8.8.8', '10.0.0.1'], 'refused_address'],
    ['a name that stands for nothing is told to give no answer', [], 'no_answer'],
  ] as const)('%s', async (_, addresses, problem) => {
    vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue([...addresses]);
    vi.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue([]);
    expect(await post(`https://inside.example:${port}/`)).toEqual({ status: null, problem });
    expect(connections).toBe(0);
  });

  test('what is posted is answered with a status, which no redirect changes, or with nothing', async () => {
    const localUrl = `http://127.0.0.1:${port}/`;
    for (const status of [204, 307, 500]) {
      answer = (response) => response.writeHead(status, { Location: '/elsewhere' }).end();
      expect(await post(localUrl, ['127.0.0.1'])).toEqual({ status, problem: null });
    }
    answer = () => {};
    expect(await post(localUrl, ['127.0.0.1'], 100)).toEqual({ status: null, problem: 'no_answer' });
    expect(calls.map(({ url }) => url)).toEqual(['/', '/', '/', '/']);
  });

  test('a name whose server takes its time keeps nobody else from looking one up', async () => {
    const silent = vi.spyOn(Resolver.prototype, 'resolve4').mockReturnValue(new Promise(() => {}));
    const slow = Array.from({ length: 8 }, (_, index) => get(`https://slow-${index}.example/`, [], { ...LIMITS, timeoutMs: 300 }));
    expect(lookup).not.toHaveBeenCalled();
    expect(await Promise.all(slow)).toEqual(Array(8).fill(null));
    expect(silent).toHaveBeenCalledTimes(8);
  });

  test('the name of an unknown host is nothing', async () => {
    expect(await get('https://nowhere.invalid/')).toBeNull();
  });
});

// spec google.6
describe('hosts that are allowed', () => {
  test.each([
    ['by their name', ['localhost'], 'http://localhost:PORT/photo.png'],
    ['with their port', ['127.0.0.1:PORT'], 'http://127.0.0.1:PORT/photo.png'],
    ['in other letters', ['LocalHost'], 'http://LOCALHOST:PORT/photo.png'],
  ])('%s are called', async (_, hosts, address) => {
    const withPort = (text: string) => text.replace('PORT', String(port));
    expect(textOf(await get(withPort(address), hosts.map(withPort)))).toBe('a picture');
    expect(calls).toMatchObject([{ url: '/photo.png' }]);
  });

  test.each([
    ['another port', ['127.0.0.1:1']],
    ['a name that only begins like it', ['127.0.0']],
    ['no host', ['']],
  ])('%s allows nothing', async (_, hosts) => {
    expect(await get(`http://127.0.0.1:${port}/`, hosts)).toBeNull();
    expect(calls).toEqual([]);
  });
});

describe('what comes back', () => {
  // spec google.6
  test.each([201, 204, 301, 302, 307, 404, 500])('status %d is nothing, and no redirect is followed', async (status) => {
    answer = (response) => response.writeHead(status, { Location: `http://127.0.0.1:${port}/elsewhere` }).end();
    expect(await allowed()).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('so many bytes pass, one more does not, whether they are announced or not', async () => {
    for (const announced of [true, false]) {
      answer = (response) => {
        if (announced) response.setHeader('Content-Length', 1000);
        else response.write('');
        response.end('x'.repeat(1000));
      };
      expect((await allowed())?.length).toBe(1000);
      answer = (response) => {
        if (announced) response.setHeader('Content-Length', 1001);
        else response.write('x');
        response.end('x'.repeat(announced ? 1001 : 1000));
      };
      expect(await allowed()).toBeNull();
    }
  });

  test('an answer without an end is cut', async () => {
    answer = (response) => {
      const more = () => response.write('x'.repeat(400), () => !response.destroyed && setImmediate(more));
      more();
    };
    expect(await allowed()).toBeNull();
  });

  test('nothing is unpacked', async () => {
    answer = (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('x'.repeat(100)));
    expect(await allowed()).toBeNull();
    expect(calls[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
  });

  test.each([
    ['never begins', () => {}],
    ['begins and never ends', (response: ServerResponse) => response.writeHead(200).write('x')],
    ['breaks off', (response: ServerResponse) => response.writeHead(200, { 'Content-Length': 10 }).write('x', () => response.destroy())],
    ['breaks off at once', (response: ServerResponse) => response.destroy()],
  ])('an answer that %s is nothing', async (_, answered) => {
    answer = answered;
    expect(await allowed({ maxBytes: 1000, timeoutMs: 100 })).toBeNull();
  });

  test('neither cookies nor credentials go along', async () => {
    await allowed();
    expect(Object.keys(calls[0]?.headers ?? {}).sort()).toEqual(['accept-encoding', 'connection', 'host', 'user-agent']);
  });
});
