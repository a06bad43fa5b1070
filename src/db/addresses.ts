import { createConnection, type Socket } from 'node:net';
import postgres, { type Options } from 'postgres';

/** An address may name several servers, of which one takes writes: `postgres://user:password@one:5432,two:5432/vidya`. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([a-z]+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/i.exec(url) ?? [];
  return hosts.split(',').map((host) => withoutTarget(`${before}${host}${after}`));
}

/** The app looks for the server that takes writes by itself. */
function withoutTarget(address: string): string {
  if (!address.includes('target_session_attrs=') || !URL.canParse(address)) return address;
  const url = new URL(address);
  url.searchParams.delete('target_session_attrs');
  return url.href;
}

const DEFAULT_PORT = 5432;
const FINDING_SECONDS = 5;

/** For what needs one connection and no other afterwards: commands, and migrations at the start. */
export async function findWritable(url: string): Promise<string> {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return addresses[0] ?? url;
  const found = await Promise.all(addresses.map((address) => askServer(address, { connect_timeout: FINDING_SECONDS })));
  return addresses[found.indexOf('writes')] ?? addresses[0] ?? url;
}

export const READS_ONLY = `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

/** Whether the server takes writes, or only reads as a standby does. */
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
  /** From now on connections lead to this one of the addresses; true if they did not before. */
  switchTo: (index: number) => boolean;
  current: () => number;
  /** Ends connections, so that what waits for an answer fails, and new ones are opened. */
  dropAll: () => void;
  /** Of those from which nothing was heard for so long. */
  dropSilent: (silentMs: number) => void;
};

/** What postgres.js passes to `socket`, of an address that names one host. */
type SocketOptions = { host: [string]; port: [number]; path: string | false };
type Open = { readBytes: number; heardAt: number };

/** Opens the sockets of a pool and keeps them in view: postgres.js itself waits for ever on one that has gone silent. */
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
      // It reads the host again where TLS checks the name of the server.
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
