import { Hono } from 'hono';
import type { FileStore } from '#server/core/ports.ts';
import { unavailable } from './deadlines.ts';

const TYPES: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };

/** Uploaded files: photos for everyone, documents by a signed link. No script in them ever runs. */
export function filesAt(files: FileStore, now: () => Date, failed: (error: unknown) => void = () => {}): Hono {
  return new Hono().get('/files/*', async (c) => {
    const path = pathIn(c.req.url);
    const { expires, signature } = c.req.query();
    const canRead = path !== null && files.canRead(path, { expires, signature }, now());
    const bytes = canRead ? await files.read(path).catch(saying(failed)) : null;
    if (bytes === 'away') return unavailable(c);
    if (path === null || !bytes) return c.json({ success: false, message: 'Not found', code: 'request.unknown_path' }, 404);
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': signature ? 'private, no-store' : 'public, max-age=86400',
    });
  });
}

function saying(failed: (error: unknown) => void): (error: unknown) => 'away' {
  return (error) => {
    failed(error);
    return 'away';
  };
}

/** Null for what is no text once it is decoded. */
function pathIn(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname.slice('/files/'.length));
  } catch {
    return null;
  }
}
