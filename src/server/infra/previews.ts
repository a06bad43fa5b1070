import type { Previews } from '#server/core/ports.ts';
import { ENGLISH } from '#shared/domain/texts.ts';
import { previewPath } from '#shared/domain/tutor-preview.ts';
import { DomainError } from '#shared/errors.ts';
import { DEADLINES } from '#shared/vocabulary/limits.ts';
import { drawPreview } from './preview-picture.ts';

/**
 * Pictures of some 100 KB each, in memory: when a link is shared, several programs ask for its picture within a minute, and cache it themselves
 * afterwards. In the file store each review would leave an outdated picture that has to be removed.
 */
const MAX_PICTURES = 50;

/** Draws one picture at a time, which bounds the memory; drops one that has waited longer than a request may take. */
export function createPreviews({ appName, timeoutMs = DEADLINES.requestMs }: { appName: string; timeoutMs?: number }): Previews {
  /** In the order of use; the last entry is the most recently used one. */
  const pictures = new Map<string, Promise<Uint8Array>>();
  let last: Promise<unknown> = Promise.resolve();

  function enqueue(work: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const requestedAt = performance.now();
    const drawn = last.then(() => {
      if (performance.now() - requestedAt > timeoutMs) throw new DomainError('server.unavailable', { retryAfter: 1 });
      return work();
    });
    last = drawn.catch(() => {});
    return drawn;
  }

  function start(key: string, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const picture = enqueue(work);
    picture.catch(() => pictures.delete(key));
    return picture;
  }

  return {
    draw(preview, readPhoto, t = ENGLISH) {
      const key = previewPath(preview, t.locale);
      const picture = pictures.get(key) ?? start(key, async () => drawPreview({ preview, photo: await readPhoto(), appName, t }));
      pictures.delete(key);
      pictures.set(key, picture);
      const [oldest] = pictures.keys();
      if (pictures.size > MAX_PICTURES && oldest !== undefined) pictures.delete(oldest);
      return picture;
    },
  };
}
