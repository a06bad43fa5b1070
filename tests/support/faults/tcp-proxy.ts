import { createConnection, createServer, type Server, type Socket } from 'node:net';

export type Network = { latencyMs?: number; bytesPerSecond?: number };

export type TcpProxy = {
  port: number;
  /** `url` with the address of the proxy. */
  through: (url: string) => string;
  /** From now on, for connections that are open too. */
  set: (network: Network) => void;
  /** Nothing is forwarded and nothing closed: what is open now stays silent for good, as after a firewall has lost its state. */
  silence: (which: 'open' | 'idle' | 'all') => void;
  /** Connections are refused, and those that are open are reset. */
  refuse: () => Promise<void>;
  /** New connections are forwarded again. */
  resume: () => Promise<void>;
  /** Where new connections lead from now on; those that are open stay, as when a name changes its address. */
  lead: (port: number) => void;
  /** Of the open connections, the one that nothing has passed for longest. */
  longestIdleMs: () => number;
  close: () => Promise<void>;
};

type Pair = { client: Socket; upstream: Socket | null; isSilent: boolean; forwardedAt: number };

/** Longer than the app takes to ask again on the connection that it listens on. */
const IDLE_MS = 1_500;

/** A proxy between the app and PostgreSQL that can be slow, silent or down. */
export async function startTcpProxy(toPort: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  /** Of PostgreSQL too, which does not learn that a silent client is gone. */
  const sockets = new Set<Socket>();
  let network: Network = {};
  let isSilent = false;
  let target = toPort;

  function forward(pair: Pair, from: Socket, to: Socket): void {
    const waiting: { chunk: Buffer; at: number }[] = [];
    let freeAt = 0;
    let timer: NodeJS.Timeout | undefined;
    function deliver(): void {
      timer = undefined;
      for (let first = waiting[0]; first && first.at <= performance.now(); first = waiting[0]) {
        waiting.shift();
        if (!pair.isSilent && !to.destroyed) to.write(first.chunk);
      }
      if (waiting[0]) timer = setTimeout(deliver, Math.max(1, waiting[0].at - performance.now()));
    }
    from.on('data', (chunk: Buffer) => {
      if (pair.isSilent) return;
      pair.forwardedAt = performance.now();
      const { latencyMs = 0, bytesPerSecond = Number.POSITIVE_INFINITY } = network;
      freeAt = Math.max(performance.now(), freeAt) + (chunk.length / bytesPerSecond) * 1000;
      waiting.push({ chunk, at: freeAt + latencyMs });
      if (timer === undefined) deliver();
    });
    from.on('error', () => {});
    from.on('close', () => {
      clearTimeout(timer);
      sockets.delete(from);
      if (!pair.isSilent) to.destroy();
      if (from === pair.client) pairs.delete(pair);
    });
    sockets.add(from);
  }

  const server = createServer((client) => {
    const pair: Pair = { client, upstream: null, isSilent, forwardedAt: performance.now() };
    pairs.add(pair);
    client.setNoDelay(true);
    if (isSilent) return forward(pair, client, client);
    const upstream = createConnection(target, '127.0.0.1').setNoDelay(true);
    pair.upstream = upstream;
    forward(pair, client, upstream);
    forward(pair, upstream, client);
  });
  const port = await open(server, 0);

  return {
    port,
    through: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    set(to) {
      network = to;
    },
    silence(which) {
      for (const pair of pairs) pair.isSilent ||= which !== 'idle' || performance.now() - pair.forwardedAt > IDLE_MS;
      isSilent = which === 'all';
    },
    async refuse() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const { client, upstream } of pairs) {
        upstream?.destroy();
        client.resetAndDestroy();
      }
      await closed;
    },
    async resume() {
      isSilent = false;
      if (!server.listening) await open(server, port);
    },
    lead(to) {
      target = to;
    },
    longestIdleMs: () => Math.max(0, ...[...pairs].map(({ forwardedAt }) => performance.now() - forwardedAt)),
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

function open(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(address !== null && typeof address === 'object' ? address.port : 0);
    });
  });
}
