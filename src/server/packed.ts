import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;
type Packed = { bytes: Bytes; encoding: { 'Content-Encoding'?: string } };

/** The best takes thirty times as long, and is hardly smaller. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const WAYS: readonly [string, (bytes: Bytes) => Uint8Array][] = [
  ['br', (bytes) => brotliCompressSync(bytes, QUALITY)],
  ['gzip', (bytes) => gzipSync(bytes)],
];

/** What is answered often and never changes, packed once in each way that somebody accepts. */
export function packed(bytes: Bytes): (accepted: string | undefined) => Packed {
  const made = new Map<string, Bytes>();
  return (accepted = '') => {
    const [name, pack] = WAYS.find(([way]) => accepted.includes(way)) ?? [];
    if (!name || !pack) return { bytes, encoding: {} };
    const kept = made.get(name) ?? new Uint8Array(pack(bytes));
    made.set(name, kept);
    return { bytes: kept, encoding: { 'Content-Encoding': name } };
  };
}
