import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { SOCKETS } from '#shared/vocabulary/limits.ts';

// Frames bypass `ws` and are written to the stream in one write, where `ws` makes two. An event costs 1.35 times the processor
// time of a bare `ws` server this way and 1.62 times through `ws.send` (`docs/decisions/2026-11-23-our-own-websocket-handler.md`).

const FIN_TEXT = 0x81;
const NO_BYTES = new Uint8Array();

export function toTextFrame(text: string, tail: Uint8Array = NO_BYTES): Buffer {
  const textBytes = Buffer.byteLength(text);
  const length = textBytes + tail.length;
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = FIN_TEXT;
  frame[1] = headerBytes === 2 ? length : headerBytes === 4 ? 126 : 127;
  if (headerBytes === 4) frame.writeUInt16BE(length, 2);
  if (headerBytes === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, headerBytes);
  frame.set(tail, headerBytes + textBytes);
  return frame;
}

/** `stream` is the socket of `client`. */
type Receiver = { client: WebSocket; stream: Duplex };

/** Terminates a client that does not read what it is sent. */
export function sendFrame({ client, stream }: Receiver, frame: Buffer): void {
  if (client.readyState !== WebSocket.OPEN) return;
  if (stream.writableLength > SOCKETS.unreadBytes) client.terminate();
  else stream.write(frame);
}

let waiting: { receiver: Receiver; frame: Buffer }[] = [];

/**
 * Sends in a microtask, for an event that goes to many: the frames of all are made first and then written without anything in between, which
 * costs 4% less processor time (`bench/realtime.ts`).
 */
export function sendFrameTogether(receiver: Receiver, frame: Buffer): void {
  if (waiting.length === 0) queueMicrotask(sendWaiting);
  waiting.push({ receiver, frame });
}

function sendWaiting(): void {
  const frames = waiting;
  waiting = [];
  for (const { receiver, frame } of frames) sendFrame(receiver, frame);
}
