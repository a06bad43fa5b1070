import type { ChildProcess } from 'node:child_process';

type Handle = { close: () => void };
type Internal = { cmd?: string; act?: string; seq?: number; ack?: number };

/**
 * node:cluster forgets a connection that it is handing to a worker when that worker dies: nobody answers it, and it stays open. Here it is
 * closed, so that who waits can try again. The messages are not documented: should they change, such connections wait as before.
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
