import type { Images, ProcessedImage } from '#server/core/ports.ts';
import { DomainError } from '#shared/errors.ts';
import { DEADLINES, UPLOADS } from '#shared/vocabulary/limits.ts';
import { loadSharp, type Sharp } from './load-sharp.ts';

type ImageSpec = { formats: readonly string[]; side: number };

const PHOTO: ImageSpec = { formats: ['jpeg', 'png', 'gif'], side: UPLOADS.photoSide };
const DOCUMENT: ImageSpec = { formats: ['jpeg', 'png'], side: UPLOADS.documentSide };
const MAX_SECONDS = 8;
const QUALITY = { photo: 82, document: 85 } as const;
/** A progressive image is held in memory as a whole while it is decoded, with up to eight bytes per pixel. */
const MAX_PROGRESSIVE_PIXELS = UPLOADS.mostPixels / 2;

/**
 * Re-encodes one image at a time, which bounds the memory. Each owner may have one image in the queue; one that has waited longer than a
 * request may take is dropped.
 */
export function createImages({ timeoutMs = DEADLINES.requestMs }: { timeoutMs?: number } = {}): Images {
  let loaded: ReturnType<typeof loadSharp> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const lastByOwner = new Map<string, Promise<unknown>>();

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  function enqueueForOwner(ownerId: string, work: (sharp: Sharp) => Promise<ProcessedImage>): Promise<ProcessedImage> {
    const requestedAt = performance.now();
    const process = async () => {
      if (performance.now() - requestedAt > timeoutMs) throw new DomainError('server.unavailable', { retryAfter: 1 });
      loaded ??= loadSharp();
      return work(await loaded);
    };
    const earlier = lastByOwner.get(ownerId);
    const processed = earlier ? earlier.then(() => enqueue(process)) : enqueue(process);
    const finished = processed
      .catch(() => {})
      .then(() => {
        if (lastByOwner.get(ownerId) === finished) lastByOwner.delete(ownerId);
      });
    lastByOwner.set(ownerId, finished);
    return processed;
  }

  return {
    photo: (bytes, ownerId) => enqueueForOwner(ownerId, (sharp) => toPhoto(sharp, bytes)),
    document: (file, ownerId) => enqueueForOwner(ownerId, (sharp) => toDocument(sharp, file)),
  };
}

async function toPhoto(sharp: Sharp, bytes: Uint8Array): Promise<ProcessedImage> {
  try {
    const image = await openImage(sharp, bytes, PHOTO);
    return { bytes: await image.webp({ quality: QUALITY.photo }).toBuffer(), extension: 'webp', contentType: 'image/webp' };
  } catch {
    throw new DomainError('upload.photo_type', { field: 'photo' });
  }
}

/** White behind transparency, and full chroma resolution: small print may be red. */
async function toDocument(sharp: Sharp, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<ProcessedImage> {
  try {
    const image = (await openImage(sharp, bytes, DOCUMENT)).flatten({ background: '#ffffff' });
    const document = await image.jpeg({ quality: QUALITY.document, chromaSubsampling: '4:4:4' }).toBuffer();
    return { bytes: document, extension: 'jpg', contentType: 'image/jpeg' };
  } catch {
    throw new DomainError('upload.document_type', { params: { file: name }, field: 'documents' });
  }
}

async function openImage(sharp: Sharp, bytes: Uint8Array, { formats, side }: ImageSpec) {
  if (isWebp(bytes)) throw new Error('not one of the formats');
  const image = sharp(bytes, { limitInputPixels: UPLOADS.mostPixels, failOn: 'error', pages: 1 }).timeout({ seconds: MAX_SECONDS });
  const { format, width, height, isProgressive } = await image.metadata();
  if (!formats.includes(format)) throw new Error('not one of the formats');
  if (isProgressive && width * height > MAX_PROGRESSIVE_PIXELS) throw new Error('too many pixels for an image that comes in passes');
  return image.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

/** Checks the same leading bytes by which libvips chooses a decoder, so that no upload reaches the WebP decoder, which is for our own photos. */
function isWebp(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP';
}
