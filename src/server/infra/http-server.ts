import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from '#shared/vocabulary/limits.ts';

type Headers = Readonly<Record<string, string>>;
type Limits = Readonly<Record<keyof typeof CONNECTIONS, number>>;

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

export function createHttpServer(headers: Headers, { headersMs, requestMs, idleMs, checkMs }: Limits = CONNECTIONS): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  });
  const responseBySocket = new WeakMap<object, ServerResponse>();
  server.on('request', ({ socket }, response) => responseBySocket.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const response = responseBySocket.get(socket);
    // After a response has begun, a second one would be read as its body.
    const hasBegun = response?.headersSent === true && !response.writableFinished;
    if (socket.writable && !hasBegun && error.code !== 'ECONNRESET') socket.write(toRawResponse(STATUS[error.code ?? ''] ?? 400, headers));
    socket.destroy();
  });
  server.on('checkExpectation', (_, response) => response.writeHead(417, { ...headers, Connection: 'close' }).end());
  return server;
}

export function toRawResponse(status: number, headers: Headers, text = ''): string {
  const all = { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': String(Buffer.byteLength(text)), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
