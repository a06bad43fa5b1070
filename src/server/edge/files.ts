import { Hono } from 'hono';
import type { FileStore } from '#server/core/ports.ts';
import { respondUnavailable } from './deadlines.ts';

const TYPES: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };

export function createFileRoutes(files: FileStore, now: () => Date, onError: (error: unknown) => void = () => {}): Hono {
  return new Hono().get('/files/*', async (c) => {
    const path = parsePath(c.req.url);
    const { expires, signature } = c.req.query();
    const canRead = path !== null && files.canRead(path, { expires, signature }, now());
    const bytes = canRead ? await files.read(path).catch(reportUnavailable(onError)) : null;
    if (bytes === 'away') return respondUnavailable(c);
    if (path === null || !bytes) return c.json({ success: false, message: 'Not found', code: 'request.unknown_path' }, 404);
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': signature ? 'private, no-store' : 'public, max-age=86400',
    });
  });
}

function reportUnavailable(onError: (error: unknown) => void): (error: unknown) => 'away' {
  return (error) => {
    onError(error);
    return 'away';
  };
}

function parsePath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname.slice('/files/'.length));
  } catch {
    return null;
  }
}
