import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';

/** Uploaded files are stored uncompressed, because images do not get smaller; tables and the manifest are compressed. */
export type EntryHeader = { kind: 'file'; path: string } | { kind: 'table'; name: string } | { kind: 'manifest' };
export type Entry = { header: EntryHeader; data: AsyncIterable<Buffer> };
export type Digest = { bytes: number; sha256: string };

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
type Target = { write(bytes: Uint8Array): Promise<void> };

/** The header of each piece: its type and its length. */
const FRAME_BYTES = 5;
const FRAME = { header: 1, data: 2, end: 3 } as const;
const PIECE_BYTES = 64 * 1024;

export async function writeEntry(target: Target, header: EntryHeader, chunks: Chunks): Promise<Digest> {
  await writeFrame(target, FRAME.header, Buffer.from(JSON.stringify(header)));
  const digest = createDigest();
  const writeAll = async (source: Chunks) => {
    for await (const chunk of source) {
      for (let from = 0; from < chunk.length; from += PIECE_BYTES) await writeFrame(target, FRAME.data, chunk.subarray(from, from + PIECE_BYTES));
    }
  };
  const measured = digest.measure(joinSmall(chunks));
  if (header.kind === 'file') await writeAll(measured);
  else await pipeline(Readable.from(measured), createGzip({ level: 3 }), writeAll);
  await writeFrame(target, FRAME.end, new Uint8Array());
  return digest.result();
}

/** The data of an entry that was not read is skipped. */
export async function* readEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const frames = readFrames(chunks);
  for (;;) {
    const next = await frames.next();
    if (next.done) return;
    if (next.value.type !== FRAME.header) continue;
    // Authentic, and written by `writeEntry`.
    const header = JSON.parse(next.value.bytes.toString()) as EntryHeader;
    yield { header, data: header.kind === 'file' ? dataOf(frames) : unzip(dataOf(frames)) };
  }
}

function createDigest() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *measure<T extends Uint8Array>(chunks: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    result: (): Digest => ({ bytes, sha256: hash.digest('hex') }),
  };
}

export async function measure(chunks: Chunks): Promise<Digest> {
  const digest = createDigest();
  for await (const _ of digest.measure(joinSmall(chunks)));
  return digest.result();
}

export async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Joins small chunks, because a COPY yields one chunk per row. */
async function* joinSmall(chunks: Chunks): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(pieces);
    [pieces, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

async function writeFrame(target: Target, type: number, bytes: Uint8Array): Promise<void> {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.writeUInt8(type);
  frame.writeUInt32BE(bytes.length, 1);
  await target.write(frame);
  await target.write(bytes);
}

type Frame = { type: number; bytes: Buffer };

async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= FRAME_BYTES) {
      const end = at + FRAME_BYTES + rest.readUInt32BE(at + 1);
      if (end > rest.length) break;
      yield { type: rest.readUInt8(at), bytes: rest.subarray(at + FRAME_BYTES, end) };
      at = end;
    }
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new BackupError('This backup ends in the middle.');
}

async function* dataOf(frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await frames.next();
    if (next.done || next.value.type === FRAME.end) return;
    yield next.value.bytes;
  }
}

async function* unzip(data: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  // A failure of the source destroys gunzip with it, which throws below.
  pipeline(Readable.from(data), gunzip).catch(() => {});
  for await (const chunk of gunzip) yield chunk;
}
