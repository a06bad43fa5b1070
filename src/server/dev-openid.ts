import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { type Configuration, Provider } from 'oidc-provider/lib/provider.js';

export type OpenidPerson = { id: string; email: string; isEmailVerified: boolean; name: string; hasPicture?: boolean };

export type OpenidProvider = {
  settings: { clientId: string; clientSecret: string; issuer: string; authorizationUrl: string; tokenUrl: string };
  host: string;
  close: () => Promise<void>;
};

type Parts = { port?: number; redirectUris: readonly string[]; people: readonly OpenidPerson[] };

const LOOPBACK = '127.0.0.1';
const CLIENT_ID = 'vidya';
const HOUR = 3600;
const INTERACTION = /^\/interaction\/[\w-]+$/;
const SESSION_COOKIE = /_session(\.sig)?=[^;]*;? ?/g;
const PICTURE = /^\/pictures\/([\w-]+)\.png$/;

export async function startOpenid({ port = 0, redirectUris, people }: Parts): Promise<OpenidProvider> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, LOOPBACK, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the OpenID provider listens on no port');
  const issuer = `http://${LOOPBACK}:${address.port}`;
  const clientSecret = randomBytes(32).toString('base64url');
  const client = { client_id: CLIENT_ID, client_secret: clientSecret, redirect_uris: redirectUris, id_token_signed_response_alg: 'ES256' };
  const provider = new Provider(issuer, configurationFor({ issuer, client, people }));
  const answer = provider.callback();

  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    const picture = PICTURE.exec(pathname)?.[1];
    if (picture) return response.writeHead(200, { 'Content-Type': 'image/png' }).end(pictureOf(picture));
    // Every sign-in begins with the choice of an account.
    request.headers.cookie = request.headers.cookie?.replaceAll(SESSION_COOKIE, '');
    const answered = INTERACTION.test(pathname) ? choose({ provider, people }, request, response) : answer(request, response);
    answered.catch(() => response.writeHead(400, { 'Content-Type': 'text/plain' }).end('This sign-in is over.'));
  });

  return {
    settings: { clientId: CLIENT_ID, clientSecret, issuer, authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token` },
    host: `${LOOPBACK}:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Settings = { issuer: string; client: Record<string, unknown>; people: readonly OpenidPerson[] };

/** As Google: claims in the ID token, PKCE required. */
function configurationFor({ issuer, client, people }: Settings): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    adapter: createMemoryAdapter(),
    clients: [client],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString('hex')] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    async findAccount(_, id) {
      const person = people.find((one) => one.id === id);
      if (!person) return undefined;
      const { email, name, isEmailVerified, hasPicture = false } = person;
      const picture = hasPicture ? `${issuer}/pictures/${id}.png` : undefined;
      return { accountId: id, claims: () => ({ sub: id, email, email_verified: isEmailVerified, name, picture }) };
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    async renderError(ctx, { error = '', error_description = '' }) {
      ctx.type = 'html';
      ctx.body = page(`<h1>${safe(error)}</h1><p>${safe(error_description)}</p>`);
    },
    ttl: { AccessToken: HOUR, AuthorizationCode: 60, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
  };
}

type Choice = { provider: Provider; people: readonly OpenidPerson[] };

async function choose({ provider, people }: Choice, request: IncomingMessage, response: ServerResponse): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:",
      'Cache-Control': 'no-store',
    });
    response.end(choicePage(people));
    return;
  }
  let body = '';
  for await (const chunk of request) body += chunk;
  const id = new URLSearchParams(body).get('person');
  const person = people.find((one) => one.id === id);
  const refusal = { error: 'access_denied', error_description: 'The person has refused.' };
  await provider.interactionFinished(request, response, person ? { login: { accountId: person.id, remember: false } } : refusal);
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#1c1917;background:#fff}' +
  'button{display:flex;gap:.75rem;align-items:center;width:100%;min-height:3.5rem;margin:.5rem 0;padding:.5rem 1rem;font:inherit;text-align:left;' +
  'color:inherit;background:#fff;border:1px solid #78716c;border-radius:.5rem;cursor:pointer}button:hover{background:#f5f5f4}' +
  'small{display:block;color:#57534e}img{border-radius:50%}';

const safe = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const page = (content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Development sign-in</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main>${content}</main></body></html>`;

function choicePage(people: readonly OpenidPerson[]): string {
  const buttons = people.map(({ id, name, email, isEmailVerified, hasPicture }) => {
    const picture = hasPicture ? `<img src="/pictures/${safe(id)}.png" alt="" width="40" height="40">` : '';
    const address = isEmailVerified ? email : `${email} (not verified)`;
    return `<button name="person" value="${safe(id)}">${picture}<span>${safe(name)}<small>${safe(address)}</small></span></button>`;
  });
  return page(
    `<h1>Who are you?</h1><p>This stands in for Google in development.</p><form method="post">${buttons.join('')}<button name="person" value="">Cancel</button></form>`,
  );
}

const SIDE = 256;

function pictureOf(id: string): Buffer {
  const hue = crc32(id);
  const rows = Array.from({ length: SIDE }, (_, y) => [
    0,
    ...Array.from({ length: SIDE }, () => [hue & 255, (hue >> 8) & 255, 255 - (y >> 1)]).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from(rows.flat()))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
