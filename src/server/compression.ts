import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;
type Packed = { bytes: Bytes; encoding: { 'Content-Encoding'?: string } };

/** The highest quality takes thirty times as long and saves little. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
const ENCODINGS: readonly [string, (bytes: Bytes) => Uint8Array][] = [
  ['br', (bytes) => brotliCompressSync(bytes, QUALITY)],
  ['gzip', (bytes) => gzipSync(bytes)],
];

export function packed(bytes: Bytes): (accepted: string | undefined) => Packed {
  const cache = new Map<string, Bytes>();
  return (accepted = '') => {
    const [name, pack] = ENCODINGS.find(([encoding]) => accepted.includes(encoding)) ?? [];
    if (!name || !pack) return { bytes, encoding: {} };
    const compressed = cache.get(name) ?? new Uint8Array(pack(bytes));
    cache.set(name, compressed);
    return { bytes: compressed, encoding: { 'Content-Encoding': name } };
  };
}
