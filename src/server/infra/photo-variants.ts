import type { FileStore, PhotoFormat, PhotoVariant, PhotoVariants } from '#server/core/ports.ts';
import { loadSharp, type Sharp } from './load-sharp.ts';

type Options = { maxBytes?: number; maxWaiting?: number };

const MAX_BYTES = 16 * 1024 * 1024;
/** How many may wait; each takes some 20 ms. */
const MAX_WAITING = 60;
const MAX_SECONDS = 8;

/** At 192 pixels effort 0 takes 20 ms and 6 KB, effort 2 twice as long for the same size, WebP 20 ms and 11 KB. */
const AVIF = { quality: 50, effort: 0 };
const WEBP = { quality: 75 };
const JPEG = { quality: 75, mozjpeg: true };

/**
 * Makes one variant at a time and keeps the most recently used ones in memory. Each call asks the store for the photo, so that no variant
 * outlives it, whichever process removed it. The path of a photo is never used for another photo.
 */
export function createPhotoVariants(
  files: Pick<FileStore, 'has' | 'read'>,
  { maxBytes = MAX_BYTES, maxWaiting = MAX_WAITING }: Options = {},
): PhotoVariants {
  const made = new Map<string, Uint8Array>();
  const waiting = new Map<string, Promise<Uint8Array | null>>();
  let loaded: ReturnType<typeof loadSharp> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let totalBytes = 0;

  function remove(key: string): void {
    totalBytes -= made.get(key)?.length ?? 0;
    made.delete(key);
  }

  /** In the order of use; the last entry is the most recently used one. */
  function store(key: string, bytes: Uint8Array): void {
    remove(key);
    made.set(key, bytes);
    totalBytes += bytes.length;
    for (const oldest of made.keys()) {
      if (totalBytes <= maxBytes) return;
      remove(oldest);
    }
  }

  function enqueue(path: string, variant: PhotoVariant): Promise<Uint8Array | null> {
    const done = last.then(async () => {
      const photo = await files.read(path);
      loaded ??= loadSharp();
      return photo && encode(await loaded, photo, variant);
    });
    last = done.catch(() => {});
    return done;
  }

  return {
    async readVariant(path, variant) {
      if (!path.endsWith('.webp')) return null;
      const key = `${variant.width} ${variant.format} ${path}`;
      const stored = made.get(key);
      if (stored) {
        const isThere = await files.has(path);
        if (isThere) store(key, stored);
        else remove(key);
        return isThere ? stored : null;
      }
      if (!waiting.has(key)) {
        if (waiting.size >= maxWaiting) return null;
        waiting.set(
          key,
          enqueue(path, variant).finally(() => waiting.delete(key)),
        );
      }
      const bytes = (await waiting.get(key)) ?? null;
      if (bytes) store(key, bytes);
      return bytes;
    },
  };
}

/** Null for what cannot be decoded. */
async function encode(sharp: Sharp, photo: Uint8Array, { width, format }: PhotoVariant): Promise<Uint8Array | null> {
  const square = sharp(photo, { failOn: 'error' })
    .timeout({ seconds: MAX_SECONDS })
    .resize({ width, height: width, fit: 'cover', withoutEnlargement: true });
  const encoders: Record<PhotoFormat, () => typeof square> = {
    avif: () => square.avif(AVIF),
    webp: () => square.webp(WEBP),
    jpeg: () => square.flatten({ background: '#ffffff' }).jpeg(JPEG),
  };
  return encoders[format]()
    .toBuffer()
    .catch(() => null);
}
