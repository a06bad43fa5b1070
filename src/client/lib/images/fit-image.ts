import { msg } from '@lingui/core/macro';
import { needsRedrawing } from '#shared/domain/image-rules.ts';

export const SHRINKING = msg`Making the photo smaller…`;

/** What cannot be redrawn stays as it is, and is judged as it is. */
export async function fitImage(file: File): Promise<File> {
  if (!needsRedrawing(file)) return file;
  try {
    const { redrawImage } = await import('./redraw-image.ts');
    return await redrawImage(file);
  } catch {
    return file;
  }
}
