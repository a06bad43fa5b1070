import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from '#shared/vocabulary/limits.ts';

type Headers = Readonly<Record<string, string>>;
type Limits = Readonly<Record<keyof typeof CONNECTIONS, number>>;

/** How Node calls what it refuses before there is a request; anything else is 400. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * An HTTP server with bounds on how long a client may take to send. Node answers requests that it cannot read, and
 * expectations that it does not know, by itself: those answers carry `headers` as well.
 */
export function createHttpServer(headers: Headers, { headersMs, requestMs, idleMs, checkMs }: Limits = CONNECTIONS): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  });
  const answers = new WeakMap<object, ServerResponse>();
  server.on('request', ({ socket }, response) => answers.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = answers.get(socket);
    // Within an answer that has begun, a second one would be read as its body.
    const hasBegun = answer?.headersSent === true && !answer.writableFinished;
    if (socket.writable && !hasBegun && error.code !== 'ECONNRESET') socket.write(refusal(STATUS[error.code ?? ''] ?? 400, headers));
    socket.destroy();
  });
  server.on('checkExpectation', (_, response) => response.writeHead(417, { ...headers, Connection: 'close' }).end());
  return server;
}

/** A refusal in plain text, written past Node's response where there is none: of a request that cannot be read, or of an upgrade. */
export function refusal(status: number, headers: Headers, text = ''): string {
  const all = { ...headers, 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': String(Buffer.byteLength(text)), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
