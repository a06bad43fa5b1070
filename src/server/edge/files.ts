import { type Context, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import { etag } from 'hono/etag';
import type { FileStore, PhotoFormat, PhotoVariants } from '#server/core/ports.ts';
import { findPhotoWidth } from '#shared/domain/photo-sizes.ts';
import { respondUnavailable } from './deadlines.ts';

const TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** A removed photo may stay in caches for a day. For a week after that a browser may show it once more while it revalidates. */
const PUBLIC_CACHE = 'public, max-age=86400, stale-while-revalidate=604800';

type Served = { bytes: Uint8Array; type: string };

/** Without variants, photos are served in the size they are stored in. */
export function createFileRoutes(
  files: FileStore & Partial<PhotoVariants>,
  now: () => Date,
  onError: (error: unknown, c: Context) => void = () => {},
): Hono {
  return new Hono().get('/files/*', etag(), async (c) => {
    const path = parsePath(c.req.url);
    const { expires, signature, w } = c.req.query();
    const canRead = path !== null && files.canRead(path, { expires, signature }, now());
    // An unknown width is ignored, so that pages of an earlier release still show their photos.
    const width = canRead && files.canRead(path, {}, now()) ? findPhotoWidth(w) : undefined;
    const format = acceptedFormat(c);

    async function readFile(): Promise<Served | null> {
      if (!canRead) return null;
      const variant = width && (await files.readVariant?.(path, { width, format }));
      if (variant) return { bytes: variant, type: format };
      const bytes = await files.read(path);
      return bytes && { bytes, type: path.split('.').at(-1) ?? '' };
    }

    const file = await readFile().catch(reportUnavailable((error) => onError(error, c)));
    if (file === 'unavailable') return respondUnavailable(c);
    if (!file) return c.json({ success: false, message: 'Not found', code: 'request.unknown_path' }, 404);
    if (width) c.header('Vary', 'Accept');
    return c.body(new Uint8Array(file.bytes), 200, {
      'Content-Type': TYPES[file.type] ?? 'application/octet-stream',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': signature ? 'private, no-store' : PUBLIC_CACHE,
    });
  });
}

/** The smallest format that `Accept` names explicitly: `image/*` may come from a program that knows only JPEG. */
function acceptedFormat(c: Context): PhotoFormat {
  const type = accepts(c, {
    header: 'Accept',
    supports: ['image/avif', 'image/webp'],
    default: 'image/jpeg',
    match: (accepted, { supports, default: other }) =>
      supports.find((type) => accepted.some((one) => one.type.toLowerCase() === type && one.q > 0)) ?? other,
  });
  return type === 'image/avif' ? 'avif' : type === 'image/webp' ? 'webp' : 'jpeg';
}

function reportUnavailable(onError: (error: unknown) => void): (error: unknown) => 'unavailable' {
  return (error) => {
    onError(error);
    return 'unavailable';
  };
}

function parsePath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname.slice('/files/'.length));
  } catch {
    return null;
  }
}
