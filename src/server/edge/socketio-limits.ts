import type { Socket } from 'socket.io';
import { createTokenBucket } from '#server/core/socket-limits.ts';
import { SOCKETS } from '#shared/vocabulary/limits.ts';

/** What Socket.IO calls the connection below its sockets. */
type Conn = Socket['conn'];

/** Ends a connection that talks too much, or does not take what it is sent, at no cost for the others. */
export function keepInBounds(conn: Conn): void {
  // Packets of any kind, those before the login included.
  const mayTalk = createTokenBucket({ capacity: SOCKETS.burst, perSecond: SOCKETS.perSecond });
  const mayBring = createTokenBucket({ capacity: SOCKETS.burstBytes, perSecond: SOCKETS.bytesPerSecond });
  /** Beside what the system has taken. */
  let waiting = 0;
  conn.on('packet', ({ data = '' }: { data?: string | Buffer }) => {
    if (!mayTalk() || !mayBring(data.length)) drop(conn);
  });
  conn.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
    waiting += data.length;
    if (waiting > SOCKETS.unreadBytes) drop(conn);
  });
  conn.on('flush', () => {
    waiting = 0;
  });
}

/** At once: an orderly end would wait for the other side. */
export function drop(conn: Conn): void {
  // The transport of a WebSocket has it under this name, and polling has none.
  const { socket } = conn.transport as { socket?: { terminate: () => void } };
  if (socket) socket.terminate();
  else conn.close(true);
}
