import type { ChildProcess } from 'node:child_process';

type Handle = { close: () => void };
type Internal = { cmd?: string; act?: string; seq?: number; ack?: number };

/**
 * When a worker dies while node:cluster is handing it a connection, the connection stays open and nobody answers it. This closes it, so that the
 * client can retry. It relies on undocumented messages of node:cluster; if those change, such connections hang again.
 */
export function closeLostConnections(worker: ChildProcess): void {
  const handed = new Map<number, Handle>();
  const send = worker.send.bind(worker) as (...args: unknown[]) => boolean;
  worker.send = (...args: unknown[]) => {
    const [message, handle] = args as [Internal, Handle | undefined];
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && message.seq !== undefined && handle) handed.set(message.seq, handle);
    return send(...args);
  };
  worker.on('internalMessage', ({ ack }: Internal) => {
    if (ack !== undefined) handed.delete(ack);
  });
  worker.once('exit', () => {
    for (const handle of handed.values()) handle.close();
  });
}
