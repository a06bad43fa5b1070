import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SubscribeInput } from '#shared/contracts/notifications.ts';

export type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer };
export type PushService = {
  origin: string;
  host: string;
  pushed: Pushed[];
  answerAt: (path: string, status: number) => void;
  close: () => Promise<void>;
};

export async function aPushService(): Promise<PushService> {
  const pushed: Pushed[] = [];
  const answers = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      pushed.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(answers.get(path) ?? 201, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    pushed,
    answerAt: (path, status) => void answers.set(path, status),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function aBrowserAt(endpoint: string): { subscription: SubscribeInput; read: (pushed: Pushed) => unknown } {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const secret = randomBytes(16);
  const subscription = { endpoint, keys: { p256dh: own.getPublicKey('base64url'), auth: secret.toString('base64url') } };
  return { subscription, read: ({ body }) => JSON.parse(decrypted(body, own, secret)) };
}

/** RFC 8188 and 8291: salt, record size and the sender's key stand before the one record. */
function decrypted(body: Buffer, own: ReturnType<typeof createECDH>, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body[20] ?? 0;
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), secret, info, 32));
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

export function vapidOf({ headers }: Pushed): { claims: { aud: string; exp: number; sub: string }; key: string; isSigned: boolean } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key, isSigned };
}

export function vapidKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url').padStart(43, 'A') };
}
