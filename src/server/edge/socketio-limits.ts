import type { Socket } from 'socket.io';
import { SOCKETS } from '#shared/vocabulary/limits.ts';

/** What Socket.IO calls the connection below its sockets. */
type Conn = Socket['conn'];

/** Answers whether one more may be had now. */
export function createBucket({ most, perSecond }: { most: number; perSecond: number }): () => boolean {
  let left = most;
  let filledAt = performance.now();
  return () => {
    const at = performance.now();
    left = Math.min(most, left + ((at - filledAt) / 1000) * perSecond);
    filledAt = at;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/** Ends a connection that talks too much, or does not take what it is sent, at no cost for the others. */
export function keepInBounds(conn: Conn): void {
  // Packets of any kind, those before the login included.
  const mayTalk = createBucket({ most: SOCKETS.burst, perSecond: SOCKETS.perSecond });
  /** Beside what the system has taken. */
  let waiting = 0;
  conn.on('packet', () => {
    if (!mayTalk()) drop(conn);
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
function drop(conn: Conn): void {
  // The transport of a WebSocket has it under this name, and polling has none.
  const { socket } = conn.transport as { socket?: { terminate: () => void } };
  if (socket) socket.terminate();
  else conn.close(true);
}
