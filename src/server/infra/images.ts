import type { Images } from '#server/core/ports.ts';
import { DomainError } from '#shared/errors.ts';
import { DEADLINES, UPLOADS } from '#shared/vocabulary/limits.ts';

const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'];
const MOST_SECONDS = 8;
const QUALITY = 82;
/** An image that comes in passes is held whole while it is decoded, up to eight bytes a pixel. */
const MOST_PIXELS_IN_PASSES = UPLOADS.mostPixels / 2;

/**
 * Recognises images by their content and makes them anew, one at a time, so that what each may cost is what all may cost.
 * Everybody has one at most in the queue, and whoever sends many waits for the own ones.
 * One whose turn comes too late is left: whoever sent it has had an answer by then.
 */
export function createImages({ patienceMs = DEADLINES.requestMs }: { patienceMs?: number } = {}): Images {
  let loaded: ReturnType<typeof loadSharp> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const lastOf = new Map<string, Promise<unknown>>();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  return {
    // being built
    document: () => Promise.reject(new Error('being built')),
    photo(bytes, ownerId) {
      const askedAt = performance.now();
      const make = async () => {
        if (performance.now() - askedAt > patienceMs) throw new DomainError('server.unavailable', { retryAfter: 1 });
        loaded ??= loadSharp();
        return toPhoto(await loaded, bytes);
      };
      const earlier = lastOf.get(ownerId);
      const made = earlier ? earlier.then(() => inTurn(make)) : inTurn(make);
      const ended = made
        .catch(() => {})
        .then(() => {
          if (lastOf.get(ownerId) === ended) lastOf.delete(ownerId);
        });
      lastOf.set(ownerId, ended);
      return made;
    },
  };
}

/** Only when the first image comes; of all that libvips can read, three formats stay. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** The first picture, upright, without anything that came along with it. */
async function toPhoto(sharp: Awaited<ReturnType<typeof loadSharp>>, bytes: Uint8Array): ReturnType<Images['photo']> {
  try {
    const image = sharp(bytes, { limitInputPixels: UPLOADS.mostPixels, failOn: 'error', pages: 1 }).timeout({ seconds: MOST_SECONDS });
    const { width, height, isProgressive } = await image.metadata();
    if (isProgressive && width * height > MOST_PIXELS_IN_PASSES) throw new Error('too many pixels for an image that comes in passes');
    const photo = await image
      .autoOrient()
      .resize({ width: UPLOADS.photoSide, height: UPLOADS.photoSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
    return { bytes: photo, extension: 'webp', contentType: 'image/webp' };
  } catch {
    throw new DomainError('upload.photo_type', { field: 'photo' });
  }
}
