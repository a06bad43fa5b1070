import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { steadyPort } from './server-kills.ts';

export type Balancer = { url: string; count: { retried: number; failed: number }; close: () => Promise<void> };

/** Those of deploy/Caddyfile: health_interval, health_timeout, fail_duration, lb_try_duration, and Caddy's own pause between tries. */
const CHECK_MS = 2_000;
const CHECK_TIMEOUT_MS = 2_000;
const FAILED_MS = 5_000;
const TRY_MS = 5_000;
const RETRY_MS = 250;

type App = { port: number; isHealthy: boolean; failedUntil: number };

/**
 * Imitates Caddy with deploy/Caddyfile: keeps connections to the apps, leaves out an app that refuses connections or whose /healthz fails, sends
 * requests that were not sent yet to the other app, and repeats only GET.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const apps: App[] = ports.map((port) => ({ port, isHealthy: true, failedUntil: 0 }));
  const agent = new Agent({ keepAlive: true });
  const count = { retried: 0, failed: 0 };
  const sockets = new Set<Socket>();
  const isUp = ({ isHealthy, failedUntil }: App) => isHealthy && performance.now() >= failedUntil;
  /** Each client has an app of its own, and another one while that is away. */
  function choose({ headers }: IncomingMessage): App | undefined {
    const own = Number(headers['x-client'] ?? 0) % apps.length;
    return [...apps.slice(own), ...apps.slice(0, own)].find(isUp);
  }
  async function check(app: App): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${app.port}/healthz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).catch(() => null);
    app.isHealthy = answer?.status === 200;
  }
  const checking = setInterval(() => apps.forEach((app) => void check(app)), CHECK_MS);

  function forward(incoming: IncomingMessage, answer: ServerResponse, body: Buffer, end: number): void {
    const app = choose(incoming);
    const tryAgain = () => {
      count.retried += 1;
      setTimeout(() => forward(incoming, answer, body, end), RETRY_MS);
    };
    const giveUp = () => {
      count.failed += 1;
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    if (!app) {
      if (performance.now() < end) tryAgain();
      else giveUp();
      return;
    }
    const { method = 'GET', url, headers } = incoming;
    const sent = request({ host: '127.0.0.1', port: app.port, method, path: url, headers, agent }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
      answered.on('error', giveUp);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isDial = error.syscall === 'connect';
      if (isDial) app.failedUntil = performance.now() + FAILED_MS;
      if (!answer.headersSent && performance.now() < end && (isDial || method === 'GET')) tryAgain();
      else giveUp();
    });
    sent.end(body);
  }
  const server = createServer(async (incoming, answer) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece as Buffer);
    forward(incoming, answer, Buffer.concat(pieces), performance.now() + TRY_MS);
  });
  server.on('upgrade', (incoming, socket: Socket, head) => {
    const app = choose(incoming);
    if (!app) return void socket.destroy();
    const upstream = connect(app.port, '127.0.0.1', () => {
      const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        socket.destroy();
        upstream.destroy();
      });
    }
  });
  const port = await steadyPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    count,
    async close() {
      clearInterval(checking);
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
