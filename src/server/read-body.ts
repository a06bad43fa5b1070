import { setImmediate as nextTurn } from 'node:timers/promises';

/** Chunks that have arrived are read without returning to the event loop, so after this many the loop gets a turn. */
const PIECES_IN_A_TURN = 32;
/** A chunk of one byte takes as long to read as one of 64 KB; TCP packets are larger than this average. */
const SMALL_PIECES = { beyond: 5000, bytes: 256 } as const;

/** `Content-Length` in bytes; NaN without that header. */
export const lengthOf = ({ headers }: Request): number => Number(headers.get('content-length') ?? Number.NaN);

/**
 * Call this before anything accesses `request.body`, which creates a stream. Copies the body twice, so it is for short ones: null where the body
 * may be longer than `most` bytes; read that with `readPieces`.
 */
export async function readShortBody(request: Request, most: number): Promise<Buffer<ArrayBuffer> | null> {
  return lengthOf(request) <= most ? Buffer.from(await request.arrayBuffer()) : null;
}

/** Stops when `take` returns false. Rejects when the client disconnects, or sends chunks so small that reading them would block the event loop. */
export async function readPieces(
  body: ReadableStream<Uint8Array>,
  take: (piece: Uint8Array, size: number) => boolean | Promise<boolean>,
): Promise<void> {
  const reader = body.getReader();
  try {
    let size = 0;
    for (let count = 1; ; count += 1) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.length;
      if (count > SMALL_PIECES.beyond && size < count * SMALL_PIECES.bytes) throw new Error('the body comes in too many pieces');
      if (!(await take(value, size))) return;
      if (count % PIECES_IN_A_TURN === 0) await nextTurn();
    }
  } finally {
    reader.releaseLock();
  }
}
