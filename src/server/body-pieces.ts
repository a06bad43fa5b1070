import { setImmediate as nextTurn } from 'node:timers/promises';

/** Pieces that have arrived already are read without leaving the event loop; after so many, others have their turn. */
const PIECES_IN_A_TURN = 32;
/** A chunk of one byte takes as long to read as one of 64 KB. Beyond so many pieces each must have so many bytes on average; a TCP packet brings more. */
const SMALL_PIECES = { beyond: 5000, bytes: 256 } as const;

/**
 * Reads a body piece by piece until it ends or `take`, which gets each piece and the size so far, answers false.
 * Rejects where the client hangs up, or cuts the body into pieces so small that reading them would hold everybody up.
 */
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
