import { createConnection, type Socket } from 'node:net';
import postgres, { type Options } from 'postgres';

/** One address for each server of a URL such as `postgres://user:password@one:5432,two:5432/vidya`; one of the servers takes writes. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/i.exec(url) ?? [];
  return hosts.split(',').map((host) => withoutTarget(`${before}${host}${after}`));
}

/** `target_session_attrs` is dropped, because the app itself finds the server that takes writes. */
function withoutTarget(address: string): string {
  if (!address.includes('target_session_attrs=') || !URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.delete('target_session_attrs');
  return url.href;
}

const DEFAULT_PORT = 5432;
const FINDING_SECONDS = 5;

/** For callers that connect once, such as commands and the migrations at the start. */
export async function findWritable(url: string): Promise<string> {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return addresses[0] ?? url;
  const found = await Promise.all(addresses.map((address) => askServer(address, { connect_timeout: FINDING_SECONDS })));
  return addresses[found.indexOf('writes')] ?? addresses[0] ?? url;
}

export const READS_ONLY = `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

/** Whether the server takes writes, only reads (a standby), or cannot be reached. */
export async function askServer(address: string, options: Options<Record<string, never>>): Promise<'writes' | 'reads' | 'unreachable'> {
  const sql = postgres(address, { onnotice: () => {}, ...options, max: 1, fetch_types: false });
  const answer = await sql.unsafe(READS_ONLY).then(
    ([server]) => (server?.isReadOnly ? 'reads' : 'writes'),
    () => 'unreachable' as const,
  );
  await sql.end({ timeout: 0 }).catch(() => {});
  return answer;
}

export type Dialer = {
  /** For postgres.js, which calls it for each new connection. */
  socket: (options: object) => Socket;
  /** New connections go to the address with this index from now on. Returns whether that is another one than before. */
  switchTo: (index: number) => boolean;
  current: () => number;
  /** Closes all connections, so that pending statements fail and new connections are opened. */
  dropAll: () => void;
  /** Closes connections that have received nothing for this long. */
  dropSilent: (silentMs: number) => void;
};

/** What postgres.js passes to `socket` when the address names one host. */
type SocketOptions = { host: [string]; port: [number]; path: string | false };
type Open = { readBytes: number; heardAt: number };

/** Opens the sockets of a pool, and can close silent ones, on which postgres.js itself would wait for ever. */
export function createDialer(addresses: readonly string[]): Dialer {
  const open = new Map<Socket, Open>();
  let index = 0;

  function targetOf({ host, port, path }: SocketOptions): { host: string; port: number; path?: string } {
    const address = addresses.length > 1 ? addresses[index] : undefined;
    if (address === undefined) return { host: host[0], port: port[0], ...(path && { path }) };
    const url = new URL(address);
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || DEFAULT_PORT };
  }
  const drop = (socket: Socket) => {
    open.delete(socket);
    socket.destroy();
  };

  return {
    socket(options) {
      for (const socket of open.keys()) if (socket.destroyed) open.delete(socket);
      // postgres.js passes its own options.
      const target = targetOf(options as SocketOptions);
      // postgres.js reads `host` from the socket when TLS checks the name of the server.
      const socket = Object.assign(createConnection(target), { host: target.host, port: target.port });
      open.set(socket, { readBytes: 0, heardAt: performance.now() });
      return socket;
    },
    switchTo(next) {
      const isOther = next !== index;
      index = next;
      return isOther;
    },
    current: () => index,
    dropAll() {
      for (const socket of [...open.keys()]) drop(socket);
    },
    dropSilent(silentMs) {
      const now = performance.now();
      for (const [socket, { readBytes, heardAt }] of [...open]) {
        if (socket.bytesRead !== readBytes) open.set(socket, { readBytes: socket.bytesRead, heardAt: now });
        else if (now - heardAt > silentMs) drop(socket);
      }
    },
  };
}
