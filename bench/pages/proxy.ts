import { Agent, type IncomingHttpHeaders, request as send } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { generate } from 'selfsigned';

/** `bytes`: of the body as it was sent. */
export type Answer = { type: string; encoding: string; bytes: number };
export type TlsProxy = { url: string; answers: readonly Answer[]; close: () => Promise<void> };
type Target = { port: number; agent: Agent; answers: Answer[] };

/** They belong to one connection of HTTP/1.1; HTTP/2 forbids them. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/** HTTP/2 with TLS before a server of this machine, as `docs/production.md` asks for. */
export async function startProxy({ port }: { port: number }): Promise<TlsProxy> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048, algorithm: 'sha256' });
  const agent = new Agent({ keepAlive: true });
  const answers: Answer[] = [];
  const server = createSecureServer({ key, cert }, (request, response) => forward(request, response, { port, agent, answers }));
  const sessions = new Set<{ destroy: () => void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    // A browser that closes a page resets its connection.
    session.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port');
  return {
    url: `https://localhost:${address.port}`,
    answers,
    async close() {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

function forward(request: Http2ServerRequest, response: Http2ServerResponse, { port, agent, answers }: Target): void {
  const headers = {
    ...withoutConnection(request.headers),
    host: request.authority,
    'x-forwarded-for': request.socket.remoteAddress,
    'x-forwarded-proto': 'https',
  };
  const outgoing = send({ host: '127.0.0.1', port, agent, method: request.method, path: request.url, headers }, (answer) => {
    if (response.stream.destroyed) return void answer.resume();
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
    const { 'content-type': type = '', 'content-encoding': encoding = '' } = answer.headers;
    const sent = { type, encoding, bytes: 0 };
    answers.push(sent);
    answer.on('data', (chunk: Buffer) => {
      sent.bytes += chunk.length;
    });
    answer.pipe(response);
  });
  outgoing.on('error', () => (response.headersSent || response.stream.destroyed ? response.stream.destroy() : response.writeHead(502).end()));
  request.pipe(outgoing);
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_THE_CONNECTION.has(name)));
}
