import type { Images, ProcessedImage } from '#server/core/ports.ts';
import { DomainError } from '#shared/errors.ts';
import { DEADLINES, UPLOADS } from '#shared/vocabulary/limits.ts';

type Sharp = Awaited<ReturnType<typeof loadSharp>>;
type Wanted = { formats: readonly string[]; side: number };

const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'];
const PHOTO: Wanted = { formats: ['jpeg', 'png', 'gif'], side: UPLOADS.photoSide };
const DOCUMENT: Wanted = { formats: ['jpeg', 'png'], side: UPLOADS.documentSide };
const MOST_SECONDS = 8;
const QUALITY = { photo: 82, document: 85 } as const;
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

  function inTurnOf(ownerId: string, work: (sharp: Sharp) => Promise<ProcessedImage>): Promise<ProcessedImage> {
    const askedAt = performance.now();
    const make = async () => {
      if (performance.now() - askedAt > patienceMs) throw new DomainError('server.unavailable', { retryAfter: 1 });
      loaded ??= loadSharp();
      return work(await loaded);
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
  }

  return {
    photo: (bytes, ownerId) => inTurnOf(ownerId, (sharp) => toPhoto(sharp, bytes)),
    document: (file, ownerId) => inTurnOf(ownerId, (sharp) => toDocument(sharp, file)),
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

async function toPhoto(sharp: Sharp, bytes: Uint8Array): Promise<ProcessedImage> {
  try {
    const image = await opened(sharp, bytes, PHOTO);
    return { bytes: await image.webp({ quality: QUALITY.photo }).toBuffer(), extension: 'webp', contentType: 'image/webp' };
  } catch {
    throw new DomainError('upload.photo_type', { field: 'photo' });
  }
}

/** On white where it was transparent, and with its colours as sharp as its greys: small print may be red. */
async function toDocument(sharp: Sharp, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<ProcessedImage> {
  try {
    const image = (await opened(sharp, bytes, DOCUMENT)).flatten({ background: '#ffffff' });
    const document = await image.jpeg({ quality: QUALITY.document, chromaSubsampling: '4:4:4' }).toBuffer();
    return { bytes: document, extension: 'jpg', contentType: 'image/jpeg' };
  } catch {
    throw new DomainError('upload.document_type', { params: { file: name }, field: 'documents' });
  }
}

/** The first picture, upright and no larger than it may be, without anything that came along with it. */
async function opened(sharp: Sharp, bytes: Uint8Array, { formats, side }: Wanted) {
  const image = sharp(bytes, { limitInputPixels: UPLOADS.mostPixels, failOn: 'error', pages: 1 }).timeout({ seconds: MOST_SECONDS });
  const { format, width, height, isProgressive } = await image.metadata();
  if (!formats.includes(format)) throw new Error('not one of the formats');
  if (isProgressive && width * height > MOST_PIXELS_IN_PASSES) throw new Error('too many pixels for an image that comes in passes');
  return image.autoOrient().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}
